"""Who computes a computer's moves, and where long questions are answered."""
