"""The colours that the drawings of all games share, for terminals and for pictures alike.

No meaning hangs on a colour alone: every colour here goes with a letter, a mark or a line of its own.
"""

CREAM = "#fbf5ea"
GOLD = "#ffd877"
LEGAL = "#8fdb9a"
LEGAL_DEEP = "#2f8a4a"
COCOA = "#2b1d14"
