"""Matches over the network: the rules of a match, the protocol, and the programs that serve it."""
