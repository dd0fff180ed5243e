"""The message of the day."""

from __future__ import annotations

from tests.server.host import Host, active


def motd(host: Host) -> list[str]:
    """Return what the server and each client hold."""
    assert host.server.level is not None
    ours = host.server.level.configstrings.values.get(15, "")
    return [ours, *(client.connection.level.configstrings.get(15, "") for client in host.clients)]


def test_clients_hold_the_message_over_all_changes() -> None:
    host = active(g_motd="Welcome")
    assert motd(host) == ["Welcome", "Welcome"]
    host.cvars.set("g_motd", "Be nice")
    host.run(300)
    assert motd(host) == ["Be nice", "Be nice"]
    for command in ("map_restart", "map mp_foy"):
        host.commands.execute(command)
        host.run(2000)
        assert motd(host) == ["Be nice", "Be nice"]
    host.cvars.set("g_motd", "")
    host.run(300)
    assert motd(host) == ["", ""]


def test_a_new_level_has_it_before_anybody_is_sent_it() -> None:
    host = Host(g_motd="Welcome")
    assert motd(host) == ["Welcome"]
