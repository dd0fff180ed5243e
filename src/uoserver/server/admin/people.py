"""Players as a host names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uoproto.connection import SlotState

from ..banlist import same_name

if TYPE_CHECKING:
    from ..core import Server


def name_of(server: Server, number: int) -> str:
    """Return the name of a slot's player; empty without one."""
    player = server.level.game.players.get(number) if server.level else None
    return player.name if player else ""


def clients_named(server: Server, name: str) -> list[int]:
    """Return the slots of the clients of a name, raw or without colours, whatever its case."""
    numbers = (client.client_num for client in server.clients(SlotState.CONNECTED))
    return [number for number in numbers if same_name(name_of(server, number), name)]


def bots_named(server: Server, name: str) -> list[int]:
    """Return the slots of the bots of a name."""
    bots = server.level.game.bots() if server.level else []
    return [number for number in bots if same_name(name_of(server, number), name)]
