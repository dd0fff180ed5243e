"""Players as a host names them."""

from __future__ import annotations

from tests.server.host import Host, active
from uoserver.server.admin.people import bots_named, clients_named, name_of


def test_names_of_clients_and_of_bots() -> None:
    host = active(2)
    host.commands.execute("addbot; addbot")
    assert host.server.level is not None
    first, second = sorted(host.server.level.game.bots())
    name = name_of(host.server, first)
    assert name
    assert name != name_of(host.server, second)
    assert bots_named(host.server, name.upper()) == [first]
    assert clients_named(host.server, name) == []
    assert clients_named(host.server, "unnamedplayer") == [0, 1]
    assert bots_named(host.server, "unnamedplayer") == []
    assert name_of(host.server, 5) == ""


def test_without_a_map_there_is_nobody() -> None:
    server = Host("").server
    assert name_of(server, 0) == ""
    assert clients_named(server, "x") == bots_named(server, "x") == []
