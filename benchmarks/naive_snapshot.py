"""The plain loops of the player state and of whole snapshots, over those of `naive_delta`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.naive_delta import (
    HUD_ROWS,
    OBJECTIVE_ROWS,
    PLAYER_ROWS,
    Message,
    last_changed,
    read_client,
    read_entity,
    read_record,
    write_client,
    write_entity,
    write_record,
)
from uoproto.states import ClientState, EntityState, Frame, HudElement, PlayerState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def write_player(msg: Message, old: PlayerState, new: PlayerState) -> None:
    last = last_changed(PLAYER_ROWS, old.words, new.words)
    msg.write_bytes(last, 1)
    write_record(msg, PLAYER_ROWS, old.words, new.words, last, zero_flag=False)
    stats = [place for place in range(6) if old.stats[place] != new.stats[place]]
    msg.write_bits(bool(stats), 1)
    if stats:
        msg.write_bits(sum(1 << place for place in stats), 6)
        for place in stats:
            if place == 3:
                msg.write_bits(new.stats[place], 6)
            else:
                msg.write_bytes(new.stats[place], 1 if place == 5 else 2)
    msg.write_bits(old.ammo != new.ammo, 1)
    if old.ammo != new.ammo:
        _write_groups(msg, old.ammo, new.ammo)
    _write_groups(msg, old.clips, new.clips)
    msg.write_bits(old.objectives != new.objectives, 1)
    if old.objectives != new.objectives:
        for before, after in zip(old.objectives, new.objectives, strict=True):
            msg.write_bits(after.state, 3)
            msg.write_bits(before.words != after.words, 1)
            if before.words != after.words:
                write_record(msg, OBJECTIVE_ROWS, before.words, after.words, 6, zero_flag=True)
    old_hud, new_hud = (old.hud_archival, old.hud_current), (new.hud_archival, new.hud_current)
    msg.write_bits(old_hud != new_hud, 1)
    if old_hud != new_hud:
        _write_hud(msg, old_hud[0], new_hud[0])
        _write_hud(msg, old_hud[1], new_hud[1])


def _write_groups(msg: Message, old: Sequence[int], new: Sequence[int]) -> None:
    for start in range(0, 64, 16):
        places = [at for at in range(start, start + 16) if old[at] != new[at]]
        msg.write_bits(bool(places), 1)
        if places:
            msg.write_bytes(sum(1 << (at - start) for at in places), 2)
            for at in places:
                msg.write_bytes(new[at], 2)


def _write_hud(msg: Message, old: Sequence[HudElement], new: Sequence[HudElement]) -> None:
    msg.write_bits(len(new), 6)
    for at, element in enumerate(new):
        base = (old[at] if at < len(old) else HudElement.ZERO).words
        last = last_changed(HUD_ROWS, base, element.words)
        msg.write_bits(max(last - 1, 0), 5)
        write_record(msg, HUD_ROWS, base, element.words, max(last, 1), zero_flag=True)


def read_player(msg: Message, old: PlayerState) -> PlayerState:
    words = read_record(msg, PLAYER_ROWS, old.words, msg.read_bytes(1), zero_flag=False)
    stats = _read_stats(msg, old.stats) if msg.read_bits(1) else old.stats
    ammo = _read_groups(msg, old.ammo) if msg.read_bits(1) else old.ammo
    clips = _read_groups(msg, old.clips)
    objectives = list(old.objectives)
    if msg.read_bits(1):
        for at, objective in enumerate(objectives):
            state = msg.read_bits(3)
            fields = objective.words
            if msg.read_bits(1):
                fields = read_record(msg, OBJECTIVE_ROWS, fields, 6, zero_flag=True)
            objectives[at] = type(objective)(fields, state)
    archival, current = old.hud_archival, old.hud_current
    if msg.read_bits(1):
        archival = _read_hud(msg, archival)
        current = _read_hud(msg, current)
    return PlayerState(words, stats, ammo, clips, tuple(objectives), archival, current)


def _read_stats(msg: Message, old: Sequence[int]) -> tuple[int, ...]:
    stats = list(old)
    mask = msg.read_bits(6)
    for place in range(6):
        if mask >> place & 1:
            if place == 3:
                stats[place] = msg.read_bits(6)
            elif place == 5:
                stats[place] = msg.read_bytes(1)
            else:
                stats[place] = (msg.read_bytes(2) ^ 0x8000) - 0x8000
    return tuple(stats)


def _read_groups(msg: Message, old: Sequence[int]) -> tuple[int, ...]:
    values = list(old)
    for start in range(0, 64, 16):
        if msg.read_bits(1):
            mask = msg.read_bytes(2)
            for at in range(16):
                if mask >> at & 1:
                    values[start + at] = (msg.read_bytes(2) ^ 0x8000) - 0x8000
    return tuple(values)


def _read_hud(msg: Message, old: Sequence[HudElement]) -> tuple[HudElement, ...]:
    new = []
    for at in range(msg.read_bits(6)):
        base = (old[at] if at < len(old) else HudElement.ZERO).words
        new.append(
            HudElement(read_record(msg, HUD_ROWS, base, msg.read_bits(5) + 1, zero_flag=True))
        )
    return tuple(new)


def write_snapshot(
    msg: Message, base: Frame, frame: Frame, baselines: Mapping[int, EntityState]
) -> None:
    """Write what stands behind the snapshot's header."""
    write_player(msg, base.player, frame.player)
    for number in sorted({*base.entities, *frame.entities}):
        old = base.entities.get(number)
        entity = frame.entities.get(number)
        force = old is None
        write_entity(msg, number, old or baselines.get(number, EntityState.ZERO), entity, force)
    msg.write_bits(1023, 10)
    for number in sorted({*base.clients, *frame.clients}):
        before = base.clients.get(number)
        client = frame.clients.get(number)
        write_client(msg, number, before or ClientState.ZERO, client, before is None)
    msg.write_bits(0, 1)


def read_snapshot(msg: Message, base: Frame, baselines: Mapping[int, EntityState]) -> Frame:
    """Read what stands behind the snapshot's header."""
    player = read_player(msg, base.player)
    entities = dict(base.entities)
    while (number := msg.read_bits(10)) != 1023:
        old = base.entities.get(number) or baselines.get(number, EntityState.ZERO)
        entity = read_entity(msg, old)
        if entity is None:
            entities.pop(number, None)
        else:
            entities[number] = entity
    clients = dict(base.clients)
    while msg.read_bits(1):
        number = msg.read_bits(6)
        client = read_client(msg, base.clients.get(number) or ClientState.ZERO)
        if client is None:
            clients.pop(number, None)
        else:
            clients[number] = client
    return Frame(player, dict(sorted(entities.items())), dict(sorted(clients.items())))
