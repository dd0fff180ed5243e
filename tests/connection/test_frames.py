"""The 32 remembered snapshots of either side, and which may be a delta base."""

from __future__ import annotations

import pytest

from tests.peers import frame, many, player, snapshot
from uoproto.connection.frames import ReceivedFrames, SentFrames, within_rings
from uoproto.states import Frame

REACH = 2048 - 128


def received(frames: ReceivedFrames, number: int, content: Frame) -> None:
    frames.accept(number, snapshot(content=content), frames.count(content))


# -- the server's -------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "held"), [(1, True), (28, True), (29, False), (31, False)])
def test_a_base_lies_at_most_28_back(distance: int, held: bool) -> None:
    frames = SentFrames()
    shown = frame(player(weapon=2))
    frames.store(100, shown, 0)
    assert frames.base(100, 100 + distance) == ((distance, shown) if held else None)


@pytest.mark.parametrize("delta_message", [-1, 0, 99, 101, 132])
def test_no_base(delta_message: int) -> None:
    frames = SentFrames()
    frames.store(100, frame(), 0)
    frames.store(0, frame(), 0)
    assert frames.base(delta_message, 101) is None


def test_a_slot_is_taken_over_after_32_messages() -> None:
    frames = SentFrames()
    frames.store(1, frame(player(weapon=1)), 0)
    frames.store(33, frame(player(weapon=2)), 0)
    assert frames.base(1, 20) is None
    assert frames.base(33, 34) == (1, frame(player(weapon=2)))


@pytest.mark.parametrize(("between", "held"), [(REACH, True), (REACH + 1, False)])
def test_a_base_the_clients_rings_have_run_past_is_none(between: int, held: bool) -> None:
    """The ring counts from where the base's records start to where the new ones will."""
    frames = SentFrames()
    frames.store(1, frame(entities=many(900, 1)), 0)
    frames.store(2, frame(entities=many(between - 900, 1)), 0)
    assert (frames.base(1, 3) is not None) is held
    assert frames.base(2, 3) is not None


@pytest.mark.parametrize(
    ("base", "start", "held"),
    [
        ((10, 10), (10 + REACH, 10), True),
        ((10, 10), (11 + REACH, 10), False),
        ((10, 10), (10, 10 + REACH), True),
        ((10, 10), (10, 11 + REACH), False),
    ],
)
def test_both_rings_count(base: tuple[int, int], start: tuple[int, int], held: bool) -> None:
    assert within_rings(base, start) is held


def test_forgotten_frames_are_no_bases() -> None:
    frames = SentFrames()
    frames.store(5, frame(), 0)
    frames.forget()
    assert frames.base(5, 6) is None
    assert frames.shown(5) is None


def test_what_a_client_was_shown() -> None:
    frames = SentFrames()
    first, second = frame(player(weapon=1)), frame(player(weapon=2))
    frames.store(4, first, 0)
    frames.store(6, second, 0)
    assert frames.shown(3) is None
    assert frames.shown(4) is first
    assert frames.shown(5) is first  # message 5 had no snapshot
    assert frames.shown(9) is second


def test_ping_is_the_mean_over_what_was_acknowledged() -> None:
    frames = SentFrames()
    assert frames.ping() == 999
    frames.store(1, frame(), 100)
    frames.store(2, frame(), 150)
    frames.store(3, frame(), 200)
    frames.acknowledge(1, 140)
    frames.acknowledge(1, 900)  # the same again tells nothing new
    frames.acknowledge(2, 211)
    frames.acknowledge(99, 500)
    assert frames.ping() == (40 + 61) // 2
    frames.acknowledge(3, 20_000)
    assert frames.ping() == 999


# -- the client's -------------------------------------------------------------------------------


def test_usable_is_what_was_accepted_under_that_number() -> None:
    frames = ReceivedFrames()
    assert not frames.usable(5)
    received(frames, 5, frame(player(weapon=5)))
    assert frames.usable(5)
    assert not frames.usable(37)  # the same slot, another message
    assert frames.content(37) == frame(player(weapon=5))
    received(frames, 37, frame())
    assert not frames.usable(5)


def test_messages_without_an_accepted_snapshot_are_void() -> None:
    frames = ReceivedFrames()
    for number in (1, 2, 3):
        received(frames, number, frame())
    received(frames, 34, frame())  # takes the slot of 2; 4 to 33 brought none, 33 voids that of 1
    assert [frames.usable(number) for number in (1, 2, 3, 34)] == [False, False, True, True]
    received(frames, 300, frame())  # a long silence voids the whole ring
    assert [number for number in range(1, 301) if frames.usable(number)] == [300]


def test_there_is_no_message_before_the_first() -> None:
    """A delta from message 0 or before is a full snapshot: its base is empty (parsing)."""
    frames = ReceivedFrames()
    received(frames, 27, frame(player(weapon=9)))
    assert frames.content(-5) is None  # -5 & 31 is 27
    assert frames.content(0) is None
    assert not frames.usable(-5)


@pytest.mark.parametrize(("between", "usable"), [(REACH, True), (REACH + 1, False)])
def test_rings_age_a_base_up_to_the_frame_in_question(between: int, usable: bool) -> None:
    """The records of the frame that refers to the base do not count: they are read later."""
    frames = ReceivedFrames()
    received(frames, 1, frame(entities=many(between - 900, 1)))
    received(frames, 2, frame(entities=many(900, 1)))
    frames.count(frame(entities=many(900, 1)))
    assert frames.usable(1) is usable
    assert frames.usable(2)


def test_both_sides_agree_where_a_base_ends() -> None:
    sent, got = SentFrames(), ReceivedFrames()
    big = frame(entities=many(640, 1))
    for number in range(1, 8):
        base = sent.base(number - 3, number)
        start = got.count(big)
        assert (base is not None) == got.usable(number - 3)
        got.accept(number, snapshot(content=big), start)
        sent.store(number, big, 0)
    assert sent.base(5, 8) is not None  # 1,920 records back
    assert sent.base(4, 8) is None
