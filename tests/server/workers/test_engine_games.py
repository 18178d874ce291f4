"""Engines at tables: each hears what the others play and how its game ended, in one game."""

import asyncio
import json
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor import Game, bots
from splendor.bots import Clock
from splendor.bots import engines as hosting
from splendor.core.engines import VARIABLE
from splendor.server.workers.engine_games import Course, Decided, Ended, EngineGames
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.queue import Asker

EAGER = Path(__file__).parents[3] / "examples" / "engines" / "eager.py"
PATIENCE = 30.0  # seconds, generous for a busy machine


class Ear:
    """An engine that writes down what it hears."""

    def __init__(self, folder: Path) -> None:
        self.heard, program = folder / "heard", folder / "listener.py"
        self.heard.touch()
        log = f"    open({str(self.heard)!r}, 'a').write(line)\n"
        loop = "for line in sys.stdin:\n"
        program.write_text(EAGER.read_text("utf-8").replace(loop, loop + log), "utf-8")
        self.command = shlex.join([sys.executable, str(program)])

    def lines(self, *words: str, last: str = "") -> list[str]:
        """The lines that begin with these words, once it has heard the last one."""
        end = time.monotonic() + PATIENCE
        while last not in (heard := self.heard.read_text("utf-8")) and time.monotonic() < end:
            time.sleep(0.01)
        return [line for line in heard.splitlines() if line.split()[0] in words]


@pytest.fixture
def ear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    """It is the bot `ear` in this process and in those that it starts."""
    found = Ear(tmp_path)
    monkeypatch.setenv(VARIABLE, json.dumps({"ear": found.command}))
    monkeypatch.setattr("splendor.bots.BOTS", {**bots.BOTS, **hosting.makers(())})
    yield found
    hosting.end_all()


def course_of(game: Game, table: str = "t") -> Course:
    events = game.history(0).events
    return Course(table, tuple(Decided(event.seat, event.move) for event in events))


def decide(games: EngineGames, game: Game, table: str = "t") -> None:
    """Let the engine decide until it is the turn of seat 1, which then reserves."""
    while game.active == 0:
        bot = games.bot(course_of(game, table), 0, "ear", "1")
        game.push(bot.choose(game.view(0), Clock()))
    game.push("r3")


def test_an_engine_hears_of_the_others_in_one_game(ear: Ear) -> None:
    games, game = EngineGames(), Game(seed=1, start=0)
    for _ in range(3):
        decide(games, game)
    game.conclude("resignation", winners=(0,))
    assert game.outcome is not None
    games.end(Ended("another", game.outcome))
    games.end(Ended("t", game.outcome))
    heard = ear.lines("newgame", "played", "gameover", last="gameover")
    assert [line.split()[0] for line in heard] == ["newgame", "played", "played", "gameover"]
    assert heard[1:] == ["played 1 r3"] * 2 + ["gameover resignation winners 0 scores 0 0"]
    games.end(Ended("t", game.outcome))  # it is told once
    assert len(ear.lines("gameover")) == 1


def test_a_game_that_took_another_course_begins_anew(ear: Ear) -> None:
    games, game = EngineGames(), Game(seed=1, start=0)
    decide(games, game)
    before = game.copy()
    decide(games, game)  # it was told of r3
    before.pop()
    before.push("r2")  # an undo: seat 1 plays something else
    decide(games, before)
    assert len(ear.lines("newgame")) == 2
    assert ear.lines("played") == ["played 1 r3"]


def test_only_so_many_games_are_kept(ear: Ear) -> None:
    games = EngineGames(most=2)
    played = {table: Game(seed=table, start=0) for table in "abc"}
    for table, game in played.items():
        decide(games, game, table)
    decide(games, played["c"], "c")  # goes on
    decide(games, played["a"], "a")  # was dropped: begins anew
    assert len(ear.lines("newgame", last="newgame")) == 4


def test_processes_of_the_pool_pass_the_news_on(ear: Ear) -> None:
    game = Game(seed=1, start=0)

    async def use() -> None:
        pool = WorkerPool(1)
        await pool.open()
        try:
            for _ in range(2):
                view, course = game.view(0), course_of(game)
                game.push(await pool._choose(view, "ear", "1", Asker("me"), course=course))
                game.push("r3")
            game.conclude("resignation", winners=(1,))
            assert game.outcome is not None
            pool.tell_ended(Ended("t", game.outcome))
            await asyncio.to_thread(ear.lines, last="gameover")
        finally:
            await pool.close()

    asyncio.run(use())
    heard = ear.lines("newgame", "played", "gameover")
    assert [line.split()[0] for line in heard] == ["newgame", "played", "gameover"]
