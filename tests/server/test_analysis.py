"""The analysis board: positions, turns with chosen or dealt cards, thinking within bounds."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import splendor
from splendor.review.puzzles import puzzles_of
from splendor.server import puzzle_endpoints
from splendor.server.analysis import thinking
from splendor.server.bodies import MAX_POSITION
from splendor.server.workers.board_worker import explored
from splendor.server.workers.bot_worker import Explore
from splendor.server.workers.queue import QUOTAS, Asker, Kind
from tests.server.fakes import async_test
from tests.server.in_process import Site, Visitor, a_site
from tests.server.test_reviews import play

BOARD = "/api/analysis"
GAMES = [("official", 2), ("official", 3), ("official", 4), ("landolt", 2), ("duel", 2)]


@pytest.fixture(autouse=True)
def with_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that compiles first is not too slow."""
    monkeypatch.setattr(thinking, "PATIENCE", 3600.0)


class ThinkingPool:
    """Thinks in this process, with few simulations."""

    def __init__(self) -> None:
        self.asked: list[Explore] = []
        self.held = False
        self.given_up = 0

    async def explore(self, request: Explore, who: Asker) -> dict[str, Any]:
        self.asked.append(request)
        try:
            if self.held:
                await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        found = explored(replace(request, simulations=min(60, request.simulations)))
        assert found is not None
        return found


@asynccontextmanager
async def a_board(folder: Path) -> AsyncIterator[tuple[Site, Visitor, ThinkingPool]]:
    async with a_site(folder) as site:
        anna, pool = await site.guest("Anna"), ThinkingPool()
        real, site.context.pool = site.context.pool, pool  # type: ignore[assignment]
        try:
            yield site, anna, pool
        finally:
            site.context.pool = real


def text_of(rules: str = "official", players: int = 2, seed: int = 1) -> str:
    """A view, in which decks are unknown."""
    game = splendor.Game(rules, players, seed=seed, **({} if rules == "landolt" else {"start": 0}))
    return game.view(game.active).position


async def opened(anna: Visitor, text: str) -> dict[str, Any]:
    answer = await anna.ask("POST", f"{BOARD}/position", {"text": text, "seed": "a"})
    assert answer.status == 200, answer.json
    board: dict[str, Any] = answer.json
    return board


@pytest.mark.parametrize("rules, players", GAMES)
def test_a_turn_is_played_and_thought_about_in_every_game(
    tmp_path: Path, rules: str, players: int
) -> None:
    @async_test
    async def run() -> None:
        async with a_board(tmp_path) as (_, anna, _):
            board = await opened(anna, text_of(rules, players))
            assert (board["rules"], board["players"]) == (rules, players)
            assert board["view"] == text_of(rules, players)
            move = board["you"]["legal"][0]
            turn = {"position": board["position"], "moves": [move], "seed": "1"}
            played = (await anna.ask("POST", f"{BOARD}/turns", turn)).json
            assert (played["seat"], played["moves"]) == (0, [move])
            asked = {"position": played["board"]["position"], "simulations": 50}
            thought = (await anna.ask("POST", f"{BOARD}/thoughts", asked)).json
            assert sum(thought["seats"]) == pytest.approx(1)
            assert {each["move"] for each in thought["moves"]} <= set(
                played["board"]["you"]["legal"]
            )
            assert thought["moves"][0]["line"][0]["move"] == thought["moves"][0]["move"]

    run()


@async_test
async def test_a_card_that_is_turned_up_is_dealt_anew_or_chosen(tmp_path: Path) -> None:
    async with a_board(tmp_path) as (_, anna, _):
        board = await opened(anna, text_of())
        turn = {"position": board["position"], "moves": ["r2c"]}
        came = set()
        for seed in range(8):
            played = (await anna.ask("POST", f"{BOARD}/turns", {**turn, "seed": str(seed)})).json
            [drawn] = played["drawn"]
            assert drawn["cards"] == [played["board"]["table"]["market"][1][2]]
            assert drawn["cards"][0] in drawn["decks"][0]
            came.add(drawn["cards"][0])
        assert len(came) > 2
        wanted = drawn["decks"][0][3]
        chosen = {**turn, "draws": [{"move": 0, "cards": [wanted]}]}
        played = (await anna.ask("POST", f"{BOARD}/turns", chosen)).json
        assert played["board"]["table"]["market"][1][2] == wanted
        impossible = {**turn, "draws": [{"move": 0, "cards": [board["table"]["market"][1][0]]}]}
        answer = await anna.ask("POST", f"{BOARD}/turns", impossible)
        assert (answer.status, answer.code) == (400, "no_draw")


