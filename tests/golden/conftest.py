"""Hands every case file of ``--golden-dir`` to the tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reference.cases import load

if TYPE_CHECKING:
    from pathlib import Path


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``parsable`` every case, ``buildable`` those that are not ``parse_only``."""
    if not {"parsable", "buildable"} & set(metafunc.fixturenames):
        return
    directory: Path = metafunc.config.getoption("--golden-dir")
    paths = sorted(directory.glob("*.json"))
    if not paths:
        raise pytest.UsageError(f"no *.json in --golden-dir {directory}")
    cases = {path.stem: load(path) for path in paths}
    if "parsable" in metafunc.fixturenames:
        metafunc.parametrize("parsable", cases.values(), ids=cases.keys())
    if "buildable" in metafunc.fixturenames:
        built = {name: case for name, case in cases.items() if not case.get("parse_only")}
        metafunc.parametrize("buildable", built.values(), ids=built.keys())
