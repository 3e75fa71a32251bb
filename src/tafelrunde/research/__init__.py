"""Tools for researchers: environments, tournaments, data sets, work spread over machines.

Each layer, `spaces`, `envs.match`, `envs.vector` and `spiel`, has an interface, a file or folder for every game that
has something to say there, a registry with a line a game, and a general room for all other games.
"""
