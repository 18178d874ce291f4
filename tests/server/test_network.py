"""`splendor play` opened to the network: who may do it, and what is reachable while it is open."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from splendor.server import addresses
from splendor.server.addresses import listen, private_addresses
from splendor.server.app import Server, make_app, make_context, uvicorn_config
from splendor.server.context import Context
from splendor.server.network import FORWARDED, LocalNetwork
from splendor.server.settings import Settings
from tests.server.fakes import async_test
from tests.server.in_process import Site, Visitor, a_site

HERE, THERE = "127.0.0.1", "127.0.0.2"  # this computer, and its address in the network
OPEN, CLOSE = {"open": True}, {"open": False}
TIMEOUT = 60.0  # seconds, generous for a busy machine


def network_of(context: Context) -> LocalNetwork:
    assert context.network is not None
    return context.network


class Listening:
    """What the server does with a listening socket, without accepting anything."""

    def __init__(self) -> None:
        self.sockets: list[socket.socket] = []

    async def accept(self, listener: socket.socket) -> Any:
        self.sockets.append(listener)
        return listener


@contextlib.asynccontextmanager
async def local_site(folder: Path, *found: str) -> AsyncIterator[tuple[Site, Visitor, Listening]]:
    """A site of `splendor play`, somebody at this computer, and the sockets that it opens."""
    listening = Listening()
    async with a_site(folder, first="official") as site:
        network = network_of(site.context)
        network.accept = listening.accept
        network._addresses = lambda: found or (THERE,)
        yield site, await site.guest("Anna"), listening
        await network.close()


async def change(visitor: Visitor, body: dict[str, Any]) -> Any:
    return await visitor.ask("POST", "/api/network", body)


# Who may open and close it


@async_test
async def test_a_page_on_this_computer_opens_the_network_and_closes_it_again(
    tmp_path: Path,
) -> None:
    async with local_site(tmp_path) as (_, anna, listening):
        before = (await anna.ask("GET", "/api/network")).json
        assert before == {"can": True, "addresses": [THERE]}
        opened = (await change(anna, OPEN)).json
        assert opened["address"] == THERE
        assert opened["url"] == f"http://{THERE}:{listening.sockets[0].getsockname()[1]}"
        assert (await anna.ask("GET", "/api/network")).json == opened
        assert (await change(anna, OPEN)).json == opened  # already open
        assert (await change(anna, CLOSE)).json == before
        assert len(listening.sockets) == 1
        assert listening.sockets[0].fileno() == -1  # closed


def at_another_address(visitor: Visitor) -> None:
    visitor.server = ("192.168.1.23", 8000)


def from_another_computer(visitor: Visitor) -> None:
    visitor.address = "192.168.1.77"


def with_another_host(visitor: Visitor) -> None:
    visitor.headers |= {"host": f"{THERE}:8000", "origin": f"http://{THERE}:8000"}


def with_another_origin(visitor: Visitor) -> None:
    visitor.headers["origin"] = "http://localhost:8000"  # ours, but not the host of this request


def without_an_origin(visitor: Visitor) -> None:
    del visitor.headers["origin"]


def from_a_page_of_the_same_site(visitor: Visitor) -> None:
    visitor.headers["sec-fetch-site"] = "same-site"


@pytest.mark.parametrize(
    "spoil",
    [
        at_another_address,
        from_another_computer,
        with_another_host,
        with_another_origin,
        without_an_origin,
        from_a_page_of_the_same_site,
    ],
)
@async_test
async def test_nobody_else_opens_closes_or_sees_the_network(tmp_path: Path, spoil: Any) -> None:
    async with local_site(tmp_path) as (site, anna, _):
        other = site.visitor(anna.cookie)  # not even with the cookie of somebody who may
        await change(anna, OPEN)
        spoil(other)
        refused = await change(other, CLOSE)
        assert refused.status == 403
        assert network_of(site.context).address == THERE
        await change(anna, CLOSE)
        assert (await change(other, OPEN)).status == 403
        assert network_of(site.context).address == ""
        if spoil is not without_an_origin:  # a browser sends none with a GET
            assert not (await other.ask("GET", "/api/network")).json.get("can")


@async_test
async def test_the_network_cannot_close_itself(tmp_path: Path) -> None:
    async with local_site(tmp_path) as (site, anna, _):
        await change(anna, OPEN)
        anna.server = (THERE, 8000)  # a connection to the second listener
        assert (await change(anna, CLOSE)).code == "not_local"
        assert network_of(site.context).address == THERE


@pytest.mark.parametrize("header", FORWARDED)
@async_test
async def test_a_request_through_a_proxy_is_refused(tmp_path: Path, header: str) -> None:
    async with local_site(tmp_path) as (site, anna, _):
        anna.headers[header] = "127.0.0.1"
        assert (await change(anna, OPEN)).code == "not_local"
        assert (await anna.ask("GET", "/api/network")).json == {}
        assert network_of(site.context).address == ""


@async_test
async def test_splendor_serve_opens_nothing(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        assert (await change(anna, OPEN)).code == "not_local"
        assert (await anna.ask("GET", "/api/network")).json == {}


@async_test
async def test_it_is_opened_and_closed_twenty_times_a_minute_at_most(tmp_path: Path) -> None:
    async with a_site(tmp_path, first="official", rates=True) as site:
        anna = await site.guest("Anna")
        answers = [(await change(anna, CLOSE)).status for _ in range(21)]
        assert answers == [200] * 20 + [429]


# At which address


@async_test
async def test_only_an_address_of_this_machine_can_be_chosen(tmp_path: Path) -> None:
    async with local_site(tmp_path, THERE, "127.0.0.3") as (site, anna, listening):
        for wanted in ("0.0.0.0", "::", HERE, "192.168.1.1", "example.org"):
            assert (await change(anna, {**OPEN, "address": wanted})).code == "query_choice"
        assert not listening.sockets
        assert (await change(anna, {**OPEN, "address": "127.0.0.3"})).json["address"] == "127.0.0.3"
        assert (await change(anna, {**OPEN, "address": THERE})).json["address"] == THERE
        assert [each.fileno() == -1 for each in listening.sockets] == [True, False]  # one at most
        assert network_of(site.context).address == THERE


@async_test
async def test_without_a_private_network_nothing_is_opened(tmp_path: Path) -> None:
    async with local_site(tmp_path) as (site, anna, _):
        network_of(site.context)._addresses = list
        assert (await change(anna, OPEN)).code == "no_network"


@async_test
async def test_it_is_closed_when_the_machine_has_lost_the_address(tmp_path: Path) -> None:
    async with local_site(tmp_path) as (site, anna, listening):
        await change(anna, OPEN)
        network_of(site.context)._addresses = lambda: ("127.0.0.9",)
        assert (await anna.ask("GET", "/api/network")).json.get("address", "") == ""
        assert listening.sockets[0].fileno() == -1


@async_test
async def test_another_port_is_used_if_the_usual_one_is_taken(tmp_path: Path) -> None:
    async with local_site(tmp_path) as (site, anna, _):
        with listen(THERE, 0) as other:
            network_of(site.context).port = other.getsockname()[1]
            url = (await change(anna, OPEN)).json["url"]
            assert url.startswith(f"http://{THERE}:")
            assert not url.endswith(f":{other.getsockname()[1]}")


def test_public_addresses_are_never_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["fd00::2", "93.184.216.34", "192.168.1.23", "2001:db8::5", "10.1.2.3", "100.64.1.1"]
    monkeypatch.setattr(addresses, "lan_addresses", lambda: found)
    assert private_addresses() == ["192.168.1.23", "10.1.2.3", "fd00::2"]


# What is reachable


@async_test
async def test_links_to_share_have_the_address_of_the_network(tmp_path: Path) -> None:
    async with local_site(tmp_path) as (_, anna, _listening):
        seats = [{"who": "me"}, {"who": "open"}]
        url = (await change(anna, OPEN)).json["url"]
        made = (await anna.ask("POST", "/api/tables", {"seats": seats})).json
        assert made["link"] == f"{url}/t/{made['table']}"
        assert (await anna.ask("POST", "/api/profile/links")).json["link"].startswith(url)
        await change(anna, CLOSE)
        local = (await anna.ask("POST", "/api/profile/links")).json["link"]
        assert local.startswith("http://127.0.0.1:8000/")


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Context, int]]:
    """A real server that listens at this computer's own address, without bots."""
    listener = listen(HERE, 0)
    port = listener.getsockname()[1]
    context = make_context(Settings(data=folder, port=port, rates=False), first="official")
    context.store.open()
    server = Server(uvicorn_config(make_app(context), context.traffic))
    server.config.lifespan = "off"
    network_of(context).accept = server.accept
    network_of(context)._addresses = lambda: (THERE,)
    serving = asyncio.ensure_future(server._serve([listener]))
    async with asyncio.timeout(TIMEOUT):
        while not server.started:
            await asyncio.sleep(0.01)
    try:
        yield context, port
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, TIMEOUT)
        await context.tables.close()
        context.files.close()
        await asyncio.to_thread(context.store.close)


