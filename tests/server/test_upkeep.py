"""Upkeep: a running server heeds what an administrator changed, and keeps nothing too long."""

from pathlib import Path

import pytest

from splendor.server.keys import rotate_key, signing_keys
from splendor.server.storage import admin
from splendor.server.upkeep import DAY, UNUSED_DAYS, Upkeep
from tests.server.fakes import async_test
from tests.server.in_process import Site, Visitor, a_site
from tests.server.test_profile import a_table, begin, do, name_of


async def id_of(site: Site, guest: Visitor) -> str:
    found = await site.context.guests.of_device(site.context.identity.device_of(guest.cookie))
    assert found is not None
    return found.player


@async_test
async def test_a_frozen_table_takes_no_more_events_and_can_go_on_later(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        url, upkeep = site.context.settings.database, Upkeep(site.context)
        await upkeep.look()
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        table = await a_table(anna, ben)
        async with ben.page(table) as page:
            await page.until("websocket.send")
            with admin.administration(url) as connection:
                admin.freeze(connection, table, "spam")
            # The server does not know it yet, but the database refuses.
            assert (await do(anna, table, "chat", text="buy this")).code == "store"
            await upkeep.look()
            await page.until("websocket.close")
        answer = await do(anna, table, "chat", text="buy this")
        assert (answer.code, answer.json["values"]) == ("frozen", {"problem": "spam"})
        assert (await ben.ask("GET", f"/api/tables/{table}")).status == 200
        with admin.administration(url) as connection:
            admin.freeze(connection, table, "")
        await upkeep.look()
        assert (await do(anna, table, "chat", text="sorry")).status == 200


@async_test
async def test_a_ban_closes_sockets_and_ends(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        url, upkeep = site.context.settings.database, Upkeep(site.context)
        await upkeep.look()
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        table = await a_table(anna, ben)
        player = await id_of(site, anna)
        async with anna.page(table) as page:
            await page.until("websocket.send")
            with admin.administration(url) as connection:
                admin.ban(connection, player, site.context.tables.now + DAY)
            await upkeep.look()
            closed = await page.until("websocket.close")
            assert (closed["code"], closed["reason"][:22]) == (4401, "this profile is banned")
        assert (await do(anna, table, "chat", text="hello")).code == "banned"
        assert (await do(ben, table, "chat", text="hello")).status == 200
        with admin.administration(url) as connection:
            admin.ban(connection, player, 0)
        await upkeep.look()
        assert (await do(anna, table, "chat", text="hello")).status == 200


@async_test
async def test_the_server_deletes_and_erases_when_it_is_told(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        url, upkeep = site.context.settings.database, Upkeep(site.context)
        await upkeep.look()
        anna, ben = await site.guest("Anna"), await site.guest("Ben")
        gone, running = await a_table(ben), await a_table(anna, ben)
        await begin(site, running, anna, ben)
        with admin.administration(url) as connection:
            admin.notify(connection, admin.DELETE, gone)
            admin.notify(connection, admin.ERASE, await id_of(site, anna))
            admin.notify(connection, admin.DELETE, "there is no such table")
        await upkeep.look()
        assert (await ben.ask("GET", f"/api/tables/{gone}")).status == 404
        assert await name_of(anna) == ""
        room = (await ben.ask("GET", f"/api/tables/{running}")).json["room"]
        assert room["seats"][0].get("name", "") == ""


@async_test
async def test_notices_from_before_the_start_are_not_heeded(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        ben = await site.guest("Ben")
        table = await a_table(ben)
        with admin.administration(site.context.settings.database) as connection:
            admin.notify(connection, admin.DELETE, table)
        upkeep = Upkeep(site.context)
        await upkeep.look()
        await upkeep.look()
        assert (await ben.ask("GET", f"/api/tables/{table}")).status == 200


@async_test
async def test_a_running_server_uses_a_new_key_and_renews_cookies(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        upkeep = Upkeep(site.context)
        await upkeep.look()
        anna = await site.guest("Anna")
        before = anna.cookie
        assert rotate_key(tmp_path, environment={}) == 1
        with admin.administration(site.context.settings.database) as connection:
            admin.notify(connection, admin.KEYS)
        await upkeep.look()
        assert await name_of(anna) == "Anna"
        assert anna.cookie != before  # renewed with the newest key
        rotate_key(tmp_path, forget=True, environment={})
        await upkeep.reload_keys("")
        assert await name_of(site.visitor(before)) == ""
        assert await name_of(anna) == ""


# Keys


def test_older_keys_verify_until_their_cookies_have_expired(tmp_path: Path) -> None:
    day = 24 * 3600
    first = signing_keys(tmp_path, {})
    for number in range(1, 4):
        assert rotate_key(tmp_path, now=number * 150 * day, environment={}) <= number
        assert len(set(signing_keys(tmp_path, {}))) == len(signing_keys(tmp_path, {}))
    assert signing_keys(tmp_path, {})[-1] == first[0]  # 300 days after it was replaced
    rotate_key(tmp_path, now=600 * day, environment={})
    assert first[0] not in signing_keys(tmp_path, {})
    assert rotate_key(tmp_path, now=601 * day, forget=True, environment={}) == 0
    assert len(signing_keys(tmp_path, {})) == 1
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


def test_two_rotations_in_one_second_lose_no_key(tmp_path: Path) -> None:
    first = signing_keys(tmp_path, {})
    for _ in range(3):
        rotate_key(tmp_path, now=1_700_000_000, environment={})
    keys = signing_keys(tmp_path, {})
    assert len(set(keys)) == 4
    assert first[0] in keys


def test_keys_in_the_environment_are_rotated_there(tmp_path: Path) -> None:
    variable = {"SPLENDOR_KEY": f"{'0a' * 32},{'0b' * 32}"}
    assert signing_keys(tmp_path, variable) == [b"\n" * 32, b"\x0b" * 32]
    with pytest.raises(Exception, match="SPLENDOR_KEY"):
        rotate_key(tmp_path, environment=variable)
    assert list(tmp_path.iterdir()) == []


# Retention


@async_test
async def test_what_is_kept_too_long_is_deleted(tmp_path: Path) -> None:
    async with a_site(tmp_path, keep_guests=400, keep_games=100) as site:
        upkeep = Upkeep(site.context)
        unused, anna, ben = [await site.guest(name) for name in ("Unused", "Anna", "Ben")]
        table, waiting = await a_table(anna, ben), await a_table(anna)
        await begin(site, table, anna, ben)
        assert (await do(anna, table, "resign", seat=0)).status == 200
        passed, used = 0.0, {"Anna", "Ben", "game"}
        for days, left in [
            (UNUSED_DAYS - 1, {"Unused", *used}),
            (UNUSED_DAYS + 1, used),
            (99, used),
        ]:
            site.later((days - passed) * 24 * 3600)
            passed = days
            await upkeep.retain()
            assert await still_there(site, table, unused, anna, ben) == left
        site.later(2 * 24 * 3600)
        await upkeep.retain()
        assert await still_there(site, table, unused, anna, ben) == {"Anna", "Ben"}
        assert await site.context.store.table(waiting)  # it is not over
        site.later(300 * 24 * 3600)
        await upkeep.retain()
        assert await still_there(site, table, unused, anna, ben) == set()


async def still_there(site: Site, table: str, *guests: Visitor) -> set[str]:
    names = {await name_of(guest) for guest in guests} - {""}
    return names | ({"game"} if await site.context.store.table(table) else set())


@async_test
async def test_by_default_guests_and_games_are_kept(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        table = await a_table(anna)
        site.later(5000 * 24 * 3600)
        await Upkeep(site.context).retain()
        assert await still_there(site, table, anna) == {"Anna", "game"}
