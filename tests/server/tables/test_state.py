"""Table states, folded from logs."""

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
    StampedEvent,
    Undone,
    decode,
    encode,
)
from splendor.server.tables.state import (
    ENGINE,
    OVER,
    PLAYING,
    WAITING,
    LogError,
    TableState,
)
from tests.server.tables.table_states import (
    SECRET,
    LoggedState,
    begun,
    fold,
    play,
    play_until,
    waiting_state,
)

SEATINGS = [
    ("official", ("Anna", "Ben")),
    ("official", ("Anna", "Anna", "greedy")),
    ("landolt", ("Anna", "Ben", "Cleo", "greedy")),
    ("duel", ("Anna", "Ben")),
]


def a_log(rules: str, seats: tuple[str, ...], seed: int) -> list[StampedEvent]:
    """A log with every kind of event."""
    chance = random.Random(seed)
    state = waiting_state(*seats, rules=rules, clock=ClockRule(600, 5))
    created = state.created
    assert created is not None
    log = [StampedEvent(created, 1)]

    def add(event: AnyEvent, player: str = "", id: str = "") -> None:
        log.append(StampedEvent(event, len(log), player, id))
        state.fold(log[-1])

    for name in sorted(state.people):
        add(Readied(name, f"n-{name}"), name, f"ready-{name}")
    add(Began(state.deal().deal(), ENGINE))
    add(Chatted("Anna", "Anna", "hello"), "Anna", "c1")
    for number in range(60):
        if state.dealt_game.is_over:
            break
        seat = state.dealt_game.active
        move = str(chance.choice(state.dealt_game.legal_moves))
        event, _ = moved(state.dealt_game, seat, [move])
        add(event, state.seats[seat].player, f"m{number}")
        if number == 20:
            add(Hinted(0, len(state.dealt_game.moves)))
            add(Muted("Anna", 1, True))
            add(Replaced(0, "greedy", "absent"))
            add(Returned(0))
            add(Asked("Anna", "undo", 5))
            add(Answered("Ben", False))
            add(Undone(len(state.dealt_game.moves) - 2))
            add(Left(0))
            add(Sat(0, "Zoe", "Zoe"), "Zoe", "sit")
    if not state.dealt_game.is_over:
        add(Concluded("abandoned", []))
    return log


def same(one: TableState, other: TableState) -> bool:
    names = set(TableState.__slots__) - {"game"}
    equal = all(getattr(one, name) == getattr(other, name) for name in names)
    games = one.game == other.game and (
        one.game is None or one.game.moves == other.dealt_game.moves
    )
    return equal and games


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_folding_a_log_at_once_or_event_by_event_gives_the_same_state(
    rules: str, seats: tuple[str, ...]
) -> None:
    log = a_log(rules, seats, seed=3)
    folded, stepped = TableState("table", SECRET), TableState("table", SECRET)
    for stamped in log:
        folded.fold(stamped._replace(event=decode(encode(stamped.event))))
        before = stepped.after([])
        after = stepped.after([stamped])
        assert same(stepped, before)  # unchanged
        stepped = after
        assert same(folded, stepped)
    assert same(TableState("table", SECRET).after(log), folded)
    assert folded.seq == len(log)
    assert folded.status == OVER


def test_reusing_a_game_that_was_tried_gives_the_same_state() -> None:
    state: TableState = begun("Anna", "Ben", rules="duel")
    for _ in range(60):
        move = str(random.Random(state.seq).choice(state.dealt_game.legal_moves))
        event, game = moved(state.dealt_game, state.dealt_game.active, [move])
        adopted = state.after([StampedEvent(event, 1)], game)
        state = state.after([StampedEvent(event, 1)])
        assert same(adopted, state)


def test_a_table_waits_plays_and_is_over() -> None:
    state = waiting_state("Anna", "", "greedy")
    assert (state.status, state.is_ready_to_begin) == (WAITING, False)
    fold(state, Readied("Anna"), Sat(1, "Ben", "Ben"))
    assert not state.is_ready_to_begin
    fold(state, Readied("Ben"))
    assert state.is_ready_to_begin
    fold(state, Began(state.deal().deal(), ENGINE))
    assert (state.status, state.revision) == (PLAYING, state.seq)
    fold(state, Concluded("abandoned", []))
    assert state.status == OVER


