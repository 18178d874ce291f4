"""Transcripts: they are valid and read back, and false ones are refused."""

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from splendor import FormatError, Game
from splendor.base.options import BaseOptions
from splendor.base.rules import turns_played
from splendor.base.state import State
from splendor.base.transcript import turn_of
from splendor.core.kernel import Row, entry
from splendor.formats import transcript
from splendor.ruleset import FORMAT
from tests.damage import Path_, last_word, mutations
from tests.games import play_on, random_game, random_games
from tests.positions import fewer_when_interpreted
from tests.random_games import positions_of_games

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "transcript.schema.json").read_text(encoding="utf-8")
)
GAMES = fewer_when_interpreted(120, 6)

Transcript = dict[str, Any]


@entry
def turns_played_in(states: Row[State], game: int) -> int:
    return turns_played(states[game])


def test_turns_are_counted_as_in_the_rules() -> None:
    counts = set()
    for states in positions_of_games(60, every=7):
        assert turn_of(states[0]) == turns_played_in(states, 0)
        counts.add(turn_of(states[0]) % int(states[0].seats))
    assert len(counts) > 1


def a_short_game(**options: Any) -> Game:
    """Two rounds of two players, with a fixed deal."""
    game = Game.from_transcript(a_deal(**options))
    for text in ("WUG", "r3c", "r2", "RR"):
        game.push(text)
    return game


def a_deal(**options: Any) -> Transcript:
    """A game before its first turn, with the decks in the order of the card numbers."""
    decks = [list(range(40)), list(range(40, 70)), list(range(70, 90))]
    return {
        "format": FORMAT,
        "rules": {"name": "official", "players": 2, **options},
        "deal": {"decks": decks, "nobles": [4, 1, 2], "start": 0},
        "turns": [],
        "result": None,
    }


def turn(seat: int, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"seat": seat, "steps": list(steps)}


def take(*tokens: str) -> dict[str, Any]:
    return {"do": "take", "tokens": list(tokens)}


def with_turns(*turns: dict[str, Any], **options: Any) -> Transcript:
    return {**a_deal(**options), "turns": list(turns)}


def refusal(recorded: Any) -> str:
    with pytest.raises(FormatError) as error:
        Game.from_transcript(recorded)
    return str(error.value)


# Writing


def test_every_transcript_is_valid_and_reads_back() -> None:
    schema = jsonschema.Draft202012Validator(SCHEMA)
    steps: Counter[str] = Counter()
    for game in random_games(GAMES):
        recorded = transcript(game)
        schema.validate(recorded)
        again = Game.from_transcript(json.loads(json.dumps(recorded)))
        assert transcript(again) == recorded
        assert again == game or game.phase == "pay"
        steps.update(step["do"] for turn in recorded["turns"] for step in turn["steps"])
    kinds = {"take", "reserve", "buy", "return", "pass", "noble", "patronage"}
    assert set(steps) == kinds or GAMES < 100


def test_the_schema_is_valid_and_refuses_wrong_transcripts() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    schema = jsonschema.Draft202012Validator(SCHEMA)
    recorded = transcript(a_short_game())
    schema.validate({**recorded, "note": "other keys may be added"})
    wrong: list[Transcript] = [
        {**recorded, "format": "splendor-transcript/2"},
        {**recorded, "rules": {**recorded["rules"], "colour": "blue"}},
        {**recorded, "rules": {**recorded["rules"], "players": 5}},
        {**recorded, "deal": {**recorded["deal"], "decks": recorded["deal"]["decks"][:2]}},
        {**recorded, "deal": {**recorded["deal"], "nobles": [1, 1, 2]}},
        {**recorded, "turns": [{"seat": 0, "steps": []}]},
        {**recorded, "turns": [turn(0, take("white", "blue", "gold"))]},
        {**recorded, "turns": [turn(0, {"do": "buy", "card": 3, "pay": {}})]},
        {**recorded, "turns": [turn(0, {"do": "jump"})]},
        {**recorded, "result": {"winners": [0]}},
        {key: value for key, value in recorded.items() if key != "result"},
    ]
    for index, given in enumerate(wrong):
        assert not schema.is_valid(given), index


