"""A client that plays a match as bots do: it sees what snapshots say, and presses keys.

`Pilot` is the player, without sockets, files or clocks; `runner` lets one play on a server.
"""

from .country import Country
from .pilot import Pilot

__all__ = ["Country", "Pilot"]
