"""The HTTP endpoints: they turn requests into calls on the tables and decide nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import json

from splendor.ruleset import RULESETS
from splendor.server import catalogue, my_games, practice
from splendor.server.analysis.endpoints import ANALYSIS_ENDPOINTS
from splendor.server.bodies import (
    Alive,
    Claim,
    Claimed,
    GameList,
    Guest,
    Health,
    Level,
    Myself,
    NewTable,
    Replay,
    SeatLink,
    SeatLinkRequest,
    TableList,
    TableMade,
)
from splendor.server.health import METRICS, health, live, metrics
from splendor.server.http import JSON, Call, Endpoint, Reply
from splendor.server.identity import check_name, new_token
from splendor.server.invitations import NETWORK_ENDPOINTS
from splendor.server.messages import (
    Ack,
    Advice,
    AnyCommand,
    Chat,
    Emote,
    Hint,
    Judge,
    Judged,
    News,
    Ready,
    Rematch,
    Sit,
    Tried,
)
from splendor.server.profile import PROFILE_ENDPOINTS, new_device
from splendor.server.push_endpoints import PUSH_ENDPOINTS
from splendor.server.puzzle_endpoints import PUZZLE_ENDPOINTS
from splendor.server.refusals import RequestRefused, require
from splendor.server.review_endpoints import REVIEW_ENDPOINTS
from splendor.server.storage.types import AddDevice
from splendor.server.tables.commands import Person
from splendor.server.tables.files import (
    finished,
    game_file_of,
    proof_of,
    replay_of,
    transcript_of,
)
from splendor.server.tables.state import FROZEN, OVER, PLAYING, WAITING, TableState
from splendor.server.tables.table import Table

TEXT = "text/plain; charset=utf-8"
COST_OF_FILE, COST_OF_REPLAY = 5, 10  # of the requests that may be read
KEEP_AN_HOUR = {"cache-control": "public, max-age=3600"}
STATUSES = (WAITING, PLAYING, OVER, FROZEN)


def rate_of(command: Any) -> str:
    """The name of the rate limit that a command counts towards."""
    match command:
        case Chat():
            return "chat"
        case Emote():
            return "emote"
        case Hint():
            return "hint"
        case Judge():
            return "judge"
        case Rematch():
            return "table"
        case Sit() | Ready():
            return "join"
        case _:
            return "command"


# Guests


async def who_am_i(call: Call) -> Myself:
    return Myself(call.who.name if call.person else "")


async def say_name(call: Call) -> Reply:
    """A new guest, or a known one under another name."""
    if call.person is None:
        call.count("guest")
    name = check_name(call.body.name)
    if call.person:
        await call.context.save(Person(call.player, name))
        return Reply(Guest(name))
    row = new_device(call, player=new_token())
    await call.context.save(Person(row.player, name), AddDevice(row))
    return Reply(Guest(name), headers={"set-cookie": call.context.identity.cookie_for(row.id)})


# Games and bots


async def show_cards(call: Call) -> Reply:
    rules = call.path("rules")
    if rules not in RULESETS:
        raise RequestRefused("not_found", what="rules")
    return Reply(catalogue.cards(rules), headers=KEEP_AN_HOUR)


async def show_table_cards(call: Call) -> Reply:
    """The cards as the options of this table make them."""
    table = await table_of(call)
    setup = table.state.setup
    return Reply(catalogue.cards(setup.rules, len(table.state.seats), setup.options))


async def show_games(call: Call) -> GameList:
    return catalogue.games()


async def show_levels(call: Call) -> list[Level]:
    """Kept for one version: `GET /api/games` has all levels."""
    rules, players = call.query("rules") or next(iter(RULESETS)), call.query("players") or "2"
    require(rules in RULESETS, "query_choice", name="rules", values=list(RULESETS))
    known = catalogue.levels_by_players(rules)
    require(players in known, "query_choice", name="players", values=list(known))
    return known[players]


# Tables


async def make_table(call: Call) -> Reply:
    table = await call.context.tables.create(call.who, call.body)
    link = call.context.link_to(table.id, call.request)
    return Reply(TableMade(table.id, link, table.state.setup.commitment), status=201)


async def list_tables(call: Call) -> TableList:
    status = call.query("status") or None
    require(status in (None, *STATUSES), "query_choice", name="status", values=STATUSES)
    return await call.context.tables.tables_of(call.player, status, call.query("before"))


async def table_of(call: Call) -> Table:
    return await call.context.tables.get(call.path("table"), call.player)


async def show_table(call: Call) -> Reply:
    since = call.query("since") or "0"
    right = since.isascii() and since.isdigit() and len(since) < 10
    require(right, "query_since")
    table = await table_of(call)
    return Reply(call.context.tables.news_for(table, call.player, int(since)))


async def command_table(call: Call) -> Ack | Tried | Advice | Judged:
    table = await table_of(call)
    call.count(rate_of(call.body))
    return await call.context.tables.execute(table, call.who, call.body)


async def make_seat_link(call: Call) -> SeatLink:
    table = await table_of(call)
    tables, lifetime = call.context.tables, 1000 * call.body.seconds
    token = await tables.seat_link(table, call.who, call.body.seat, lifetime, call.body.own)
    link = f"{call.context.link_to(table.id, call.request)}#seat={token}"
    return SeatLink(token, link, tables.now + lifetime)


async def claim_seat(call: Call) -> Claimed:
    table, seat = await call.context.tables.claim(call.who, call.body.token)
    return Claimed(table, seat)


# Finished games


async def game_file(call: Call) -> Reply:
    table = await table_of(call)
    state, created = finished_table(table), table.row.created
    body = await made_once(call, table, "record", lambda: game_file_of(state, created).encode())
    return download(body, TEXT, f"splendor-{table.id}.txt")


async def transcript(call: Call) -> Reply:
    table = await table_of(call)
    state = finished_table(table)
    body = await made_once(call, table, "transcript", lambda: json.encode(transcript_of(state)))
    return download(body, JSON, f"splendor-{table.id}.json")


async def proof(call: Call) -> Reply:
    table = await table_of(call)
    state = finished_table(table)
    body = await made_once(call, table, "proof", lambda: json.encode(proof_of(state)))
    return download(body, JSON, f"splendor-{table.id}-fair.json")


async def replay(call: Call) -> Reply:
    table = await table_of(call)
    seen_by = call.query("as") or "everybody"
    seats = {str(seat): seat for seat in range(len(table.state.seats))}
    known = ("everybody", "spectator", *seats)
    require(seen_by in known, "query_choice", name="as", values=known)
    state, seat, everything = finished_table(table), seats.get(seen_by), seen_by == "everybody"
    make = partial(encoded_replay, state, seat, everything)
    return Reply(await made_once(call, table, f"replay as {seen_by}", make))


def encoded_replay(state: TableState, seat: int | None, everything: bool) -> bytes:
    return json.encode(replay_of(state, seat, everything))


def finished_table(table: Table) -> TableState:
    """The state of a table whose game is over; others are refused before anything is made."""
    finished(table.state)
    return table.state


async def made_once(call: Call, table: Table, what: str, make: Callable[[], bytes]) -> bytes:
    """A file of a finished game. After the end of a game only the people at its seats change."""
    people = tuple((each.kind, each.name, each.bot, each.why) for each in table.state.seats)
    key = (table.id, what, table.state.revision, people)
    return await call.context.files.get(key, make)


def download(body: bytes, kind: str, name: str) -> Reply:
    return Reply(body, kind, {"content-disposition": f'attachment; filename="{name}"'})


TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("GET", "/api/health", health, "Whether the server is ready, and its faults", Health),
    Endpoint("GET", "/api/health/ready", health, "The same", Health),
    Endpoint("GET", "/api/health/live", live, "Whether the process answers", Alive),
    Endpoint(
        "GET", "/metrics", metrics, "Measurements for Prometheus (with a token)", kind=METRICS,
        refuses=(404,),
    ),
    Endpoint("GET", "/api/guest", who_am_i, "Who I am", Myself),
    Endpoint(
        "POST", "/api/guest", say_name, "Say who I am: a name is enough", Guest, Guest,
        rate="name",
    ),
    *PROFILE_ENDPOINTS,
    *PUSH_ENDPOINTS,
    *PUZZLE_ENDPOINTS,
    *ANALYSIS_ENDPOINTS,
    Endpoint(
        "GET", "/api/rules/{rules}/cards", show_cards, "The cards of a rule set", dict,
        refuses=(404,),
    ),
    Endpoint("GET", "/api/games", show_games, "The games, their options and bots", GameList),
    Endpoint(
        "GET", "/api/levels", show_levels, "The bots of a game (all are in `/api/games`)",
        list[Level],
        query={"rules": "the rule set (official)", "players": "how many (2)"}, refuses=(400,),
    ),
    Endpoint(
        "POST", "/api/tables", make_table, "Open a table", TableMade, NewTable,
        needs_guest=True, rate="table", refuses=(404, 409),
    ),
    Endpoint(
        "GET", "/api/tables", list_tables, "My tables, the last changed first", TableList,
        query={"status": f"one of {', '.join(STATUSES)}", "before": "`more` of the last page"},
        needs_guest=True, refuses=(400,),
    ),
    Endpoint(
        "GET", TABLE, show_table, "A table as I may see it", News,
        query={"since": "leave out the events up to this one"}, refuses=(400, 404),
    ),
    Endpoint(
        "GET", f"{TABLE}/cards", show_table_cards, "The cards of a table's game", dict,
        refuses=(404,),
    ),
    Endpoint(
        "POST", f"{TABLE}/commands", command_table, "Do something at a table",
        Ack | Tried | Advice | Judged, AnyCommand, needs_guest=True, refuses=(403, 404, 409),
    ),
    Endpoint(
        "POST", f"{TABLE}/seat-links", make_seat_link,
        "A private link that moves my seat to another device", SeatLink, SeatLinkRequest,
        needs_guest=True, rate="join", refuses=(403, 404),
    ),
    Endpoint(
        "POST", "/api/claims", claim_seat, "Take over the seat of a private link", Claimed, Claim,
        needs_guest=True, rate="join", refuses=(403, 404),
    ),
    Endpoint(
        "GET", f"{TABLE}/record", game_file, "The finished game as a game file", kind=TEXT,
        cost=COST_OF_FILE, refuses=(404, 409, 503),
    ),
    Endpoint(
        "GET", f"{TABLE}/transcript", transcript, "The finished game as a JSON transcript", dict,
        cost=COST_OF_FILE, refuses=(404, 409, 503),
    ),
    Endpoint(
        "GET", f"{TABLE}/proof", proof, "The proof that the deal was fair", dict,
        cost=COST_OF_FILE, refuses=(404, 409, 503),
    ),
    Endpoint(
        "GET", f"{TABLE}/replay", replay, "The finished game, position by position", Replay,
        query={"as": "everybody, spectator or a seat"},
        cost=COST_OF_REPLAY, refuses=(400, 404, 409, 503),
    ),
    *REVIEW_ENDPOINTS,
    *my_games.ENDPOINTS,
    *practice.ENDPOINTS,
    *NETWORK_ENDPOINTS,
)  # fmt: skip
