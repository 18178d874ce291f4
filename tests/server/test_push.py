"""Web Push: who is told about which turns, what is sent, and where this server connects to."""

import asyncio
import ipaddress
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec import json
from sqlalchemy import select

import splendor
from splendor.server import settings as settings_module
from splendor.server.addresses import ip_of
from splendor.server.metrics import Metrics
from splendor.server.push.delivery import NotDelivered, endpoint_of, is_public
from splendor.server.push.encryption import CURVE, ServerKey, bytes_of, encrypted, server_key
from splendor.server.push.turns import Pusher
from splendor.server.refusals import RequestRefused
from splendor.server.settings import Settings, SettingsError
from splendor.server.storage import schema
from splendor.server.storage.types import SubscriptionRow
from tests.server.fakes import async_test, eventually
from tests.server.in_process import Answer, Site, Visitor, a_site
from tests.server.push_service import Browser, PushService, a_push_service
from tests.server.test_profile import a_table, begin, claim, do, link_of, profile

PUBLIC = "https://splendor.example.org"
HEADER, TAG = 16 + 4 + 1 + 65, 16  # bytes of a message besides what is encrypted
SOURCES = Path(splendor.__file__).parent

# The message


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    secret = int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypted(
        b"When I grow up, I want to be a watermelon\x02",
        bytes_of(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(secret, CURVE),
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_the_server_signs_for_one_push_service_and_half_a_day() -> None:
    key = ServerKey(b"k" * 32, PUBLIC)
    text = key.authorization("https://push.example.org", 1000.0)
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", text)
    assert found is not None
    assert found[4] == key.public
    claims = json.decode(bytes_of(found[2]))
    assert claims == {"aud": "https://push.example.org", "exp": 44_200, "sub": PUBLIC}
    signed = bytes_of(found[3])
    numbers = int.from_bytes(signed[:32]), int.from_bytes(signed[32:])
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(key.public))
    token = f"{found[1]}.{found[2]}".encode()
    public.verify(encode_dss_signature(*numbers), token, ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(encode_dss_signature(*numbers), token + b"x", ec.ECDSA(SHA256()))


@pytest.mark.parametrize("secret", [bytes(32), b"\xff" * 32])
def test_any_32_bytes_are_a_key(secret: bytes) -> None:
    assert len(bytes_of(ServerKey(secret, PUBLIC).public)) == 65


def test_the_key_of_the_server_is_made_once_and_private(tmp_path: Path) -> None:
    first, second = server_key(tmp_path, PUBLIC), server_key(tmp_path, PUBLIC)
    assert first.public == second.public
    assert (tmp_path / "push-key").stat().st_mode & 0o777 == 0o600


# Where it connects to

BAD = (
    "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x",
    "https://2130706433/x", "https://0x7f.1/x", "https://push.example.org:8443/x",
    "https://me@push.example.org/x", "https://push.example.org\\@127.0.0.1/x", "ftp://a.example/x",
    "https://push.example.org/a b", "https://push.example.org/\r\nHost: other", "https:///x",
    "https://push.example.org/" + 800 * "x", "https://push.exämple.org/x", "", "push.example.org",
    "https://push.example.org:99999/x", "https://.example.org/x", "https://[::1", "https://a_b.example/x",
)  # fmt: skip


@pytest.mark.parametrize("url", BAD)
def test_an_endpoint_is_an_https_address_with_a_name(url: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        endpoint_of(url)
    assert refused.value.code == "bad_endpoint"


def test_the_endpoints_of_browsers_are_accepted() -> None:
    for url in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91b_-x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA=",
        "https://web.push.apple.com/QABC",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%3d",
    ):
        endpoint = endpoint_of(url)
        assert f"{endpoint.service}{endpoint.path}" == url


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "192.88.99.1", "::", "::1",
        "fe80::1", "fd00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::",
        "2001::1", "2001:db8::1", "::7f00:1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public_are_never_connected_to(address: str) -> None:
    known = ip_of(address)
    assert known is not None
    assert not is_public(known)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111"])
def test_public_addresses_are_connected_to(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], [], ["nonsense"]])
def test_a_name_that_leads_to_a_private_address_is_not_connected_to(
    tmp_path: Path, addresses: list[str]
) -> None:
    with a_push_service(tmp_path) as service:
        delivery = service.delivery(allows=is_public, resolve=lambda host: addresses)
        with pytest.raises(NotDelivered, match="address"):
            delivery.post(endpoint_of(service.endpoint(), delivery.ports), {}, b"")
        assert service.connections == 0


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(tmp_path: Path) -> None:
    """A name that leads elsewhere at the second look (DNS rebinding) gains nothing."""
    asked: list[str] = []

    def resolve(host: str) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["192.0.2.1"]

    with a_push_service(tmp_path) as service:
        delivery = service.delivery(resolve=resolve)
        assert delivery.post(endpoint_of(service.endpoint(), delivery.ports), {}, b"") == 201
    assert asked == ["push.example.org"]


