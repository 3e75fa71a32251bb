"""Finding opponents: seeks, pairing, challenges, and the lobby that shows them."""
