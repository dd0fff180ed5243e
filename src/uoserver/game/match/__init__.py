"""The match on a map: drivers, rounds and sides around one simulation."""
