"""Drivers of clients: what keys a player presses, at random or with a goal."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from math import atan2, degrees
from random import Random

from uoproto.constants import Button, WButton
from uoproto.message import angle_to_short
from uoproto.states import UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.game.player import Player

from . import arena

LEG = 2000
"""How long a visitor runs one way, in milliseconds."""


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


class Visitor(Driver):
    """Half of his time runs to the places of the arena in turn, or to where another stands."""

    def __init__(self, seed: int, player: Player, other: Player) -> None:
        super().__init__(seed)
        self._player = player
        goals: tuple[Vec3 | Player, ...] = (*arena.PLACES, other)
        self._goals = cycle(goals)
        self._goal = next(self._goals)

    def command(self, now: int) -> UserCmd:
        wild = super().command(now)
        if now // LEG % 2:
            if not now % LEG:
                self._goal = next(self._goals)
            return wild
        goal, state = self._goal, self._player.state
        x, y, _ = goal.origin if isinstance(goal, Player) else goal
        yaw = degrees(atan2(y - state.origin[1], x - state.origin[0]))
        turn = (angle_to_short(yaw) - state.delta_angles[1]) & 0xFFFF
        up = 127 if now // 500 % 3 == 0 else 0
        return replace(
            wild,
            angles=(wild.angles[0], turn, 0),
            forwardmove=127,
            rightmove=0,
            upmove=up,
            wbuttons=0,
        )
