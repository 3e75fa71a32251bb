"""Rate limits: token buckets, and what counts as one address."""
