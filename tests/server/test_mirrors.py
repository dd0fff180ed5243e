"""Settings that clients are shown under another name."""

from __future__ import annotations

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host, active
from uoproto.text import info_get
from uoserver.server.mirrors import MIRRORS


def shown(host: Host, name: str) -> str:
    return info_get(host.clients[0].connection.level.systeminfo, name)


@pytest.mark.parametrize(
    ("name", "default", "other"),
    [
        ("drawfriend", "0", "1"),
        ("killcam", "1", "0"),
        ("friendlyfire", "0", "3"),
    ],
)
def test_clients_are_shown_what_is_set(name: str, default: str, other: str) -> None:
    host = active()
    assert shown(host, f"ui_{name}") == default
    printed(host, f"set scr_{name} {other}")
    host.run(200)
    assert shown(host, f"ui_{name}") == other
    refused = f"ui_{name} is read only."
    assert printed(host, f"set ui_{name} {default}") == [refused]
    printed(host, f'set scr_{name} ""')
    host.run(200)
    assert shown(host, f"ui_{name}") == "0"


def test_what_was_set_before_the_start_is_shown() -> None:
    host = Host(scr_drawfriend="1", scr_friendlyfire="2", scr_killcam="0")
    assert [host.cvars.get(name) for name in MIRRORS.values()] == ["1", "2", "0"]
