"""People at a table: kept seats, the host, players who do not move, spectators, questions."""

import pytest

from splendor.server.messages import (
    Admit,
    Answer,
    AskFor,
    CallBot,
    Chat,
    ComeBack,
    Leave,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Sit,
)
from splendor.server.tables import table as table_module
from splendor.server.tables.commands import MAX_CHATS
from splendor.server.tables.events import (
    ABANDON,
    IDLE,
    OPEN,
    REMOVED,
    Admitted,
    Asked,
    Concluded,
    Left,
    Removed,
    Replaced,
    Sat,
    Undone,
)
from splendor.server.tables.listeners import Listener
from splendor.server.tables.registry import NoTable
from splendor.server.tables.state import PLAYING, WAITING
from tests.server.fakes import FakeServer, FakeTime, async_test, eventually, person, refused
from tests.server.tables.table_states import begun, do, fold, only, play, waiting_state, why_not

REPLACE = AskFor("i", "replace", 0)
YES, NO = Answer("i", True, 1), Answer("i", False, 1)  # to the open question


# Seats that are kept


def test_a_second_browser_cannot_sit_down_at_a_seat_that_somebody_left() -> None:
    state = begun("Anna", "Ben", "Cleo")
    do(state, "Ben", Leave("i"))
    assert why_not(state, "Bens other browser", Sit("i", 1)) == "kept"
    assert why_not(state, "Anna", Sit("i", 1)) == "kept"
    do(state, "Anna", CallBot("i", 1))
    assert why_not(state, "Annas other browser", Sit("i", 1)) == "kept"
    assert only(do(state, "Ben", Sit("i", 1))) == Sat(1, "Ben", "Ben")
    assert not state.seats[1].bot


def test_before_the_game_a_seat_that_somebody_left_is_open_to_all() -> None:
    state = waiting_state("Anna", "Ben")
    do(state, "Ben", Leave("i"))
    do(state, "Cleo", Sit("i", 1))
    assert state.seats_of("Cleo") == [1]


def test_a_log_in_which_another_person_took_the_seat_still_folds() -> None:
    state = begun("Anna", "Ben")  # version 0.1.0 allowed it
    fold(state, Left(1), Sat(1, "Cleo", "Cleo"))
    assert state.seats_of("Cleo") == [1]


@async_test
async def test_a_link_made_before_leaving_still_passes_the_seat_on() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    token = await server.tables.seat_link(table, person("Ben"), 1)
    await server.leave(table, "Ben")
    await server.tables.claim(person("Cleo"), token)
    assert table.state.seats_of("Cleo") == [1]


# The host


def test_the_host_is_the_owner_and_then_the_next_who_plays() -> None:
    state = begun("Anna", "Ben", "Cleo")
    assert state.host == "Anna"
    fold(state, Sat(0, "Annas phone", "Anna"))
    assert state.host == "Annas phone"
    do(state, "Annas phone", Resign("i"))
    assert state.host == "Ben"
    do(state, "Ben", Leave("i"))
    assert state.host == "Cleo"
    do(state, "Cleo", Leave("i"))
    assert state.host == "Cleo"  # nobody else plays


def test_before_the_game_the_host_removes_a_person_who_cannot_sit_down_again() -> None:
    state = waiting_state("Anna", "Ben", "")
    assert why_not(state, "Ben", Remove("i", 0)) == "not_host"
    assert why_not(state, "Anna", Remove("i", 0)) == "own_seat"
    assert why_not(state, "Anna", Remove("i", 2)) == "no_person"
    assert why_not(state, "Anna", Remove("i", 3)) == "no_seat"
    assert only(do(state, "Anna", Remove("i", 1))) == Removed(1)
    assert (state.status, state.seats[1].kind) == (WAITING, OPEN)
    assert why_not(state, "Ben", Sit("i", 1)) == "removed"
    assert why_not(state, "Ben", Sit("i", 2)) == "removed"
    do(state, "Cleo", Sit("i", 1))


def test_during_the_game_a_bot_takes_over_for_a_person_whom_the_host_removes() -> None:
    state = begun("Anna", "Ben", "Ben", "Cleo")
    first, *rest = do(state, "Anna", Remove("i", 1))
    assert first == Removed(1)
    assert [type(event) for event in rest] == [Replaced, Removed, Replaced]
    assert state.seats_of("Ben") == []
    assert [each.why for each in state.seats[1:3]] == [REMOVED, REMOVED]
    assert all(each.bot for each in state.seats[1:3])
    for seat in (1, 2):
        assert why_not(state, "Ben", Sit("i", seat)) == "taken"
        assert why_not(state, "Dan", Sit("i", seat)) == "taken"
    assert why_not(state, "Ben", ComeBack("i")) == "not_seated"
    assert [event.why for _, event in state.replaced] == [REMOVED, REMOVED]


def test_after_the_game_nobody_is_removed() -> None:
    state = begun("Anna", "Ben")
    fold(state, Concluded("abandoned", []))
    assert why_not(state, "Anna", Remove("i", 1)) == "over"


