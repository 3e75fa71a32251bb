"""The games in pure JAX beside the rules, move by move over whole random games, and in the hands of others' tools."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest

from tafelrunde.games.core import Position
from tafelrunde.games.errors import BadSetup, UnknownGame
from tafelrunde.games.registry import find_game
from tafelrunde.research.envs.episode import Episode, new_episode
from tafelrunde.research.reward import rewards
from tafelrunde.research.spaces import space_of
from tests.research.needs import EVERYTHING, need

jax = need("jax")
jnp = jax.numpy

from tafelrunde.research.jaxgames import auto_reset, make, random_action  # noqa: E402

GAMES = [
    ("tokan", ""),
    ("tokan", "scoring=heads"),
    ("tokan", "gaps=line"),
    ("tokan", "scoring=heads gaps=line"),
    ("schoko", ""),
    ("schokoly", ""),
    ("schokoly", "ties=second"),
]
MATCHES = int(os.environ.get("PARITY_MATCHES", "64" if EVERYTHING else "4"))


class Table:
    """A match by the rules, played by the same actions as a state."""

    def __init__(self, game: str, options: str, seed: int) -> None:
        self.game = find_game(game)
        self.options = self.game.options_type.parse(options)
        self.space = space_of(game, self.options)
        self.random = Random(seed)
        self.position: Position = self.game.start(self.options, self.game.deal(self.options, self.random))
        self.pending: tuple[int, ...] = ()

    def legal(self) -> list[int]:
        """List the actions that continue what is pending."""
        if self.position.is_over:
            return []
        known = len(self.pending)
        parts = (self.space.encode(self.position, move) for move in self.position.legal_moves())
        return sorted({part[known] for part in parts if part[:known] == self.pending and len(part) > known})

    def play(self, action: int) -> None:
        """Take an action, and make the move when it is complete."""
        self.pending += (action,)
        if not self.legal():
            self.position = self.position.apply(self.space.decode(self.position, self.pending))
            self.pending = ()

    def observation(self) -> Any:
        """Return what the seat that decides sees."""
        return self.space.observe(self.position.view(self.position.seat), self.pending)

    def rewards(self) -> list[float]:
        """Return what every seat has got."""
        return rewards(self.game, self.options, self.position.outcome().winner if self.position.is_over else None)


def arrays(observation: Any) -> dict[str, Any]:
    return observation if isinstance(observation, dict) else {"observation": observation}


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_whole_random_games_agree_with_the_rules(game: str, options: str) -> None:
    env = make(game, options)
    tables = [Table(game, options, seed) for seed in range(MATCHES)]
    states = jax.tree.map(lambda *leaves: jnp.stack(leaves), *(env.from_table(table.position) for table in tables))
    look = jax.jit(lambda states: (states.legal_action_mask, states.observation))
    step = jax.jit(jax.vmap(env.step))
    while True:
        masks, seen = jax.tree.map(np.asarray, look(states))
        actions = np.zeros(MATCHES, np.int32)
        for i, table in enumerate(tables):
            over = table.position.is_over
            assert bool(states.terminated[i]) == over
            assert not states.truncated[i]
            if over:
                assert masks[i].all()
                continue
            assert int(states.current_player[i]) == table.position.seat
            legal = table.legal()
            assert np.flatnonzero(masks[i]).tolist() == legal
            for name, array in table.observation().items():
                mine = arrays(seen)[name][i]
                assert mine.dtype == array.dtype
                np.testing.assert_array_equal(mine, array)
            actions[i] = table.random.choice(legal)
        running = [i for i, table in enumerate(tables) if not table.position.is_over]
        if not running:
            break
        states = step(states, actions)
        for i in running:
            tables[i].play(int(actions[i]))
            assert states.rewards[i].tolist() == tables[i].rewards()
    # What is over stays so, and pays once.
    again = step(states, np.zeros(MATCHES, np.int32))
    assert not np.asarray(again.rewards).any()
    assert np.asarray(again.terminated).all()


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
def test_what_a_learner_asks_first_is_as_in_the_space_of_the_game(game: str) -> None:
    env, space = make(game), space_of(game, find_game(game).options_type())
    shapes = {name: box.shape for name, box in space.boxes.items()}
    assert env.observation_shape == (shapes if len(shapes) > 1 else shapes["observation"])
    assert (env.num_actions, env.num_players, env.id) == (space.size, 2, game)
    assert env.init(jax.random.PRNGKey(1)).env_id == game


@pytest.mark.parametrize("along", ["columns", "rows"])
def test_a_field_that_outgrows_its_window_truncates_the_match_as_elsewhere(along: str) -> None:
    env = make("schokoly")
    look = jax.jit(lambda state: (state.legal_action_mask, state.observation))
    step = jax.jit(env.step)
    state: Any = None
    chosen = -1
    for seed in range(30):
        match = new_episode("schokoly")
        match.reset(seed)
        state, played = env.from_table(match.position), 0
        while not match.over:
            mask, seen = jax.tree.map(np.asarray, look(state))
            legal = np.flatnonzero(match.mask())
            assert np.flatnonzero(mask).tolist() == legal.tolist()
            for name, array in match.observe(match.seat).items():
                np.testing.assert_array_equal(seen[name], array)
            chosen = int(legal[0])
            if chosen < 32768:
                # After a few cards anywhere the field grows in one direction.
                played += 1
                reached = legal % 32 if along == "columns" else legal % 1024 // 32
                chosen = int(legal[reached == reached.max()][0] if played > 8 else legal[seed % legal.size])
            match.step(chosen)
            state = step(state, chosen)
            assert (bool(state.truncated), bool(state.terminated)) == ends_of(match)
            assert state.rewards.tolist() == match.rewards
        if match.truncated:
            break
    assert bool(state.truncated)
    # It stays so.
    again = step(state, chosen)
    assert (bool(again.truncated), bool(again.terminated)) == (True, False)


def ends_of(match: Episode) -> tuple[bool, bool]:
    """Return whether a match was truncated, and whether it is over by the rules."""
    return match.truncated, match.over and not match.truncated


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
def test_an_illegal_action_loses(game: str) -> None:
    env = make(game)
    state = env.init(jax.random.PRNGKey(1))
    illegal = int(np.flatnonzero(~np.asarray(state.legal_action_mask))[0])
    for action in (illegal, -1, env.num_actions):
        after = env.step(state, action)
        assert bool(after.terminated)
        assert after.rewards.tolist() == [-1.0 if seat == state.current_player else 1.0 for seat in (0, 1)]


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
def test_deals_and_random_play_are_fair(game: str) -> None:
    env = make(game)
    matches = 256
    states = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), matches))
    step = jax.jit(jax.vmap(auto_reset(env)))

    def choose(states: Any, key: Any) -> Any:
        keys = jax.random.split(key, (2, matches))
        by_game = jax.vmap(env.sample)(states, keys[0])
        by_mask = jax.vmap(random_action)(keys[1], states.legal_action_mask)
        legal = jnp.take_along_axis(states.legal_action_mask, jnp.stack([by_game, by_mask], axis=1), axis=1)
        return by_game, by_mask, legal

    chosen = jax.jit(choose)
    ended = 0
    # Matches of every game end well before so many steps.
    for number in range(120):
        if ended >= matches:
            break
        by_game, by_mask, legal = chosen(states, jax.random.PRNGKey(number))
        assert legal.all()
        states = step(states, by_game if number % 2 else by_mask, jax.random.split(jax.random.PRNGKey(number), matches))
        ended += int((states.terminated | states.truncated).sum())
        assert not np.asarray(states.legal_action_mask).all(axis=1).any()
    assert ended >= matches


def search(env: Any, states: Any, simulations: int) -> Any:
    """Let mctx search in a batch of states, with no knowledge but the rules."""
    mctx = need("mctx")
    matches = len(states.current_player)

    def expand(_: Any, key: Any, actions: Any, before: Any) -> Any:
        after = jax.vmap(env.step)(before, actions)
        reward = jnp.take_along_axis(after.rewards, before.current_player[:, None], axis=1)[:, 0]
        sign = jnp.where(after.current_player != before.current_player, -1.0, 1.0)
        discount = jnp.where(after.terminated, 0.0, sign)
        logits = jnp.where(after.legal_action_mask, 0.0, -1e9)
        value = jnp.zeros(matches)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value), after

    def policy(states: Any) -> Any:
        logits = jnp.zeros((matches, env.num_actions))
        root = mctx.RootFnOutput(prior_logits=logits, value=jnp.zeros(matches), embedding=states)
        return mctx.gumbel_muzero_policy(
            *((), jax.random.PRNGKey(5), root, expand, simulations),
            invalid_actions=~states.legal_action_mask,
            max_num_considered_actions=simulations,
        )

    return jax.jit(policy)(states)


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
def test_mctx_searches_without_glue(game: str) -> None:
    env, matches = make(game), 3
    states = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(4), matches))
    found = search(env, states, 8)
    legal = np.asarray(states.legal_action_mask)
    assert legal[np.arange(matches), np.asarray(found.action)].all()
    assert not np.asarray(found.action_weights)[~legal].any()
    assert np.asarray(found.search_tree.node_visits[:, 0]).tolist() == [9] * matches


def test_a_search_sees_the_move_that_wins_at_once() -> None:
    env = make("tokan")
    winning: list[set[int]] = []
    tables: list[Position] = []
    for seed in range(60):
        table = Table("tokan", "", seed)
        before = table.position
        while not table.position.is_over:
            before = table.position
            table.play(table.random.choice(table.legal()))
        results = {table.space.encode(before, move)[0]: before.apply(move) for move in before.legal_moves()}
        wins = {action for action, end in results.items() if end.is_over and end.outcome().winner == before.seat}
        if 0 < len(wins) < len(results):
            winning.append(wins)
            tables.append(before)
    assert len(tables) > 5
    states = jax.tree.map(lambda *leaves: jnp.stack(leaves), *map(env.from_table, tables))
    chosen = np.asarray(search(env, states, 64).action).tolist()
    assert all(action in wins for action, wins in zip(chosen, winning, strict=True))


def test_what_is_not_played_here_is_refused() -> None:
    with pytest.raises(BadSetup):
        make("tokan", "setup=draft")
    with pytest.raises(UnknownGame):
        make("chess")