def test_the_deal_follows_from_the_secret_and_all_nonces() -> None:
    state = begun("Anna", "greedy", "Ben", target=21)
    seed = seed_of(SECRET, ["nonce-Anna", "", "nonce-Ben"])
    assert state.dealt_game == Game(players=3, seed=seed, target=21)


def test_the_nonces_of_the_deal_stay_when_players_change() -> None:
    state = begun("Anna", "Ben")
    nonces = state.nonces
    fold(state, Left(1))
    assert state.nonces == nonces
    fold(state, Sat(1, "Cleo", "Cleo"), Sat(1, "Phone", "Cleo"))
    assert state.nonces == nonces
    assert state.deal().deal() == state.dealt_game.deal()


def test_the_revision_grows_only_when_the_game_changes() -> None:
    state = begun("Anna", "Ben", start=0)
    before = state.revision
    fold(state, Chatted("Ben", "Ben", "hi"), Hinted(0, 0), Muted("Ben", 0, True), Asked("Ben", "abandon"))  # fmt: skip # noqa: E501
    assert state.revision == before
    play(state, "UGR")
    assert state.revision == state.seq == before + 5
    fold(state, Undone(0))
    assert state.revision == state.seq


def test_a_mute_is_private() -> None:
    state = begun("Anna", "Ben")
    fold(state, Muted("Ben", 0, True))
    assert all(b"muted" not in entry.line for entry in state.lines)
    assert state.lines[-1].seq == state.seq - 1


def test_no_line_contains_a_secret_or_a_player_id() -> None:
    log = a_log("official", ("Anna", "Ben"), 1)
    renamed = [
        stamped._replace(
            event=decode(encode(stamped.event).replace(b'"player":"', b'"player":"id-'))
        )
        for stamped in log
    ]
    state = LoggedState("table", SECRET)
    for stamped in renamed:
        state.fold(stamped)
    for entry in state.lines:
        assert b"id-" not in entry.line
        assert b"n-Anna" not in entry.line
        assert b"deck" not in entry.line


def test_hints_stay_in_the_log_after_an_undo() -> None:
    state = begun("Anna", "greedy", start=0)
    play(state, "UGR")
    play(state, "UGR")
    fold(state, Hinted(0, 2), Undone(0))
    assert state.hints == [Hinted(0, 2)]


def test_the_repr_of_a_state_does_not_contain_its_secret() -> None:
    state = begun("Anna", "Ben")
    assert SECRET not in repr(state)
    assert "nonce-Anna" not in repr(state.seats)


def wrong_engine(state: TableState) -> AnyEvent:
    return Began(state.deal().deal(), "0")


def another_deal(state: TableState) -> AnyEvent:
    return Began(Game(seed=1).deal(), ENGINE)


@pytest.mark.parametrize("wrong, why", [(wrong_engine, "engine 0"), (another_deal, "secret")])
def test_a_deal_that_does_not_follow_from_the_seed_is_an_error_of_the_log(wrong, why: str) -> None:  # type: ignore[no-untyped-def]
    state = waiting_state("Anna", "Ben")
    with pytest.raises(LogError, match=why):
        fold(state, wrong(state))
    assert state.status == WAITING


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
def test_an_illegal_move_is_an_error_of_the_log(event: AnyEvent, why: str) -> None:
    state = begun("Anna", "Ben", start=0)
    with pytest.raises(LogError, match=why):
        fold(state, event)


def test_wrong_drawn_tokens_are_an_error_of_the_log() -> None:
    state = begun("Anna", "Ben", rules="duel")
    play_until(state, lambda game: any(type(m).__name__ == "Replenish" for m in game.legal_moves))
    game = state.dealt_game
    move = next(str(m) for m in game.legal_moves if type(m).__name__ == "Replenish")
    event, after = moved(game, game.active, [move])
    assert after.drawn
    state.after([StampedEvent(event, 1)])
    with pytest.raises(LogError, match="drew"):
        state.after([StampedEvent(Moved(event.seat, event.moves, [after.drawn[::-1] + "W"]), 1)])
