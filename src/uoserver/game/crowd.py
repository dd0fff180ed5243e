"""Players who stand in each other are pushed apart (pmove2: Players against players)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from .movement.constants import PMF_LAND_STUN
from .player import Player
from .projection import snapped

PUSH_MS: Final = 300
"""How long a push lasts."""


def separate(players: Sequence[Player], random: Random) -> list[Player]:
    """Push apart all who stand in each other; return who changed.

    Bodies stand at whole numbers, players where they are: who has walked up to another's body
    and touches it may have a body that reaches into the other. Such two are not stuck, and no
    client could foresee a push. Stuck are two of whom each stands in the other's body.

    Of two the one that moves is pushed, both when neither or both do. The first of them stops
    nobody until the next frame. (Stock gives him contents that were not seen.)
    """
    changed: list[Player] = [player for player in players if player.yields]
    for player in changed:
        player.yields = False
    solid = [player for player in players if player.solid]
    for number, one in enumerate(solid):
        for other in solid[number + 1 :]:
            if _overlap(one, other):
                _push(one, other, random)
                one.yields = True
        if one.yields and one not in changed:
            changed.append(one)
    return changed


def _overlap(one: Player, other: Player) -> bool:
    return _stands_in(one, other) and _stands_in(other, one)


def _stands_in(one: Player, other: Player) -> bool:
    ax, ay, az = one.state.origin
    bx, by, bz = snapped(other.state.origin)
    reach = one.maxs[0] + other.maxs[0]
    x, y = bx - ax, by - ay
    if not -reach < x < reach or x * x + y * y >= reach * reach:
        return False
    return az + one.mins[2] < bz + other.maxs[2] and bz + other.mins[2] < az + one.maxs[2]


def _push(one: Player, other: Player, random: Random) -> None:
    x = other.state.origin[0] - one.state.origin[0] + random.uniform(-1.0, 1.0)
    y = other.state.origin[1] - one.state.origin[1] + random.uniform(-1.0, 1.0)
    length = sqrt(x * x + y * y)
    x, y = (x / length, y / length) if length else (1.0, 0.0)
    moves = [bool(player.state.velocity[0] or player.state.velocity[1]) for player in (one, other)]
    for player, sign, moving in ((one, -1.0, moves[0]), (other, 1.0, moves[1])):
        if moving or not any(moves):
            state = player.state
            speed = sign * state.speed
            state.velocity = (x * speed, y * speed, state.velocity[2])
            state.pm_time = PUSH_MS
            state.pm_flags |= PMF_LAND_STUN
            state.settle()
