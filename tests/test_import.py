"""``import uoproto`` is cheap and drags in nothing heavy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import uoproto

SRC = Path(__file__).parent.parent / "src"
HEAVY = {"asyncio", "socket", "construct", "bitarray", "dpkt", "argparse"}
OUTSIDE_WORLD = {"asyncio", "socket", "construct", "dpkt", "argparse"}


def in_new_interpreter(code: str) -> str:
    setup = f"import sys; sys.path.insert(0, {str(SRC)!r})"
    result = subprocess.run(
        [sys.executable, "-S", "-c", f"{setup}\n{code}"], capture_output=True, text=True, check=True
    )
    return result.stdout


def test_import_takes_under_100_ms() -> None:
    code = (
        "import time; start = time.perf_counter(); import uoproto; "
        "print(time.perf_counter() - start)"
    )
    assert min(float(in_new_interpreter(code)) for _ in range(3)) < 0.1


def test_import_brings_in_nothing_heavy() -> None:
    loaded = set(in_new_interpreter("import uoproto; print(*sys.modules)").split())
    assert "uoproto" in loaded
    assert loaded & HEAVY == set()


def test_the_sans_io_layers_do_not_bring_in_the_outside_world() -> None:
    code = (
        "import site; site.main(); before = set(sys.modules)\n"
        "from uoproto import connection, inspect, demo, describe\n"
        "print(*set(sys.modules) - before)"
    )
    loaded = set(in_new_interpreter(code).split())
    assert "uoproto.connection.client" in loaded
    assert loaded & OUTSIDE_WORLD == set()


def test_every_public_name_is_there() -> None:
    for name in uoproto.__all__:
        assert getattr(uoproto, name).__name__ == name
    assert set(uoproto.__all__) == set(uoproto._HOMES)
    assert set(uoproto.__all__) <= set(dir(uoproto))


def test_other_names_are_not() -> None:
    assert not hasattr(uoproto, "no_such_name")


def test_what_a_program_tells_apart_is_public() -> None:
    from uoproto.connection import events

    assert uoproto.SnapshotReceived is events.SnapshotReceived
    assert issubclass(uoproto.Disconnected, uoproto.Event)
    for name in ("Gamestate", "Snapshot", "ServerCommand", "GamestateNeeded", "EnteredWorld"):
        assert name in uoproto.__all__
