"""Status reports: the server's settings and one line per player (spec: ``statusResponse`` format).

``gameCompleteStatus`` has the same form; a server sends it to its masters when a game is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from uoproto.constants import MAX_CLIENTS
from uoproto.errors import BadValueError, LimitExceededError

from .packet import OobPacket, one_line, quoted, read_int, seal_text

_PLAYER_LINE: Final = re.compile(r'([+-]?[0-9]{1,10}) ([+-]?[0-9]{1,10}) "(.*)"')


@dataclass(frozen=True, slots=True)
class StatusPlayer:
    """One player: score, ping in ms (999 while connecting), name with its colour codes."""

    score: int
    ping: int
    name: str

    def line(self) -> str:
        """Return ``score ping "name"``; `LocalProtocolError` for a quote or line feed in it."""
        return f"{self.score} {self.ping} {quoted(self.name)}"

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Parse a player line; names may be empty or hold blanks. `BadValueError` if malformed."""
        match = _PLAYER_LINE.fullmatch(line)
        if match is None:
            raise BadValueError(f"not a player line: {line[:40]!r}")
        return cls(read_int(match[1]), read_int(match[2]), match[3])


def _player_lines(lines: list[str], *, lenient: bool) -> Iterator[StatusPlayer]:
    for line in lines:
        if not line:
            continue
        try:
            yield StatusPlayer.from_line(line)
        except BadValueError:
            if not lenient:
                raise


@dataclass(frozen=True, slots=True)
class _StatusReport(OobPacket):
    info: str
    players: tuple[StatusPlayer, ...] = ()

    def _encode(self, command: str) -> bytes:
        lines = [command, one_line(self.info), *(player.line() for player in self.players)]
        return seal_text("\n".join(lines) + "\n")

    @classmethod
    def from_lines(cls, lines: list[str], *, lenient: bool = False) -> Self:
        """Parse the lines behind the command.

        Raises `BadValueError` for a malformed player line and `LimitExceededError` for more
        players than a server has slots; with ``lenient`` such lines are passed over.
        """
        info = lines[0] if lines else ""
        players = tuple(_player_lines(lines[1:], lenient=lenient))
        if len(players) > MAX_CLIENTS and not lenient:
            raise LimitExceededError(f"status of {len(players)} players")
        return cls(info, players[:MAX_CLIENTS])


@dataclass(frozen=True, slots=True)
class StatusResponse(_StatusReport):
    """``statusResponse``: the settings as an info string, and the players.

    Recorded settings have keys with blanks, dots and colour codes; read them with
    `uoproto.text.info_pairs`.
    """

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return self._encode("statusResponse")


@dataclass(frozen=True, slots=True)
class GameCompleteStatus(_StatusReport):
    """``gameCompleteStatus``: the last status of a finished game, for the masters."""

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return self._encode("gameCompleteStatus")
