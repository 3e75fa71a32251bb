"""Studies that several people read and write at once: their operations, their state, and permissions."""
