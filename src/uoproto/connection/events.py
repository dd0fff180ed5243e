"""What happens on a connection: everything `receive_datagram` and `handle_timeout` can return.

Events are frozen records. A connection never raises for what a peer sends: bytes it cannot use
become `PacketIgnored`, a fault the protocol does not survive becomes `Disconnected` (client) or
`Dropped` (server). A datagram causes at most one event for every two bytes of the largest message
(client) or two for each of 64 commands and a handful more (server).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..gamestate import Gamestate
from ..snapshot import Snapshot
from ..states import UserCmd
from .states import ConnState, SlotState

Address = tuple[str, int]
"""Host as numeric text, and UDP port."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


# -- either side --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PacketIgnored(Event):
    """A datagram had no effect; ``reason`` says why in words. Old duplicates are not reported.

    ``malformed``: its bytes break the protocol; else it only came at the wrong time.
    """

    reason: str
    malformed: bool = False


@dataclass(frozen=True, slots=True)
class SequenceExhausted(Event):
    """The netchan's sequence space is used up: reconnect (spec: Sequence-space caveat)."""


# -- client -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConnStateChanged(Event):
    """The client went from one state to another."""

    old: ConnState
    new: ConnState


@dataclass(frozen=True, slots=True)
class TextPrinted(Event):
    """The server sent text for the console, as a connectionless ``print``."""

    text: str


@dataclass(frozen=True, slots=True)
class GamestateReceived(Event):
    """A level begins. ``server_id`` is the sv_serverid of its systeminfo.

    Load what you need, then call `ClientConnection.loaded` (done at once with ``auto_load``).
    """

    gamestate: Gamestate
    server_id: int


@dataclass(frozen=True, slots=True)
class SnapshotReceived(Event):
    """A snapshot was accepted.

    ``message_number`` is the netchan sequence it came in, ``ping_ms`` the round trip it shows
    (999 when no usercmd of ours is in it yet).
    """

    message_number: int
    snapshot: Snapshot
    ping_ms: int


@dataclass(frozen=True, slots=True)
class SnapshotDiscarded(Event):
    """A delta snapshot whose base is not held any more, or one before any gamestate.

    A full one is asked for.
    """

    message_number: int
    delta_distance: int


@dataclass(frozen=True, slots=True)
class ServerCommandReceived(Event):
    """A reliable server command runs now, with the snapshot that it belongs to.

    The letters the engine handles itself (``d``, ``x`` to ``z``, ``w``) come as
    `ConfigstringChanged` and `Disconnected` besides.
    """

    sequence: int
    text: str


@dataclass(frozen=True, slots=True)
class ConfigstringChanged(Event):
    """A configstring has a new value."""

    index: int
    value: str


@dataclass(frozen=True, slots=True)
class MapRestarted(Event):
    """The level starts over without a gamestate; ``persistent`` for ``n``, not for ``B``."""

    persistent: bool


@dataclass(frozen=True, slots=True)
class LoadingNewMap(Event):
    """The server announced its next map; the gamestate follows."""

    map_name: str
    gametype: str


@dataclass(frozen=True, slots=True)
class DownloadProgress(Event):
    """A piece of a file arrived; ``received`` of ``total`` bytes are here."""

    name: str
    data: bytes
    received: int
    total: int


@dataclass(frozen=True, slots=True)
class DownloadFinished(Event):
    """A file is complete."""

    name: str


@dataclass(frozen=True, slots=True)
class DownloadFailed(Event):
    """The server refused or broke off a download; ``reason`` is its text."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DownloadRedirected(Event):
    """The file is to be fetched from ``url``; ``size`` in bytes.

    ``disconnect``: the server expects the client to leave meanwhile. The URL is a stranger's:
    check it before opening it. Report with `ClientDownloads.redirect_done`.
    """

    name: str
    url: str
    size: int
    disconnect: bool


@dataclass(frozen=True, slots=True)
class RetailWarning(Event):
    """Strict mode: a retail client would go on, but show or count something wrong."""

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class Disconnected(Event):
    """The connection is over. ``reason`` is the server's text, a localisation key or ours."""

    reason: str


# -- server -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SlotStateChanged(Event):
    """The client's slot went from one state to another."""

    old: SlotState
    new: SlotState


@dataclass(frozen=True, slots=True)
class AddressChanged(Event):
    """The client's UDP port was translated anew; later datagrams go there."""

    old: Address
    new: Address


@dataclass(frozen=True, slots=True)
class GamestateNeeded(Event):
    """The client has no valid gamestate: answer with `ServerConnection.send_gamestate`."""


@dataclass(frozen=True, slots=True)
class EnteredWorld(Event):
    """The client's first move came (or it goes on after a map_restart): spawn its player."""

    usercmd: UserCmd


@dataclass(frozen=True, slots=True)
class UserCommands(Event):
    """New usercmds of an active client, oldest first; duplicates are taken out."""

    commands: tuple[UserCmd, ...]


@dataclass(frozen=True, slots=True)
class ClientCommand(Event):
    """A reliable command for the game module. ``flooding``: stock would not pass it on."""

    text: str
    flooding: bool


@dataclass(frozen=True, slots=True)
class UserinfoChanged(Event):
    """The client replaced its userinfo."""

    userinfo: str


@dataclass(frozen=True, slots=True)
class PureAnswer(Event):
    """The client sent ``cp`` with its checksums, or ``vdr``: then there are none yet."""

    checksums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DownloadRequested(Event):
    """The client asks for a file: answer by `ServerDownload.start`, ``redirect`` or ``refuse``."""

    name: str


@dataclass(frozen=True, slots=True)
class RedirectAnswered(Event):
    """The client's ``wwwdl`` answer: ack, done, fail, chkfail or bbl8r."""

    answer: str

    @property
    def failed(self) -> bool:
        """Whether the client has no good file; it must go out in blocks.

        A stock server sends a gamestate then (msg: Further facts), with which the client asks for
        the file again.
        """
        return self.answer in {"fail", "chkfail"}


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """The client is gone from the game; ``reason`` is a localisation key or literal text."""

    reason: str
