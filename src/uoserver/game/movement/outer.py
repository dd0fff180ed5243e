"""A whole usercmd: cutting its time into slices (pmove2: Command time on the server)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .constants import (
    MASK_DEAD,
    MASK_PLAYER,
    MASK_SPECTATOR,
    PMF_JUMP_HELD,
    TYPE_DEAD,
    TYPE_SPECTATOR,
)
from .context import Move
from .fit import MAX_COMMAND_FITS, MAX_FIT_SWEEPS, MAX_SLICE_FITS
from .slices import run_slice

if TYPE_CHECKING:
    from uoproto.states import UserCmd
    from uoserver.bsp.vectors import Vec3

    from .rules import MoveRules
    from .space import Space
    from .state import MoveState

CATCH_UP_MS: Final = 1000
"""Most time one command moves a player by; what lies further back is lost."""
HELD_UP_MOVE: Final = 20
"""The up key of the later slices of a command that jumped."""
LEAD_MS: Final = 200
LAG_MS: Final = 1000
"""How far a usercmd's time may lie ahead of the server's, and how far behind it counts."""

MAX_SLICE_TRACES: Final = 100
"""Sweeps and point tests of a slice at most, fit tests apart: what a hostile client can cost. A
walk takes seven; the rest is getting out of solids, bumps and steps."""


class MoveResult(NamedTuple):
    """What a command did beside the state.

    ``events`` are (number, parameter) in the order posted; ``touched`` entities that were run
    into or stood on, each once; ``mins`` and ``maxs`` the box of the stance it ended in.
    """

    events: tuple[tuple[int, int], ...] = ()
    touched: tuple[int, ...] = ()
    mins: Vec3 = (0.0, 0.0, 0.0)
    maxs: Vec3 = (0.0, 0.0, 0.0)
    water_level: int = 0
    slices: int = 0
    fits: int = 0
    """Prone fit tests it took, ten sweeps each."""


def admitted_time(command_time: int, level_time: int, rules: MoveRules) -> int:
    """Return the time a command runs to on a server at ``level_time``, in ms.

    Held between a second back and 200 ms ahead; with pmove_fixed then rounded up to whole slices.
    Nothing runs unless it lies behind the time of the player's state, so that all the commands of
    a client together move it by no more than the time that passed, and 200 ms.
    """
    time = max(level_time - LAG_MS, min(level_time + LEAD_MS, command_time))
    if rules.pmove_fixed:
        step = rules.slice_ms
        time = (time + step - 1) // step * step
    return time


def most_traces(slices: int) -> int:
    """Return how many sweeps and point tests a command of so many slices can cost.

    It has 125 slices at most. One of a second costs most, but no client has more than a second to
    run in a second; how many short ones it may send is for the server to limit.
    """
    fit_tests = min(MAX_COMMAND_FITS, MAX_SLICE_FITS * slices)
    return MAX_SLICE_TRACES * slices + MAX_FIT_SWEEPS * fit_tests


def mask_of(pm_type: int) -> int:
    """Return the contents that stop a player of this type."""
    if pm_type == TYPE_SPECTATOR:
        return MASK_SPECTATOR
    return MASK_PLAYER if pm_type < TYPE_DEAD else MASK_DEAD


def move(state: MoveState, command: UserCmd, space: Space, rules: MoveRules) -> MoveResult:
    """Run a usercmd: move the state to the time of the command.

    At most a second, in slices of `MoveRules.slice_ms`. An older command does nothing. The state
    is rounded at the end to what the wire carries.
    """
    final = command.command_time
    now = state.command_time
    if final <= now:
        return MoveResult(mins=state.mins, maxs=state.maxs)
    if final > now + CATCH_UP_MS:
        state.command_time = now = final - CATCH_UP_MS
    work = Move(state, command, space, rules, mask_of(state.pm_type))
    longest = rules.slice_ms
    up_move = command.upmove
    slices = 0
    while now < final:
        msec = final - now
        if msec > longest:
            msec = longest
        state.command_time = now = now + msec
        work.reset(command, up_move, msec)
        run_slice(work)
        slices += 1
        if state.pm_flags & PMF_JUMP_HELD:
            up_move = HELD_UP_MOVE
    state.settle()
    return MoveResult(
        tuple(work.posted),
        tuple(work.touched),
        work.mins,
        work.maxs,
        work.water_level,
        slices,
        work.command_fits,
    )