@async_test
async def test_a_removed_person_sees_neither_the_hand_nor_a_private_table_nor_uses_a_link() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo", spectators=False)
    token = await server.tables.seat_link(table, person("Ben"), 1)
    reader = await server.listen(table, "Ben")
    await server.do(table, "Anna", Remove, seat=1)
    assert reader.listener.dropped
    assert await refused(server.tables.claim(person("Ben"), token)) == "no_link"
    with pytest.raises(NoTable):
        await server.tables.get(table.id, "Ben")
    cleos = await server.tables.seat_link(table, person("Cleo"), 2)
    assert await refused(server.tables.claim(person("Ben"), cleos)) == "removed"


@async_test
async def test_the_news_name_the_host_and_tell_the_host_so() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    assert server.frame(table)["room"]["host"] == 0
    assert server.frame(table, "Anna")["hosts"]
    assert "hosts" not in server.frame(table, "Ben")
    assert "hosts" not in server.frame(table)


# Players who are present and do not move


def test_the_others_vote_for_a_bot_in_place_of_a_player_who_does_not_move() -> None:
    state = begun("Anna", "Ben", "Cleo", "Dan", start=0)
    fold(state, Replaced(0, "greedy", "resigned"))  # Ben is the host now
    target = AskFor("i", "replace", 3)
    assert why_not(state, "Cleo", target) == "not_idle"
    assert why_not(state, "Dan", target, idle=3) == "own_seat"
    assert only(do(state, "Cleo", target, idle=3)) == Asked("Cleo", "replace", seat=3)
    assert why_not(state, "Dan", NO, idle=3) == "own_seat"
    assert why_not(state, "Ben", YES, idle=2) == "not_idle"
    replaced = do(state, "Ben", YES, idle=3)[-1]
    assert isinstance(replaced, Replaced)
    assert (replaced.seat, replaced.why) == (3, IDLE)


def test_asking_for_the_same_bot_agrees_and_the_absent_are_not_asked() -> None:
    state = begun("Anna", "Ben", "Cleo", "Dan", start=0)
    target = AskFor("i", "replace", 0)
    do(state, "Ben", target, idle=0)
    assert isinstance(do(state, "Cleo", target, frozenset({"Dan"}), 0)[-1], Replaced)


def test_one_no_ends_the_vote_and_so_does_a_move() -> None:
    state = begun("Anna", "Ben", "Cleo", "Dan", start=0)
    do(state, "Ben", REPLACE, idle=0)
    do(state, "Dan", NO, idle=0)
    assert state.question is None
    do(state, "Ben", REPLACE, idle=0)
    play(state, "UGR")
    assert state.question is None


def test_the_host_and_a_single_other_player_need_no_vote() -> None:
    state = begun("Anna", "Ben", "Cleo", start=1)
    assert isinstance(only(do(state, "Anna", AskFor("i", "replace", 1), idle=1)), Replaced)
    state = begun("Anna", "Ben", start=0)
    assert isinstance(only(do(state, "Ben", REPLACE, idle=0)), Replaced)
    assert why_not(state, "Anna", Play("i", state.revision, ["UGR"])) == "not_your_turn"
    do(state, "Anna", ComeBack("i"))
    play(state, "UGR")


@async_test
async def test_a_player_is_idle_after_the_set_time_and_only_without_a_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = FakeTime()
    monkeypatch.setattr(table_module, "time", stopped)
    server = FakeServer(idle_after=120.0)
    table = await server.playing("Anna", "Ben", start=0)
    await server.listen(table, "Anna")
    table.since = stopped.seconds
    stopped.seconds += 119
    assert "idle" not in server.frame(table)["room"]["seats"][0]
    assert await refused(server.do(table, "Ben", AskFor, what="replace", seat=0)) == "not_idle"
    stopped.seconds += 1
    assert server.frame(table)["room"]["seats"][0]["idle"]
    await server.do(table, "Ben", AskFor, what="replace", seat=0)
    assert table.state.seats[0].why == IDLE


@async_test
async def test_the_others_are_told_when_somebody_is_idle() -> None:
    server = FakeServer(idle_after=0.05)
    table = await server.playing("Anna", "Ben", start=0)
    reader = await server.listen(table, "Ben")
    frames = [await reader.next()]
    while "idle" not in frames[-1]["room"]["seats"][0]:
        frames.append(await reader.next())


# Spectators


def test_only_the_host_decides_what_spectators_may_do() -> None:
    state = begun("Anna", "Ben")
    assert why_not(state, "Ben", Admit("i", watch=False)) == "not_host"
    assert why_not(state, "Eve", Admit("i", chat=True)) == "not_host"
    assert why_not(state, "Anna", Admit("i", watch=True)) == "unchanged"
    assert only(do(state, "Anna", Admit("i", watch=False))) == Admitted(False, False)


