"""Settings that every test shares.

Hypothesis profiles, chosen with ``pytest --hypothesis-profile=NAME``: ``dev`` (the default) looks at a few new random
examples on every run, ``ci`` looks at the same moderate number on every machine, ``long`` searches for hours.
"""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile("dev")

# Tests of the rules and of records cover both whole by themselves. Elsewhere the tracer would only cost time: the rules
# run half as fast under it.
_COVERING = [Path(__file__).parent / folder for folder in ("games", "records")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not any(item.path.is_relative_to(folder) for folder in _COVERING):
            item.add_marker(pytest.mark.no_cover)
