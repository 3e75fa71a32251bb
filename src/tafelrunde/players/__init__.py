"""Computer players: each is handed a view, a budget and a source of chance, and chooses a move."""
