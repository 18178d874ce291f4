"""Snapshots: the folded state of a long table, packed, so that it is loaded without replaying it.

A snapshot is a cache. The log stays the truth: a snapshot that is missing, damaged or of another
version is ignored, and its table is replayed from the first event.
"""

import zlib
from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np
from msgspec import DecodeError, Struct, ValidationError, defstruct, msgpack

from splendor.game import Game, rebuild_game
from splendor.outcome import CONCLUSIONS
from splendor.ruleset import ruleset_of
from splendor.server.tables.log_lines import EncodedLine, LogLines
from splendor.server.tables.state import ENGINE, TableState, UsedId

VERSION = 4  # grows when the fold or the lines change what they make of the same events
COMPRESSION_LEVEL = 1  # quick: states hardly differ from those before
# Of the state: the table's row has the secret, and the game and the ids are packed otherwise.
PACKED_OTHERWISE = ("id", "secret", "game", "ids")


def fields_of_state() -> Any:
    """A type with the fields of `TableState` that are packed as they are."""
    hints = get_type_hints(TableState)
    names = [each.name for each in fields(TableState) if each.name not in PACKED_OTHERWISE]
    return defstruct("StateFields", [(name, hints[name]) for name in names])


StateFields = fields_of_state()


class PackedGame(Struct):
    """A game with its history. `states` are the differences of each state to the one before."""

    rules: str
    layout: str
    states: bytes
    actions: list[int]
    conclusion: str = ""
    winners: list[int] = []


class Snapshot(Struct):
    version: int
    engine: str
    state: StateFields  # type: ignore[valid-type]
    ids: list[tuple[str, str, int, str]]
    lines: list[tuple[int, bytes, str]]
    players: list[str]  # as the log's lines know them
    game: PackedGame | None = None


decode = msgpack.Decoder(Snapshot).decode


class Unusable(Exception):
    """The snapshot is damaged or of another version."""


def pack_snapshot(state: TableState, log: LogLines) -> bytes:
    """The snapshot of a table. Neither is changed meanwhile, except that lines may be added."""
    lines = [each for each in log.lines[:] if each.seq <= state.seq]
    snapshot = Snapshot(
        version=VERSION,
        engine=ENGINE,
        state=StateFields(*(getattr(state, name) for name in StateFields.__struct_fields__)),
        ids=[(player, id, *used) for (player, id), used in state.ids.items()],
        lines=[(each.seq, each.line, each.author) for each in lines],
        players=log.players,
        game=pack_game(state.game) if state.game else None,
    )
    return zlib.compress(msgpack.encode(snapshot), COMPRESSION_LEVEL)


def unpack_snapshot(id: str, secret: str, packed: bytes) -> tuple[TableState, LogLines]:
    """The state and the lines of a table, or `Unusable`."""
    try:
        snapshot = decode(zlib.decompress(packed))
        if (snapshot.version, snapshot.engine) != (VERSION, ENGINE):
            raise Unusable
        game = unpack_game(snapshot.game) if snapshot.game else None
    except (zlib.error, DecodeError, ValidationError, ValueError, KeyError) as error:
        raise Unusable from error
    names = StateFields.__struct_fields__
    known = {name: getattr(snapshot.state, name) for name in names}
    ids = {(player, id): UsedId(seq, digest) for player, id, seq, digest in snapshot.ids}
    state = TableState(id, secret, game=game, ids=ids, **known)
    lines = [EncodedLine(*each) for each in snapshot.lines]
    return state, LogLines.restored(lines, state.seq, snapshot.players, state.setup.fork, game)


def pack_game(game: Game) -> PackedGame:
    _, (rows, rules, actions, conclusion) = game.__reduce__()
    dtype = ruleset_of(rules).state
    states = np.frombuffer(rows, np.uint8).reshape(-1, dtype.itemsize)
    differences = states.copy()
    differences[1:] ^= states[:-1]
    outcome = conclusion if conclusion and conclusion.reason in CONCLUSIONS else None
    return PackedGame(
        rules,
        layout_of(dtype),
        differences.tobytes(),
        list(actions),
        outcome.reason if outcome else "",
        list(outcome.winners) if outcome else [],
    )


def unpack_game(packed: PackedGame) -> Game:
    dtype = ruleset_of(packed.rules).state
    if packed.layout != layout_of(dtype):
        raise Unusable
    differences = np.frombuffer(packed.states, np.uint8).reshape(-1, dtype.itemsize)
    if len(differences) != len(packed.actions) + 1:
        raise Unusable
    states = np.bitwise_xor.accumulate(differences, axis=0)
    game = rebuild_game(states.tobytes(), packed.rules, packed.actions, None)
    if packed.conclusion:
        game.conclude(packed.conclusion, tuple(packed.winners))
    return game


def layout_of(dtype: "np.dtype[Any]") -> str:
    """A checksum of the fields of a record."""
    return f"{zlib.crc32(repr(dtype.descr).encode()):08x}"
