"""Other servers for games, measured beside ours: installed where the pinned list says, and driven by our generator."""
