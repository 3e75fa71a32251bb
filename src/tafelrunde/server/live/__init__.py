"""Matches that are being played: the one place where they change, and what happens to them without a client."""
