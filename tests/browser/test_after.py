"""After the game: result, statistics, replay, files, the fair deal, forks."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from splendor.client import Client, Table
from splendor.formats import read_any
from tests.browser.conftest import Visit
from tests.browser.support.chromium import PHONE, Visitor
from tests.browser.support.people import (
    ALONE,
    id_of,
    log,
    own,
    play_out,
    reading,
    resign,
    skip_guide,
    take_three,
    turn,
)
from tests.server.serving import Server

Look: TypeAlias = Callable[[str], Page]
Tamper: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

FAIR = "Fair: everything follows from what was promised"
UNFAIR = "Not fair: something differs"


def a_finished(served: Server, rules: str, **options: Any) -> Iterator[Table]:
    friend = Client(served.url, "Olga")
    with friend.create(rules, seats=["me", "me"], options={"start": 0, **options}) as table:
        table.ready()
        table.wait_until(lambda table: table.room["status"] == "playing")
        play_out(table)
        yield table


@pytest.fixture(scope="module")
def finished(served: Server) -> Iterator[Table]:
    """A finished game of Splendor, played by others."""
    yield from a_finished(served, "official", target=8)


@pytest.fixture(scope="module")
def duel(served: Server) -> Iterator[Table]:
    yield from a_finished(served, "duel")


@pytest.fixture(scope="module")
def reader(chromium: Browser, served: Server) -> Iterator[Visitor]:
    visitor = Visitor(chromium, served.url)
    yield visitor
    visitor.close()


@pytest.fixture
def look(reader: Visitor) -> Iterator[Look]:
    """A visitor who has not played, with the pages in the cache."""
    with reading(reader) as look:
        yield look


def moves_of(table: Table) -> list[str]:
    return [move for event in table.events for move in event.get("moves", [])]


def result_of(page: Page) -> Locator:
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("table", name="The game in numbers")).to_be_visible()
    return dialog


def numbers(dialog: Locator, row: str) -> list[int]:
    """The numbers in a row of the statistics."""
    cells = dialog.get_by_role("row", name=re.compile(f"^{row} ")).get_by_role("cell")
    return [int(re.findall(r"\d+", text)[0]) for text in cells.all_inner_texts()]


# The result


def test_the_result_shows_statistics(look: Look, finished: Table) -> None:
    dialog = result_of(look(f"/t/{finished.id}"))
    (record,) = read_any(finished.client.fetch("GET", f"/api/tables/{finished.id}/record"))
    steps = [(event["seat"], move) for event in finished.events for move in event.get("moves", [])]

    def count(pattern: str) -> list[int]:
        return [
            sum(1 for seat, move in steps if seat == each and re.match(pattern, move))
            for each in (0, 1)
        ]

    assert numbers(dialog, "Times tokens taken") == count("[WUGRK]+$")
    assert numbers(dialog, "Cards reserved") == count("r")
    assert numbers(dialog, "Tokens returned") == count("-")
    bought = [numbers(dialog, f"Bought, level {level}") for level in ("I", "II", "III")]
    assert [sum(levels) for levels in zip(*bought, strict=True)] == count("b")
    assert record.game.is_over
    points = finished.room["result"]["points"]
    best = dialog.get_by_role("listitem").first
    expect(best).to_contain_text(str(max(points)))
    chart = dialog.get_by_role("img", name=re.compile("^Points over"))
    expect(chart).to_have_attribute("aria-label", re.compile(rf"{points[0]}.*{points[1]}"))


def test_the_result_of_duel_shows_privileges_and_crowns(look: Look, duel: Table) -> None:
    dialog = result_of(look(f"/t/{duel.id}"))
    moves = moves_of(duel)
    assert sum(numbers(dialog, "Filled the board")) == moves.count("fill")
    assert sum(numbers(dialog, "Privileges used")) == sum(
        move[0] == "p" and move != "pass" for move in moves
    )
    assert numbers(dialog, "Crowns") == duel.room["result"]["crowns"]
    expect(dialog.get_by_role("row", name="Privileges given away")).to_be_visible()
    dialog.get_by_role("link", name="Replay").click()
    is_at(dialog.page, 0, len(moves))
    for key, ply in (("End", len(moves)), ("Home", 0), ("ArrowRight", 1)):
        dialog.page.keyboard.press(key)
        is_at(dialog.page, ply, len(moves))


def test_the_result_can_be_closed_and_opened_again(look: Look, finished: Table) -> None:
    page = look(f"/t/{finished.id}")
    dialog = result_of(page)
    dialog.get_by_role("button", name="Look at the table").click()
    expect(dialog).to_be_hidden()
    expect(turn(page)).to_contain_text("game over")
    page.get_by_role("button", name="Result").click()
    expect(dialog).to_be_visible()


# Files and links


def test_game_file_and_transcript_can_be_downloaded_and_replayed(
    look: Look, finished: Table, tmp_path: Path
) -> None:
    dialog = result_of(look(f"/t/{finished.id}"))
    for name in ("Game file", "Transcript"):
        with dialog.page.expect_download() as started:
            dialog.get_by_role("link", name=name).click()
        file = tmp_path / started.value.suggested_filename
        started.value.save_as(file)
        (saved,) = read_any(file.read_text(encoding="utf-8"))
        assert [str(move) for move in saved.game.moves] == moves_of(finished)
        assert saved.game.is_over


def test_the_shared_link_shows_the_replay(look: Look, reader: Visitor, finished: Table) -> None:
    reader.context.grant_permissions(["clipboard-write"])
    dialog = result_of(look(f"/t/{finished.id}"))
    link = dialog.get_by_label("Link to the replay").input_value()
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_text("Copied")).to_be_visible()
    page = look(link.removeprefix(reader.url))
    expect(page.get_by_role("group", name="Replay controls")).to_be_visible()
    expect(page.get_by_text("The cards are dealt")).to_be_visible()


# Replay


def is_at(page: Page, ply: int, last: int) -> None:
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_attribute("aria-valuetext", f"Move {ply} of {last}")
    expect(page).to_have_url(re.compile(f"#{ply}$"))


def test_a_replay_is_controlled_by_keys_slider_buttons_and_log(look: Look, finished: Table) -> None:
    page = look(f"/replay/{finished.id}")
    last = len(moves_of(finished))
    is_at(page, 0, last)
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        is_at(page, ply, last)
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    page.get_by_role("button", name="One move back").click()
    is_at(page, last - 1, last)
    page.get_by_role("slider", name="Move").fill("3")
    is_at(page, 3, last)
    moves = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(moves).to_have_count(last)
    fifth = moves.nth(last - 5).get_by_role("button")  # latest first
    fifth.click()
    is_at(page, 5, last)
    expect(fifth).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Play", exact=True).click()
    slider = page.get_by_role("slider", name="Move")
    expect(slider).not_to_have_attribute("aria-valuetext", f"Move 5 of {last}")
    page.get_by_role("button", name="Pause").click()
    reached = int(slider.input_value())
    assert reached > 5
    is_at(page, reached, last)


@pytest.fixture
def reserved(served: Server) -> Iterator[Table]:
    """A finished game in which somebody reserved an unseen card of level 3."""
    friend = Client(served.url, "Olga")
    with friend.create("official", seats=["me", "me"], options={"start": 0}) as table:
        table.ready()
        table.wait_until(lambda table: table.room["status"] == "playing")
        table.play("r3")
        table.resign()
        yield table


def test_a_replay_can_be_shown_from_any_seat(look: Look, reserved: Table) -> None:
    page = look(f"/replay/{reserved.id}#1")
    unseen = page.get_by_role("img", name="face down, level 3")
    expect(page.get_by_role("button", name="Hand 1")).to_be_visible()
    for eyes, hidden in (("a spectator", 1), ("everybody", 0)):
        page.get_by_label("Seen by").select_option(eyes)
        expect(unseen).to_have_count(hidden)


def test_the_last_chosen_seat_is_shown_although_earlier_answers_come_later(
    look: Look, reserved: Table
) -> None:
    page = look(f"/replay/{reserved.id}#1")
    unseen = page.get_by_role("img", name="face down, level 3")
    late: list[Route] = []
    page.route("**/replay?as=spectator", lambda route: late.append(route))
    for eyes in ("a spectator", "everybody"):
        with page.expect_request("**/replay?as=*"):
            page.get_by_label("Seen by").select_option(eyes)
    with page.expect_response("**/replay?as=spectator"):
        late[0].continue_()
    for key, ply in (("ArrowLeft", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        is_at(page, ply, 1)
    expect(unseen).to_have_count(0)


def test_a_replay_that_cannot_be_shown_from_a_seat_shows_all_hands(
    look: Look, finished: Table
) -> None:
    page = look(f"/replay/{finished.id}?as=3")
    expect(page.get_by_label("Seen by")).to_have_value("everybody")
    expect(page).to_have_url(re.compile(r"/replay/[\w-]+#0$"))


def test_a_replay_only_shows(look: Look, finished: Table) -> None:
    page = look(f"/replay/{finished.id}")
    page.get_by_role("button", name="white, 4 left").click()
    expect(page.get_by_role("alert")).to_contain_text("This is a replay")


def test_a_running_game_has_no_replay(look: Look, reader: Visitor, served: Server) -> None:
    friend = Client(served.url, "Olga")
    with friend.create("official", seats=["me", "me"]) as table:
        table.ready()
        reader.expected_errors.append("409")
        page = look(f"/replay/{table.id}")
        expect(page.get_by_role("alert")).to_contain_text("The game is not over")


# Forks


def test_a_finished_game_can_be_forked_at_any_move(look: Look, finished: Table) -> None:
    page = look(f"/replay/{finished.id}#6")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text(f"after move 6 of {len(moves_of(finished))}")
    weakest = dialog.get_by_role("option", name=re.compile("^Random")).inner_text()
    dialog.get_by_label("The others are bots").select_option(weakest)
    dialog.get_by_role("radio").first.check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    skip_guide(page)
    assert id_of(page) != finished.id
    expect(turn(page)).to_contain_text("Round 4 · your move")
    expect(log(page).first).to_contain_text("The game continues another one from its move 6")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    take_three(page)
    expect(turn(page)).to_contain_text("Round 5")
    undo.click()
    expect(turn(page)).to_contain_text("Round 4")
    expect(undo).to_be_disabled()


def test_a_game_cannot_be_forked_after_its_last_move(look: Look, finished: Table) -> None:
    page = look(f"/replay/{finished.id}#999")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()


# The fair deal


def check_deal(page: Page) -> Locator:
    page.get_by_role("button", name="Check the deal").click()
    return page.get_by_role("region", name="Was the deal fair?").get_by_role("status")


def test_players_can_check_that_the_deal_was_fair(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    take_three(page)
    resign(page)
    result_of(page)
    verdict = check_deal(page)
    expect(verdict.get_by_role("heading")).to_have_text(FAIR)
    checks = verdict.get_by_role("listitem")
    expect(checks).to_have_text([re.compile("^Yes")] * 7)
    expect(checks.filter(has_text="Your nonce.")).to_be_visible()
    expect(checks.filter(has_text="saw before the game")).to_be_visible()


def test_a_visitor_who_did_not_see_the_commitment_is_told_so(look: Look, duel: Table) -> None:
    verdict = check_deal(look(f"/t/{duel.id}"))
    expect(verdict.get_by_role("heading")).to_have_text(FAIR)
    expect(verdict).to_contain_text("Unknown Promise.")


def swapped(proof: dict[str, Any]) -> dict[str, Any]:
    """The proof with two cards of a deck exchanged."""
    deck = proof["transcript"]["deal"]["decks"][0]
    deck[0], deck[1] = deck[1], deck[0]
    return proof


def with_another_secret(proof: dict[str, Any]) -> dict[str, Any]:
    return {**proof, "secret": "0" * 64}


def with_another_move(proof: dict[str, Any]) -> dict[str, Any]:
    """The proof without its last turn."""
    proof["transcript"]["turns"].pop()
    return proof


def answering(tamper: Tamper) -> Callable[[Route], None]:
    """Answers requests with a changed proof."""
    return lambda route: route.fulfill(json=tamper(route.fetch().json()))


TAMPERED = {"Decks.": swapped, "Secret.": with_another_secret, "Moves.": with_another_move}


def test_a_tampered_proof_is_not_fair(look: Look, finished: Table) -> None:
    page = look(f"/t/{finished.id}")
    for check, tamper in TAMPERED.items():
        page.route("**/proof", answering(tamper))
        verdict = check_deal(page)
        expect(verdict.get_by_role("listitem").filter(has_text=check)).to_contain_text("No")
        expect(verdict.get_by_role("heading")).to_have_text(UNFAIR)
        page.unroute("**/proof")


@pytest.fixture
def proofs(finished: Table, tmp_path: Path) -> tuple[Path, Path]:
    """A valid proof and a tampered one."""
    proof = finished.client.ask("GET", f"/api/tables/{finished.id}/proof")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(proof), encoding="utf-8")
    bad.write_text(json.dumps(swapped(proof)), encoding="utf-8")
    return good, bad


def test_a_proof_in_a_file_is_checked_at_its_table(
    look: Look, finished: Table, proofs: tuple[Path, Path]
) -> None:
    good, bad = proofs
    page = look(f"/t/{finished.id}")
    verdict = page.get_by_role("region", name="Was the deal fair?").get_by_role("heading", level=4)
    page.get_by_label("Check a file").set_input_files(bad)
    expect(verdict).to_have_text(f"{UNFAIR} bad.json")
    page.get_by_label("Check a file").set_input_files(good)
    expect(verdict).to_have_text(f"{FAIR} good.json")


def test_a_separate_page_checks_the_proof_of_any_game(
    look: Look, proofs: tuple[Path, Path]
) -> None:
    good, bad = proofs
    page = look("/fair")
    verdict = page.get_by_role("status")
    page.get_by_label("The proof").set_input_files(good)
    expect(verdict.get_by_role("heading")).to_have_text(f"{FAIR} good.json")
    promised = json.loads(good.read_text(encoding="utf-8"))["commitment"]
    expect(verdict.get_by_role("listitem").last).to_contain_text(promised)
    page.get_by_label("The proof").set_input_files(bad)
    expect(verdict.get_by_role("heading")).to_have_text(f"{UNFAIR} bad.json")
    expect(verdict.get_by_role("listitem").filter(has_text="Decks.")).to_contain_text("No")


NO_PROOF = {
    "no JSON": "This file is not JSON, so it is not a proof.",
    "[]": "This file is not the proof of a deal.",
    "\ufeff{}": "This file is not the proof of a deal: “format” is missing or not as it should be.",
    " " * 10_000_001: "This file is too large to be a proof.",
}


def test_files_that_are_no_proofs_are_refused_with_the_reason(look: Look, tmp_path: Path) -> None:
    page = look("/fair")
    for number, (text, why) in enumerate(NO_PROOF.items()):
        file = tmp_path / f"odd{number}.json"
        file.write_text(text, encoding="utf-8")
        page.get_by_label("The proof").set_input_files(file)
        expect(page.get_by_role("status")).to_contain_text(why)
        expect(page.get_by_role("listitem")).to_have_count(0)


# The lobby


def test_the_lobby_lists_running_and_finished_games(visit: Visit) -> None:
    visitor = visit()
    over = skip_guide(visitor.open(ALONE))
    take_three(over)
    resign(over)
    expect(over.get_by_role("dialog", name="won")).to_be_visible()
    running = visitor.open(ALONE)
    expect(own(running)).to_be_visible()
    page = visitor.open()
    tables = page.get_by_role("region", name="My tables")
    line = tables.get_by_role("list", name="Running").get_by_role("listitem")
    expect(line).to_contain_text("your move")
    line = tables.get_by_role("list", name="Finished").get_by_role("listitem")
    expect(line).to_contain_text("won")
    line.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{id_of(over)}"))
    page.go_back()
    tables.get_by_role("list", name="Running").get_by_role("link").click()
    expect(page).to_have_url(re.compile(id_of(running)))


def test_the_result_fits_on_every_screen(look: Look, served: Server) -> None:
    """Even with four long names, nothing overlaps and nothing scrolls sideways."""
    friend = Client(served.url, "Wilhelmina Montgomeryshi")
    with friend.create("official", seats=["me"] * 4) as table:
        table.ready()
        table.wait_until(lambda table: table.room["status"] == "playing")
        table.do("ask", what="abandon")
        dialog = result_of(look(f"/t/{table.id}"))
        for width in (390, 768, 1024):
            dialog.page.set_viewport_size({"width": width, "height": 800})
            statistics = dialog.get_by_role("table", name="The game in numbers")
            chart = dialog.get_by_role("img", name=re.compile("^Points over"))
            assert are_disjoint(statistics, chart)
            assert dialog.evaluate("(box) => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_replay_fits_on_a_phone(visit: Visit, finished: Table, duel: Table, locale: str) -> None:
    visitor = visit(viewport=PHONE, locale=locale)
    for table in (finished, duel):
        page = visitor.open(f"/replay/{table.id}#3")
        expect(page.get_by_role("slider")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def are_disjoint(one: Locator, other: Locator) -> bool:
    """Whether the second element is beside or below the first."""
    box, next_box = one.bounding_box(), other.bounding_box()
    assert box is not None
    assert next_box is not None
    beside = box["x"] + box["width"] <= next_box["x"]
    return beside or box["y"] + box["height"] <= next_box["y"]
