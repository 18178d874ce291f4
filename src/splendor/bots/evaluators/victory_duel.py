"""Whether the active player of Splendor Duel can win this turn by buying a card."""

from splendor.bots.evaluators.general import pay_off
from splendor.core.chance import count_bits
from splendor.core.decks import NONE
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings
from splendor.duel.legal import PLACES, card_at
from splendor.duel.state import (
    ANY,
    BONUS,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    GOLD,
    OVER,
    PACKED_COST,
    PLAY,
    POINTS_TO_WIN,
    PRESTIGE,
    ROYAL_CROWNS,
    ROYAL_PRESTIGE,
    ROYALS_IN_BOX,
    SEATS,
    Player,
    State,
)

# The most that one card can bring, including the royal card it may bring
MOST_CROWNS = int(CROWNS.max())
MOST_IN_COLOUR = int(PRESTIGE[BONUS != NONE].max())
MOST_POINTS = int((PRESTIGE + ROYAL_PRESTIGE.max() * (CROWNS > 0)).max())


@kernel
def prove_outcome(states: Row[State], values: Row[float]) -> bool:
    """Whether the outcome of states[0] is certain; if so, write it into `values`.

    It is certain when the game is over, or when the active player can buy a card that wins, with
    the tokens held or with tokens taken by privileges.
    """
    state = states[0]
    if state.phase == OVER:
        pay_off(state, values)
        return True
    if state.phase != PLAY or not can_win(state):
        return False
    for seat in range(SEATS):
        values[seat] = 1.0 if state.active == seat else 0.0
    return True


@kernel
def can_win(state: State) -> bool:
    player = state.players[state.active]
    if not may_win(player):
        return False
    royal = best_royal(state)
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    privileges = int64(player.privileges) if state.replenished == 0 else int64(0)
    for place in range(PLACES):
        card = card_at(state, place)
        if card < 0 or (BONUS[card] == ANY and bonuses == 0) or not wins(player, card, royal):
            continue
        missing = gold_needed(int64(PACKED_COST[card]), tokens + bonuses) - gold
        if missing <= 0 or (missing <= privileges and is_on_board(state, card, missing)):
            return True
    return False


@kernel
def may_win(player: Player) -> bool:
    """A quick test before `wins`: False only if no card could win the game for the player."""
    colour = 0
    for gem in range(GEMS):
        colour = max(colour, int64(player.colour_points[gem]))
    return (
        int64(player.points) + MOST_POINTS >= POINTS_TO_WIN
        or int64(player.crowns) + MOST_CROWNS >= CROWNS_TO_WIN
        or colour + MOST_IN_COLOUR >= COLOUR_TO_WIN
    )


@kernel
def best_royal(state: State) -> int:
    """The points of the best royal card that is still available."""
    best = 0
    for royal in range(ROYALS_IN_BOX):
        if state.royal_owner[royal] == NONE:
            best = max(best, int64(ROYAL_PRESTIGE[royal]))
    return best


@kernel
def wins(player: Player, card: int, royal: int) -> bool:
    """Whether buying the card wins the game; `royal` is the result of `best_royal`."""
    points = int64(player.points) + int64(PRESTIGE[card])
    crowns = int64(player.crowns) + int64(CROWNS[card])
    if brings_royal(player, card):
        points += royal
    if crowns >= CROWNS_TO_WIN or points >= POINTS_TO_WIN:
        return True
    bonus = int64(BONUS[card])
    colour = 0
    for gem in range(GEMS):
        if bonus == gem or (bonus == ANY and player.bonuses[gem] > 0):
            colour = max(colour, int64(player.colour_points[gem]))
    return bonus != NONE and colour + int64(PRESTIGE[card]) >= COLOUR_TO_WIN


@kernel
def is_on_board(state: State, card: int, missing: int) -> bool:
    """Whether the board holds at least `missing` of the tokens that the card still needs."""
    player = state.players[state.active]
    found = 0
    for token in range(COSTS):
        have = int64(player.bonuses[token]) + int64(player.tokens[token])
        lacking = max(0, int64(COST[card, token]) - have)
        found += min(lacking, count_bits(int64(state.board[token])))
    return found >= missing


@kernel
def brings_royal(player: Player, card: int) -> bool:
    crowns = int64(player.crowns) + int64(CROWNS[card])
    return player.royals < len(ROYAL_CROWNS) and crowns >= ROYAL_CROWNS[player.royals]


@entry
def prove_outcome_in(states: Row[State], values: Row[float]) -> bool:
    return prove_outcome(states, values)
