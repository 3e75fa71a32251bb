"""Settings that every test shares.

Hypothesis profiles, chosen with ``pytest --hypothesis-profile=NAME``: ``dev`` (the default) looks at a few new random
examples on every run, ``quick`` at hardly any, for `make check`, ``ci`` looks at the same moderate number on every
machine, ``long`` searches for hours.
"""

from hypothesis import settings

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("quick", max_examples=5, deadline=None, derandomize=True, database=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile("dev")
