"""The engine of the page beside the rules, records and players in Python."""
