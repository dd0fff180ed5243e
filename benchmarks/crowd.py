"""Many well-behaved clients in one process: ``python -m benchmarks.crowd HOST PORT``.

They join by turns, take sides and press keys at random. Each second a JSON line goes to standard
output: ``active`` clients, ``dropped`` ones with reasons, ``gap_ms`` (the longest any active one
waited for a snapshot in that second), ``bytes`` received, ``moving`` (entities that changed from
one snapshot of the first client to the next, on average).
"""

from __future__ import annotations

import argparse
import json
import random
import selectors
import socket
import sys
import time
from contextlib import suppress
from typing import Final

from uoproto.connection import Address, ClientConfig, ClientConnection, ConnState, Event
from uoproto.connection.events import Disconnected, SnapshotReceived
from uoproto.constants import Button, WButton
from uoproto.states import UserCmd

STEP_MS: Final = 10
JOIN_MS: Final = 40
"""Between two that connect: a server lets one address connect so often."""
SIDES: Final = ("allies", "axis")
RECEIVE_SIZE: Final = 65536


class Guest:
    """One client on a socket of its own."""

    def __init__(self, number: int, server: Address, config: ClientConfig | None = None) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(("127.0.0.1", 0))
        name = {"name": f"Guest {number}", "rate": "25000", "snaps": "20"}
        self.connection = ClientConnection(
            config or ClientConfig(qport=3000 + number, userinfo=name), server
        )
        self.joined = False
        self.reason = ""
        """Why he is no longer there."""
        self.heard = 0
        """When his last snapshot came."""
        self.gap = 0
        self.bytes = 0
        self.moving = self.snapshots = 0
        self._shown: dict[int, object] = {}
        self._side = SIDES[number % 2]
        self._random = random.Random(number)
        self._until = 0

    @property
    def active(self) -> bool:
        """Whether he is in the world."""
        return self.connection.state is ConnState.ACTIVE

    def receive(self, now: int) -> None:
        """Take what came."""
        with suppress(BlockingIOError, ConnectionError):
            while True:
                data, address = self.socket.recvfrom(RECEIVE_SIZE)
                self.bytes += len(data)
                host, port = address[:2]
                self.take(self.connection.receive_datagram(data, (host, port), now), now)

    def take(self, events: list[Event], now: int) -> None:
        """Look at what happened."""
        for event in events:
            if isinstance(event, SnapshotReceived):
                self.gap = max(self.gap, now - self.heard if self.heard else 0)
                self.heard = now
                self._look(event)
            elif isinstance(event, Disconnected):
                self.reason = event.reason

    def _look(self, event: SnapshotReceived) -> None:
        entities = event.snapshot.frame.entities
        shown: dict[int, object] = dict(entities)
        self.moving += sum(self._shown.get(number) != each for number, each in shown.items())
        self.snapshots += 1
        self._shown = shown

    def play(self, now: int) -> None:
        """Press keys, and send what is due."""
        connection, source = self.connection, self._random
        self.take(connection.handle_timeout(now), now)
        if self.active and not self.joined:
            connection.send_command(f"team {self._side}")
            self.joined = True
        if self.active and now >= self._until:
            self._until = now + source.randrange(100, 800)
            connection.usercmd = UserCmd(
                buttons=source.choice((0, 0, Button.FIRE, Button.FIRE, Button.ADS, Button.MELEE)),
                wbuttons=source.choice((0, 0, WButton.LEAN_LEFT, WButton.LEAN_RIGHT)),
                forwardmove=source.choice((127, 127, 127, 0, -127)),
                rightmove=source.choice((0, 0, 127, -127)),
            )
        for data, address in connection.datagrams_to_send(now):
            with suppress(OSError):
                self.socket.sendto(data, address)


class Crowd:
    """All guests of one server."""

    def __init__(self, server: Address, count: int) -> None:
        self._server: Final = server
        self._count: Final = count
        self.guests: list[Guest] = []
        self._selector = selectors.DefaultSelector()
        self._begin = time.monotonic()
        self._told = 0

    def run(self, seconds: float) -> None:
        """Play for so long, and report each second."""
        end, report = seconds * 1000, 1000
        while (now := int((time.monotonic() - self._begin) * 1000)) < end:
            self._come(now)
            for key, _ in self._selector.select(STEP_MS / 1000):
                key.data.receive(int((time.monotonic() - self._begin) * 1000))
            for guest in self.guests:
                guest.play(now)
            if now >= report:
                report += 1000
                self._report(now)
        for guest in self.guests:
            if not guest.reason:
                guest.connection.disconnect()
                guest.play(now)

    def _come(self, now: int) -> None:
        if len(self.guests) < self._count and now >= JOIN_MS * len(self.guests):
            guest = Guest(len(self.guests), self._server)
            guest.connection.connect(now)
            self._selector.register(guest.socket, selectors.EVENT_READ, guest)
            self.guests.append(guest)

    def _report(self, now: int) -> None:
        guests = self.guests
        waits = [max(g.gap, now - g.heard) for g in guests if g.active and g.heard]
        received = sum(guest.bytes for guest in guests)
        first = guests[0]
        line = {
            "active": sum(guest.active for guest in guests),
            "dropped": [guest.reason for guest in guests if guest.reason],
            "gap_ms": max(waits, default=0),
            "bytes": received - self._told,
            "moving": round(first.moving / first.snapshots, 1) if first.snapshots else 0.0,
        }
        self._told = received
        for guest in guests:
            guest.gap = 0
        first.moving = first.snapshots = 0
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    Crowd((options.host, options.port), options.clients).run(options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
