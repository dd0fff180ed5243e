"""Keyed delta usercmds in three forms (spec: User-command bundle; msg: usercmd codec facts)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .bits import Reader, Writer, angle16, signed
from .delta import State, to_float

MOVE_THRESHOLD: Final = 10
MOVE: Final = 127


@dataclass(frozen=True)
class UserCmd:
    """One usercmd, names as in the case files."""

    commandTime: int = 0  # noqa: N815
    buttons: int = 0
    wbuttons: int = 0
    weapon: int = 0
    angles: tuple[int, int, int] = (0, 0, 0)
    forwardmove: int = 0
    rightmove: int = 0
    upmove: int = 0


def hash_key(text: str, limit: int) -> int:
    """HashKey: chars are signed, shifts are arithmetic, the result has 32 bits."""
    total = 0
    for i, char in enumerate(text[:limit]):
        total += (119 + i) * signed(ord(char), 8)
    total = signed(total, 32)
    return (total ^ total >> 10 ^ total >> 20) & 0xFFFFFFFF


def quantize(move: int) -> int:
    if move > MOVE_THRESHOLD:
        return MOVE
    return -MOVE if move < -MOVE_THRESHOLD else 0


def travelled(cmd: UserCmd) -> UserCmd:
    """Return the command as its receiver has it, which is what it takes as next base."""
    return replace(
        cmd,
        buttons=cmd.buttons & 0x7F,
        angles=(cmd.angles[0] & 0xFFFF, cmd.angles[1] & 0xFFFF, cmd.angles[2] & 0xFFFF),
        forwardmove=quantize(cmd.forwardmove),
        rightmove=quantize(cmd.rightmove),
        upmove=quantize(cmd.upmove),
    )


def _pair(move: int) -> int:
    """Return a move's two flags: 1 forward, 2 back."""
    return {MOVE: 1, 0: 0, -MOVE: 2}[quantize(move)]


def _unpair(flags: int) -> int:
    """Undo `_pair`; the positive flag wins should both be set."""
    return MOVE if flags & 1 else -MOVE if flags & 2 else 0


def _horizontal(cmd: UserCmd) -> int:
    return _pair(cmd.forwardmove) | _pair(cmd.rightmove) << 2


def write_usercmd(w: Writer, key: int, old: UserCmd, new: UserCmd) -> None:
    delta = (new.commandTime - old.commandTime) & 0xFFFFFFFF
    if delta < 256:
        w.flag(1)
        w.byte(delta)
    else:
        w.flag(0)
        w.long(new.commandTime)
    fire, vertical = new.buttons & 1, _pair(new.upmove)
    full = (
        old.buttons >> 1 != new.buttons >> 1
        or old.wbuttons != new.wbuttons
        or old.weapon != new.weapon
        or old.angles[2] != new.angles[2]
        or _pair(old.upmove) != vertical
    )
    compact = (
        old.buttons & 1 != fire
        or old.angles[:2] != new.angles[:2]
        or _horizontal(old) != _horizontal(new)
    )
    if not full and not compact:
        w.flag((key ^ 0) & 1)
        return
    w.flag((key ^ 1) & 1)
    w.flag((key ^ full) & 1)
    if not full:
        key ^= new.commandTime & 0xFFFFFFFF
    w.flag((key ^ fire) & 1)
    _write_short(w, key, old.angles[0], new.angles[0])
    _write_short(w, key, old.angles[1], new.angles[1])
    _write_bits(w, key, 4, _horizontal(old), _horizontal(new))
    if full:
        key ^= new.commandTime & 0xFFFFFFFF
        _write_short(w, key, old.angles[2], new.angles[2])
        _write_bits(w, key, 6, old.buttons >> 1, new.buttons >> 1)
        w.flag(old.wbuttons != new.wbuttons)
        if old.wbuttons != new.wbuttons:
            w.byte(new.wbuttons ^ key)
        _write_bits(w, key, 2, _pair(old.upmove), vertical)
        _write_bits(w, key, 7, old.weapon, new.weapon)


def _write_short(w: Writer, key: int, old: int, new: int) -> None:
    w.flag(old != new)
    if old != new:
        w.short(new ^ key)


def _write_bits(w: Writer, key: int, count: int, old: int, new: int) -> None:
    w.flag(old != new)
    if old != new:
        w.bits(new ^ key, count)


def read_usercmd(r: Reader, key: int, old: UserCmd) -> UserCmd:
    time = signed(old.commandTime + r.byte(), 32) if r.flag() else r.long()
    new = replace(old, commandTime=time)
    if not (r.flag() ^ key) & 1:
        return new
    full = (r.flag() ^ key) & 1
    if not full:
        key ^= time & 0xFFFFFFFF
    fire = (r.flag() ^ key) & 1
    pitch = _read_short(r, key, old.angles[0])
    yaw = _read_short(r, key, old.angles[1])
    flags = _read_bits(r, key, 4, _horizontal(old))
    new = replace(
        new,
        buttons=old.buttons & ~1 | fire,
        angles=(pitch, yaw, old.angles[2]),
        forwardmove=_unpair(flags),
        rightmove=_unpair(flags >> 2),
    )
    if not full:
        return new
    key ^= time & 0xFFFFFFFF
    roll = _read_short(r, key, old.angles[2])
    buttons = _read_bits(r, key, 6, old.buttons >> 1) << 1 | fire
    wbuttons = (r.byte() ^ key) & 0xFF if r.flag() else old.wbuttons
    vertical = _read_bits(r, key, 2, _pair(old.upmove))
    weapon = _read_bits(r, key, 7, old.weapon)
    return replace(
        new,
        angles=(pitch, yaw, roll),
        buttons=buttons,
        wbuttons=wbuttons,
        upmove=_unpair(vertical),
        weapon=weapon,
    )


def _read_short(r: Reader, key: int, old: int) -> int:
    return (r.short() ^ key) & 0xFFFF if r.flag() else old


def _read_bits(r: Reader, key: int, count: int, old: int) -> int:
    return (r.bits(count) ^ key) & ((1 << count) - 1) if r.flag() else old


def default_usercmd(player: State) -> UserCmd:
    """Return the first delta base both peers derive from a player state (msg: Default command)."""

    def aim(axis: int) -> int:
        view = angle16(to_float(player.get(f"viewangles[{axis}]", 0)))
        return (view - player.get(f"delta_angles[{axis}]", 0)) & 0xFFFF

    buttons = wbuttons = upmove = 0
    pm_flags, eflags = player.get("pm_flags", 0), player.get("eFlags", 0)
    if pm_flags & 0x80000:  # an active player
        if eflags & 0x40:
            wbuttons, upmove = 0x40, -MOVE
        elif eflags & 0x20:
            wbuttons, upmove = 0x80, -MOVE
        lean = to_float(player.get("leanf", 0))
        if lean > 0:
            wbuttons |= 0x20
        elif lean < 0:
            wbuttons |= 0x10
        if to_float(player.get("fWeaponPosFrac", 0)) != 0:
            buttons |= 0x10
        if pm_flags & 0x10000:
            buttons |= 0x08
    return UserCmd(
        buttons=buttons,
        wbuttons=wbuttons,
        weapon=player.get("weapon", 0),
        angles=(aim(0), aim(1), 0),
        upmove=upmove,
    )
