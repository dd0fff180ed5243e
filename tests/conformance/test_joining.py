"""Each row of the checklist for servers: kept by this one, and missed by a client if broken."""

from __future__ import annotations

import pytest

from tests.shared import shared_path

from .joining import ROWS
from .scene import KICKED, Scene
from .stage import Stage, complaints
from .table import Break, Row

BREAKS = [pytest.param(each, id=f"{row.name}: {each.name}") for row in ROWS for each in row.breaks]


def test_strict_clients_find_nothing_in_a_match(scene: Scene) -> None:
    assert complaints(scene.clients) == [(KICKED, "")]


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


def test_the_table_has_every_row_of_the_checklist() -> None:
    text = shared_path("reference/client/joining.md").read_text(encoding="utf-8")
    section = text.partition("## 10. ")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    assert len(ROWS) == len(lines) - 1, "all but the head of the table"
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert all(row.breaks for row in ROWS)
