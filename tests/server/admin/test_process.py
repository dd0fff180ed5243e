"""Commands about the server itself."""

from __future__ import annotations

import pytest

from tests.server.host import Host


@pytest.mark.parametrize("command", ["quit", "killserver", "QUIT"])
def test_quit(command: str) -> None:
    host = Host()
    assert host.server.running
    host.commands.execute(command)
    assert not host.server.running
