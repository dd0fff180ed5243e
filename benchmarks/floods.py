"""What bad neighbours send: ``python -m benchmarks.floods HOST PORT``, a flood of each kind.

Each kind sends at a rate of its own, so that all together load a wire as an attack would and still
leave the benchmark's other processes a core to run on. Each second a JSON line tells how many
datagrams each kind has ``sent``, and how many ``bytes`` came back for how many went out to what
never proved its address, and which kinds got more than they sent (``amplified``), beyond the full
answers that the limit on queries allows. Kinds are those that operators report (operators: the
first table).
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from benchmarks.crowd import Guest
from uoproto.clientmessage import ClientMessage, encode_client_message
from uoproto.connection import Address, ClientConfig
from uoproto.constants import OOB_MARKER
from uoproto.errors import LocalProtocolError
from uoproto.states import UserCmd

STEP_MS: Final = 10
RATE: Final = 200
"""Datagrams a second of each kind."""
GUESTS: Final = 2
"""Clients of each kind that has to join first."""
ANSWERS_PER_S: Final = 10
"""Queries that a server under attack answers in full: its ``sv_queryTotalRate``."""
ANSWER_BYTES: Final = 1400
"""A full answer with all players is no larger than this."""
JOIN_MS: Final = 250
"""Between two of them."""
TURN_MS: Final = 15_000
LULL_MS: Final = 3_000
"""Of each turn: only those who have joined send, so that others of the same address can join."""
PATHS: Final = (
    *("../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "C:\\x.pk3", "uo/../../x.pk3"),
    *("main/pak0.pk3", "uo/%2e%2e/x.pk3", "x" * 900, "uo/nul.pk3", "\x15", "uo/server.cfg", ""),
)
Flood = Iterator[bytes]


def queries(source: random.Random) -> Flood:
    """Ask like browsers, a thousand times as often."""
    while True:
        word = source.choice((b"getstatus", b"getinfo", b"getstatus xxx", b"getinfo " + b"x" * 900))
        yield OOB_MARKER + word + source.choice((b"", b"\n", b"\0"))


def challenges(_source: random.Random) -> Flood:
    """Begin to connect and never go on."""
    while True:
        yield OOB_MARKER + b"getchallenge"


def connects(source: random.Random) -> Flood:
    """Connect with junk: no Huffman code, no userinfo, no challenge."""
    while True:
        yield OOB_MARKER + b"connect " + source.randbytes(source.randrange(1, 1000))


def guesses(source: random.Random) -> Flood:
    """Guess the rcon password."""
    while True:
        yield OOB_MARKER + f"rcon {source.randrange(1 << 30)} quit".encode()


def noise(source: random.Random) -> Flood:
    """Send anything."""
    while True:
        yield source.randbytes(source.randrange(1, 1400))


def strangers(source: random.Random) -> Flood:
    """Send sequenced datagrams under everybody's qport."""
    while True:
        head = source.randrange(1, 1 << 31).to_bytes(4, "little")
        qport = source.choice((3000 + source.randrange(64), source.randrange(1 << 16)))
        body = source.randbytes(source.randrange(9, 200))
        yield head + qport.to_bytes(2, "little") + body


UNPROVEN: Final[dict[str, Callable[[random.Random], Flood]]] = {
    "queries": queries,
    "challenges": challenges,
    "connects": connects,
    "guesses": guesses,
    "noise": noise,
    "strangers": strangers,
}


class Joined(ABC):
    """Somebody who joined as anybody may, and now misbehaves."""

    kind = ""

    def __init__(self, number: int, server: Address, seed: int, now: int) -> None:
        config = ClientConfig(qport=40_000 + number, userinfo={"name": self.kind, "rate": "25000"})
        self.guest: Final = Guest(number, server, config)
        self.random: Final = random.Random(seed)
        self.sent = 0
        self.guest.connection.connect(now)

    def play(self, now: int) -> None:
        """Behave until one is in the world, then do what this kind does."""
        guest = self.guest
        if guest.reason:
            return
        if not guest.active:
            guest.receive(now)
            guest.play(now)
        else:
            self.misbehave(now)

    @abstractmethod
    def misbehave(self, now: int) -> None:
        """Do what this kind does."""

    def send(self, data: bytes) -> None:
        """Send a datagram that the connection knows nothing of."""
        self.sent += 1
        with suppress(OSError):
            self.guest.socket.sendto(data, self.guest.connection.server)


class Deaf(Joined):
    """Stops reading, and goes on to press keys."""

    kind = "deaf"

    def misbehave(self, now: int) -> None:
        """Send and never look at what comes."""
        self.sent += 1
        self.guest.play(now)


class Mutant(Joined):
    """Sends its own datagrams with some bytes changed."""

    kind = "mutant"

    def misbehave(self, now: int) -> None:
        """Play on, and repeat each datagram damaged."""
        guest = self.guest
        guest.receive(now)
        for data, _ in guest.connection.datagrams_to_send(now):
            self.send(data)
            for _ in range(8):
                damaged = bytearray(data)
                for _ in range(self.random.randrange(1, 6)):
                    damaged[self.random.randrange(len(damaged))] = self.random.randrange(256)
                self.send(bytes(damaged[: self.random.randrange(6, len(damaged) + 1)]))


