"""Which commands a person may send at a table, and why others are refused."""

import pytest
from msgspec.json import decode

from splendor.bots.levels import ladders
from splendor.core.errors import RulesError
from splendor.duel.board import SPACE_OF
from splendor.game import Game
from splendor.server.messages import (
    Answer,
    AskFor,
    CallBot,
    Chat,
    ComeBack,
    Hint,
    Leave,
    LoggedCommand,
    LogLine,
    Mute,
    Play,
    Ready,
    Rematch,
    Resign,
    Sit,
    Try,
)
from splendor.server.refusals import RequestRefused
from splendor.server.tables.commands import MAX_CHATS, Person, attempt, ended_if_too_long
from splendor.server.tables.deciding import MAX_OTHERS, decide
from splendor.server.tables.events import (
    Answered,
    Asked,
    Chatted,
    ClockRule,
    Concluded,
    Hinted,
    Left,
    Moved,
    Replaced,
    Returned,
    Sat,
    StampedEvent,
    Undone,
)
from splendor.server.tables.state import OVER
from splendor.server.tables.wire_views import wire_table
from tests.server.tables.table_states import (
    LoggedState,
    after,
    begun,
    do,
    fold,
    kinds,
    name_of,
    only,
    play,
    play_until,
    waiting_state,
    why_not,
)

UNDO, ABANDON = AskFor("i", "undo"), AskFor("i", "abandon")
YES, NO = Answer("i", True, 1), Answer("i", False, 1)  # to the open question
BEN_AWAY = frozenset({"Ben"})


# Playing


def test_the_line_of_a_move_names_the_card_that_everybody_saw() -> None:
    state = begun("Anna", "Ben", start=0)
    card = int(state.dealt_game.record[0].market[4 + 2])
    event = only(do(state, "Anna", Play("i", state.revision, ["r2c"])))
    assert event == Moved(0, ["r2c"])  # events store decisions only
    assert lines_of_moves(state)[-1].cards == [card]


def test_the_line_of_a_card_reserved_unseen_does_not_name_it() -> None:
    state = begun("Anna", "Ben", start=0)
    event = only(do(state, "Anna", Play("i", state.revision, ["r2"])))
    assert event == Moved(0, ["r2"])
    assert lines_of_moves(state)[-1].cards == []


def test_the_line_of_several_moves_has_the_effects_of_each() -> None:
    state = begun("Anna", "Ben", start=0)
    play_until(state, holds_ten)
    card = state.dealt_game.table.row(2)[2]
    assert card is not None
    returned = str(after(state.dealt_game, "r2c").legal_moves[0])
    play(state, "r2c", returned)
    assert lines_of_moves(state)[-1].cards == [card.id, None]


def holds_ten(game: Game) -> bool:
    possible = game.phase == "play" and game.is_legal("r2c")
    return possible and after(game, "r2c").phase == "return"


def test_lines_are_right_after_an_undo() -> None:
    state = begun("Anna", "greedy", start=0)
    do(state, "Anna", Play("i", state.revision, ["r2c"]))
    fold(state, Undone(0))
    card = int(state.dealt_game.record[0].market[4 + 1])
    do(state, "Anna", Play("j", state.revision, ["r2b"]))
    assert lines_of_moves(state)[-1].cards == [card]


def test_the_line_of_a_move_in_duel_names_the_tokens_taken() -> None:
    state = begun("Anna", "Ben", rules="duel", start=0)
    line = next(str(move) for move in state.dealt_game.legal_moves if len(str(move)) == 4)
    table = wire_table(state.dealt_game.view(None))
    lay = "".join(table["board"][SPACE_OF[line[at : at + 2]]] for at in (0, 2))
    event = only(do(state, "Anna", Play("i", state.revision, [line])))
    assert event == Moved(0, [line])
    assert lines_of_moves(state)[-1].taken == [lay]


@pytest.mark.parametrize("nobles", ["come", "sought", "sought_free"])
def test_every_noble_received_is_in_the_line(nobles: str) -> None:
    state = begun("Anna", "Anna", start=0, nobles=nobles)
    play_until(state, lambda game: any(given_nobles(game)))
    came = [
        (event.seat, noble)
        for event in lines_of_moves(state)
        for noble in event.nobles
        if noble is not None
    ]
    held = given_nobles(state.dealt_game)
    assert came
    assert [[noble for seat, noble in came if seat == who] for who in (0, 1)] == held


