"""A table as its log tells it."""

import random

import pytest

from splendor.formats.fair import seed_of
from splendor.game import Game
from splendor.server.tables.commands import moved
from splendor.server.tables.events import (
    Answered,
    AnyEvent,
    Asked,
    Began,
    Chatted,
    ClockRule,
    Concluded,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Replaced,
    Returned,
    Sat,
    Undone,
    decode,
    encode,
)
from splendor.server.tables.state import ENGINE, OVER, PLAYING, WAITING, LogError, Stamped, Story
from tests.server.tables.stories import SECRET, a_story, begun, play, play_until, tell

SEATINGS = [
    ("official", ("Anna", "Ben")),
    ("official", ("Anna", "Anna", "greedy")),
    ("landolt", ("Anna", "Ben", "Cleo", "greedy")),
    ("duel", ("Anna", "Ben")),
]


def a_log(rules: str, seats: tuple[str, ...], seed: int) -> list[Stamped]:
    """All that can happen at a table, in some order."""
    chance = random.Random(seed)
    story = a_story(*seats, rules=rules, clock=ClockRule(600, 5))
    created = story.created
    assert created is not None
    log = [Stamped(created, 1)]

    def add(event: AnyEvent, player: str = "", id: str = "") -> None:
        log.append(Stamped(event, len(log), player, id))
        story.fold(log[-1])

    for name in sorted(story.people):
        add(Readied(name, f"n-{name}"), name, f"ready-{name}")
    add(Began(story.deal().deal(), ENGINE))
    add(Chatted("Anna", "Anna", "hello"), "Anna", "c1")
    for number in range(60):
        if story.playing.is_over:
            break
        seat = story.playing.active
        move = str(chance.choice(story.playing.legal_moves))
        event, _ = moved(story.playing, seat, [move])
        add(event, story.seats[seat].player, f"m{number}")
        if number == 20:
            add(Hinted(0, len(story.playing.moves)))
            add(Muted("Anna", 1, True))
            add(Replaced(0, "greedy", "absent"))
            add(Returned(0))
            add(Asked("Anna", "undo", 5))
            add(Answered("Ben", False))
            add(Undone(len(story.playing.moves) - 2))
            add(Left(0))
            add(Sat(0, "Zoe", "Zoe"), "Zoe", "sit")
    if not story.playing.is_over:
        add(Concluded("abandoned", []))
    return log


def same(one: Story, other: Story) -> bool:
    names = set(Story.__slots__) - {"game"}
    equal = all(getattr(one, name) == getattr(other, name) for name in names)
    games = one.game == other.game and (one.game is None or one.game.moves == other.playing.moves)
    return equal and games


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_a_log_tells_the_same_at_once_or_event_by_event(rules: str, seats: tuple[str, ...]) -> None:
    log = a_log(rules, seats, seed=3)
    folded, stepped = Story("table", SECRET), Story("table", SECRET)
    for stamped in log:
        folded.fold(stamped._replace(event=decode(encode(stamped.event))))
        before = stepped.after([])
        after = stepped.after([stamped])
        assert same(stepped, before)  # which stays as it was
        stepped = after
        assert same(folded, stepped)
    assert same(Story("table", SECRET).after(log), folded)
    assert folded.seq == len(log)
    assert folded.status == OVER


def test_a_move_that_was_tried_already_is_the_same_as_one_that_is_replayed() -> None:
    story = begun("Anna", "Ben", rules="duel")
    for _ in range(60):
        move = str(random.Random(story.seq).choice(story.playing.legal_moves))
        event, game = moved(story.playing, story.playing.active, [move])
        adopted = story.after([Stamped(event, 1)], game)
        story = story.after([Stamped(event, 1)])
        assert same(adopted, story)


def test_a_table_waits_plays_and_is_over() -> None:
    story = a_story("Anna", "", "greedy")
    assert (story.status, story.is_ready_to_begin) == (WAITING, False)
    tell(story, Readied("Anna"), Sat(1, "Ben", "Ben"))
    assert not story.is_ready_to_begin
    tell(story, Readied("Ben"))
    assert story.is_ready_to_begin
    tell(story, Began(story.deal().deal(), ENGINE))
    assert (story.status, story.state) == (PLAYING, story.seq)
    tell(story, Concluded("abandoned", []))
    assert story.status == OVER


