"""Shells, rockets, grenades, mines, and who fires them."""
