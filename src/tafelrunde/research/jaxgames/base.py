"""What all games on the accelerator share: states as pytrees, and the interface that pgx made common.

A state keeps what the rules need and nothing else. `observation` and `legal_action_mask` are made when they are asked
for, of one state or of a batch, so that a search tree holds no copy of them; in a compiled function they are made once.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import jax
import jax.numpy as jnp
from jax import Array


@dataclasses.dataclass(frozen=True)
class State(ABC):
    """A position as a pytree; every array may have leading batch axes."""

    current_player: Array
    """int32: the seat that decides."""
    rewards: Array
    """float32 [seat]: 1, 0 or -1 in the step that ended the match, 0 everywhere else."""
    terminated: Array
    """bool: whether the match is over."""
    truncated: Array
    """bool: whether it ended because the field outgrew its window."""
    _step_count: Array

    @property
    @abstractmethod
    def env(self) -> Env[Any]:
        """The environment that made this state."""

    @property
    def env_id(self) -> str:
        """The name of the game."""
        return self.env.id

    @property
    def legal_action_mask(self) -> Array:
        """The mask, bool [action]: the legal actions of the seat that decides; all of them once the match is over."""
        return self._batched(self.env.legal_action_mask)

    @property
    def observation(self) -> Any:
        """What the seat that decides sees."""
        return self._batched(self.env.observe)

    def replace(self, **changes: Any) -> Self:
        """Return the state with some of its arrays replaced."""
        return dataclasses.replace(self, **changes)

    def counted(self) -> Self:
        """Return the state with its steps counted up by one."""
        return self.replace(_step_count=self._step_count + 1)

    def _batched(self, function: Any) -> Any:
        for _ in range(self.current_player.ndim):
            function = jax.vmap(function)
        return function(self)


StateType = TypeVar("StateType", bound=State)
Values = TypeVar("Values")


class Env(ABC, Generic[StateType]):
    """A game as pure functions of one state, for `jit`, `vmap` and `scan`."""

    id: ClassVar[str]
    version: ClassVar[str] = "v1"
    num_players: ClassVar[int] = 2
    num_actions: ClassVar[int]

    @property
    def observation_shape(self) -> Any:
        """The shape of an observation; where that has several arrays, the shape of each by its name."""
        seen = jax.eval_shape(lambda key: self.observe(self.init(key)), jax.random.PRNGKey(0))
        return {name: array.shape for name, array in seen.items()} if isinstance(seen, dict) else seen.shape

    def init(self, key: Array) -> StateType:
        """Return a newly dealt match."""
        return self._deal(key)

    def step(self, state: StateType, action: Array, key: Array | None = None) -> StateType:
        """Return the state after an action.

        An illegal action loses the match. A match that is over stays as it is, and its rewards are zero from then on.
        """
        action = jnp.asarray(action, jnp.int32)
        over = state.terminated | state.truncated
        illegal = ~self._is_legal(state, action)
        after = self._play(state.counted(), action)
        lost = jnp.where(jnp.arange(self.num_players) == state.current_player, -1.0, 1.0).astype(jnp.float32)
        after = after.replace(
            rewards=jnp.where(illegal, lost, after.rewards),
            terminated=after.terminated | illegal,
            truncated=after.truncated & ~illegal,
        )
        stays = state.replace(rewards=jnp.zeros_like(state.rewards))
        return select(over, stays, after)

    @abstractmethod
    def observe(self, state: StateType, player_id: Array | None = None) -> Any:
        """Return what a seat sees of one state, by default the seat that decides."""

    @abstractmethod
    def legal_action_mask(self, state: StateType) -> Array:
        """Return the legal actions of one state: bool [action]; all of them once the match is over."""

    def sample(self, state: StateType, key: Array) -> Array:
        """Return a legal action, each as likely as any other: int32."""
        return random_action(key, self.legal_action_mask(state))

    @abstractmethod
    def from_table(self, table: Any) -> StateType:
        """Return the state of a table of the rules."""

    @abstractmethod
    def _deal(self, key: Array) -> StateType:
        """Return a newly dealt match."""

    @abstractmethod
    def _is_legal(self, state: StateType, action: Array) -> Array:
        """Return whether an action is legal in a match that goes on."""

    @abstractmethod
    def _play(self, state: StateType, action: Array) -> StateType:
        """Return the state after a legal action; what an illegal one gives does not matter."""


def once(values: Values) -> Values:
    """Return some arrays unchanged, and have the compiler compute them only once.

    It would otherwise compute a few words of a match again for each of the hundreds of elements that need them.
    """
    made: Values = jax.lax.optimization_barrier(values)
    return made


def select(condition: Array, this: StateType, that: StateType) -> StateType:
    """Return one of two states by a condition without axes."""
    chosen: StateType = jax.tree.map(lambda a, b: jnp.where(condition, a, b), this, that)
    return chosen


def shuffled_ranks(key: Array, number: int) -> Array:
    """Return the numbers below `number` in random order: int32 [number].

    Comparing everything with everything is a single fused reduction, where a sort would be many passes over memory. The
    five or six low bits of the random words are given up to make them different.
    """
    low = max(number - 1, 1).bit_length()
    words = jax.random.bits(key, (number,), jnp.uint32) >> low << low
    words |= jnp.arange(number, dtype=jnp.uint32)
    return jnp.sum(words[None, :] < words[:, None], axis=1, dtype=jnp.int32)


def pick_bit(words: Sequence[Array], random: Array) -> tuple[Array, Array]:
    """Return one of the bits that are set in some words, chosen by a random word: which word, and which bit of it.

    There are at most 511 words' worth of bits; without any, the answer is bit 31 of the last word.
    """
    counts = [jax.lax.population_count(word).astype(jnp.uint32) for word in words]
    left = (random >> 9) * sum(counts[1:], counts[0]) >> 23
    index, chosen, found = jnp.int32(len(words) - 1), words[-1], jnp.bool_(False)
    rest = left
    for number, (word, count) in enumerate(zip(words, counts, strict=True)):
        hit = ~found & (left < count)
        index, chosen, rest = (
            jnp.where(hit, now, before) for now, before in ((number, index), (word, chosen), (left, rest))
        )
        found |= hit
        left = left - count
    return index, nth_bit(chosen, rest)


def nth_bit(word: Array, number: Array) -> Array:
    """Return the place of the set bit of a word that has `number` set bits below it: int32."""
    place = jnp.zeros_like(word)
    for width in (16, 8, 4, 2, 1):
        below = jax.lax.population_count(word >> place & ((1 << width) - 1))
        skip = number >= below
        number = jnp.where(skip, number - below, number)
        place = jnp.where(skip, place + width, place)
    return place.astype(jnp.int32)


def auto_reset(env: Env[StateType]) -> Any:
    """Return a step function that deals a new match in the same step when one ends.

    The returned `step(state, action, key)` keeps `rewards`, `terminated` and `truncated` of the match that ended beside
    the new position, as pgx's wrapper of the same name does.
    """

    def step(state: StateType, action: Array, key: Array) -> StateType:
        going = state.replace(
            terminated=jnp.zeros_like(state.terminated),
            truncated=jnp.zeros_like(state.truncated),
            rewards=jnp.zeros_like(state.rewards),
        )
        after = env.step(going, action)
        dealt = env.init(key).replace(terminated=after.terminated, truncated=after.truncated, rewards=after.rewards)
        return select(after.terminated | after.truncated, dealt, after)

    return step


def random_action(key: Array, legal_action_mask: Array) -> Array:
    """Return one of the legal actions, each as likely as any other: int32.

    Every action gets a hash of one random word; the largest wins. That costs one pass over the mask, and one random
    number instead of one for each action.
    """
    size = legal_action_mask.shape[-1]
    index = jnp.arange(size, dtype=jnp.uint32)
    word = jax.random.bits(key, (2,), jnp.uint32)
    mixed = (index + word[0]) * jnp.uint32(0x9E3779B1)
    mixed = (mixed ^ mixed >> 15 ^ word[1]) * jnp.uint32(0x85EBCA6B)
    mixed = (mixed ^ mixed >> 13) * jnp.uint32(0xC2B2AE35)
    low = (size - 1).bit_length()
    keyed = (mixed >> low << low) | index
    # Bit 31 beats every illegal action, whose score is 0.
    best = jnp.max(jnp.where(legal_action_mask, keyed | jnp.uint32(1 << 31), 0))
    return (best & jnp.uint32((1 << low) - 1)).astype(jnp.int32)