async def status_at(address: str, port: int, host: str, path: str = "/api/guest") -> int | None:
    """The status of the answer; None if nobody listens there."""
    try:
        reader, writer = await asyncio.open_connection(address, port)
    except OSError:
        return None
    writer.write(f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
    line = await asyncio.wait_for(reader.readline(), TIMEOUT)
    writer.close()
    return int(line.split()[1])


@async_test
async def test_the_network_reaches_the_server_while_it_is_open_and_only_then(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as (context, port):
        network, there = network_of(context), f"{THERE}:{port}"
        assert await status_at(THERE, port, there) is None
        assert await status_at(HERE, port, there) == 403
        await network.open()
        assert network.url == f"http://{there}"
        assert await status_at(THERE, port, there) == 200
        assert await status_at(THERE, port, "evil.example") == 403  # DNS rebinding
        assert await status_at(HERE, port, f"{HERE}:{port}") == 200
        await network.close()
        assert await status_at(THERE, port, there) is None
        assert await status_at(HERE, port, there) == 403
        assert await status_at(HERE, port, f"{HERE}:{port}") == 200


@async_test
async def test_a_connection_from_the_network_lasts_but_sends_no_further_requests(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as (context, port):
        network = network_of(context)
        await network.open()
        reader, writer = await asyncio.open_connection(THERE, port)
        request = f"GET /api/guest HTTP/1.1\r\nhost: {THERE}:{port}\r\n\r\n".encode()
        statuses = []
        for _ in range(2):
            writer.write(request)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
            statuses.append(int(head.split()[1]))
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            json.loads(await reader.readexactly(length))
            await network.close()
        writer.close()
        assert statuses == [200, 403]


@async_test
async def test_the_server_ends_with_an_open_network(tmp_path: Path) -> None:
    async with running(tmp_path) as (context, port):
        await network_of(context).open()
    assert await status_at(THERE, port, f"{THERE}:{port}") is None
