"""The server's part of the fixtures: its database and key, proofs, a sample of its traffic.

Run once, by `write_fixtures.py`, with version 0.1.0.
"""

import gzip
import shutil
import sqlite3
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, get_args

from splendor import RulesError, View
from splendor.client import Client, Table
from splendor.server.database import address_of, engine_of
from splendor.server.events import AnyEvent
from splendor.server.identity import Identity
from splendor.server.keeping import archive_table, log_of, unpack
from splendor.server.rows import EventRow
from splendor.server.table import replayed
from tests.compat.facts import BUSY, Facts, file_facts, open_facts, own_positions
from tests.compat.write_fixtures import Chooser, by_chance, greedy
from tests.compat.write_wire import write_wire
from tests.server.serving import Server

LATER = 4_102_444_800  # 1 January 2100: a cookie is good for 400 days after it was signed
KINDS = {kind.__name__.lower() for kind in get_args(AnyEvent)}
DUEL_PHASES = ("gold", "pay", "colour", "match", "steal", "royal", "discard")
TRIES = 40  # games, until a rare decision comes


# Playing at a table


def play(tables: list[Table], decisions: int, choose: Chooser) -> None:
    """Let people play so many decisions, or to the end."""
    played = 0
    while played < decisions and not any(table.is_over for table in tables):
        for table in tables:
            view = glance(table)
            if view is not None and played < decisions:
                table.play(choose(view))
                played += 1


def glance(table: Table) -> View | None:
    """What the person sees who is to decide; `None` if it is not their turn now."""
    with suppress(RulesError):
        return table.wait_for_turn(0.05)
    return None


def play_into(table: Table, phase: str, choose: Chooser) -> bool:
    """Play until somebody has a decision of this phase before them."""
    while view := table.wait_for_turn(BUSY):
        if view.phase == phase:
            return True
        for move in view.legal_moves:
            imagined = view.imagine(0)
            imagined.push(move)
            if imagined.phase == phase and not imagined.is_over:
                table.play(move)
                break
        else:
            table.play(choose(view))
    return False


