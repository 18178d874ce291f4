"""Positions of the analysis board: reading them, and playing turns in them.

A try deals what nobody has seen anew: it never uses the real order of a deck.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Raw

from splendor.core.chances import Chances, Draw
from splendor.core.errors import PositionError
from splendor.game import Game
from splendor.review.judge import imagined
from splendor.ruleset import READABLE, Ruleset, check_position, parse_position
from splendor.server.analysis.bodies import (
    Board,
    Check,
    Checked,
    ChosenDraw,
    Drawn,
    PlayedTurn,
)
from splendor.server.position_texts import read_game, wrong_form
from splendor.server.refusals import require
from splendor.server.tables.commands import require_turn
from splendor.server.tables.news import encode
from splendor.server.tables.wire_views import content_id, own_seat, wire_result, wire_table
from splendor.server.wire_types import CardId
from splendor.view import View

UNSEEN_CARD = -1


def board_of(game: Game) -> Board:
    view = game.view(game.active)
    return Board(
        position=game.position,
        view=view.position,
        rules=game.rules,
        options=game.ruleset.changed_options(game.rules, game.options),
        players=game.players,
        table=Raw(encode(wire_table(view))),
        whole=Raw(encode(open_table(game))),
        you=own_seat(view),
        next=next_cards(game),
        result=wire_result(game.outcome) if game.outcome else None,
    )


def open_table(game: Game) -> dict[str, Any]:
    """The table of a spectator, with all hands open."""
    table = wire_table(game.view(None))
    for seat, place in enumerate(table["places"]):
        if "hand" in place:
            place["hand"] = own_seat(game.view(seat)).hand
    return table


def next_cards(game: Game) -> list[CardId | None]:
    """The next card of each deck."""
    ruleset, state = game.ruleset, game.record[0]
    if not ruleset.deck_starts:
        return []
    sizes = zip(ruleset.deck_starts, state.deck_sizes.tolist(), strict=False)
    tops = [int(state.deck[start + size - 1]) if size else UNSEEN_CARD for start, size in sizes]
    return [content_id(ruleset.cards[card]) if card >= 0 else None for card in tops]


def check_text(text: str, seed: str = "") -> Checked:
    """All that is wrong with a position that was set up; the board, if nothing is."""
    form = wrong_form(text)
    found = {READABLE: form} if form else check_position(text)
    checks = [
        Check(name, wrong.code, dict(wrong.values)) if wrong else Check(name)
        for name, wrong in found.items()
    ]
    if found[READABLE] is not None:
        return Checked(checks)
    table = Raw(encode(draft_table(text)))
    if any(found.values()):
        return Checked(checks, table)
    try:
        return Checked(checks, table, board_of(read_game(text, seed)))
    except PositionError as error:
        return Checked([*checks, Check("whole", error.code, dict(error.values))], table)


def draft_table(text: str) -> dict[str, Any]:
    """The table of a text that can be read, with everything that it shows."""
    return wire_table(View(parse_position(text), None))


# Playing


def play_turn(
    game: Game, moves: Sequence[str], draws: Sequence[ChosenDraw] = (), seed: str = ""
) -> PlayedTurn:
    """Play the moves of one turn; what comes is chosen, or dealt by the seed."""
    seat, chosen = game.active, {each.move: each for each in draws}
    came = list[Drawn]()
    for index, text in enumerate(moves):
        require_turn(game, seat, text)
        game, drawn = play_move(game, index, text, chosen, f"{seed}/{index}")
        came += [drawn] if drawn else []
    return PlayedTurn(seat, list(moves), board_of(game), came)


def play_move(
    game: Game, index: int, text: str, chosen: Mapping[int, ChosenDraw], seed: str
) -> tuple[Game, Drawn | None]:
    """Play a move in a copy. A chosen card that lies in another hand is swapped with one there."""
    game, move, view = game.copy(), game.parse(text), game.view(game.active)
    may_come = view.chances(move)
    if may_come.count == 1:
        game.push(move)
        return game, None
    draw = draw_of(game.ruleset, chosen[index]) if index in chosen else None
    require(draw is None or draw in may_come, "no_draw", move=text)
    draw = draw or game.chances(move).sample(seed)
    if draw not in game.chances(move):
        game = imagined(view, move, draw, seed)
    game.push(move, draw)
    return game, told_draw(game.ruleset, index, draw, may_come)


def draw_of(ruleset: Ruleset, chosen: ChosenDraw) -> Draw:
    ids = {content_id(card): number for number, card in enumerate(ruleset.cards)}
    return Draw(tuple(ids.get(card, UNSEEN_CARD) for card in chosen.cards), chosen.tokens)


def told_draw(ruleset: Ruleset, index: int, draw: Draw, may_come: Chances) -> Drawn:
    def named(cards: Sequence[int]) -> list[CardId]:
        return [content_id(ruleset.cards[card]) for card in cards]

    return Drawn(index, named(draw.cards), draw.tokens, [named(deck) for deck in may_come.decks])
