"""Drive scripts: what a headless client's hands do, and when."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..connection import ClientConnection
from ..message import angle_to_short
from ..states import UserCmd

MAX_LINES: Final = 100_000
_FIELDS: Final = ("MS", "forward", "right", "up", "pitch", "yaw", "BUTTONS")


class DriveError(Exception):
    """A line of a script is wrong; the text names it."""


@dataclass(frozen=True, slots=True)
class Controls:
    """What the hands do.

    Moves are -127..127, view angles in degrees, ``buttons`` as in a usercmd with its second byte
    (``wbuttons``) in bits 8 to 15.
    """

    forward: int = 0
    right: int = 0
    up: int = 0
    pitch: float = 0.0
    yaw: float = 0.0
    buttons: int = 0


@dataclass(frozen=True, slots=True)
class DriveScript:
    """Controls by time: each line holds from its time, in ms after entering the world, on."""

    times: tuple[int, ...] = ()
    controls: tuple[Controls, ...] = ()

    def at(self, elapsed_ms: int) -> Controls | None:
        """Return the controls at a time; None before the first line."""
        place = bisect_right(self.times, elapsed_ms)
        return self.controls[place - 1] if place else None


def parse_drive(lines: Iterable[str]) -> DriveScript:
    """Read lines ``MS forward right up pitch yaw BUTTONS``; ``#`` begins a comment.

    Raises `DriveError` with the number of the first line that is wrong: another number of
    fields, something that is no number, a value out of range, a time before the last one.
    """
    times: list[int] = []
    controls: list[Controls] = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(times) == MAX_LINES:
            raise DriveError(f"line {number}: a script has at most {MAX_LINES} lines")
        if len(words) != len(_FIELDS):
            raise DriveError(f"line {number}: {len(words)} fields, needs {' '.join(_FIELDS)}")
        time = _integer(words[0], 0, 2**31 - 1, number, "MS")
        if times and time < times[-1]:
            raise DriveError(f"line {number}: time {time} is before {times[-1]}")
        forward, right, up = (
            _integer(words[at], -127, 127, number, _FIELDS[at]) for at in (1, 2, 3)
        )
        pitch, yaw = (_degrees(words[at], number, _FIELDS[at]) for at in (4, 5))
        buttons = _integer(words[6], 0, 0xFFFF, number, "BUTTONS")
        times.append(time)
        controls.append(Controls(forward, right, up, pitch, yaw, buttons))
    return DriveScript(tuple(times), tuple(controls))


def _integer(word: str, low: int, high: int, number: int, name: str) -> int:
    try:
        value = int(word, 16 if word[:2].lower() == "0x" else 10)  # masks are written in hex
    except ValueError:
        raise DriveError(f"line {number}: {name} {word[:20]!r} is not an integer") from None
    if not low <= value <= high:
        raise DriveError(f"line {number}: {name} {word[:20]} is outside {low}..{high}")
    return value


def _degrees(word: str, number: int, name: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not -3600 <= value <= 3600:
        raise DriveError(f"line {number}: {name} {word[:20]!r} is not an angle in degrees")
    return value


def apply_controls(connection: ClientConnection, controls: Controls | None) -> None:
    """Make the connection's next usercmds do this; None stands still.

    The angles of a usercmd are relative to the player's ``delta_angles``, and its weapon must be
    the one in hand, so both are taken from the newest snapshot.
    """
    newest = connection.level.frames.newest
    if newest is None:
        return
    player = newest.frame.player
    weapon = int(player["weapon"])
    if controls is None:
        connection.usercmd = UserCmd(weapon=weapon, angles=connection.usercmd.angles)
        return
    pitch, yaw = (
        (angle_to_short(degrees) - int(player[f"delta_angles[{axis}]"])) & 0xFFFF
        for axis, degrees in enumerate((controls.pitch, controls.yaw))
    )
    connection.usercmd = UserCmd(
        buttons=controls.buttons & 0x7F,
        wbuttons=controls.buttons >> 8,
        weapon=weapon,
        angles=(pitch, yaw, 0),
        forwardmove=controls.forward,
        rightmove=controls.right,
        upmove=controls.up,
    )
