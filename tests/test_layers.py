"""Imports point down the layers only (docs/decisions.md: Layers).

A module may import the rooms that stand before its own, and its own room. The lists are the
structure of the project in one place: a new module must be given its place here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SRC = Path(__file__).parent.parent / "src"

UOPROTO = (
    *("constants", "errors", "text"),
    *("message", "huffman", "obfuscation", "netchan", "commands"),
    *("tables", "record", "states", "quickfields", "fields", "delta", "player", "usercmd"),
    *("gamestate", "sharedrecords", "snapshot", "download", "clientmessage", "servermessage"),
    *("oob", "connection", "follow", "demo", "inspect", "describe"),
    *("udp", "cli", "__main__"),
)
SIM = (
    *("kernel", "answers", "calls", "keys", "objects", "timers", "tasks", "grid", "events"),
    *("outlines", "shapes", "sides", "tables", "world", "near", "shapetable", "simulation"),
    *("vehiclestate", "targets", "lifecycle", "collide", "moving", "blast", "statics"),
    *("effects", "weapons", "defences", "rules", "vehicles", "bunker", "onfoot", "registry"),
    *("match",),
    *("levels", "saves", "__main__"),
)
"""Modules and packages of the simulation, each above what it uses."""
UOSERVER: dict[str, set[str]] = {
    "console": {"uoproto"},
    "files": set(),
    "commandline": set(),
    "serving": {"uoproto"},
    "outfile": set(),
    "bsp": set(),
    "collision": {"bsp"},
    "sim": set(),
    "simtool": {"commandline", "outfile", "files", "bsp", "collision", "sim", "survey", "game"},
    "survey": {"bsp", "collision", "sim"},
    "maptool": {"commandline", "outfile", "bsp", "collision", "survey"},
    "game": {"uoproto", "bsp", "collision", "sim", "survey"},
    "server": {
        *("uoproto", "console", "files", "outfile", "serving"),
        *("bsp", "collision", "survey", "game"),
    },
    "master": {"uoproto", "serving"},
    "pilot": {"uoproto", "commandline", "files", "sim", "survey", "game", "server"},
    "supervision": {"uoproto", "console", "server", "game"},
    "__main__": {"console", "server", "serving", "supervision"},
}
CLIENTS: Final = {"pilot"}
"""Rooms that are clients of any server, on sockets of their own."""
ENTRANCES = {
    SRC / "uoserver" / "bsp" / "__main__.py": "maptool",
    SRC / "uoserver" / "sim" / "__main__.py": "simtool",
}
"""Command lines that carry a lower room's name but stand on top of the room named here."""
OUTSIDE_WORLD = {
    *("asyncio", "socket", "time", "random", "secrets", "logging", "threading", "os", "sys"),
    *("subprocess", "datetime", "select", "selectors"),
}
OUTERMOST = {"udp", "cli", "__main__"}
"""The only rooms of uoproto that may touch sockets, clocks and the process."""


def modules(package: str) -> list[Path]:
    return sorted((SRC / package).rglob("*.py"))


def room(path: Path) -> str:
    """Return the module or package directly below the top one; empty for the package itself."""
    parts = path.relative_to(SRC).with_suffix("").parts[1:]
    return "" if parts == ("__init__",) else parts[0]


def imports(path: Path) -> Iterator[str]:
    """Yield the absolute dotted names a module imports."""
    package = path.relative_to(SRC).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, *(node.module or "").split("."))).strip(".")
            yield stem
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def ids(path: Path) -> str:
    return str(path.relative_to(SRC))


@pytest.mark.parametrize("path", modules("uoproto"), ids=ids)
def test_uoproto_imports_down(path: Path) -> None:
    own = room(path)
    if own:
        assert own in UOPROTO, f"give {own} its place among the layers"
    allowed = set(UOPROTO[: UOPROTO.index(own) + 1]) if own else set(UOPROTO)
    for name in imports(path):
        top, _, rest = name.partition(".")
        assert top != "uoserver"
        target = rest.split(".")[0]
        if top == "uoproto" and target in UOPROTO:
            assert target in allowed, f"{own} imports {target}, which stands above it"
        if own not in OUTERMOST:
            assert top not in OUTSIDE_WORLD, f"{own} is sans-IO and imports {top}"


@pytest.mark.parametrize("path", modules("uoserver"), ids=ids)
def test_uoserver_imports_down(path: Path) -> None:
    own = ENTRANCES.get(path) or room(path)
    if not own:
        return
    assert own in UOSERVER, f"give {own} its place among the layers"
    for name in imports(path):
        top, _, rest = name.partition(".")
        target = rest.split(".")[0]
        if top == "uoserver" and target in UOSERVER:
            assert target == own or target in UOSERVER[own], f"{own} imports {target}"
        if top == "uoproto":
            assert "uoproto" in UOSERVER[own], f"{own} imports {name}"
            assert target not in {"udp", "cli"} or own in CLIENTS, f"{own} imports {name}"


@pytest.mark.parametrize("path", sorted((SRC / "uoserver" / "sim").rglob("*.py")), ids=ids)
def test_the_simulation_imports_down(path: Path) -> None:
    parts = path.relative_to(SRC / "uoserver" / "sim").with_suffix("").parts
    own = parts[0]
    if own == "__init__":
        return
    assert own in SIM, f"give {own} its place in the simulation"
    for name in imports(path):
        if name.startswith("uoserver.sim."):
            target = name.split(".")[2]
            if target in SIM:
                assert SIM.index(target) <= SIM.index(own), f"{own} imports {target}"


def test_the_lists_name_only_what_exists() -> None:
    sim = SRC / "uoserver" / "sim"
    there = {path.relative_to(sim).parts[0] for path in sim.rglob("*.py")}
    assert {name.removesuffix(".py") for name in there} - {"__init__"} == set(SIM)
    there = {room(path) for path in modules("uoproto")} - {""}
    assert there - set(UOPROTO) == set()
    assert {room(path) for path in modules("uoserver")} - {""} == set(UOSERVER)
