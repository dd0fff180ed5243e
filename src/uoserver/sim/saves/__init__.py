"""A match as bytes: what a state must be, writing and reading it."""
