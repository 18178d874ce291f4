"""The search: its results, its budget, and that it knows no more than its view."""

import time
from math import inf
from typing import Any

import pytest

from splendor import Game, RulesError
from splendor.bots import Clock, make_bot
from splendor.bots.candidates import Analysis, Candidate, mean_and_error, pick
from splendor.bots.evaluators.network import released_weights
from splendor.bots.search import FIRST_EDGES, Search, analyse
from splendor.bots.tree import EDGE, FEWEST_DRAWS, NONE
from splendor.core.kernel import COMPILED
from splendor.view import View
from tests.bots.midgames import midgames

SIMS = 400 if COMPILED else 12
POSITIONS = 40 if COMPILED else 2
GAMES = ["official", "duel"]


def default_moves(game: Game) -> set[str]:
    return {str(move) for move in game.legal_moves if not str(move).endswith("+")}


@pytest.mark.parametrize("rules", GAMES)
def test_every_legal_move_is_a_candidate_and_every_simulation_is_counted(rules: str) -> None:
    for game in midgames(rules, POSITIONS):
        found = analyse(game.view(game.active), SIMS, seed=1)
        assert {str(candidate.move) for candidate in found.candidates} == default_moves(game)
        assert sum(candidate.visits for candidate in found.candidates) == SIMS
        assert found.simulations == SIMS


@pytest.mark.parametrize("rules", GAMES)
def test_a_candidate_has_a_value_an_error_and_a_line_that_begins_with_it(rules: str) -> None:
    for game in midgames(rules, POSITIONS):
        for candidate in analyse(game.view(game.active), SIMS, seed=1).candidates:
            assert 0.0 <= candidate.value <= 1.0
            assert 0.0 <= candidate.error <= 0.5
            assert candidate.line[0] == candidate.move


def test_a_line_of_the_best_move_can_be_played() -> None:
    for game in midgames("official", POSITIONS, players=2):
        found = analyse(game.view(game.active), SIMS, seed=1, evaluator="estimate")
        game.push(found.best.line[0])
        if len(found.best.line) > 1 and not game.is_over:
            assert found.best.line[1] in set(game.legal_moves) | set(hand_purchases(game))


def hand_purchases(game: Game) -> list[object]:
    """The purchases from a hand that the seat cannot see."""
    return [game.parse(f"bh{slot}") for slot in (1, 2, 3)]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("evaluator", ["estimate", "rollout"])
def test_the_same_seed_gives_the_same_analysis(rules: str, evaluator: str) -> None:
    game = next(midgames(rules, 1))
    view = game.view(game.active)
    first, again, other = (
        analyse(view, SIMS, seed=seed, evaluator=evaluator) for seed in (1, 1, 2)
    )
    assert first.candidates == again.candidates
    assert first.candidates != other.candidates


@pytest.mark.parametrize("rules", GAMES)
def test_an_analysis_does_not_depend_on_hidden_cards(rules: str) -> None:
    for number, game in enumerate(midgames(rules, POSITIONS)):
        view = game.view(game.active)
        elsewhere = view.imagine(number).view(game.active)
        assert analyse(elsewhere, 50, seed=1).candidates == analyse(view, 50, seed=1).candidates


@pytest.mark.parametrize("rules", GAMES)
def test_a_full_tree_stays_within_its_bounds_and_the_search_continues(rules: str) -> None:
    for game in midgames(rules, 5):
        search = Search(game.view(game.active), seed=1, most_nodes=20)
        found = search.run(SIMS)
        assert found.nodes <= 20
        assert found.simulations == SIMS