class Pusher(Joined):
    """Asks for files by tricks, and says more than anybody can listen to."""

    kind = "pusher"

    def misbehave(self, now: int) -> None:
        """Send as many commands as go out at once."""
        connection = self.guest.connection
        self.guest.receive(now)
        with suppress(LocalProtocolError):  # 64 wait already
            for _ in range(32):
                word = self.random.choice(("download", "say", "userinfo", "nextdl", "wwwdl", "mr"))
                connection.send_command(f"{word} {self.random.choice(PATHS)}")
        for data, _ in connection.datagrams_to_send(now):
            self.send(data)


class Liar(Joined):
    """Acknowledges what was never sent, and numbers commands as he likes."""

    kind = "liar"

    def misbehave(self, now: int) -> None:
        """Send messages of one's own making, in the right words."""
        connection, source = self.guest.connection, self.random
        self.guest.receive(now)
        newest = connection.commands.sequence
        first = source.choice((newest + 1, 1, newest - 60, 0x7FFFFF00))
        message = ClientMessage(
            server_id=connection.level.server_id & 0xFF,
            message_acknowledge=source.choice((0, connection.message_acknowledge, 0x7FFFFFFF)),
            reliable_acknowledge=source.choice((0, 1, 63, 0x7FFFFFFF)),
            reliable_commands=tuple((max(0, first) + n, f"say {n}") for n in range(64)),
            move=None,
        )
        payload = encode_client_message(
            message,
            challenge=connection.challenge,
            checksum_feed=connection.level.checksum_feed,
            server_command=connection.server_commands.text(message.reliable_acknowledge),
            base=UserCmd(),
        )
        if source.random() < 0.3:  # negative numbers, which the library does not write
            payload = payload[:1] + source.randbytes(8) + payload[9:]
        for data in connection.netchan.send_all(payload):
            self.send(data)


JOINED: Final = (Deaf, Mutant, Pusher, Liar)


class Attack:
    """All kinds at once on one server."""

    def __init__(self, server: Address, rate: int, seed: int) -> None:
        self._server: Final = server
        self._rate: Final = rate
        source = random.Random(seed)
        self._floods: Final = {kind: make(source) for kind, make in UNPROVEN.items()}
        self._sockets: Final = {kind: _open() for kind in UNPROVEN}
        self._sent: Final = dict.fromkeys(UNPROVEN, 0)
        self._out: Final = dict.fromkeys(UNPROVEN, 0)
        self._back: Final = dict.fromkeys(UNPROVEN, 0)
        self._joined: Final[list[Joined]] = []
        self._before: Final = dict.fromkeys((kind.kind for kind in JOINED), 0)
        """What those sent who are gone."""
        self._source: Final = source
        self._numbers = 0
        self._seconds = 0
        self._next = 0
        """When the next may join."""
        self._poured = 0
        """Milliseconds that were no lull."""

    def run(self, seconds: float) -> None:
        """Attack for so long; report each second. Who was sent away comes again."""
        begin, report, before = time.monotonic(), 1000, 0
        while (now := int((time.monotonic() - begin) * 1000)) < seconds * 1000:
            self._join(now)
            self._poured += (now - before) * (now % TURN_MS >= LULL_MS)
            before = now
            for kind, flood in self._floods.items():
                self._pour(kind, flood)
            for each in self._joined:
                each.play(now)
            if now >= report:
                report += 1000
                self._report()
            time.sleep(STEP_MS / 1000)

    def _join(self, now: int) -> None:
        gone = [each for each in self._joined if each.guest.reason]
        for each in gone:
            each.guest.socket.close()
            self._before[each.kind] += each.sent
            self._joined.remove(each)
        there = [type(each) for each in self._joined]
        for kind in JOINED:
            if there.count(kind) < GUESTS and now % TURN_MS < LULL_MS and now >= self._next:
                seed = self._source.randrange(1 << 30)
                self._joined.append(kind(self._numbers, self._server, seed, now))
                self._numbers += 1
                self._next = now + JOIN_MS
                there.append(kind)

    def _pour(self, kind: str, flood: Flood) -> None:
        wire = self._sockets[kind]
        while self._sent[kind] < self._rate * self._poured // 1000:
            data = next(flood)
            self._sent[kind] += 1
            self._out[kind] += len(data)
            with suppress(OSError):
                wire.sendto(data, self._server)
        with suppress(OSError):
            while True:
                self._back[kind] += len(wire.recv(65536))

    def _report(self) -> None:
        self._seconds += 1
        allowed = {"queries": ANSWERS_PER_S * ANSWER_BYTES * self._seconds}
        sent = self._sent | self._before
        for each in self._joined:
            sent[each.kind] += each.sent
        line = {
            "sent": sent,
            "out": sum(self._out.values()),
            "back": sum(self._back.values()),
            "amplified": [
                kind
                for kind in UNPROVEN
                if self._back[kind] > self._out[kind] + allowed.get(kind, 0)
            ],
            "joined": sum(each.guest.active for each in self._joined),
            "came": self._numbers,
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def _open() -> socket.socket:
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.setblocking(False)
    wire.bind(("127.0.0.1", 0))
    return wire


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floods", description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=int, default=RATE, help="datagrams a second of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    attack = Attack((options.host, options.port), options.rate, options.seed)
    attack.run(options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
