"""The client's usercmds: the ring of 128 and what each sent packet held (joining: 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..constants import MAX_USERCMDS, PACKET_BACKUP, USERCMD_BACKUP
from ..states import UserCmd
from .frames import NO_PING

_MASK: Final = PACKET_BACKUP - 1


@dataclass(frozen=True, slots=True)
class _Packet:
    sequence: int
    command_number: int
    command_time: int
    sent_ms: int


class UserCmdLog:
    """Numbers usercmds, repeats those of recent packets, and measures the ping by their times."""

    __slots__ = ("_commands", "_packets", "number")

    def __init__(self) -> None:
        self.number = 0
        """Number of the newest usercmd."""
        self._commands = [UserCmd()] * USERCMD_BACKUP
        self._packets: list[_Packet | None] = [None] * PACKET_BACKUP

    @property
    def newest(self) -> UserCmd:
        """The newest usercmd, zeros before the first."""
        return self._commands[self.number % USERCMD_BACKUP]

    def add(self, command: UserCmd) -> None:
        """Append a usercmd."""
        self.number += 1
        self._commands[self.number % USERCMD_BACKUP] = command

    def to_send(self, sequence: int, packet_dup: int) -> tuple[UserCmd, ...]:
        """Return the usercmds for the packet of a sequence, oldest first.

        All made since ``packet_dup`` + 1 packets ago, 32 at most.
        """
        old = self._packets[(sequence - 1 - packet_dup) & _MASK]
        since = old.command_number if old and old.sequence == sequence - 1 - packet_dup else 0
        count = min(max(1, self.number - since), MAX_USERCMDS, self.number)
        numbers = range(self.number - count + 1, self.number + 1)
        return tuple(self._commands[number % USERCMD_BACKUP] for number in numbers)

    def sent(self, sequence: int, now: int) -> None:
        """Note that the packet of a sequence went out with all usercmds so far."""
        time = self.newest.command_time
        self._packets[sequence & _MASK] = _Packet(sequence, self.number, time, now)

    def clear_commands(self) -> None:
        """Zero the ring: a map_restart begins."""
        self._commands = [UserCmd()] * USERCMD_BACKUP

    def ping(self, command_time: int, now: int) -> int:
        """Return milliseconds since the newest packet whose last usercmd the server has run.

        ``command_time`` is the player state's; 999 when none fits.
        """
        fitting = [
            packet
            for packet in self._packets
            if packet and packet.command_number and packet.command_time <= command_time
        ]
        newest = max(fitting, key=lambda packet: packet.sequence, default=None)
        return min(NO_PING, now - newest.sent_ms) if newest else NO_PING
