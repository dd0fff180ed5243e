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
    from .demo import DemoPlayer, DemoReader, DemoRecorder, DemoWriter
    from .errors import (
        DemoError,
        LocalProtocolError,
        ProtocolError,
        RemoteProtocolError,
        UoError,
    )
    from .inspect import Inspector
    from .message import MessageReader, MessageWriter
    from .netchan import Netchan, Side
    from .oob import parse_oob, parse_request, parse_response
    from .states import ClientState, EntityState, Frame, PlayerState, UserCmd

__all__ = [
    "ClientConfig",
    "ClientConnection",
    "ClientState",
    "ConnState",
    "DemoError",
    "DemoPlayer",
    "DemoReader",
    "DemoRecorder",
    "DemoWriter",
    "EntityState",
    "Frame",
    "Inspector",
    "LocalProtocolError",
    "MessageReader",
    "MessageWriter",
    "Netchan",
    "PlayerState",
    "ProtocolError",
    "RemoteProtocolError",
    "ServerConfig",
    "ServerConnection",
    "Side",
    "SlotState",
    "UoError",
    "UserCmd",
    "parse_oob",
    "parse_request",
    "parse_response",
]

_MODULES: Final = {
    "connection": "ClientConfig ClientConnection ConnState ServerConfig ServerConnection SlotState",
    "demo": "DemoPlayer DemoReader DemoRecorder DemoWriter",
    "errors": "DemoError LocalProtocolError ProtocolError RemoteProtocolError UoError",
    "inspect": "Inspector",
    "message": "MessageReader MessageWriter",
    "netchan": "Netchan Side",
    "oob": "parse_oob parse_request parse_response",
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
