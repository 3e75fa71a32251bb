"""Loaders: a data set as NumPy arrays, or as a data set of PyTorch.

Arrays are by decision. `observation` and `scalars` have the shapes and dtypes that `tafelrunde.research.spaces` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.research.dataset.files import read_file
from tafelrunde.research.dataset.schema import PREFIX, VERSION, is_bits, space_from
from tafelrunde.research.spaces import Box, Space

MOST_STEPS = 3
"""The actions that a move takes at most, in any space."""
NUMBERS = ("number", "seat", "value", "reward")


def files_of(folder: Path, kind: str) -> Iterator[Path]:
    """Iterate over the files of a data set: of its decisions, or of its matches."""
    return (folder / "_matches" if kind == "matches" else folder).glob(f"{kind}-*.parquet")


class BadDataset(TafelrundeError):
    """A folder holds no data set, or one of another version."""

    code: ClassVar[str] = "bad-dataset"


def read(folder: Path | str, kind: str = "decisions", columns: Sequence[str] | None = None) -> pa.Table:
    """Return a table of a data set; raise BadDataset."""
    files = sorted(files_of(Path(folder), kind))
    if not files:
        raise BadDataset(f"{folder} holds no data set")
    parts = [read_file(file, columns) for file in files]
    for part in parts:
        version = (part.schema.metadata or {}).get(f"{PREFIX}schema".encode(), b"").decode()
        if version != VERSION:
            raise BadDataset(f"this is version {version or 'none'} of the schema, not {VERSION}")
    return pa.concat_tables(parts)


def load_numpy(folder: Path | str) -> dict[str, NDArray[Any]]:
    """Return the decisions of a data set as arrays, as `arrays` says; raise BadDataset."""
    columns = ["observation", "actions", *NUMBERS]
    names = read(folder, columns=["match"]).schema
    space = space_from(names.metadata)
    if "scalars" in space.boxes:
        columns.append("scalars")
    return arrays(read(folder, columns=columns), space)


def arrays(table: pa.Table, space: Space) -> dict[str, NDArray[Any]]:
    """Return the columns of decisions as arrays.

    `observation` and `scalars` have the shapes and dtypes of the space's boxes behind a first axis for the decision;
    `actions` is int32 [decision, 3] with -1 behind the last; `number` is int32, `seat` int8, `value` and `reward`
    float32, all [decision]. A value is not a number where nothing was said.
    """
    found: dict[str, NDArray[Any]] = {name: table[name].to_numpy() for name in NUMBERS if name in table.column_names}
    found["observation"] = _stored(table["observation"], space.boxes["observation"], bits=is_bits(space))
    if "scalars" in table.column_names:
        found["scalars"] = _stored(table["scalars"], space.boxes["scalars"])
    actions = np.full((len(table), MOST_STEPS), -1, np.int32)
    for row, steps in enumerate(table["actions"].to_pylist()):
        actions[row, : len(steps)] = steps
    found["actions"] = actions
    return found


def action_masks(table: pa.Table, space: Space) -> NDArray[np.bool_]:
    """Return the actions with which legal moves could begin, from the column `legal`: bool [decision, action]."""
    masks = np.zeros((len(table), space.size), np.bool_)
    for row, legal in enumerate(table["legal"].to_pylist()):
        masks[row, legal] = True
    return masks


def _stored(column: pa.ChunkedArray, box: Box, *, bits: bool = False) -> NDArray[Any]:
    """Return arrays that were stored as bytes, or as bits: [row, …] in the shape and dtype of their box."""
    rows = _bytes(column)
    if bits:
        rows = np.unpackbits(rows, axis=1, count=int(np.prod(box.shape)))
    return rows.view(box.dtype).reshape(-1, *box.shape)


def _bytes(column: pa.ChunkedArray) -> NDArray[np.uint8]:
    """Return fixed-size binaries as [row, byte]."""
    width = column.type.byte_width
    chunks = [
        np.frombuffer(chunk.buffers()[1], np.uint8, len(chunk) * width, chunk.offset * width).reshape(-1, width)
        for chunk in column.chunks
    ]
    return np.concatenate(chunks) if chunks else np.zeros((0, width), np.uint8)


class TorchDecisions:
    """The decisions of a data set for `torch.utils.data.DataLoader`: item i is a dictionary of tensors.

    Rows are held as Arrow, packed as in their files, until they are asked for. With `masks` there is `action_mask` too,
    bool [action]: the actions with which a legal move could begin.
    """

    def __init__(self, folder: Path | str, *, masks: bool = False) -> None:
        names = read(folder, columns=["match"]).schema
        self._space = space_from(names.metadata)
        self._masks = masks
        columns = ["observation", "actions", *NUMBERS, *(["scalars"] if "scalars" in self._space.boxes else [])]
        self._table = read(folder, columns=[*columns, "legal"] if masks else columns)

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, index: int) -> dict[str, Any]:
        """Return one decision: the tensors of `arrays` without their first axis."""
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.__getitems__([index % len(self)])[0]

    def __getitems__(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Return several decisions, which PyTorch asks for so that their rows are read at once."""
        found = self.batch(indices)
        return [{name: tensor[row] for name, tensor in found.items()} for row in range(len(indices))]

    def batch(self, indices: Sequence[int]) -> dict[str, Any]:
        """Return several decisions, stacked: the tensors of `arrays`."""
        import torch

        rows = self._table.take(pa.array(indices, pa.int64())).combine_chunks()
        found = arrays(rows, self._space)
        if self._masks:
            found["action_mask"] = action_masks(rows, self._space)
        return {name: torch.from_numpy(np.array(array)) for name, array in found.items()}
