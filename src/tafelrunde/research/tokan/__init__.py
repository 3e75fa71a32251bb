"""Studies of TOKAN alone: how starts come out, and the atlas of those that are solved."""
