"""A bot that joins a server and wanders about: it walks, turns, and turns round at walls.

python examples/wander_bot.py 127.0.0.1 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import random
from math import dist

from uoproto import ClientConfig, ConnState, UserCmd
from uoproto.connection.events import ServerCommandReceived, SnapshotReceived
from uoproto.constants import DEFAULT_PORT
from uoproto.message import angle_to_short
from uoproto.states import PlayerState
from uoproto.udp import AsyncClient, open_client

STUCK = 2.0
"""Map units between two snapshots below which something is in the way."""


def walk(player: PlayerState, yaw: float) -> UserCmd:
    """Return the command that walks towards a yaw, in degrees.

    The angles of a usercmd are relative: the server adds the player's delta_angles to them.
    """
    relative = (angle_to_short(yaw) - int(player["delta_angles[1]"])) & 0xFFFF
    weapon = int(player["weapon"])  # keep what is in the hands
    return UserCmd(angles=(0, relative, 0), forwardmove=127, weapon=weapon)


async def wander(client: AsyncClient) -> None:
    """Walk until the connection ends."""
    yaw = random.uniform(0, 360)
    last: tuple[float, ...] = ()
    async for event in client:
        if isinstance(event, SnapshotReceived):
            player = event.snapshot.frame.player
            if last and dist(last, player.origin) < STUCK:
                yaw = (yaw + random.uniform(90, 270)) % 360
            yaw += random.uniform(-5, 5)
            last = player.origin
            client.connection.usercmd = walk(player, yaw)
        elif isinstance(event, ServerCommandReceived):
            print("server:", event.text)


async def visit(host: str, port: int, seconds: float) -> None:
    """Join, wander for a while and leave."""
    config = ClientConfig(qport=random.randrange(0x10000))
    config.userinfo["name"] = "Wanderer"
    async with await open_client(config, host, port) as client:
        await client.wait_state(ConnState.ACTIVE, timeout_ms=10_000)
        client.connection.send_command("say hello")
        try:
            await asyncio.wait_for(wander(client), seconds)
        except TimeoutError:
            newest = client.connection.level.frames.newest
            print("leaving at", newest.frame.player.origin if newest else None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", metavar="HOST[:PORT]")
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    where, _, number = args.server.partition(":")
    asyncio.run(visit(where, int(number or DEFAULT_PORT), args.seconds))
