r"""``getserversResponse``: the binary server list of a master (spec: Global master query)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address
from typing import Final, NamedTuple, Self

from uoproto.constants import (
    MAX_DATAGRAM,
    MAX_LISTED_SERVERS,
    MAX_SERVERS_PER_RESPONSE,
    OOB_MARKER,
)
from uoproto.errors import LocalProtocolError

from .packet import OobPacket, seal_oob

SERVER_LIST_COMMAND: Final = b"getserversResponse"
_SEPARATOR: Final = b"\\"
_END: Final = b"EOT"
_RECORD_SIZE: Final = 7
SERVERS_PER_DATAGRAM: Final = (
    MAX_DATAGRAM - len(OOB_MARKER) - len(SERVER_LIST_COMMAND) - len(_SEPARATOR + _END)
) // _RECORD_SIZE
"""Servers a list of ours puts into one datagram, so that IP need not fragment it."""


@lru_cache(maxsize=MAX_LISTED_SERVERS)
def _packed(host: str) -> bytes:
    """Return the bytes of an address; a master packs the same ones again and again."""
    return IPv4Address(host).packed


class ServerAddress(NamedTuple):
    """Dotted IPv4 address and UDP port of a server."""

    host: str
    port: int

    def pack(self) -> bytes:
        """Return the six bytes of a record, the port in network order.

        Raises `LocalProtocolError` for what is no IPv4 address or port.
        """
        try:
            return _packed(self.host) + self.port.to_bytes(2, "big")
        except (AddressValueError, OverflowError) as error:
            raise LocalProtocolError(f"not an IPv4 address and port: {self!r}") from error

    @classmethod
    def unpack(cls, record: bytes) -> Self:
        """Return the address of the six bytes of a record."""
        return cls(".".join(map(str, record[:4])), int.from_bytes(record[4:6], "big"))


@dataclass(frozen=True, slots=True)
class GetServersResponse(OobPacket):
    r"""One datagram of a server list, at most 256 addresses.

    ``last`` says whether ``\EOT`` closes the list; datagrams before the last one end in a lone
    backslash, which the record before it needs.
    """

    servers: tuple[ServerAddress, ...]
    last: bool = True

    def encode(self) -> bytes:
        r"""Return the datagram.

        Raises `LocalProtocolError` for more than 256 addresses, for what is no address, and for
        an address that begins with the bytes of ``EOT`` unless it comes first, where clients
        cannot take it for the end.
        """
        records = [server.pack() for server in self.servers]
        if len(records) > MAX_SERVERS_PER_RESPONSE:
            raise LocalProtocolError(f"{len(records)} servers in one response")
        if any(record.startswith(_END) for record in records[1:]):
            raise LocalProtocolError("an address that reads as the end must come first")
        tail = _END if self.last else b""
        return seal_oob(_SEPARATOR.join([SERVER_LIST_COMMAND, *records, tail]))

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        r"""Scan a payload for records, as the client does.

        A record counts when a backslash follows it. The scan ends at 256 records, at the first
        thing that is no record, or behind a record at ``\EOT``; a list that starts with ``\EOT``
        and no record is a complete, empty one.
        """
        servers: list[ServerAddress] = []
        at = payload.find(_SEPARATOR)
        while at >= 0 and len(servers) < MAX_SERVERS_PER_RESPONSE:
            after = at + _RECORD_SIZE
            ended = bool(servers) and payload.startswith(_END, at + 1)
            if ended or payload[after : after + 1] != _SEPARATOR:
                break
            servers.append(ServerAddress.unpack(payload[at + 1 : after]))
            at = after
        return cls(tuple(servers), at >= 0 and payload.startswith(_END, at + 1))


def server_list(
    servers: Sequence[ServerAddress], *, per_datagram: int = SERVERS_PER_DATAGRAM
) -> list[GetServersResponse]:
    """Return the responses that carry a whole list, at least one.

    An address that reads as the end of a list goes to the front of a datagram, so such addresses
    may make the datagrams smaller.

    Raises `LocalProtocolError` for what is no address and for ``per_datagram`` outside 1..256.
    """
    if not 1 <= per_datagram <= MAX_SERVERS_PER_RESPONSE:
        raise LocalProtocolError(f"{per_datagram} servers per datagram")
    groups: list[list[ServerAddress]] = [[]]
    for server in servers:
        group = groups[-1]
        if group and (len(group) == per_datagram or server.pack().startswith(_END)):
            groups.append([server])
        else:
            group.append(server)
    last = len(groups) - 1
    return [GetServersResponse(tuple(group), index == last) for index, group in enumerate(groups)]
