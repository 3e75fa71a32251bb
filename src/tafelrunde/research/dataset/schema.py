"""What the tables of a data set hold.

A data set is a folder of decisions, `decisions-00000.parquet` and so on, which every reader of Parquet takes as one
table. Beside them, where such readers do not look, are the matches they belong to (`_matches/matches-00000.parquet`)
and `_dataset.json`, which says how all of it was made. All files carry the schema's version, the game, its options, the
window and the version of the software as metadata (`tafelrunde.schema`, `.game`, `.options`, `.window`, `.software`).
"""

from __future__ import annotations

from math import prod

import numpy as np
import pyarrow as pa

from tafelrunde.games.core import Options
from tafelrunde.games.registry import find_game
from tafelrunde.research.spaces import Box, Space, space_of
from tafelrunde.version import __version__

VERSION = "2"
PREFIX = "tafelrunde."

MATCHES = pa.schema(
    [
        pa.field("match", pa.string(), nullable=False, metadata={"is": "the name of the match, unique"}),
        pa.field("record", pa.string(), nullable=False, metadata={"is": "the whole record, hidden cards and all"}),
        pa.field("players", pa.list_(pa.string()), metadata={"is": "who played, by seat"}),
        pa.field("points", pa.list_(pa.int16()), nullable=False, metadata={"is": "final points by side"}),
        pa.field("winner", pa.int8(), metadata={"is": "the winning side from 0; null for a draw"}),
        pa.field("moves", pa.int32(), nullable=False, metadata={"is": "the number of moves"}),
        pa.field("seed", pa.string(), metadata={"is": "what all chance in it came from, where it was played for this"}),
        pa.field("software", pa.string(), nullable=False, metadata={"is": "the version that wrote the row"}),
    ]
)


CANDIDATE = pa.struct([("move", pa.string()), ("actions", pa.list_(pa.int32())), ("chance", pa.float32())])
"""A move that was compared with others: its text, its actions, and the chance it was given, from 0 to 1."""


def decisions(space: Space) -> pa.Schema:
    """Return the columns of decisions: one row for every move, seen by the seat that made it."""
    boxes = space.boxes
    fields = [
        pa.field("match", pa.string(), nullable=False, metadata={"is": "the match it belongs to"}),
        pa.field("number", pa.int32(), nullable=False, metadata={"is": "how many moves were made before"}),
        pa.field("seat", pa.int8(), nullable=False, metadata={"is": "who decided, from 0"}),
        pa.field("view", pa.string(), nullable=False, metadata={"is": "the record as that seat knew it"}),
        pa.field(
            "observation",
            pa.binary(stored_size(boxes["observation"], bits=is_bits(space))),
            nullable=False,
            metadata={"is": "the array of that name, in bits (highest first) where it holds only zeros and ones"},
        ),
    ]
    if "scalars" in boxes:
        width = stored_size(boxes["scalars"])
        fields.append(pa.field("scalars", pa.binary(width), nullable=False, metadata={"is": "the array of that name"}))
    fields += [
        pa.field("move", pa.string(), nullable=False, metadata={"is": "what was played, in the notation"}),
        pa.field("actions", pa.list_(pa.int32()), nullable=False, metadata={"is": "the same as actions"}),
        pa.field(
            "legal", pa.list_(pa.int32()), nullable=False, metadata={"is": "the actions with which it could begin"}
        ),
        pa.field("candidates", pa.list_(CANDIDATE), metadata={"is": "the moves compared, the best first"}),
        pa.field("value", pa.float32(), metadata={"is": "what the player thought of it, if it said a number"}),
        pa.field("verdict", pa.string(), metadata={"is": "win, draw or loss, if it said that"}),
        pa.field(
            "chances", pa.list_(pa.float32()), metadata={"is": "what it gave each side, null for one it left out"}
        ),
        pa.field("exact", pa.bool_(), metadata={"is": "whether the player was certain"}),
        pa.field("judge", pa.string(), metadata={"is": "who thought so, if it was not the player itself"}),
        pa.field("reward", pa.float32(), nullable=False, metadata={"is": "how the match ended for that seat"}),
        pa.field("outcome", pa.list_(pa.float32()), nullable=False, metadata={"is": "how it ended for every seat"}),
    ]
    return pa.schema(fields)


def is_bits(space: Space) -> bool:
    """Return whether an observation is stored in bits."""
    return space.boxes["observation"].high == 1


def stored_size(box: Box, *, bits: bool = False) -> int:
    """Return how many bytes an array takes, rows one after the other, in its dtype or in bits."""
    return -(-prod(box.shape) // 8) if bits else prod(box.shape) * np.dtype(box.dtype).itemsize


def labelled(schema: pa.Schema, game: str, options: Options, window: int) -> pa.Schema:
    """Return a schema with the metadata of a data set."""
    words = {
        "schema": VERSION,
        "game": game,
        "options": str(options),
        "window": str(window),
        "software": __version__,
    }
    return schema.with_metadata({f"{PREFIX}{name}": word for name, word in words.items()})


def space_from(metadata: dict[bytes, bytes]) -> Space:
    """Return the space that a file was written with; raise UnknownGame or BadOptions."""
    words = {name.decode().removeprefix(PREFIX): word.decode() for name, word in metadata.items()}
    options = find_game(words["game"]).options_type.parse(words["options"])
    return space_of(words["game"], options, int(words["window"]))
