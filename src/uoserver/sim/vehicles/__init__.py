"""Tanks, jeeps, MSVs and helicopters (specification 5)."""
