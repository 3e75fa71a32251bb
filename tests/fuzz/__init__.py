"""Fuzzing of everything that reads foreign text: nothing but typed errors may come out.

`python -m tests.fuzz --seconds N --seed S [TARGET]` runs for a while; the test suite runs a fixed number of examples.
"""
