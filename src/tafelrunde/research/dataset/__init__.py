"""Data sets: matches and the decisions in them, as Parquet, with loaders for NumPy and PyTorch.

In the words of the field a match is a trajectory or an episode, and a decision a sample of it: the observation, the
action that was taken, and the return of the seat that took it.
"""

from __future__ import annotations

from tafelrunde.extras import bring

bring("research", "pyarrow")