@pytest.mark.parametrize("rules", GAMES)
def test_a_search_can_be_continued(rules: str) -> None:
    game = next(midgames(rules, 1))
    view = game.view(game.active)
    search = Search(view, seed=1)
    search.run(SIMS // 2)
    assert search.run(SIMS - SIMS // 2).candidates == analyse(view, SIMS, seed=1).candidates


@pytest.mark.parametrize("rules", GAMES)
def test_a_restarted_search_finds_what_a_new_one_finds(rules: str) -> None:
    first, *others = midgames(rules, POSITIONS // 4 + 2, players=2)
    search = Search(first.view(first.active), seed=1)
    for game in others:
        view = game.view(game.active)
        search.run(SIMS)
        search.restart(view, seed=2)
        assert search.run(SIMS).candidates == analyse(view, SIMS, seed=2).candidates


def test_a_search_does_not_restart_with_another_game() -> None:
    search = Search(Game(seed=1, start=0).view(0))
    for view in (Game("duel", seed=1, start=0).view(0), Game(seed=1, players=3, start=0).view(0)):
        with pytest.raises(RulesError, match="same game and number of players"):
            search.restart(view)


def test_a_bot_plays_one_game_after_another() -> None:
    """It uses the memory of its last search again, if that fits."""
    bot = make_bot("search,sims=12", seed=1)
    for rules, players in (("official", 2), ("duel", 2), ("official", 3), ("landolt", 3)):
        game = Game(rules, seed=1, players=players)
        for clock in (Clock(), Clock(simulations=40), Clock(simulations=5)):
            game.push(bot.choose(game.view(game.active), clock))


def test_a_search_can_be_stopped() -> None:
    game = Game(seed=1)
    asked = iter([False, False, True])
    found = Search(game.view(game.active), seed=1).run(10**9, stop=lambda: next(asked))
    assert 2 <= found.simulations < 10**6


@pytest.mark.parametrize("rules", GAMES)
def test_a_bot_does_not_search_on_when_its_move_is_decided(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No move has changed, and some searches were shorter."""
    monkeypatch.setattr("splendor.bots.search.DECIDED_CHUNK", SIMS // 10)
    spent = []
    for game in midgames(rules, POSITIONS):
        short, whole = (Search(game.view(game.active), seed=1) for _ in range(2))
        short._decide(SIMS, inf, time.perf_counter)
        whole.run(SIMS)
        assert short._best_move() == whole._best_move()
        spent.append(short.simulations)
    assert min(spent) < SIMS
    assert max(spent) <= SIMS


def test_a_decision_ends_with_its_time() -> None:
    game = next(midgames("official", 1))
    search = Search(game.view(game.active), seed=1)
    search._decide(None, 0.0, time.perf_counter)
    assert 0 < search.simulations < 10**6


def test_a_bot_can_count_cpu_time() -> None:
    """A clock of CPU time does not go on while the bot's thread waits."""
    game = Game(seed=1)
    view = game.view(game.active)
    bot = make_bot("search", seed=1)
    assert bot.choose(view, Clock(seconds=0.02, is_cpu=True)) in game.legal_moves


@pytest.mark.parametrize("memory", [0, 401, -1, "much"])
def test_memory_out_of_bounds_is_refused(memory: Any) -> None:
    view = Game(seed=1, start=0).view(0)
    with pytest.raises(RulesError, match="a search takes 1 to 400 megabytes"):
        Search(view, memory=memory)


@pytest.mark.parametrize("rules", GAMES)
def test_a_tree_takes_no_more_than_its_memory(rules: str) -> None:
    game = next(midgames(rules, 1))
    search = Search(game.view(game.active), seed=1, memory=2)
    search.run(SIMS)
    size = search._nodes.nbytes + search._edges.nbytes - FIRST_EDGES * EDGE.itemsize
    assert 1_990_000 < size <= 2_000_000


def test_a_search_stops_when_its_time_is_up() -> None:
    game = Game(seed=1)
    search = Search(game.view(game.active), seed=1)
    search.run(2)  # compile first
    begin = time.perf_counter()
    found = search.run(seconds=0.05)
    assert found.simulations > 2
    assert time.perf_counter() - begin < 30.0  # `make bench` measures it exactly


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_decided_last_turn_is_proven_and_played(players: int) -> None:
    """A player who can win with the last purchase of the game does so, with any budget."""
    for game in last_turns(players, 6 if COMPILED else 1):
        found = analyse(game.view(game.active), 8, seed=1)
        assert found.best.proven
        seat = game.active
        while not game.is_over:
            game.push(analyse(game.view(game.active), 8, seed=1).best.move)
        assert game.outcome is not None
        share = 1 / len(game.outcome.winners) if seat in game.outcome.winners else 0.0
        assert share == pytest.approx(found.best.value)


def last_turns(players: int, number: int) -> list[Game]:
    """Games in which the last player of the last round is active."""
    found: list[Game] = []
    seed = 0
    while len(found) < number:
        seed += 1
        game = Game(seed=seed, players=players, start=0, rounds=100)
        bots = [make_bot("greedy", f"{seed}/{seat}") for seat in range(players)]
        while not game.is_over:
            points = max(place.points for place in game.table.places)
            if game.active == players - 1 and points >= 15 and game.phase == "play":
                found.append(game)
                break
            game.push(bots[game.active].choose(game.view(game.active), Clock()))
    return found


def test_the_error_shrinks_with_the_visits_and_is_never_zero() -> None:
    mean, few = mean_and_error(2.0, 1.0, 4)
    assert mean == 0.5
    assert few > 0.0
    _, many = mean_and_error(200.0, 125.0, 400)
    assert 0.0 < many < few
    assert mean_and_error(0.0, 0.0, 0) == (0.0, 0.5)


def candidate(value: float, visits: int = 10) -> Candidate:
    move = Game(seed=1).legal_moves[0]
    return Candidate(move, value, 0.01, visits, 0.1, False, (move,))


def test_a_weakened_bot_prefers_better_moves_and_never_loses_too_much() -> None:
    found = [candidate(0.6), candidate(0.55), candidate(0.2), candidate(0.9, visits=0)]
    picked = [pick(found, 0.05, 0.3, luck / 1000).value for luck in range(1000)]
    assert set(picked) == {0.6, 0.55}
    assert picked.count(0.6) == pytest.approx(731, abs=2)  # odds of e to 1
    assert pick(found, 0.0, 1.0, 0.99) is found[0]


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"evaluator": "coin"}, "there is no evaluator 'coin'"),
        ({}, "needs at least one simulation"),
    ],
)
def test_invalid_budgets_and_evaluators_are_refused(settings: dict[str, str], message: str) -> None:
    game = Game(seed=1)
    with pytest.raises(RulesError, match=message):
        Search(game.view(game.active), **settings).run(0)  # type: ignore[arg-type]


