"""Environments for research: Gymnasium, PettingZoo (extra `envs`) and OpenSpiel (`openspiel`).

Importing this package registers the Gymnasium ids. `docs/environments.md` is the guide.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from splendor.core.extras import MissingExtra as MissingExtra
from splendor.core.extras import need
from splendor.envs.ids import ID_OF as ID_OF
from splendor.envs.ids import register_all

if TYPE_CHECKING:
    from splendor.envs.aec import RawEnv, env, raw_env
    from splendor.envs.single import SplendorEnv
    from splendor.envs.vector import SplendorVectorEnv

__all__ = [
    "ID_OF",
    "MissingExtra",
    "RawEnv",
    "SplendorEnv",
    "SplendorVectorEnv",
    "env",
    "raw_env",
]

HOMES = {
    "RawEnv": "aec",
    "env": "aec",
    "raw_env": "aec",
    "SplendorEnv": "single",
    "SplendorVectorEnv": "vector",
}

register_all()

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in HOMES:
            need("envs")
            return getattr(import_module(f"splendor.envs.{HOMES[name]}"), name)
        raise AttributeError(f"module 'splendor.envs' has no attribute {name!r}")
