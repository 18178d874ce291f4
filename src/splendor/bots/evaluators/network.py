"""The network: the chances of all seats and a policy, from the inputs that a position switches on.

Two small layers: the first is the sum of the rows of the inputs that are on, so only those cost
time; the second is dense. The first is in whole numbers and nothing is reordered by the compiler,
so that the same weights give the same values on every machine. Weights are arrays that are passed
along, never compiled in; `Weights` reads and writes them.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import inputs_base, inputs_duel
from splendor.core.content import DATA
from splendor.core.decks import NONE
from splendor.core.errors import RulesError
from splendor.core.kernel import Row, float32, int64, kernel
from splendor.ruleset import GAMES, by_game

# Known when kernels are compiled: with widths that are read from the arrays, it takes half as long
# again. Multiples of eight.
WIDTH, DEPTH = 256, 32
ONE = 512  # 1.0 in the whole numbers of the first layer
LARGEST = 8 * ONE  # weight of the first layer
LAYOUT = 1  # version of the inputs and rows
MOST_BYTES = 8_000_000  # of the arrays in a file of weights
MOST_ACTIVE = 192  # inputs that are on at the same time

RELEASES = DATA / "networks"  # files such as base2-1.npz: game, number of players, release

# The registry: games with a network, by name.
INPUTS: dict[str, Any] = {"base": inputs_base, "duel": inputs_duel}

Numbers: TypeAlias = npt.NDArray[Any]
# first, first_bias, second, second_bias, value, value_bias, policy, policy_bias,
# and scratch space: the inputs that are on, the sums of the first layer, both layers' outputs
Network: TypeAlias = tuple[Numbers, ...]


@kernel
def no_inputs(state: Any, active: Row[int]) -> int:
    """For games without a network."""
    return int64(0)


@kernel
def no_row(state: Any, action: int) -> int:
    return int64(NONE)


def of_inputs(name: str, otherwise: Callable[..., int]) -> Callable[..., int]:
    return by_game({game: getattr(inputs, name) for game, inputs in INPUTS.items()}, otherwise)


gather_inputs = of_inputs("gather_inputs", no_inputs)
policy_row = of_inputs("policy_row", no_row)
second_row = of_inputs("second_row", no_row)


@kernel
def run_network(state: Any, network: Network) -> None:
    """Let the outputs of the second layer be those of this position."""
    first, first_bias, second, second_bias, _, _, _, _, active, sums, hidden, out = network
    count = gather_inputs(state, active)
    sum_rows(first, first_bias, active, count, sums)
    for i in range(WIDTH):
        hidden[i] = float32(max(sums[i], np.int16(0)))
    for j in range(DEPTH):
        out[j] = second_bias[j]
    for i in range(0, WIDTH, 8):
        for j in range(DEPTH):
            out[j] += (
                (hidden[i] * second[i, j] + hidden[i + 1] * second[i + 1, j])
                + (hidden[i + 2] * second[i + 2, j] + hidden[i + 3] * second[i + 3, j])
            ) + (
                (hidden[i + 4] * second[i + 4, j] + hidden[i + 5] * second[i + 5, j])
                + (hidden[i + 6] * second[i + 6, j] + hidden[i + 7] * second[i + 7, j])
            )
    for j in range(DEPTH):
        out[j] = max(out[j], float32(0))


@kernel
def sum_rows(first: Any, bias: Row[int], active: Row[int], count: int, sums: Row[int]) -> None:
    """The first layer. Eight rows at a time: the sums are loaded and stored once for all eight."""
    for i in range(WIDTH):
        sums[i] = bias[i]
    k = 0
    while k + 8 <= count:
        a, b, c, d = active[k], active[k + 1], active[k + 2], active[k + 3]
        e, f, g, h = active[k + 4], active[k + 5], active[k + 6], active[k + 7]
        for i in range(WIDTH):
            sums[i] += (
                first[a, i] + first[b, i] + first[c, i] + first[d, i]
                + first[e, i] + first[f, i] + first[g, i] + first[h, i]
            )  # fmt: skip
        k += 8
    while k < count:
        a = active[k]
        for i in range(WIDTH):
            sums[i] += first[a, i]
        k += 1


@kernel
def product(weights: Any, row: int, out: Row[float]) -> float:
    """The sum of a row's products with the outputs, in eight parts that are computed at once."""
    total = float32(0)
    for j in range(0, DEPTH, 8):
        total += (
            (weights[row, j] * out[j] + weights[row, j + 1] * out[j + 1])
            + (weights[row, j + 2] * out[j + 2] + weights[row, j + 3] * out[j + 3])
        ) + (
            (weights[row, j + 4] * out[j + 4] + weights[row, j + 5] * out[j + 5])
            + (weights[row, j + 6] * out[j + 6] + weights[row, j + 7] * out[j + 7])
        )
    return total


