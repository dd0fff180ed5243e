"""Both peers as sans-IO state machines: bytes and times in, events and datagrams out."""

from __future__ import annotations

from .client import ClientConnection
from .config import ClientConfig, ServerConfig
from .events import Address, Event
from .retail import GameFiles
from .server import ServerConnection
from .states import ConnState, SlotState

__all__ = [
    "Address",
    "ClientConfig",
    "ClientConnection",
    "ConnState",
    "Event",
    "GameFiles",
    "ServerConfig",
    "ServerConnection",
    "SlotState",
]
