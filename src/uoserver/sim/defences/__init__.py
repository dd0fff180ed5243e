"""What a side is defended by: towers, drones, the submarine."""
