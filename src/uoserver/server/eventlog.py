"""The log of events as JSON lines (cvar ``g_logJson``; operators: row 19).

Made from the lines of the game log and from what observers are told, for programs that would
rather not parse games_mp.log. The fields are listed in ``docs/server-admin.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from uoproto.text import info_get
from uoserver.console.archive import without_secrets
from uoserver.game.game import clean_name

from .eventlines import parse_line
from .logfile import LogFile
from .observer import Observer

if TYPE_CHECKING:
    from pathlib import Path

    from uoproto.connection import Address, ServerConnection
    from uoserver.console.cvars import Cvar

    from .state import ServerState

FLUSH_MS: Final = 1000
"""How long an event stays in memory with ``g_logSync 0``."""
KICKED: Final = "EXE_PLAYERKICKED"


def utc_now() -> datetime:
    """Return the time of day that events are dated by."""
    return datetime.now(UTC)


class EventLog(Observer):
    """Writes events; without ``g_logJson`` it does nothing."""

    def __init__(
        self, server: ServerState, root: Path, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """Begin a log below ``root``, the write path; ``clock`` gives UTC."""
        self._server: Final = server
        self._clock: Final = clock
        self._file: Final = LogFile(root, "events are")
        self._open = False
        self._next_flush = 0
        server.cvars.on_change("g_logJson", self._changed)
        self._changed()

    # -- what is told -----------------------------------------------------------------------------

    def client_came(self, client: ServerConnection) -> None:
        """Log a client who has a slot."""
        name = clean_name(info_get(client.userinfo, "name"))
        self._write("connect", slot=client.client_num, name=name, address=_text(client.address))

    def client_entered(self, client: ServerConnection, name: str) -> None:
        """Log a client who is in the world."""
        self._write("enter", slot=client.client_num, name=name, address=_text(client.address))

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:
        """Log who left or was sent away, and why."""
        self._write(
            "kick" if reason == KICKED else "drop",
            slot=client.client_num,
            name=name,
            address=_text(client.address),
            reason=reason,
        )

    def rcon_ran(self, address: Address, command: str, *, limited: bool) -> None:
        """Log a command of rcon, without passwords that it sets."""
        text = without_secrets(command, self._server.cvars)
        self._write("rcon", address=_text(address), command=text, limited=limited)

    def game_said(self, lines: Sequence[str]) -> None:
        """Log what lines of the game log say."""
        if not self._open:
            return
        for line in lines:
            event = parse_line(line)
            if event is None:
                continue
            name, fields = event
            if name == "level":
                self._file_of_level()
                fields = self._level()
            self._write(name, **fields)

    def frame(self, now: int) -> None:
        """Write what is still in memory."""
        if self._open and now >= self._next_flush:
            self._next_flush = now + FLUSH_MS
            self._file.flush()

    def reread(self) -> None:
        """Open the file anew: it may have been moved away."""
        self._file_of_level()

    def stopped(self) -> None:
        """Log the end."""
        self._stop()

    # -- the file ---------------------------------------------------------------------------------

    def _changed(self, _: Cvar | None = None) -> None:
        self._stop()
        if self._server.cvars.get("g_logJson"):
            self._open = True
            self._file_of_level()
            cvars = self._server.cvars
            version, protocol = cvars.get("shortversion"), cvars.get_int("protocol")
            self._write("start", version=version, protocol=protocol)

    def _stop(self) -> None:
        self._write("stop")
        self._open = False
        self._file.close()

    def _file_of_level(self) -> None:
        cvars = self._server.cvars
        if self._open:
            self._file.open(cvars.get("fs_game"), cvars.get("g_logJson"))

    def _level(self) -> dict[str, object]:
        cvars = self._server.cvars
        return {
            "map": cvars.get("mapname"),
            "gametype": cvars.get("g_gametype"),
            "hostname": cvars.get("sv_hostname"),
            "max_clients": cvars.get_int("sv_maxclients"),
        }

    def _write(self, event: str, /, **fields: object) -> None:
        if not self._open:
            return
        time = self._clock().replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
        entry = {"time": time, "level_ms": self._server.time, "event": event, **fields}
        # ASCII only: any byte of a name is escaped as the character of its number
        sync = bool(self._server.cvars.get_int("g_logSync"))
        self._file.write([json.dumps(entry, separators=(",", ":")) + "\n"], sync=sync)


def _text(address: Address) -> str:
    return f"{address[0]}:{address[1]}"
