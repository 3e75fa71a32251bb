"""Tournaments of any mix of players: who meets whom, what came out, and how sure that is."""
