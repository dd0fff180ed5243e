"""The player-state codec: the main table and five auxiliary groups (spec: Player-state delta)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    ENTITYNUM_NONE,
    MAX_AMMO,
    MAX_CLIENTS,
    MAX_STATS,
    MAX_VEHICLE_POSITION,
)
from .delta import read_hud_element, read_objective, write_hud_element, write_objective
from .errors import BadValueError, LocalProtocolError
from .fields import changed_places, read_fields, write_fields
from .states import HudElement, PlayerState
from .tables import PLAYER

if TYPE_CHECKING:
    from .message import MessageReader, MessageWriter

GROUP_SIZE: Final = 16
"""Entries of one ammo or clip group, under one mask of 16 bits."""
HUD_COUNT_BITS: Final = 6
STAT_BITS: Final = (16, 16, 16, 6, 16, 8)
"""Width of each stat; the 16-bit ones are read as signed."""

_CLIENT_NUM: Final = PLAYER.index["clientNum"]
_VIEW_LOCK: Final = PLAYER.index["viewlocked_entNum"]
_VEHICLE_POSITION: Final = PLAYER.index["vehPos"]
_WEAPON_SLOTS: Final = (PLAYER.index["weaponslots[0]"], PLAYER.index["weaponslots[4]"])
_SIGN_BITS: Final = 0x80808080

_Hud = tuple[HudElement, ...]


def write_player(writer: MessageWriter, old: PlayerState, new: PlayerState) -> None:
    """Write what changed between two player states.

    A HUD list travels up to its first element without a type, also where that is not its end.
    Raises `LocalProtocolError` for a value its field cannot hold.
    """
    changed = [] if old.words == new.words else changed_places(old.words, new.words)
    writer.write_byte(changed[-1] + 1 if changed else 0)
    write_fields(writer, PLAYER, new.words, changed, zero_flag=False)
    _write_stats(writer, old.stats, new.stats)
    if old.ammo == new.ammo:
        writer.write_bit(0)
    else:
        writer.write_bit(1)
        _write_groups(writer, old.ammo, new.ammo)
    _write_groups(writer, old.clips, new.clips)
    if old.objectives == new.objectives:
        writer.write_bit(0)
    else:
        writer.write_bit(1)
        for objective, other in zip(old.objectives, new.objectives, strict=True):
            write_objective(writer, objective, other)
    before = _leading(old.hud_archival), _leading(old.hud_current)
    after = _leading(new.hud_archival), _leading(new.hud_current)
    if before == after:
        writer.write_bit(0)
    else:
        writer.write_bit(1)
        _write_hud(writer, before[0], after[0])
        _write_hud(writer, before[1], after[1])


def read_player(reader: MessageReader, old: PlayerState) -> PlayerState:
    """Read a player state over its base.

    Raises `BadValueError` for more fields than the table has and for the values a client
    refuses: clientNum of 64 or more, a view lock on entity 1024 or more, a vehicle position
    above 6, a negative weapon slot. A lenient reader takes them, and cuts the count.

    A HUD list ends before its first element without a type. (No stock server counts one in; a
    stock client, and a lenient reader, keeps what it is sent.)
    """
    count = reader.read_byte()
    if count > len(PLAYER):
        if not reader.lenient:
            raise BadValueError(f"player record of {count} fields, at most {len(PLAYER)}")
        count = len(PLAYER)
    words = list(old.words)
    read_fields(reader, PLAYER, words, count, zero_flag=False)
    if not reader.lenient:
        _check(words)
    stats = _read_stats(reader, old.stats)
    ammo = _read_groups(reader, old.ammo) if reader.read_bit() else old.ammo
    clips = _read_groups(reader, old.clips)
    objectives = old.objectives
    if reader.read_bit():
        objectives = tuple(read_objective(reader, objective) for objective in objectives)
    archival, current = old.hud_archival, old.hud_current
    if reader.read_bit():
        archival = _read_hud(reader, archival)
        current = _read_hud(reader, current)
    return PlayerState(tuple(words), stats, ammo, clips, objectives, archival, current)


def _check(words: list[int]) -> None:
    if words[_CLIENT_NUM] >= MAX_CLIENTS:
        raise BadValueError(f"player state of client {words[_CLIENT_NUM]}")
    if words[_VIEW_LOCK] > ENTITYNUM_NONE:
        raise BadValueError(f"view locked on entity {words[_VIEW_LOCK]}")
    if words[_VEHICLE_POSITION] > MAX_VEHICLE_POSITION:
        raise BadValueError(f"vehicle position {words[_VEHICLE_POSITION]}")
    if any(words[place] & _SIGN_BITS for place in _WEAPON_SLOTS):
        raise BadValueError("a weapon slot holds a negative weapon")


# -- stats, ammo, clips -------------------------------------------------------------------------


def _write_stats(writer: MessageWriter, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    changed = [] if old == new else changed_places(old, new)
    if not changed:
        writer.write_bit(0)
        return
    writer.write_bits(1 | _mask(changed) << 1, 1 + MAX_STATS)
    for place in changed:
        value, width = new[place], STAT_BITS[place]
        if not -1 << width - 1 <= value < 1 << width:
            raise LocalProtocolError(f"stat {place} cannot hold {value}")
        if width == 16:
            writer.write_short(value)
        elif width == 8:
            writer.write_byte(value)
        else:
            writer.write_bits(value, width)


def _read_stats(reader: MessageReader, old: tuple[int, ...]) -> tuple[int, ...]:
    if not reader.read_bit():
        return old
    stats = list(old)
    mask = reader.read_bits(MAX_STATS)
    for place, width in enumerate(STAT_BITS):
        if mask >> place & 1:
            if width == 16:
                stats[place] = reader.read_short()
            elif width == 8:
                stats[place] = reader.read_byte()
            else:
                stats[place] = reader.read_bits(width)
    return tuple(stats)


def _write_groups(writer: MessageWriter, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    if old == new:
        writer.write_zero_bits(MAX_AMMO // GROUP_SIZE)
        return
    for start in range(0, MAX_AMMO, GROUP_SIZE):
        values = new[start : start + GROUP_SIZE]
        changed = changed_places(old[start : start + GROUP_SIZE], values)
        if not changed:
            writer.write_bit(0)
            continue
        writer.write_bit(1)
        writer.write_short(_mask(changed))
        for place in changed:
            value = values[place]
            if not -0x8000 <= value < 0x10000:
                raise LocalProtocolError(f"ammo or clip {start + place} cannot hold {value}")
            writer.write_short(value)


def _read_groups(reader: MessageReader, old: tuple[int, ...]) -> tuple[int, ...]:
    values = list(old)
    for start in range(0, MAX_AMMO, GROUP_SIZE):
        if reader.read_bit():
            mask = reader.read_short()
            for place in range(start, start + GROUP_SIZE):
                if mask & 1:
                    values[place] = reader.read_short()
                mask >>= 1
    return tuple(values)


def _mask(places: list[int]) -> int:
    return sum(1 << place for place in places)


# -- HUD lists ----------------------------------------------------------------------------------


def _leading(elements: _Hud) -> _Hud:
    """Return the elements up to the first without a type: those the wire counts (msg: HUD list).

    The peer holds no others, so no others may be the base of the next state either.
    """
    for place, element in enumerate(elements):
        if element.is_empty:
            return elements[:place]
    return elements


def _write_hud(writer: MessageWriter, old: _Hud, new: _Hud) -> None:
    writer.write_bits(len(new), HUD_COUNT_BITS)
    for place, element in enumerate(new):
        write_hud_element(writer, _slot(old, place), element)


def _read_hud(reader: MessageReader, old: _Hud) -> _Hud:
    count = reader.read_bits(HUD_COUNT_BITS)
    sent = tuple(read_hud_element(reader, _slot(old, place)) for place in range(count))
    return sent if reader.lenient else _leading(sent)


def _slot(elements: _Hud, place: int) -> HudElement:
    return elements[place] if place < len(elements) else HudElement.ZERO
