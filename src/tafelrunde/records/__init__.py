"""Record files: reading, writing, replaying, hiding, and deals that anybody can verify."""