def test_the_deal_follows_from_the_secret_and_all_nonces() -> None:
    story = begun("Anna", "greedy", "Ben", target=21)
    seed = seed_of(SECRET, ["nonce-Anna", "", "nonce-Ben"])
    assert story.playing == Game(players=3, seed=seed, target=21)


def test_the_nonces_of_the_deal_stay_when_people_leave_and_change() -> None:
    story = begun("Anna", "Ben")
    nonces = story.nonces
    tell(story, Left(1))
    assert story.nonces == nonces
    tell(story, Sat(1, "Cleo", "Cleo"), Sat(1, "Phone", "Cleo"))
    assert story.nonces == nonces
    assert story.deal().deal() == story.playing.deal()


def test_the_state_grows_only_when_the_game_changes() -> None:
    story = begun("Anna", "Ben", start=0)
    state = story.state
    tell(story, Chatted("Ben", "Ben", "hi"), Hinted(0, 0), Muted("Ben", 0, True), Asked("Ben", "abandon"))  # fmt: skip # noqa: E501
    assert story.state == state
    play(story, "UGR")
    assert story.state == story.seq == state + 5
    tell(story, Undone(0))
    assert story.state == story.seq


def test_a_mute_is_nobody_elses_business() -> None:
    story = begun("Anna", "Ben")
    tell(story, Muted("Ben", 0, True))
    assert all(b"muted" not in entry.told for entry in story.entries)
    assert story.entries[-1].seq == story.seq - 1


def test_no_event_tells_a_secret_or_a_player_id() -> None:
    log = a_log("official", ("Anna", "Ben"), 1)
    renamed = [
        stamped._replace(
            event=decode(encode(stamped.event).replace(b'"player":"', b'"player":"id-'))
        )
        for stamped in log
    ]
    story = Story("table", SECRET).after(renamed)
    for entry in story.entries:
        assert b"id-" not in entry.told
        assert b"n-Anna" not in entry.told
        assert b"deck" not in entry.told


def test_hints_stay_in_the_story_when_moves_are_taken_back() -> None:
    story = begun("Anna", "greedy", start=0)
    play(story, "UGR")
    play(story, "UGR")
    tell(story, Hinted(0, 2), Undone(0))
    assert story.hints == [Hinted(0, 2)]


def test_the_story_does_not_show_its_secret() -> None:
    story = begun("Anna", "Ben")
    assert SECRET not in repr(story)
    assert "nonce-Anna" not in repr(story.seats)


def wrong_engine(story: Story) -> AnyEvent:
    return Began(story.deal().deal(), "0")


def another_deal(story: Story) -> AnyEvent:
    return Began(Game(seed=1).deal(), ENGINE)


@pytest.mark.parametrize("wrong, why", [(wrong_engine, "engine 0"), (another_deal, "secret")])
def test_a_deal_that_does_not_follow_is_an_error_of_the_log(wrong, why: str) -> None:  # type: ignore[no-untyped-def]
    story = a_story("Anna", "Ben")
    with pytest.raises(LogError, match=why):
        tell(story, wrong(story))
    assert story.status == WAITING


@pytest.mark.parametrize(
    "event, why",
    [
        (Moved(1, ["UGR"]), "not seat 1's"),
        (Moved(0, ["b1a"]), "not legal"),
        (Moved(0, ["xyz"]), "xyz"),
        (Moved(0, ["UGR"], ["WW"]), "drew"),
        (Moved(0, ["UGR", "UGR"]), "not seat 0's"),
        (Concluded("boredom", []), "boredom"),
    ],
)
def test_what_the_rules_forbid_is_an_error_of_the_log(event: AnyEvent, why: str) -> None:
    story = begun("Anna", "Ben", start=0)
    with pytest.raises(LogError, match=why):
        tell(story, event)


def test_other_tokens_than_those_drawn_are_an_error_of_the_log() -> None:
    story = begun("Anna", "Ben", rules="duel")
    play_until(story, lambda game: any(type(m).__name__ == "Replenish" for m in game.legal_moves))
    game = story.playing
    move = next(str(m) for m in game.legal_moves if type(m).__name__ == "Replenish")
    event, after = moved(game, game.active, [move])
    assert after.drawn
    story.after([Stamped(event, 1)])
    with pytest.raises(LogError, match="drew"):
        story.after([Stamped(Moved(event.seat, event.moves, [after.drawn[::-1] + "W"]), 1)])
