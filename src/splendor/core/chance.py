"""The random generator whose state lives in the record: xoshiro256++, seeded through SHA-256.

The same seed gives the same game on every platform and in every version, so nothing in this
file may ever change its results. `docs/decisions/0002-chance.md` describes it for other
languages.
"""

import hashlib
import secrets
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.core.errors import SeedError
from splendor.core.kernel import Row, int64, kernel, uint64
from splendor.core.refusals import Refusal, shown

Chance: TypeAlias = Row[int]  # four 64-bit words
Seed: TypeAlias = int | str | None

WORDS = 4
LONGEST_NUMBER = 4000  # digits that Python is willing to write
HALF = uint64(32)
LOW = uint64(0xFFFFFFFF)
TWO_TO_32 = 1 << 32


def seeded(seed: Seed) -> npt.NDArray[np.uint64]:
    """A generator seeded with a number or a text of any length; `None` takes a random seed.

    A number is hashed as its decimal text, so `7` and `"7"` are the same seed.
    """
    if seed is None:
        seed = secrets.token_hex(32)
    if isinstance(seed, (bool, float)) or not isinstance(seed, (int, str, np.integer)):
        raise SeedError(Refusal.of("not_a_seed", given=shown(seed)))
    if not isinstance(seed, str) and abs(int(seed)) >= 10**LONGEST_NUMBER:
        raise SeedError(Refusal.of("long_seed", digits=LONGEST_NUMBER))
    # A command-line argument may hold bytes that are not UTF-8: they are hashed as they are.
    digest = hashlib.sha256(str(seed).encode("utf-8", "surrogatepass")).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


@kernel
def add(a: int, b: int) -> int:
    """A + b modulo 2**64, in halves, because interpreted NumPy warns about an overflow."""
    low = (a & LOW) + (b & LOW)
    high = (a >> HALF) + (b >> HALF) + (low >> HALF)
    return (high << HALF) | (low & LOW)


@kernel
def next_word(chance: Chance) -> int:
    """Sixty-four random bits."""
    word = add(chance[0], chance[3])
    word = add((word << uint64(23)) | (word >> uint64(41)), chance[0])
    shifted = chance[1] << uint64(17)
    chance[2] ^= chance[0]
    chance[3] ^= chance[1]
    chance[1] ^= chance[2]
    chance[0] ^= chance[3]
    chance[2] ^= shifted
    chance[3] = (chance[3] << uint64(45)) | (chance[3] >> uint64(19))
    return word


@kernel
def random_below(chance: Chance, limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely (Lemire's method, limit up to 2**31)."""
    product = int64(next_word(chance) >> HALF) * limit
    if product % TWO_TO_32 < limit:
        unfair = (TWO_TO_32 - limit) % limit
        while product % TWO_TO_32 < unfair:
            product = int64(next_word(chance) >> HALF) * limit
    return product >> 32


@kernel
def shuffle(cards: Row[int], first: int, size: int, chance: Chance) -> None:
    """Put cards[first : first + size] into a random order, each equally likely."""
    for last in range(size - 1, 0, -1):
        other = random_below(chance, last + 1)
        card = cards[first + last]
        cards[first + last] = cards[first + other]
        cards[first + other] = card


@kernel
def branch(chance: Chance, child: Chance) -> None:
    """Seed `child` with the next words of `chance`, mixed as in SplitMix64."""
    for index in range(WORDS):
        child[index] = scrambled(next_word(chance))


@kernel
def seed_by_number(child: Chance, salt: int, number: int) -> None:
    """Seed `child` with the stream of this number: the same salt and number give the same one."""
    for index in range(WORDS):
        step = mix(uint64(number * WORDS + index + 1), uint64(0x9E3779B97F4A7C15))
        child[index] = scrambled(add(salt, step))


@kernel
def scrambled(word: int) -> int:
    """The output function of SplitMix64."""
    word = mix(word ^ (word >> uint64(30)), uint64(0xBF58476D1CE4E5B9))
    word = mix(word ^ (word >> uint64(27)), uint64(0x94D049BB133111EB))
    return word ^ (word >> uint64(31))


@kernel
def mix(a: int, b: int) -> int:
    """A * b modulo 2**64, in halves like `add`."""
    low = (a & LOW) * (b & LOW)
    cross = ((a >> HALF) * (b & LOW) & LOW) + ((a & LOW) * (b >> HALF) & LOW)
    return add(low, cross << HALF)


# Sets of up to 62 elements, stored as the bits of an integer


@kernel
def count_bits(bits: int) -> int:
    """The size of the set: adds neighbouring groups of one, two, then four bits in parallel."""
    bits -= (bits >> 1) & 0x1555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return bits % 255


@kernel
def nth_bit(bits: int, number: int) -> int:
    """The place of the bit that has `number` set bits before it."""
    for _ in range(number):
        bits &= bits - 1  # clear the lowest set bit
    return count_bits((bits & -bits) - 1)


@kernel
def count_ones(mask: Row[int], size: int) -> int:
    """The size of a set that is stored as `size` zeros and ones."""
    count = int64(0)
    for element in range(size):
        count += int64(mask[element])
    return count
