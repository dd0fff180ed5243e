"""Players who do nothing are sent away (spawn2: Scoreboard and command replies)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState

from .observer import Observer

if TYPE_CHECKING:
    from uoproto.states import UserCmd

    from .state import ServerState

WARNING_MS: Final = 10_000
"""How long before the end a player is warned; half of the time where that is shorter."""
WARNING: Final = 'c "GAME_INACTIVEDROPWARNING"'
REASON: Final = "GAME_DROPPEDFORINACTIVITY"
MAX_STEP_MS: Final = 1000
"""Time that one frame counts: behind a stop of the machine nobody could have moved."""


@dataclass(slots=True)
class _Rest:
    """What a player last did, and for how long that was nothing."""

    command: UserCmd
    looking_on: bool
    quiet_ms: int = 0
    warned: bool = False


class Idle(Observer):
    """Looks once a frame whether each player presses or turns anything.

    Time is real time, as is his; while he can do nothing (the match is over, game time stands
    still) none passes.
    """

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._rests: dict[int, _Rest] = {}
        self._last = 0

    def client_entered(self, client: ServerConnection, name: str) -> None:  # noqa: ARG002
        """Begin anew with who comes into the world."""
        self._rests.pop(client.client_num, None)

    def frame(self, now: int) -> None:
        """Warn and drop who has done nothing for too long."""
        passed, self._last = min(now - self._last, MAX_STEP_MS), now
        cvars = self._server.cvars
        playing = cvars.get_int("g_inactivity") * 1000
        looking_on = cvars.get_int("g_inactivityspectator") * 1000
        if not playing and not looking_on:
            self._rests.clear()
        elif cvars.get_float("timescale"):
            for client in self._server.clients(SlotState.ACTIVE):
                self._look(client, passed, playing, looking_on, now)

    def _look(
        self, client: ServerConnection, passed: int, playing: int, looking_on: int, now: int
    ) -> None:
        level, number = self._server.level, client.client_num
        player = level.game.players.get(number) if level else None
        if player is None or not player.in_world or player.frozen:
            return
        command = client.last_usercmd
        rest = self._rests.get(number)
        if rest is None or _moves(command, rest) or rest.looking_on != player.spectator:
            self._rests[number] = _Rest(command, player.spectator)
            return
        limit = looking_on if player.spectator else playing
        if not limit:
            return
        rest.quiet_ms += passed
        if rest.quiet_ms >= limit:
            client.drop(REASON, now)
        elif rest.quiet_ms >= _warns_at(limit) and not rest.warned:
            rest.warned = True
            client.send_command(WARNING, reliable=False)


def _warns_at(limit: int) -> int:
    return limit - WARNING_MS if limit > WARNING_MS else limit // 2


def _moves(command: UserCmd, rest: _Rest) -> bool:
    """Whether a player goes somewhere, presses another key or looks elsewhere than before."""
    before = rest.command
    pressed = (command.buttons, command.wbuttons, command.weapon, command.angles)
    return bool(
        command.forwardmove
        or command.rightmove
        or command.upmove
        or pressed != (before.buttons, before.wbuttons, before.weapon, before.angles)
    )