def test_a_redirect_is_not_followed(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        service.status = 307
        delivery = service.delivery()
        assert delivery.post(endpoint_of(service.endpoint(), delivery.ports), {}, b"") == 307
        assert service.connections == 1


def test_a_service_with_a_wrong_certificate_or_no_answer_gets_nothing_twice(
    tmp_path: Path,
) -> None:
    with a_push_service(tmp_path) as service:
        endpoint = endpoint_of(service.endpoint(), (service.port,))
        with pytest.raises(NotDelivered):  # a certificate that nobody vouches for
            service.delivery(tls=PushService().tls).post(endpoint, {}, b"")
        assert service.posted == []
        service.status = 0
        with pytest.raises(NotDelivered):
            service.delivery(timeout=0.5).post(endpoint, {}, b"")


def test_a_service_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with a_push_service(tmp_path) as service:
        delivery = service.delivery(ports=(port,))
        with pytest.raises(NotDelivered):
            delivery.post(endpoint_of(f"https://push.example.org:{port}/", (port,)), {}, b"")


# Who is told


@asynccontextmanager
async def a_pushing_site(folder: Path, service: PushService, **more: Any) -> AsyncIterator[Site]:
    async with a_site(folder, push=True, public_url=PUBLIC, **more) as site:
        site.context.push.delivery = service.delivery()
        yield site


async def subscribe(
    guest: Visitor, service: PushService, name: str, browser: Browser | None = None
) -> Answer:
    body = (browser or Browser()).subscription(service.endpoint(name))
    return await guest.ask("POST", "/api/push", body)


async def a_game(site: Site, *people: Visitor, **clock: int) -> str:
    seats = [{"who": "me"}, {"who": "open"}]
    wish = {"seats": seats, "options": {"start": 0}, "clock": clock or None}
    table = str((await people[0].ask("POST", "/api/tables", wish)).json["table"])
    await do(people[1], table, "sit", seat=1)
    await begin(site, table, *people)
    return table


async def play(guest: Visitor, table: str) -> None:
    news = (await guest.ask("GET", f"/api/tables/{table}")).json
    move = max(news["you"][0]["legal"], key=lambda text: (text.isupper(), len(set(text))))
    assert (await do(guest, table, "play", state=news["state"], moves=[move])).status == 200


def outcomes(site: Site) -> dict[str, int]:
    """What became of the messages so far."""
    found = re.findall(
        r'messages_total\{outcome="(\w+)"\} (\d+)', site.context.metrics.text().decode()
    )
    return {outcome: int(count) for outcome, count in found}


@async_test
async def test_whoever_is_to_move_is_told_on_every_device_that_wants_it(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna, bert, phone = await site.guest("Anna"), await site.guest("Bert"), site.visitor()
            assert (await claim(phone, await link_of(bert))).status == 200
            browser = Browser()
            key = (await bert.ask("GET", "/api/push")).json["key"]
            assert len(bytes_of(key)) == 65
            for device, name in ((bert, "laptop"), (phone, "phone")):
                answer = await subscribe(device, service, name, browser)
                assert (answer.status, answer.json) == (200, {"on": True})
            table = await a_game(site, anna, bert, days=3)
            await play(anna, table)
            await eventually(lambda: outcomes(site) == {"sent": 2})
            assert {each.path for each in service.posted} == {"/send/laptop", "/send/phone"}
            for posted in service.posted:
                told = browser.read(posted.body)
                assert told == {"kind": "turn", "table": table, "names": ["Anna"]}
                assert posted.headers["ttl"] == "86400"
                assert re.fullmatch(r"[\w-]{32}", posted.headers["topic"])
                assert f"k={key}" in posted.headers["authorization"]
                assert table not in str(posted.headers)
                assert (len(posted.body) - HEADER - TAG) % 256 == 0  # the length says nothing


@async_test
async def test_nobody_is_told_who_has_the_table_open_or_plays_without_days(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna, bert = await site.guest("Anna"), await site.guest("Bert")
            await subscribe(bert, service, "bert")
            told = spied(site)
            quick = await a_game(site, anna, bert)
            await play(anna, quick)
            timed = await a_game(site, anna, bert, seconds=600)
            await play(anna, timed)
            slow = await a_game(site, anna, bert, days=3)
            async with bert.page(slow) as page:
                await page.until("websocket.send")
                await play(anna, slow)
                await play(bert, slow)
            await play(anna, slow)  # now nobody looks
            await eventually(lambda: outcomes(site).get("sent"))
            assert [names for names in told if names == ["Anna"]] == [["Anna"]]  # those for Bert


def spied(site: Site) -> list[list[str]]:
    """The names of the other players in all messages from now on."""
    names: list[list[str]] = []
    tell = site.context.push.tell

    async def spy(player: str, body: bytes, topic: str) -> None:
        names.append(json.decode(body)["names"])
        await tell(player, body, topic)

    site.context.push.tell = spy  # type: ignore[method-assign]
    return names


@async_test
async def test_nobody_is_told_again_when_a_table_is_loaded(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna, bert = await site.guest("Anna"), await site.guest("Bert")
            await subscribe(bert, service, "bert")
            table = await a_game(site, anna, bert, days=3)
            await play(anna, table)
            await eventually(lambda: outcomes(site) == {"sent": 1})
            site.context.tables.unload(site.context.tables.live[table])
            await play(bert, table)
            await play(anna, table)
            await eventually(lambda: outcomes(site) == {"sent": 2})


@pytest.mark.parametrize("status, kept", [(404, False), (410, False), (429, True), (500, True)])
@async_test
async def test_a_subscription_that_has_ended_is_dropped(
    tmp_path: Path, status: int, kept: bool
) -> None:
    with a_push_service(tmp_path) as service:
        service.status = status
        async with a_pushing_site(tmp_path, service) as site:
            anna, bert = await site.guest("Anna"), await site.guest("Bert")
            await subscribe(bert, service, "bert")
            await play(anna, await a_game(site, anna, bert, days=1))
            await eventually(lambda: outcomes(site) == {"refused" if kept else "gone": 1})
            await asyncio.gather(*site.context.push._tasks)
            assert (await subscriptions(site) == []) == (not kept)


async def subscriptions(site: Site) -> list[SubscriptionRow]:
    """Those of all guests."""
    return await site.context.store.read(
        lambda connection: [
            SubscriptionRow(*row) for row in connection.execute(select(schema.push_subscriptions))
        ]
    )


@async_test
async def test_a_device_is_not_told_more_often_than_its_limit(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            bert = await site.guest("Bert")
            await subscribe(bert, service, "bert")
            [row] = await subscriptions(site)
            for number in range(35):
                await site.context.push.tell(row.player, b"{}", f"topic-{number}")
            await eventually(lambda: outcomes(site) == {"sent": 30, "limited": 5})
            assert len(service.posted) == 30


# Subscriptions


@async_test
async def test_a_subscription_ends_with_its_device(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            bert, phone = await site.guest("Bert"), site.visitor()
            await claim(phone, await link_of(bert))
            await subscribe(phone, service, "phone")
            await subscribe(bert, service, "laptop")
            devices = (await profile(bert))["devices"]
            [other] = [each["device"] for each in devices if not each.get("this")]
            await bert.ask("DELETE", f"/api/profile/devices/{other}")
            assert [row.endpoint for row in await subscriptions(site)] == [
                service.endpoint("laptop")
            ]
            assert (await bert.ask("DELETE", "/api/push")).json == {"on": False}
            assert await subscriptions(site) == []


@async_test
async def test_a_browser_with_another_profile_is_not_told_about_the_former_one(
    tmp_path: Path,
) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna, bert = await site.guest("Anna"), await site.guest("Bert")
            await subscribe(anna, service, "same")
            await subscribe(bert, service, "same")
            [row] = await subscriptions(site)
            assert await site.context.person(row.player) is not None
            exported = (await bert.ask("GET", "/api/profile/export")).body.decode()
            assert service.endpoint("same") in exported
            assert row.auth not in exported
            assert row.device not in exported
            assert "push" not in (await anna.ask("GET", "/api/profile/export")).body.decode()


@async_test
async def test_erasing_a_profile_erases_its_subscriptions(tmp_path: Path) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna = await site.guest("Anna")
            await a_table(anna)
            await subscribe(anna, service, "anna")
            assert (await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})).status == 200
            assert await subscriptions(site) == []


@pytest.mark.parametrize(
    "keys", [{"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "B" + 86 * "A", "auth": 22 * "A"}]
)
@async_test
async def test_keys_with_which_nothing_can_be_encrypted_are_refused(
    tmp_path: Path, keys: dict[str, str]
) -> None:
    with a_push_service(tmp_path) as service:
        async with a_pushing_site(tmp_path, service) as site:
            anna = await site.guest("Anna")
            body = {"endpoint": service.endpoint(), "keys": keys}
            answer = await anna.ask("POST", "/api/push", body)
            assert (answer.status, answer.code) == (400, "bad_endpoint")


# Without it


@async_test
async def test_a_server_without_push_says_so(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        assert (await anna.ask("GET", "/api/push")).json == {"key": ""}
        answer = await anna.ask("POST", "/api/push", Browser().subscription("https://a.example/x"))
        assert (answer.status, answer.code) == (409, "no_push")
        assert not (tmp_path / "push-key").exists()


def test_push_needs_tls(tmp_path: Path) -> None:
    for url in (None, "http://splendor.example.org"):
        with pytest.raises(SettingsError, match="--public-url https"):
            Settings(data=tmp_path, push=True, public_url=url)


def test_push_without_the_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = {"cryptography"}
    monkeypatch.setattr(
        settings_module, "find_spec", lambda name: None if name in missing else find_spec(name)
    )
    with pytest.raises(SettingsError, match=re.escape("pip install 'splendor[server,push]'")):
        Settings(data=tmp_path, push=True, public_url=PUBLIC)
    Settings(data=tmp_path, public_url=PUBLIC)  # nothing else needs it


def test_only_the_encryption_needs_the_extra() -> None:
    """And nothing imports it before it is needed."""
    for path in SOURCES.rglob("*.py"):
        if path != SOURCES / "server/push/encryption.py":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"^\s*(from|import) cryptography", text, re.M), path
            assert not re.search(r"^(from|import) \S*push\.encryption", text, re.M), path


def test_a_pusher_without_a_key_does_nothing() -> None:
    table: Any = object()  # not even looked at
    Pusher(None, Metrics()).turn_began(table)  # type: ignore[arg-type]
