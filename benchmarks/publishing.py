"""What a match costs on its way to the players: time to publish it, and the size of snapshots.

Eight drivers press keys at random on the stand-in map, over real connections without sockets. The
share is of all messages with a snapshot to players in the world from their fifth second on: the
first snapshots hold everything. In two more scenes 50 and 150 objects move at once before eight
players: in such a match 12 to 20 do.
"""

from __future__ import annotations

import gc
import random
from time import process_time
from typing import Final

from benchmarks.timing import Figure, Row
from uoproto.connection import Address, ClientConfig, ClientConnection, ConnState
from uoproto.constants import Button, WButton
from uoproto.netchan import Side, parse_packet
from uoproto.states import UserCmd
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import Game
from uoserver.server.challenge import Challenges
from uoserver.server.core import Server
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.survey.coordinates import sim_x, sim_y

PLAYERS: Final = 8
FRAME_MS: Final = 50
LAG_MS: Final = 100
"""From a datagram's sending to its arrival, each way."""
WARM_MS: Final = 8_000
PLAYED_MS: Final = 60_000
WHOLE: Final = 1300
"""A message of so many bytes goes in fragments."""
MOST_SHARE: Final = 2.0
FEW: Final = 50
MANY: Final = 150
FRAMES: Final = 60
MOST_FEW: Final = 5.0
MOST_MANY: Final = 10.0
"""Milliseconds of the fifty that a frame has: a tenth and a fifth."""
SERVER: Final[Address] = ("198.51.100.1", 28960)

_Sent = tuple[int, bytes, Address]


class Driver:
    """A client that joins a side and drives about."""

    def __init__(self, number: int) -> None:
        self.address: Address = (f"192.0.2.{number + 1}", 30000 + number)
        self.connection = ClientConnection(ClientConfig(qport=1000 + number, strict=False), SERVER)
        self.connection.connect(0)
        self.joined = 0
        self._side = ("allies", "axis")[number % 2]
        self._random = random.Random(number)
        self._until = 0

    def play(self, now: int) -> None:
        """Press keys; join once in the world."""
        connection, source = self.connection, self._random
        if connection.state is not ConnState.ACTIVE:
            return
        if not self.joined:
            connection.send_command(f"team {self._side}")
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


class Play:
    """A server and its clients on a slow wire without loss."""

    def __init__(self) -> None:
        cvars = CvarRegistry()
        register_stock(cvars)
        commands = CommandRegistry(cvars, lambda _line: None)
        register_builtins(commands)
        self.server = Server(
            cvars, commands, SearchPath(), challenges=Challenges(b"benchmark"), seed=1
        )
        cvars.seal()
        self.server.maps.load("mp_foy")
        self.drivers = [Driver(number) for number in range(PLAYERS)]
        self._by_address = {driver.address: driver for driver in self.drivers}
        self._up: list[_Sent] = []
        self._down: list[_Sent] = []
        self.sizes: list[int] = []
        """Of messages with a snapshot, since `WARM_MS`."""
        self._parts: dict[Address, int] = {}

    def run(self, until: int) -> None:
        """Let time pass in steps of 10 ms."""
        server = self.server
        for now in range(10, until, 10):
            for driver in self.drivers:
                driver.play(now)
                driver.connection.handle_timeout(now)
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
                self._by_address[address].connection.receive_datagram(data, SERVER, now)

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
        """Return the sizes of messages with snapshots of a minute's play."""
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
    play = Play()
    sizes = sorted(play.sizes_of_match())
    level = play.server.level
    assert level is not None
    over = sum(size >= WHOLE for size in sizes)
    _crowd(level.game, FEW)
    few_moving, few_resting = _publishing_ms(level.game)
    _crowd(level.game, MANY)
    many_moving, many_resting = _publishing_ms(level.game)
    return [
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
