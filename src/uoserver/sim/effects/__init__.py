"""Explosions and what they leave: timelines, damage boxes, debris, remains."""