@async_test
async def test_where_tokens_from_the_bag_lie_is_chosen(tmp_path: Path) -> None:
    game = splendor.Game("duel", seed=5, start=0)
    while not (len(set(game.chances("fill").bag)) > 1 if game.is_legal("fill") else False):
        game.push(game.legal_moves[0])
    async with a_board(tmp_path) as (_, anna, _):
        turn = {"position": game.position, "moves": ["fill"], "seed": "1"}
        [drawn] = (await anna.ask("POST", f"{BOARD}/turns", turn)).json["drawn"]
        wanted = drawn["tokens"][::-1]
        for tokens in (wanted, "".join(sorted(wanted))):
            chosen = {**turn, "draws": [{"move": 0, "tokens": tokens}]}
            [drawn] = (await anna.ask("POST", f"{BOARD}/turns", chosen)).json["drawn"]
            assert drawn["tokens"] == tokens
        for tokens in (wanted[1:], wanted + "J"):  # the whole bag comes, and nothing else
            impossible = {**turn, "draws": [{"move": 0, "tokens": tokens}]}
            assert (await anna.ask("POST", f"{BOARD}/turns", impossible)).code == "no_draw"


@async_test
async def test_a_card_in_an_unknown_hand_can_be_chosen(tmp_path: Path) -> None:
    game = splendor.Game(seed=3, start=0)
    for move in ("r2", "WUG"):  # nobody but seat 0 knows what it reserved
        game.push(move)
    game.push("WUG")
    hidden = game.table.places[0].hand[0].card.id  # type: ignore[union-attr]
    async with a_board(tmp_path) as (_, anna, _):
        turn = {
            "position": game.position,
            "moves": ["r2a"],
            "draws": [{"move": 0, "cards": [hidden]}],
        }
        played = (await anna.ask("POST", f"{BOARD}/turns", turn)).json
        assert played["board"]["table"]["market"][1][0] == hidden
        assert played["board"]["whole"]["places"][0]["hand"][0]["card"] != hidden


@async_test
async def test_a_try_in_a_real_game_never_uses_its_deck(tmp_path: Path) -> None:
    """With `anew` nothing of the answer depends on what the seat could not see."""
    one = splendor.Game(seed=5, start=0)
    one.push("r3")
    other = one.resample(1, seed=9)
    async with a_board(tmp_path) as (_, anna, _):
        answers = []
        for game in (one, other):
            turn = {"position": game.position, "moves": ["r2a"], "seed": "x", "anew": True}
            answers.append((await anna.ask("POST", f"{BOARD}/turns", turn)).json)
        assert answers[0] == answers[1]


