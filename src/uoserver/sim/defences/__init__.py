"""What fights without a driver: the guns of towers, drones, the submarine."""
