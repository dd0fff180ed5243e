"""The bunker: choosing a vehicle, the lift, and the ways back (specification 5; rules 6)."""
