"""A simulation as bytes and back (saving)."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from tests.sim.busy import busy_match, keys_for, tamper
from tests.sim.play import new_sim, put
from uoserver.sim.calls import Call
from uoserver.sim.lifecycle import create, deactivate
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, List
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.ranges import COUNTED
from uoserver.sim.saves.saving import MAX_SAVE, SaveError, load, save, state_hash
from uoserver.sim.simulation import ObjectClass, Simulation, State
from uoserver.sim.statics import destroy
from uoserver.sim.world import GridWorld


def burning_match() -> Simulation:
    """A busy match in which things burn: explosions, debris, a ruin to come."""
    sim = busy_match(seed=2, ticks=241)
    for column, name in ((90, "BUSH_1S"), (92, "OUTPOST"), (94, "BRIDGE_H")):
        destroy(sim, put(sim, column, 90, name, 1))
    for _ in range(19):
        step(sim, [0] * 4)
    create(sim, Kind.WRECK, 1, 2900 << 16, 2900 << 16, 0, 0)
    return sim


BUSY = burning_match()
SAVED = save(BUSY)


def test_the_busy_match_holds_every_kind_and_most_of_the_rest() -> None:
    kinds = {obj.kind for obj in BUSY.state.pool.slots if obj is not None}
    assert kinds >= {Kind.VEHICLE, Kind.LIFT, Kind.WRECK}
    assert kinds >= {Kind.EXPLOSION, Kind.DEBRIS, Kind.REMAINS}
    assert {timer.call for timer in BUSY.state.timers.entries} >= {Call.COME_BACK, Call.RUIN}
    assert BUSY.state.moved_from
    assert any(BUSY.state.grid.chain)


def test_what_is_loaded_is_what_was_saved() -> None:
    again = load(SAVED, CLASSES)
    assert again.state == BUSY.state
    assert again.state is not BUSY.state
    assert save(again) == SAVED
    assert isinstance(again.world, GridWorld)
    assert again.classes is CLASSES


def test_a_loaded_match_goes_on_like_the_first() -> None:
    one, other = load(SAVED, CLASSES), load(SAVED, CLASSES)
    source = random.Random(5)
    for _ in range(150):
        keys = keys_for(source, 4)
        assert step(one, keys) == step(other, keys)
    assert state_hash(one) == state_hash(other) != state_hash(BUSY)


def test_a_world_of_ones_own_is_kept() -> None:
    world = GridWorld(BUSY.state.grid)
    assert load(SAVED, CLASSES, world).world is world


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.grid.terrain.__setitem__(5, 1),
        lambda state: state.rand.rand(),
        lambda state: setattr(state, "tick", state.tick + 1),
        lambda state: setattr(state.drivers[3].view, "laugh", 1),
        lambda state: state.pool.free.reverse(),
    ],
)
def test_every_change_is_another_hash(change: Callable[[Any], object]) -> None:
    sim = load(SAVED, CLASSES)
    assert state_hash(sim) == state_hash(BUSY)
    change(sim.state)
    assert state_hash(sim) != state_hash(BUSY)


def test_a_hash_is_short_and_always_the_same() -> None:
    assert state_hash(new_sim((0, 1))) == state_hash(new_sim((0, 1)))
    assert len(state_hash(BUSY)) == 32


def test_what_is_no_number_cannot_be_saved() -> None:
    sim = new_sim()
    sim.state.grid.jitter[0] = (0, 0, 0, 0.5)  # type: ignore[assignment]
    with pytest.raises(TypeError, match="float cannot be saved"):
        save(sim)


# -- what is refused -------------------------------------------------------------------------------

FIELDS = [each.name for each in fields(State)]
USED = next(obj.slot for obj in BUSY.state.pool.slots if obj is not None)
OBJ = ("pool", 0, USED)


def changed(path: tuple[str | int, ...], value: object) -> bytes:
    """The save with one value of its state replaced; the first of the path is a field's name."""
    content = json.loads(SAVED)
    node = content["state"]
    keys = [FIELDS.index(key) if isinstance(key, str) else key for key in path]
    for key in keys[:-1]:
        node = node[key]
    node[keys[-1]] = value
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "no JSON text"),
        (b"\xff\xfe\x00", "no JSON text"),
        (b"[" * 100_000, "no JSON text"),
        (b'{"format":2,"state":' + b"9" * 5000 + b"}", "no JSON text"),
        (b"[]", "no save of format 2"),
        (b'{"format":1,"state":[]}', "no save of format 2"),
        (b'{"format":2}', "state: NoneType instead of list"),
        (b'{"format":2,"state":[1,2]}', "state: 2 fields instead of "),
        (b" " * (MAX_SAVE + 1), "bytes are too many for a save"),
        (changed(("tick",), "7"), "state.tick: no number"),
        (changed(("tick",), True), "state.tick: no number"),
        (changed(("tick",), 7.0), "state.tick: no number"),
        (changed(("tick",), 1 << 63), "state.tick: no number"),
        (changed(("running",), 1), "state.running: int instead of bool"),
        (changed(("grid", 0), "0g"), "state.grid.terrain: no hex digits"),
        (changed(("grid", 0), 5), "state.grid.terrain: int instead of str"),
        (changed(("grid", 0), "00" * 16383), "terrain has not a byte for every cell"),
        (changed(("grid", 6, 0), [0, 0, 0]), r"jitter\[0\]: 3 items instead of 4"),
        (changed(("sides", 0, 1), [0] * 5), "sides\\[0\\].stock: 5 items, not 4 at most"),
        (changed(("grid", 0), "00" * 16384 + " "), "terrain: 32769 items, not 16384 at most"),
        (changed(("timers", 0), [[0, 1, 0, 0, 1]] * 1025), "entries: 1025 items, not 1024"),
        (changed(("tick",), COUNTED), "the state contradicts itself: state.tick is "),
        (changed((*OBJ, 2), 8), "kind: 8 is not a valid Kind"),
        (changed((*OBJ, -1), ["Grid", 1]), "data: unknown data"),
        (changed((*OBJ, -1), [[]]), "data: unknown data"),
        (changed((*OBJ, -1), ["WreckState", 1]), "data: 1 fields instead of 5"),
        (changed((*OBJ, -1), 5), "data: int instead of list"),
        (changed(("tick",), -1), "the state contradicts itself: state.tick is -1"),
    ],
)
def test_what_is_no_save_is_refused_with_what_is_wrong(data: bytes, problem: str) -> None:
    with pytest.raises(SaveError, match=problem):
        load(data, CLASSES)


