"""Commands that change the map (see `tests/server/test_maprunner.py`)."""

from __future__ import annotations

from tests.server.admin.console import printed
from tests.server.host import Host


def test_map_without_a_name() -> None:
    host = Host()
    assert printed(host, "map; devmap; map nosuch; map ../x") == [
        "usage: map NAME",
        "usage: devmap NAME",
        "can't load map nosuch: maps/mp/nosuch.bsp is nowhere in the search path",
        "not a map name: '../x'",
    ]
    assert printed(Host(""), "map_restart") == ["no map is running"]
