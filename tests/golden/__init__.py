"""Golden games: one of each variant, written down move by move. `python -m tests.golden` writes them anew."""
