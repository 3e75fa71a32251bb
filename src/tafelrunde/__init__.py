"""Tafelrunde plays, records and studies the board games TOKAN, Scho K.O. and Schokoly."""

__version__ = "0.1.0"