def test_a_search_needs_the_view_of_the_active_seat() -> None:
    game = Game(seed=1, start=0)
    with pytest.raises(RulesError, match="is given a view"):
        analyse(game)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="nothing to decide"):
        analyse(game.view(1))


def test_a_clock_can_only_shorten_a_search() -> None:
    game = Game(seed=1)
    view = game.view(game.active)
    few = make_bot("search,sims=40", 1).choose(view, Clock())
    assert make_bot("search,sims=4000", 1).choose(view, Clock(simulations=40)) == few
    assert make_bot("search,sims=40", 1).choose(view, Clock(simulations=4000)) == few


def test_an_analysis_names_its_best_move() -> None:
    game = Game(seed=1)
    found = analyse(game.view(game.active), SIMS, seed=1)
    assert isinstance(found, Analysis)
    assert found.value == found.best.value == found.candidates[0].value
    assert found.depth > 0


@pytest.mark.parametrize(
    "settings", ["sims=0", "sims=1.5", "sims=many", "seconds=-1", "seconds=nan", "evaluator=coin",
                 "temperature=hot", "temperature=inf", "most_lost=-0.1", "c_puct=-1"]
)  # fmt: skip
def test_invalid_settings_are_refused(settings: str) -> None:
    with pytest.raises(RulesError, match=r"must be a number|a search needs|there is no evaluator"):
        make_bot(f"search,{settings}")


