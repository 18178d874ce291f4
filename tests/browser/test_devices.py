"""My devices: a profile on another device by link and by code, signed out, exported and erased."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, AXE, violations
from tests.browser.support.chromium import DESKTOP, PHONE
from tests.browser.test_accessible import SCROLLS

FRIENDLY = re.compile(r"^\w+ \w+$")  # the name of a new visitor
CODE = re.compile(r"^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$")


def name_in(page: Page, name: str) -> None:
    field = page.get_by_label("Your name", exact=True)
    field.fill(name)
    field.press("Enter")
    expect(page.get_by_role("status").filter(has_text=f"You are {name} now.")).to_be_visible()


def made_link(page: Page) -> str:
    page.get_by_role("button", name="Show code and link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return page.get_by_label("Private link").input_value()


def test_a_profile_moves_to_a_phone_by_a_link_and_back_by_a_code(visit: Visit) -> None:
    laptop, phone = visit(), visit(viewport=PHONE)
    mine = laptop.open("/devices")
    name_in(mine, "Anna")
    link = made_link(mine)
    theirs = phone.open(link.removeprefix(phone.url))
    theirs.get_by_role("button", name="Use the profile here").click()
    expect(theirs.get_by_label("Your name", exact=True)).to_have_value("Anna")

    # The link was used: it is refused on a third device, which stays as it is.
    third = visit()
    third.expected_errors.append("404")
    again = third.open(link.removeprefix(third.url))
    again.get_by_role("button", name="Use the profile here").click()
    expect(again.get_by_role("alert")).to_contain_text("was used, or is too old")
    again.get_by_role("button", name="No, leave it").click()
    expect(again.get_by_role("heading", name="My devices")).to_be_visible()

    # The phone makes a recovery code; then the laptop signs the phone out.
    theirs.goto(f"{phone.url}/devices")
    theirs.get_by_role("button", name="Make a recovery code").click()
    code = theirs.locator("output").inner_text()
    assert CODE.match(code)
    mine.reload()
    other = (
        mine.get_by_role("listitem").filter(has_not_text="this device").filter(has_text="last used")
    )
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("button", name="Yes, sign out").click()
    expect(other).to_have_count(0)
    theirs.reload()
    expect(theirs.get_by_label("Your name", exact=True)).to_have_value(FRIENDLY)

    # The code brings the profile back, typed in small letters, by keyboard alone.
    theirs.get_by_label("Code or link").focus()
    theirs.keyboard.type(code.lower().replace("-", " "))
    theirs.keyboard.press("Enter")
    expect(theirs.get_by_label("Your name", exact=True)).to_have_value("Anna")


def test_a_person_takes_their_data_along_and_is_erased(visit: Visit) -> None:
    page = visit().open("/devices")
    name_in(page, "Berta")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download all of it").click()
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["name"] == "Berta"
    page.get_by_text("Erase my profile …").click()
    confirm = page.get_by_role("button", name="Erase for good")
    field = page.get_by_label("Type your name, “Berta”, to confirm")
    field.fill("Bert")
    expect(confirm).to_be_disabled()
    field.fill("Berta")
    confirm.click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    expect(page.get_by_label("Your name", exact=True)).to_have_value(FRIENDLY)


@pytest.mark.parametrize("path", ["/devices", "/privacy"])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_pages_fit_and_are_accessible(visit: Visit, path: str, locale: str) -> None:
    page = visit(locale=locale).open(path)
    expect(page.locator("main .box").nth(1)).to_be_visible()
    if path == "/devices":
        page.locator("main .cta").first.click()
        expect(page.locator(".qr")).to_be_visible()
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate(SCROLLS)[0] <= 0
    page.evaluate(AXE)
    assert violations(page, ALL) == []
