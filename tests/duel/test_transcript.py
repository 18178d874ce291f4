"""Transcripts of Duel: they are correct, and false ones are refused.

`test_gamefile_duel.py` tests that transcripts of random games are valid and read back.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from splendor import FormatError, Game
from splendor.duel.state import CARDS, DECK_SIZES
from splendor.formats import transcript
from splendor.ruleset import FORMAT
from tests.damage import Path_, last_word, mutations
from tests.duel.games import random_game
from tests.positions import fewer_when_interpreted

Transcript = dict[str, Any]
Step = dict[str, Any]

# The board of `a_deal`, as the spiral fills it:
#     a b c d e
#   1 U G R K P
#   2 W K W U P
#   3 K R W G J
#   4 R G U R J
#   5 G U W K J
SPIRAL = ["white", "blue", "green", "red", "black"] * 4 + ["pearl"] * 2 + ["gold"] * 3


def a_deal(**options: Any) -> Transcript:
    """A duel before its first turn, with the decks in the order of the card numbers."""
    names = iter(card.name for card in CARDS)
    decks = [[next(names) for _ in range(size)] for size in DECK_SIZES]
    return {
        "format": FORMAT,
        "rules": {"name": "duel", **options},
        "deal": {"decks": decks, "board": SPIRAL, "start": 0},
        "turns": [],
        "result": None,
    }


def played(*texts: str, **options: Any) -> Game:
    """The deal after some moves; `fill:WU` gives the tokens drawn."""
    game = Game.from_transcript(a_deal(**options))
    for text in texts:
        move, _, drawn = text.partition(":")
        game.push(move, drawn)
    return game


# Seat 0 takes the cost of L1-01 except for a gold, and buys it; then seat 1 replenishes the board.
OPENING = ("a1b1c1", "pe1", "a2b2c2", "r3a", "Je3", "d1", "b1a")
# Seat 0 takes the cost of L1-03, which gives another turn.
TO_AN_EXTRA_TURN = ("a1b1", "d5", "b4c4", "c5", "e1", "b5", "b1c")


def cell(text: str) -> list[int]:
    return [int(text[1]) - 1, "abcde".index(text[0])]


def turn(seat: int, *steps: Step) -> Step:
    return {"seat": seat, "steps": list(steps)}


def take(*cells: str) -> Step:
    return {"do": "take", "cells": [cell(each) for each in cells]}


def buy(card: str, **keys: Any) -> Step:
    return {"do": "buy", "level": 1, "slot": 0, "card": card, **keys}


def with_turns(*turns: Step, **options: Any) -> Transcript:
    return {**a_deal(**options), "turns": list(turns)}


def refusal(recorded: Any) -> str:
    with pytest.raises(FormatError) as error:
        Game.from_transcript(recorded)
    return str(error.value)


# Writing


def test_a_transcript_has_the_steps_of_every_turn() -> None:
    recorded = transcript(played(*OPENING, "fill:JUGR", "c2"))
    assert recorded == with_turns(
        turn(0, take("a1", "b1", "c1")),
        turn(1, {"do": "privilege", "cell": [0, 4]}, take("a2", "b2", "c2")),
        turn(0, {"do": "reserve", "gold": [2, 4], "level": 3, "slot": 0, "card": "L3-01"}),
        turn(1, take("d1")),
        turn(0, buy("L1-01", pay={"blue": 1, "green": 1, "red": 1, "gold": 1})),
        turn(
            1,
            {
                "do": "replenish",
                "placed": [
                    ["gold", cell("b2")],
                    ["blue", cell("c2")],
                    ["green", cell("a2")],
                    ["red", cell("a1")],
                ],
            },
            take("c2"),
        ),
    )


def test_a_card_from_the_deck_or_the_hand_is_named() -> None:
    recorded = transcript(played("r1", "Je3", "d1", "b4c4", "c1", "b3", "d2", "a2", "d5", "bh1"))
    assert recorded["turns"][0]["steps"] == [
        {"do": "reserve", "gold": [2, 4], "level": 1, "slot": None, "card": "L1-06"}
    ]
    assert recorded["turns"][-1]["steps"] == [
        {"do": "buy", "hand": True, "card": "L1-06", "pay": {"white": 1, "green": 1, "red": 1,
                                                             "gold": 1}}
    ]  # fmt: skip


def test_an_extra_turn_is_a_separate_turn() -> None:
    game = played(*TO_AN_EXTRA_TURN, "d2")
    recorded = transcript(game)
    assert [each["seat"] for each in recorded["turns"]] == [0, 1, 0, 1, 0, 1, 0, 0]
    assert recorded["turns"][-2]["steps"] == [
        buy("L1-03", slot=2, pay={"blue": 2, "green": 2, "pearl": 1})
    ]
    assert Game.from_transcript(recorded) == game
    recorded["turns"][-1]["seat"] = 1
    assert refusal(recorded) == "turn 8: it is the turn of seat 0, not of seat 1"


def test_steps_of_two_turns_are_not_one_turn() -> None:
    recorded = transcript(played(*TO_AN_EXTRA_TURN, "d2"))
    extra = recorded["turns"].pop()
    recorded["turns"][-1]["steps"] += extra["steps"]
    assert refusal(recorded) == "turn 7: take: the turn is over before it"


def test_tokens_discarded_one_by_one_are_one_step() -> None:
    game = played("a1b1c1", "e1", "a2b2c2", "e2", "a3b3c3", "d5", "a4b4c4")
    assert game.phase == "discard"
    for text, unfinished in (("-W", True), ("-K", None)):
        game.push(text)
        recorded = transcript(game)
        assert recorded["turns"][-1].get("unfinished") is unfinished
        assert Game.from_transcript(recorded) == game
    assert recorded["turns"][-1]["steps"] == [
        take("a4", "b4", "c4"),
        {"do": "discard", "tokens": ["white", "black"]},
    ]


def test_decisions_without_an_effect_are_not_written() -> None:
    game = played("a1b1c1", "pe1")
    before = transcript(game)
    assert before["turns"][-1] == {
        **turn(1, {"do": "privilege", "cell": [0, 4]}),
        "unfinished": True,
    }
    game.push("r2a")
    assert game.phase == "gold"
    assert transcript(game) == before
    game.push("Je3")
    assert transcript(game)["turns"][-1]["steps"][1]["card"] == "L2-01"


def games_with(word: str, key: str) -> Iterator[tuple[Transcript, int, int]]:
    """Transcripts with a step that has this key, and the indices of its turn and step."""
    for seed in range(200):
        recorded = transcript(random_game(seed))
        for number, each in enumerate(recorded["turns"]):
            for place, step in enumerate(each["steps"]):
                if step["do"] == word and key in step:
                    yield copy.deepcopy(recorded), number, place


def test_a_wild_card_is_written_with_its_colour() -> None:
    recorded, number, place = next(games_with("buy", "as"))
    step = recorded["turns"][number]["steps"][place]
    assert next(card.bonus for card in CARDS if card.name == step["card"]) == "wild"
    assert Game.from_transcript(recorded)
    right = step.pop("as")
    assert refusal(recorded) == f"turn {number + 1}: buy: 'as' is missing"
    step["as"] = "pearl"
    assert refusal(recorded) == f"turn {number + 1}: buy: as cannot be 'pearl'"
    step["as"] = right
    assert Game.from_transcript(recorded)


def test_a_chosen_payment_is_read_back() -> None:
    """L1-02 costs three blue: seat 0 has three blue and a gold."""
    game = played("a1", "e1", "d2", "e2", "c4", "a2", "r3a", "Je3", "a3", "b1b+", "J=U", "pay")
    recorded = transcript(game)
    bought = recorded["turns"][-1]["steps"][0]
    assert bought["pay"] == {"blue": 2, "gold": 1}
    assert Game.from_transcript(recorded) == game
    bought["pay"] = {"blue": 3}
    assert str(Game.from_transcript(recorded).moves[-1]) == "b1b"


# Tolerated differences


def test_cells_may_be_in_any_order_and_unknown_keys_are_ignored() -> None:
    game = played(*OPENING)
    recorded = transcript(game)
    recorded["turns"][0]["steps"][0]["cells"].reverse()
    recorded["turns"][4]["steps"][0] |= {"note": 1, "as": None, "hand": False}
    recorded["turns"][4]["steps"][0]["pay"]["pearl"] = 0
    assert Game.from_transcript(recorded) == game


# Refusals


@pytest.mark.parametrize(
    "key, value, reason",
    [
        ("decks", [[1], [2], [3]], "deal: deck1 must be the ids L1-01 to L1-30"),
        ("decks", [], "deal: there must be 3 decks"),
        ("board", SPIRAL[1:], "deal: board must be all 25 tokens, along the spiral"),
        ("board", ["blue", *SPIRAL[1:]], "deal: board must be all 25 tokens, along the spiral"),
        ("board", [0, *SPIRAL[1:]], "deal: board must be all 25 tokens, along the spiral"),
        ("board", "white", "deal: 'board' cannot be 'white'"),
        ("start", 2, "deal: start is a seat below 2, not 2"),
        ("start", True, "deal: 'start' cannot be True"),
    ],
)
def test_a_wrong_deal_is_refused(key: str, value: Any, reason: str) -> None:
    recorded = a_deal()
    recorded["deal"] = {**recorded["deal"], key: value}
    assert refusal(recorded) == reason


def test_the_start_must_agree_with_the_options() -> None:
    assert refusal(a_deal(start=1)) == "deal: start must be 1, as the option says"


@pytest.mark.parametrize(
    "step, reason",
    [
        ({"do": "jump"}, "'jump' is no step: privilege, replenish, take, reserve, buy, "
         "take_matching, steal, royal, discard, pass"),
        ({"do": "take", "tokens": ["white"]}, "take: 'cells' is missing"),
        ({"do": "take", "cells": []}, "take: nothing is no line"),
        ({"do": "take", "cells": [[0, 5]]}, "take: [0, 5] is no cell of the board"),
        ({"do": "take", "cells": [[0, True]]}, "take: [0, True] is no cell of the board"),
        ({"do": "take", "cells": [[0]]}, "take: [0] is no cell of the board"),
        ({"do": "take", "cells": ["a1"]}, "take: 'a1' is no cell of the board"),
        (take("a1", "c1"), "take: a1c1 is no line"),
        (take("a1", "a1"), "take: a1a1 is no line"),
        (take("e3"), "e3 is not legal then"),
        ({"do": "privilege", "cell": [0, 0]}, "pa1 is not legal then"),
        ({"do": "privilege"}, "privilege: 'cell' is missing"),
        ({"do": "replenish"}, "fill is not legal then"),
        ({"do": "reserve", "level": 1, "slot": 0, "card": "L1-01", "gold": True},
         "reserve: 'gold' cannot be True"),
        ({"do": "reserve", "level": 1, "slot": 0, "card": "L1-01", "gold": [0, 0]},
         "Ja1 is not legal then"),
        ({"do": "reserve", "level": 3, "slot": 3, "card": "L3-01", "gold": [2, 4]},
         "reserve: there is no slot 3"),
        ({"do": "reserve", "level": 4, "slot": 0, "card": "L3-01", "gold": [2, 4]},
         "reserve: there is no level 4"),
        ({"do": "reserve", "level": 1, "gold": [2, 4]}, "reserve: 'slot' is missing"),
        ({"do": "reserve", "level": 1, "slot": 0, "card": "L1-02", "gold": [2, 4]},
         "reserve: card is 'L1-01', not 'L1-02'"),
        (buy("L1-01"), "buy: 'pay' is missing"),
        (buy("L1-99", pay={}), "buy: there is no card 'L1-99'"),
        (buy("L1-02", pay={}), "card L1-02 does not lie there"),
        (buy("L1-01", pay={}), "card L1-01 costs 4 tokens here"),
        (buy("L1-01", pay={"gold": 4}), "b1a is not legal then"),
        (buy("L1-01", pay={"blue": 1}), "card L1-01 does not cost that much"),
        (buy("L1-01", pay={"gold": 4}, **{"as": "red"}), "buy: card L1-01 is not wild"),
        (buy("L1-01", hand=True, pay={}), "card L1-01 is not in the hand"),
        ({"do": "take_matching", "cell": [0, 0]}, "+a1 is not legal then"),
        ({"do": "steal", "token": "gold"}, "steal: token cannot be 'gold'"),
        ({"do": "steal", "token": "pearl"}, "xP is not legal then"),
        ({"do": "royal", "royal": 1}, "royal: 'royal' cannot be 1"),
        ({"do": "royal", "royal": "R5"}, "royal: royal cannot be 'R5'"),
        ({"do": "royal", "royal": "R2"}, "royal2 is not legal then"),
        ({"do": "discard", "tokens": ["white"]}, "-W is not legal then"),
        ({"do": "discard", "tokens": []}, "discard: 'tokens' cannot be empty"),
        ({"do": "pass"}, "pass is not legal then"),
    ],
)  # fmt: skip
def test_a_wrong_step_is_refused(step: Step, reason: str) -> None:
    assert refusal(with_turns(turn(0, step))) == f"turn 1: {reason}"


PLACED = [["gold", "b2"], ["blue", "c2"], ["green", "a2"], ["red", "a1"]]


@pytest.mark.parametrize(
    "placed, reason",
    [
        ([], "tokens come to the spaces b2 c2 a2 a1, in this order"),
        (PLACED[:3], "tokens come to the spaces b2 c2 a2 a1, in this order"),
        (PLACED[::-1], "tokens come to the spaces b2 c2 a2 a1, in this order"),
        ([*PLACED, ["pearl", "b1"]], "tokens come to the spaces b2 c2 a2 a1, in this order"),
        ([["white", "b2"], *PLACED[1:]], "the bag holds U1 G1 R1 J1, not WUGR"),
        ([["gem", "b2"], *PLACED[1:]], "['gem', [1, 1]] is no token with its cell"),
    ],
)
def test_a_replenishment_draws_from_the_bag_along_the_spiral(
    placed: list[list[str]], reason: str
) -> None:
    recorded = transcript(played(*OPENING, "fill:JUGR"))
    step = recorded["turns"][-1]["steps"][0]
    assert step["placed"] == [[token, cell(space)] for token, space in PLACED]
    step["placed"] = [[token, cell(space)] for token, space in placed]
    assert refusal(recorded) == f"turn 6: replenish: {reason}"


@pytest.mark.parametrize("wrong", [None, {}, [["gold"]], [[0, [1, 1]]], [["gold", 1]], ["gold"]])
def test_placed_tokens_must_have_cells(wrong: Any) -> None:
    recorded = transcript(played(*OPENING, "fill:JUGR"))
    recorded["turns"][-1]["steps"][0]["placed"] = wrong
    assert refusal(recorded).startswith("turn 6: replenish: ")


def test_another_order_of_draws_is_another_game() -> None:
    recorded = transcript(played(*OPENING, "fill:JUGR"))
    placed = recorded["turns"][-1]["steps"][0]["placed"]
    placed[0][0], placed[3][0] = placed[3][0], placed[0][0]
    again = Game.from_transcript(recorded)
    assert again.drawn == "RUGJ"
    assert again == played(*OPENING, "fill:RUGJ") != played(*OPENING, "fill:JUGR")


def test_only_the_last_turn_may_be_unfinished() -> None:
    recorded = transcript(played("a1b1c1", "pe1"))
    assert Game.from_transcript(recorded) == played("a1b1c1", "pe1")
    recorded["turns"].append(turn(0, take("b2")))
    assert refusal(recorded) == "turn 2: its steps do not finish it"


def test_nothing_follows_the_end() -> None:
    recorded = with_turns(turn(0, take("a1")), turn(1, take("b1")), idle=2)
    assert refusal(recorded) == 'the game is over, but its "result" is null'
    recorded["turns"].append(turn(0, take("c1")))
    assert refusal(recorded) == "turn 3: the game is over before it"


def test_a_required_step_cannot_be_missing() -> None:
    for word in ("take_matching", "steal", "royal"):
        found = games_with(word, "do")
        recorded, number, place = next(
            each for each in found if each[1] + 1 < len(each[0]["turns"])
        )
        del recorded["turns"][number]["steps"][place]
        assert refusal(recorded).startswith(f"turn {number + 1}: "), word


# Changed values


def plain(recorded: Transcript) -> Transcript:
    """The transcript in a normal form, for comparison."""
    recorded = copy.deepcopy(recorded)
    for each in recorded["turns"]:
        each.pop("unfinished", None)
        for step in each["steps"]:
            step.get("tokens", []).sort()
            step.get("cells", []).sort()
            if "pay" in step:
                step["pay"] = {name: count for name, count in step["pay"].items() if count}
    return recorded


def is_read_faithfully(changed: Transcript) -> bool:
    """Whether a transcript is read; the game must then have exactly its contents."""
    try:
        game = Game.from_transcript(changed)
    except FormatError:
        return False
    again, written = plain(transcript(game)), plain(changed)
    again["rules"] = written["rules"] = None  # an option may now have its default value
    assert json.dumps(again) == json.dumps(written)
    return True


@pytest.mark.parametrize("seed", range(fewer_when_interpreted(6, 1)))
def test_a_transcript_with_a_changed_value_is_refused_or_read_faithfully(seed: int) -> None:
    recorded = transcript(random_game(seed + 50, 60))
    chance = random.Random(seed)
    changes = [change for _, change in zip(range(250), mutations(recorded, chance), strict=False)]
    read = sum(is_read_faithfully(changed) for _, changed in changes)
    assert read < len(changes) / 5


FACTS = {"seat", "card", "level", "slot", "hand", "winners", "points", "crowns", "cards"}


def test_a_wrong_fact_in_a_finished_game_is_always_refused() -> None:
    """Cards, places, seats and results follow from the decisions: none may be changed."""
    chance, tried = random.Random(7), Counter[str]()
    for seed in (3, 6, 9):
        game = random_game(seed)
        assert game.is_over
        for path, changed in mutations(transcript(game), chance, is_fact):
            if tried[last_word(path)] < fewer_when_interpreted(25, 3):
                tried[last_word(path)] += 1
                assert refusal(changed), path
    assert set(tried) == FACTS


def is_fact(path: Path_) -> bool:
    return path[0] in ("turns", "result") and last_word(path) in FACTS
