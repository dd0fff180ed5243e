"""Protocol 22 of Call of Duty: United Offensive, sans-IO: bytes and times in, events out.

The names below are the ones most programs start with. Each is imported when it is first used, so
that ``import uoproto`` costs nothing; everything else is in the modules, one per layer.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .connection import (
        ClientConfig,
        ClientConnection,
        ConnState,
        ServerConfig,
        ServerConnection,
        SlotState,
    )
    from .connection.events import (
        ClientCommand,
        ConfigstringChanged,
        ConnStateChanged,
        Disconnected,
        Dropped,
        EnteredWorld,
        Event,
        GamestateNeeded,
        GamestateReceived,
        PacketIgnored,
        ServerCommandReceived,
        SlotStateChanged,
        SnapshotReceived,
        UserCommands,
        UserinfoChanged,
    )
    from .demo import DemoPlayer, DemoReader, DemoRecorder, DemoWriter, ServerRecorder
    from .errors import (
        DemoError,
        LocalProtocolError,
        ProtocolError,
        RemoteProtocolError,
        UoError,
    )
    from .gamestate import Gamestate
    from .inspect import Inspector
    from .message import MessageReader, MessageWriter
    from .netchan import Netchan, Side
    from .oob import parse_oob, parse_request, parse_response
    from .servermessage import ServerCommand
    from .snapshot import Snapshot
    from .states import ClientState, EntityState, Frame, PlayerState, UserCmd

__all__ = [
    "ClientCommand",
    "ClientConfig",
    "ClientConnection",
    "ClientState",
    "ConfigstringChanged",
    "ConnState",
    "ConnStateChanged",
    "DemoError",
    "DemoPlayer",
    "DemoReader",
    "DemoRecorder",
    "DemoWriter",
    "Disconnected",
    "Dropped",
    "EnteredWorld",
    "EntityState",
    "Event",
    "Frame",
    "Gamestate",
    "GamestateNeeded",
    "GamestateReceived",
    "Inspector",
    "LocalProtocolError",
    "MessageReader",
    "MessageWriter",
    "Netchan",
    "PacketIgnored",
    "PlayerState",
    "ProtocolError",
    "RemoteProtocolError",
    "ServerCommand",
    "ServerCommandReceived",
    "ServerConfig",
    "ServerConnection",
    "ServerRecorder",
    "Side",
    "SlotState",
    "SlotStateChanged",
    "Snapshot",
    "SnapshotReceived",
    "UoError",
    "UserCmd",
    "UserCommands",
    "UserinfoChanged",
    "parse_oob",
    "parse_request",
    "parse_response",
]

_MODULES: Final = {
    "connection": "ClientConfig ClientConnection ConnState ServerConfig ServerConnection SlotState",
    "connection.events": "ClientCommand ConfigstringChanged ConnStateChanged Disconnected Dropped "
    "EnteredWorld Event GamestateNeeded GamestateReceived PacketIgnored ServerCommandReceived "
    "SlotStateChanged SnapshotReceived UserCommands UserinfoChanged",
    "demo": "DemoPlayer DemoReader DemoRecorder DemoWriter ServerRecorder",
    "errors": "DemoError LocalProtocolError ProtocolError RemoteProtocolError UoError",
    "gamestate": "Gamestate",
    "inspect": "Inspector",
    "message": "MessageReader MessageWriter",
    "netchan": "Netchan Side",
    "oob": "parse_oob parse_request parse_response",
    "servermessage": "ServerCommand",
    "snapshot": "Snapshot",
    "states": "ClientState EntityState Frame PlayerState UserCmd",
}
_HOMES: Final = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Import a public name from its module (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
