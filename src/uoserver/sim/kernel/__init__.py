"""Numbers: fixed point, angles, directions, random numbers, lines."""
