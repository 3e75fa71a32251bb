"""Who thinks for a computer's seat, and where long questions are worked on."""
