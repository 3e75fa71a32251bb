"""TOKAN as pure JAX: actions and observations are those of `research.spaces.tokan`.

Two pictures of a field are kept. Columns hold the tiles of a tower: bit 0 of the three words of a cell is its top tile,
bit 1 the tile below, and so on, so that to lift tiles is a shift to the right and to lay them a shift to the left.
Planes hold one fact about all cells: bit c of a word is cell c. The legal moves come from planes alone, so that they
are a few hundred operations on single words, without a loop, a table or a gather.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from tafelrunde.games.errors import BadSetup
from tafelrunde.games.tokan.board import CELLS, COLUMNS, DIRECTIONS, FULL_SET, NO_CELL, RAYS, REACH, ROWS, SIDE
from tafelrunde.games.tokan.options import TokanOptions
from tafelrunde.games.tokan.position import TokanTable
from tafelrunde.research.jaxgames.base import Env, State, once, pick_bit, shuffled_ranks

REACHES = (1, 2, 3)
LAYERS = len(REACHES) * len(DIRECTIONS)
ACTIONS = LAYERS * CELLS
FEATURES = 16
DEPTHS = 4
HEIGHT_BITS = 5

CELL = np.arange(CELLS, dtype=np.uint32)
FIELD = np.uint32((1 << CELLS) - 1)
ROOM = [
    [np.uint32(sum(1 << cell for cell in range(CELLS) if len(RAYS[cell][way]) >= reach)) for reach in REACHES]
    for way in range(4)
]
"""The cells from which an animal of a reach stays on the field, by direction."""


@partial(
    jax.tree_util.register_dataclass,
    data_fields=(
        *("current_player", "rewards", "terminated", "truncated", "_step_count"),
        *("owners", "low", "high", "planes", "taboo"),
    ),
    meta_fields=("options",),
)
@dataclasses.dataclass(frozen=True)
class TokanState(State):
    """A position of TOKAN."""

    owners: Array
    """uint32 [cell], a column: 1 for black's tiles, 0 for red's and where there is none."""
    low: Array
    """uint32 [cell], a column: the low bits of the tiles' reaches (mouse 1, jackal 2, lion 3)."""
    high: Array
    """uint32 [cell], a column: the high bits."""
    planes: Array
    """uint32 [8]: bit 0 of the three columns, and the five bits of the heights, lowest first."""
    taboo: Array
    """uint32: the cell as a plane."""
    options: TokanOptions

    @property
    def env(self) -> Tokan:
        """The game with the options of this state."""
        return Tokan(self.options)