@async_test
async def test_only_finished_games_are_opened(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site:
        anna = await site.guest("Anna")
        table = await play(anna)
        last = len((await anna.ask("GET", f"/api/tables/{table}/replay")).json["steps"]) - 1
        for ply in (0, last):
            answer = await anna.ask("POST", f"{BOARD}/decision", {"table": table, "ply": ply})
            assert answer.status == 200
        beyond = await anna.ask("POST", f"{BOARD}/decision", {"table": table, "ply": last + 1})
        assert (beyond.status, beyond.code) == (400, "no_decision")
        setup = {"rules": "official", "seats": [{"who": "me"}] * 2}
        running = (await anna.ask("POST", "/api/tables", setup)).json
        answer = await anna.ask("POST", f"{BOARD}/decision", {"table": running["table"], "ply": 0})
        assert (answer.status, answer.code) == (409, "not_over")


# Setting up


def wrong_in(checked: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    return {
        each["check"]: (each["code"], each.get("values", {}))
        for each in checked["checks"]
        if each.get("code")
    }


@async_test
async def test_checks_say_what_is_wrong_as_codes(tmp_path: Path) -> None:
    async with a_board(tmp_path) as (_, anna, _):
        text = text_of()
        right = (await anna.ask("POST", f"{BOARD}/check", {"text": text})).json
        assert wrong_in(right) == {}
        assert right["board"]["view"] == text
        more = text.replace("supply=W4U4", "supply=W4U5")
        assert wrong_in((await anna.ask("POST", f"{BOARD}/check", {"text": more})).json) == {
            "tokens": ("position_tokens", {"gem": "blue", "found": 5, "total": 4})
        }
        unreadable = (await anna.ask("POST", f"{BOARD}/check", {"text": "castle"})).json
        assert list(wrong_in(unreadable)) == ["text"]
        assert "board" not in unreadable


@async_test
async def test_several_things_can_be_wrong_at_once(tmp_path: Path) -> None:
    text = text_of("duel").replace("privileges=2", "privileges=1").replace("bag=", "bag=W1")
    async with a_board(tmp_path) as (_, anna, _):
        checked = (await anna.ask("POST", f"{BOARD}/check", {"text": text})).json
        found = {name: code for name, (code, _) in wrong_in(checked).items()}
        assert found["tokens"] == "position_tokens"
        assert found["privileges"] == "position_privileges"


# Bounds


@async_test
async def test_what_is_no_position_or_too_long_is_refused(tmp_path: Path) -> None:
    async with a_board(tmp_path) as (site, anna, pool):
        for text in ("x", "rules=chess", "x" * (MAX_POSITION + 1)):
            answer = await anna.ask("POST", f"{BOARD}/position", {"text": text})
            assert answer.status == 400
        position = splendor.Game(seed=1, start=0).position
        for moves in (["b3a"], ["WUG", "WUG"], []):
            turn = {"position": position, "moves": moves}
            assert (await anna.ask("POST", f"{BOARD}/turns", turn)).status in (400, 409)
        asked = {"position": position, "simulations": 100_001}
        assert (await anna.ask("POST", f"{BOARD}/thoughts", asked)).status == 400
        nobody = site.visitor()
        asked = {"position": position, "simulations": 100}
        assert (await nobody.ask("POST", f"{BOARD}/thoughts", asked)).status == 401
        assert not pool.asked


@async_test
async def test_thinking_is_given_up_when_it_takes_too_long_or_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)
    monkeypatch.setattr(thinking, "LOOK", 0.01)
    async with a_board(tmp_path) as (_, anna, pool):
        pool.held = True
        asked = {"position": splendor.Game(seed=1).position, "simulations": 100}
        answer = await anna.ask("POST", f"{BOARD}/thoughts", asked)
        assert (answer.status, answer.code, pool.given_up) == (503, "busy", 1)
        monkeypatch.setattr(thinking, "PATIENCE", 30.0)
        monkeypatch.setattr("tests.server.in_process.TIMEOUT", 0.05)  # then the client has gone
        with pytest.raises(TimeoutError):
            await anna.ask("POST", f"{BOARD}/thoughts", asked)
        assert pool.given_up == 2


def test_the_board_comes_last_in_the_queue() -> None:
    assert max(Kind) is Kind.BOARD
    assert QUOTAS[Kind.BOARD].guest == 1


# Playing on


@async_test
async def test_a_table_begins_with_a_position(tmp_path: Path) -> None:
    text, seats = text_of("duel"), [{"who": "me"}, {"who": "bot", "level": "greedy"}]
    asked: dict[str, Any] = {"position": text, "seats": seats, "spectators": False}
    async with a_site(tmp_path) as site:
        anna, eve, nobody = await site.guest("Anna"), await site.guest("Eve"), site.visitor()
        table = (await anna.ask("POST", "/api/tables", asked)).json["table"]
        ready = {"type": "ready", "id": "r", "nonce": "a" * 32}
        await anna.ask("POST", f"/api/tables/{table}/commands", ready)
        while (news := (await anna.ask("GET", f"/api/tables/{table}")).json)["table"] is None:
            await asyncio.sleep(0.002)  # it is being dealt
        room = news["room"]
        assert (room["rules"], room["position"]) == ("duel", True)
        assert room["seats"][1]["bot"] == "greedy"
        assert (await eve.ask("GET", f"/api/tables/{table}")).status == 404
        assert (await nobody.ask("POST", "/api/tables", asked)).status == 401
        for wrong, code in (
            ({"position": "castle"}, "position_word"),
            ({"position": text.replace("bag=", "bag=W1")}, "position_tokens"),
            ({"position": "x" * (MAX_POSITION + 1)}, "malformed"),
            ({"seats": [*seats, {"who": "open"}]}, "fork_seats"),
            ({"seats": seats[1:] * 2}, "no_person"),
            ({"fork": {"table": table, "ply": 0}}, "malformed"),
        ):
            answer = await anna.ask("POST", "/api/tables", {**asked, **wrong})
            assert (answer.status, answer.code) == (400, code)


# Puzzles of one's own


def a_won_position() -> str:
    """A win in this turn, one round later than the puzzle of the package that it is."""
    puzzle = next(each for each in puzzles_of("base") if each.kind == "win" and each.proven)
    [(before, number)] = re.findall(r"( round=)(\d+)", puzzle.view)
    return puzzle.view.replace(f"{before}{number}", f"{before}{int(number) + 1}")


@async_test
async def test_a_saved_position_comes_back_as_a_puzzle_and_counts_for_nothing(
    tmp_path: Path,
) -> None:
    async with a_board(tmp_path) as (site, anna, _):
        body = {"text": a_won_position()}
        saved = (await anna.ask("POST", "/api/puzzles", body)).json
        assert (await anna.ask("POST", "/api/puzzles", body)).json == saved  # once is enough
        shown = (await anna.ask("GET", f"/api/puzzles/{saved['id']}")).json
        assert (shown["kind"], shown["counted"], "back" in shown) == ("own", True, False)
        bert = await site.guest("Bert")
        assert (await bert.ask("GET", f"/api/puzzles/{saved['id']}")).status == 404  # it is hers
        soon = (await anna.ask("GET", "/api/puzzles/next")).json
        assert soon["puzzle"]["id"] != saved["id"]
        site.later(3 * 24 * 3600 + 1)
        later = (await anna.ask("GET", "/api/puzzles/next")).json
        assert (later["puzzle"]["id"], later["puzzle"]["back"]) == (saved["id"], True)
        assert later["progress"]["due"] == 1
        solution = await anna.ask("POST", f"/api/puzzles/{saved['id']}/solution")
        answer = solution.json["solution"]["answer"]
        path = f"/api/puzzles/{saved['id']}/moves"
        assert (await anna.ask("POST", path, {"moves": [answer]})).status == 200
        assert not solution.json.get("counted")


@async_test
async def test_what_is_no_puzzle_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_board(tmp_path) as (_, anna, _):
        opening = await anna.ask("POST", "/api/puzzles", {"text": text_of()})
        assert (opening.status, opening.code) == (409, "not_a_puzzle")
        assert (await anna.ask("POST", "/api/puzzles", {"table": "x"})).status == 404
        monkeypatch.setattr(puzzle_endpoints, "MOST_OWN", 0)
        full = await anna.ask("POST", "/api/puzzles", {"text": a_won_position()})
        assert (full.status, full.code) == (409, "own_full")


def test_a_search_goes_on_where_it_stopped() -> None:
    view = splendor.Game(seed=1, start=0).view(0)

    def found(simulations: int) -> dict[str, Any]:
        told = explored(Explore(view, "s", simulations, 60.0))
        assert told is not None
        return told

    assert (found(40)["simulations"], found(80)["simulations"]) == (40, 80)
    assert len(found(80)["moves"]) == len(view.legal_moves)
    assert found(10)["simulations"] == 80
    assert explored(Explore(view, "s", 200, 60.0), lambda: True) is None
    assert found(10)["simulations"] == 80
