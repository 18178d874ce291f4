"""Game files of Duel: extra turns and draws read back, and wrong ones are refused."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from splendor import FormatError, Game
from splendor.formats import (
    GameFile,
    read_any,
    read_game,
    rules_named,
    transcript,
    transcript_line,
    write_game,
)
from tests.duel.games import random_game, random_games
from tests.formats.game_files import damaged, is_refused, same
from tests.games import play_on

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "transcript.schema.json").read_text(encoding="utf-8")
)
STEPS = {"privilege", "replenish", "take", "reserve", "buy", "take_matching", "steal", "royal",
         "discard"}  # fmt: skip


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as error:
        read_game(text)
    return str(error.value)


@pytest.mark.parametrize("first", range(0, 90, 15))
def test_random_games_of_all_options_read_back(first: int) -> None:
    for game in random_games(15, seed=first):
        text = write_game(game)
        file = read_game(text)
        assert same(file, GameFile(game))
        assert file.game.all_drawn == game.all_drawn
        assert write_game(file.game) == text


@pytest.mark.parametrize("seed", range(30))
def test_a_game_that_starts_from_a_position_reads_back(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.from_position(random_game(seed, chance.randrange(5, 120)).position)
    play_on(game, chance, chance.randrange(30))
    text = write_game(game, {}, {len(game.moves): "So far."})
    assert "\nposition: " in text
    assert same(read_game(text), GameFile(game, {}, {len(game.moves): "So far."}))


def test_transcripts_are_valid_and_read_back() -> None:
    schema, steps = jsonschema.Draft202012Validator(SCHEMA), Counter[str]()
    for game in random_games(60):
        recorded = json.loads(transcript_line(game))
        schema.validate(recorded)
        steps.update(step["do"] for turn in recorded["turns"] for step in turn["steps"])
        if game.phase not in ("gold", "pay", "colour"):  # transcripts do not contain these
            again = Game.from_transcript(recorded)
            assert (again, again.moves, again.all_drawn) == (game, game.moves, game.all_drawn)
            assert transcript(again) == recorded
    assert set(steps) >= STEPS


def test_the_schema_distinguishes_the_two_games() -> None:
    schema = jsonschema.Draft202012Validator(SCHEMA)
    recorded, base = transcript(random_game(3)), transcript(Game(seed=1))
    assert recorded["result"] is not None
    assert list(recorded["result"]) == ["winners", "points", "crowns", "cards", "reason"]
    for key in ("deal", "turns"):
        assert not schema.is_valid({**base, key: recorded[key]})
    wrong = [
        {**recorded, "deal": base["deal"]},
        {**recorded, "rules": {"name": "duel", "target": 15}},
        {**recorded, "rules": {"name": "duel", "players": 3}},
        {**recorded, "result": {**recorded["result"], "reason": "stalemate"}},
        {
            **recorded,
            "result": {key: n for key, n in recorded["result"].items() if key != "crowns"},
        },
    ]
    assert [schema.is_valid(given) for given in wrong] == [False] * len(wrong)
    assert schema.is_valid(recorded)
    assert schema.is_valid(base)


# One file, and mistakes in it


def a_file() -> str:
    """A finished game with a replenishment and an extra turn."""
    for seed in range(200):
        game = random_game(seed)
        text = write_game(game)
        if " & " in text and "fill:" in text and game.outcome and game.outcome.winners:
            return text
    raise AssertionError("no such game")


@pytest.fixture(scope="module")
def text() -> str:
    return a_file()


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_file_has_the_board_the_draws_and_the_extra_turns(text: str) -> None:
    headers = dict(line.split(": ") for line in text.split("\n\n")[0].splitlines()[1:])
    assert list(headers) == ["rules", "deck1", "deck2", "deck3", "board", "start", "result"]
    assert sorted(headers["board"].split()) == sorted("WWWWUUUUGGGGRRRRKKKKPPJJJ")
    assert headers["deck3"].split()[0].startswith("L3-")
    assert re.fullmatch(
        r"[01] by (points|crowns|colour), points \d+-\d+, crowns \d+-\d+, cards \d+-\d+",
        headers["result"],
    )
    assert re.search(r"\bfill:[WUGRKPJ]+ ", text)
    read_game(text.replace(" & ", "&").replace(" | ", "|"))  # spaces do not matter


def test_an_extra_turn_must_be_marked(text: str) -> None:
    line = line_of(text, " & ")
    missing = refusal(text.replace(" & ", " ", 1))
    assert missing.startswith(f"line {line}: round ")
    assert missing.endswith("a '&' is missing")
    other = refusal(text.replace(" & ", " | ", 1))
    assert other.startswith(f"line {line}: round ")
    assert "is too early: seat" in other or "no further turn is in this round" in other


def test_an_extra_turn_that_is_not_due_is_refused(text: str) -> None:
    before, _, moves = text.partition("\n1. ")
    bar = refusal(f"{before}\n1. {moves.replace(' | ', ' & ', 1)}")
    assert "'&' stands before an extra turn of the same seat: seat" in bar
    assert "'&' stands before an extra turn" in refusal(f"{before}\n1. & {moves}")
    assert "'&' stands before an extra turn" in refusal(f"{before}\n& 1. {moves}")
    assert "'&' stands before an extra turn" in refusal(text.replace(" & ", " & & ", 1))


def test_a_fill_must_name_its_draws(text: str) -> None:
    line = line_of(text, "fill:")
    recorded = re.search(r"fill:(\w+)", text)
    assert recorded is not None
    bare = refusal(text.replace(recorded[0], "fill", 1))
    assert bare.startswith(f"line {line}: round ")
    assert "'fill' must tell what it draws, like 'fill:" in bare
    assert "nothing stands after 'fill:'" in refusal(text.replace(recorded[0], "fill:", 1))
    for wrong in (recorded[1] + "W", recorded[1][:-1] + "X", "JJJJ" + recorded[1][4:]):
        assert refusal(text.replace(recorded[0], f"fill:{wrong}", 1)).startswith(
            f"line {line}: round "
        )


def test_other_moves_cannot_name_draws(text: str) -> None:
    first = re.search(r"\n1\. (\w+) ", text)
    assert first is not None
    recorded = refusal(text.replace(first[0], f"\n1. {first[1]}:W ", 1))
    assert recorded.startswith(f"line {line_of(text, first[0]) + 1}: round 1, turn 1: ")


@pytest.mark.parametrize(
    "old, new, reason",
    [
        (r"board: \w", "board: X", "deal: "),
        (r"board: \w \w", "board: W", "deal: "),
        (r"\nboard:[^\n]*", "", "the header 'board' is missing"),
        (r"deck1: L1-\d\d", "deck1: 7", "deal: deck1"),
        (r"deck2: L2-\d\d", "deck2: L1-01", "deal: deck2"),
        (r"start: [01]\n", "start: 2\n", "deal: "),
        (r"start: [01]\n", "start: 0 1\n", "deal: "),
        (r"rules: duel", "rules: official", ""),
        (r"rules: duel", "rules: duel,players=3", "rules: option players must be 2, not 3"),
        (r", crowns [\d-]+", "", "the moves lead to the result"),
    ],
)
def test_a_broken_header_is_refused_in_its_line(text: str, old: str, new: str, reason: str) -> None:
    found = re.search(old, text)
    assert found is not None
    recorded = refusal(text.replace(found[0], new, 1))
    missing = "missing" in reason or not reason
    line = 1 if missing else line_of(text, found[0].strip())
    assert recorded.startswith(f"line {line}: {reason}")


def test_headers_of_the_other_game_may_have_any_value(text: str) -> None:
    file = read_game(text.replace("\n", "\nnobles: at the door\n", 1))
    assert file.headers == {"nobles": "at the door"}


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_or_read_but_never_crash(seed: int) -> None:
    chance = random.Random(seed)
    texts = [write_game(random_game(seed, 60), {"place": "x"}, {3: "a\nb"})]
    texts.append(write_game(Game.from_position(random_game(seed, 40).position)))
    texts.append(transcript_line(random_game(seed, 60)))
    refused = 0
    for index in range(180):
        damaged_text = texts[index % len(texts)]
        for _ in range(chance.choice([1, 1, 3])):
            damaged_text = damaged(damaged_text, chance)
        refused += is_refused(damaged_text)
    assert 60 < refused < 180


def test_a_file_may_have_transcripts_of_both_games() -> None:
    games = [random_game(3), Game(seed=1), random_game(6)]
    lines = "\n".join(map(transcript_line, games))
    assert [file.game for file in read_any(lines)] == games


def test_the_rules_of_a_file_are_known_before_it_is_read() -> None:
    duel, base = random_game(3), Game("landolt", seed=1)
    lines = f"{transcript_line(duel)}\n{transcript_line(base)}\n{transcript_line(duel)}"
    assert rules_named(lines) == ["duel", "landolt"]
    assert rules_named(write_game(duel)) == ["duel"]
    assert rules_named(write_game(Game.from_position(duel.position))) == ["duel"]
    assert rules_named("rules: chess") == []
