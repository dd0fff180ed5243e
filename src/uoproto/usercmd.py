"""User commands: quantisation, the default command and the keyed delta codec.

A command is coded against the one before it; control bits and changed values are XORed with the
key of the packet (spec: User-command bundle; msg: usercmd codec facts).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from .constants import Button, WButton
from .errors import LocalProtocolError
from .message import angle_to_short
from .record import WORD_MASK, word_to_float, word_to_int
from .states import UserCmd
from .tables import PLAYER

if TYPE_CHECKING:
    from .message import MessageReader, MessageWriter
    from .states import PlayerState

MOVE_DEADBAND: Final = 10
FULL_MOVE: Final = 127
WEAPON_BITS: Final = 7
UPPER_BUTTON_BITS: Final = 6
"""Buttons behind the fire bit that travel; bit 0x80 does not."""
HORIZONTAL_BITS: Final = 4
VERTICAL_BITS: Final = 2

PM_SPRINTING: Final = 0x10000
PM_ACTIVE: Final = 0x80000
EF_CROUCH: Final = 0x20
EF_PRONE: Final = 0x40

# Places of a player state that a default command is made from: asked for with every packet.
_TURNED: Final = tuple(
    (PLAYER.index[f"viewangles[{axis}]"], PLAYER.index[f"delta_angles[{axis}]"]) for axis in (0, 1)
)
_PM_FLAGS: Final = PLAYER.index["pm_flags"]
_E_FLAGS: Final = PLAYER.index["eFlags"]
_LEAN: Final = PLAYER.index["leanf"]
_AIMED: Final = PLAYER.index["fWeaponPosFrac"]
_WEAPON: Final = PLAYER.index["weapon"]


def _sign_flags(move: int) -> int:
    """Return 1 for a move above the dead band, 2 for one below it, else 0."""
    return 1 if move > MOVE_DEADBAND else 2 if move < -MOVE_DEADBAND else 0


def _from_flags(flags: int) -> int:
    return FULL_MOVE if flags & 1 else -FULL_MOVE if flags & 2 else 0


def _horizontal(cmd: UserCmd) -> int:
    return _sign_flags(cmd.forwardmove) | _sign_flags(cmd.rightmove) << 2


def quantize(cmd: UserCmd) -> UserCmd:
    """Return the command as its receiver sees it.

    Moves become -127, 0 or 127, angles 16-bit words, the time signed; button 0x80 is lost.
    Raises `LocalProtocolError` for a value outside its wire field.
    """
    _check(cmd)
    pitch, yaw, roll = cmd.angles
    return UserCmd(
        word_to_int(cmd.command_time & WORD_MASK),
        cmd.buttons & 0x7F,
        cmd.wbuttons,
        cmd.weapon,
        (pitch & 0xFFFF, yaw & 0xFFFF, roll & 0xFFFF),
        _from_flags(_sign_flags(cmd.forwardmove)),
        _from_flags(_sign_flags(cmd.rightmove)),
        _from_flags(_sign_flags(cmd.upmove)),
    )


def _check(cmd: UserCmd) -> None:
    numbers = (cmd.command_time, cmd.buttons, cmd.wbuttons, cmd.weapon, *cmd.angles)
    moves = (cmd.forwardmove, cmd.rightmove, cmd.upmove)
    if not (
        all(isinstance(number, int) for number in (*numbers, *moves))
        and len(cmd.angles) == 3
        and -0x80000000 <= cmd.command_time <= WORD_MASK
        and 0 <= cmd.buttons <= 0xFF
        and 0 <= cmd.wbuttons <= 0xFF
        and 0 <= cmd.weapon < 1 << WEAPON_BITS
        and all(-0x8000 <= angle <= 0xFFFF for angle in cmd.angles)
    ):
        raise LocalProtocolError(f"{cmd} does not fit its wire fields")


def default_usercmd(player: PlayerState) -> UserCmd:
    """Return the base of a packet's first command, which both peers take from the player state.

    Stance, lean, aiming and sprint buttons are set only for an active player (pm_flags 0x80000).
    """
    words = player.words
    pitch, yaw = (
        (angle_to_short(word_to_float(words[angle])) - words[delta]) & 0xFFFF
        for angle, delta in _TURNED
    )
    buttons = wbuttons = upmove = 0
    flags, entity_flags = words[_PM_FLAGS], words[_E_FLAGS]
    if flags & PM_ACTIVE:
        if entity_flags & (EF_PRONE | EF_CROUCH):
            wbuttons |= WButton.PRONE if entity_flags & EF_PRONE else WButton.CROUCH
            upmove = -FULL_MOVE
        lean = word_to_float(words[_LEAN])
        if lean > 0:
            wbuttons |= WButton.LEAN_RIGHT
        elif lean < 0:
            wbuttons |= WButton.LEAN_LEFT
        if word_to_float(words[_AIMED]) != 0:
            buttons |= Button.ADS
        if flags & PM_SPRINTING:
            buttons |= Button.SPRINT
    return UserCmd(0, int(buttons), int(wbuttons), words[_WEAPON], (pitch, yaw, 0), upmove=upmove)


# -- codec --------------------------------------------------------------------------------------


def write_usercmd(writer: MessageWriter, key: int, old: UserCmd, new: UserCmd) -> None:
    """Write a command against the one before it; ``key`` is the packet's (`usercmd_key`).

    Raises `LocalProtocolError` for a value outside its wire field.
    """
    _check(new)
    distance = (new.command_time - old.command_time) & WORD_MASK
    if distance < 0x100:
        writer.write_bit(1)
        writer.write_byte(distance)
    else:
        writer.write_bit(0)
        writer.write_long(new.command_time)
    full = (
        old.buttons >> 1 != new.buttons >> 1
        or old.wbuttons != new.wbuttons
        or old.weapon != new.weapon
        or old.angles[2] != new.angles[2]
        or _sign_flags(old.upmove) != _sign_flags(new.upmove)
    )
    if not full and (
        (old.buttons ^ new.buttons) & 1 == 0
        and old.angles == new.angles
        and _horizontal(old) == _horizontal(new)
    ):
        writer.write_bit(key & 1)
        return
    late_key = key ^ new.command_time & WORD_MASK
    early_key = key if full else late_key
    writer.write_bit(~key & 1)
    writer.write_bit((key ^ full) & 1)
    # Of an IntFlag each value that comes up is kept for ever, and keys are any number.
    writer.write_bit((early_key ^ int(new.buttons)) & 1)
    _write_short(writer, early_key, old.angles[0], new.angles[0])
    _write_short(writer, early_key, old.angles[1], new.angles[1])
    _write_bits(writer, early_key, _horizontal(old), _horizontal(new), HORIZONTAL_BITS)
    if full:
        _write_short(writer, late_key, old.angles[2], new.angles[2])
        _write_bits(writer, late_key, old.buttons >> 1, int(new.buttons) >> 1, UPPER_BUTTON_BITS)
        if old.wbuttons == new.wbuttons:
            writer.write_bit(0)
        else:
            writer.write_bit(1)
            writer.write_byte(int(new.wbuttons) ^ late_key)
        flags = _sign_flags(old.upmove), _sign_flags(new.upmove)
        _write_bits(writer, late_key, *flags, VERTICAL_BITS)
        _write_bits(writer, late_key, old.weapon, new.weapon, WEAPON_BITS)


def read_usercmd(reader: MessageReader, key: int, old: UserCmd) -> UserCmd:
    """Read a command against the one before it. Every bit pattern is some command."""
    if reader.read_bit():
        time = word_to_int((old.command_time + reader.read_byte()) & WORD_MASK)
    else:
        time = reader.read_long()
    if (reader.read_bit() ^ key) & 1 == 0:
        return replace(old, command_time=time)
    full = (reader.read_bit() ^ key) & 1
    late_key = key ^ time & WORD_MASK
    early_key = key if full else late_key
    fire = (reader.read_bit() ^ early_key) & 1
    pitch = _read_short(reader, early_key, old.angles[0])
    yaw = _read_short(reader, early_key, old.angles[1])
    flags = _read_bits(reader, early_key, _horizontal(old), HORIZONTAL_BITS)
    forward, right = _from_flags(flags), _from_flags(flags >> 2)
    if not full:
        buttons = old.buttons & ~1 | fire
        angles = (pitch, yaw, old.angles[2])
        return UserCmd(time, buttons, old.wbuttons, old.weapon, angles, forward, right, old.upmove)
    roll = _read_short(reader, late_key, old.angles[2])
    upper = _read_bits(reader, late_key, old.buttons >> 1, UPPER_BUTTON_BITS)
    wbuttons = (reader.read_byte() ^ late_key) & 0xFF if reader.read_bit() else old.wbuttons
    up = _from_flags(_read_bits(reader, late_key, _sign_flags(old.upmove), VERTICAL_BITS))
    weapon = _read_bits(reader, late_key, old.weapon, WEAPON_BITS)
    return UserCmd(
        time, upper << 1 | fire, wbuttons, weapon, (pitch, yaw, roll), forward, right, up
    )


def _write_short(writer: MessageWriter, key: int, old: int, new: int) -> None:
    if old == new:
        writer.write_bit(0)
    else:
        writer.write_bit(1)
        writer.write_short(new ^ key)


def _read_short(reader: MessageReader, key: int, old: int) -> int:
    return (reader.read_short() ^ key) & 0xFFFF if reader.read_bit() else old


def _write_bits(writer: MessageWriter, key: int, old: int, new: int, count: int) -> None:
    if old == new:
        writer.write_bit(0)
    else:
        writer.write_bit(1)
        writer.write_bits(new ^ key, count)


def _read_bits(reader: MessageReader, key: int, old: int, count: int) -> int:
    if not reader.read_bit():
        return old
    return (reader.read_bits(count) ^ key) & ((1 << count) - 1)
