"""The player-state codec: main table and the five auxiliary groups.

Source: spec, Player-state delta; msg, Record framing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .bits import Malformed, Reader, Writer
from .data import ANGLE16, FLOAT, HUD_ELEMENT, OBJECTIVE, PLAYER
from .delta import (
    State,
    changed,
    last_changed,
    read_angle16,
    read_fields,
    read_float,
    read_integer,
    write_angle16,
    write_fields,
    write_float,
    write_integer,
)

MAX_HUD: Final = 63


@dataclass
class Player:
    """A player state; HUD lists hold only what was given, zero elements stand behind them."""

    fields: State = field(default_factory=dict)
    stats: Sequence[int] = (0,) * 6
    ammo: Sequence[int] = (0,) * 64
    clips: Sequence[int] = (0,) * 64
    objective_states: Sequence[int] = (0,) * 16
    objectives: Sequence[State] = field(default_factory=lambda: [{}] * 16)
    hud_archival: Sequence[State] = ()
    hud_current: Sequence[State] = ()


def write_player(w: Writer, old: Player, new: Player) -> None:
    _write_main(w, old.fields, new.fields)
    _write_stats(w, old.stats, new.stats)
    any_ammo = differs(old.ammo, new.ammo)
    w.flag(any_ammo)
    if any_ammo:
        _write_groups(w, old.ammo, new.ammo)
    _write_groups(w, old.clips, new.clips)
    _write_objectives(w, old, new)
    any_hud = not (
        same_hud(old.hud_archival, new.hud_archival) and same_hud(old.hud_current, new.hud_current)
    )
    w.flag(any_hud)
    if any_hud:
        _write_hud(w, old.hud_archival, new.hud_archival)
        _write_hud(w, old.hud_current, new.hud_current)


def read_player(r: Reader, old: Player) -> Player:
    fields = _read_main(r, old.fields)
    stats = _read_stats(r, old.stats)
    ammo = _read_groups(r, old.ammo) if r.flag() else list(old.ammo)
    clips = _read_groups(r, old.clips)
    states, objectives = _read_objectives(r, old)
    archival, current = old.hud_archival, old.hud_current
    if r.flag():
        archival = _read_hud(r, archival)
        current = _read_hud(r, current)
    return Player(fields, stats, ammo, clips, states, objectives, archival, current)


def differs(old: Sequence[int], new: Sequence[int]) -> bool:
    return [v & 0xFFFFFFFF for v in old] != [v & 0xFFFFFFFF for v in new]


def _write_main(w: Writer, old: State, new: State) -> None:
    last = last_changed(PLAYER, old, new)
    w.byte(last)
    for name, mode in PLAYER[:last]:
        w.flag(changed(old, new, name))
        if not changed(old, new, name):
            continue
        if mode == FLOAT:  # no zero bit here, nor for integers
            write_float(w, new.get(name, 0))
        elif mode == ANGLE16:
            write_angle16(w, new.get(name, 0))
        else:
            write_integer(w, mode, new.get(name, 0))


def _read_main(r: Reader, old: State) -> State:
    last = r.byte()
    if last > len(PLAYER):
        raise Malformed("player field count")
    new = dict(old)
    for name, mode in PLAYER[:last]:
        if not r.flag():
            continue
        if mode == FLOAT:
            new[name] = read_float(r)
        elif mode == ANGLE16:
            new[name] = read_angle16(r)
        else:
            new[name] = read_integer(r, mode)
    return new


def _write_stats(w: Writer, old: Sequence[int], new: Sequence[int]) -> None:
    w.flag(differs(old, new))
    if not differs(old, new):
        return
    mask = 0
    for i in range(6):
        mask |= differs(old[i : i + 1], new[i : i + 1]) << i
    w.bits(mask, 6)
    for i in range(6):
        if not mask >> i & 1:
            continue
        if i == 3:
            w.bits(new[i], 6)
        elif i == 5:
            w.byte(new[i])
        else:
            w.short(new[i])


def _read_stats(r: Reader, old: Sequence[int]) -> Sequence[int]:
    new = list(old)
    if not r.flag():
        return new
    mask = r.bits(6)
    for i in range(6):
        if not mask >> i & 1:
            continue
        if i == 3:
            new[i] = r.bits(6)
        elif i == 5:
            new[i] = r.byte()
        else:
            new[i] = r.short()
    return new


def _write_groups(w: Writer, old: Sequence[int], new: Sequence[int]) -> None:
    for first in range(0, 64, 16):
        mask = 0
        for i in range(16):
            one = slice(first + i, first + i + 1)
            mask |= differs(old[one], new[one]) << i
        w.flag(mask != 0)
        if mask:
            w.short(mask)
            for i in range(16):
                if mask >> i & 1:
                    w.short(new[first + i])


def _read_groups(r: Reader, old: Sequence[int]) -> Sequence[int]:
    new = list(old)
    for first in range(0, 64, 16):
        if r.flag():
            mask = r.short()
            for i in range(16):
                if mask >> i & 1:
                    new[first + i] = r.short()
    return new


def _write_objectives(w: Writer, old: Player, new: Player) -> None:
    pairs = list(zip(old.objectives, new.objectives, strict=True))
    fields_differ = [last_changed(OBJECTIVE, one, two) != 0 for one, two in pairs]
    any_objective = any(fields_differ) or differs(old.objective_states, new.objective_states)
    w.flag(any_objective)
    if not any_objective:
        return
    for i, (one, two) in enumerate(pairs):
        w.bits(new.objective_states[i], 3)
        w.flag(fields_differ[i])
        if fields_differ[i]:
            write_fields(w, OBJECTIVE, one, two)


def _read_objectives(r: Reader, old: Player) -> tuple[Sequence[int], Sequence[State]]:
    if not r.flag():
        return old.objective_states, old.objectives
    states = []
    objectives = []
    for base in old.objectives:
        states.append(r.bits(3))
        objectives.append(read_fields(r, OBJECTIVE, base) if r.flag() else dict(base))
    return states, objectives


def _element(elements: Sequence[State], slot: int) -> State:
    return elements[slot] if slot < len(elements) else {}


def same_hud(old: Sequence[State], new: Sequence[State]) -> bool:
    slots = range(max(len(old), len(new)))
    return all(
        last_changed(HUD_ELEMENT, _element(old, slot), _element(new, slot)) == 0 for slot in slots
    )


def _write_hud(w: Writer, old: Sequence[State], new: Sequence[State]) -> None:
    count = 0
    while count < min(len(new), MAX_HUD) and new[count].get("type", 0) != 0:
        count += 1
    w.bits(count, 6)
    for slot in range(count):
        base = _element(old, slot)
        last = max(last_changed(HUD_ELEMENT, base, new[slot]) - 1, 0)
        w.bits(last, 5)
        write_fields(w, HUD_ELEMENT[: last + 1], base, new[slot])


def _read_hud(r: Reader, old: Sequence[State]) -> Sequence[State]:
    new = []
    for slot in range(r.bits(6)):
        last = r.bits(5)
        if last >= len(HUD_ELEMENT):
            raise Malformed("HUD field index")
        new.append(read_fields(r, HUD_ELEMENT[: last + 1], _element(old, slot)))
    return new
