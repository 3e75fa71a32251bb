"""Puzzles: positions with a proved answer, found in games of the levels, graded, and kept as a table."""
