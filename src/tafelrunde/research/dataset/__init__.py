"""Data sets: matches and the decisions in them, as Parquet, with loaders for NumPy and PyTorch."""