def test_a_transcript_has_the_steps_of_every_turn() -> None:
    game = a_short_game(target=21)
    recorded = transcript(game)
    assert recorded == {
        **a_deal(target=21),
        "turns": [
            turn(0, take("white", "blue", "green")),
            turn(1, {"do": "reserve", "level": 3, "slot": 2, "card": 72, "gold": True}),
            turn(0, {"do": "reserve", "level": 2, "slot": None, "card": 44, "gold": True}),
            turn(1, take("red", "red")),
        ],
    }


def test_a_purchase_always_has_its_payment() -> None:
    game = Game.from_transcript(a_deal())
    for text in ("UU", "WRK", "r1b", "WRK", "b1a", "WGR"):  # card 0 costs three blue
        game.push(text)
    buy = transcript(game)["turns"][4]["steps"]
    assert buy == [{"do": "buy", "level": 1, "slot": 0, "card": 0, "pay": {"blue": 2, "gold": 1}}]


def test_tokens_returned_one_by_one_are_one_step() -> None:
    game = returning_two()
    game.push("-W")
    game.push("-K")
    assert transcript(game)["turns"][-1]["steps"] == [
        take("white", "green", "black"),
        {"do": "return", "tokens": ["white", "black"]},
    ]


def test_only_options_that_differ_from_the_rule_set_are_written() -> None:
    recorded = transcript(Game("landolt", players=3, seed=1, nobles_each=2, tokens="cap"))
    assert recorded["rules"] == {"name": "landolt", "players": 3, "nobles_each": 2}
    del recorded["rules"]["nobles_each"]
    options = Game.from_transcript(recorded).options
    assert isinstance(options, BaseOptions)
    assert options.nobles_each == 1


@pytest.mark.parametrize("reason", ["resignation", "time", "abandoned"])
@pytest.mark.parametrize("winners", [(), (1,), (0, 1)])
def test_a_game_concluded_outside_the_rules_keeps_winners_and_reason(
    reason: str, winners: tuple[int, ...]
) -> None:
    game = a_short_game()
    game.conclude(reason, winners)
    recorded = transcript(game)
    assert recorded["result"]["winners"] == list(winners)
    assert Game.from_transcript(recorded).outcome == game.outcome


def test_a_game_that_started_from_a_position_has_no_transcript() -> None:
    game = a_short_game()
    for other in (Game.from_position(game.position), game.view(0).imagine(1)):
        other.push("WRK")
        with pytest.raises(FormatError, match="began with a position"):
            transcript(other)
    dealt = Game.from_position(Game(seed=4).position)
    assert transcript(dealt)["turns"] == []


def test_a_next_card_that_was_set_is_in_the_deal() -> None:
    game = a_short_game()
    game.set_next_card(1, 33)
    game.push("r1")
    recorded = transcript(game)
    assert recorded["turns"][-1]["steps"][0]["card"] == 33
    assert Game.from_transcript(recorded) == game


def test_a_game_read_from_a_transcript_can_be_dealt_again() -> None:
    game = Game.from_transcript(a_deal())
    assert "chance=" in game.position


# Unfinished turns


def returning_two() -> Game:
    """Seat 0 has twelve tokens."""
    game = Game.from_transcript(a_deal())
    for text in ("WUG", "r1a", "WUR", "r1a", "GRK", "r1a", "WGK"):
        game.push(text)
    assert game.phase == "return"
    return game


def test_an_unfinished_turn_has_its_steps_so_far() -> None:
    game = returning_two()
    for text, unfinished in (("-W", True), ("-K", None)):
        game.push(text)
        recorded = transcript(game)
        assert recorded["turns"][-1].get("unfinished") is unfinished
        assert Game.from_transcript(recorded) == game


def test_the_mark_of_an_unfinished_turn_may_be_missing() -> None:
    recorded = transcript(returning_two())
    del recorded["turns"][-1]["unfinished"]
    assert Game.from_transcript(recorded) == returning_two()


