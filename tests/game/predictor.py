"""A client that predicts where it is from decoded snapshots, watched beside the server's truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Flag, auto
from math import dist
from typing import NamedTuple

import pytest

from tests.server.host import Host, Joined
from uoproto.connection.events import SnapshotReceived
from uoproto.constants import ENTITYNUM_NONE
from uoproto.snapshot import Snapshot
from uoproto.states import UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Body, ClipModel, World
from uoserver.game.movement import MoveState, move
from uoserver.game.movement.constants import (
    CONTENTS_BODY,
    CONTENTS_WATER,
    PMF_DUCKED,
    PMF_LADDER,
    PMF_PRONE,
    PMF_SPRINTING,
)
from uoserver.game.spaces import WorldView

TOUCH = 30.5
"""Distance of two players who touch, in units."""
SPRINT = 300.0
REACH = TOUCH + SPRINT * 0.3
"""How near another must have been in a snapshot for where he is 300 ms later to matter."""


class Met(Flag):
    """What a player met on his way."""

    STOOD = auto()
    LAY = auto()
    CROUCHED = auto()
    SPRINTED = auto()
    FLEW = auto()
    CLIMBED = auto()
    WADED = auto()
    DIVED = auto()
    TOUCHED = auto()
    """Another player."""


EVERYWHERE = Met.STOOD | Met.LAY | Met.CROUCHED | Met.SPRINTED | Met.FLEW
ARENA = EVERYWHERE | Met.CLIMBED | Met.WADED | Met.DIVED


class Prediction(NamedTuple):
    """Times of the commands replayed, where the client reckoned to be after the last.

    ``near`` says whether another player came so close meanwhile, by what the client knew of him,
    that where he is now decides.
    """

    times: tuple[int, ...]
    origin: Vec3
    near: bool


class Predictor:
    """What a client knows, and the places it reckons."""

    def __init__(self, clip: ClipModel, number: int, host: Host) -> None:
        self._clip = clip
        self._number = number
        self._rules = host.server.level.game.rules if host.server.level else None
        self.commands: list[UserCmd] = []
        self.predicted: list[Prediction] = []
        self._first: int | None = None

    def note(self, command: UserCmd) -> None:
        if self._first is None:
            self._first = command.command_time
        if not self.commands or command.command_time > self.commands[-1].command_time:
            self.commands.append(command)

    def take(self, snapshot: Snapshot) -> None:
        """Predict from a snapshot to the newest command."""
        assert self._rules is not None
        world = World(self._clip)
        others: list[Vec3] = []
        for number, entity in snapshot.frame.entities.items():
            solid = int(entity["solid"])
            others.append(entity.origin)
            if solid:
                wide, down, up = solid & 255, solid >> 8 & 255, solid >> 16
                world.link(
                    number,
                    Body(
                        entity.origin,
                        mins=(-float(wide), -float(wide), 1.0 - down),
                        maxs=(float(wide), float(wide), up - 32.0),
                        contents=CONTENTS_BODY,
                        capsule=True,
                    ),
                )
        state = MoveState.from_player_state(snapshot.frame.player)
        if self._first is None or state.command_time < self._first:
            return  # commands from before the test are on their way
        space = WorldView(world, self._number)
        self.commands = [c for c in self.commands if c.command_time > state.command_time]
        times: tuple[int, ...] = ()
        near = False
        for command in self.commands:
            move(state, command, space, self._rules)
            times += (command.command_time,)
            near = near or any(dist(state.origin, other) < REACH for other in others)
            self.predicted.append(Prediction(times, state.origin, near))


def watch(
    host: Host, number: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[int, Vec3], Counter[Met]]:
    """Return a table that fills with where the server has a player after each command.

    And how often he met what.
    """
    level = host.server.level
    assert level is not None
    game, clip, places = level.game, level.map.clip, dict[int, Vec3]()
    met: Counter[Met] = Counter()
    think = game.client_think

    def noted(who: int, command: UserCmd) -> None:
        think(who, command)
        if who != number:
            return
        player = game.players[number]
        state = player.state
        places[state.command_time] = state.origin
        flags, (x, y, z) = state.pm_flags, state.origin
        stance = Met.LAY if flags & PMF_PRONE else Met.CROUCHED if flags & PMF_DUCKED else Met.STOOD
        met[stance] += 1
        met[Met.SPRINTED] += bool(flags & PMF_SPRINTING)
        met[Met.CLIMBED] += bool(flags & PMF_LADDER)
        met[Met.FLEW] += state.ground_entity == ENTITYNUM_NONE
        met[Met.WADED] += bool(clip.point_contents((x, y, z + 1.0)) & CONTENTS_WATER)
        met[Met.DIVED] += bool(clip.point_contents(player.eye) & CONTENTS_WATER)
        others = (p.origin for p in game.players.values() if p is not player)
        met[Met.TOUCHED] += any(dist(state.origin, other) < TOUCH for other in others)

    monkeypatch.setattr(game, "client_think", noted)
    return places, met


def play(
    host: Host,
    client: Joined,
    driver: Callable[[int], UserCmd],
    milliseconds: int,
    monkeypatch: pytest.MonkeyPatch,
    *,
    other: Callable[[int], UserCmd] | None = None,
) -> tuple[Predictor, dict[int, Vec3], Counter[Met]]:
    """Run the host for a time while a client plays and predicts, and another plays as well."""
    level = host.server.level
    assert level is not None
    number = client.connection.level.client_num
    predictor = Predictor(level.map.clip, number, host)
    places, met = watch(host, number, monkeypatch)
    seen = len(client.events)
    for _ in range(0, milliseconds, 10):
        client.connection.usercmd = driver(host.now)
        if other is not None:
            host.clients[1].connection.usercmd = other(host.now)
        made = client.connection.usercmds.number
        host.run(10)
        if client.connection.usercmds.number > made:
            predictor.note(client.connection.usercmds.newest)
        for event in client.events[seen:]:
            if isinstance(event, SnapshotReceived):
                predictor.take(event.snapshot)
        seen = len(client.events)
    return predictor, places, met


class Errors(NamedTuple):
    """How far predictions lay from the server's place at the same command, in units."""

    whole: list[float]
    """All commands reached the server and nobody was near."""
    near: list[float]
    """All commands reached the server."""
    torn: list[float]
    """A command was lost with all its repetitions: the server ran other slices than the client."""


def errors(predictor: Predictor, places: dict[int, Vec3]) -> Errors:
    """Compare predictions with where the server had the player."""
    found = Errors([], [], [])
    for replayed, origin, near in predictor.predicted:
        if replayed[-1] not in places:
            continue
        off = dist(places[replayed[-1]], origin)
        whole = all(time in places for time in replayed)
        (found.torn if not whole else found.near if near else found.whole).append(off)
    return found
