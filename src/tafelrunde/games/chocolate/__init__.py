"""What Scho K.O. and Schokoly share: cards of four pieces, the field, tiers, turns, hidden hands."""
