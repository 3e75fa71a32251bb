"""Environments in the tools people use: PettingZoo, Gymnasium, and arrays of matches.

Needs the extra `research` and the native core. Hidden cards never leave a match: what an agent gets is made from the
view of its seat.
"""
