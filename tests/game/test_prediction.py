"""A client that predicts by the same rules agrees with the server (pmove2: Command time).

Each prediction starts from a decoded snapshot, in which positions are binary32 and angles 16-bit
words, and replays the usercmds that the server had not run. The client has the map, and knows
the others from the entities of the same snapshot, as whole numbers.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.link import Link
from tests.server.host import Host, Joined, active
from tests.shared import shared_path
from uoproto.connection.events import SnapshotReceived
from uoproto.constants import ENTITYNUM_NONE, Button, WButton
from uoproto.snapshot import Snapshot
from uoproto.states import UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Body, ClipModel, World
from uoserver.files.searchpath import SearchPath
from uoserver.game.movement import MoveState, move
from uoserver.game.movement.constants import (
    CONTENTS_BODY,
    PMF_DUCKED,
    PMF_PRONE,
    PMF_SPRINTING,
)
from uoserver.game.spaces import WorldView

WITHIN = 0.1
"""How far a prediction may be off, in units."""
MINUTE = 60_000
STANCES = PMF_PRONE | PMF_DUCKED | PMF_SPRINTING
IN_AIR = 1 << 32


class Driver:
    """Presses keys at random: runs, turns, jumps, crouches, lies down, sprints, leans."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._until = 0
        self._turn = 0
        self._command = UserCmd()

    def command(self, now: int) -> UserCmd:
        random = self._random
        if now >= self._until:
            self._until = now + random.randint(150, 900)
            self._turn = random.choice((0, 0, 0, -700, 700, 250, -90))
            stance = random.choice((0, 0, 0, 0, 0, WButton.CROUCH, WButton.PRONE))
            lean = random.choice((0, 0, 0, 0, WButton.LEAN_LEFT, WButton.LEAN_RIGHT))
            self._command = replace(
                self._command,
                forwardmove=random.choice((127, 127, 127, 127, 0, -127)),
                rightmove=random.choice((0, 0, 0, 127, -127)),
                upmove=random.choice((0, 0, 0, 127)),
                buttons=random.choice((0, 0, Button.SPRINT)),
                wbuttons=stance | lean | random.choice((0, 0, 0, WButton.WALK)),
            )
        pitch, yaw, roll = self._command.angles
        pitch = pitch + random.randint(-60, 60) & 0xFFFF
        self._command = replace(self._command, angles=(pitch, yaw + self._turn & 0xFFFF, roll))
        return self._command


class Predictor:
    """What a client knows, and the places it reckons."""

    def __init__(self, clip: ClipModel, number: int, host: Host) -> None:
        self._clip = clip
        self._number = number
        self._rules = host.server.level.game.rules if host.server.level else None
        self.commands: list[UserCmd] = []
        self.predicted: list[tuple[tuple[int, ...], Vec3]] = []
        """Times of the commands replayed, and where the client reckoned to be after the last."""
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
        for number, entity in snapshot.frame.entities.items():
            solid = int(entity["solid"])
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
        for command in self.commands:
            move(state, command, space, self._rules)
            times += (command.command_time,)
            self.predicted.append((times, state.origin))


def watch(
    host: Host, number: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[int, Vec3], set[int]]:
    """Return a table that fills with where the server has a player after each command.

    And a set that fills with the stances he had.
    """
    level = host.server.level
    assert level is not None
    game, places = level.game, dict[int, Vec3]()
    flags: set[int] = set()
    think = game.client_think

    def noted(who: int, command: UserCmd) -> None:
        think(who, command)
        if who == number:
            state = game.players[number].state
            flags.add(state.pm_flags & STANCES)
            in_air = state.ground_entity == ENTITYNUM_NONE
            flags.add(IN_AIR if in_air else 0)
            places[state.command_time] = state.origin

    monkeypatch.setattr(game, "client_think", noted)
    return places, flags


def play(
    host: Host,
    client: Joined,
    driver: Callable[[int], UserCmd],
    milliseconds: int,
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[Predictor, dict[int, Vec3], set[int]]:
    """Run the host for a time while a client plays and predicts."""
    level = host.server.level
    assert level is not None
    number = client.connection.level.client_num
    predictor = Predictor(level.map.clip, number, host)
    places, flags = watch(host, number, monkeypatch)
    seen = len(client.events)
    for _ in range(0, milliseconds, 10):
        client.connection.usercmd = driver(host.now)
        made = client.connection.usercmds.number
        host.run(10)
        if client.connection.usercmds.number > made:
            predictor.note(client.connection.usercmds.newest)
        for event in client.events[seen:]:
            if isinstance(event, SnapshotReceived):
                predictor.take(event.snapshot)
        seen = len(client.events)
    return predictor, places, flags


def errors(predictor: Predictor, places: dict[int, Vec3]) -> tuple[list[float], list[float]]:
    """Return how far predictions lay from the server's place at the same command.

    First those whose commands all reached the server, then those where one was lost with all its
    repetitions, so that the server ran other slices than the client.
    """
    whole: list[float] = []
    torn: list[float] = []
    for replayed, origin in predictor.predicted:
        if replayed[-1] not in places:
            continue
        off = sum((a - b) ** 2 for a, b in zip(places[replayed[-1]], origin, strict=True)) ** 0.5
        (whole if all(time in places for time in replayed) else torn).append(off)
    return whole, torn


def shared_files(tmp_path: Path, name: str) -> SearchPath:
    """Return a search path that holds a shared map."""
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    shutil.copy(shared_path(f"maps/{name}.bsp"), folder)
    return SearchPath.open(str(tmp_path))


def bad_line(client: Joined, seed: int) -> None:
    """Let a client's datagrams take 100 ms there and back and 2 of 100 get lost."""
    client.up = Link(seed, loss=0.02, delay=(50, 50))
    client.down = Link(seed + 10, loss=0.02, delay=(50, 50))


@pytest.mark.parametrize(
    ("map_name", "seed"), [("mp_foy", 1), ("mp_foy", 2), ("pv_mini_harbor", 3)]
)
def test_a_minute_of_play_over_a_bad_line_is_predicted(
    map_name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands travel three times, and all of them arrive."""
    host = Host(map_name, None if map_name == "mp_foy" else shared_files(tmp_path, map_name))
    client, _other = host.join(packet_dup=2), host.join()
    host.run(3000)
    bad_line(client, seed)
    predictor, places, stances = play(host, client, Driver(seed).command, MINUTE, monkeypatch)
    assert {0, PMF_PRONE, PMF_DUCKED, PMF_SPRINTING, IN_AIR} <= stances
    whole, torn = errors(predictor, places)
    assert len(whole) > 2500
    assert len(places) > 1000
    xs = [place[0] for place in places.values()]
    assert max(xs) - min(xs) > 300
    assert torn == []
    assert max(whole) <= WITHIN


def test_only_a_command_that_never_arrives_makes_a_prediction_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = active()
    client = host.clients[0]
    client.up = Link(5, loss=0.25, delay=(50, 50))
    client.down = Link(6, loss=0.25, delay=(50, 50))
    predictor, places, _ = play(host, client, Driver(5).command, MINUTE // 2, monkeypatch)
    whole, torn = errors(predictor, places)
    assert len(whole) > 300
    assert len(torn) > 20
    assert max(whole) <= WITHIN < max(torn)
