"""Profiles: one guest on several devices, links and codes that work once, export and erasure."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from splendor.server.admission import RateLimits
from splendor.server.guests import device_name
from splendor.server.identity import (
    CODE_LETTERS,
    hash_code,
    hash_token,
    new_recovery_code,
    new_token,
)
from splendor.server.profile import EXPORTED, LINK_LIFETIME, MOST_DEVICES, RECOVERY_LIFETIME
from splendor.server.storage import admin, people, schema
from splendor.server.storage.types import AddDevice, DeviceRow, PlayerRow, SavePlayer
from tests.server.fakes import async_test, eventually
from tests.server.in_process import Answer, Site, Visitor, a_site


async def link_of(guest: Visitor) -> str:
    return str((await guest.ask("POST", "/api/profile/links")).json["token"])


async def code_of(guest: Visitor) -> str:
    return str((await guest.ask("POST", "/api/profile/recovery")).json["code"])


async def claim(visitor: Visitor, token: str) -> Answer:
    return await visitor.ask("POST", "/api/profile/claims", {"token": token})


async def profile(visitor: Visitor) -> dict[str, Any]:
    return dict((await visitor.ask("GET", "/api/profile")).json)


async def name_of(visitor: Visitor) -> str:
    return str((await visitor.ask("GET", "/api/guest")).json["name"])


async def a_table(owner: Visitor, *others: Visitor) -> str:
    seats = [{"who": "me"}, {"who": "open"}]
    table = str((await owner.ask("POST", "/api/tables", {"seats": seats})).json["table"])
    for number, other in enumerate(others, 1):
        await do(other, table, "sit", seat=number)
    return table


async def begin(site: Site, table: str, *people: Visitor) -> None:
    for each in people:
        assert (await do(each, table, "ready")).status == 200
    await eventually(lambda: site.context.tables.live[table].state.status == "playing")


async def do(who: Visitor, table: str, type: str, **fields: Any) -> Answer:
    body = {"type": type, "id": new_token(), **fields}
    return await who.ask("POST", f"/api/tables/{table}/commands", body)


# Links and codes


@async_test
async def test_another_device_gets_the_profile_by_a_link(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        laptop = await site.guest("Anna")
        table = await a_table(laptop)
        answer = await laptop.ask("POST", "/api/profile/links")
        assert answer.json["link"].endswith(f"/devices#profile={answer.json['token']}")
        phone = site.visitor()
        claimed = await claim(phone, answer.json["token"])
        assert (claimed.status, claimed.json) == (200, {"name": "Anna", "kind": "link"})
        tables = (await phone.ask("GET", "/api/tables")).json["tables"]
        assert [line["table"] for line in tables] == [table]
        assert (await do(phone, table, "ready")).status == 200  # at her seat
        known = await profile(laptop)
        assert [each.get("this", False) for each in known["devices"]].count(True) == 1
        assert [each["name"] for each in known["devices"]] == ["Firefox, Linux"] * 2


@async_test
async def test_a_link_works_once(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        token = await link_of(anna)
        visitors = [site.visitor() for _ in range(5)]
        answers = await asyncio.gather(*(claim(each, token) for each in visitors))
        assert Counter(answer.status for answer in answers) == {200: 1, 404: 4}
        assert {answer.code for answer in answers if answer.status == 404} == {"no_profile"}
        assert len((await profile(anna))["devices"]) == 2


@pytest.mark.parametrize("seconds, works", [(-1, True), (0, False), (1000, False)])
@pytest.mark.parametrize("kind", ["link", "recovery"])
@async_test
async def test_links_and_codes_expire(
    tmp_path: Path, kind: str, seconds: float, works: bool
) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        now = site.context.tables.now / 1000
        site.context.tables.wall = lambda: now
        token = await (link_of if kind == "link" else code_of)(anna)
        lifetime = (LINK_LIFETIME if kind == "link" else RECOVERY_LIFETIME) / 1000
        site.later(lifetime + seconds)
        answer = await claim(site.visitor(), token)
        assert (answer.status == 200) == works
        assert works or answer.code == "no_profile"


@async_test
async def test_a_recovery_code_brings_the_profile_back_once(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        former, code = await code_of(anna), await code_of(anna)
        assert (await profile(anna))["recovery"] > 0
        assert (await claim(site.visitor(), former)).code == "no_profile"  # replaced
        new = site.visitor()
        typed = (code[:12] + code[12:].replace("-", "")).lower()
        assert len(typed) == 22  # as long as the token of a link
        typed = typed.replace("0", "o").replace("1", "l")
        assert (await claim(new, typed)).json == {"name": "Anna", "kind": "recovery"}
        assert await name_of(new) == "Anna"
        assert (await claim(site.visitor(), code)).code == "no_profile"
        assert (await profile(new))["recovery"] == 0


@async_test
async def test_only_hashes_of_links_and_codes_are_stored(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        token, code = await link_of(anna), await code_of(anna)
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
        assert hash_token(token).encode() in stored
        assert token.encode() not in stored
        assert code.encode() not in stored
        assert code.replace("-", "").encode() not in stored


@async_test
async def test_guesses_are_limited_and_all_refused_alike(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        site.context.rates = RateLimits(clock=lambda: 0.0)  # however slow the machine is
        await code_of(await site.guest("Anna"))
        guesser = site.visitor(address="192.0.2.1")
        guesses = [new_token(), new_recovery_code(), "", "x", "🂡" * 20, "A" * 64, "0" * 20]
        answers = [await claim(guesser, guess) for guess in guesses]
        assert {answer.status for answer in answers} == {400, 404}  # an empty one is malformed
        assert {a.code for a in answers if a.status == 404} == {"no_profile"}
        more = [await claim(guesser, new_token()) for _ in range(40)]
        assert Counter(answer.status for answer in more)[429] == 17  # 30 of 47 are allowed
        assert await claim(await site.guest("Ben"), new_token())


def test_a_recovery_code_has_100_random_bits_and_is_read_as_people_type_it() -> None:
    codes = [new_recovery_code() for _ in range(200)]
    assert len({*codes}) == 200
    for code in codes:
        assert [len(group) for group in code.split("-")] == [5] * 4
        assert {*code} <= {*CODE_LETTERS, "-"}
        assert hash_code(code) == hash_code(f" {code.lower().replace('-', ' – ')} ")
    assert not {*"ILOU"} & {*CODE_LETTERS}
    assert len(CODE_LETTERS) == 32
    assert hash_code("ILO00-00000-00000-00000") == hash_code("11000-00000-00000-00000")
    assert hash_code("00000-00000-00000-0000") is None
    assert hash_code("U0000-00000-00000-00000") is None


@async_test
async def test_a_link_opened_on_a_device_of_the_profile_is_not_used_up(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        token = await link_of(anna)
        assert (await claim(anna, token)).code == "own_profile"
        assert (await claim(site.visitor(), token)).status == 200


@async_test
async def test_a_device_that_gets_another_profile_leaves_its_own(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        cleo = await site.guest("Cleo")
        await code_of(cleo)
        for guest, is_kept in ((ben, False), (cleo, True)):
            before = site.visitor(guest.cookie)
            known = await site.context.guests.of_device(anna_device(site, guest))
            assert known is not None
            assert (await claim(guest, await link_of(anna))).status == 200
            assert await name_of(guest) == "Anna"
            assert await name_of(before) == ""  # the former cookie is no longer valid
            assert (await site.context.store.player(known.player) is not None) == is_kept


@async_test
async def test_a_profile_has_a_bounded_number_of_devices_and_links(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        statuses = [(await anna.ask("POST", "/api/profile/links")).status for _ in range(21)]
        assert statuses == [*[200] * 20, 409]
        site.later(LINK_LIFETIME / 1000 + 1)
        player = (await site.context.guests.of_device(anna_device(site, anna))).player  # type: ignore[union-attr]
        for _ in range(MOST_DEVICES - 1):
            row = DeviceRow(new_token(), player, "", 1, 1)
            await site.context.store.write(AddDevice(row))
        code = await code_of(anna)
        assert (await claim(site.visitor(), code)).code == "too_many_devices"
        handle = (await profile(anna))["devices"][-1]["device"]
        assert (await anna.ask("DELETE", f"/api/profile/devices/{handle}")).status == 200
        assert (await claim(site.visitor(), code)).status == 200  # it was not used up


def anna_device(site: Site, anna: Visitor) -> str | None:
    return site.context.identity.device_of(anna.cookie)


# Devices


@async_test
async def test_a_revoked_device_is_a_stranger_and_its_sockets_are_closed(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        table = await a_table(anna)
        phone = site.visitor()
        await claim(phone, await link_of(anna))
        async with phone.page(table) as lost, anna.page(table) as kept:
            await lost.until("websocket.send")
            await kept.until("websocket.send")
            devices = (await profile(anna))["devices"]
            [handle] = [each["device"] for each in devices if not each.get("this")]
            answer = await anna.ask("DELETE", f"/api/profile/devices/{handle}")
            assert [each["this"] for each in answer.json["devices"]] == [True]
            closed = await lost.until("websocket.close")
            assert (closed["code"], closed["reason"]) == (4401, "this device was signed out")
            assert (await do(anna, table, "chat", text="hello")).status == 200
            await kept.until("websocket.send")
        assert await name_of(phone) == ""
        assert (await do(phone, table, "chat", text="hello")).code == "no_guest"
        assert (await phone.ask("POST", "/api/profile/links")).code == "no_guest"
        assert (await phone.ask("POST", "/api/guest", {"name": "Anna"})).status == 200
        assert (await phone.ask("GET", "/api/tables")).json["tables"] == []  # somebody else


@async_test
async def test_the_devices_of_a_guest_share_their_rate_limits(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        site.context.rates = RateLimits(clock=lambda: 0.0)
        anna, phone = await site.guest("Anna"), site.visitor(address="192.0.2.1")
        await claim(phone, await link_of(anna))
        await name_of(phone)  # the server knows now whose device it is
        statuses = [
            (await (anna, phone)[number % 2].ask("POST", "/api/guest", {"name": "Anna"})).status
            for number in range(14)
        ]
        assert statuses == [*[200] * 10, *[429] * 4]


@async_test
async def test_a_device_can_sign_itself_out(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        old = site.visitor(anna.cookie)
        [device] = (await profile(anna))["devices"]
        answer = await anna.ask("DELETE", f"/api/profile/devices/{device['device']}")
        assert answer.json == {"name": "", "devices": [], "tables": 0, "recovery": 0}
        assert anna.cookie == ""
        assert await name_of(old) == ""


@async_test
async def test_nobody_sees_or_revokes_the_devices_of_others(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        [device] = (await profile(anna))["devices"]
        assert (await ben.ask("DELETE", f"/api/profile/devices/{device['device']}")).status == 404
        assert len((await profile(anna))["devices"]) == 1
        shown = json.dumps(await profile(anna))
        assert str(anna_device(site, anna)) not in shown  # the id is in the cookie only


@async_test
async def test_cookies_of_earlier_versions_keep_working(tmp_path: Path) -> None:
    """They hold the id of the player, which is that of their first device."""
    async with a_site(tmp_path) as site:
        player, now = new_token(), site.context.tables.now
        await site.context.store.write(
            SavePlayer(PlayerRow(player, "Anna", now)),
            AddDevice(DeviceRow(player, player, "", now, now)),
        )
        header = site.context.identity.cookie_for(player).partition(";")[0]
        anna = site.visitor(header)
        assert await name_of(anna) == "Anna"
        table = await a_table(anna)
        phone = site.visitor()
        await claim(phone, await link_of(anna))
        assert (await do(phone, table, "ready")).status == 200


@pytest.mark.parametrize(
    "agent, name",
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("splendor-client/1", "splendor-client"),
        ("<script>", ""),
        ("", ""),
        ("x" * 10_000, "x" * 31),
    ],
)  # fmt: skip
def test_devices_are_named_after_browser_and_system(agent: str, name: str) -> None:
    assert device_name(agent) == name


@async_test
async def test_the_use_of_a_device_is_stored_once_a_day(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        guests, device = site.context.guests, anna_device(site, anna)
        writes = site.context.store.rows
        for _ in range(3):
            await name_of(anna)
        assert site.context.store.rows == writes
        begin = guests.now / 1000
        guests._clock = lambda: begin + 2 * 24 * 3600
        for _ in range(3):
            await name_of(anna)
        await asyncio.gather(*guests._writes)
        row = await site.context.store.read(people.device, device)
        assert row is not None
        assert row.seen == guests.now
        assert site.context.store.rows == writes + 1


# Export and erasure


def lines_of(answer: Answer) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.body.splitlines()]


@async_test
async def test_everything_kept_of_a_guest_can_be_exported(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        table = await a_table(anna, ben)
        other = await a_table(ben)
        await do(anna, table, "chat", text="hello Ben")
        await do(ben, table, "chat", text="hello Anna")
        for type, fields in (("sit", {"seat": 1}), ("chat", {"text": "I go"}), ("leave", {})):
            assert (await do(anna, other, type, **fields)).status == 200
        await begin(site, table, anna, ben)
        await code_of(anna)
        answer = await anna.ask("GET", "/api/profile/export")
        assert ("content-type", "application/jsonl") in answer.headers
        lines = lines_of(answer)
        kinds = Counter(line["kind"] for line in lines)
        assert kinds["profile"] == kinds["device"] == kinds["recovery"] == 1
        known = [line for line in lines if line["kind"] == "table"]
        assert [line["rules"] for line in known] == ["official", "official"]
        assert [line["table"] == table for line in known] == [True, False]
        assert "seats" not in known[1]  # she has left it
        assert other not in answer.body.decode()
        events = [line["event"] for line in lines if line["kind"] == "event"]
        assert {event["kind"] for event in events} <= set(EXPORTED)
        assert {"kind": "chatted", "name": "Anna", "text": "hello Ben"} in events
        assert {"kind": "chatted", "name": "Anna", "text": "I go"} in events
        text = answer.body.decode()
        assert "hello Anna" not in text
        assert "deal" not in text
        row = await site.context.store.table(table)
        assert row is not None
        assert row.secret not in text
        device = anna_device(site, anna)
        assert str(device) not in text


@async_test
async def test_ratings_are_exported_and_erased(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        known = await site.context.guests.of_device(anna_device(site, anna))
        assert known is not None
        fields = {"game": "base", "players": 2, "rating": 1500.0, "deviation": 50.0}
        row = {"player": known.player, "volatility": 0.06, "games": 3, **fields}
        with admin.administration(site.context.settings.database) as connection:
            connection.execute(insert(schema.ratings), row)
        lines = lines_of(await anna.ask("GET", "/api/profile/export"))
        assert {"kind": "ratings", "volatility": 0.06, "games": 3, **fields} in lines
        await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})
        assert await site.context.store.read(people.kept_of, known.player) == []


@async_test
async def test_an_erased_guest_stays_as_a_deleted_player_where_others_played(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site:
        anna, ben = await site.guest("Anna Karenina"), await site.guest("Ben")
        alone, running, bens = await a_table(anna), await a_table(anna, ben), await a_table(ben)
        await do(anna, running, "chat", text="I live in Moscow")
        await do(anna, bens, "sit", seat=1)
        await do(anna, bens, "chat", text="and in Petersburg")
        assert (await do(anna, bens, "leave")).status == 200
        await begin(site, running, anna, ben)
        cookie = anna.cookie
        wrong = await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})
        assert wrong.code == "wrong_name"
        async with anna.page(running) as page:
            await page.until("websocket.send")
            answer = await anna.ask("POST", "/api/profile/erasure", {"name": "Anna Karenina"})
            assert answer.json == {"tables": 3}
            await page.until("websocket.close")
        assert anna.cookie == ""
        assert await name_of(site.visitor(cookie)) == ""
        assert (await ben.ask("GET", f"/api/tables/{alone}")).status == 404
        for table in (running, bens):
            news = (await ben.ask("GET", f"/api/tables/{table}")).body.decode()
            assert not any(word in news for word in ("Karenina", "Moscow", "Petersburg"))
        room = (await ben.ask("GET", f"/api/tables/{running}")).json["room"]
        assert room["seats"][0].get("name", "") == ""
        assert room["status"] == "over"  # she gave up
        record = await ben.ask("GET", f"/api/tables/{running}/record")
        assert record.status == 200
        assert "Karenina" not in record.body.decode()
        stored = await everything(site)
        assert not any(word in stored for word in ("Karenina", "Moscow", "Petersburg"))


@async_test
async def test_a_finished_game_keeps_its_deleted_players(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        table = await a_table(anna, ben)
        await begin(site, table, anna, ben)
        await do(anna, table, "resign", seat=0)
        await site.context.store.archive(table)
        before = (await ben.ask("GET", f"/api/tables/{table}/transcript")).json
        await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})
        [line] = (await ben.ask("GET", "/api/tables")).json["tables"]
        assert [seat.get("name", "") for seat in line["seats"]] == ["", "Ben"]
        assert [seat["kind"] for seat in line["seats"]] == ["person", "person"]
        after = (await ben.ask("GET", f"/api/tables/{table}/transcript")).json
        assert json.dumps(after) == json.dumps(before).replace('"Anna"', '""')
        for what in ("record", "proof", "replay"):
            assert (await ben.ask("GET", f"/api/tables/{table}/{what}")).status == 200


async def everything(site: Site) -> str:
    """All that the database has, except for what a file system may keep of deleted rows."""
    found = []
    for table in await site.context.store.with_status("open", "playing", "over", "frozen"):
        found.append(repr(await site.context.store.table(table)))
        found += [row.body.decode() for row in await site.context.store.events(table)]
    return " ".join(found)


@async_test
async def test_a_banned_guest_can_only_take_their_data_along(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        table = await a_table(anna)
        player = (await site.context.guests.of_device(anna_device(site, anna))).player  # type: ignore[union-attr]
        site.context.guests.forget(player)
        known = await site.context.guests.get(player)
        assert known is not None
        site.context.guests._guests[player] = type(known)(
            player, "Anna", site.context.tables.now + 10**6
        )
        assert (await do(anna, table, "ready")).code == "banned"
        assert (await anna.ask("POST", "/api/profile/links")).code == "banned"
        async with anna.page(table) as page:
            assert (await page.until("websocket.close"))["code"] == 4401
        assert (await anna.ask("GET", "/api/profile/export")).status == 200
        assert (await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})).status == 200


@async_test
async def test_the_page_about_the_server_says_what_the_operator_set(tmp_path: Path) -> None:
    text = tmp_path / "privacy.txt"
    text.write_text("We keep little.", encoding="utf-8")
    settings = {"contact": "ann@example.org", "privacy": text, "keep_guests": 90}
    async with a_site(tmp_path, **settings) as site:
        assert (await site.visitor().ask("GET", "/api/privacy")).json == {
            "contact": "ann@example.org",
            "text": "We keep little.",
            "keep_guests": 90,
            "keep_games": 0,
        }