def test_only_the_last_turn_may_be_unfinished() -> None:
    recorded = transcript(returning_two())
    recorded["turns"].append(turn(1, take("green", "red", "black")))
    assert refusal(recorded) == "turn 7: its steps do not finish it"


def test_an_unfinished_choice_of_payment_is_not_written() -> None:
    game = Game.from_transcript(a_deal())
    for text in ("UU", "WRK", "r1b", "WRK", "r1c", "r3a"):
        game.push(text)
    before = transcript(game)
    game.push("b1a+")
    assert game.phase == "pay"
    assert transcript(game) == before


def test_an_open_choice_of_a_free_noble_reads_back() -> None:
    """Whether the last turn is marked decides whether the noble was declined (B8.2)."""
    games = (random_game_until_a_free_noble(seed) for seed in range(300))
    game = next(game for game in games if game.phase == "noble")
    recorded = transcript(game)
    assert Game.from_transcript(recorded).phase == "noble"
    assert Game.from_transcript(recorded) == game
    del recorded["turns"][-1]["unfinished"]
    again = Game.from_transcript(recorded)
    assert str(again.moves[-1]) == "n-"


def random_game_until_a_free_noble(seed: int) -> Game:
    game = Game(seed=seed, nobles="sought_free", target=30, rounds=60)
    chance = random.Random(seed)
    while not game.is_over and game.phase != "noble":
        buys = [move for move in game.legal_moves if str(move).startswith("b")]
        plain = [move for move in buys if not str(move).endswith("+")]
        if plain:
            game.push(chance.choice(plain))
        else:
            play_on(game, chance, 1)
    return game


# Tolerated differences


def test_tokens_and_winners_may_be_in_any_order_and_zeros_are_ignored() -> None:
    game = Game.from_transcript(a_deal())
    for text in ("UU", "WRK", "r1b", "WRK", "b1a", "WGR"):
        game.push(text)
    game.conclude("time", (0, 1))
    recorded = transcript(game)
    recorded["turns"][1]["steps"][0]["tokens"] = ["black", "white", "red"]
    recorded["turns"][4]["steps"][0]["pay"] = {"gold": 1, "white": 0, "blue": 2}
    recorded["turns"][4]["steps"][0]["hand"] = False
    recorded["result"]["winners"] = [1, 0]
    assert Game.from_transcript(recorded) == game


def test_unknown_keys_are_ignored_except_under_rules() -> None:
    recorded = transcript(a_short_game())
    recorded["note"] = recorded["deal"]["note"] = recorded["turns"][0]["note"] = [1]
    recorded["turns"][0]["steps"][0]["note"] = {"a": None}
    assert Game.from_transcript(recorded) == a_short_game()
    recorded["rules"]["colour"] = "blue"
    assert "rules: there is no option 'colour'" in refusal(recorded)


# Refusals


def plain(recorded: Transcript) -> Transcript:
    """The transcript in a normal form, for comparison."""
    recorded = copy.deepcopy(recorded)
    for each in recorded["turns"]:
        each.pop("unfinished", None)
        for step in each["steps"]:
            step.get("tokens", []).sort()
            if "pay" in step:
                step["pay"] = {name: count for name, count in step["pay"].items() if count}
    return recorded


def is_read_faithfully(changed: Transcript) -> bool:
    """Whether a transcript is read; the game must then have exactly its contents."""
    try:
        game = Game.from_transcript(changed)
    except FormatError:
        return False
    again = plain(transcript(game))
    written = plain(changed)
    again["rules"] = written["rules"] = None  # an option may now have its default value
    assert again == written
    return True


@pytest.mark.parametrize("seed", range(fewer_when_interpreted(6, 1)))
def test_a_transcript_with_a_changed_value_is_refused_or_read_faithfully(seed: int) -> None:
    recorded = transcript(random_game(seed + 50, 60))
    chance = random.Random(seed)
    read = 0
    changes = [change for _, change in zip(range(250), mutations(recorded, chance), strict=False)]
    for _, changed in changes:
        read += is_read_faithfully(changed)
    assert read < len(changes) / 5