class Hall:
    """The server, the people at it, and the tables by the names that the tests know."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.anna = Client(server.url, "Anna")
        self.ben = Client(server.url, "Ben")
        self.zoe = Client(server.url, "Zoë O'Neill-Δ")
        self.dora = Client(server.url, "Dora")
        self.unwanted: list[str] = []  # games in which a rare decision did not come
        self.tables: dict[str, str] = {}
        self.people: dict[str, list[str]] = {}
        self.stack = ExitStack()

    def make(self, name: str, rules: str, seats: list[str], **more: Any) -> Table:
        table = self.stack.enter_context(self.anna.create(rules, seats, **more))
        return self.known(name, table, ["anna"])

    def known(self, name: str, table: Table, people: list[str]) -> Table:
        self.tables[name] = table.id
        self.people[name] = people
        return table

    def with_others(self, name: str, table: Table, seats: dict[str, int]) -> list[Table]:
        """Let others sit down; everybody is ready then."""
        joined = [table]
        for person, seat in seats.items():
            other = self.stack.enter_context(getattr(self, person).table(table.id))
            other.sit(seat)
            other.ready(f"nonce-of-{person}")
            joined.append(other)
        table.ready("nonce-of-anna")
        self.people[name] = ["anna", *seats]
        for each in joined:
            each.wait_until(lambda t: t.room["status"] == "playing", BUSY)
        return joined


# The tables


def finished_tables(hall: Hall) -> None:
    alone = hall.make("official-2-won", "official", ["me", "greedy"], options={"target": 8})
    alone.ready("my-nonce")
    play([alone], 3, greedy(1))
    alone.wait_for_turn(BUSY)
    alone.do("ask", what="undo")
    alone.wait_for_turn(BUSY)
    alone.answer_to("hint", state=alone.news["state"], seconds=0.2)
    alone.chat("Nobody reads this – but me ♥")
    play([alone], 400, greedy(2))

    three = hall.make(
        "official-3-hidden", "official", ["me", "open", "casual"],
        options={"hands": "hidden", "rounds": 8, "target": 20},
    )  # fmt: skip
    everybody = hall.with_others("official-3-hidden", three, {"ben": 1})
    three.chat("Good luck, Ben!")
    everybody[1].chat("Same to you")
    everybody[1].do("mute", seat=0)
    everybody[1].do("mute", seat=0, on=False)
    everybody[1].do("mute", seat=0)
    undo_between(everybody, yes=False)
    undo_between(everybody, yes=True)
    play(everybody, 400, greedy(3))

    four = hall.make(
        "official-4-hot-seats", "official", ["me", "me", "open", "random"], options={"rounds": 7}
    )
    four.sit(1, "Mia")
    everybody = hall.with_others("official-4-hot-seats", four, {"ben": 2})
    play(everybody, 6, by_chance(4))
    everybody[1].resign()
    play([four], 400, greedy(5))

    landolt = hall.make(
        "landolt-3", "landolt", ["me", "beginner", "me"], options={"target": 9, "nobles_each": 2}
    )
    landolt.sit(2, "Großmutter")
    landolt.ready()
    play([landolt], 400, greedy(6))
    landolt = hall.make(
        "landolt-2-free", "landolt", ["me", "random"],
        options={"nobles": "sought_free", "start": "random", "target": 7},
    )  # fmt: skip
    landolt.ready()
    play([landolt], 400, greedy(7))

    duel = hall.make(
        "duel-won", "duel", ["newcomer", "me"], options={"refill": "end_of_turn", "idle": 40}
    )
    duel.ready()
    play([duel], 600, greedy(8))
    duel = hall.make(
        "duel-hot-seats-hidden", "duel", ["me", "me"], options={"hands": "hidden", "idle": 30}
    )
    duel.sit(0, "Links")
    duel.sit(1, "Rechts")
    duel.ready()
    play([duel], 600, greedy(9))


def undo_between(tables: list[Table], *, yes: bool) -> None:
    """One person takes tokens, asks to take that back, and the other one answers."""
    asked = None
    while asked is None:
        for mine, other in (tables, tables[::-1]):
            view = glance(mine)
            taking = [move for move in view.legal_moves if str(move).isupper()] if view else []
            if not taking:
                continue
            mine.play(taking[0])
            asked = mine.do("ask", what="undo")
            other.wait_until(lambda t: "asked" in t.room, BUSY)
            other.do("answer", yes=yes)
            break


def ended_tables(hall: Hall) -> None:
    """Games that end outside the rules."""
    table = hall.make("official-2-resigned", "official", ["me", "open"],
                      clock={"seconds": 600, "increment": 5})  # fmt: skip
    everybody = hall.with_others("official-2-resigned", table, {"ben": 1})
    play(everybody, 9, greedy(10))
    everybody[1].resign()

    table = hall.make("official-2-abandoned", "official", ["me", "open"], spectators=False)
    everybody = hall.with_others("official-2-abandoned", table, {"zoe": 1})
    play(everybody, 7, greedy(11))
    table.do("ask", what="abandon")
    everybody[1].wait_until(lambda t: "asked" in t.room, BUSY)
    everybody[1].do("answer", yes=True)

    table = hall.make("duel-on-time", "duel", ["me", "random"], clock={"seconds": 10})
    table.ready()
    play([table], 4, greedy(12))  # and then nobody moves for ten seconds

    table = hall.make("duel-resigned-at-once", "duel", ["greedy", "me"])
    table.ready()
    table.wait_for_turn(BUSY)
    table.resign()


def away_tables(hall: Hall) -> None:
    """Somebody is absent and comes back; somebody leaves and another person sits down."""
    table = hall.make("official-3-away", "official", ["me", "open", "open"], options={"rounds": 9})
    everybody = hall.with_others("official-3-away", table, {"ben": 1, "zoe": 2})
    play(everybody, 5, greedy(13))
    everybody[1].close()
    table.wait_until(lambda t: t.room["seats"][1].get("absent", False), BUSY)
    table.do("call_bot", seat=1, level="greedy")
    play([table, everybody[2]], 3, greedy(14))
    ben = hall.stack.enter_context(hall.ben.table(table.id))
    ben.do("come_back")
    play([table, ben, everybody[2]], 4, greedy(15))
    everybody[2].do("leave")
    table.wait_until(lambda t: t.room["seats"][2]["kind"] == "open", BUSY)
    table.do("call_bot", seat=2, level="random")
    play([table, ben], 3, greedy(16))
    again = hall.stack.enter_context(hall.dora.table(table.id))
    again.sit(2)
    play([table, ben, again], 2, greedy(17))
    hall.people["official-3-away"] = ["anna", "ben", "dora"]


def running_tables(hall: Hall) -> None:
    table = hall.make("running-official-2", "official", ["me", "greedy"], options={"rounds": 12})
    table.ready()
    play([table], 6, greedy(20))
    table = hall.make(
        "running-official-4", "official", ["regular", "me", "open", "newcomer"],
        options={"rounds": 6, "tokens": "cap"}, clock={"seconds": 900, "increment": 10},
    )  # fmt: skip
    everybody = hall.with_others("running-official-4", table, {"zoe": 2})
    play(everybody, 5, greedy(21))
    everybody[1].chat("Back after lunch")
    table = hall.make("running-official-3-asked", "official", ["me", "open", "open"])
    everybody = hall.with_others("running-official-3-asked", table, {"ben": 1, "zoe": 2})
    play(everybody, 8, greedy(22))
    everybody[1].do("ask", what="abandon")
    everybody[2].wait_until(lambda t: "asked" in t.room, BUSY)
    everybody[2].do("answer", yes=True)  # the third has not answered
    table = hall.make("running-landolt-4", "landolt", ["me", "greedy", "me", "random"],
                      options={"rounds": 8, "hands": "hidden"})  # fmt: skip
    table.sit(2, "Opa")
    table.ready()
    play([table], 7, greedy(23))
    table = hall.make("running-duel", "duel", ["me", "open"], options={"idle": 12},
                      spectators=False)  # fmt: skip
    everybody = hall.with_others("running-duel", table, {"ben": 1})
    play(everybody, 24, greedy(24))
    table = hall.make("running-duel-unlimited", "duel", ["casual", "me"])
    table.ready()
    play([table], 12, greedy(25))
    pending_tables(hall)


def pending_tables(hall: Hall) -> None:
    """Tables with a decision within a turn before somebody."""
    wishes: list[tuple[str, str, dict[str, Any]]] = [
        ("official", phase, {"target": 30, "rounds": 40}) for phase in ("pay", "return", "noble")
    ]
    wishes += [("landolt", "pay", {"target": 30, "rounds": 40})]
    wishes += [("duel", phase, {"idle": 10}) for phase in DUEL_PHASES]
    for number, (rules, phase, options) in enumerate(wishes):
        name = f"pending-{rules}-{phase}"
        for attempt in range(TRIES):
            with hall.anna.create(rules, ["me", "me"], options=options) as table:
                table.ready()
                chooser = by_chance if phase in ("pay", "return", "discard") else greedy
                if play_into(table, phase, chooser(100 * number + attempt)):
                    hall.known(name, table, ["anna"])
                    break
                hall.unwanted.append(table.id)
        else:
            raise AssertionError(f"{name} has not come")


def lobby_tables(hall: Hall) -> None:
    table = hall.make("lobby-open", "official", ["me", "open", "open", "greedy"],
                      options={"target": 10, "rounds": 3, "start": 2})  # fmt: skip
    ben = hall.stack.enter_context(hall.ben.table(table.id))
    ben.sit(1)
    ben.do("leave")
    ben.sit(2)
    table.ready("early-nonce")
    hall.people["lobby-open"] = ["anna", "ben"]
    table = hall.make("lobby-duel", "duel", ["me", "me"], options={"idle": 6})
    table.sit(1, "Mia")


def later_tables(hall: Hall) -> None:
    """Forks and rematches of games that are in the archive by now."""
    for name in ("official-2-won", "official-3-hidden", "duel-won", "official-2-abandoned"):
        hall.stack.enter_context(hall.anna.table(hall.tables[name])).chat("Well played")
    fork = {"table": hall.tables["official-2-won"], "ply": 6}
    table = hall.make("fork-finished", "official", ["greedy", "me"], fork=fork)
    table.ready()
    play([table], 400, greedy(30))
    fork = {"table": hall.tables["duel-won"], "ply": 11}
    table = hall.make("fork-running-duel", "duel", ["me", "me"], fork=fork)
    table.sit(0, "Rot")
    table.ready()
    play([table], 5, greedy(31))
    fork = {"table": hall.tables["official-2-resigned"], "ply": 9}
    hall.make("fork-in-the-lobby", "official", ["me", "random"], fork=fork)

    former = hall.stack.enter_context(hall.anna.table(hall.tables["official-3-hidden"]))
    former.do("rematch")
    table = hall.stack.enter_context(hall.anna.table(former.room["rematch"]))
    hall.known("rematch-running", table, ["anna", "ben"])
    ben = hall.stack.enter_context(hall.ben.table(table.id))
    ben.ready()
    table.ready()
    play([table, ben], 4, greedy(32))
    former = hall.stack.enter_context(hall.anna.table(hall.tables["duel-won"]))
    former.do("rematch")
    table = hall.stack.enter_context(hall.anna.table(former.room["rematch"]))
    hall.known("rematch-in-the-lobby", table, ["anna"])


# The database


def archive(database: Path, tables: list[str]) -> None:
    """What the server does with a finished table that nobody has looked at for ten minutes."""
    engine = engine_of(address_of(f"sqlite:///{database}"), writes=True)
    with engine.begin() as connection:
        for table in tables:
            archive_table(connection, table)
    engine.dispose()


def logs_in(database: Path) -> dict[str, tuple[str, list[EventRow]]]:
    """The secret and the whole log of each table."""
    engine = engine_of(address_of(f"sqlite:///{database}"))
    logs = {}
    with engine.connect() as connection, sqlite3.connect(database) as plain:
        packed = dict(plain.execute('SELECT "table", packed FROM archives').fetchall())
        for number, id, secret in plain.execute("SELECT number, id, secret FROM tables"):
            archived = unpack(id, packed[number]) if number in packed else []
            logs[id] = (secret, archived + log_of(connection, id))
    engine.dispose()
    return logs


def write_database(folder: Path, work: Path) -> Facts:
    server = Server(work / "server", "--pace", "0", "--no-rates", "--bots", "1",
                    "--absent-after", "1")  # fmt: skip
    server.start()
    hall = Hall(server)
    with hall.stack:
        ended_tables(hall)
        finished_tables(hall)
        away_tables(hall)
        lobby_tables(hall)
        on_time = hall.stack.enter_context(hall.anna.table(hall.tables["duel-on-time"]))
        on_time.wait_until(lambda t: t.is_over, BUSY)
    server.stop()
    database = work / "server" / "splendor.db"
    archived = ["official-2-won", "official-3-hidden", "official-4-hot-seats", "landolt-3",
                "duel-won", "official-2-abandoned"]  # fmt: skip
    archive(database, [hall.tables[name] for name in archived])

    server.start()
    hall.stack = ExitStack()
    with hall.stack:
        later_tables(hall)
        running_tables(hall)
        hall.anna.ask("POST", "/api/guest", {"name": "Anna-Sophie"})
        link = hall.ben.ask(
            "POST", f"/api/tables/{hall.tables['running-duel']}/seat-links", {"seat": 1}
        )
        write_wire(folder, server)
        facts = table_facts(hall)
        people = people_facts(hall, work / "server" / "key")
    write_proofs(folder, hall)
    server.stop()
    archive(database, [hall.tables["duel-won"]])  # a second time: its events are joined
    tidy(database, hall.unwanted)
    for path in database.parent.glob("splendor.db-*"):
        assert path.name == "splendor.db-server" or path.stat().st_size == 0, path
    add_from_logs(facts, hall, database)
    (folder / "server.sqlite.gz").write_bytes(gzip.compress(database.read_bytes(), 9, mtime=0))
    shutil.copy(work / "server" / "key", folder / "server.key")
    return {
        "people": people,
        "seat_link": {"table": "running-duel", "seat": 1, "token": link["token"]},
        "archived": archived,
        "tables": facts,
    }


def tidy(database: Path, unwanted: list[str]) -> None:
    """Let the seat link never expire, and leave out games that are only there by bad luck."""
    with sqlite3.connect(database) as plain:
        plain.execute("UPDATE seat_links SET expires = ?", (1000 * LATER,))
        for table in unwanted:
            number = "(SELECT number FROM tables WHERE id = ?)"
            plain.execute(f'DELETE FROM events WHERE "table" = {number}', (table,))
            plain.execute('DELETE FROM members WHERE "table" = ?', (table,))
            plain.execute("DELETE FROM tables WHERE id = ?", (table,))
    plain.execute("VACUUM")
    plain.close()


def people_facts(hall: Hall, key: Path) -> Facts:
    """Their names, and cookies that are signed in the year 2100: they do not expire before."""
    identity = Identity(key.read_bytes(), False, clock=lambda: LATER)
    people = {}
    for name in ("anna", "ben", "zoe", "dora"):
        client: Client = getattr(hall, name)
        player = client.cookie.partition("=")[2].partition(".")[0]
        cookie = identity.cookie_for(player).partition(";")[0]
        people[name] = {"name": client.ask("GET", "/api/guest")["name"], "cookie": cookie}
    return people


def table_facts(hall: Hall) -> Facts:
    facts: Facts = {}
    for name, id in hall.tables.items():
        facts[name] = {"id": id, "people": {}}
        for person in hall.people[name]:
            with getattr(hall, person).table(id) as table:
                told = open_facts(table)
                facts[name]["people"][person] = {
                    "chat": told.pop("chat"),
                    "muted": told.pop("muted"),
                    "positions": own_positions(table),
                }
            facts[name]["open"] = told
        if told["status"] == "over":
            facts[name]["files"] = file_facts(hall.anna, id)
    return facts


def add_from_logs(facts: Facts, hall: Hall, database: Path) -> None:
    """The moves and the whole position of running games, which nobody is told; all kinds."""
    kinds: dict[str, int] = {}
    stories = {id: (replayed(id, secret, log)[0], log)
               for id, (secret, log) in logs_in(database).items()}  # fmt: skip
    for _, log in stories.values():
        for row in log:
            kinds[row.kind] = kinds.get(row.kind, 0) + 1
    print("events:", dict(sorted(kinds.items())))
    assert set(kinds) == KINDS, KINDS - set(kinds)
    for name, id in hall.tables.items():
        story, log = stories[id]
        assert facts[name]["open"]["events"] == len(log)
        if story.status == "open":
            facts[name]["lobby"] = {"ends": ending_of(facts[name]["open"])}
        if story.status == "playing":
            game = story.playing
            facts[name]["running"] = {
                "moves": " ".join(map(str, game.moves)),
                "position": game.position,
                "phase": game.phase,
                "legal": [str(move) for move in game.legal_moves],
                "ends": ending_of(facts[name]["open"]),
            }


def ending_of(told: Facts) -> str:
    """How a test brings the game to its end: by the rules where a limit ends it soon."""
    options = told["options"]
    if told["asked"]:
        return "answer"
    if options.get("rounds", 99) <= 12 or options.get("idle", 99) <= 12:
        return "play"
    return "abandon"


def write_proofs(folder: Path, hall: Hall) -> None:
    target = folder / "proofs"
    target.mkdir()
    for name in ("official-3-hidden", "landolt-3", "duel-won", "official-2-resigned",
                 "fork-finished"):  # fmt: skip
        text = hall.anna.fetch("GET", f"/api/tables/{hall.tables[name]}/proof")
        (target / f"{name}.json").write_text(text + "\n", "utf-8")
