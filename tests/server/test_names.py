"""Names of matches: nobody can guess them, and matches of one time lie together in the database."""

from __future__ import annotations

from random import Random

from tafelrunde.server.tokens import new_match_id


def test_matches_of_one_moment_lie_together_and_later_ones_behind() -> None:
    entropy = Random(1).randbytes
    first, second = 1_790_000_000_000, 1_790_000_001_000
    names = [new_match_id(entropy, moment) for moment in (second, first, second, first)]
    assert len(set(names)) == 4
    assert sorted(names) == sorted((names[1], names[3])) + sorted((names[0], names[2]))


def test_all_but_the_moment_is_chance() -> None:
    """A million guesses a second would find one of a million names of a known second after ten billion years."""
    moment = 1_790_000_000_000
    names = [new_match_id(Random(seed).randbytes, moment) for seed in range(2000)]
    assert len({name[:4] for name in names}) == 1
    for place in range(4, 22):
        assert len({name[place] for name in names}) == 64, place
