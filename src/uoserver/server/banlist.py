"""Who is banned: addresses and ranges of them, each until a time or for good.

Times are seconds of the wall clock (Unix), as a ban outlasts the process. A player's GUID is 0
here, as he has no key, and stock cannot ban that (server: Kick/ban): players are banned by their
address. Bans by GUID are kept for the file that stock servers share with this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final

from uoproto.text import strip_colors

MAX_BANS: Final = 1024
"""Of each kind: votes and scripts that ban on and on end here, and the file has an end."""
MAX_SECONDS: Final = 10 * 366 * 86400
"""The longest ban that ends: times stay within what a date can say."""
SHORTEST_PREFIX: Final = 8
"""A range of more than 16 million addresses is a slip of the hand: it locks everybody out."""
MAX_NAME: Final = 63
MAX_REASON: Final = 120
_BITS: Final = 32
_STARS: Final = re.compile(r"((?:[0-9]{1,3}\.){1,3})\*(?:\.\*){0,2}")


class BanError(ValueError):
    """A ban that is none, or one too many; the text is for who asked for it."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A range of addresses that may not connect ``until`` a time; None: for good."""

    network: IPv4Network
    until: int | None = None
    name: str = ""
    """Of the player who was banned, if one was."""
    reason: str = ""

    def lasts(self, now: float) -> bool:
        """Whether it is not over."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class GuidBan:
    """A line of the stock file: who has this GUID may not connect, for good."""

    guid: int
    name: str


def parse_network(text: str) -> IPv4Network:
    """Return the range that ``1.2.3.4``, ``1.2.3.0/24`` or ``1.2.3.*`` names.

    Bits behind the prefix do not matter. Raises `BanError`.
    """
    if match := _STARS.fullmatch(text):
        parts = match[1].rstrip(".").split(".")
        text = ".".join([*parts, *["0"] * (4 - len(parts))]) + f"/{8 * len(parts)}"
    try:
        network = IPv4Network(text[:64], strict=False)
    except ValueError:
        raise BanError(f"{text[:64]!r} is no IPv4 address or range (as 192.0.2.0/24)") from None
    if network.prefixlen < SHORTEST_PREFIX:
        raise BanError(f"{network} is too wide: /{SHORTEST_PREFIX} at most")
    return network


def plain(text: str, most: int) -> str:
    """Return text fit for one line and for quotes, at most so many characters."""
    kept = "".join(char for char in text.replace('"', "'") if char.isprintable())
    return kept[:most].strip()


def same_name(name: str, wanted: str) -> bool:
    """Whether a name is the one that is wanted, raw or without colours, whatever its case."""
    wanted = wanted.lower()
    return bool(wanted) and wanted in (name.lower(), strip_colors(name).lower())


def shown(network: IPv4Network) -> str:
    """Return a range as it is typed: a single address without its ``/32``."""
    return str(network.network_address if network.prefixlen == _BITS else network)


class BanList:
    """The ranges that are banned, each once; `find` takes the same time however many there are."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self._bans: dict[tuple[int, int], Ban] = {_key(ban.network): ban for ban in bans}

    def __iter__(self) -> Iterator[Ban]:
        return iter(tuple(self._bans.values()))

    def __len__(self) -> int:
        return len(self._bans)

    def add(self, ban: Ban, now: float) -> Ban:
        """Ban a range; return what holds for it: a longer ban is not made shorter by another.

        Raises `BanError` when there are too many.
        """
        self.purge(now)
        key = _key(ban.network)
        old = self._bans.get(key)
        if old is None and len(self._bans) >= MAX_BANS:
            raise BanError(f"{MAX_BANS} bans are kept at most: unban somebody first")
        if old is not None and _ends(old) > _ends(ban):
            ban = replace(ban, until=old.until)
        self._bans[key] = ban
        return ban

    def find(self, host: str, now: float) -> Ban | None:
        """Return the ban that keeps an address out for longest; None: it may come."""
        try:
            number = int(IPv4Address(host))
        except AddressValueError:
            return None
        found: Ban | None = None
        for prefix in range(_BITS, SHORTEST_PREFIX - 1, -1):
            rest = _BITS - prefix
            ban = self._bans.get((prefix, number >> rest << rest))
            if ban and ban.lasts(now) and (found is None or _ends(ban) > _ends(found)):
                found = ban
        return found

    def remove(self, network: IPv4Network) -> bool:
        """Lift the ban of exactly this range; return whether there was one."""
        return self._bans.pop(_key(network), None) is not None

    def remove_named(self, name: str) -> list[Ban]:
        """Lift the bans of a player, and return them."""
        found = [ban for ban in self if same_name(ban.name, name)]
        for ban in found:
            self.remove(ban.network)
        return found

    def purge(self, now: float) -> None:
        """Forget what is over."""
        self._bans = {key: ban for key, ban in self._bans.items() if ban.lasts(now)}


def _key(network: IPv4Network) -> tuple[int, int]:
    return network.prefixlen, int(network.network_address)


def _ends(ban: Ban) -> float:
    return float("inf") if ban.until is None else ban.until
