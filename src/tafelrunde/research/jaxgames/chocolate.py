"""Scho K.O. and Schokoly for two as pure JAX: actions and observations are those of `research.spaces.chocolate`.

The field is in a window of 32 cells, one word per row, and moves in it: after every card all planes are shifted by at
most one cell, so that they stay in the middle. A hand counts its cards by kind.
"""

from __future__ import annotations

from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.games.schoko.deck import DECK as SCHOKO_DECK
from tafelrunde.games.schokoly.deck import DECK as SCHOKOLY_DECK
from tafelrunde.research.jaxgames.base import Env, nth_bit, once, select, shuffled_ranks
from tafelrunde.research.jaxgames.chocolate_groups import down, result, up
from tafelrunde.research.jaxgames.chocolate_state import (
    BIT,
    NO_COLOUR,
    ROOM,
    ROW,
    START,
    WINDOW,
    ChocolateState,
    count,
    is_over,
    nth_card,
    own,
    rooms,
    targets,
)

PLACINGS = HAND_SIZE * 4 * 2 * WINDOW * WINDOW
PASS = PLACINGS
SMARTIES = PLACINGS + 16
ANNOUNCE = SMARTIES + 50
ACTIONS = ANNOUNCE + len(COLOURS)

PLANES = 7
SCALARS = 64
TYPES = sorted({*SCHOKO_DECK, *SCHOKOLY_DECK})


