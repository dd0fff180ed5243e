"""What the simulation looks like to clients: entities, models, the driver's own state."""
