"""Players for Scho K.O. and Schokoly: the levels 1 to 8, and analysis."""