class Tokan(Env[TokanState]):
    """TOKAN with a random set-up; raise BadSetup for a draft, which is played by the rules alone."""

    id: ClassVar[str] = "tokan"
    num_actions: ClassVar[int] = ACTIONS

    def __init__(self, options: TokanOptions | str = "") -> None:
        self.options = TokanOptions.parse(options) if isinstance(options, str) else options
        if self.options.setup == "draft":
            raise BadSetup("a draft is not played on the accelerator")

    def observe(self, state: TokanState, player_id: Array | None = None) -> Array:
        """Return the features of all cells: uint8 [5, 6, 16]."""
        viewer = state.current_player if player_id is None else player_id
        own, other = [], []
        for depth in range(DEPTHS):
            reach = (state.low >> depth & 1) | (state.high >> depth & 1) << 1
            mine = (state.owners >> depth & 1) == viewer.astype(jnp.uint32)
            if depth == 0:
                own += [mine & (reach == animal) for animal in REACHES]
                other += [~mine & (reach == animal) for animal in REACHES]
            else:
                own.append(jnp.where(mine, reach, 0))
                other.append(jnp.where(mine, 0, reach))
        constant = jnp.zeros(CELLS, jnp.uint32)
        features = [*own, _heights(state), constant + 1, *other, state.taboo >> CELL & 1, constant]
        # Four features a word, the first in its lowest byte: a thread of an accelerator then writes a cell at once,
        # where sixteen arrays of bytes laid side by side would send the threads of a group sixteen ways.
        bytes_ = [feature.astype(jnp.uint32) << 8 * (number % 4) for number, feature in enumerate(features)]
        words = jnp.stack([_any(bytes_[first : first + 4]) for first in range(0, FEATURES, 4)], axis=-1)
        return jax.lax.bitcast_convert_type(words, jnp.uint8).reshape(ROWS, COLUMNS, FEATURES)

    def legal_action_mask(self, state: TokanState) -> Array:
        """Return the legal actions: bool [360]."""
        words = jnp.stack(_moves(state))
        mask = (words[:, None] >> CELL & 1).astype(jnp.bool_).reshape(ACTIONS)
        return mask | ~jnp.any(words != 0)

    def sample(self, state: TokanState, key: Array) -> Array:
        """Return a legal action, each as likely as any other: int32."""
        layer, cell = pick_bit(_moves(state), jax.random.bits(key, (), jnp.uint32))
        return layer * CELLS + cell

    def from_table(self, table: TokanTable) -> TokanState:
        """Return the state of a table of the rules."""
        columns = np.zeros((3, CELLS), np.uint32)
        for cell, tower in enumerate(table.towers):
            for depth, tile in enumerate(reversed(tower)):
                bits = SIDE[tile], REACH[tile] & 1, REACH[tile] >> 1
                columns[:, cell] |= np.array([bit << depth for bit in bits], np.uint32)
        heights = np.array([len(tower) for tower in table.towers], np.uint32)
        taboo = 0 if table.taboo == NO_CELL else 1 << table.taboo
        return self._finished(self._state(jnp.asarray(columns), jnp.asarray(heights), jnp.asarray(table.side), taboo))

    def _deal(self, key: Array) -> TokanState:
        tiles, first = jax.random.split(key)
        rank = once(shuffled_ranks(tiles, CELLS))
        place = rank % (CELLS // 2)
        mice, jackals = FULL_SET["M"], FULL_SET["J"]
        reach = 1 + (place >= mice).astype(jnp.uint32) + (place >= mice + jackals).astype(jnp.uint32)
        columns = jnp.stack([(rank >= CELLS // 2).astype(jnp.uint32), reach & 1, reach >> 1])
        side = jax.random.bits(first, (), jnp.uint32) & 1
        return self._state(columns, jnp.ones(CELLS, jnp.uint32), side)

    def _state(self, columns: Array, heights: Array, side: Array, taboo: int = 0) -> TokanState:
        facts = jnp.concatenate([columns & 1, heights[None] >> np.arange(HEIGHT_BITS)[:, None] & 1])
        return TokanState(
            current_player=side.astype(jnp.int32),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=jnp.zeros((), jnp.bool_),
            truncated=jnp.zeros((), jnp.bool_),
            _step_count=jnp.zeros((), jnp.int32),
            owners=columns[0],
            low=columns[1],
            high=columns[2],
            planes=jnp.sum(facts.astype(jnp.uint32) << CELL, axis=1, dtype=jnp.uint32),
            taboo=jnp.asarray(taboo, jnp.uint32),
            options=self.options,
        )

    def _is_legal(self, state: TokanState, action: Array) -> Array:
        layer, cell = action // CELLS, (action % CELLS).astype(jnp.uint32)
        words = _moves(state)
        word = words[0]
        for number in range(1, LAYERS):
            word = jnp.where(layer == number, words[number], word)
        return (action >= 0) & (action < ACTIONS) & ((word >> cell & 1) != 0)

    def _play(self, state: TokanState, action: Array) -> TokanState:
        layer, cell = action // CELLS, action % CELLS
        count = (layer // 4 + 1).astype(jnp.uint32)
        way = layer % 4
        here = jnp.uint32(1) << cell.astype(jnp.uint32)
        source = [column.at[cell].get(mode="clip") for column in (state.owners, state.low, state.high)]
        lion = (state.planes[1] & state.planes[2] & here) != 0
        jackal = (state.planes[2] & here) != 0
        there = _push(here, way)
        there = jnp.where(jackal, _push(there, way), there)
        there = jnp.where(lion, _push(there, way), there)

        height = _number(state.planes[3:], here)
        facts = [
            *zip([word >> count & 1 for word in source], [word & 1 for word in source], strict=True),
            *((height - count >> bit & 1, _number(state.planes[3:], there) + count >> bit & 1) for bit in range(5)),
        ]
        left_over = [_put(state.planes[i], here, there, *facts[i]) for i in range(len(facts))]

        # Where the source is empty now, what stands behind it moves up.
        filled = _any(state.planes[3:])
        behind = jnp.where(height == count, _push(here, way ^ 1), 0)
        behind = behind & filled if self.options.gaps == "contiguous" else behind
        for _ in range(COLUMNS - 2):
            further = _push(behind, way ^ 1)
            behind |= further & filled if self.options.gaps == "contiguous" else further
        filling = _push(behind, way)
        planes = [(plane & ~(behind | filling)) | _push(plane & behind, way) for plane in left_over]

        here, there, filling, behind, count, source, planes = once(
            (here, there, filling, behind, count, source, planes)
        )
        step = jnp.where(way < 2, 1, COLUMNS) * jnp.where(way % 2 == 0, 1, -1)
        is_here, is_there, fills, leaves = ((mask >> CELL & 1) != 0 for mask in (here, there, filling, behind))
        origin = jnp.where(fills, CELL.astype(jnp.int32) - step, CELL.astype(jnp.int32))

        def column(old: Array, word: Array) -> Array:
            moved = old.at[origin].get(mode="clip")
            moved = jnp.where(leaves & ~fills, 0, moved)
            moved = jnp.where(is_here & ~fills, word >> count, moved)
            carried = word & ((jnp.uint32(1) << count) - 1)
            return jnp.where(is_there, old << count | carried, moved)

        return self._finished(
            state.replace(
                current_player=1 - state.current_player,
                owners=column(state.owners, source[0]),
                low=column(state.low, source[1]),
                high=column(state.high, source[2]),
                planes=jnp.stack(planes),
                taboo=there,
            )
        )

    def _finished(self, state: TokanState) -> TokanState:
        """Return the state with its end and rewards, if the side to move has no move."""
        over = _any(_moves(state)) == 0
        margin = jnp.sign(self._margin(state))
        rewards = jnp.where(over, jnp.stack([margin, -margin]), 0)
        return state.replace(terminated=over, rewards=rewards.astype(jnp.float32))

    def _margin(self, state: TokanState) -> Array:
        """Return a number that is positive where red is in front, negative where black is: int32."""
        owners, low, high, ones, *more = state.planes
        red, black = FIELD & ~owners, owners
        if self.options.scoring == "towers":
            tall = _any(more)
            planes = [ones & tall, *more]
            return sum((_margin(plane, red, black) << bit for bit, plane in enumerate(planes)), jnp.int32(0))
        points = _margin(low, red, black) + 2 * _margin(high, red, black)
        # Equal heads: the greatest height of which one side has more towers than the other decides.
        sign = 1 - 2 * (owners >> CELL & 1).astype(jnp.int32)
        levels = np.arange(1, CELLS + 1, dtype=np.uint32)
        lead = jnp.sum(sign[:, None] * (_heights(state)[:, None] == levels), axis=0)
        highest = jnp.max(jnp.where(lead != 0, levels, 0))
        return jnp.where(points != 0, points, jnp.sum(jnp.where(levels == highest, lead, 0)))


def _margin(plane: Array, red: Array, black: Array) -> Array:
    count = jax.lax.population_count
    return count(plane & red).astype(jnp.int32) - count(plane & black).astype(jnp.int32)


def _any(planes: Sequence[Array] | Array) -> Array:
    """Return the bits of any of some words."""
    union = planes[0]
    for plane in planes[1:]:
        union = union | plane
    return union


def _heights(state: TokanState) -> Array:
    """Return the heights of all towers: uint32 [cell]."""
    return sum(((state.planes[3 + bit] >> CELL & 1) << bit for bit in range(HEIGHT_BITS)), jnp.zeros(CELLS, jnp.uint32))


def _number(planes: Sequence[Array] | Array, cell: Array) -> Array:
    """Return the number that planes spell at one cell."""
    return sum((jnp.where((planes[bit] & cell) != 0, 1 << bit, 0) for bit in range(5)), jnp.int32(0)).astype(jnp.uint32)


def _put(plane: Array, here: Array, there: Array, at_here: Array, at_there: Array) -> Array:
    """Return a plane with new facts about two cells."""
    return (plane & ~(here | there)) | jnp.where(at_here != 0, here, 0) | jnp.where(at_there != 0, there, 0)


def _shift(plane: Array, way: int, steps: int = 1) -> Array:
    """Return what is some steps ahead of every cell, for cells that have the room."""
    by = np.uint32(steps * (1 if way < 2 else COLUMNS))
    return plane >> by if way % 2 == 0 else plane << by


def _push(plane: Array, way: Array) -> Array:
    """Move cells one step in a direction; what would leave the field is lost."""
    moved = [_shift(plane & ROOM[number][0], number ^ 1) for number in range(4)]
    return jnp.where(way < 2, jnp.where(way == 0, moved[0], moved[1]), jnp.where(way == 2, moved[2], moved[3]))


def _moves(state: TokanState) -> list[Array]:
    """Return the legal moves as twelve planes, by carried tiles and direction; all empty in a match that is over."""
    owners, low, high, *heights = (state.planes[number] for number in range(3 + HEIGHT_BITS))
    filled = _any(heights)
    own = filled & jnp.where(state.current_player == 0, ~owners, owners)
    runners = (own & low & ~high, own & high & ~low, own & low & high)
    higher = _any(heights[1:])
    has_below = (FIELD, higher, heights[0] & heights[1] | _any(heights[2:]))
    """Towers of at least one, two, three tiles."""
    strong = (own, own & high, own & high & low)
    moves: list[list[Array]] = [[], [], []]
    for way in range(4):
        # Where each animal would land, as far as there are towers all the way and the last is not taboo.
        ends = filled & ~state.taboo
        path = filled | ~FIELD
        allowed = jnp.uint32(0)
        goals = [jnp.uint32(0)] * HEIGHT_BITS
        for steps in REACHES:
            runner = runners[steps - 1] & ROOM[way][steps - 1] & _shift(ends, way, steps)
            for passed in range(1, steps):
                runner &= _shift(path, way, passed)
            allowed |= runner
            goals = [goal | runner & _shift(plane, way, steps) for goal, plane in zip(goals, heights, strict=True)]
        for carried in range(3):
            fits = allowed & strong[carried] & has_below[carried] & ~_exceeds(heights, goals)
            moves[carried].append(fits)
            goals = _plus_one(goals)
    return once([plane for layer in moves for plane in layer])


def _exceeds(these: Sequence[Array], those: Sequence[Array]) -> Array:
    """Return the cells in which one number, spelt by planes, is greater than another."""
    greater = these[0] & ~those[0]
    for this, that in zip(these[1:], those[1:], strict=True):
        greater = (this & ~that) | (~(this ^ that) & greater)
    return greater


def _plus_one(planes: Sequence[Array]) -> list[Array]:
    """Return every number, spelt by planes, plus one."""
    carry = ~jnp.uint32(0)
    result = []
    for plane in planes:
        result.append(plane ^ carry)
        carry = plane & carry
    return result
