"""How a server stands at one moment, as plain values that other threads may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uoproto.connection import SlotState
from uoproto.text import strip_colors
from uoserver.game.referee import ALLIES_SCORE, AXIS_SCORE

if TYPE_CHECKING:
    from uoserver.server.core import Server
    from uoserver.server.counters import Counters


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player or bot; the name is without colours, the ping in ms."""

    slot: int
    name: str
    score: int
    ping: int
    team: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """A server at one moment. Without a map ``map`` is empty."""

    hostname: str
    map: str
    gametype: str
    limit: int
    players: tuple[PlayerRow, ...]
    """By slot; bots are among them."""
    allies: int
    axis: int
    frames: int
    limited: dict[str, int]
    """Requests that each rate limit refused."""
    rcon_refused: int
    counters: Counters
    stall_seconds: int
    """Time without a frame that is ill health."""

    def people(self) -> list[PlayerRow]:
        """Return the players who are no bots."""
        return [row for row in self.players if not row.bot]


def take_report(server: Server) -> Report:
    """Return how a server stands now; to be called where its frames run."""
    cvars, level, limits = server.cvars, server.level, server.limits
    strings = level.configstrings.values if level is not None else {}
    return Report(
        hostname=cvars.get("sv_hostname"),
        map=level.name if level is not None else "",
        gametype=cvars.get("g_gametype"),
        limit=cvars.get_int("sv_maxclients"),
        players=player_rows(server),
        allies=int(strings.get(ALLIES_SCORE) or 0),
        axis=int(strings.get(AXIS_SCORE) or 0),
        frames=server.frame_count,
        limited={name: getattr(limits, name).dropped for name in limits.__slots__},
        rcon_refused=server.rcon.refused,
        counters=server.counters.copy(),
        stall_seconds=cvars.get_int("http_stallTime"),
    )


def player_rows(server: Server) -> tuple[PlayerRow, ...]:
    """Return who has a slot, as browsers are told: from the connect on, bots with a ping of 0."""
    if server.level is None:
        return ()
    game = server.level.game
    pings = {each.client_num: each.ping for each in server.clients(SlotState.CONNECTED)}
    bots = dict.fromkeys(game.bots(), 0)
    return tuple(
        PlayerRow(
            number,
            strip_colors(player.name),
            player.score,
            ping,
            player.team.name.lower(),
            number in bots,
        )
        for number, ping in sorted((pings | bots).items())
        if (player := game.players.get(number)) is not None
    )
