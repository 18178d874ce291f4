"""How the fixtures in `v0_1_0/` were written: run once, with version 0.1.0.

    python -m tests.compat.write_fixtures FOLDER

It is kept as documentation, as are `write_server.py` and `write_wire.py`. They use modules of
version 0.1.0 that later versions may rename, so they need not run with them; the fixtures are
never written anew.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from splendor import Game, Move, View
from splendor.bots import Clock, make_bot
from splendor.bots.simple import simulate
from splendor.record import read_any, transcript_line, write_game
from tests.compat.facts import Facts, game_facts

VERSION = "0.1.0"
PLAYED = [(rules, players) for rules in ("official", "landolt") for players in (2, 3, 4)]
PLAYED += [("duel", 2)]

OWN_BOTS = Path(__file__).parent  # bots of one's own are imported from the current folder

Chooser: TypeAlias = Callable[[View], Move]


def greedy(seed: int) -> Chooser:
    bot = make_bot("greedy", seed)
    return lambda view: bot.choose(view, Clock())


def by_chance(seed: int) -> Chooser:
    bot = make_bot("random", seed)
    return lambda view: bot.choose(view, Clock())


# Game files, transcripts and positions


def games() -> dict[str, tuple[Game, dict[str, str], dict[int, str]]]:
    """Games by the names of their files, with headers and comments."""
    made: dict[str, Game] = {}
    for rules, players in PLAYED:
        game = Game(rules, seed=f"compat/{rules}/{players}", players=players)
        simulate(game, ["greedy"] * players, seed=players)
        made[f"{rules}-{players}"] = game
    changed: list[tuple[str, str, dict[str, Any]]] = [
        ("official-options", "official", {"target": 21, "tokens": "cap", "nobles": "sought_free",
                                          "nobles_each": 1, "hands": "hidden", "start": 1}),
        ("official-rounds", "official", {"players": 3, "rounds": 5}),
        ("duel-options", "duel", {"hands": "hidden", "refill": "end_of_turn", "start": 1}),
        ("duel-idle", "duel", {"idle": 2}),
    ]  # fmt: skip
    for name, rules, options in changed:
        game = Game(rules, seed=f"compat/{name}", **options)
        simulate(game, ["greedy", "random", "greedy"][: game.players], seed=5)
        made[name] = game
    made["official-resigned"] = cut(made["official-2"], 21)
    made["official-resigned"].conclude("resignation", (1,))
    made["landolt-abandoned"] = cut(made["landolt-3"], 15)
    made["landolt-abandoned"].conclude("abandoned", ())
    made["duel-time"] = cut(made["duel-2"], 30)
    made["duel-time"].conclude("time", (0,))
    made["official-unfinished"] = cut(made["official-4"], 37)
    made["duel-unfinished"] = cut(made["duel-2"], 41)
    for name, source, ply in (("official-position", "official-3", 40), ("duel-position", "duel-2", 33)):  # fmt: skip # noqa: E501
        game = Game.from_position(cut(made[source], ply).position)
        for move in made[source].moves[ply:]:
            game.push(move)
        made[name] = game
    result: dict[str, tuple[Game, dict[str, str], dict[int, str]]]
    result = {name: (game, {}, {}) for name, game in made.items()}
    headers = {"date": "2025-05-24", "seats": "human:Anna,greedy", "Event": "Kitchen table, 3rd ♦"}
    comments = {0: "Before the first move {with a brace}", 5: "two lines\nof comment", 21: "enough"}
    result["official-resigned"] = (made["official-resigned"], headers, comments)
    return result


def cut(game: Game, moves: int) -> Game:
    """The game after its first moves."""
    again = game.copy()
    while len(again.moves) > moves:
        again.pop()
    return again


def write_games(folder: Path) -> Facts:
    target = folder / "games"
    target.mkdir()
    facts, lines = {}, []
    for name, (game, headers, comments) in games().items():
        text = write_game(game, headers, comments)
        (target / f"{name}.txt").write_text(text, "utf-8")
        (record,) = read_any(text)
        facts[name] = game_facts(record)
        if "position" not in name:
            lines.append(transcript_line(game))
    (folder / "transcripts.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return {
        "games": facts,
        "transcripts": [name for name in facts if "position" not in name],
        "positions": positions(),
    }


def positions() -> list[Facts]:
    """The first position of each phase, of games by chance: the whole one, and each view."""
    found: dict[tuple[str, str], Facts] = {}
    for rules in ("official", "landolt", "duel"):
        for number in range(40):
            game = Game(rules, seed=f"positions/{rules}/{number}", hands="hidden")
            while not game.is_over and len(game.moves) < 300:
                key = (rules, game.phase)
                if key not in found and len(game.moves) > 30:
                    found[key] = position_facts(game)
                paying = [move for move in game.legal_moves if str(move).endswith("+")]
                if paying and (rules, "pay") not in found:
                    trial = game.copy()
                    trial.push(paying[-1])
                    found[rules, "pay"] = position_facts(trial)
                chosen = by_chance if number % 2 else greedy
                game.push(chosen(number)(game.view(game.seat)))
            if game.is_over and (rules, "over") not in found:
                found[rules, "over"] = position_facts(game)
    print("positions:", sorted(found))
    return list(found.values())


def position_facts(game: Game) -> Facts:
    return {
        "position": game.position,
        "phase": game.phase,
        "seat": game.seat,
        "legal": [str(move) for move in game.legal_moves],
        "views": [game.view(seat).position for seat in range(game.players)],
    }


# Matches


MATCHES: dict[str, list[str]] = {
    "official-3-finished": ["greedy", "random", "search,sims=8,temperature=0.1", "--games", "6"],
    "official-2-interrupted": ["greedy", "random", "--games", "12"],
    "duel-finished": ["greedy", "random", "--rules", "duel", "--games", "8", "--sprt", "0,35"],
    "duel-interrupted": ["first_legal:FirstLegal", "first_legal:Nth,number=3",
                         "--rules", "duel", "--games", "12"],
}  # fmt: skip


def write_matches(folder: Path) -> Facts:
    """An interrupted match has lost its last deals, and the last line in the middle."""
    target = folder / "matches"
    target.mkdir()
    facts = {}
    for name, words in MATCHES.items():
        path = target / f"{name}.jsonl"
        command = [sys.executable, "-m", "splendor", "match", *words, "--seed", "compat",
                   "--workers", "1", "--out", str(path.absolute())]  # fmt: skip
        subprocess.run(command, cwd=OWN_BOTS, check=True, stdout=subprocess.PIPE)
        lines = path.read_text("utf-8").splitlines(keepends=True)
        scores = [json.loads(line)["score"] for line in lines[1:]]
        if "interrupted" in name:
            path.write_text("".join(lines[:4]) + lines[4][:100], "utf-8")
        kept_deals = 3 if "interrupted" in name else len(scores)
        facts[name] = {"command": [*words, "--seed", "compat"], "scores": scores,
                       "kept": kept_deals}  # fmt: skip
    return {"matches": facts}


def main(folder: Path) -> None:
    from tests.compat.write_server import write_database

    folder.mkdir(parents=True)
    facts: Facts = {"version": VERSION}
    with tempfile.TemporaryDirectory() as work:
        facts |= write_database(folder, Path(work))
    facts |= write_games(folder)
    facts |= write_matches(folder)
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    (folder / "expected.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
