"""The terminal game's room of TOKAN."""
