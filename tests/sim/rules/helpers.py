"""What the tests of rules share: a flag, men, gates, and stand-ins for what others make."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, put
from uoserver.sim.grid import centre
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.manstate import ManState, Think, state_of
from uoserver.sim.simulation import Simulation
from uoserver.sim.weapons import grenade, mine
from uoserver.sim.world import Place

Throw = tuple[int, Place, tuple[int, int], Obj | None]
"""team, from, to, who."""


def flag_at(sim: Simulation, team: int, column: int, row: int, dx: int = 0, dy: int = 0) -> Obj:
    """A flag that lies in the middle of a cell, or pixels beside it."""
    at = cell(column, row)
    x, y = centre(at)
    obj = create(sim, Kind.FLAG, team, x + (dx << 16), y + (dy << 16), 0, at)
    assert obj is not None
    return obj


def site(sim: Simulation, team: int, column: int, row: int) -> int:
    """A building that the flag of a side can be in; return its cell."""
    at = put(sim, column, row, "FLAG", team)
    sim.state.sides[team].flag_sites.append(at)
    return at


def man_at(sim: Simulation, team: int, column: int, row: int, dx: int = 0, dy: int = 0) -> Obj:
    """A man pixels beside the middle of a cell, who has left his building."""
    x, y = centre(cell(column, row))
    obj = create(sim, Kind.MAN, team, x + (dx << 16), y + (dy << 16), 0, 0)
    assert obj is not None
    obj.think = Think.PICK
    return obj


def mind(obj: Obj) -> ManState:
    """A man's own state."""
    return state_of(obj)


def men(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.MAN))


def catch_throws(monkeypatch: pytest.MonkeyPatch) -> list[Throw]:
    """Let grenades only be noted."""
    throws: list[Throw] = []

    def throw(
        _sim: Simulation, team: int, at: Place, to: tuple[int, int], owner: Obj | None
    ) -> Obj | None:
        throws.append((team, at, to, owner))
        return None

    monkeypatch.setattr(grenade, "throw", throw)
    return throws


def catch_mines(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Let mines only be noted, by their places."""
    laid: list[tuple[int, int]] = []

    def lay(sim: Simulation, x: int, y: int) -> Obj | None:
        laid.append((x, y))
        return Obj(0, 0, Kind.MINE, 2, x, y, 0)

    monkeypatch.setattr(mine, "lay", lay)
    return laid
