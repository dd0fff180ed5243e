"""What the tests of console commands share."""

from __future__ import annotations

from tests.server.host import Host
from uoproto.connection.events import ServerCommandReceived


def printed(host: Host, line: str) -> list[str]:
    """Run a line of the console; return what it printed."""
    host.printed.clear()
    host.commands.execute(line)
    return host.printed


def heard(host: Host, number: int) -> list[str]:
    """Return the server commands that a client got."""
    return [event.text for event in host.clients[number].seen(ServerCommandReceived)]  # type: ignore[attr-defined]