FACTS = {"seat", "card", "level", "slot", "gold", "hand", "winners", "points", "cards"}


def test_a_wrong_fact_in_a_finished_game_is_always_refused() -> None:
    """Cards, places, seats, gold and results follow from the decisions: none may be changed."""
    chance = random.Random(7)
    tried: Counter[str] = Counter()
    for seed in (3, 6):
        game = random_game(seed)
        assert game.is_over
        for path, changed in mutations(transcript(game), chance, is_fact):
            if tried[last_word(path)] < fewer_when_interpreted(25, 3):
                tried[last_word(path)] += 1
                assert refusal(changed), path
    assert set(tried) == FACTS


def is_fact(path: Path_) -> bool:
    return path[0] in ("turns", "result") and last_word(path) in FACTS and "pay" not in path


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"format": "splendor-transcript/2"}, 'not a transcript: "format" must be'),
        ({"rules": None}, 'a transcript needs "rules" with a "name"'),
        ({"rules": {"name": "chess"}}, "rules: there is no rule set 'chess'"),
        ({"rules": {"name": "official", "players": 5}}, "rules: option players must be one of"),
        ({"rules": {"name": "official", "target": True}}, "rules: option target must be"),
        ({"deal": []}, 'a transcript needs "deal", an object'),
        ({"turns": {}}, 'a transcript needs "turns", a list'),
        ({"turns": [1]}, "turn 1: a turn must be an object, not 1"),
        ({"turns": [{"seat": 0}]}, "turn 1: a turn: 'steps' is missing"),
        ({"turns": [{"seat": 0, "steps": []}]}, "turn 1: it has no steps"),
        ({"turns": [{"seat": True, "steps": []}]}, "turn 1: a turn: 'seat' cannot be True"),
        ({"turns": [turn(0, {"do": "jump"})]}, "turn 1: 'jump' is no step"),
        ({"result": []}, '"result" needs a reason'),
        ({"result": {"winners": [True], "points": [0, 0], "cards": [0, 0], "reason": "time"}},
         '"result" needs a reason'),
        ({"result": {"winners": [2], "points": [0, 0], "cards": [0, 0], "reason": "time"}},
         '"result": there is no seat 2'),
        ({"result": {"winners": [0], "points": [1, 0], "cards": [0, 0], "reason": "time"}},
         '"result" is not what the turns lead to'),
        ({"result": {"winners": [0], "points": [0, 0], "cards": [0, 0], "reason": "points"}},
         "\"result\" names 'points', but the game is not over"),
    ],
)  # fmt: skip
def test_the_reason_of_a_refusal_is_named(change: dict[str, Any], reason: str) -> None:
    assert refusal({**a_deal(), **change}).startswith(reason)


@pytest.mark.parametrize(
    "key, value, reason",
    [
        ("decks", [[0], [40], [70]], "deal: deck1 must be the ids 0 to 39"),
        ("decks", [], "deal: there must be 3 decks"),
        ("nobles", [1, 2], "deal: nobles must be 3 different ids from 0 to 9"),
        ("nobles", [1, 2, 2], "deal: nobles must be 3 different ids from 0 to 9"),
        ("start", 2, "deal: start is a seat below 2, not 2"),
        ("start", "0", "deal: 'start' cannot be '0'"),
    ],
)
def test_a_wrong_deal_is_refused(key: str, value: Any, reason: str) -> None:
    recorded = a_deal()
    recorded["deal"][key] = value
    assert refusal(recorded) == reason


def test_the_start_must_agree_with_the_options() -> None:
    assert refusal(a_deal(start=1)) == "deal: start must be 1, as the option says"


