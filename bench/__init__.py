"""Measurements: ratios taken side by side in one run, because machines are noisy."""