@pytest.mark.parametrize("rules", GAMES)
def test_simulations_can_all_begin_with_one_move(rules: str) -> None:
    for game in midgames(rules, 3):
        search = Search(game.view(game.active), seed=1)
        free = search.run(SIMS)
        weak = free.candidates[-1]
        forced = search.run(SIMS, move=weak.move)
        visits = {candidate.move: candidate.visits for candidate in forced.candidates}
        assert visits[weak.move] == weak.visits + SIMS
        again = search.run(SIMS)
        assert sum(candidate.visits for candidate in again.candidates) == 3 * SIMS
        assert {each.move: each.visits for each in again.candidates}[weak.move] < 2 * SIMS


def test_a_search_refuses_to_begin_with_a_move_that_it_does_not_consider() -> None:
    game = Game(seed=1, start=0)
    with pytest.raises(RulesError, match="does not consider"):
        Search(game.view(0), seed=1).run(20, move=game.parse("pass"))


@pytest.mark.parametrize("rules", GAMES)
def test_the_chances_of_all_seats_add_up_to_one(rules: str) -> None:
    for game in midgames(rules, 3):
        found = analyse(game.view(game.active), SIMS, seed=1)
        assert len(found.seats) == game.players
        assert sum(found.seats) == pytest.approx(1)


# Draws from the bag

# Seat 0 will have to replenish: pooled, all boards together have no good move; experts who played
# on won 10 of 30 games with it.
BEFORE_A_REFILL = (
    "view=1 rules=duel round=28 turns=56 start=1 turn=1 phase=play quiet=2 "
    "board=...../...../...K./...U./..... bag=W2U3R2K1P2J3 privileges=2 "
    "pyramid=L1-13,L1-29,L1-26,L1-03,L1-27/L2-04,L2-15,L2-23,L2-03/L3-11,L3-05,L3-04 royals=R4 "
    "decks=?8/?17/?3 seat0=W1G2K1:L1-01,L1-04,L1-05,L1-06,L1-11,L1-14,L1-16,L1-19,L1-20,L1-21,"
    "L1-22,L2-18,L3-01,L3-02,L3-03,L3-08::R2:1 seat1=W1G2R2K1:L1-02,L1-10,L1-12,L1-15,L1-17,"
    "L1-30=R,L2-13,L2-17,L3-09:L3-10,L3-07:R1,R3:0"
)


def boards_after(search: Search, move: str) -> int:
    """How many boards the tree tells apart after a move of the root."""
    edges = search._edges[search._root_edges()]
    moves = [str(search._moves[int(action)]) for action in edges["action"]]
    child, count = int(edges["child"][moves.index(move)]), 0
    while child != NONE:
        child, count = int(search._nodes["sibling"][child]), count + 1
    return count


def test_draws_are_told_apart_the_more_often_they_are_tried_the_more_of_them() -> None:
    view = View.from_position(BEFORE_A_REFILL)
    fill = next(move for move in view.legal_moves if str(move) == "fill")
    search = Search(view, seed=1, widening=1.0)
    search.run(FEWEST_DRAWS * 3, move=fill)
    few = boards_after(search, "fill")
    assert 1 < few <= FEWEST_DRAWS
    if COMPILED:
        search.run(3600, move=fill)
        assert few < boards_after(search, "fill") <= 61
    pooled = Search(view, seed=1, widening=0.0)
    pooled.run(FEWEST_DRAWS * 3, move=fill)
    assert boards_after(pooled, "fill") == 1


@pytest.mark.skipif(not COMPILED, reason="needs thousands of simulations")
def test_a_search_that_tells_draws_apart_sees_what_a_refill_is_worth() -> None:
    view = View.from_position(BEFORE_A_REFILL)
    pooled, told_apart = (
        Search(view, seed=1, weights=released_weights("duel2-1"), widening=widening).run(6000)
        for widening in (0.0, 2.0)
    )
    assert 1 - pooled.best.value < 0.12
    assert 0.18 < 1 - told_apart.best.value < 0.45
