"""The exact solver of the last two turns, compared with brute force over imagined deals."""

from math import sqrt

import pytest

from splendor import Game
from splendor.bots import Clock, make_bot
from splendor.bots.last_turns import prove
from splendor.core.kernel import COMPILED

GAMES = 10 if COMPILED else 2
DEALS = 60 if COMPILED else 10


def share(game: Game, seat: int) -> float:
    assert game.outcome is not None
    winners = game.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def finished(game: Game, move: str) -> float:
    after, seat = game.copy(), game.active
    after.push(move)
    while not after.is_over:
        assert after.active == seat, "this was not the last turn"
        after.push(after.legal_moves[0])
    return share(after, seat)


def ends(players: int) -> list[Game]:
    """Games with one or two turns left, in which somebody has nearly enough points."""
    found = []
    for seed in range(GAMES):
        game = Game(seed=f"end/{seed}", players=players, start=0, rounds=100)
        bots = [make_bot("greedy", f"{seed}/{seat}") for seat in range(players)]
        while not game.is_over:
            blind = [move for move in game.legal_moves if str(move) == "r2"]
            if game.round < 12 and game.round % 4 == 0 and blind:
                game.push(blind[0])  # so that there are unseen cards in hands
                continue
            points = [place.points for place in game.table.places]
            if game.phase == "play" and game.active >= players - 2 and max(points) >= 15:
                found.append(game.copy())
            game.push(bots[game.active].choose(game.view(game.active), Clock()))
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_a_proven_value_is_the_mean_over_all_deals(players: int) -> None:
    compared = 0
    for number, game in enumerate(ends(players)):
        view = game.view(game.active)
        proven = prove(view)
        for action in list(proven)[:: max(1, len(proven) // 4)]:
            move = str(game.ruleset.moves[action])
            values = [
                value_in(view.imagine(f"{number}/{deal}"), move, game.active)
                for deal in range(DEALS)
            ]
            mean = sum(values) / DEALS
            allowed = 4 * sqrt(max(proven[action] * (1 - proven[action]), 0.01) / DEALS)
            assert mean == pytest.approx(proven[action], abs=allowed)
            compared += 1
    assert compared >= GAMES // 4


def value_in(game: Game, move: str, seat: int) -> float:
    game.push(move)
    if game.is_over:
        return share(game, seat)
    assert game.active != seat
    replies = {str(reply): finished(game, str(reply)) for reply in game.legal_moves}
    best = max(replies, key=lambda reply: replies[reply])
    after = game.copy()
    after.push(best)
    while not after.is_over:
        after.push(after.legal_moves[0])
    return share(after, seat)


def test_nothing_is_proved_while_nobody_can_end_the_game() -> None:
    game = Game(seed=1)
    assert prove(game.view(game.active)) == {}
