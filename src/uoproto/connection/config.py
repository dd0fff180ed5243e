"""What the two sides of a connection are told once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ..constants import (
    CLIENT_TIMEOUT_MS,
    SERVER_TIMEOUT_MS,
    ZOMBIE_MS,
)
from ..oob import Connect
from ..text import info_build
from .retail import GameFiles

LONGEST_CHALLENGE: Final = -0x80000000
"""Stands for the challenge that is not known yet when a userinfo is tried."""


@dataclass(slots=True)
class ClientConfig:
    """How a client behaves. Times in milliseconds."""

    userinfo: dict[str, str] = field(
        default_factory=lambda: {"name": "UnnamedPlayer", "rate": "25000", "snaps": "20"}
    )
    """Userinfo keys; protocol, qport and challenge are added when connecting."""
    qport: int = 0
    """0..65535, different for each client behind one address."""
    max_packets: int = 30
    """Packets (and usercmds) a second in play; a retail client allows 15 to 100."""
    packet_dup: int = 1
    """How many older packets' usercmds are repeated, 0..5."""
    no_delta: bool = False
    """Ask for a full snapshot every time."""
    auto_load: bool = True
    """Take every gamestate as loaded at once; else call `ClientConnection.loaded`."""
    allow_download: bool = False
    """Fetch files the server names in sv_referencedPakNames before loading."""
    has_pak: Callable[[str, int], bool] = lambda _name, _checksum: False
    """Says whether a pack of that name and checksum is here already."""
    timeout_ms: int = CLIENT_TIMEOUT_MS
    lenient: bool = False
    """Read messages as forgivingly as the stock client does."""
    strict: bool = False
    """Check all that a retail client enforces: its drops become `Disconnected`, its lesser
    troubles `RetailWarning`."""
    files: GameFiles = field(default_factory=GameFiles)
    """For ``strict``: the names the client's own game files hold."""

    def connect_request(self, challenge: int = LONGEST_CHALLENGE) -> bytes:
        """Return the connect datagram.

        Raises `LocalProtocolError` for a userinfo or qport that no connect can carry, which with
        the default challenge says so before one is known.
        """
        info = info_build(self.userinfo.items())
        return Connect.build(info, qport=self.qport, challenge=challenge).encode()


@dataclass(slots=True)
class ServerConfig:
    """What all clients of a server share; the server changes it when cvars or the map change."""

    server_id: int = 16
    """sv_serverid: its low byte must come back in every client header."""
    checksum_feed: int = 0
    weapon_count: int = 1
    """Weapons in configstring 7; a usercmd's weapon must be 0..weapon_count."""
    timeout_ms: int = SERVER_TIMEOUT_MS
    zombie_ms: int = ZOMBIE_MS
    max_rate: int = 0
    flood_protect: bool = True
    pad_packets: int = 0
    """sv_padPackets: nop bytes behind each snapshot."""
