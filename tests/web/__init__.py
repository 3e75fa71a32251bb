"""The web client, as people use it: a real server, a real browser."""
