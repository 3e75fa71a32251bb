"""The terminal game's room of the chocolate games."""