@kernel
def network_values(state: Any, network: Network, values: Row[float]) -> None:
    """Write each seat's chance of winning into `values`."""
    run_network(state, network)
    weights, bias, out = network[4], network[5], network[11]
    seats = int64(state.seats)
    largest = -1e9
    for step in range(seats):
        seat = (int64(state.active) + step) % seats
        values[seat] = float(product(weights, step, out) + bias[step])
        largest = max(largest, values[seat])
    whole = 0.0
    for seat in range(seats):
        values[seat] = exp(values[seat] - largest)
        whole += values[seat]
    for seat in range(seats):
        values[seat] /= whole


@kernel
def network_logits(state: Any, mask: Row[int], network: Network, logits: Row[float]) -> None:
    """Write the policy's logits of the actions in the mask."""
    run_network(state, network)
    weights, bias, out = network[6], network[7], network[11]
    for action in range(len(mask)):
        if mask[action] != 0:
            row = policy_row(state, int64(action))
            logit = float(product(weights, row, out) + bias[row])
            row = second_row(state, int64(action))
            if row >= 0:
                logit += float(product(weights, row, out) + bias[row])
            logits[action] = logit


# Weights

# The types and dimensions of the arrays that `shapes` names, as kernels take them.
KINDS = ((np.int16, 2), (np.int16, 1)) + 3 * ((np.float32, 2), (np.float32, 1))


