from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.server.host import Host, Joined
from uoproto.connection import ConnState
from uoproto.connection.events import GamestateReceived, SnapshotReceived
from uoproto.snapshot import Snapshot
from uoproto.states import HudElement, UserCmd
from uoserver.files.searchpath import SearchPath
from uoserver.game.bots.sight import look
from uoserver.pilot import Pilot
from uoserver.pilot.hands import STEERS_BY_VIEW
from uoserver.pilot.maps import Maps
from uoserver.sim.sides import Mode


def _fly(host: Host, client: Joined, pilot: Pilot, maps: Maps) -> bool:
    """Let a pilot take what came, and act."""
    events = list(client.events)
    client.events.clear()
    pilot.receive(events)
    if any(isinstance(event, GamestateReceived) for event in events):
        pilot.know(maps.load(pilot.map_name))
    client.connection.usercmd = pilot.command()
    for wish in pilot.wishes(host.now):
        client.connection.send_command(wish)
    return False


def test_a_word_that_is_no_side() -> None:
    with pytest.raises(ValueError, match="red"):
        Pilot(side="red")


def test_what_he_sees_is_what_a_bot_would() -> None:
    host = Host("mp_foy", scr_ctf_startrounddelay="300")
    names = {"name": "Pilot", "rate": "25000", "snaps": "20"}
    client = host.join(userinfo=names | STEERS_BY_VIEW)
    pilot, maps = Pilot(side="allies", seed=3), Maps(SearchPath())
    modes: set[Mode] = set()

    def fly() -> bool:
        _fly(host, client, pilot, maps)
        if pilot.sight is not None:
            modes.add(pilot.sight.mode)
        return False

    host.run(20_000, fly)
    assert client.state == ConnState.ACTIVE
    assert {Mode.SELECT, Mode.LAUNCH, Mode.PLAYING} <= modes
    assert pilot.launches == 1
    level = host.server.level
    assert level is not None
    assert level.game.match is not None
    seen, true = pilot.sight, look(level.game.match.sim, 0)
    assert seen is not None
    assert seen.own is not None
    assert true.own is not None
    assert (seen.mode, seen.team, seen.pads) == (true.mode, true.team, true.pads)
    for name in ("type", "cell", "fuel", "hits", "shots", "turret", "weapon", "free"):
        assert getattr(seen.own, name) == getattr(true.own, name), name
    pixel = 1 << 16
    assert abs(seen.own.x - true.own.x) < pixel
    assert abs(seen.own.y - true.own.y) < pixel
    assert abs(seen.own.heading - true.own.heading) <= 64
    assert abs(seen.own.speed - true.own.speed) < pixel // 4
    assert [mate.type for mate in seen.mates] == [mate.type for mate in true.mates]


def test_without_the_map_he_looks_on() -> None:
    host = Host("mp_foy")
    client, pilot = host.join(), Pilot()

    def fly() -> bool:
        pilot.receive(client.events)
        client.events.clear()
        assert pilot.wishes(host.now) == []
        return False

    host.run(2000, fly)
    pilot.know(None)
    assert pilot.command() == type(pilot.command())()
    assert pilot.sight is None


def _played() -> tuple[Pilot, Snapshot]:
    """A pilot in his vehicle, and the snapshot that he saw last."""
    host = Host("mp_foy", scr_ctf_startrounddelay="300")
    names = {"name": "Pilot", "rate": "25000", "snaps": "20"}
    client = host.join(userinfo=names | STEERS_BY_VIEW)
    pilot, maps = Pilot(side="allies", seed=3), Maps(SearchPath())
    newest: list[Snapshot] = []

    def fly() -> bool:
        newest[:] = [e.snapshot for e in client.events if isinstance(e, SnapshotReceived)][-1:]
        _fly(host, client, pilot, maps)
        return bool(newest and pilot.sight and pilot.sight.own)

    host.run(20_000, fly)
    assert pilot.sight is not None
    return pilot, newest[0]


def test_numbers_of_a_server_that_are_none() -> None:
    pilot, snapshot = _played()
    frame = snapshot.frame
    vehicle = int(frame.player["viewlocked_entNum"])
    flag, *others = frame.player.objectives
    flag = replace(flag, state=4)
    for number in (math.nan, math.inf, -math.inf):
        label = HudElement.from_fields({"type": 2, "value": number})
        goal = flag.with_fields({"entNum": 5, "origin[0]": number})
        turned = frame.entities[vehicle].with_fields({"apos.trBase[1]": number})
        for odd in (
            replace(frame, player=frame.player.with_fields({"origin[1]": number})),
            replace(frame, player=frame.player.replace(hud_current=(label,))),
            replace(frame, player=frame.player.replace(objectives=(goal, *others))),
            replace(frame, entities={**frame.entities, vehicle: turned}),
        ):
            pilot.receive([SnapshotReceived(0, replace(snapshot, frame=odd), 0)])
            assert pilot.command() == UserCmd()
            assert pilot.sight is None
    pilot.receive([SnapshotReceived(0, replace(snapshot), 0)])
    pilot.command()
    assert pilot.sight is not None
    assert pilot.sight.own is not None
