"""The numbers of the simulation, as data."""
