"""Commands that only TOKAN has."""
