"""The checks of a connect request, in the stock order (server: connect: check order)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from uoproto.connection import Address, ServerConnection, SlotState
from uoproto.constants import PROTOCOL_VERSION
from uoproto.oob import Connect
from uoproto.text import clean_command, info_get, info_valid
from uoserver.console.cvars import CvarRegistry

from .addresses import is_lan

Slots = Sequence[ServerConnection | None]

WRONG_VERSION: Final = "EXE_SERVER_IS_DIFFERENT_VER"
BAD_CHALLENGE: Final = "EXE_BAD_CHALLENGE"
PING_TOO_LOW: Final = "EXE_ERR_HIGH_PING_ONLY"
PING_TOO_HIGH: Final = "EXE_ERR_LOW_PING_ONLY"
SERVER_FULL: Final = "EXE_SERVERISFULL"
BAD_USERINFO: Final = "\x15Invalid userinfo"
TOO_MANY_FROM_ADDRESS: Final = "\x15Too many clients from your address"
UNPROVEN: Final = frozenset({WRONG_VERSION, BAD_CHALLENGE})
"""Refusals that anybody can draw from a forged address."""


class Silence(Enum):
    """A connect that gets no answer."""

    TOO_SOON = auto()


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
    packet: Connect,
    address: Address,
    slots: Slots,
    cvars: CvarRegistry,
    challenge_age: Callable[[int], int | None],
    now: int,
) -> Accepted | Refused | Silence:
    """Decide on a connect request; everything but the game module's own word."""
    host = address[0]
    if packet.protocol != PROTOCOL_VERSION:
        return Refused(WRONG_VERSION)
    same = same_peer(slots, address, packet.qport)
    limit_ms = cvars.get_int("sv_reconnectlimit") * 1000
    if same is not None and now - same.connected_ms < limit_ms:
        return Silence.TOO_SOON
    age = challenge_age(packet.challenge)
    if age is None:
        return Refused(BAD_CHALLENGE)
    if not info_valid(packet.userinfo) or any(char < " " for char in packet.userinfo):
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
    most = cvars.get_int("sv_maxClientsPerIP")
    if most and sum(1 for slot in slots if slot and slot.address[0] == host) >= most:
        return Refused(TOO_MANY_FROM_ADDRESS)
    return _free_slot(packet, slots, cvars, age)


def same_peer(slots: Slots, address: Address, qport: int) -> ServerConnection | None:
    """Return the slot in use with the same host and the same qport or UDP port."""
    for slot in slots:
        if slot is None or slot.address[0] != address[0]:
            continue
        if slot.netchan.qport == qport or slot.address[1] == address[1]:
            return slot
    return None


def _free_slot(packet: Connect, slots: Slots, cvars: CvarRegistry, age: int) -> Accepted | Refused:
    """Find a slot; the first sv_privateClients ones need sv_privatePassword (both may be empty)."""
    given = clean_command(info_get(packet.userinfo, "password"))
    private = given == clean_command(cvars.get("sv_privatePassword"))
    first = 0 if private else cvars.get_int("sv_privateClients")
    for number in range(first, min(len(slots), cvars.get_int("sv_maxclients"))):
        slot = slots[number]
        if slot is None or slot.state == SlotState.FREE:
            return Accepted(number, age)
    return Refused(SERVER_FULL)