def shapes(game: str, players: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network and their shapes."""
    inputs = INPUTS[game]
    return {
        "first": (inputs.inputs_for(players), WIDTH),
        "first_bias": (WIDTH,),
        "second": (WIDTH, DEPTH),
        "second_bias": (DEPTH,),
        "value": (players, DEPTH),
        "value_bias": (players,),
        "policy": (inputs.ROWS, DEPTH),
        "policy_bias": (inputs.ROWS,),
    }


@dataclass(frozen=True)
class Weights:
    """The weights of a network as they are stored: the first layer in whole numbers, the rest in
    half precision. `about` says where they come from.
    """

    game: str
    players: int
    arrays: Mapping[str, Numbers]
    about: Mapping[str, Any]

    @cached_property
    def hash(self) -> str:
        """Identifies the weights in games, reviews and match files."""
        digest = hashlib.sha256(f"{self.game}/{self.players}".encode())
        for name in shapes(self.game, self.players):
            digest.update(np.ascontiguousarray(self.arrays[name]).tobytes())
        return digest.hexdigest()[:12]

    @cached_property
    def _for_kernels(self) -> tuple[Numbers, ...]:
        """The arrays as kernels take them: in single precision, except for the first layer."""
        arrays = {
            name: np.ascontiguousarray(array if array.dtype == np.int16 else array.astype("f4"))
            for name, array in self.arrays.items()
        }
        arrays["second"] = arrays["second"] / np.float32(ONE)
        return tuple(arrays[name] for name in shapes(self.game, self.players))

    def network(self) -> Network:
        """The arrays for a search, with scratch space of its own; the weights are not copied."""
        return (
            *self._for_kernels,
            np.zeros(MOST_ACTIVE, np.int64),
            np.zeros(WIDTH, np.int16),
            np.zeros(WIDTH, np.float32),
            np.zeros(DEPTH, np.float32),
        )

    def save(self, path: Path) -> None:
        about = {**self.about, "game": self.game, "players": self.players, "inputs": LAYOUT}
        with path.open("wb") as file:
            np.savez_compressed(
                file, allow_pickle=False, **self.arrays, about=np.array(json.dumps(about))
            )


def no_network() -> Network:
    """Empty arrays for a search with another evaluator: the same compiled kernels serve both."""
    weights = (np.zeros((0, 0) if dimensions == 2 else 0, kind) for kind, dimensions in KINDS)
    scratch = (np.zeros(0, kind) for kind in (np.int64, np.int16, np.float32, np.float32))
    return (*weights, *scratch)


def quantised(game: str, players: int, floats: Mapping[str, Numbers], **about: Any) -> Weights:
    """Weights for play from weights in floating point."""
    arrays: dict[str, Numbers] = {}
    for name in shapes(game, players):
        if name.startswith("first"):
            whole = np.rint(floats[name] * ONE)
            arrays[name] = np.clip(whole, -LARGEST, LARGEST).astype(np.int16)
        else:
            arrays[name] = floats[name].astype(np.float16)
    return Weights(game, players, arrays, about)


def read_weights(path: Path) -> Weights:
    """Read and check a file of weights, or raise `RulesError`."""
    try:
        with path.open("rb") as file:
            unpacked = sum(part.file_size for part in zipfile.ZipFile(file).infolist())
            if unpacked > MOST_BYTES:
                raise ValueError(f"its arrays have {unpacked:,} bytes, more than {MOST_BYTES:,}")
            with np.load(file, allow_pickle=False) as found:
                about = json.loads(str(found["about"]))
                arrays = {name: found[name] for name in found.files if name != "about"}
        game, players = str(about.pop("game")), about.pop("players")
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise RulesError(f"{path} is not a file of weights: {error}") from None
    if game not in INPUTS or players not in GAMES[game].players or about.get("inputs") != LAYOUT:
        raise RulesError(f"{path} is for another game or another version of this program")
    expected = {
        name: (shape, "i2" if name.startswith("first") else "f2")
        for name, shape in shapes(game, players).items()
    }
    if {name: (array.shape, array.dtype.str[1:]) for name, array in arrays.items()} != expected:
        raise RulesError(f"{path}: the arrays are not those of a network for {game}")
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise RulesError(f"{path}: some weights are not numbers")
    return Weights(game, players, arrays, about)


def releases(game: str, players: int) -> list[str]:
    """The names of the released weights for a game, the newest last.

    >>> [name.partition("-")[0] for name in releases("chess", 2)]
    []
    """
    found = RELEASES.glob(f"{game}{players}-*.npz")
    return sorted((path.stem for path in found), key=lambda name: int(name.partition("-")[2]))


def has_network(game: str, players: int) -> bool:
    return bool(releases(game, players))


@cache
def released_weights(name: str) -> Weights:
    """The weights of this name, read when they are first needed."""
    return read_weights(RELEASES / f"{name}.npz")


def find_weights(text: str) -> Weights:
    """Weights by the name of a release, or by the path of a file."""
    is_name = text in {path.stem for path in RELEASES.glob("*.npz")}
    return released_weights(text) if is_name else read_weights(Path(text))


def weights_for(game: str, players: int, weights: Weights | None = None) -> Weights:
    """These weights, which must be for this game, or those of its newest release."""
    if weights is None:
        if not (names := releases(game, players)):
            raise RulesError(f"there is no network for {game} with {players} players")
        return released_weights(names[-1])
    if (weights.game, weights.players) != (game, players):
        raise RulesError(
            f"these weights are for {weights.game} with {weights.players} players, "
            f"not for {game} with {players}"
        )
    return weights
