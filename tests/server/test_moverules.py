"""Settings of movement: cvars to rules, and what clients are told of them."""

from __future__ import annotations

from dataclasses import fields

from tests.server.host import active
from uoproto.connection.events import SnapshotReceived
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import MOVEMENT, register_stock
from uoserver.game.movement import MoveRules
from uoserver.server.moverules import PUBLISHED, config_values, move_rules


def registry(**values: str) -> CvarRegistry:
    cvars = CvarRegistry()
    register_stock(cvars)
    for name, value in values.items():
        cvars.set(name, value)
    return cvars


def test_clients_predict_by_what_counts_for_an_empty_setting() -> None:
    cvars = registry(bg_viewheight_prone="", bg_ladder_yawcap="")
    texts = [text for _, text in config_values(cvars)]
    told = dict(zip(texts[::2], texts[1::2], strict=True))
    assert told["bg_viewheight_prone"] == str(move_rules(cvars).bg_viewheight_prone) == "11"
    assert told["bg_ladder_yawcap"] == "0"


def test_the_defaults_are_the_stock_rules() -> None:
    assert move_rules(registry()) == MoveRules()


def test_every_cvar_of_movement_changes_the_rules() -> None:
    changed = {}
    for row in MOVEMENT:
        value = "1" if row.maximum == 1 else str(int(float(row.default)) + 2)
        rules = move_rules(registry(**{row.name: value}))
        names = [f.name for f in fields(MoveRules) if getattr(rules, f.name) != f.default]
        changed[row.name] = names
    assert all(len(names) == 1 for names in changed.values())
    assert len({names[0] for names in changed.values()}) == len(MOVEMENT)


def test_clients_are_told_by_pairs_of_configstrings() -> None:
    pairs = dict(config_values(registry(bg_ladder_yawcap="90")))
    names = [pairs[149 + place] for place in range(len(PUBLISHED))]
    assert names == list(PUBLISHED)
    assert pairs[277 + names.index("bg_ladder_yawcap")] == "90"
    assert pairs[277 + names.index("bg_viewheight_prone")] == "11"
    assert len(pairs) == 2 * len(PUBLISHED)


def test_a_change_reaches_players_in_the_next_frame() -> None:
    host = active(scr_match="0")
    client = host.clients[0]
    host.cvars.set("g_speed", "250")
    host.cvars.set("bg_viewheight_prone", "13")
    host.run(200)
    snapshot = [event for event in client.events if isinstance(event, SnapshotReceived)][-1]
    assert snapshot.snapshot.frame.player["speed"] == 250
    assert snapshot.snapshot.frame.player["proneViewHeight"] == 13
    place = PUBLISHED.index("bg_viewheight_prone")
    assert client.connection.level.configstrings[277 + place] == "13"
