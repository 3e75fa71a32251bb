"""Databases that earlier releases have written, and what is to be found in them."""