def test_every_privilege_given_is_in_the_line() -> None:
    state = begun("Anna", "Anna", rules="duel", start=0)
    play_until(state, lambda game: game.is_over)
    count = [0, 1]  # D1.3: the second player starts with one
    for event in lines_of_moves(state):
        used = sum(move[0] == "p" and move != "pay" for move in event.moves)
        count[event.seat or 0] -= used
        for more in event.privileges:
            count = [have + (more[seat] if more else 0) for seat, have in enumerate(count)]
    assert count == [place.privileges for place in state.dealt_game.record[0].players]


def given_nobles(game: Game) -> list[list[int]]:
    table = wire_table(game.view(None))
    return [list(place["nobles"]) for place in table["places"]]


def lines_of_moves(state: LoggedState) -> list[LogLine]:
    actual = [decode(entry.line, type=LogLine) for entry in state.lines]
    return [event for event in actual if event.kind == "moved"]


def test_a_reserved_card_is_named_when_it_is_bought() -> None:
    state = begun("Anna", "Anna", start=0)
    play_until(state, lambda game: any(str(m).startswith("bh") for m in game.legal_moves))
    game = state.dealt_game
    move = next(str(m) for m in game.legal_moves if str(m).startswith("bh"))
    held = int(game.record[0].players[game.active].hand[int(move[2]) - 1])
    do(state, "Anna", Play("i", state.revision, [move]))
    assert lines_of_moves(state)[-1].cards[0] == held


def test_deciding_changes_nothing_by_itself() -> None:
    state = begun("Anna", "Ben", start=0)
    before = state.dealt_game.position
    decided = decide(state, Person("Anna", "Anna"), Play("i", state.revision, ["UGR"]))
    assert decided.game is not None
    assert decided.game.position != before
    assert (state.dealt_game.position, state.seq) == (before, 4)


@pytest.mark.parametrize(
    "moves, code",
    [
        (["b1a"], "short"),
        (["UGR", "RR"], "turn_over"),
        (["UGR", "b1a"], "turn_over"),
        (["what"], "not_a_move"),
        (["UGR", "what"], "turn_over"),
        (["uuu" * 13], "not_a_move"),
    ],
)
def test_moves_that_cannot_be_played_are_refused(moves: list[str], code: str) -> None:
    state = begun("Anna", "Ben", start=0)
    assert why_not(state, "Anna", Play("i", state.revision, moves)) == code


def test_only_the_active_player_can_play_try_or_ask_for_a_hint() -> None:
    state = begun("Anna", "greedy", start=1)
    assert why_not(state, "Anna", Play("i", state.revision, ["UGR"])) == "not_your_turn"
    assert why_not(state, "Anna", Hint("i", state.revision)) == "not_your_turn"
    with pytest.raises(RequestRefused, match="seat 1's turn"):
        attempt(state, Person("Anna", "Anna"), Try("i", state.revision, []))


def test_no_move_is_accepted_before_or_after_the_game() -> None:
    waiting, over = waiting_state("Anna", "Ben"), begun("Anna", "Ben", start=0)
    do(over, "Ben", Resign("i"))
    commands: tuple[LoggedCommand, ...] = (
        Play("i", over.revision, ["UGR"]), Resign("i"), UNDO, ABANDON, YES, CallBot("i", 1),
        ComeBack("i"), Hint("i", over.revision),
    )  # fmt: skip
    for command in commands:
        assert why_not(waiting, "Anna", command) == "not_begun"
        assert why_not(over, "Anna", command) == "over"
    assert why_not(over, "Anna", Leave("i")) == "over"
    assert why_not(over, "Cleo", Sit("i", 0)) == "over"


def test_a_stranger_can_do_nothing_but_sit_down() -> None:
    state = begun("Anna", "Ben", start=0)
    commands: tuple[LoggedCommand, ...] = (
        Play("i", state.revision, ["UGR"]), Ready("i"), Leave("i"), Resign("i"), UNDO, ABANDON, YES,
        CallBot("i", 1), ComeBack("i"), Chat("i", "hello"), Mute("i", 0), Hint("i", state.revision),
    )  # fmt: skip
    for command in commands:
        assert why_not(state, "Eve", command) == "not_seated"
    assert why_not(state, "Eve", Sit("i", 0)) == "taken"
    assert why_not(state, "Eve", Rematch("i")) == "unknown_command"


def test_trying_moves_lists_the_legal_moves_after_them() -> None:
    state = begun("Anna", "Anna", rules="duel", start=0)
    anna = Person("Anna", "Anna")
    tried = attempt(state, anna, Try("i", state.revision, ["r1a"]))
    assert tried.legal == [str(move) for move in after(state.dealt_game, "r1a").legal_moves]
    assert not tried.ends
    assert attempt(state, anna, Try("i", state.revision, ["r1a", tried.legal[0]])).ends
    for wrong in (["WWW"], ["r1a", tried.legal[0], "a1"]):
        with pytest.raises(RulesError):
            attempt(state, anna, Try("i", state.revision, wrong))


