"""What is asked of the tables about people: scripts for both databases."""
