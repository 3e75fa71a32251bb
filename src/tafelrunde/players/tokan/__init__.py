"""Computer players of TOKAN and the analysis of its games."""
