"""A small yard that matches are played on, and games with players on its sides."""

from __future__ import annotations

from functools import cache

from tests.survey.lands import yard
from uoproto.states import UserCmd
from uoserver.bsp import MapInfo
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import World
from uoserver.game.game import Game
from uoserver.game.match.arena import Arena
from uoserver.game.match.match import Match
from uoserver.game.match.roundrules import RoundRules
from uoserver.game.match.seats import Side
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase, VehicleState
from uoserver.survey import survey
from uoserver.survey.coordinates import cell_under

FRAME_MS = 48
"""Three ticks."""


@cache
def _yard() -> tuple[MapInfo, Arena]:
    land = yard()
    source, clip = land.map(), land.clip()
    return describe_map(source), Arena(clip, survey(source, clip))


def arena() -> Arena:
    """What matches on the yard need; the same for all tests."""
    return _yard()[1]


class Play:
    """A game on the yard whose players are named by their numbers."""

    def __init__(
        self, *sides: Side | None, gametype: str = "ctf", rounds: RoundRules | None = None
    ) -> None:
        info, here = _yard()
        self.game = Game(
            info, World(here.clip), gametype, seed=7, arena=here, rounds=rounds, server_id=16
        )
        self.time = 1000
        self.game.run_frame(self.time)
        self.commands: dict[int, UserCmd] = {}
        for number, side in enumerate(sides):
            assert self.game.client_connect(number, f"\\name\\P{number}", "") is None
            self.game.client_begin(number, UserCmd())
            if side is not None:
                self.game.client_command(number, f"team {side.word}")
        self.run()

    @property
    def match(self) -> Match:
        assert self.game.match is not None
        return self.game.match

    @property
    def sim(self) -> Simulation:
        return self.match.sim

    def run(self, frames: int = 1, **commands: UserCmd) -> None:
        """Run frames; ``p0=UserCmd(...)`` is what player 0 sends in each from now on."""
        for name, command in commands.items():
            self.commands[int(name[1:])] = command
        for _ in range(frames):
            self.time += FRAME_MS
            for number in self.game.players:
                command = self.commands.get(number, UserCmd())
                timed = UserCmd(
                    self.time,
                    command.buttons,
                    command.wbuttons,
                    angles=command.angles,
                    forwardmove=command.forwardmove,
                    rightmove=command.rightmove,
                )
                self.game.client_think(number, timed)
            self.game.run_frame(self.time)

    def drive(self, number: int, type_: VehicleType, x: float, y: float) -> Obj:
        """Put a player into a vehicle at a place of the map, ready to go."""
        driver = self.match.driver_of(number)
        assert driver is not None
        driver.view.type, driver.view.mode, driver.view.fade = type_, Mode.PLAYING, ONE
        at = centre(cell_under((x, y, 0.0)))
        vehicle = create(self.sim, Kind.VEHICLE, driver.team, *at, 0, driver.number)
        assert vehicle is not None
        assert isinstance(vehicle.data, VehicleState)
        vehicle.data.phase = Phase.FREE
        self.run()
        return vehicle
