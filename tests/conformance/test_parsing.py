"""Each rule of reading messages: kept by the server, and missed by a client if broken.

What the page says besides is the client's own (rings, usercmds, the guard against forged
disconnects), or is looked at elsewhere: downloads in ``tests/test_download_link.py``, demo files in
``tests/test_demo.py``, ``tests/server/test_demos.py`` and `test_demo_file`.
"""

from __future__ import annotations

import pytest

from .parsing import ROWS
from .scene import Scene
from .stage import Stage, complaints
from .table import Break, Row

BREAKS = [pytest.param(each, id=f"{row.name}: {each.name}") for row in ROWS for each in row.breaks]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_server_keeps(row: Row, scene: Scene) -> None:
    row.keeps(scene)


@pytest.mark.parametrize("broken", BREAKS)
def test_a_strict_client_reports(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    broken.spoil(stage)
    found = complaints(stage.host.clients)
    told = [detail for rule, detail in found if rule == broken.rule]
    assert any(broken.says in detail for detail in told), found
