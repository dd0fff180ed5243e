"""What is gathered for a command holds all that it sweeps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement import MoveState, move
from uoserver.game.movement.reach import MAX_WAY, reach

from .runs import RULES, command, standing
from .spaces import Answer, Solids, box, floor, solids


class Recorder(Solids):
    """Remembers the box of everything it is asked about."""

    def trace(self, start, end, mins, maxs, mask, *, capsule=False) -> Answer:  # type: ignore[no-untyped-def]
        self.log.append((start, end, mins, maxs, mask))
        return super().trace(start, end, mins, maxs, mask, capsule=capsule)


@pytest.mark.parametrize(
    ("state", "cmd", "milliseconds"),
    [
        (standing(), command(127), 16),
        (standing(velocity=(190.0, 0.0, 0.0)), command(127), 50),
        (standing(velocity=(304.0, 0.0, 0.0), pm_flags=0x10000), command(127, buttons=8), 50),
        (standing(), command(127, up=127), 50),
        (
            standing((0.0, 0.0, 90.0), ground_entity=1023, velocity=(0.0, 0.0, -500.0)),
            command(),
            16,
        ),
        (
            standing(pm_flags=1, view_height=11.0, view_height_target=11),
            command(127, wbuttons=0x40),
            16,
        ),
        (standing(), command(wbuttons=0x40), 16),
        (standing(), command(wbuttons=0x20), 16),
    ],
)
def test_all_sweeps_lie_in_it(state: MoveState, cmd: UserCmd, milliseconds: int) -> None:
    low, high = reach(state, cmd, milliseconds)
    space = Recorder(solids(floor(), box((40, -90, 0), (90, 90, 10))).solids)
    move(state, replace(cmd, command_time=state.command_time + milliseconds), space, RULES)
    assert space.log
    for start, end, mins, maxs, _ in space.log:
        for axis in range(3):
            assert low[axis] <= min(start[axis], end[axis]) + mins[axis]
            assert high[axis] >= max(start[axis], end[axis]) + maxs[axis]


def test_it_stays_small_whatever_the_command() -> None:
    state = standing(velocity=(60000.0, 60000.0, -60000.0))
    low, high = reach(state, command(127), 1000)
    assert all(high[axis] - low[axis] <= 2 * (MAX_WAY + 80) for axis in range(3))
