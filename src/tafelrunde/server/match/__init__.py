"""A match between people and computers: what happens, what follows from it, who may know it. Nothing here waits."""
