"""PettingZoo's own checks, whose import warns of PettingZoo's own old names."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, seed_test

__all__ = ["api_test", "performance_benchmark", "seed_test"]
