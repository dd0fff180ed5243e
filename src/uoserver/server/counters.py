"""What a server counts while it runs: traffic, frames, and what it turned away, by reason."""

from __future__ import annotations

from bisect import bisect_left
from copy import deepcopy
from typing import TYPE_CHECKING, Final

from . import refusals
from .observer import Observer

if TYPE_CHECKING:
    from uoproto.connection import ServerConnection

FRAME_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Upper bounds in seconds of the classes that frame times are counted in; 0.05 is a stock frame."""

OTHER: Final = "other"
REFUSALS: Final = {
    refusals.WRONG_VERSION: "version",
    refusals.BAD_CHALLENGE: "challenge",
    refusals.PING_TOO_LOW: "ping_low",
    refusals.PING_TOO_HIGH: "ping_high",
    refusals.SERVER_FULL: "full",
    refusals.BAD_USERINFO: "userinfo",
    refusals.TOO_MANY_FROM_ADDRESS: "address",
    refusals.BANNED: "banned",
    refusals.BANNED_FOR_NOW: "banned",
    refusals.NO_MAP: "no_map",
    "GAME_INVALIDPASSWORD": "password",
}
"""Reasons of refused connects by the text of the refusal. They are few and known before: a reason
made of what a stranger sent would let him fill the memory of whatever collects the numbers."""
TOO_SOON: Final = "too_soon"
SILENCES: Final = {
    refusals.Silence.TOO_SOON: TOO_SOON,
    refusals.Silence.BANNED: "banned",
    refusals.Silence.GUESSING: "password",
}
"""Reasons of connects that get no answer."""
DROPS: Final = {
    "EXE_DISCONNECTED": "left",
    "EXE_TIMEDOUT": "timeout",
    "EXE_PLAYERKICKED": "kicked",
    "EXE_SERVERCOMMANDOVERFLOW": "overflow",
    "EXE_SERVERMESSAGEOVERFLOW": "overflow",
    "EXE_LOSTRELIABLECOMMANDS": "lost_commands",
    "EXE_SERVERRESTARTMISC": "sequence",
    "broken download": "download",
    "GAME_INVALIDPASSWORD": "password",
}
"""Reasons why clients were dropped, by the text of the drop."""

DOWNLOADS: Final = ("started", "finished", "broken_off", "redirected", "refused")


class Counters(Observer):
    """The numbers of one server since its start; they only grow."""

    def __init__(self) -> None:
        self.packets_in = 0
        self.bytes_in = 0
        self.packets_out = 0
        self.bytes_out = 0
        self.unreadable = 0
        """Connectionless requests that are damaged or unknown."""
        self.brief_answers = 0
        """Queries beyond the limit of their address that were answered in short."""
        self.ignored = 0
        """Damaged sequenced datagrams; that some come late or twice is the way of networks."""
        self.refused = dict.fromkeys((*REFUSALS.values(), TOO_SOON, OTHER), 0)
        """Connects that did not lead to a slot."""
        self.dropped = dict.fromkeys((*DROPS.values(), OTHER), 0)
        """Clients who left or were sent away."""
        self.downloads = dict.fromkeys(DOWNLOADS, 0)
        """Requests for packs, and how those end that are sent in blocks."""
        self.download_bytes = 0
        """How far those transfers came, in bytes of the files."""
        self.maps = 0
        """Levels that began, restarts not counted."""
        self.frame_classes = [0] * (len(FRAME_BOUNDS) + 1)
        """Rounds of frames by how long they took; the last class has no bound."""
        self.frame_seconds = 0.0
        self.late_frames = 0
        """Frames that ran in one go with an earlier one, or not at all."""

    def took(self, seconds: float, late_frames: int) -> None:
        """Count a round of frames with all that was sent; ``late_frames`` is since the start."""
        self.frame_classes[bisect_left(FRAME_BOUNDS, seconds)] += 1
        self.frame_seconds += seconds
        self.late_frames = late_frames

    def refuse(self, text: str) -> None:
        """Count a connect that was answered by this error."""
        self.refused[REFUSALS.get(text, OTHER)] += 1

    def copy(self) -> Counters:
        """Return the numbers as they are now, for another thread to read."""
        return deepcopy(self)

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:  # noqa: ARG002
        """Count a client who left or was sent away."""
        self.dropped[DROPS.get(reason, OTHER)] += 1

    def level_began(self) -> None:
        """Count a level."""
        self.maps += 1
