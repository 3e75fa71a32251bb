"""Ratings: what the results of rated matches say about how well people play. Nothing here waits or reads a clock."""
