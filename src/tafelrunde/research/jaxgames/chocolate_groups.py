"""Connected groups of pieces on planes of bits, and what a finished field is worth."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM, Rules

GROWTHS = 3
"""How often a group grows before it is asked whether it still does."""


class Flood(NamedTuple):
    """A flood of one group of every colour at a time."""

    rest: Array
    """uint32 [colour, row]: pieces of groups that are still to be counted."""
    group: Array
    """uint32 [colour, row]: the group that is flooded, as far as it has grown."""
    largest: Array
    """int32 [colour]"""
    second: Array
    """int32 [colour]"""
    held: Array
    """int32 [side]: the pieces of neutral groups that a side holds."""


def result(rules: Rules, planes: Array, colours: Array, needed: Array) -> Array:
    """Return 1 where side 0 wins, -1 where side 1 does, 0 for a draw: int32.

    `planes` is uint32 [colour, row], in the order of the rules' colours; `colours` int32 [side] the number of each
    side's colour in it. Where the result is not needed it is 0, and nothing is flooded.
    """
    planes = jnp.where(needed, planes, 0)
    sides = planes[jnp.clip(colours, 0, len(rules.colours) - 1)] * (colours < len(rules.colours))[:, None]
    number = np.arange(len(rules.colours))
    neutral = (number != colours[0]) & (number != colours[1]) & (colours < len(rules.colours)).all()

    def flood(now: Flood) -> Flood:
        grown = now.group
        for _ in range(GROWTHS):
            grown |= _beside(grown) & planes
        done = (grown == now.group).all(axis=1)
        size = jnp.where(done, _count(now.group), 0)
        held = now.held
        if rules.has_neutral_colour:
            group = jnp.where((neutral & done & (size >= NEUTRAL_MINIMUM))[:, None], now.group, 0)
            group = jnp.bitwise_or.reduce(group, axis=0)
            touching = _contacts(group, sides)
            holds = jnp.stack([touching[0] > touching[1], touching[1] > touching[0]])
            held = held + jnp.where(holds, _count(group), 0)
        rest = jnp.where(done[:, None], now.rest & ~now.group, now.rest)
        return Flood(
            rest,
            jnp.where(done[:, None], _first_piece(rest), grown),
            jnp.maximum(now.largest, size),
            jnp.maximum(now.second, jnp.minimum(now.largest, size)),
            held,
        )

    none = jnp.zeros(len(rules.colours), jnp.int32)
    ended = jax.lax.while_loop(
        lambda now: jnp.any(now.rest != 0),
        flood,
        Flood(planes, _first_piece(planes), none, none, jnp.zeros(2, jnp.int32)),
    )
    mine = number == colours[:, None]
    totals = jnp.sum(jnp.where(mine, ended.largest, 0), axis=1) + ended.held
    lead = jnp.sign(totals[0] - totals[1])
    if rules.second_group_breaks_ties:
        seconds = jnp.sum(jnp.where(mine, ended.second, 0), axis=1)
        lead = jnp.where(lead == 0, jnp.sign(seconds[0] - seconds[1]), lead)
    return lead


def up(rows: Array, by: int = 1) -> Array:
    """Return for every row the one some rows further down."""
    return jnp.pad(rows[..., by:], [(0, 0)] * (rows.ndim - 1) + [(0, by)])


def down(rows: Array) -> Array:
    """Return for every row the one above it."""
    return jnp.pad(rows[..., :-1], [(0, 0)] * (rows.ndim - 1) + [(1, 0)])


def _beside(group: Array) -> Array:
    return group << 1 | group >> 1 | up(group) | down(group)


def _contacts(group: Array, sides: Array) -> Array:
    """Count the edges that a group, uint32 [row], shares with the pieces of each side: int32 [side]."""
    return sum(
        (_count(sides & shifted) for shifted in (group << 1, group >> 1, up(group), down(group))),
        jnp.zeros(2, jnp.int32),
    )


def _count(planes: Array) -> Array:
    """Count the pieces of planes over their rows: int32."""
    return jnp.sum(jax.lax.population_count(planes), axis=-1, dtype=jnp.int32)


def _first_piece(planes: Array) -> Array:
    """Return one piece of every plane that has any."""
    row = jnp.argmax(planes != 0, axis=-1)
    return jnp.where(np.arange(planes.shape[-1]) == row[..., None], planes & (~planes + 1), 0)
