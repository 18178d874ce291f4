"""The random generator a second time, in Python integers, and the deals it makes."""

from hashlib import sha256

SIZE = 2**64
DECKS = (range(40), range(40, 70), range(70, 90))


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) % SIZE


class PlainChance:
    """xoshiro256++ of Blackman and Vigna, its four words the SHA-256 of the seed's text."""

    def __init__(self, seed: int | str) -> None:
        digest = sha256(str(seed).encode("utf-8", "surrogatepass")).digest()
        self.words = [int.from_bytes(digest[at : at + 8], "little") for at in range(0, 32, 8)]

    def next_word(self) -> int:
        a, b, c, d = self.words
        result = (rotated((a + d) % SIZE, 23) + a) % SIZE
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c ^= self.words[1] << 17
        self.words = [a, b, c % SIZE, rotated(d, 45)]
        return result

    def below(self, limit: int) -> int:
        """Lemire's method over the upper half of a word."""
        while True:
            high, low = divmod((self.next_word() >> 32) * limit, 2**32)
            if low >= 2**32 % limit:
                return high

    def shuffle(self, cards: list[int]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def plain_deal(seed: int | str, players: int) -> tuple[list[list[int]], list[int], int]:
    """The decks in drawing order (the market on top), the nobles and the start seat."""
    chance = PlainChance(seed)
    decks = [list(cards) for cards in DECKS]
    for deck in decks:
        chance.shuffle(deck)
        deck.reverse()
    box = list(range(10))
    nobles = [box.pop(chance.below(len(box))) for _ in range(players + 1)]
    return decks, nobles, chance.below(players)
