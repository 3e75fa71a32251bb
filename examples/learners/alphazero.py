"""AlphaZero on the accelerator: TOKAN in pure JAX, Gumbel search by mctx, a small residual network.

    python examples/learners/alphazero.py --minutes 9 --out weights

needs `pip install "tafelrunde[jax]" mctx` alone. Thousands of matches are played at once; the search improves the
network's policy, and the network learns what the search chose and how the matches ended. `curve.jsonl` gets a line for
every round and `weights.npz` is written every minute, so that a run may be stopped at any time; `--resume
weights/weights.npz` goes on from there. Beside it `alphazero_match.py` lets the weights play our levels;
`alphazero_bot.py` is a bot with them.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import mctx
import numpy as np

from tafelrunde.research.jaxgames import auto_reset, make

ENV = make("tokan")
STEP = jax.vmap(auto_reset(ENV))
HALF = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
"""What the network counts in: half precision, where it is the faster one."""
ROWS, COLUMNS, FEATURES = ENV.observation_shape
LAYERS = ENV.num_actions // (ROWS * COLUMNS)
WEST_FOR_EAST = np.array([1, 0, 2, 3])
SOUTH_FOR_NORTH = np.array([0, 1, 3, 2])
"""Directions as a mirror shows them."""


class Sample(NamedTuple):
    """What is learned from one decision."""

    observation: Any
    mask: Any
    policy: Any
    value: Any


# --- The network -----------------------------------------------------------------------------------------------------


def new_weights(key, channels, blocks):
    """Return fresh weights: a dictionary of arrays."""
    sizes = {"stem": (3, 3, FEATURES + 4, channels), "policy": (1, 1, channels, LAYERS), "value": (channels, 64)}
    for block in range(blocks):
        sizes[f"block{block}a"] = sizes[f"block{block}b"] = (3, 3, channels, channels)
    sizes["score"] = (64, 1)
    weights = {}
    for name, size in sizes.items():
        key, part = jax.random.split(key)
        scale = np.sqrt(2 / np.prod(size[:-1])) * (0.1 if name.endswith("b") or name in {"policy", "score"} else 1)
        weights[name] = jax.random.normal(part, size) * scale
        weights[f"{name}.bias"] = jnp.zeros(size[-1])
    return weights


def network(weights, observation):
    """Return the logits of all actions and the value for the side to move, of a batch of observations."""
    seen = observation.astype(HALF)
    heights = seen[..., 6:7]
    levels = jnp.concatenate([(heights >= level).astype(HALF) for level in (2, 3, 4, 6)], axis=-1)
    x = jax.nn.relu(convolve(weights, "stem", jnp.concatenate([seen / 3, levels], axis=-1)))
    block = 0
    while f"block{block}a" in weights:
        inner = jax.nn.relu(convolve(weights, f"block{block}a", normal(x)))
        x = x + convolve(weights, f"block{block}b", inner)
        block += 1
    x = jax.nn.relu(normal(x))
    planes = convolve(weights, "policy", x).astype(jnp.float32)
    logits = jnp.moveaxis(planes, -1, 1).reshape(len(planes), -1)
    pooled = jnp.mean(x, axis=(1, 2)).astype(jnp.float32)
    hidden = jax.nn.relu(pooled @ weights["value"] + weights["value.bias"])
    return logits, jnp.tanh((hidden @ weights["score"] + weights["score.bias"])[:, 0])


def convolve(weights, name, x):
    """Convolve, edges padded with zeros."""
    kernel = weights[name].astype(HALF)
    y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return y + weights[f"{name}.bias"].astype(HALF)


def normal(x):
    """Scale the features of every cell to a mean square of one."""
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-3)


# --- Search and self-play --------------------------------------------------------------------------------------------


def expand(weights, _key, action, state):
    """Play an action in every tree, for mctx; values change sides with every move."""
    mover = state.current_player
    state = jax.vmap(ENV.step)(state, action)
    logits, value = network(weights, state.observation)
    logits = jnp.where(state.legal_action_mask, logits, jnp.finfo(jnp.float32).min)
    reward = jnp.take_along_axis(state.rewards, mover[:, None], axis=1)[:, 0]
    over = state.terminated
    return (
        mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(over, 0.0, -1.0),
            prior_logits=logits,
            value=jnp.where(over, 0.0, value),
        ),
        state,
    )


def search(weights, key, state, simulations, noise=1.0):
    """Search in every match of a batch."""
    logits, value = network(weights, state.observation)
    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
    return mctx.gumbel_muzero_policy(
        weights, key, root, expand, simulations, invalid_actions=~state.legal_action_mask, gumbel_scale=noise
    )


def self_play(weights, state, key, steps, simulations):
    """Play on in every match, and return the matches and the samples, [step, match, ...] flattened."""

    def one(state, key):
        searching, dealing = jax.random.split(key)
        # What a match that ended left behind is no part of the position in which the next one begins.
        fresh = state.replace(terminated=jnp.zeros_like(state.terminated), rewards=jnp.zeros_like(state.rewards))
        found = search(weights, searching, fresh, simulations)
        mover = state.current_player
        after = STEP(state, found.action, jax.random.split(dealing, len(mover)))
        reward = jnp.take_along_axis(after.rewards, mover[:, None], axis=1)[:, 0]
        sample = Sample(state.observation, state.legal_action_mask, found.action_weights.astype(HALF), reward)
        return after, (sample, after.terminated)

    state, (samples, over) = jax.lax.scan(one, state, jax.random.split(key, steps))

    def back(later, now):
        reward, over = now
        value = jnp.where(over, reward, -later)
        return value, value

    _, values = jax.lax.scan(back, network(weights, state.observation)[1], (samples.value, over), reverse=True)
    samples = samples._replace(value=values)
    return state, jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), samples), over.mean()


# --- Learning --------------------------------------------------------------------------------------------------------


def mirrored(sample, across, along):
    """Return samples with the field mirrored: the rules know no left and right, no up and down."""
    seen, policy, mask = (
        sample.observation,
        *(x.reshape(-1, LAYERS // 4, 4, ROWS, COLUMNS) for x in (sample.policy, sample.mask)),
    )

    def flip(wanted, axis, ways, seen, *planes):
        turned = [jnp.flip(x, axis)[:, :, ways] for x in planes]
        return (jnp.where(wanted, jnp.flip(seen, axis - 2), seen), *map(partial(jnp.where, wanted), turned, planes))

    seen, policy, mask = flip(across, 4, WEST_FOR_EAST, seen, policy, mask)
    seen, policy, mask = flip(along, 3, SOUTH_FOR_NORTH, seen, policy, mask)
    return Sample(seen, mask.reshape(sample.mask.shape), policy.reshape(sample.policy.shape), sample.value)


def loss(weights, sample):
    """Return the loss, and its parts of policy and value."""
    logits, value = network(weights, sample.observation)
    log_policy = jax.nn.log_softmax(jnp.where(sample.mask, logits, -1e9))
    target = sample.policy.astype(jnp.float32)
    # What is left of the search's policy after its own entropy: 0 where the network knows what the search would say.
    entropy = -jnp.sum(jnp.where(target > 0, target * jnp.log(jnp.maximum(target, 1e-9)), 0), axis=1)
    policy_loss = jnp.mean(-jnp.sum(target * jnp.where(sample.mask, log_policy, 0), axis=1) - entropy)
    value_loss = jnp.mean(jnp.square(value - sample.value))
    return policy_loss + value_loss, (policy_loss, value_loss)


def adam(weights, moments, gradient, step, rate):
    """Return weights and moments after one step of Adam, with a little decay of the weights and no wild gradients."""
    first, second = moments
    norm = jnp.sqrt(sum(jnp.sum(jnp.square(g)) for g in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda g: g / jnp.maximum(norm, 1.0), gradient)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, second, gradient)
    even, odd = 1 - 0.9 ** (step + 1.0), 1 - 0.99 ** (step + 1.0)

    def moved(w, m, v):
        return w - rate * (m / even / (jnp.sqrt(v / odd) + 1e-8) + 1e-4 * w)

    return jax.tree.map(moved, weights, first, second), (first, second)


def learn(weights, moments, samples, key, start, *, rate, size):
    """Go once through all samples in random order."""
    order = jax.random.permutation(key, len(samples.value))
    batches = order[: len(order) // size * size].reshape(-1, size)

    def one(carry, now):
        weights, moments = carry
        number, indices = now
        flips = jax.random.bernoulli(jax.random.fold_in(key, number), shape=(2,))
        sample = mirrored(jax.tree.map(lambda x: x[indices], samples), *flips)
        gradient, parts = jax.grad(loss, has_aux=True)(weights, sample)
        return adam(weights, moments, gradient, start + number, rate), parts

    (weights, moments), parts = jax.lax.scan(one, (weights, moments), (jnp.arange(len(batches)), batches))
    return weights, moments, [part.mean() for part in parts], start + len(batches)


# --- Measuring -------------------------------------------------------------------------------------------------------


def score(weights, rival, key, matches, simulations):
    """Return the mean result of the network's search against that of a rival's, and its standard error."""
    dealt = jax.vmap(ENV.init)(jax.random.split(key, matches))
    side = jnp.arange(matches) % 2

    def one(state, key):
        mine = search(weights, key, state, simulations, 0.0).action
        theirs = search(rival, key, state, simulations, 0.0).action
        state = jax.vmap(ENV.step)(state, jnp.where(state.current_player == side, mine, theirs))
        return state, jnp.take_along_axis(state.rewards, side[:, None], axis=1)[:, 0]

    _, results = jax.lax.scan(one, dealt, jax.random.split(key, 40))
    results = results.sum(axis=0)
    return results.mean(), results.std() / np.sqrt(matches)


def save(path, weights, **numbers):
    """Write weights, in half the bytes, and a few numbers; a reader never sees half a file."""
    arrays = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    with path.with_suffix(".part").open("wb") as file:
        np.savez(file, **arrays, **{f"={name}": number for name, number in numbers.items()})
    path.with_suffix(".part").replace(path)


def load(path):
    """Return the weights and the numbers of a file."""
    with np.load(path) as file:
        weights = {name: jnp.asarray(file[name], jnp.float32) for name in file.files if name[0] != "="}
        return weights, {name[1:]: float(file[name]) for name in file.files if name[0] == "="}


def main():
    """Play and learn until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=9.0, help="how long, compiling included")
    parser.add_argument("--out", type=Path, default=Path("weights"), help="a folder")
    parser.add_argument("--resume", type=Path, help="weights to begin with")
    parser.add_argument("--matches", type=int, default=4096, help="played at once")
    parser.add_argument("--steps", type=int, default=24, help="of every match in a round")
    parser.add_argument("--simulations", type=int, default=32, help="a move")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--batch", type=int, default=1024, help="samples a step of learning")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning; falls to a twentieth towards the end")
    parser.add_argument("--points", type=int, default=8, help="of the curve: a match against the first weights")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begin = time.perf_counter()
    args.out.mkdir(parents=True, exist_ok=True)
    key = jax.random.PRNGKey(args.seed)
    weights, numbers = load(args.resume) if args.resume else (new_weights(key, args.channels, args.blocks), {})
    moments = (jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights))
    play = jax.jit(partial(self_play, steps=args.steps, simulations=args.simulations), donate_argnums=1)
    train = jax.jit(partial(learn, size=args.batch), donate_argnums=(0, 1))
    compare = jax.jit(partial(score, matches=512, simulations=args.simulations))
    state = jax.jit(jax.vmap(ENV.init))(jax.random.split(jax.random.fold_in(key, 0), args.matches))
    first = jax.tree.map(jnp.copy, weights)
    step, minutes_before, positions = jnp.int32(0), numbers.get("minutes", 0.0), numbers.get("positions", 0.0)
    saved, measured, number = begin, begin, 0
    while (passed := (time.perf_counter() - begin) / 60) < args.minutes or number == 0:
        number += 1
        keys = jax.random.split(jax.random.fold_in(key, number), 3)
        part = min(passed / args.minutes, 1.0)
        rate = args.rate * min(1.0, number / 5) * (0.05 + 0.95 * 0.5 * (1 + np.cos(np.pi * part)))
        state, samples, ended = play(weights, state, keys[0])
        weights, moments, losses, step = train(weights, moments, samples, keys[1], step, rate=rate)
        positions += args.matches * args.steps
        row = {"round": number, "positions": positions, "ended": float(ended), "rate": rate}
        row |= {"policy_loss": float(losses[0]), "value_loss": float(losses[1])}
        if time.perf_counter() - measured > args.minutes * 60 / args.points:
            measured = time.perf_counter()
            row["against_first"], row["against_first_se"] = map(float, compare(weights, first, keys[2]))
            save(args.out / f"weights-{number:05}.npz", weights, positions=positions)
        row["minutes"] = minutes_before + (time.perf_counter() - begin) / 60
        with (args.out / "curve.jsonl").open("a") as file:
            print(json.dumps(row), file=file)
        if number < 4 or "against_first" in row:
            print(json.dumps(row), flush=True)
        if time.perf_counter() - saved > 45:
            saved = time.perf_counter()
            save(args.out / "weights.npz", weights, minutes=row["minutes"], positions=positions)
    save(args.out / "weights.npz", weights, minutes=row["minutes"], positions=positions)


if __name__ == "__main__":
    main()
