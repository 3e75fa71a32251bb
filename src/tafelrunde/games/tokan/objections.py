"""What the rules of TOKAN can have against a move."""

from __future__ import annotations

from tafelrunde.games.errors import Objection

FIELD_LAID = Objection("field-laid", "the field is laid already")
FIELD_UNFINISHED = Objection("field-unfinished", "the field is still being laid")

# Moving

NO_TOWER = Objection("no-tower", "there is no tower on {cell}")
NOT_YOUR_TOWER = Objection("not-your-tower", "the tower on {cell} belongs to the other player")
WRONG_DISTANCE = Objection("wrong-distance", "a {animal} moves exactly {n} along a row or a column")
GAP_IN_THE_WAY = Objection("gap-in-the-way", "a gap lies in the way or on the target")
TABOO = Objection("taboo", "the tower on {cell} was moved to just now and is taboo")
CARRIES_TOO_MANY = Objection("carries-too-many", "a {animal} carries at most {n}")
TOO_FEW_BELOW = Objection("too-few-below", "only {n} lie below it")
MUST_CLIMB = Objection("must-climb", "it must end at least one level higher than it began")

# Laying the field

NOT_YOUR_TILE = Objection("not-your-tile", "that tile belongs to the other player")
NO_SUCH_TILE = Objection("no-such-tile", "no such tile is left")
TILE_THERE = Objection("tile-there", "a tile lies there already")
TOO_WIDE = Objection("too-wide", "the field would grow wider than {n} columns")
TOUCHES_NO_TILE = Objection("touches-no-tile", "it would touch no tile")