@pytest.mark.parametrize(
    "step, reason",
    [
        (take(), "take: 'tokens' cannot be empty"),
        (take("white", "white", "white"), "nobody may take ['white', 'white', 'white']"),
        (take("gold", "gold"), "nobody may take ['gold', 'gold']"),
        (take("white", "blue"), "WU is not legal then"),
        (take("white", "blue", "pearl"), "take: 'pearl' is no token"),
        ({"do": "take", "tokens": "white"}, "take: 'tokens' cannot be 'white'"),
        ({"do": "return", "tokens": []}, "return: 'tokens' cannot be empty"),
        ({"do": "pass"}, "pass is not legal then"),
        ({"do": "noble", "noble": 4}, "n1 is not legal then"),
        ({"do": "noble", "noble": 5}, "noble 5 is not in this game"),
        ({"do": "noble", "noble": -1}, "noble -1 is not in this game"),
        ({"do": "reserve", "level": 4, "slot": 0}, "reserve: there is no level 4"),
        ({"do": "reserve", "level": 1, "slot": 4}, "reserve: there is no slot 4"),
        ({"do": "reserve", "level": 1, "slot": -1}, "reserve: there is no slot -1"),
        ({"do": "reserve", "level": 1}, "reserve: 'slot' is missing"),
        ({"do": "reserve", "level": 1, "slot": 0, "gold": True}, "reserve: card is 0, not None"),
        ({"do": "reserve", "level": 1, "slot": 0, "card": 0, "gold": 1},
         "reserve: gold is True, not 1"),
        ({"do": "buy", "hand": True, "card": 3, "pay": {}}, "card 3 is not in the hand"),
        ({"do": "buy", "hand": True, "card": -1, "pay": {}}, "card -1 is not in the hand"),
        ({"do": "buy", "hand": 1, "card": 3, "pay": {}}, "buy: 'hand' cannot be 1"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 3, "pay": {}}, "card 3 does not lie there"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 0}, "buy: 'pay' is missing"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 0, "pay": {"pearl": 1}},
         "pay: 'pearl' is no token"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 0, "pay": {"blue": 1}},
         "card 0 does not cost that much"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 0, "pay": {"gold": 2}},
         "card 0 costs 3 tokens here"),
        ({"do": "buy", "level": 1, "slot": 0, "card": 0, "pay": {"gold": 3}},
         "b1a is not legal then"),
    ],
)  # fmt: skip
def test_a_wrong_step_is_refused(step: dict[str, Any], reason: str) -> None:
    assert refusal(with_turns(turn(0, step))) == f"turn 1: {reason}"


def test_steps_must_be_complete_and_correct() -> None:
    extra = with_turns(turn(0, take("white", "blue", "green"), {"do": "noble", "noble": 4}))
    assert refusal(extra).startswith("turn 1: its steps are ['take', 'noble'], but the moves")
    two = with_turns(turn(0, take("white", "blue", "green"), take("red", "red")))
    assert refusal(two).startswith("turn 1: its steps are ['take', 'take'], but the moves")
    other = with_turns(turn(1, take("white", "blue", "green")))
    assert refusal(other) == "turn 1: it is the turn of seat 0, not of seat 1"


def test_nothing_follows_the_end_and_an_ended_game_has_a_result() -> None:
    one = turn(0, take("white", "blue", "green"))
    other = turn(1, take("white", "blue", "green"))
    recorded = with_turns(one, other, rounds=1)
    assert refusal(recorded) == 'the game is over, but its "result" is null'
    recorded["turns"].append(one)
    assert refusal(recorded) == "turn 3: the game is over before it"
    del recorded["result"]
    assert refusal({**recorded, "turns": []}).startswith('a transcript needs "result"')


def test_a_concluded_game_cannot_have_ended_before() -> None:
    turns = (turn(seat, take("white", "blue", "green")) for seat in (0, 1))
    recorded = with_turns(*turns, rounds=1)
    recorded["result"] = {"winners": [0], "points": [0, 0], "cards": [0, 0], "reason": "time"}
    assert refusal(recorded) == '"result": the game is over already'


@pytest.mark.parametrize("given", [None, 1, "splendor-transcript/1", [], {}, {"format": [1]}])
def test_other_values_are_not_transcripts(given: Any) -> None:
    assert refusal(given).startswith("not a transcript")
