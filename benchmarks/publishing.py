"""What a match costs on its way to the players: time to publish it, and the size of snapshots.

Eight drivers and as many bots fight on the stand-in map, the drivers over real connections without
sockets: half of them play as bots do, by what their snapshots show, the others press keys at
random. The share is of all messages with a snapshot to players in the world from their eighth
second on: the first snapshots hold everything. In two more scenes 50 and 150 objects move at once
before the eight: in such a match 12 to 20 do.
"""

from __future__ import annotations

import gc
import random
from time import process_time
from typing import ClassVar, Final

from benchmarks.timing import Figure, Row
from uoproto.connection import Address, ClientConfig, ClientConnection, ConnState, Event
from uoproto.connection.events import GamestateReceived
from uoproto.constants import Button, WButton
from uoproto.netchan import Side, parse_packet
from uoproto.states import UserCmd
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import Game
from uoserver.game.match.arena import Arena
from uoserver.pilot import Pilot
from uoserver.pilot.hands import STEERS_BY_VIEW
from uoserver.pilot.maps import Maps
from uoserver.server.challenge import Challenges
from uoserver.server.core import Server
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.survey.coordinates import sim_x, sim_y

PLAYERS: Final = 8
FIGHTERS: Final = 4
BOTS: Final = 8
SIDES: Final = ("allies", "axis")
FRAME_MS: Final = 50
STEP_MS: Final = 25
"""Between two packets of a client."""
LAG_MS: Final = 100
"""From a datagram's sending to its arrival, each way."""
WARM_MS: Final = 8_000
PLAYED_MS: Final = 80_000
DRIVEN_MS: Final = 30_000
"""Until objects are put on the map, in a match without bots."""
LEAST_LOST: Final = 4
"""Vehicles in that time, or it was no fight."""
WHOLE: Final = 1300
"""A message of so many bytes goes in fragments."""
MOST_SHARE: Final = 2.0
FEW: Final = 50
MANY: Final = 150
FRAMES: Final = 60
MOST_FEW: Final = 5.0
MOST_MANY: Final = 12.5
"""Milliseconds of the fifty that a frame has: a tenth and a quarter."""
SERVER: Final[Address] = ("198.51.100.1", 28960)

_Sent = tuple[int, bytes, Address]


class Driver:
    """A client that joins a side and drives about."""

    USERINFO: ClassVar[dict[str, str]] = {}

    def __init__(self, number: int) -> None:
        self.address: Address = (f"192.0.2.{number + 1}", 30000 + number)
        config = ClientConfig(qport=1000 + number, strict=False)
        config.userinfo |= self.USERINFO
        self.connection = ClientConnection(config, SERVER)
        self.connection.connect(0)
        self.joined = 0
        self.side: Final = SIDES[number % 2]
        self._random = random.Random(number)
        self._until = 0

    def take(self, events: list[Event]) -> None:
        """Look at what happened on the connection."""

    def play(self, now: int) -> None:
        """Press keys; join once in the world."""
        connection, source = self.connection, self._random
        if connection.state is not ConnState.ACTIVE:
            return
        if not self.joined:
            connection.send_command(f"team {self.side}")
            self.joined = now
        if now < self._until:
            return
        self._until = now + source.randrange(100, 800)
        connection.usercmd = UserCmd(
            buttons=source.choice((0, 0, Button.FIRE, Button.FIRE, Button.ADS, Button.MELEE)),
            wbuttons=source.choice((0, 0, WButton.LEAN_LEFT, WButton.LEAN_RIGHT)),
            forwardmove=source.choice((127, 127, 127, 0, -127)),
            rightmove=source.choice((0, 0, 127, -127)),
        )


class Fighter(Driver):
    """A client that plays as bots do."""

    USERINFO = STEERS_BY_VIEW

    def __init__(self, number: int, arena: Arena | None) -> None:
        super().__init__(number)
        self._arena: Final = arena
        self._pilot: Final = Pilot(side=self.side, seed=number)

    def take(self, events: list[Event]) -> None:
        """Let the pilot see it, and know the map."""
        self._pilot.receive(events)
        if any(isinstance(event, GamestateReceived) for event in events):
            self._pilot.know(self._arena)

    def play(self, now: int) -> None:
        """Do what the pilot does."""
        connection = self.connection
        if connection.state is not ConnState.ACTIVE:
            return
        connection.usercmd = self._pilot.command()
        for wish in self._pilot.wishes(now):
            connection.send_command(wish)
            self.joined = self.joined or now


