"""Delta records, the player state and a whole snapshot against plain loops.

The world is a full server's: 32 players running about, each frame a little further on.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Final

from benchmarks import naive_delta as naive
from benchmarks import naive_snapshot
from benchmarks.timing import Row, best_us
from uoproto.delta import read_entity, write_entity
from uoproto.message import MessageReader, MessageWriter
from uoproto.player import read_player, write_player
from uoproto.snapshot import Snapshot, read_snapshot, write_snapshot
from uoproto.states import ClientState, EntityState, Frame, HudElement, PlayerState

if TYPE_CHECKING:
    from collections.abc import Callable

ENTITIES: Final = 32
MOVING: Final = 16
"""Entities of the snapshot that differ from their base."""
NUMBER: Final = 5
# Least ratios to the plain loops.
RECORD_TARGET: Final = 2
EQUAL_TARGET: Final = 2.5
HEADER_BYTES: Final = 6


def _entity(source: random.Random, number: int) -> EntityState:
    return EntityState.from_fields(
        {
            "eType": 1,
            "clientNum": number,
            "pos.trType": 1,
            "pos.trBase[0]": source.uniform(-9000, 9000),
            "pos.trBase[1]": source.uniform(-9000, 9000),
            "pos.trBase[2]": source.randrange(500),
            "apos.trBase[1]": source.uniform(-180, 180),
            "legsAnim": source.randrange(512),
            "groundEntityNum": 1022,
            "weapon": source.randrange(1, 40),
            "solid": 0x48010F,
            "eventSequence": source.randrange(256),
        }
    )


def _moved(source: random.Random, state: EntityState) -> EntityState:
    """Change five fields, as a running player's do from frame to frame."""
    return state.with_fields(
        {
            "pos.trBase[0]": state["pos.trBase[0]"] + source.uniform(1, 9),
            "pos.trBase[1]": state["pos.trBase[1]"] + source.uniform(1, 9),
            "apos.trBase[1]": source.uniform(-180, 180),
            "legsAnim": source.randrange(512),
            "pos.trBase[2]": source.randrange(500),
        }
    )


def _player(time: int) -> PlayerState:
    element = HudElement.from_fields({"type": 1, "x": 320, "y": 20, "text": 3, "color.rgba": -1})
    state = PlayerState.from_fields(
        {
            "commandTime": time,
            "origin[0]": 812.37 + time / 7,
            "origin[1]": -1400.25 + time / 9,
            "origin[2]": 64,
            "velocity[0]": 143.5 + time / 99,
            "velocity[1]": 120.25,
            "viewangles[1]": time % 180,
            "viewangles[0]": -4.5,
            "bobCycle": time % 256,
            "eFlags": 0x18,
            "speed": 190,
            "gravity": 800,
            "weapon": 7,
            "legsAnim": 100 + time % 3,
            "aimSpreadScale": time % 255 + 0.5,
            "groundEntityNum": 1022,
            "viewHeightCurrent": 60,
        }
    )
    return state.replace(
        stats=(100, 0, 100, 0, 0, 1),
        ammo=(30,) * 20 + (0,) * 44,
        hud_current=(element, element),
    )


def _frames() -> tuple[Frame, Frame]:
    source = random.Random(22)
    old = {number: _entity(source, number) for number in range(1, ENTITIES + 1)}
    new = {
        number: _moved(source, state) if number <= MOVING else EntityState((*state.words,))
        for number, state in old.items()
    }
    clients = {
        number: ClientState.from_fields({"team": number % 3}).with_name(f"player {number}")
        for number in range(ENTITIES + 1)
    }
    return Frame(_player(10_000), old, clients), Frame(_player(10_050), new, dict(clients))


def _write(call: Callable[[MessageWriter], object]) -> bytes:
    writer = MessageWriter()
    call(writer)
    return writer.to_bytes()


def _write_naive(call: Callable[[naive.Message], object]) -> bytes:
    message = naive.Message()
    call(message)
    return bytes(message.data)


def _best(call: Callable[[], object]) -> float:
    """Return microseconds per call, over more runs than usual: some calls here are long."""
    return best_us(call, repeats=25)


def run() -> list[Row]:
    base, frame = _frames()
    return [*_entity_rows(base, frame), *_player_rows(base, frame), *_snapshot_rows(base, frame)]


def _entity_rows(base: Frame, frame: Frame) -> list[Row]:
    old, new = base.entities[NUMBER], frame.entities[NUMBER]
    twin = EntityState((*old.words,))

    def plain_write(state: EntityState) -> bytes:
        return _write_naive(lambda msg: naive.write_entity(msg, NUMBER, old, state, force=False))

    def write(state: EntityState) -> bytes:
        return _write(lambda writer: write_entity(writer, NUMBER, old, state))

    def plain_read() -> EntityState | None:
        msg = naive.Message(record)
        msg.read_bits(10)
        return naive.read_entity(msg, old)

    def read() -> EntityState | None:
        reader = MessageReader(record)
        return read_entity(reader, reader.read_bits(10), old)

    record = write(new)
    assert plain_write(new) == record
    assert plain_read() == read()
    pairs = [
        ("entity write", partial(plain_write, new), partial(write, new), RECORD_TARGET),
        ("entity equal", partial(plain_write, twin), partial(write, twin), EQUAL_TARGET),
    ]
    return [
        *(Row(name, _best(plain), _best(call), target) for name, plain, call, target in pairs),
        Row("entity read", _best(plain_read), _best(read), RECORD_TARGET),
    ]


def _player_rows(base: Frame, frame: Frame) -> list[Row]:
    old, new = base.player, frame.player

    def plain_write() -> bytes:
        return _write_naive(lambda msg: naive_snapshot.write_player(msg, old, new))

    def write() -> bytes:
        return _write(lambda writer: write_player(writer, old, new))

    def plain_read() -> PlayerState:
        return naive_snapshot.read_player(naive.Message(record), old)

    def read() -> PlayerState:
        return read_player(MessageReader(record), old)

    record = write()
    assert plain_write() == record
    assert plain_read() == read()
    return [
        Row("player write", _best(plain_write), _best(write), RECORD_TARGET),
        Row("player read", _best(plain_read), _best(read), RECORD_TARGET),
    ]


def _snapshot_rows(base: Frame, frame: Frame) -> list[Row]:
    snapshot = Snapshot(10_050, 1, 0, frame)

    def plain_write() -> bytes:
        return _write_naive(lambda msg: naive_snapshot.write_snapshot(msg, base, frame, {}))

    def write() -> bytes:
        return _write(lambda writer: write_snapshot(writer, snapshot, base, {}))

    def plain_read() -> Frame:
        return naive_snapshot.read_snapshot(naive.Message(record[HEADER_BYTES:]), base, {})

    def read() -> Frame:
        return read_snapshot(MessageReader(record), lambda _: base, {}).frame

    record = write()
    assert plain_write() == record[HEADER_BYTES:]
    assert plain_read() == read()
    return [
        Row("snapshot write", _best(plain_write), _best(write), RECORD_TARGET),
        Row("snapshot read", _best(plain_read), _best(read), RECORD_TARGET),
    ]
