"""Puzzles of TOKAN."""
