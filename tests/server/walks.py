"""Long random histories of a model: many steps that concern somebody, where Hypothesis tries few of few kinds.

Hypothesis leaves out most rules of a machine in each example (swarm testing) and shrinks what fails. A walk takes all
of them, each as often as it has weight. What it did is in the error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine

_ARGUMENTS: dict[str, Callable[[Random], Any]] = {
    "about": lambda rng: rng.randrange(2),
    "account": lambda rng: rng.choice(("ann", "bob")),
    "again": lambda rng: rng.random() < 0.3,
    "device": lambda rng: rng.randrange(6),
    "chosen": lambda rng: rng.randrange(10),
    "elsewhere": lambda rng: rng.random() < 0.2,
    "name": lambda rng: rng.choice(("ann", "bob", "robo")),
    "other": lambda rng: rng.choice(("ann", "bob", "robo")),
    "scopes": lambda rng: rng.choice(("", "", "play", "read", "play read")),
    "loser": lambda rng: rng.randrange(3),
    "number": lambda rng: rng.randrange(1, 4),
    "on": lambda rng: rng.random() < 0.5,
    "only": lambda rng: rng.choice(("", "read", "play")),
    "study": lambda rng: rng.randrange(10),
    "match": lambda rng: rng.randrange(10),
    "person": lambda rng: rng.randrange(2),
    "process": lambda rng: rng.randrange(2),
    "proposer": lambda rng: rng.randrange(3),
    "seat": lambda rng: rng.randrange(3),
    "socket": lambda rng: rng.randrange(4),
    "session": lambda rng: rng.randrange(6),
    "token": lambda rng: rng.randrange(10),
    "watching": lambda rng: rng.random() < 0.2,
    "what": lambda rng: rng.choice(("rematch", "revanche")),
    "which": lambda rng: set(rng.sample(range(6), rng.randrange(4))),
}


def seeds() -> range:
    """Return the seeds of as many walks as the profile of Hypothesis asks for: three, or thousands."""
    return range(max(1, settings().max_examples // 8))


def walk(
    machine: RuleBasedStateMachine, begin: Callable[[], None], seed: int, steps: int, weights: Mapping[str, int]
) -> None:
    """Let a machine do so many steps, and check after each what must be so."""
    rng, done = Random(seed), list[str]()
    rules = [each for each in machine.rules for _ in range(weights.get(each.function.__name__, 2))]
    try:
        begin()
        _check(machine)
        while len(done) < steps:
            rule = rng.choice(rules)
            if all(condition(machine) for condition in rule.preconditions):
                chosen = {name: _ARGUMENTS[name](rng) for name in sorted(rule.arguments)}
                done.append(f"{rule.function.__name__}({', '.join(f'{name}={chosen[name]}' for name in chosen)})")
                rule.function(machine, **chosen)
                _check(machine)
    except Exception as error:
        raise AssertionError(f"{error!r}\nafter these steps, seed {seed}:\n" + "\n".join(done)) from error
    finally:
        machine.teardown()


def _check(machine: RuleBasedStateMachine) -> None:
    for each in machine.invariants:
        each.function(machine)
