"""Players that the server drives itself: what they know, want and press."""

from __future__ import annotations

from .atlas import Atlas
from .brain import Brain
from .sight import Sight, look

__all__ = ["Atlas", "Brain", "Sight", "look"]
