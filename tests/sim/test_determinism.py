"""The same input is the same match, everywhere (design: Ticks and determinism)."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.sim.busy import busy_match, keys_for
from tests.sim.everything import Everything, everything
from uoserver.sim.events import Event
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.saving import load, save, state_hash

ROOT = Path(__file__).parents[2]
SIM = ROOT / "src" / "uoserver" / "sim"
BUSY = "from tests.sim.busy import busy_match; sim = busy_match(seed=3, ticks=250)"
EVERYTHING = "from tests.sim.everything import everything; sim = everything().sim"


def hash_elsewhere(script: str, hash_seed: str) -> str:
    """Return the hash of the state that a script calls ``sim``, in a process of its own."""
    show = "; from uoserver.sim.saves.saving import state_hash; print(state_hash(sim))"
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    result = subprocess.run(
        [sys.executable, "-c", script + show],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return result.stdout.strip()


def test_another_process_with_another_hash_seed_plays_the_same_match() -> None:
    here = state_hash(busy_match(seed=3, ticks=250))
    assert {hash_elsewhere(BUSY, seed) for seed in ("1", "77")} == {here}


@cache
def everything_here() -> Everything:
    return everything()


def test_in_the_match_of_everything_every_class_occurs() -> None:
    """But for the two of which no objects are made: shadows and lines of fire."""
    assert everything_here().kinds == set(Kind) - {Kind.SHADOW, Kind.TRACER}


def test_with_everything_running_another_process_plays_the_same_match() -> None:
    assert hash_elsewhere(EVERYTHING, "77") == state_hash(everything_here().sim)


@pytest.mark.parametrize("tick", [90, 105, 200, 640])
def test_with_everything_running_a_save_goes_on_as_the_match_does(tick: int) -> None:
    """Men, a gate, a grenade; a wreck; the flag; drones and the homing missile are in them."""
    assert state_hash(everything(saved_at=tick).sim) == state_hash(everything_here().sim)


def test_another_input_is_another_match() -> None:
    assert state_hash(busy_match(seed=3, ticks=60)) != state_hash(busy_match(seed=4, ticks=60))


@pytest.mark.parametrize("dt", [1, 3])
def test_a_recorded_input_replays_also_with_a_save_in_the_middle(dt: int) -> None:
    source = random.Random(9)
    record = [keys_for(source, 4) for _ in range(160)]
    start = save(busy_match(ticks=120))
    plain, saved = load(start, CLASSES), load(start, CLASSES)
    for number, keys in enumerate(record):
        one: list[Event] = step(plain, keys, dt)
        if number % 40 == 20:
            saved = load(save(saved), CLASSES)
        assert step(saved, keys, dt) == one
    assert state_hash(plain) == state_hash(saved)


# -- the rules of the source -----------------------------------------------------------------------

FLOATS = {"kernel/fixmath.py", "shapes.py"}
FLOATS |= {f"tables/{name}.py" for name in ("muzzles", "projectiles", "statics", "vehicles")}
"""The one division, and tables made of literals."""
FORBIDDEN = {"math", "random", "time", "logging", "datetime", "secrets", "os", "uuid"}


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    paths = [path for path in sorted(SIM.rglob("*.py")) if path.name != "__main__.py"]
    return [
        (path.relative_to(SIM).as_posix(), node)
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
    ]


def test_nothing_in_the_simulation_asks_chance_a_clock_or_the_c_library() -> None:
    for name, node in nodes():
        if isinstance(node, ast.Import):
            assert not FORBIDDEN & {alias.name.split(".")[0] for alias in node.names}, name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = {alias.name for alias in node.names}
            allowed = node.module == "math" and names <= {"isqrt"}
            assert allowed or (node.module or "").split(".")[0] not in FORBIDDEN, name


def test_floats_are_in_tables_and_in_one_division_only() -> None:
    for name, node in nodes():
        real = isinstance(node, ast.Constant) and isinstance(node.value, float)
        real |= isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        real |= isinstance(node, ast.Name) and node.id == "float"
        assert not real or name in FLOATS, (name, getattr(node, "lineno", 0))


def test_no_set_is_gone_through_and_nothing_is_asserted() -> None:
    for name, node in nodes():
        assert not isinstance(node, ast.Assert), name
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            called = (
                over.func.id
                if isinstance(over, ast.Call) and isinstance(over.func, ast.Name)
                else ""
            )
            assert not isinstance(over, ast.Set | ast.SetComp), name
            assert called not in {"set", "frozenset"}, name
