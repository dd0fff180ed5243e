"""Valid datagrams in one line each, for tests of whatever receives them.

A `Factory` holds what both peers of a connection agree on and numbers the messages of each
direction; every argument that matters to a test can be given by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from uoproto.clientmessage import ClientMessage, Move, encode_client_message
from uoproto.constants import OOB_MARKER
from uoproto.gamestate import Gamestate
from uoproto.huffman import adaptive
from uoproto.netchan import build_datagrams
from uoproto.servermessage import (
    FixedContext,
    ServerOp,
    build_server_body,
    encode_server_message,
)
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState, Frame, UserCmd

USERINFO = {"protocol": "22", "name": "Unknown Soldier", "rate": "25000", "snaps": "20"}
CONFIGSTRINGS = {
    0: "\\mapname\\mp_foy\\g_gametype\\ctf\\sv_hostname\\Test\\sv_maxclients\\8",
    1: "\\sv_serverid\\16\\sv_pure\\0",
    2: "cod",
    7: "colt_mp",
}


def oob(text: str) -> bytes:
    """Return a connectionless datagram."""
    return OOB_MARKER + text.encode("latin-1")


@dataclass
class Factory:
    """Makes the datagrams of one connection, both ways."""

    challenge: int = 0x1234567
    qport: int = 4711
    server_id: int = 16
    checksum_feed: int = 0x5EED
    client_sequence: int = 1
    server_sequence: int = 1
    """Netchan sequences of the next message of each side."""

    def connect(self, userinfo: Mapping[str, str] | None = None) -> bytes:
        """Return a ``connect`` request with this qport and challenge."""
        own = {"qport": str(self.qport), "challenge": str(self.challenge)}
        pairs = {**USERINFO, **(userinfo or {}), **own}
        text = "".join(f"\\{key}\\{value}" for key, value in pairs.items())
        return oob("connect ") + adaptive.compress(f'"{text}"'.encode("latin-1"))

    def client(
        self,
        commands: Sequence[tuple[int, str]] = (),
        usercmds: Sequence[UserCmd] = (),
        *,
        no_delta: bool = False,
        message_acknowledge: int = 0,
        reliable_acknowledge: int = 0,
        server_command: str = "",
        base: UserCmd = UserCmd(),  # noqa: B008  immutable
    ) -> list[bytes]:
        """Return the datagrams of a client message, with a move if there are usercmds."""
        payload = encode_client_message(
            ClientMessage(
                self.server_id,
                message_acknowledge,
                reliable_acknowledge,
                tuple(commands),
                Move(no_delta, tuple(usercmds)) if usercmds else None,
            ),
            challenge=self.challenge,
            checksum_feed=self.checksum_feed,
            server_command=server_command,
            base=base,
        )
        self.client_sequence += 1
        return build_datagrams(payload, self.client_sequence - 1, self.qport)

    def server(
        self,
        *ops: ServerOp,
        last_client_command: int = 0,
        client_command: str = "",
        context: FixedContext | None = None,
    ) -> list[bytes]:
        """Return the datagrams of a server message."""
        body = build_server_body(ops, context or FixedContext())
        return self.server_body(body, last_client_command, client_command)

    def server_body(
        self, body: bytes, last_client_command: int = 0, client_command: str = ""
    ) -> list[bytes]:
        """Return the datagrams of a server message with any bytes as its body."""
        payload = encode_server_message(
            last_client_command,
            body,
            sequence=self.server_sequence,
            challenge=self.challenge,
            client_command=client_command,
        )
        self.server_sequence += 1
        return build_datagrams(payload, self.server_sequence - 1)

    def gamestate(
        self,
        configstrings: Mapping[int, str] = CONFIGSTRINGS,
        baselines: Mapping[int, EntityState] | None = None,
        *,
        client_num: int = 0,
        command_sequence: int = 0,
    ) -> list[bytes]:
        """Return the datagrams of a message that is one gamestate."""
        return self.server(
            Gamestate(
                command_sequence, configstrings, baselines or {}, client_num, self.checksum_feed
            )
        )

    def snapshot(
        self,
        frame: Frame | None = None,
        *,
        time: int = 1000,
        flags: int = 0,
        distance: int = 0,
        base: Frame | None = None,
        baselines: Mapping[int, EntityState] | None = None,
    ) -> list[bytes]:
        """Return the datagrams of a message that is one snapshot, full unless given a base."""
        return self.server(
            Snapshot(time, distance, flags, frame or Frame()),
            context=FixedContext(base, baselines or {}),
        )
