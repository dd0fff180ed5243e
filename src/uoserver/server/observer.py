"""What parts of the server above its state are told: logs, demos, bots, heartbeats, metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uoproto.connection import Address, ServerConnection


class Observer:
    """A part that is told what happens; here each method does nothing. None may raise.

    ``number`` is a client slot, ``now`` real time in ms.
    """

    def client_comes(self, number: int) -> None:
        """Hear of the slot that a client is about to get."""

    def client_came(self, client: ServerConnection) -> None:
        """Hear of a client who has a slot now."""

    def client_entered(self, client: ServerConnection, name: str) -> None:
        """Hear of a client who is in the world now."""

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:
        """Hear of a client who left or was sent away; his slot is free later."""

    def client_left(self, number: int) -> None:
        """Hear of a slot that is empty now."""

    def level_ends(self) -> None:
        """Hear that another level begins, or the same over, while clients still hold the old."""

    def level_began(self) -> None:
        """Hear of another level, after all clients were taken over (not of a restart)."""

    def game_said(self, lines: Sequence[str]) -> None:
        """Hear the lines that go to the game log, each with its stamp and a line feed."""

    def rcon_ran(self, address: Address, command: str, *, limited: bool) -> None:
        """Hear of a command that rcon is about to run, ``limited`` to some commands or not."""

    def reread(self) -> None:
        """Hear that the host wants config files read again: logs may have been moved away."""

    def frame(self, now: int) -> None:
        """Do what is due after the game's part of a frame."""

    def stopped(self) -> None:
        """Hear that the server ends; what is sent now still goes out."""
