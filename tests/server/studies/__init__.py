"""Studies that several people read and write."""
