"""Training: fit a network to recorded decisions, by Adam on minibatches."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators.network import DEPTH, INPUTS, WIDTH, Weights, quantised, shapes
from splendor.core.errors import RulesError
from splendor.learn.gradients import adam, first_gradients, first_layer, policy_loss
from splendor.learn.positions import Positions
from splendor.learn.shared import shared_inputs, shared_policy
from splendor.ruleset import MOST_ACTIONS

Numbers = npt.NDArray[np.float32]

BATCH = 2048  # positions of a step
EXTRAS = 2  # heads for training only: the margin at the end, the decisions left
AVERAGE_STEPS = 500  # over which weights are averaged


@dataclass(frozen=True, slots=True)
class Losses:
    """Means over positions: cross entropy of the value and of the policy, error of the extras."""

    value: float
    policy: float
    extras: float


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is minimised: the share of the search in the value's target, and weights of losses."""

    rate: float = 8e-4
    mix: float = 0.5
    policy: float = 0.5
    extras: float = 0.05


def first_weights(game: str, players: int, seed: int) -> dict[str, Numbers]:
    """Random weights to begin with."""
    chance = np.random.default_rng(seed)
    inputs, policy = shared_inputs(game, players), shared_policy(game)
    spreads = {"first": 0.06, "second": (2 / WIDTH) ** 0.5, "value": 0.05, "policy": 0.02}
    sizes = {
        **shapes(game, players),
        "first_shared": (inputs.count, WIDTH),
        "policy_shared": (policy.count, DEPTH),
        "extras": (EXTRAS, DEPTH),
        "extras_bias": (EXTRAS,),
    }
    spreads |= {"first_shared": 0.03, "policy_shared": 0.02, "extras": 0.05}
    return {
        name: chance.normal(0, spreads.get(name, 0.0), size).astype(np.float32)
        for name, size in sizes.items()
    }


