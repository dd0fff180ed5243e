"""The game on a map: players, what they do and what they see. No sockets, no wall clock."""
