"""Commands that set an option."""

from __future__ import annotations

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host


@pytest.mark.parametrize(
    ("command", "cvar"),
    [
        ("setdrawfriend 1", "scr_drawfriend"),
        ("setfriendlyfire 1", "scr_friendlyfire"),
        ("SetKillcam 0", "scr_killcam"),
    ],
)
def test_each_sets_its_cvar(command: str, cvar: str) -> None:
    host = Host("")
    before = host.cvars.get(cvar)
    assert printed(host, command) == []
    assert host.cvars.get(cvar) == command[-1] != before


def test_values_are_those_of_the_cvar() -> None:
    host = Host("")
    assert printed(host, "setfriendlyfire 9") == ["scr_friendlyfire is limited to 3"]
    assert printed(host, "setfriendlyfire x") == [
        "scr_friendlyfire is a number, not 'x'; it stays 3"
    ]
    assert printed(host, "setkillcam") == ["usage: setkillcam VALUE"]
    assert printed(host, "setkillcam 1 1") == ["usage: setkillcam VALUE"]