def test_a_kind_without_a_class_is_refused() -> None:
    sim = Simulation({Kind.SHADOW: ObjectClass("Shadow")})
    create(sim, Kind.SHADOW, 0, 0, 0, 0)
    with pytest.raises(SaveError, match="slot 1 holds a SHADOW, for which there is no class"):
        load(save(sim), CLASSES)


def test_only_what_makes_room_is_on_that_list() -> None:
    def saved(recyclable: bool) -> tuple[bytes, dict[Kind, ObjectClass]]:
        classes = {Kind.SHADOW: ObjectClass("Shadow", recyclable=recyclable)}
        sim = Simulation({Kind.SHADOW: ObjectClass("Shadow", recyclable=True)})
        shadow = create(sim, Kind.SHADOW, 0, 0, 0, 0)
        assert shadow
        deactivate(sim, shadow)
        return save(sim), classes

    assert load(*saved(True)).state.pool.heads[List.USELESS] == 1
    with pytest.raises(SaveError, match="slot 1: a SHADOW makes room for nobody"):
        load(*saved(False))


@pytest.mark.parametrize(
    ("path", "item"),
    [
        (("timers", 0), [1, 1, 0, 0, 1]),
        (("tasks", 0), [1, 0, 0]),
        (("glow",), 1),
        (("drivers",), []),
        (("pool", 0), None),
        ((*OBJ, -5), 511),
        (("sides", 1, 4), 1),
    ],
)
def test_a_list_of_a_million_is_refused_before_it_is_read(
    path: tuple[str | int, ...], item: object
) -> None:
    data = changed(path, [item] * 100_000)
    assert len(data) < MAX_SAVE
    content = json.loads(data)
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="100000 items, not"):
            load_content(content)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def load_content(content: Any) -> None:
    """Load a save whose JSON text was read already: that takes its time in any case."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json, "loads", lambda _: content)
        load(b"", CLASSES)


def test_a_long_text_takes_a_bounded_memory() -> None:
    data = b'{"format":2,"state":[' + b"[]," * (MAX_SAVE // 3 - 20) + b"[]]}"
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="fields instead of"):
            load(data, CLASSES)
        assert tracemalloc.get_traced_memory()[1] < 40 * MAX_SAVE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("seed", range(40))
def test_a_save_somebody_changed_is_refused_or_can_be_played(seed: int) -> None:
    source = random.Random(seed)
    content = json.loads(SAVED)
    for _ in range(source.choice((1, 1, 2))):
        tamper(content, source)
    try:
        sim = load(json.dumps(content).encode(), CLASSES)
    except SaveError:
        return
    for _ in range(100):
        step(sim, keys_for(source, 4), source.choice((1, 2, 3, 12)))
    check_state(sim.state)
