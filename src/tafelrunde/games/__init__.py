"""The rules of the games, pure: no files, no clocks, no randomness of their own."""
