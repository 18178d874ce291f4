"""Game files: they read back, and broken ones are refused with line and reason."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import FormatError, Game
from splendor.formats import GameFile, read_any, read_game, transcript_line, write_game
from splendor.formats.gamefile import JUNK, reserved_keys
from splendor.ruleset import RULESETS
from tests.formats.game_files import damaged, is_refused, same
from tests.games import play_on, random_game, random_games
from tests.positions import a_game, cards_of

TEXT = """\
splendor-game 1
date: 24 May
seat0: Ada
rules: official,players=2,start=0,rounds=4
deck1: 9 24 7 1 6 28 25 16 3 10 35 0 2 36 8 17 37 5 20 18 30 32 15 22 23 11 21 38 12 29 14 13 39 34 31 27 33 26 4 19
deck2: 57 60 47 63 40 48 41 59 44 69 56 42 64 61 66 54 53 45 49 46 62 50 67 52 58 68 51 65 43 55
deck3: 88 83 82 72 77 75 71 84 74 86 80 87 81 73 76 79 70 78 89 85
nobles: 4 1 2
start: 0
result: 1 by limit, points 0-0, cards 1-0

{Both want the high cards.}
1. r3a | r3b
2. WRK | WUG
3. r3c | r3d
4. b1d+ J=K pay {Keeps a black gem.} | UGK
"""  # noqa: E501


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as error:
        read_game(text)
    return str(error.value)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


# Round trips


def test_a_file_has_the_game_its_headers_and_its_comments() -> None:
    file = read_game(TEXT)
    moves = "r3a r3b WRK WUG r3c r3d b1d+ J=K pay UGK"
    assert [str(move) for move in file.game.moves] == moves.split()
    assert file.headers == {"date": "24 May", "seat0": "Ada"}
    assert file.comments == {0: "Both want the high cards.", 9: "Keeps a black gem."}
    assert file.game.outcome is not None
    assert file.game.outcome.winners == (1,)
    assert write_game(file.game, file.headers, file.comments) == TEXT


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_random_games_of_all_options_read_back(first: int) -> None:
    for game in random_games(20, seed=first):
        text = write_game(game)
        file = read_game(text)
        assert same(file, GameFile(game))
        assert write_game(file.game) == text


@pytest.mark.parametrize("seed", range(40))
def test_a_game_that_starts_from_a_position_reads_back(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.from_position(random_game(seed, chance.randrange(5, 80)).position)
    play_on(game, chance, chance.randrange(20))
    text = write_game(game, {}, {len(game.moves): "So far."})
    assert "\nposition: " in text
    assert same(read_game(text), GameFile(game, {}, {len(game.moves): "So far."}))
    assert write_game(read_game(text).game, {}, {len(game.moves): "So far."}) == text


def test_turns_before_the_position_are_marked() -> None:
    game = Game(seed=3, players=4, start=1)
    game.push("WUG")
    game.push("WUG")
    game = Game.from_position(game.position)
    for text in ("WUG", "RRK"[:2], "GRK"):
        game.push(text)
    assert write_game(game).splitlines()[-2:] == ["1. ... | ... | WUG | RR", "2. GRK"]


def test_a_position_after_a_return_where_nobles_can_be_sought_reads_back() -> None:
    """The position has the colour last returned until the turn is over."""
    layout = a_game(nobles="sought_free").invite(4, 1, 2)
    layout.place(0, tokens="WWUUGGRRKK", bought=cards_of("KKKKRRRR"))
    game = Game._from_states(layout.states.copy())
    game.push("r1a")
    game.push("-K")
    assert game.phase == "noble"
    assert Game.from_position(game.position) == game
    assert same(read_game(write_game(game)), GameFile(game))


@pytest.mark.parametrize("reason", ["resignation", "time", "abandoned"])
@pytest.mark.parametrize("winners", [(), (2,), (0, 2)])
def test_a_concluded_game_keeps_winners_and_reason(reason: str, winners: tuple[int, ...]) -> None:
    game = Game(seed=8, players=3, start=0)
    game.push("WUG")
    game.conclude(reason, winners)
    text = write_game(game, comments={1: "Enough."})
    named = "+".join(map(str, winners)) or "-"
    assert f"result: {named} by {reason}, points 0-0-0, cards 0-0-0\n" in text
    file = read_game(text)
    assert file.game.outcome == game.outcome
    assert same(file, GameFile(game, {}, {1: "Enough."}))


def test_an_unfinished_game_has_a_star_and_may_have_no_moves() -> None:
    game = Game(seed=8)
    assert "\nresult: *\n" in write_game(game)
    assert same(read_game(write_game(game)), GameFile(game))
    assert read_game(write_game(game).rstrip()).game == game


# Free form


def test_layout_is_free_between_moves() -> None:
    loose = TEXT.replace("2. WRK | WUG\n", "\n2.wrk|gwu ; as expected\n\n; now\n")
    loose = loose.replace("deck3: ", "DECK3:  ").replace("\n", "\r\n")
    file = read_game("\ufeff\n" + loose)
    assert file.game == read_game(TEXT).game
    assert file.comments[4] == "as expected\nnow"
    again = write_game(file.game, file.headers, file.comments)
    assert same(read_game(again), file)


def test_comments_may_have_braces_bars_and_several_lines() -> None:
    game = read_game(TEXT).game
    for comment in (
        "} | {",
        "a\nb\n\n",
        "\\",
        "\\}",
        "; not a remark",
        "",
        " 9. WUG ",
        "{",
        "\\\\}",
    ):
        comments = dict.fromkeys((0, 1, 9, 10), comment)
        assert read_game(write_game(game, None, comments)).comments == comments


def test_a_backslash_before_any_other_character_is_itself() -> None:
    file = read_game(changed("{Keeps a black gem.}", r"{C:\games \} \\ \n}"))
    assert file.comments[9] == r"C:\games } \ \n"


lines = st.text(st.characters(exclude_categories=["Cs", "Cc"])).map(str.strip)
RESERVED = reserved_keys(RULESETS["official"])
keys = st.from_regex(r"[\w-]+", fullmatch=True).filter(lambda key: key.lower() not in RESERVED)
passages = st.text(st.characters(exclude_categories=["Cs"])).filter(lambda t: not JUNK.search(t))


@given(st.dictionaries(keys, lines, max_size=5), st.dictionaries(st.integers(0, 10), passages))
def test_any_headers_and_comments_read_back(
    headers: dict[str, str], comments: dict[int, str]
) -> None:
    game = read_game(TEXT).game
    text = write_game(game, headers, comments)
    file = read_game(text)
    assert same(file, GameFile(game, headers, comments))
    assert write_game(file.game, file.headers, file.comments) == text


@pytest.mark.parametrize(
    "headers, comments, reason",
    [
        ({"two words": "x"}, {}, "'two words' cannot be a header's key"),
        ({"": "x"}, {}, "'' cannot be a header's key"),
        ({"a:b": "x"}, {}, "'a:b' cannot be a header's key"),
        ({"Rules": "x"}, {}, "the header 'Rules' is written from the game"),
        ({"place": "x\ny"}, {}, "header 'place' must be one line of text"),
        ({"place": "x\ry"}, {}, "header 'place' must be one line of text"),
        ({"place": " x"}, {}, "header 'place' must be one line of text"),
        ({"place": 7}, {}, "header 'place' must be one line of text"),
        ({}, {11: "x"}, "no comment can stand after 11 of 10 moves"),
        ({}, {-1: "x"}, "no comment can stand after -1 of 10 moves"),
        ({}, {"1": "x"}, "no comment can stand after '1' of 10 moves"),
        ({}, {1: "x\x00"}, "the comment after 1 moves must be text"),
        ({}, {1: "\ud800"}, "the comment after 1 moves must be text"),
        ({}, {1: None}, "the comment after 1 moves must be text"),
    ],
)
def test_headers_and_comments_that_would_not_read_back_are_refused(
    headers: dict[str, str], comments: dict[int, str], reason: str
) -> None:
    with pytest.raises(FormatError, match=f"^{re.escape(reason)}$"):
        write_game(read_game(TEXT).game, headers, comments)


# Broken files


@pytest.mark.parametrize(
    "old, new, reason",
    [
        ("splendor-game 1", "splendor-game 2", "line 1: a game file begins with the line"),
        ("date: 24 May", "date 24 May", "line 2: a header looks like"),
        ("date: 24 May", "the date: 24 May", "line 2: a header looks like"),
        ("date: 24 May", "seat0: 24 May", "line 3: the header 'seat0' is given twice"),
        ("date: 24 May", "Start: 1", "line 9: the header 'start' is given twice"),
        ("date: 24 May", "position: x", "line 4: 'rules' cannot stand beside 'position'"),
        ("date: 24 May", "date: \x00", "line 2: this is not text: it has the character '\\x00'"),
        ("nobles: 4 1 2\n", "", "line 1: the header 'nobles' is missing"),
        ("result: 1 by", "outcome: 1 by", "line 1: the header 'result' is missing"),
        ("official", "chess", "line 4: there is no rule set 'chess'"),
        ("rounds=4", "turns=4", "line 4: rules: there is no option 'turns' in official"),
        ("rounds=4", "rounds", "line 4: 'rounds' is not an option, or is given twice"),
        ("rounds=4", "start=0", "line 4: 'start=0' is not an option, or is given twice"),
        ("rounds=4", "name=x", "line 4: 'name=x' is not an option, or is given twice"),
        ("players=2", "players=5", "line 4: rules: option players must be one of 2, 3, 4, not 5"),
        ("rounds=4", f"rounds={'9' * 5000}", "line 4: rules: option rounds must be a number"),
        ("deck1: 9 24", "deck1: 24 24", "line 5: deal: deck1 must be the ids 0 to 39"),
        ("deck2: 57 ", "deck2: ", "line 6: deal: deck2 must be the ids 40 to 69"),
        ("deck3: 88", "deck3: x", "line 7: deal: deck3 must be the ids 70 to 89"),
        ("nobles: 4 1 2", "nobles: 4 1 10", "line 8: deal: nobles must be 3 different ids"),
        ("start: 0\n", "start: 1\n", "line 9: deal: start must be 0, as the option says"),
        ("start: 0\n", "start:\n", "line 9: deal: 'start' cannot be []"),
        ("result: 1 by limit", "result: 0 by limit", "line 10: the moves lead to the result '1 by"),
        ("points 0-0", "points 0-1", "line 10: the moves lead to the result '1 by limit, points"),
        ("1 by limit", "1 by time", "line 10: the moves lead to the result '1 by limit, points"),
        ("result: 1 by limit, points 0-0, cards 1-0", "result: *", "line 10: the moves lead to"),
        (" | UGK", "", "line 10: the moves lead to the result '*', not '1 by limit"),
        ("gem.}", "gem.", "line 16: a comment has no end"),
        ("{Keeps", "Keeps", "line 16: round 4, turn 1: the turn is over before 'Keeps'"),
        ("| UGK", "| }", "line 16: a '}' without '{'"),
        ("| r3b", "| b3b", "line 13: round 1, turn 2: b3b is not legal now: you are"),
        ("| r3b", "| x3b", "line 13: round 1, turn 2: 'x3b' is not a move: moves look like"),
        ("| r3b", "r3b", "line 13: round 1, turn 1: the turn is over before 'r3b': a '|' is"),
        ("| r3b", "| r3b | r3b", "line 13: round 1, turn 2: no further turn is in this round"),
        ("| r3b", "| r3b r3b", "line 13: round 1, turn 2: '2.' must stand before 'r3b'"),
        ("1. r3a | r3b", "1. r3a", "line 14: round 1, turn 1: round 2 cannot begin: it is round 1"),
        ("1. r3a", "1. | r3a", "line 13: round 1, turn 2: 'r3a' is too early: seat 0 is to play"),
        ("1. r3a", "1. ... r3a", "line 13: round 1, turn 1: '...' stands for a turn before"),
        ("1. r3a", "r3a", "line 13: before the moves: '1.' must stand before 'r3a'"),
        ("1. r3a", "| r3a", "line 13: before the moves: no round has begun"),
        ("1. r3a", "1. & r3a", "line 13: round 1, turn 1: '&' stands before an extra turn of the"),
        ("| r3b", "& r3b", "line 13: round 1, turn 1: '&' stands before an extra turn of the same"),
        ("| UGK", "| UGK &", "line 16: round 4, turn 2: the game is over before '&'"),
        ("| r3b", "| r3b:WU", "line 13: round 1, turn 2: this move draws no tokens, so it cannot"),
        ("| r3b", "| r3b:", "line 13: round 1, turn 2: nothing stands after 'r3b:'"),
        ("1. r3a", "1. 1. r3a", "line 13: round 1, turn 1: round 1 begins twice"),
        ("2. WRK", "3. WRK", "line 14: round 1, turn 2: round 3 cannot begin: it is round 2"),
        ("| UGK", "| UGK\n5. WUG", "line 17: round 4, turn 2: the game is over before round 5"),
        ("| UGK", "| UGK WUG", "line 16: round 4, turn 2: the game is over before 'WUG'"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_line_and_reason(old: str, new: str, reason: str) -> None:
    recorded = refusal(changed(old, new))
    assert recorded.startswith(reason)
    assert "\n" not in recorded


def test_headers_of_another_game_may_have_any_value() -> None:
    file = read_game(changed("date: 24 May", "Board: 7"))
    assert file.headers == {"Board": "7", "seat0": "Ada"}
    assert "\nBoard: 7\n" in write_game(file.game, file.headers)


def test_a_wrong_result_of_a_concluded_game_is_refused() -> None:
    game = Game(seed=8, start=0)
    game.conclude("time", (1,))
    text = write_game(game)
    assert refusal(text.replace("1 by time", "2 by time")) == (
        "line 8: there is no seat 2 in a game for 2"
    )
    assert "lead to the result '1 by time" in refusal(text.replace("cards 0-0", "cards 0-1"))
    assert "lead to the result '*'" in refusal(text.replace("1 by time", "1 by magic"))


def test_a_broken_position_is_refused() -> None:
    game = random_game(5, 20)
    text = write_game(Game.from_position(game.position))
    recorded = refusal(text.replace("round=", "around="))
    assert recorded == f"line 2: not a position: 'around={game.round}' is no field of a position"
    view = text.replace(game.position, game.view(None).position)
    assert refusal(view).startswith("line 2: this is a view, which hides cards")


@pytest.mark.parametrize(
    "old, new, reason",
    [
        (" start=0", " start=1", "start must be 0, as the option says"),
        ("phase=play", "phase=play paying=b1a+", "paying is for phase pay"),
        ("phase=play", "phase=play reason=points", "reason is for phase over"),
        ("phase=play", "phase=over reason=points", "reason cannot be points here"),
        ("phase=play", "phase=over reason=stalemate", "reason cannot be stalemate here"),
        ("phase=play", "phase=over reason=limit", "reason cannot be limit here"),
        ("phase=play", "phase=play passes=2", "reason cannot be unfinished here"),
        ("players=2", "players=2,players=2", "option 'players' is given twice"),
    ],
)
def test_an_impossible_position_is_refused(old: str, new: str, reason: str) -> None:
    game = Game(seed=2, start=0, rounds=3)
    game.push("WUG")
    text = write_game(Game.from_position(game.position))
    assert old in text
    assert refusal(text.replace(old, new)) == f"line 2: not a position: {reason}"


def test_a_generator_of_zeros_is_refused() -> None:
    text = write_game(Game.from_position(a_begun_game().position))
    still = re.sub(r"chance=\w+", "chance=" + "0" * 64, text)
    assert refusal(still).startswith("line 2: not a position: chance must be 64 hexadecimal")


def a_begun_game() -> Game:
    game = Game(seed=2)
    game.push("WUG")
    return game


@pytest.mark.parametrize("text", ["", " \n\n\t", "\ufeff"])
def test_an_empty_file_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"^line 1: the file is empty$"):
        next(read_any(text))
    assert refusal(text).startswith("line 1: a game file begins with the line")


@pytest.mark.parametrize("text", ["hello", "\x7fELF\x00\x01", "\x00" * 50, "PK\x03\x04", "\ud800"])
def test_other_texts_are_not_game_files(text: str) -> None:
    with pytest.raises(FormatError, match=r"^line 1: neither a game file"):
        next(read_any(text))
    assert refusal(text).startswith("line 1: ")


def test_an_error_is_one_printable_line() -> None:
    long = refusal(changed("| r3b", "| " + "x" * 10_000))
    assert len(long) < 500
    line = transcript_line(Game(seed=1))
    odd = next(errors_of(line.replace("official", "a\\nb\\u001b\\ud800")))
    assert odd.isprintable()
    assert "a\\nb\\x1b\\ud800" in odd


def errors_of(text: str) -> Iterator[str]:
    with pytest.raises(FormatError) as error:
        list(read_any(text))
    yield str(error.value)


# Files of any kind


def test_a_game_file_a_transcript_and_lines_of_transcripts_are_recognised() -> None:
    games = [random_game(seed, 30) for seed in (1, 2, 4)]
    assert all(game.phase != "pay" for game in games)
    assert [file.game for file in read_any(write_game(games[0]))] == games[:1]
    recorded = [transcript_line(game) for game in games]
    assert not any("\n" in line or ": " in line for line in recorded)
    pretty = json.dumps(json.loads(recorded[1]), indent=2)
    assert [file.game for file in read_any(pretty)] == games[1:2]
    files = list(read_any("\n".join(recorded) + "\n\n"))
    assert [file.game for file in files] == games
    assert files[0] == GameFile(games[0])
    assert len(list(read_any(f"\ufeff{recorded[0]}\r\n{recorded[1]}"))) == 2


def test_games_are_read_one_by_one_up_to_the_broken_line() -> None:
    line = transcript_line(random_game(1, 30))
    files = read_any(f"{line}\n\n{line}\n{line[:-5]}\n{line}")
    assert next(files).game == next(files).game
    with pytest.raises(FormatError, match=r"^line 4: not JSON: "):
        next(files)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("{", "line 1: not JSON: "),
        ('{\n"format": x}', "line 2: not JSON: Expecting value, column 11"),
        ("[]", "line 1: not a transcript"),
        ("{}", "line 1: not a transcript"),
        ("{} x", "line 1: not a transcript"),
        ('{"format": NaN}', "line 1: not a transcript"),
        ("[" * 100_000, "line 1: the JSON is nested too deeply"),
        ('{"a": ' * 100_000, "line 1: the JSON is nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "line 1: not JSON that can be read: a number has too many"),
    ],
)
def test_broken_json_is_refused_in_one_line(text: str, reason: str) -> None:
    recorded = next(errors_of(text))
    assert recorded.startswith(reason)
    assert "\n" not in recorded


def test_a_wrong_game_among_many_is_named_by_its_line() -> None:
    line = transcript_line(random_game(1, 30))
    wrong = line.replace('"seat":0', '"seat":1', 1)
    assert next(errors_of(f"{line}\n{wrong}\n{line}")).startswith("line 2: turn ")
    doubled = line.replace("{", '{"format":"other",', 1)  # of duplicate keys, the last one counts
    assert next(read_any(doubled)).game == next(read_any(line)).game


def test_nested_values_where_a_game_has_numbers_are_refused() -> None:
    deep = "[" * 900 + "]" * 900
    recorded = json.loads(transcript_line(random_game(1, 30)))
    for key in ("rules", "deal", "turns", "result"):
        text = json.dumps({**recorded, key: "DEEP"}).replace('"DEEP"', deep)
        assert next(errors_of(text)).startswith("line 1: ")
    text = json.dumps({**recorded, "rules": {"name": "official", "target": "DEEP"}})
    assert next(errors_of(text.replace('"DEEP"', deep))).startswith("line 1: ")


# Files with random damage


@pytest.mark.parametrize("seed", range(8))
def test_damaged_files_are_refused_or_read_but_never_crash(seed: int) -> None:
    """Two thousand files: nothing but `FormatError` comes out."""
    chance = random.Random(seed)
    texts = [TEXT, write_game(random_game(seed, 30), {"place": "x"}, {3: "a\nb"})]
    texts.append(write_game(Game.from_position(random_game(seed, 20).position)))
    texts.append(transcript_line(random_game(seed, 20)))
    refused = 0
    for index in range(250):
        text = texts[index % len(texts)]
        for _ in range(chance.choice([1, 1, 3])):
            text = damaged(text, chance)
        refused += is_refused(text)
    assert 100 < refused < 250


@settings(max_examples=100)
@given(st.text())
def test_no_text_crashes_the_reader(text: str) -> None:
    for given_text in (text, "{" + text, TEXT + text, TEXT.replace("1. r3a", text)):
        is_refused(given_text)
