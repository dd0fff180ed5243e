"""A match over the wire: strict clients take all that it shows, in datagrams that stay whole."""

from __future__ import annotations

from random import Random

from uoproto.connection import ConnState
from uoproto.connection.events import RetailWarning, SnapshotReceived
from uoproto.constants import Button
from uoproto.netchan import Side, parse_packet
from uoproto.states import UserCmd

from .host import Host, active

PLAYERS = 4
ROUNDS = 16
STEP_MS = 500


def sizes(host: Host) -> list[int]:
    """Note the length of each of the server's sequenced datagrams from now on."""
    found: list[int] = []
    take = host.server.take_outgoing

    def taken() -> list[tuple[bytes, tuple[str, int]]]:
        sent = take()
        found.extend(
            len(parse_packet(data, Side.SERVER).data)
            for data, _ in sent
            if data[:4] != b"\xff\xff\xff\xff"
        )
        return sent

    host.server.take_outgoing = taken  # type: ignore[method-assign]
    return found


def test_strict_clients_take_a_match() -> None:
    host = active(PLAYERS)
    for number, client in enumerate(host.clients):
        client.connection.send_command(f"team {('allies', 'axis')[number % 2]}")
    host.run(1000)
    source = Random(4)
    found = sizes(host)
    for round_ in range(ROUNDS):
        for client in host.clients:
            client.connection.usercmd = UserCmd(
                buttons=source.choice((0, Button.FIRE)) if round_ % 2 else 0,
                forwardmove=source.choice((127, 127, 0)) if round_ > ROUNDS // 2 else 0,
                rightmove=source.choice((0, 127, -127)) if round_ > ROUNDS // 2 else 0,
            )
        host.run(STEP_MS)
    kinds: set[int] = set()
    for client in host.clients:
        assert client.state is ConnState.ACTIVE
        assert client.seen(RetailWarning) == []
        for event in client.seen(SnapshotReceived):
            assert isinstance(event, SnapshotReceived)
            kinds |= {state.e_type for state in event.snapshot.frame.entities.values()}
            player = event.snapshot.frame.player
        assert player.hud_current
    assert {1, 12} <= kinds
    assert max(found) < 1300
