"""What one usercmd of a walking player costs, from his command to his new place in the world.

Players walk from the map's spawn points in all directions, into whatever stands there: gathering,
the move with its sweeps, and the link. The plain way asks the whole world for each sweep.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from benchmarks.collision import maps
from benchmarks.timing import Figure, Row, best_us
from uoproto.states import UserCmd
from uoserver.bsp import read
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import World, load_clip_model
from uoserver.game.game import Game
from uoserver.game.player import Player
from uoserver.game.spaces import WorldView

if TYPE_CHECKING:
    from uoserver.game.movement import MoveState

PLAYERS: Final = 24
COMMANDS: Final = 60
STEP_MS: Final = 16
MOST_US: Final = 100.0
TARGET: Final = 1
"""Gathering must not cost more than it saves."""

Walk = tuple[Player, "MoveState", list[UserCmd]]


def _walks(game: Game) -> list[Walk]:
    """Return players on their spawn points, each with a second of commands."""
    source = random.Random(3)
    walks: list[Walk] = []
    for number in range(PLAYERS):
        game.client_connect(number, f"\\name\\Walker {number}", "")
        game.client_begin(number, UserCmd())
        player = game.players[number]
        yaw = source.randrange(0x10000)
        commands = [
            UserCmd(
                player.state.command_time + step * STEP_MS,
                angles=(0, yaw + 60 * step & 0xFFFF, 0),
                forwardmove=127,
                rightmove=source.choice((0, 0, 0, 127)),
            )
            for step in range(1, COMMANDS + 1)
        ]
        walks.append((player, replace(player.state), commands))
    return walks


def _library(game: Game, walks: list[Walk]) -> None:
    for player, start, commands in walks:
        player.state, player.commands = replace(start), COMMANDS
        for command in commands:
            game.now = command.command_time
            game.client_think(player.number, command)


def _plain(world: World, walks: list[Walk]) -> None:
    for player, start, commands in walks:
        player.state, player.commands = replace(start), COMMANDS
        space = WorldView(world, player.number)
        for command in commands:
            player.think(command, command.command_time, space)
            if body := player.body:
                world.link(player.number, body)


def run() -> list[Row | Figure]:
    rows: list[Row | Figure] = []
    for name, data, _, _ in maps():
        source = read(data)
        world = World(load_clip_model(source))
        game = Game(describe_map(source), world, "sd", seed=4)  # points enough for all
        walks = _walks(game)
        count = len(walks) * COMMANDS
        library_us = best_us(partial(_library, game, walks), repeats=5) / count
        plain_us = best_us(partial(_plain, world, walks), repeats=3) / count
        rows += [
            Row(f"{name}: usercmd", plain_us, library_us, TARGET),
            Figure(f"{name}: a usercmd", library_us, "us", most=MOST_US),
        ]
    return rows
