"""Hands every case file of ``--golden-dir`` to the tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reference.cases import load

if TYPE_CHECKING:
    from pathlib import Path

PATHS = pytest.StashKey[list["Path"]]()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize ``built`` over the cases that can be built, ``parsed`` over all."""
    directory: Path = metafunc.config.getoption("--golden-dir")
    paths = sorted(directory.glob("*.json"))
    if not paths:
        raise pytest.UsageError(f"no *.json in --golden-dir {directory}")
    cases = [pytest.param(load(path), id=path.stem) for path in paths]
    for name in ("buildable", "parsable"):
        if name in metafunc.fixturenames:
            wanted = cases
            if name == "buildable":
                wanted = [param for param in cases if not param.values[0].get("parse_only")]
            metafunc.parametrize(name, wanted)
