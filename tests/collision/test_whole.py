from __future__ import annotations

from graphlib import TopologicalSorter
from pathlib import Path

from tests.test_layers import imports
from uoserver import collision

ROOM = "uoserver.collision"


def test_no_modules_import_each_other_not_even_for_types() -> None:
    files = [path for path in Path(collision.__file__).parent.glob("*.py") if path.stem[0] != "_"]
    needs = {
        path.stem: {name.removeprefix(f"{ROOM}.").split(".")[0] for name in imports(path)}
        & {other.stem for other in files}
        for path in files
    }
    order = list(TopologicalSorter(needs).static_order())  # raises CycleError
    assert order.index("whole") < order.index("surroundings") < order.index("world")
