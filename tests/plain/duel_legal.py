"""The legal moves of the plain Duel, found by walking over the board and trying everything.

The effects of moves are in `duel.py`.
"""

from tests.plain.duel_cases import Counted
from tests.plain.duel_table import (
    CARDS,
    CELLS,
    GEMS,
    GOLD,
    HAND_LIMIT,
    PAYABLE,
    SLOTS,
    WALKS,
    next_letters,
    payments,
)


class Legal(Counted):
    """The legal moves of a state."""

    def legal(self) -> set[str]:
        """The legal moves of the active seat; none after the end."""
        match self.phase:
            case "play":
                return self.legal_in_play()
            case "gold":
                return {f"J{cell}" for cell in self.cells_with(GOLD)}
            case "pay":
                # The default payment has its own move, so the player must choose some gold first.
                done = {"pay"} if self.named and self.named in self.words else set()
                return done | {f"J={token}" for token in next_letters(self.words, self.named)}
            case "colour":
                return {f"={colour}" for colour in self.owned_colours()}
            case "match":
                return {f"+{cell}" for cell in self.cells_with(self.matching)}
            case "steal":
                return {f"x{token}" for token in self.loot()}
            case "royal":
                return {f"royal{royal[1:]}" for royal in self.royals}
            case "discard":
                return {f"-{token}" for token in next_letters(self.words, self.named)}
        return set()

    def legal_in_play(self) -> set[str]:
        """D2, D3.5: optional and mandatory actions; if there are none, replenishing, or a pass."""
        actions = self.actions()
        replenish = {"fill"} if self.may_replenish() else set()
        if actions:
            return actions | replenish | self.uses_of_privileges()
        assert not self.uses_of_privileges()  # a token for a privilege could be taken as a line
        return replenish or {"pass"}

    def actions(self) -> set[str]:
        """D3: the mandatory actions."""
        return self.lines() | self.reservations() | self.purchases()

    def cells_with(self, tokens: str) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] and self.board[cell] in tokens]

    def uses_of_privileges(self) -> set[str]:
        """D2.1: a gem or pearl from anywhere; D2.2: not after replenishing."""
        cells = self.cells_with(PAYABLE)
        if self.player.privileges == 0:
            return set()
        if not cells:
            self.saw("D2.1 nothing to take")
            return set()
        if self.turn.replenished:
            self.saw("D2.2 no privilege after it")
            return set()
        self.saw_if(len(self.cells_with(GOLD)) > 0, "D2.1 never gold")
        return {f"p{cell}" for cell in cells}

    def may_replenish(self) -> bool:
        """D2.2: not with an empty bag, and once a turn."""
        if self.turn.replenished:
            self.saw("D2.2 once a turn")
            return False
        if sum(self.bag.values()) == 0:
            self.saw("D2.2 empty bag refused")
            return False
        return True

    def lines(self) -> set[str]:
        """D3.1: from every cell in every direction, until gold, a gap or the edge."""
        found = set()
        for cells in WALKS:
            line = ""
            for cell in cells:
                if self.board[cell] in ("", GOLD):
                    break
                line += cell
                found.add(line)
            if line == cells[0] and len(cells) == 3 and self.board[cells[2]] not in ("", GOLD):
                gap = self.board[cells[1]] == ""
                self.saw("D3.1 not across a gap" if gap else "D3.1 not across gold")
        return found

    def reservations(self) -> set[str]:
        """D3.2: with a gold on the board and room in the hand, any card or the top of any deck."""
        if len(self.player.hand) >= HAND_LIMIT:
            self.saw("D3.2 hand full")
            return set()
        if not self.cells_with(GOLD):
            self.saw("D3.2 no gold on the board")
            return set()
        self.saw_if([] in self.decks, "D3.2 empty deck refused")
        tops = {str(level) for level, deck in enumerate(self.decks, start=1) if deck}
        return {f"r{place}" for place in tops | set(self.cards_in_pyramid())}

    def purchases(self) -> set[str]:
        """D3.3: what can be paid; with a `+` what can be paid in more than one way."""
        moves = set()
        for place, card in self.cards_for_sale().items():
            ways = payments(self.player, card)
            if ways and CARDS[card].bonus == "wild" and not self.owned_colours():
                self.saw_refused_wild()
                continue
            if len(ways) >= 1:
                moves.add(f"b{place}")
            if len(ways) >= 2:
                moves.add(f"b{place}+")
        return moves

    def cards_in_pyramid(self) -> dict[str, str]:
        return {
            f"{level}{slot}": card
            for level, row in enumerate(self.pyramid, start=1)
            for slot, card in zip(SLOTS[level - 1], row, strict=True)
            if card is not None
        }

    def cards_for_sale(self) -> dict[str, str]:
        """D3.3: the pyramid and one's own hand."""
        hand = {f"h{n}": held.card for n, held in enumerate(self.player.hand, start=1)}
        return self.cards_in_pyramid() | hand

    def owned_colours(self) -> list[str]:
        """D5.1: the colours of cards with a bonus, on which a wild card can be placed."""
        return [colour for colour in GEMS if self.player.cards_of(colour)]

    def loot(self) -> list[str]:
        """D5.2: gems and pearls of the opponent, never gold."""
        return [token for token in PAYABLE if self.opponent.tokens[token] > 0]
