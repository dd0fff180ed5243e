"""The console commands of a running server, a module for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bans import BanCommands
from .maps import MapCommands
from .options import OptionCommands
from .players import PlayerCommands
from .process import ProcessCommands
from .status import StatusCommands

if TYPE_CHECKING:
    from ..core import Server


def register_admin(server: Server) -> None:
    """Register the commands of a server that need more than its console."""
    MapCommands(server)
    StatusCommands(server)
    PlayerCommands(server)
    BanCommands(server)
    ProcessCommands(server)
    OptionCommands(server)


__all__ = ["register_admin"]
