"""How often somebody may ask: token buckets, and by what an address counts."""
