"""Tournaments of any mix of players: who meets whom, what came out, and how sure that is."""

from __future__ import annotations

from tafelrunde.extras import bring

bring("research", "evalica")
