"""One direction of a connection seen from outside."""

from __future__ import annotations

import pytest

from tests.peers import entity, frame, gamestate, player, snapshot
from uoproto.constants import MAX_LEVEL_OPS
from uoproto.errors import LimitExceededError
from uoproto.follow import ServerStream, StreamOp, UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.servermessage import FixedContext, Nop, ServerOp, build_server_body
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState, Frame

SEEN = frame(player(commandTime=500), {5: entity(index=3)})
LATER = frame(player(commandTime=550), {5: entity(index=4)})


def read(
    stream: ServerStream,
    sequence: int,
    *ops: ServerOp,
    base: Frame | None = None,
    baselines: dict[int, EntityState] | None = None,
) -> list[StreamOp]:
    body = build_server_body(ops, FixedContext(base, baselines or {}))
    return list(stream.read(sequence, body))


def test_a_delta_is_read_over_the_frame_it_names() -> None:
    stream = ServerStream()
    first, second = snapshot(500, SEEN), snapshot(550, LATER, distance=2)
    assert read(stream, 10, gamestate(), first) == [gamestate(), first]
    assert read(stream, 12, second, base=SEEN) == [second]
    assert stream.frames.newest == second
    assert stream.checksum_feed == 0x55AA


def test_a_second_gamestate_makes_the_frames_before_it_unusable() -> None:
    stream = ServerStream()
    read(stream, 10, gamestate(), snapshot(500, SEEN))
    baselines = {7: entity(index=9)}
    read(stream, 11, gamestate(baselines=baselines))
    assert stream.baselines == baselines
    assert stream.frames.newest is None
    assert stream.base_frame(1) is None
    (op,) = read(stream, 12, snapshot(550, LATER, distance=2), base=frame())
    assert op == UnusableSnapshot(550, 2, 0)
    new = snapshot(600, frame(entities={7: entity(index=9)}))
    assert read(stream, 13, new, baselines=baselines) == [new]


def test_a_delta_over_a_message_that_never_came() -> None:
    stream = ServerStream()
    read(stream, 10, gamestate(), snapshot(500, SEEN))
    (op,) = read(stream, 13, snapshot(550, LATER, distance=1), base=frame())
    assert op == UnusableSnapshot(550, 1, 0)
    assert stream.frames.newest_number == 10


@pytest.mark.parametrize(("distance", "usable"), [(4, False), (5, True), (6, True)])
def test_a_base_of_message_0_or_before_means_a_full_snapshot(distance: int, usable: bool) -> None:
    stream = ServerStream()
    read(stream, 5, gamestate())
    given = snapshot(550, LATER, distance=distance)
    expected = given if usable else UnusableSnapshot(550, distance, 0)
    assert read(stream, 5, given, base=frame()) == [expected]


@pytest.mark.parametrize("op", [gamestate(), snapshot(500)])
def test_a_message_holds_a_bounded_number_of_levels_and_frames(op: Gamestate | Snapshot) -> None:
    stream = ServerStream()
    assert read(stream, 1, *[op, Nop()] * MAX_LEVEL_OPS) == [op, Nop()] * MAX_LEVEL_OPS
    body = build_server_body([op] * (MAX_LEVEL_OPS + 1), FixedContext())
    ops = stream.read(2, body)
    assert [next(ops) for _ in range(MAX_LEVEL_OPS)] == [op] * MAX_LEVEL_OPS
    with pytest.raises(LimitExceededError):
        next(ops)
