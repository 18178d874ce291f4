"""Train an agent with PPO and action masks, in NumPy alone, until it beats the random bot.

    python examples/research/learn_with_ppo.py            # half a minute; prints how often it wins
    python examples/research/learn_with_ppo.py --steps 20  # shorter

A network with one hidden layer sees the observation and gives a preference for each action and the
expected reward. It needs the extra `envs`.
"""

import argparse
from typing import Any

import numpy as np

from splendor.envs import SplendorVectorEnv

GAMES, STEPS, HIDDEN = 256, 64, 128  # games at once, decisions of each per update, hidden units
EPOCHS, BATCH, CLIP, GAMMA, LAMBDA = 2, 4096, 0.2, 0.995, 0.95
RATE, ENTROPY, VALUE = 1e-3, 0.01, 0.5


class Network:
    """Observation → hidden units → preferences of actions, and the value of the position."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.weights = [
            draw.normal(0, np.sqrt(2 / inputs), (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            draw.normal(0, 0.01, (HIDDEN, actions)),
            np.zeros(actions),
            draw.normal(0, 0.1, (HIDDEN, 1)),
            np.zeros(1),
        ]
        self.weights = [each.astype(np.float32) for each in self.weights]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.updates = 0

    def __call__(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """The hidden units, the probabilities of the legal actions, and the values."""
        into, bias, policy, policy_bias, value, value_bias = self.weights
        hidden = np.maximum(0, seen @ into + bias)
        logits = np.where(masks, hidden @ policy + policy_bias, -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ value + value_bias)[:, 0]

    def learn(self, gradients: list[Any]) -> None:
        """One step of Adam."""
        self.updates += 1
        size = np.sqrt(sum(float((each**2).sum()) for each in gradients))
        for place, gradient in enumerate(gradients):
            gradient = gradient * min(1.0, 0.5 / (size + 1e-8))
            mean, square = self.moments[place]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            fair = mean / (1 - 0.9**self.updates)
            scale = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            self.weights[place] = (self.weights[place] - RATE * fair / scale).astype(np.float32)


def play(env: Any, network: Network, seen: Any, masks: Any, draw: Any) -> tuple[Any, ...]:
    """STEPS decisions of every game, with the advantages of the actions that were taken."""
    shape = (STEPS, GAMES)
    rows: dict[str, Any] = {"seen": np.zeros((*shape, seen.shape[1]), np.float32)}
    rows["masks"] = np.zeros((*shape, masks.shape[1]), bool)
    rows |= {name: np.zeros(shape, np.float32) for name in ("chance", "value", "reward", "over")}
    rows["action"] = np.zeros(shape, np.int64)
    for step in range(STEPS):
        _, chances, values = network(seen, masks)
        passed = chances.cumsum(axis=1) < draw.random((GAMES, 1))
        actions = np.minimum(passed.sum(axis=1), masks.shape[1] - 1)
        actions = np.where(masks[np.arange(GAMES), actions], actions, chances.argmax(axis=1))
        rows["seen"][step], rows["masks"][step], rows["action"][step] = seen, masks, actions
        rows["chance"][step] = chances[np.arange(GAMES), actions]
        rows["value"][step] = values
        seen, reward, over, _, info = env.step(actions)
        rows["reward"][step], rows["over"][step] = reward, over
        masks = info["action_mask"].astype(bool)
    rows["advantage"] = advantages(rows, network(seen, masks)[2])
    rows["target"] = rows["advantage"] + rows["value"]
    return seen, masks, rows


def advantages(rows: dict[str, Any], value: Any) -> Any:
    """Generalised advantage estimation, from the last step to the first."""
    found, later = np.zeros_like(rows["reward"]), np.zeros(GAMES, np.float32)
    for step in range(STEPS - 1, -1, -1):
        goes_on = 1 - rows["over"][step]
        surprise = rows["reward"][step] + GAMMA * value * goes_on - rows["value"][step]
        later = found[step] = surprise + GAMMA * LAMBDA * goes_on * later
        value = rows["value"][step]
    return found


def improve(network: Network, rows: dict[str, Any], draw: Any) -> None:
    """A few passes over the decisions, in random batches: the clipped objective of PPO."""
    flat = {name: row.reshape(STEPS * GAMES, *row.shape[2:]) for name, row in rows.items()}
    for _ in range(EPOCHS):
        order = draw.permutation(STEPS * GAMES)
        for first in range(0, len(order), BATCH):
            chosen = order[first : first + BATCH]
            network.learn(gradients(network, {name: row[chosen] for name, row in flat.items()}))


def gradients(network: Network, rows: dict[str, Any]) -> list[Any]:
    hidden, chances, values = network(rows["seen"], rows["masks"])
    size, actions = len(values), rows["action"]
    gain = (rows["advantage"] - rows["advantage"].mean()) / (rows["advantage"].std() + 1e-8)
    ratio = chances[np.arange(size), actions] / rows["chance"]
    clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    push = np.where(clipped, 0, gain * ratio)[:, None]
    taken = np.zeros_like(chances)
    taken[np.arange(size), actions] = 1
    logs = np.log(np.maximum(chances, 1e-12))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    to_logits = -(push * (taken - chances) - ENTROPY * chances * (logs + entropy)) / size
    to_value = (VALUE * 2 * (values - rows["target"]) / size)[:, None]
    policy, value = network.weights[2], network.weights[4]
    to_hidden = (to_logits @ policy.T + to_value @ value.T) * (hidden > 0)
    into = (rows["seen"].T @ to_hidden, to_hidden.sum(axis=0))
    return [*into, hidden.T @ to_logits, to_logits.sum(axis=0), hidden.T @ to_value,
            to_value.sum(axis=0)]  # fmt: skip


def measure(network: Network, games: int = 400) -> float:
    """The share of games won against the random bot; the best action is always chosen."""
    env = SplendorVectorEnv(games, observation="float32")
    seen, info = env.reset(seed=1_000_000)
    won, ended = np.zeros(games), np.zeros(games, bool)
    while not ended.all():
        chances = network(seen, info["action_mask"].astype(bool))[1]
        seen, reward, over, _, info = env.step(chances.argmax(axis=1))
        won += np.where(over & ~ended, (reward + 1) / 2, 0)
        ended |= over
    return float(won.mean())


def main(updates: int, seed: int) -> float:
    draw = np.random.default_rng(seed)
    env = SplendorVectorEnv(GAMES, observation="float32", reward="shaped", gamma=GAMMA)
    seen, info = env.reset(seed=seed)
    masks = info["action_mask"].astype(bool)
    network = Network(seen.shape[1], masks.shape[1], seed)
    for update in range(updates):
        seen, masks, rows = play(env, network, seen, masks, draw)
        improve(network, rows, draw)
        if (update + 1) % 20 == 0:
            print(f"update {update + 1}: wins {100 * measure(network):.1f} %", flush=True)
    return measure(network)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train an agent with PPO.")
    parser.add_argument("--steps", type=int, default=40, help="updates of the network (40)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"wins {100 * main(chosen.steps, chosen.seed):.1f} % of the games against random")