class Trainer:
    """Weights in training, their moving averages, and the state of the optimiser."""

    def __init__(self, game: str, players: int, seed: int = 0) -> None:
        self.game, self.players = game, players
        self.weights = first_weights(game, players, seed)
        self.steps = 0
        self._inputs = shared_inputs(game, players)
        self._policy = shared_policy(game)
        self._rows = {name: np.zeros_like(self.weights[name]) for name in ("first", "policy")}
        self._logits = np.zeros(MOST_ACTIONS)
        self._begin()

    def _begin(self) -> None:
        """Begin to average and to optimise from the present weights."""
        self.averages = {name: array.copy() for name, array in self.weights.items()}
        self._gradients = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._means = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._squares = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._since = 0  # steps

    def _whole_rows(self, weights: dict[str, Numbers]) -> tuple[Numbers, Numbers]:
        """The rows of the first layer and of the policy with their shared parts."""
        self._inputs.add(weights["first"], weights["first_shared"], self._rows["first"])
        self._policy.add(weights["policy"], weights["policy_shared"], self._rows["policy"])
        return self._rows["first"], self._rows["policy"]

    def step(self, data: Positions, chosen: npt.NDArray[np.int64], recipe: Recipe) -> Losses:
        """One step of the optimiser on the chosen positions."""
        losses = self._propagate(data, chosen, recipe, self.weights)
        self._inputs.collect(self._gradients["first"], self._gradients["first_shared"])
        self._policy.collect(self._gradients["policy"], self._gradients["policy_shared"])
        self.steps += 1
        self._since += 1
        average = max(1 / AVERAGE_STEPS, 1 / (1 + self._since))
        corrections = 1 / (1 - 0.9**self._since), 1 / (1 - 0.999**self._since)
        rates = np.array([recipe.rate, *corrections, average], np.float32)
        for name, weights in self.weights.items():
            adam(
                weights.ravel(),
                self._gradients[name].ravel(),
                self._means[name].ravel(),
                self._squares[name].ravel(),
                self.averages[name].ravel(),
                rates,
            )
        return losses

    def _propagate(
        self,
        data: Positions,
        chosen: npt.NDArray[np.int64],
        recipe: Recipe,
        weights: dict[str, Numbers],
    ) -> Losses:
        """Compute the losses, and the gradients of all weights that are not shared."""
        w, g, size = weights, self._gradients, len(chosen)
        first, policy = self._whole_rows(w)
        sums = np.empty((size, WIDTH), np.float32)
        first_layer(chosen, data.inputs, data.input_starts, first, w["first_bias"], sums)
        hidden = np.maximum(sums, 0)
        outs = np.maximum(hidden @ w["second"] + w["second_bias"], 0)

        logits = outs @ w["value"].T + w["value_bias"]
        logits -= logits.max(1, keepdims=True)
        log_chances = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        target = data.targets(chosen, recipe.mix)
        slopes = (np.exp(log_chances) - target) / size
        guesses = outs @ w["extras"].T + w["extras_bias"]
        errors = guesses - data.extras[chosen]
        extra_slopes = np.clip(errors, -1, 1) * np.float32(recipe.extras / size)

        g["value"][:] = slopes.T @ outs
        g["value_bias"][:] = slopes.sum(0)
        g["extras"][:] = extra_slopes.T @ outs
        g["extras_bias"][:] = extra_slopes.sum(0)
        of_outs = slopes @ w["value"] + extra_slopes @ w["extras"]
        g["policy"][:] = 0
        g["policy_bias"][:] = 0
        searched = int((data.row_starts[chosen + 1] > data.row_starts[chosen]).sum())
        entropy = policy_loss(
            chosen, data.rows, data.shares, data.row_starts, outs, policy, w["policy_bias"],
            g["policy"], g["policy_bias"], of_outs, recipe.policy / max(1, searched), self._logits,
        )  # fmt: skip

        of_outs *= outs > 0
        g["second"][:] = hidden.T @ of_outs
        g["second_bias"][:] = of_outs.sum(0)
        of_hidden = (of_outs @ w["second"].T) * (hidden > 0)
        first_gradients(
            chosen, data.inputs, data.input_starts, of_hidden, g["first"], g["first_bias"]
        )
        return Losses(
            value=float(-(target * log_chances).sum() / size),
            policy=entropy / max(1, searched),
            extras=float(np.abs(errors).mean()),
        )

    def check(self, data: Positions, recipe: Recipe) -> Losses:
        """The losses of the averaged weights, without a step."""
        parts = [
            self._propagate(data, chosen, recipe, self.averages)
            for chosen in batches(np.arange(len(data)))
        ]
        return Losses(*(float(np.mean([getattr(p, n) for p in parts])) for n in Losses.__slots__))

    def train(self, data: Positions, steps: int, recipe: Recipe, seed: int) -> Iterator[Losses]:
        """This many steps on random positions; yields the losses of each."""
        chance = np.random.default_rng(seed)
        done = 0
        while done < steps:
            for chosen in batches(chance.permutation(len(data)))[: steps - done]:
                yield self.step(data, chosen, recipe)
                done += 1

    def exported(self, **about: Any) -> Weights:
        """The averaged weights, for play."""
        first, policy = self._whole_rows(self.averages)
        floats = {**self.averages, "first": first, "policy": policy}
        return quantised(self.game, self.players, floats, steps=self.steps, **about)

    def save(self, path: Path) -> None:
        """Save the averaged weights, from which training can go on."""
        arrays = {name: array.astype(np.float16) for name, array in self.averages.items()}
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays, steps=np.array(self.steps))

    def load(self, path: Path) -> None:
        """Go on from saved weights, or raise `RulesError`."""
        arrays, steps = read_checkpoint(path)
        sizes = {name: array.shape for name, array in arrays.items()}
        if sizes != {name: array.shape for name, array in self.weights.items()}:
            raise RulesError(f"{path} is the checkpoint of another network")
        self.weights = {name: arrays[name].astype(np.float32) for name in self.weights}
        self.steps = steps
        self._begin()

    def adopt(self, path: Path) -> None:
        """Begin with the weights of the same game for another number of players.

        Additional seats begin with the weights of the last one that the other network has.
        """
        arrays, _ = read_checkpoint(path)
        per_seat = {"first": INPUTS[self.game].SEAT_INPUTS, "value": 1, "value_bias": 1}
        sizes = {name: array.shape for name, array in self.weights.items() if name not in per_seat}
        if sizes != {name: array.shape for name, array in arrays.items() if name not in per_seat}:
            raise RulesError(f"{path} is the checkpoint of another game")
        for name, weights in self.weights.items():
            found, seat = arrays[name], per_seat.get(name, 1)
            while len(found) < len(weights):
                found = np.concatenate([found, found[-seat:]])
            weights[:] = found[: len(weights)]
        self._begin()


def read_checkpoint(path: Path) -> tuple[dict[str, npt.NDArray[Any]], int]:
    """The arrays of a checkpoint and the number of its steps, or `RulesError`."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
            return arrays, int(arrays.pop("steps"))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise RulesError(f"{path} is not a checkpoint: {error}") from None


def batches(numbers: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]]:
    """Whole batches of the numbers; a rest is left out, unless there is nothing else."""
    if len(numbers) < BATCH:
        return [numbers]
    return [numbers[at : at + BATCH] for at in range(0, len(numbers) - BATCH + 1, BATCH)]
