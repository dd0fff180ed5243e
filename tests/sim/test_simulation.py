"""The state of a simulation and its parts (simulation, classes, events)."""

from __future__ import annotations

from tests.sim.busy import busy_match, keys_for
from uoserver.sim.events import Event
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import NO_WINNER, ObjectClass, Simulation, State
from uoserver.sim.world import GridWorld


def test_a_new_simulation_is_of_one_player_on_flat_land_and_not_won() -> None:
    sim = Simulation({})
    state = sim.state
    assert (state.tick, state.players, state.winner, state.running) == (0, 1, NO_WINNER, True)
    assert [side.team for side in state.sides] == [0, 1]
    assert (state.drivers, state.moved_from, state.rand.state) == ([], None, 1)
    assert isinstance(sim.world, GridWorld)
    assert sim.events == []


def test_a_state_and_a_world_of_ones_own_are_kept() -> None:
    state = State(tick=7)
    world = GridWorld(state.grid)
    sim = Simulation({}, state, world)
    assert sim.state is state
    assert sim.world is world


def test_states_share_nothing() -> None:
    one, other = State(), State()
    one.grid.terrain[0] = 1
    one.sides[0].stock[0] = 9
    one.pool.free.pop()
    assert (other.grid.terrain[0], other.sides[0].stock[0], len(other.pool.free)) == (0, 3, 511)


def test_a_class_that_says_nothing_keeps_its_objects_and_does_nothing() -> None:
    sim, each = Simulation({}), ObjectClass("Stay")
    obj = Obj(1, 1, Kind.REMAINS, 2, 0, 0, 0)
    assert each.init(sim, obj, 5) == 1
    assert each.destroy(sim, obj)
    each.update(sim, obj)
    assert obj == Obj(1, 1, Kind.REMAINS, 2, 0, 0, 0)
    hooks = (
        each.shape,
        each.hit_static,
        each.hit_land,
        each.hit_object,
        each.damage,
        each.detached,
    )
    assert hooks == (None,) * 6
    assert (each.priority, each.recyclable) == (0, False)


def test_events_are_plain_and_of_the_frame_alone() -> None:
    import random

    sim, source = busy_match(ticks=1), random.Random(4)
    seen: set[str] = set()
    before: list[Event] = []
    for _ in range(400):
        events = step(sim, keys_for(source, 4))
        assert events is not before
        before = events
        for event in events:
            seen.add(type(event).__name__)
            assert all(isinstance(value, int | str) for value in event)
    assert seen >= {"Created", "Destroyed", "Lost", "Sound", "CellChanged", "Launched"}
