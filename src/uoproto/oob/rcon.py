"""Output of a remote console command as ``print`` packets (server: rcon)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from uoproto.constants import RCON_CHUNK, RCON_OUTPUT_LIMIT
from uoproto.errors import BadValueError, LimitExceededError

from .parse import parse_response
from .responses import Print

NO_PASSWORD_SET: Final = "No rconpassword set on the server.\n"  # noqa: S105 - a reply
BAD_PASSWORD: Final = "Bad rconpassword.\n"  # noqa: S105 - a reply


def split_output(output: str) -> list[Print]:
    """Return the packets that carry the output, 1,300 characters each, at least one.

    Packets may end in the middle of a line. Output past 32,752 characters is cut off.
    """
    output = output[:RCON_OUTPUT_LIMIT]
    starts = range(0, max(len(output), 1), RCON_CHUNK)
    return [Print(output[start : start + RCON_CHUNK]) for start in starts]


def join_output(datagrams: Iterable[bytes]) -> str:
    """Return the output that received datagrams carry, in the order given.

    Raises `BadValueError` for a datagram that is no ``print``, another `RemoteProtocolError`
    for one that is not connectionless, and `LimitExceededError` past 32,752 characters.
    """
    output = ""
    for datagram in datagrams:
        packet = parse_response(datagram)
        if not isinstance(packet, Print):
            raise BadValueError(f"{type(packet).__name__} among the output of a command")
        output += packet.text
        if len(output) > RCON_OUTPUT_LIMIT:
            raise LimitExceededError("rcon output too long")
    return output
