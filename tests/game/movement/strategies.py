"""Hypothesis: usercmds, states as the wire may bring them, and answers a space may give."""

from __future__ import annotations

from hypothesis import strategies as st

from uoproto.states import PlayerState, UserCmd
from uoproto.tables import PLAYER
from uoserver.bsp.vectors import Vec3
from uoserver.game.movement import MoveState

from .spaces import Answer

WORDS16 = st.integers(0, 0xFFFF)
MOVES = st.one_of(st.sampled_from([0, 127, -127]), st.integers(-128, 127))
COMMANDS = st.builds(
    UserCmd,
    command_time=st.integers(-(2**31), 2**31 - 1),
    buttons=st.integers(0, 127),
    wbuttons=st.integers(0, 255),
    weapon=st.integers(0, 127),
    angles=st.tuples(WORDS16, WORDS16, WORDS16),
    forwardmove=MOVES,
    rightmove=MOVES,
    upmove=MOVES,
)
_WIDTHS = [32 if not field.is_integer else abs(field.bits) for field in PLAYER.fields]
PLAYER_STATES = st.builds(
    PlayerState,
    words=st.tuples(*[st.integers(0, (1 << width) - 1) for width in _WIDTHS]),
    stats=st.tuples(*[st.integers(-0x8000, 0x7FFF)] * 6),
)
"""Any state a decoder may return, NaN and infinities included."""
TAME = st.builds(
    lambda flags, kind, entity, velocity, time, view, target: {
        "pm_flags": flags,
        "pm_type": kind,
        "entity_flags": entity,
        "velocity": velocity,
        "pm_time": time,
        "view_height": float(view),
        "view_height_target": target,
    },
    st.integers(0, 0xFFFFFF),
    st.sampled_from([0, 0, 0, 1, 2, 3, 4, 5, 6, 7]),
    st.sampled_from([0x10, 0x10, 0x2010, 0x4010, 0x100010]),
    st.tuples(*[st.floats(-1000, 1000)] * 3),
    st.integers(0, 3000),
    st.sampled_from([60, 40, 11, 8, 0, 50]),
    st.sampled_from([60, 40, 11, 8, 0]),
)
"""Fields of a player who stands on a map in some odd condition."""

_PART = st.floats(-1.0, 1.0)
ANSWERS = st.builds(
    Answer,
    fraction=st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0.0, 1.0)),
    endpos=st.tuples(*[st.floats(-1e5, 1e5)] * 3),
    normal=st.one_of(
        st.sampled_from([(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, -0.6, 0.8)]),
        st.tuples(_PART, _PART, _PART),
    ),
    surface_flags=st.integers(0, 0xFFFFFFFF),
    contents=st.integers(0, 0xFFFFFFFF),
    entity=st.integers(0, 1023),
    allsolid=st.booleans(),
    startsolid=st.booleans(),
)


class Babbler:
    """A space that answers whatever it was given, in turn."""

    def __init__(self, answers: list[Answer], contents: list[int]) -> None:
        self.answers, self.contents = answers, contents
        self.traces = 0

    def trace(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, *, capsule: bool = False
    ) -> Answer:
        assert all(low <= high for low, high in zip(mins, maxs, strict=True))
        assert all(abs(part) < 1e7 for part in (*start, *end))
        del mask, capsule
        self.traces += 1
        return self.answers[self.traces % len(self.answers)]

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        del point
        self.traces += 1
        return self.contents[self.traces % len(self.contents)] & mask


def finite(state: MoveState) -> bool:
    numbers = [*state.origin, *state.velocity, *state.angles, *state.to_fields().values()]
    return all(abs(number) < 1e10 for number in numbers)
