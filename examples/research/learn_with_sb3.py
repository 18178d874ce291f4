"""Train an agent with MaskablePPO of sb3-contrib, a library that knows nothing of Splendor.

Neither the library nor torch is an extra of this package. In an environment of its own:
    pip install sb3-contrib
    python examples/research/learn_with_sb3.py
"""

import sys
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import splendor.envs

RULES = sys.argv[1] if len(sys.argv) > 1 else "official"
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 150_000
GAMES = 400


def make() -> gymnasium.Env:
    # The library looks for `action_masks`, which wrappers of Gymnasium hide.
    return gymnasium.make(
        splendor.envs.ID_OF[RULES], opponents="random", observation="float32"
    ).unwrapped


def won(model: MaskablePPO, games: int) -> float:
    """The share of games that the agent wins against the random bot, without exploration."""
    env, wins = make(), 0.0
    for game in range(games):
        seen, info = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            action, _ = model.predict(
                seen, action_masks=info["action_mask"].astype(bool), deterministic=True
            )
            seen, reward, over, _, info = env.step(int(action))
        wins += (1 + reward) / 2  # the reward of a game of two is 1, 0 or -1
    return wins / games


if __name__ == "__main__":
    np.random.seed(1)
    envs = DummyVecEnv([make] * 16)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=256, batch_size=512, n_epochs=4, gamma=0.999, ent_coef=0.01,
        learning_rate=1e-3, policy_kwargs={"net_arch": [128]}, seed=1, device="cpu",
    )  # fmt: skip
    print(f"before: {won(model, GAMES):.1%} of {GAMES} games", flush=True)
    begin = time.process_time()
    model.learn(STEPS)
    taken = time.process_time() - begin
    print(f"after {STEPS:,} steps, {taken:.0f} s of CPU time: {won(model, GAMES):.1%}")