def test_trying_stops_where_chance_decides() -> None:
    state = begun("Anna", "Anna", rules="duel", start=0)
    play_until(state, lambda game: "Replenish" in kinds(game))
    move = next(str(m) for m in state.dealt_game.legal_moves if name_of(m) == "Replenish")
    tried = attempt(state, Person("Anna", "Anna"), Try("i", state.revision, [move]))
    assert (tried.shows, tried.legal, tried.ends) == (True, [], False)


# Sitting down and standing up


def test_people_can_sit_down_only_at_an_open_seat() -> None:
    state = waiting_state("Anna", "", "greedy")
    assert why_not(state, "Ben", Sit("i", 0)) == "taken"
    assert why_not(state, "Ben", Sit("i", 2)) == "taken"
    assert why_not(state, "Ben", Sit("i", 3)) == "no_seat"
    assert only(do(state, "Ben", Sit("i", 1))) == Sat(1, "Ben", "Ben")


def test_sitting_down_again_at_the_own_seat_needs_a_new_name() -> None:
    state = begun("Anna", "Ben")
    assert why_not(state, "Anna", Sit("i", 0)) == "taken"
    decided = decide(state, Person("Anna", "Anna the Great"), Sit("i", 0))
    fold(state, *decided.events)
    assert [each.name for each in state.seats] == ["Anna the Great", "Ben"]
    assert state.seats[0].ready
    assert state.nonces == ["nonce-Anna", "nonce-Ben"]


def test_at_hot_seats_every_seat_may_have_its_own_name() -> None:
    state = begun("Anna", "Anna", start=0)
    assert only(do(state, "Anna", Sit("i", 1, " Ben B. "))) == Sat(1, "Anna", "Ben B.")
    assert [seat.name for seat in state.seats] == ["Anna", "Ben B."]
    assert [seat.player for seat in state.seats] == ["Anna", "Anna"]
    assert decode(state.lines[-1].line, type=LogLine).why == "renamed"
    assert only(do(state, "Anna", Chat("i", "Hello!"))) == Chatted(
        "Anna", "Anna & Ben B.", "Hello!"
    )
    assert why_not(state, "Anna", Sit("i", 1, "Ben B.")) == "taken"
    assert why_not(state, "Anna", Sit("i", 1, " ")) == "bad_length"
    assert why_not(state, "Cleo", Sit("i", 1, "Cleo")) == "taken"


def test_a_person_with_one_seat_sits_there_under_their_own_name() -> None:
    state = waiting_state("Anna", "", "")
    assert why_not(state, "Anna", Sit("i", 0, "Ben")) == "one_name"
    assert why_not(state, "Ben", Sit("i", 1, "Anna")) == "one_name"
    assert only(do(state, "Anna", Sit("i", 1, "Cleo"))) == Sat(1, "Anna", "Cleo")


def test_before_the_game_one_browser_may_sit_at_several_seats() -> None:
    state = waiting_state("Anna", "", "")
    do(state, "Anna", Sit("i", 1))
    do(state, "Anna", Sit("i", 2))
    assert state.seats_of("Anna") == [0, 1, 2]
    assert do(state, "Anna", Leave("i")) == (Left(0), Left(1), Left(2))


def test_a_player_is_ready_once_and_the_nonce_is_checked() -> None:
    state = waiting_state("Anna", "Ben")
    assert why_not(state, "Anna", Ready("i", "not a nonce!")) == "bad_nonce"
    do(state, "Anna", Ready("i", "abc"))
    assert why_not(state, "Anna", Ready("i", "abd")) == "ready"
    assert state.nonces == ["abc", ""]
    assert why_not(begun("Anna", "Ben"), "Anna", Ready("i")) == "begun"


# Resigning


def test_of_two_players_the_one_who_resigns_loses() -> None:
    state = begun("Anna", "Ben")
    assert only(do(state, "Anna", Resign("i"))) == Concluded("resignation", [1], 0)
    outcome = state.dealt_game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "resignation")


