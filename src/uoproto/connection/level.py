"""What a client knows of the level it plays: everything a gamestate replaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..constants import (
    BIG_STRING_CHARS,
    MAX_CONFIGSTRINGS,
    MAX_RELIABLE_COMMANDS,
    ConfigstringIndex,
    SnapFlags,
)
from ..download import DownloadBlock, DownloadFailure, DownloadRedirect
from ..errors import (
    BadValueError,
    LimitExceededError,
    OutOfSequenceError,
    RemoteProtocolError,
)
from ..gamestate import Gamestate
from ..oob.packet import stock_int
from ..servermessage import Nop, ServerCommand, ServerOp
from ..snapshot import Snapshot
from ..states import EntityState, Frame, UserCmd
from ..text import info_get, tokenize, tokenize_rest
from ..usercmd import default_usercmd
from .clock import ServerClock
from .conduct import Conduct
from .events import (
    ConfigstringChanged,
    GamestateReceived,
    MapRestarted,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotDiscarded,
    SnapshotReceived,
)
from .frames import ReceivedFrames
from .retail import Finding, RetailRules
from .states import ConnInput, ConnState
from .usercmds import UserCmdLog

if TYPE_CHECKING:
    from .downloads import ClientDownloads
    from .session import ClientSession


class ClientLevel:
    """Applies the operations of server messages; it is the context they are decoded in."""

    def __init__(self, session: ClientSession, downloads: ClientDownloads) -> None:
        self._session = session
        self._downloads = downloads
        config = session.config
        self._rules = (
            RetailRules(config.files, downloads=config.allow_download) if config.strict else None
        )
        self._conduct = Conduct() if session.config.strict else None
        self.lenient = session.config.lenient
        self.message_number = 0
        """Netchan sequence of the message being read."""
        self._long_configstring: str | None = None
        self._began = False
        self._clear()

    def _clear(self) -> None:
        self.client_num = 0
        self.server_id = 0
        self.checksum_feed = 0
        self.configstrings: dict[int, str] = {}
        self.baselines: Mapping[int, EntityState] = {}
        self.frames = ReceivedFrames()
        self.clock = ServerClock()

    @property
    def serverinfo(self) -> str:
        """Configstring 0."""
        return self.configstrings.get(ConfigstringIndex.SERVERINFO, "")

    @property
    def systeminfo(self) -> str:
        """Configstring 1."""
        return self.configstrings.get(ConfigstringIndex.SYSTEMINFO, "")

    def default_usercmd(self) -> UserCmd:
        """Return the base of the next packet's first usercmd."""
        newest = self.frames.newest
        return default_usercmd(newest.frame.player) if newest else UserCmd()

    # -- decoding context -----------------------------------------------------------------------

    def base_frame(self, delta_distance: int) -> Frame | None:
        """Return the frame a snapshot of the current message is decoded against."""
        number = self.message_number - delta_distance
        return self.frames.content(number)

    # -- operations -----------------------------------------------------------------------------

    def take(self, operation: ServerOp, now: int) -> None:
        """Apply one operation of a server message."""
        match operation:
            case ServerCommand():
                self._server_command(operation)
            case Gamestate():
                self._gamestate(operation, now)
            case Snapshot():
                self._snapshot(operation, now)
            case DownloadBlock() | DownloadFailure() | DownloadRedirect():
                self._downloads.take(operation)
            case Nop():
                pass

    def _server_command(self, command: ServerCommand) -> None:
        received = self._session.server_commands
        if self._conduct:
            self._report(self._conduct.server_command(command.sequence, received.sequence))
        received.receive(command.sequence, command.text)

    def _gamestate(self, gamestate: Gamestate, now: int) -> None:
        session = self._session
        if gamestate.command_sequence < 0:
            raise BadValueError(f"server command sequence {gamestate.command_sequence}")
        self._clear()
        self._began = True
        self._downloads.reset()
        session.usercmds = UserCmdLog()
        if self._conduct:
            executed = session.server_commands.executed
            self._report(self._conduct.gamestate(gamestate.command_sequence, executed, now))
        session.server_commands.sequence = gamestate.command_sequence
        self.configstrings = dict(gamestate.configstrings)
        self.baselines = gamestate.baselines
        self.client_num = gamestate.client_num
        self.checksum_feed = gamestate.checksum_feed
        self._systeminfo()
        if self._rules and not self._report(self._rules.gamestate(gamestate)):
            return
        wanted = self._downloads.wanted(self.systeminfo)
        session.take(ConnInput.GAMESTATE_BUT_DOWNLOADS if wanted else ConnInput.GAMESTATE)
        session.emit(GamestateReceived(gamestate, self.server_id))
        if wanted:
            self._downloads.start(wanted)

    def _systeminfo(self) -> None:
        self.server_id = stock_int(info_get(self.systeminfo, "sv_serverid"))

    def _snapshot(self, snapshot: Snapshot, now: int) -> None:
        session = self._session
        number = self.message_number
        start = self.frames.count(snapshot.frame)
        base = number - snapshot.delta_distance
        full = not snapshot.delta_distance or base <= 0
        # the baselines may be missing: a server sends snapshots behind a gamestate that got lost
        if not self._began or not (full or self.frames.usable(base)):
            session.emit(SnapshotDiscarded(number, snapshot.delta_distance))
            if self._conduct and self._began:
                holds_any = self.frames.newest is not None
                self._report(self._conduct.delta(snapshot.delta_distance, holds_any=holds_any))
            return
        if self._rules and not self._report(self._rules.snapshot(snapshot)):
            return
        self.frames.accept(number, snapshot, start)
        self.clock.snapshot(snapshot.server_time, now)
        active = not snapshot.snap_flags & SnapFlags.NOT_ACTIVE
        if self._conduct:
            primed = session.state >= ConnState.PRIMED
            self._report(self._conduct.admission(now, primed=primed, active=active))
        if session.state == ConnState.PRIMED and active:
            session.take(ConnInput.ACTIVE_SNAPSHOT)
        command_time = int(snapshot.frame.player["commandTime"])
        ping = session.usercmds.ping(command_time, now)
        session.emit(SnapshotReceived(number, snapshot, ping))
        if session.state == ConnState.ACTIVE:
            self._run_commands(now)

    def dismissed(self, now: int) -> None:
        """Look at a connectionless disconnect that ends the connection, as a strict client."""
        if self._conduct:
            received = self._session.server_commands
            numbers = range(received.executed + 1, received.sequence + 1)
            waiting = map(received.text, numbers[-MAX_RELIABLE_COMMANDS:])
            self._report(self._conduct.forgotten(waiting, now, pure=self._pure))

    @property
    def _pure(self) -> bool:
        return info_get(self.systeminfo, "sv_pure") == "1"

    def _report(self, findings: Iterable[Finding]) -> bool:
        """Report a strict client's findings; return whether it stays."""
        for finding in findings:
            if finding.fatal:
                self._session.fault(f"{finding.rule}: {finding.detail}")
                return False
            self._session.emit(RetailWarning(finding.rule, finding.detail))
        return True

    # -- server commands ------------------------------------------------------------------------

    def _run_commands(self, now: int) -> None:
        session = self._session
        received = session.server_commands
        try:
            for sequence, text in received.take(received.sequence):
                session.emit(ServerCommandReceived(sequence, text))
                self._run_command_safely(text, now)
                if session.state == ConnState.DISCONNECTED:
                    return
            if self._rules:
                self._rules.played()
        except OutOfSequenceError:  # it would never run a command again, not even ``w``
            session.fault("EXE_ERR_RELIABLE_CYCLED_OUT")

    def _run_command_safely(self, text: str, now: int) -> None:
        """Run a command; one that makes no sense must not keep the next ones from running."""
        if self._rules and not self._report(self._rules.command(text)):
            return
        try:
            self._run_command(text, now)
        except RemoteProtocolError as error:
            if self._rules:
                self._session.fault(f"parsing: {error}")
            else:
                self._session.emit(PacketIgnored(str(error)))

    def _run_command(self, text: str, now: int) -> None:
        words = tokenize(text)
        match words[0][:1] if words else "":
            case "w":
                if self._conduct:
                    reason = words[1] if len(words) > 1 else ""
                    self._report(self._conduct.dismissed(reason, now, pure=self._pure))
                self._session.fault(words[1] if len(words) > 1 else "EXE_SERVER_DISCONNECTED")
            case "d":
                self._configstring(text)
            case "x" | "y" | "z" as letter:
                self._configstring_piece(letter, text)
            case "n" | "B" as letter:
                self._session.usercmds.clear_commands()
                self._session.emit(MapRestarted(persistent=letter == "n"))

    def _configstring(self, text: str) -> None:
        words = tokenize_rest(text, 3)
        index = stock_int(words[1]) if len(words) > 1 else -1
        if not 0 <= index < MAX_CONFIGSTRINGS:
            raise BadValueError(f"configstring {index}")
        value = words[2] if len(words) > 2 else ""
        if self.configstrings.get(index, "") == value:
            return
        self.configstrings[index] = value
        if self._rules and not self._report(
            self._rules.configstring(index, value, self.configstrings)
        ):
            return
        if index == ConfigstringIndex.SYSTEMINFO:
            self._systeminfo()
        self._session.emit(ConfigstringChanged(index, value))

    def _configstring_piece(self, letter: str, text: str) -> None:
        words = tokenize_rest(text, 3)
        chunk = words[2] if len(words) > 2 else ""
        if letter == "x":
            self._long_configstring = f"d {words[1] if len(words) > 1 else ''} {chunk}"
            return
        if self._long_configstring is None:
            raise BadValueError(f"a configstring piece {letter!r} without its beginning")
        self._long_configstring += chunk
        if len(self._long_configstring) >= BIG_STRING_CHARS:
            self._long_configstring = None
            raise LimitExceededError("bcs exceeded: a configstring is too long")
        if letter == "z":
            whole, self._long_configstring = self._long_configstring, None
            self._configstring(whole)
