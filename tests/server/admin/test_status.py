"""The table of players, and the infos."""

from __future__ import annotations

import re

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host, active

ROW = re.compile(
    r"^\s*(?P<slot>[0-9]+)\s+(?P<score>[0-9-]+)\s+(?P<ping>[0-9]+)\s+(?P<guid>[0-9]+)\s+"
    r"(?P<name>.*?)\s+(?P<last>[0-9]+)\s+(?P<ip>[0-9.]+):(?P<port>-?[0-9]{1,5})\s+"
    r"(?P<qport>-?[0-9]{1,5})\s+(?P<rate>[0-9]+)$"
)
"""How admin tools read a row of status (operators: status reply)."""


def test_status_of_an_empty_server() -> None:
    assert printed(Host(), "status") == [
        "map: mp_foy",
        "num score ping guid   name            lastmsg address               qport rate",
        "--- ----- ---- ------ --------------- ------- --------------------- ----- -----",
        "",
    ]
    assert printed(Host(""), "status")[0] == "map: nomap"


def test_status_rows_to_the_letter() -> None:
    host = active()
    host.clients[0].connection.set_userinfo(name="^1Abc", rate="9000")
    host.run(300)
    host.knock(("203.0.113.77", 60000), r"\name\Late", qport=65535)
    host.run(70)
    slot, late = host.server.clients()
    ping, silent = slot.ping, host.server.now - slot.last_packet_ms
    since = host.server.now - late.last_packet_ms
    rows = printed(host, "status")[3:-1]
    first = f"  0     0 {ping:4d}      0 ^1Abc^7             {silent:7d} "
    second = f"  1     0 CNCT      0 Late^7            {since:7d} "
    assert rows == [
        first + "192.0.2.1:30000        1000  9000",
        second + "203.0.113.77:60000    65535  5000",
    ]
    host.commands.execute("clientkick 0")
    assert printed(host, "status")[3].startswith("  0     0 ZMBI      0 ")


@pytest.mark.parametrize("name", ["Player", "^1Red ^2Green", "two words", "x" * 31, "1 2 3 4"])
def test_status_rows_as_tools_read_them(name: str) -> None:
    host = active()
    host.clients[0].connection.set_userinfo(name=name)
    host.run(500)
    match = ROW.match(printed(host, "status")[3])
    assert match is not None
    assert match["name"] == f"{name}^7"
    assert (match["slot"], match["ip"], match["port"]) == ("0", "192.0.2.1", "30000")
    assert (match["qport"], match["rate"], match["guid"]) == ("1000", "25000", "0")


def test_infos_are_shown_line_by_line() -> None:
    host = active()
    assert printed(host, "serverinfo")[0] == "Server info settings:"
    assert "mapname              mp_foy" in host.printed
    assert printed(host, "systeminfo")[0] == "System info settings:"
    assert "sv_serverid          16" in host.printed
    assert printed(host, "dumpuser 0")[0] == "userinfo"
    assert "name                 UnnamedPlayer" in host.printed
