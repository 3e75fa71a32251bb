"""What not every developer has, or has time for: tests that need it are skipped, but never by `make test-research`."""

import importlib
import os
from typing import Any

import pytest

EVERYTHING = "EVERYTHING" in os.environ

thorough = pytest.mark.skipif(not EVERYTHING, reason="takes long: make test-research")


def need(package: str) -> Any:
    """Return a package; without it skip the test, or fail where everything was promised to be there."""
    if EVERYTHING:
        return importlib.import_module(package)
    return pytest.importorskip(package, reason=f"{package} is not installed: make test-research")