@pytest.mark.parametrize("others", [("Ben", "Cleo"), ("Ben", "greedy", "Cleo")])
def test_with_more_players_a_bot_of_medium_strength_plays_on(others: tuple[str, ...]) -> None:
    state = begun("Anna", *others)
    ladder = ladders()["base", len(others) + 1]
    level = ladder[len(ladder) // 2].name
    assert only(do(state, "Anna", Resign("i"))) == Replaced(0, level, "resigned")
    assert state.seats[0].bot == level
    assert why_not(state, "Anna", Resign("i")) == "resigned"
    assert why_not(state, "Anna", ComeBack("i")) == "not_away"


def test_at_hot_seats_the_active_seat_resigns_unless_another_is_named() -> None:
    state = begun("Anna", "Anna", "Ben", start=1)
    assert why_not(state, "Anna", Resign("i", 2)) == "not_yours"
    event = only(do(state, "Anna", Resign("i")))
    assert isinstance(event, Replaced)
    assert event.seat == 1
    event = only(do(state, "Anna", Resign("i", 0)))
    assert isinstance(event, Replaced)
    assert event.seat == 0


def test_a_player_who_resigned_cannot_play_or_vote() -> None:
    state = begun("Anna", "Ben", "Cleo", start=0)
    do(state, "Anna", Resign("i"))
    assert why_not(state, "Anna", Play("i", state.revision, ["UGR"])) == "not_your_turn"
    assert why_not(state, "Anna", ABANDON) == "bot"
    do(state, "Ben", ABANDON)
    assert why_not(state, "Anna", NO) == "bot"
    assert isinstance(do(state, "Cleo", YES)[-1], Concluded)


# Abandoning


def test_a_game_is_abandoned_when_all_remaining_players_agree() -> None:
    state = begun("Anna", "Ben", "Cleo")
    assert only(do(state, "Anna", ABANDON)) == Asked("Anna", "abandon")
    assert why_not(state, "Anna", YES) == "own_question"
    assert only(do(state, "Ben", YES)) == Answered("Ben", True)
    assert do(state, "Cleo", YES) == (Answered("Cleo", True), Concluded("abandoned", []))
    outcome = state.dealt_game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "abandoned")


def test_one_no_is_enough_and_the_request_can_be_withdrawn() -> None:
    state = begun("Anna", "Ben", "Cleo")
    assert why_not(state, "Ben", YES) == "not_asked"
    for name in ("Cleo", "Anna"):
        do(state, "Anna", ABANDON)
        do(state, "Ben", YES)
        do(state, name, NO)
        assert state.question is None
    do(state, "Anna", ABANDON)
    assert only(do(state, "Cleo", YES)) == Answered("Cleo", True)  # Ben is asked again


def test_repeating_the_request_of_another_player_agrees_to_it() -> None:
    state = begun("Anna", "Ben")
    do(state, "Anna", ABANDON)
    assert do(state, "Ben", ABANDON) == (Answered("Ben", True), Concluded("abandoned", []))


def test_a_request_ends_when_a_person_moves_but_not_when_a_bot_does() -> None:
    state = begun("Anna", "Ben", "greedy", start=2)
    do(state, "Anna", ABANDON)
    play(state, "UGR")
    assert state.question is not None
    play(state, "UGR")
    assert state.question is None


@pytest.mark.parametrize("seats", [("Anna", "greedy"), ("Anna", "Anna")])
def test_a_single_player_abandons_at_once(seats: tuple[str, ...]) -> None:
    state = begun(*seats)
    assert only(do(state, "Anna", ABANDON)) == Concluded("abandoned", [])


def test_absent_players_need_not_agree_to_abandon_a_game() -> None:
    state = begun("Anna", "Ben", "Cleo")
    do(state, "Anna", ABANDON, BEN_AWAY)
    assert isinstance(do(state, "Cleo", YES, BEN_AWAY)[-1], Concluded)
    alone = begun("Anna", "Ben")
    assert only(do(alone, "Anna", ABANDON, BEN_AWAY)) == Concluded("abandoned", [])


def test_with_a_clock_absent_players_must_agree() -> None:
    state = begun("Anna", "Ben", clock=ClockRule(600))
    play(state, str(state.dealt_game.legal_moves[0]))  # from now on clocks run
    assert isinstance(only(do(state, "Anna", ABANDON, BEN_AWAY)), Asked)
    assert why_not(state, "Anna", CallBot("i", 1), BEN_AWAY) == "present"


# Bots that replace players


