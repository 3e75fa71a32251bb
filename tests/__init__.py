"""The tests, one module for each module they look at, and the contract suites over everything registered."""