class Chocolate(Env[ChocolateState]):
    """A chocolate game of two seats; raise BadSetup for more, which are played by the rules alone."""

    num_actions: ClassVar[int] = ACTIONS

    def __init__(self, rules: Rules) -> None:
        if rules.seats != 2:
            raise BadSetup("on the accelerator chocolate games are played by two")
        self.rules = rules
        self.id = rules.game  # type: ignore[misc]
        self.kinds = rules.kinds
        numbers = [rules.deck.count(kind) for kind in self.kinds]
        self._last = np.cumsum(numbers)
        self._printed = np.array([kind.endswith("s") for kind in self.kinds])
        letters = [[rules.colours.index(letter) for letter in kind[:4]] for kind in self.kinds]
        self._letters = np.array(letters, np.int32)
        self._colours = np.array([COLOURS.index(colour) for colour in rules.colours])

    # What may be played

    def legal_action_mask(self, state: ChocolateState) -> Array:
        """Return the legal actions of this part of a turn: bool [32837]."""
        words, *others = self._legal(state)
        rest = jnp.pad(jnp.concatenate(others), (0, -ACTIONS % WINDOW)).reshape(-1, WINDOW)
        words = jnp.concatenate([words.reshape(-1), jnp.sum(rest.astype(jnp.uint32) << BIT, axis=1, dtype=jnp.uint32)])
        words = once(jnp.where(is_over(state), ~jnp.uint32(0), words))
        return (words[:, None] >> BIT & 1).astype(jnp.bool_).reshape(-1)[:ACTIONS]

    def sample(self, state: ChocolateState, key: Array) -> Array:
        """Return a legal action, each as likely as any other: int32."""
        words, others, secure, colours = self._legal(state)
        random = jax.random.bits(key, (), jnp.uint32)
        words = words.reshape(-1)
        counts = jax.lax.population_count(words).astype(jnp.int32)
        upto = jnp.cumsum(counts)
        # Of the many bits of a turn's first part one is picked by two counts, first the word and then the bit.
        chosen = ((random >> 16) * upto[-1].astype(jnp.uint32) >> 16).astype(jnp.int32)
        index = jnp.sum(upto <= chosen)
        word = words.at[index].get(mode="clip")
        before = jnp.where(index > 0, upto.at[index - 1].get(mode="clip"), 0)
        placing = index * WINDOW + nth_bit(word, (chosen - before).astype(jnp.uint32))
        rest = jnp.concatenate([others, secure, colours])
        number = ((random >> 16) * jnp.sum(rest).astype(jnp.uint32) >> 16).astype(jnp.int32)
        other = PLACINGS + jnp.sum(jnp.cumsum(rest) <= number)
        return jnp.where(upto[-1] > 0, placing, other).astype(jnp.int32)

    def _legal(self, state: ChocolateState) -> tuple[Array, Array, Array, Array]:
        """Return the placings, uint32 [layer, row], and the actions behind them, bool [16], [50] and [3]."""
        due_smartie, due_colour = self._due(state, state.pending, state.secured)
        first = state.pending < 0
        words = once(jnp.where(first & ~is_over(state), self._placings(state), 0))
        others = (np.arange(16) == 0) & first & state.stuck
        choices = 2 + count(targets(state))
        secure = (np.arange(50) < choices) & due_smartie
        taken = (np.arange(3) == state.colours[0]) | (np.arange(3) == state.colours[1])
        known = np.isin(np.arange(3), self._colours)
        return words, others, secure, known & ~taken & due_colour & ~due_smartie

    def _due(self, state: ChocolateState, pending: Array, secured: Array) -> tuple[Array, Array]:
        """Return whether a smartie, and whether a colour, is still to be chosen in a turn that has begun."""
        placing = (pending >= 0) & (pending < PLACINGS)
        tier = pending // (WINDOW * WINDOW) % 2
        smartie = placing & (tier == 0) & (own(state.smarties, state) > 0) & (secured < 0)
        return smartie, placing & (own(state.colours, state) == NO_COLOUR)

    def _slots(self, state: ChocolateState) -> Array:
        """Return the kind in each slot of the hand, or -1: int32 [4]."""
        hand = own(state.hands, state) > 0
        slot = jnp.cumsum(hand) - 1
        at = hand & (slot == np.arange(HAND_SIZE)[:, None])
        return jnp.sum(jnp.where(at, np.arange(1, len(self.kinds) + 1), 0), axis=1) - 1

    def _placings(self, state: ChocolateState) -> Array:
        """Return where the cards of the hand fit: uint32 [slot, rotation, tier, row] as [32, row]."""
        kinds = self._slots(state)
        held = kinds >= 0
        stacks = jnp.asarray(self._printed)[kinds] | (own(state.smarties, state) > 0)
        free, stack, joins = once(rooms(state))
        letters = jnp.asarray(self._letters)[kinds]
        tiers = []
        joined = jnp.zeros((HAND_SIZE, 4, WINDOW), jnp.uint32)
        for piece in range(4):
            turned = jnp.stack([letters[:, (piece + rotation) % 4] for rotation in range(4)], axis=1)
            for colour in range(len(self._colours)):
                joined |= jnp.where((turned == colour)[..., None], joins[piece][colour], 0)
        tiers = [
            jnp.where(held[:, None, None], joined & free, 0),
            jnp.where((held & stacks)[:, None, None], joined & stack, 0),
        ]
        start = jnp.where(ROW == START, jnp.uint32(1 << START), 0)
        empty = jnp.stack(
            [jnp.where(held[:, None, None], start, 0) + jnp.zeros((4, 4, 1), jnp.uint32), tiers[1] * 0], 2
        )
        usual = jnp.stack(tiers, axis=2)
        return jnp.where(jnp.any(state.cover != 0), usual, empty).reshape(-1, WINDOW)

    def _is_legal(self, state: ChocolateState, action: Array) -> Array:
        words, others, secure, colours = self._legal(state)
        word = words.reshape(-1).at[action // WINDOW].get(mode="fill", fill_value=0)
        placing = (word >> (action % WINDOW).astype(jnp.uint32) & 1) != 0
        rest = jnp.concatenate([others, secure, colours])
        other = rest.at[action - PLACINGS].get(mode="fill", fill_value=False)
        return jnp.where(action < PLACINGS, placing & (action >= 0), other)

    # What an action does

    def _play(self, state: ChocolateState, action: Array) -> ChocolateState:
        first = state.pending < 0
        what = jnp.where(first, action, state.pending)
        chooses = ~first & (action < ANNOUNCE)
        secured = jnp.where(chooses, action - SMARTIES, state.secured)
        due_smartie, due_colour = self._due(state, what, secured)
        announces = ~first & (action >= ANNOUNCE)
        complete = ~due_smartie & (~due_colour | announces)
        waiting = state.replace(pending=what, secured=secured)
        passed = state.replace(passes=state.passes + 1, current_player=1 - state.current_player)
        colour = jnp.where(announces, action - ANNOUNCE, NO_COLOUR)
        laid = self._lay(state, what, jnp.maximum(secured, 0), colour)
        after = select(complete, select(what == PASS, passed, laid), waiting)
        return self._finished(after)

    def _lay(self, state: ChocolateState, what: Array, secured: Array, colour: Array) -> ChocolateState:
        layer, cell = what // (WINDOW * WINDOW), what % (WINDOW * WINDOW)
        card, tier = layer // 2, layer % 2
        row, column = cell // WINDOW, cell % WINDOW
        kind = self._slots(state).at[card // 4].get(mode="clip")
        printed = jnp.asarray(self._printed).at[kind].get(mode="clip")
        letters = jnp.asarray(self._letters).at[kind].get(mode="clip")
        letters = letters.at[(np.arange(4) + card % 4) % 4].get(mode="clip")
        on_first, on_second = tier == 0, tier == 1

        shift = column.astype(jnp.uint32)
        upper, lower = row == ROW, row + 1 == ROW
        both = upper | lower
        cells = jnp.where(both, jnp.uint32(3) << shift, 0)
        shows = (letters == np.arange(len(self._colours))[:, None]).astype(jnp.uint32)
        above = (shows[:, 0] | shows[:, 1] << 1) << shift
        below = (shows[:, 3] | shows[:, 2] << 1) << shift
        pieces = jnp.where(upper, above[:, None], 0) | jnp.where(lower, below[:, None], 0)
        guarded = state.guarded | jnp.where(on_first & (printed | (secured == 1)), cells, 0)
        if self.rules.smarties:
            guarded |= jnp.where(secured > 1, nth_card(targets(state), secured - 2), 0)

        extent = state.extent
        low = jnp.where(on_first, jnp.minimum(extent[:2], jnp.stack([column, row])), extent[:2])
        high = jnp.where(on_first, jnp.maximum(extent[2:], jnp.stack([column, row]) + 1), extent[2:])
        outgrown = jnp.any(high - low >= ROOM)
        move = 2 + (ROOM - (high - low + 1)) // 2 - low

        def moved(rows: Array) -> Array:
            sideways = jnp.where(move[0] > 0, rows << 1, jnp.where(move[0] < 0, rows >> 1, rows))
            return jnp.where(move[1] > 0, down(sideways), jnp.where(move[1] < 0, up(sideways), sideways))

        planes = jnp.concatenate(
            [
                state.seen & ~cells | pieces,
                state.cover[None] | jnp.where(on_first, cells, 0),
                state.upper[None] | jnp.where(on_second, cells, 0),
                guarded[None],
                state.places[None] | jnp.where(on_first & upper, jnp.uint32(1) << shift, 0),
            ]
        )
        planes = once(moved(planes))
        shown = len(self._colours)
        seat = state.current_player
        draws = state.drawn < len(self.rules.deck)
        new = state.deck.at[state.drawn].get(mode="clip")
        numbers = np.arange(len(self.kinds))
        change = (draws & (numbers == new)).astype(jnp.int8) - (numbers == kind).astype(jnp.int8)
        mine = np.arange(2) == seat
        spent = ~printed & (on_second | (secured > 0))
        return state.replace(
            current_player=1 - seat,
            truncated=outgrown,
            seen=planes[:shown],
            cover=planes[shown],
            upper=planes[shown + 1],
            guarded=planes[shown + 2],
            places=planes[shown + 3],
            extent=jnp.concatenate([low + move, high + move]),
            corner=state.corner - move,
            hands=state.hands + jnp.where(mine[:, None], change, 0).astype(jnp.int8),
            drawn=state.drawn + draws,
            colours=self._announced(state, mine, colour),
            smarties=state.smarties - (mine & spent),
            passes=jnp.zeros_like(state.passes),
            pending=jnp.full_like(state.pending, -1),
            secured=jnp.full_like(state.secured, -1),
        )

    def _announced(self, state: ChocolateState, mine: Array, colour: Array) -> Array:
        """Return the colours of both sides after an announcement, if there is one."""
        colours = jnp.where(mine, colour, state.colours)
        if not self.rules.has_neutral_colour:
            colours = jnp.where(mine, colour, self._colours.sum() - colour)
        return jnp.where(colour == NO_COLOUR, state.colours, colours)

    def _finished(self, state: ChocolateState) -> ChocolateState:
        """Return the state with its end, its rewards, and whether the next seat has to pass."""
        over = is_over(state) & ~state.truncated
        number = np.zeros(NO_COLOUR + 1, np.int32) + len(self._colours)
        number[self._colours] = np.arange(len(self._colours))
        lead = result(self.rules, state.seen, jnp.asarray(number)[state.colours], over)
        rewards = jnp.where(over, jnp.stack([lead, -lead]), 0).astype(jnp.float32)
        stuck = ~jnp.any(self._placings(state) != 0)
        return state.replace(terminated=over, rewards=rewards, stuck=stuck & ~over)

    # What is dealt and seen

    def _deal(self, key: Array) -> ChocolateState:
        rank = once(shuffled_ranks(key, len(self.rules.deck)))
        return self._dealt(jnp.sum(rank[:, None] >= self._last, axis=1, dtype=jnp.int32).astype(jnp.int8))

    def _dealt(self, deck: Array) -> ChocolateState:
        rows = jnp.zeros(WINDOW, jnp.uint32)
        kinds = np.arange(len(self.kinds))
        hands = deck[: 2 * HAND_SIZE].reshape(2, HAND_SIZE, 1) == kinds
        return ChocolateState(
            current_player=jnp.zeros((), jnp.int32),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=jnp.zeros((), jnp.bool_),
            truncated=jnp.zeros((), jnp.bool_),
            _step_count=jnp.zeros((), jnp.int32),
            seen=jnp.zeros((len(self._colours), WINDOW), jnp.uint32),
            cover=rows,
            upper=rows,
            guarded=rows,
            places=rows,
            extent=jnp.array([START, START, START + 1, START + 1], jnp.int32),
            corner=jnp.array([-START, -START], jnp.int32),
            hands=jnp.sum(hands, axis=1, dtype=jnp.int8),
            deck=deck,
            drawn=jnp.int32(2 * HAND_SIZE),
            colours=jnp.full(2, NO_COLOUR, jnp.int32),
            smarties=jnp.full(2, self.rules.smarties, jnp.int32),
            passes=jnp.zeros((), jnp.int32),
            stuck=jnp.zeros((), jnp.bool_),
            pending=jnp.full((), -1, jnp.int32),
            secured=jnp.full((), -1, jnp.int32),
            rules=self.rules,
        )

    def from_table(self, table: ChocolateTable) -> ChocolateState:
        """Return the state of a table of the rules on which no card has been placed yet, hands and stack known."""
        if table.field.cards or table.passes:
            raise BadSetup("a state is made of a match that begins")
        cards = [*table.hands[0], *table.hands[1], *table.stack]
        return self._dealt(jnp.array([self.kinds.index(card) for card in cards], jnp.int8))

    def observe(self, state: ChocolateState, player_id: Array | None = None) -> dict[str, Array]:
        """Return `observation`, uint8 [7, 32, 32], and `scalars`, int8 [64], as a seat sees them."""
        viewer = state.current_player if player_id is None else player_id
        pending = (state.pending >= 0) & (state.pending < PLACINGS) & (viewer == state.current_player)
        cell = state.pending % (WINDOW * WINDOW)
        row, column = cell // WINDOW, cell % WINDOW
        card = pending & ((row == ROW) | (row + 1 == ROW))
        nothing = jnp.zeros(WINDOW, jnp.uint32)
        shown = [nothing] * len(COLOURS)
        for number, colour in enumerate(self._colours):
            shown[colour] = state.seen[number]
        waiting = jnp.where(card, jnp.uint32(3) << column.astype(jnp.uint32), 0)
        words = jnp.stack([*shown, state.upper, state.guarded, state.places, waiting])
        planes = (words[..., None] >> BIT & 1).astype(jnp.uint8)
        return {"observation": planes, "scalars": self._scalars(state, viewer, pending)}

    def _scalars(self, state: ChocolateState, viewer: Array, pending: Array) -> Array:
        hand = jnp.where(viewer == 0, state.hands[0], state.hands[1])
        others = jnp.where(viewer == 0, state.hands[1], state.hands[0])
        stack = np.arange(len(self.rules.deck)) >= state.drawn
        undrawn = jnp.sum((state.deck[:, None] == np.arange(len(self.kinds))) & stack[:, None], axis=0)
        by_type = np.array([[kind == it for it in self.kinds] for kind in TYPES], np.int32)
        layer = state.pending // (WINDOW * WINDOW)
        smartie, _ = self._due(state, state.pending, state.secured)

        def while_pending(value: Array | int) -> Array:
            return jnp.where(pending, value, 0)

        parts = [
            jnp.stack([viewer, state.current_player]),
            state.colours,
            np.full(1, NO_COLOUR),
            state.smarties,
            np.zeros(2),
            jnp.sum(state.hands, axis=1),
            np.zeros(2),
            jnp.stack([jnp.sum(stack), state.passes]),
            np.zeros(5),
            state.corner,
            by_type @ hand.astype(jnp.int32),
            by_type @ (others + undrawn).astype(jnp.int32),
            np.full(1, -1),
            jnp.stack(
                [
                    while_pending(jnp.where(smartie, 1, 2)),
                    while_pending(layer // 8 + 1),
                    while_pending(layer // 2 % 4),
                    while_pending(layer % 2 + 1),
                    while_pending(state.secured + 1),
                ]
            ),
        ]
        return jnp.concatenate([jnp.asarray(part).astype(jnp.int8) for part in parts])


def chocolate(game: str, options: str = "") -> Chocolate:
    """Return a chocolate game of two seats; raise BadOptions or BadSetup."""
    rules = find_game(game)
    assert isinstance(rules, ChocolateGame)
    return Chocolate(rules.rules(rules.options_type.parse(options)))
