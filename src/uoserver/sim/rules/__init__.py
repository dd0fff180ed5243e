"""Soldiers, gates, flags, random mines, and how a match ends."""
