"""A pilot on a socket: what a client receives goes to him, what he does goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from uoproto.connection.events import Event, GamestateReceived, SnapshotReceived
from uoproto.udp.sockets import now_ms

if TYPE_CHECKING:
    from uoproto.udp import AsyncClient

    from .maps import Maps
    from .pilot import Pilot


def _pass_over(_event: Event) -> None:
    """Take no note of an event."""


async def play(
    client: AsyncClient, pilot: Pilot, maps: Maps, watch: Callable[[Event], None] = _pass_over
) -> None:
    """Let a pilot play until the connection ends; ``watch`` is told each event first.

    Raises what iterating over the client raises.
    """
    connection = client.connection
    async for event in client:
        watch(event)
        pilot.receive((event,))
        if isinstance(event, GamestateReceived):
            pilot.know(await maps.find(pilot.map_name))
        elif isinstance(event, SnapshotReceived):
            newest = connection.level.frames.newest
            if newest is not None and newest is not event.snapshot:
                continue  # a newer one waits: who is late does not think of what is past
            connection.usercmd = pilot.command()
            for wish in pilot.wishes(now_ms()):
                connection.send_command(wish)