def test_a_bot_replaces_only_players_who_are_long_absent_or_left() -> None:
    state = begun("Anna", "Ben", "Cleo", "greedy")
    assert why_not(state, "Anna", CallBot("i", 1)) == "present"
    assert why_not(state, "Anna", CallBot("i", 3)) == "bot"
    assert why_not(state, "Anna", CallBot("i", 1, "nobody"), BEN_AWAY) == "no_bot"
    assert only(do(state, "Anna", CallBot("i", 1, "greedy"), BEN_AWAY)) == Replaced(
        1, "greedy", "absent"
    )
    do(state, "Cleo", Leave("i"))
    event = only(do(state, "Anna", CallBot("i", 2)))
    assert isinstance(event, Replaced)
    assert event.why == "left"
    assert why_not(begun("Anna", "Ben"), "Anna", CallBot("i", 2)) == "no_seat"


def test_an_absent_player_can_come_back_and_play() -> None:
    state = begun("Anna", "Ben", start=1)
    assert why_not(state, "Ben", ComeBack("i")) == "not_away"
    do(state, "Anna", CallBot("i", 1), BEN_AWAY)
    assert why_not(state, "Ben", Play("i", state.revision, ["UGR"])) == "not_your_turn"
    assert only(do(state, "Ben", ComeBack("i"))) == Returned(1)
    do(state, "Ben", Play("i", state.revision, ["UGR"]))


# Hints and chat


def test_a_hint_is_an_event_with_its_seat_and_decision() -> None:
    state = begun("Anna", "greedy", start=0)
    assert only(do(state, "Anna", Hint("i", state.revision))) == Hinted(0, 0)
    assert why_not(state, "Anna", Hint("i", state.revision - 1)) == "stale"


@pytest.mark.parametrize("seats", [("Anna", "Ben"), ("Anna", "Anna"), ("Anna", "Ben", "greedy")])
def test_there_are_no_hints_at_hot_seats_or_against_people(seats: tuple[str, ...]) -> None:
    state = begun(*seats, start=0)
    assert why_not(state, "Anna", Hint("i", state.revision)) == "no_hints"


@pytest.mark.parametrize("text", ["\n", "a\u202eb", " ", "\x00"])
def test_chat_is_one_line_of_visible_text(text: str) -> None:
    code = "bad_character" if text.strip(" ") else "bad_length"
    assert why_not(begun("Anna", "Ben"), "Anna", Chat("i", text)) == code


def test_only_other_people_can_be_muted() -> None:
    state = begun("Anna", "Ben", "greedy")
    assert why_not(state, "Anna", Mute("i", 0)) == "own_seat"
    assert why_not(state, "Anna", Mute("i", 2)) == "no_person"
    assert why_not(state, "Anna", Mute("i", 3)) == "no_seat"
    do(state, "Anna", Mute("i", 1))
    assert state.muted == {("Anna", "Ben")}


# Bounds of a log


def test_chat_has_a_bound_of_its_own() -> None:
    state = begun("Anna", "Ben", start=0)
    state.chats = MAX_CHATS - 1
    assert decide(state, Person("Anna", "Anna"), Chat("m", "the last one")).events
    state.chats = MAX_CHATS
    assert why_not(state, "Anna", Chat("m", "one too many")) == "chat_full"
    assert decide(state, Person("Anna", "Anna"), Mute("m", 1)).events  # everything else goes on


def test_a_full_log_can_only_be_played_or_given_up() -> None:
    state = begun("Anna", "Ben", start=0)
    state.others = MAX_OTHERS - 1
    assert decide(state, Person("Anna", "Anna"), Mute("m", 1)).events
    state.others = MAX_OTHERS
    for command in (Mute("m", 1), Leave("m"), AskFor("m", "abandon"), CallBot("m", 1)):
        assert why_not(state, "Anna", command) == "log_full"
    assert decide(state, Person("Anna", "Anna"), Chat("m", "Hello")).events
    assert decide(state, Person("Anna", "Anna"), Resign("m")).events
    mover = state.seats[state.dealt_game.active].player
    move = str(state.dealt_game.legal_moves[0])
    assert decide(state, Person(mover, mover), Play("m", state.revision, [move])).events


def test_a_game_with_too_many_decisions_ends_without_a_winner() -> None:
    state = begun("Anna", "Ben", start=0)
    mover = state.seats[state.dealt_game.active].player
    move = str(state.dealt_game.legal_moves[0])
    decided = decide(state, Person(mover, mover), Play("m", state.revision, [move]))
    assert decided.game is not None
    decisions = len(decided.game.moves)
    assert ended_if_too_long(decided, decisions + 1) is decided
    ended = ended_if_too_long(decided, decisions)
    assert ended.events == (*decided.events, Concluded("abandoned", [], limit=decisions))
    after = state.after([StampedEvent(event, 1) for event in ended.events], ended.game)
    assert after.status == OVER
    assert after.dealt_game.outcome is not None
    assert after.dealt_game.outcome.winners == ()
