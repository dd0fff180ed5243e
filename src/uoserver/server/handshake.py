"""The checks of a connect request, in the stock order (server: connect: check order)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from uoproto.connection import Address, ServerConnection, SlotState
from uoproto.constants import PROTOCOL_VERSION
from uoproto.oob import Connect
from uoproto.text import clean_command, info_get, info_valid

from .addresses import is_lan
from .guesses import password_needed
from .refusals import (
    BAD_CHALLENGE,
    BAD_USERINFO,
    PING_TOO_HIGH,
    PING_TOO_LOW,
    SERVER_FULL,
    TOO_MANY_FROM_ADDRESS,
    WRONG_VERSION,
    Silence,
)

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

    from .state import ServerState

Slots = Sequence[ServerConnection | None]

MAX_USERINFO: Final = 1000
"""A longer userinfo may have been cut on its way: to 1,023 characters in a connect, to 1,013 in a
client command."""
CLIENTS_PER_ADDRESS: Final = 8
"""What an empty ``sv_maxClientsPerIP`` grants: a family behind a router, not a full server."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A connect that passed: the slot it takes, and its ping when it first showed the challenge."""

    slot: int
    ping_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A connect answered by ``error`` with this text."""

    text: str


def check_connect(
    packet: Connect, address: Address, server: ServerState, now: int
) -> Accepted | Refused | Silence:
    """Decide on a connect request; everything but the game module's own word."""
    host, slots, cvars = address[0], server.slots, server.cvars
    if packet.protocol != PROTOCOL_VERSION:
        return Refused(WRONG_VERSION)
    same = same_peer(slots, address, packet.qport)
    limit_ms = cvars.get_int("sv_reconnectlimit") * 1000
    if same is not None and now - same.connected_ms < limit_ms:
        return Silence.TOO_SOON
    age = server.challenges.age(address, packet.challenge, now)
    if age is None:
        return Refused(BAD_CHALLENGE)
    if (banned := server.bans.refusal(host)) is not None:
        return Refused(banned) if server.limits.banned.allow(host, now) else Silence.BANNED
    if password_needed(cvars) and server.guesses.spent(host, now):
        return Silence.GUESSING
    if not userinfo_fits(packet.userinfo):
        return Refused(BAD_USERINFO)
    # The ping is measured once: a client that repeats its connect shows the same challenge later.
    measured = same is not None and same.challenge == packet.challenge
    if not measured and not is_lan(host):
        lowest, highest = cvars.get_int("sv_minPing"), cvars.get_int("sv_maxPing")
        if lowest and age < lowest:
            return Refused(PING_TOO_LOW)
        if highest and age > highest:
            return Refused(PING_TOO_HIGH)
    if same is not None:
        return Accepted(same.client_num, age)
    most = _most_of(host, cvars)
    if most and sum(1 for slot in slots if slot and slot.address[0] == host) >= most:
        return Refused(TOO_MANY_FROM_ADDRESS)
    first = 0 if _has_private_password(packet, host, server, now) else _private(cvars)
    return _free_slot(first, slots, cvars, age)


def userinfo_fits(userinfo: str) -> bool:
    """Whether a userinfo may be kept: when a client connects and when he changes it."""
    whole = len(userinfo) <= MAX_USERINFO
    return whole and info_valid(userinfo) and not any(char < " " for char in userinfo)


def same_peer(slots: Slots, address: Address, qport: int) -> ServerConnection | None:
    """Return the slot in use with the same host and the same qport or UDP port."""
    for slot in slots:
        if slot is None or slot.address[0] != address[0]:
            continue
        if slot.netchan.qport == qport or slot.address[1] == address[1]:
            return slot
    return None


def _most_of(host: str, cvars: CvarRegistry) -> int:
    """Return how many clients an address may have; 0: any number.

    Whatever a host sets is for all addresses. Unset, those of the LAN have no limit, and no other
    takes the last of the slots that need no password: on a small server 8 would be all of them.
    """
    if cvars.get("sv_maxClientsPerIP"):
        return cvars.get_int("sv_maxClientsPerIP")
    if is_lan(host):
        return 0
    public = cvars.get_int("sv_maxclients") - _private(cvars)
    return max(1, min(CLIENTS_PER_ADDRESS, public - 1))


def _private(cvars: CvarRegistry) -> int:
    return cvars.get_int("sv_privateClients")


def _has_private_password(packet: Connect, host: str, server: ServerState, now: int) -> bool:
    """Whether a client may have one of the first sv_privateClients slots.

    Both passwords may be empty. A bad one counts as a guess, unless it is that of all slots.
    """
    wanted = clean_command(server.cvars.get("sv_privatePassword"))
    given = clean_command(info_get(packet.userinfo, "password"))
    if not wanted or not _private(server.cvars):
        return given == wanted
    if server.guesses.spent(host, now):
        return False
    if given not in ("", wanted, password_needed(server.cvars)):
        server.guesses.count(host, now)
    return given == wanted


def _free_slot(first: int, slots: Slots, cvars: CvarRegistry, age: int) -> Accepted | Refused:
    for number in range(first, min(len(slots), cvars.get_int("sv_maxclients"))):
        slot = slots[number]
        if slot is None or slot.state == SlotState.FREE:
            return Accepted(number, age)
    return Refused(SERVER_FULL)
