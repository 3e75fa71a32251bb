"""Somebody to play with: seeks, how they are put together, challenges, and the lobby that shows them."""
