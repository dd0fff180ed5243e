from __future__ import annotations

import json

from tests.supervision.reports import report
from uoserver.supervision.statuspage import status_json


def test_an_object_of_all_that_web_pages_show() -> None:
    text = status_json(report("J\xf6rg", bots=1, allies=2, axis=1), 61.25)
    assert text.isascii()
    assert text.endswith("}\n")
    assert json.loads(text) == {
        "hostname": "My server",
        "map": "mp_foy",
        "gametype": "ctf",
        "uptime_s": 61.2,
        "max_players": 20,
        "scores": {"allies": 2, "axis": 1},
        "players": [
            {"slot": 0, "name": "J\xf6rg", "score": 5, "ping": 40, "team": "axis", "bot": False},
            {"slot": 1, "name": "bot 0", "score": 0, "ping": 0, "team": "allies", "bot": True},
        ],
    }


def test_names_cannot_break_out() -> None:
    name = '"}],"x":[{"\\\x07</script>'
    status = json.loads(status_json(report(name), 0))
    assert status["players"][0]["name"] == name