@async_test
async def test_the_host_shuts_spectators_out_and_lets_them_in_again() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    spectator, player = await server.listen(table, "Eve"), await server.listen(table, "Ben")
    await server.do(table, "Anna", Admit, watch=False)
    assert spectator.listener.dropped
    assert not player.listener.dropped
    with pytest.raises(NoTable):
        await server.tables.get(table.id, "Eve")
    server = await server.restarted()
    with pytest.raises(NoTable):
        await server.tables.get(table.id, "Eve")
    table = await server.tables.get(table.id, "Anna")
    await server.do(table, "Anna", Admit, watch=True)
    assert await server.tables.get(table.id, "Eve") is table


@async_test
async def test_a_rematch_of_a_table_without_spectators_has_none() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    await server.do(table, "Anna", Admit, watch=False)
    await server.do(table, "Anna", Resign)
    await server.do(table, "Ben", Rematch)
    again = await server.tables.get(table.state.rematch, "Ben")
    assert not again.state.spectators


def test_spectators_write_only_while_the_host_lets_them_and_leave_room_for_players() -> None:
    state = begun("Anna", "Ben")
    assert why_not(state, "Eve", Chat("i", "hello")) == "not_seated"
    do(state, "Anna", Admit("i", chat=True))
    do(state, "Eve", Chat("i", "hello"))
    state.chats = MAX_CHATS // 2
    assert why_not(state, "Eve", Chat("i", "again")) == "chat_full"
    do(state, "Ben", Chat("i", "still here"))
    state.chats = 1
    do(state, "Anna", Admit("i", chat=False))
    assert why_not(state, "Eve", Chat("i", "again")) == "not_seated"


def test_a_removed_person_does_not_write_as_a_spectator() -> None:
    state = begun("Anna", "Ben", "Cleo")
    do(state, "Anna", Admit("i", chat=True))
    do(state, "Anna", Remove("i", 1))
    assert why_not(state, "Ben", Chat("i", "hey")) == "not_seated"


@async_test
async def test_seated_people_are_never_locked_out_by_spectators() -> None:
    server = FakeServer(most_listeners=4)
    table = await server.playing("Anna", "Ben")
    watching = [await server.listen(table, f"Eve{number}") for number in range(4)]
    assert not await server.tables.attach(table, Listener("Eve4"))
    assert await server.tables.attach(table, Listener("Anna"))
    assert [each.listener.dropped for each in watching] == [False, False, False, True]
    assert watching[3].listener.why == "too_many_watching"
    assert await server.tables.attach(table, Listener("Ben"))
    assert len(table.listeners) == 4
    for each in watching:
        table.send_away(each.listener, "")
    for name in ("Anna", "Ben") * 3:  # no spectator is left to go
        assert await server.tables.attach(table, Listener(name))
    assert not await server.tables.attach(table, Listener("Eve5"))


@async_test
async def test_of_many_pages_of_one_player_the_oldest_is_closed() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    pages = [await server.listen(table, "Anna") for _ in range(table_module.PAGES_OF_ONE + 1)]
    assert [page.listener.dropped for page in pages] == [True] + [False] * (len(pages) - 1)
    assert pages[0].listener.why == "too_many_pages"


# Questions


def test_an_answer_counts_only_for_the_question_that_it_names() -> None:
    state = begun("Anna", "Ben", start=0)
    play(state, "UGR")
    do(state, "Anna", AskFor("i", "undo"))
    undo = state.asked_at
    do(state, "Anna", AskFor("i", "abandon"))  # asked while Ben's answer is on its way
    assert why_not(state, "Ben", Answer("i", True, undo)) == "other_question"
    assert state.question == Asked("Anna", ABANDON)
    do(state, "Ben", Answer("i", False, state.asked_at))
    do(state, "Anna", AskFor("i", "undo"))
    assert do(state, "Ben", Answer("i", True, state.asked_at))[-1] == Undone(0)


def test_clients_of_earlier_protocols_answer_the_open_question() -> None:
    state = begun("Anna", "Ben")
    do(state, "Anna", AskFor("i", "abandon"))
    assert isinstance(do(state, "Ben", Answer("i", True))[-1], Concluded)


@async_test
async def test_a_question_has_the_same_id_after_a_restart() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    await server.do(table, "Anna", AskFor, what="abandon")
    id = server.frame(table)["room"]["asked"]["id"]
    server = await server.restarted()
    table = await server.tables.get(table.id, "Ben")
    assert server.frame(table)["room"]["asked"]["id"] == id
    await server.do(table, "Ben", Answer, yes=True, question=id)
    assert table.state.status != PLAYING


@async_test
async def test_the_game_begins_after_a_removed_person_was_replaced_by_another() -> None:
    server = FakeServer()
    other = await server.seated("Anna", "Ben")
    await server.do(other, "Anna", Remove, seat=1)
    await server.do(other, "Cleo", Sit, seat=1)
    for name in ("Anna", "Cleo"):
        await server.do(other, name, Ready)
    await eventually(lambda: other.state.status == PLAYING)