class Play:
    """A server and its clients on a slow wire without loss.

    Who ``fights`` does so among bots; else all press keys at random.
    """

    def __init__(self, *, fights: bool) -> None:
        cvars = CvarRegistry()
        register_stock(cvars)
        commands = CommandRegistry(cvars, lambda _line: None)
        register_builtins(commands)
        self.server = Server(
            cvars, commands, SearchPath(), challenges=Challenges(b"benchmark"), seed=1
        )
        cvars.set("bot_fill", str(PLAYERS + BOTS) if fights else "0")
        cvars.seal()
        self.server.maps.load("mp_foy")
        arena = Maps(SearchPath()).load("mp_foy")
        self.drivers = [
            Fighter(number, arena) if fights and number < FIGHTERS else Driver(number)
            for number in range(PLAYERS)
        ]
        self._by_address = {driver.address: driver for driver in self.drivers}
        self._up: list[_Sent] = []
        self._down: list[_Sent] = []
        self.sizes: list[int] = []
        """Of messages with a snapshot, since `WARM_MS`."""
        self._parts: dict[Address, int] = {}

    def run(self, until: int) -> None:
        """Let time pass."""
        server = self.server
        for now in range(STEP_MS, until, STEP_MS):
            for driver in self.drivers:
                driver.play(now)
                driver.take(driver.connection.handle_timeout(now))
                for data, _ in driver.connection.datagrams_to_send(now):
                    self._up.append((now + LAG_MS, data, driver.address))
            while self._up and self._up[0][0] <= now:
                _, data, address = self._up.pop(0)
                server.receive(data, address, now)
            if now % FRAME_MS == 0:
                server.frame(now)
            for data, address in server.take_outgoing():
                self._count(data, address, now)
                self._down.append((now + LAG_MS, data, address))
            while self._down and self._down[0][0] <= now:
                _, data, address = self._down.pop(0)
                driver = self._by_address[address]
                driver.take(driver.connection.receive_datagram(data, SERVER, now))

    def _count(self, data: bytes, address: Address, now: int) -> None:
        driver = self._by_address[address]
        if data[:4] == b"\xff\xff\xff\xff" or not driver.joined or now < driver.joined + WARM_MS:
            return
        packet = parse_packet(data, Side.SERVER)
        size = self._parts.pop(address, 0) + len(packet.data)
        if packet.is_last:
            self.sizes.append(size)
        else:
            self._parts[address] = size

    def sizes_of_match(self) -> list[int]:
        """Return the sizes of messages with snapshots of that play."""
        self.run(WARM_MS + PLAYED_MS)
        return self.sizes


def _crowd(game: Game, objects: int) -> None:
    """Put as many drones, men, grenades and mines on the map as make up a number of objects."""
    match = game.match
    assert match is not None
    sim = match.sim
    source = random.Random(5)
    kinds = (Kind.DRONE, Kind.MAN, Kind.GRENADE, Kind.MINE)
    alive = sum(obj is not None for obj in sim.state.pool.slots)
    for number in range(objects - alive):
        x, y = source.uniform(-4000, 4000), source.uniform(-3500, 3500)
        create(sim, kinds[number % len(kinds)], number % 2, sim_x(x), sim_y(y), 20 * ONE, 0)


def _publishing_ms(game: Game) -> tuple[float, float]:
    """Return the milliseconds a frame of publishing takes, of all objects and of one that rests."""
    match = game.match
    assert match is not None
    pool = match.sim.state.pool
    players = [game.players[number] for number in sorted(game.players)]

    def frame() -> float:
        game.now += FRAME_MS
        begin = process_time()
        game.sight.publish(game.now, [])
        game.sight.update(game.now, players)
        for number in game.players:
            game.frame_for(number)
        return (process_time() - begin) * 1000

    def moved() -> float:
        for obj in pool.slots:
            if obj is not None:
                obj.x += ONE
                obj.heading += 0x1000
                match.world.point(obj.x, obj.y, obj.z)  # as the simulation did for whatever moved
        return frame()

    gc.collect()
    moving = sorted(moved() for _ in range(FRAMES))
    resting = sorted(frame() for _ in range(FRAMES))
    return moving[FRAMES // 2], resting[FRAMES // 2]


def run() -> list[Row | Figure]:
    """Return the share of snapshots that go in fragments, their size, and what publishing costs."""
    fight, drive = Play(fights=True), Play(fights=False)
    sizes = sorted(fight.sizes_of_match())
    drive.run(DRIVEN_MS)
    level, fought = drive.server.level, fight.server.level
    assert level is not None
    assert fought is not None
    over = sum(size >= WHOLE for size in sizes)
    lost = sum(player.deaths for player in fought.game.players.values())
    _crowd(level.game, FEW)
    few_moving, few_resting = _publishing_ms(level.game)
    _crowd(level.game, MANY)
    many_moving, many_resting = _publishing_ms(level.game)
    return [
        Figure("snapshots: vehicles lost", lost, "", least=LEAST_LOST),
        Figure("snapshots: over 1,300 bytes", 100 * over / len(sizes), "%", most=MOST_SHARE),
        Figure("snapshots: half are below", sizes[len(sizes) // 2], "B", most=WHOLE),
        Figure("snapshots: 99 of 100 below", sizes[len(sizes) * 99 // 100], "B", most=WHOLE),
        Figure(f"publishing: {FEW} moving", few_moving, "ms", most=MOST_FEW),
        Figure(f"publishing: {FEW} at rest", few_resting, "ms", most=MOST_FEW),
        Figure(f"publishing: {MANY} moving", many_moving, "ms", most=MOST_MANY),
        Figure(f"publishing: {MANY} at rest", many_resting, "ms", most=MOST_MANY),
    ]


if __name__ == "__main__":
    for figure in run():
        print(figure)
