"""All commands of a server together."""

from __future__ import annotations

from tests.server.admin.console import printed
from tests.server.host import Host


def test_every_command_has_a_line_of_help() -> None:
    host = Host()
    lines = printed(host, "help")
    assert lines[-1] == f"{len(lines) - 1} commands"
    for command in host.commands:
        assert any(line.startswith(command.name) for line in lines[:-1])
        assert command.help
