"""Studies that several people read and write at once: what can be done in one, what it is then, and who may."""
