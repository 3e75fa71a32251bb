"""Puzzles of Scho K.O. and Schokoly."""
