"""Which addresses are near."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final

LAN_NETWORKS: Final = tuple(
    map(
        IPv4Network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    )
)
"""Loopback, the private ranges and link-local. `ipaddress.is_private` means more, and another
set in each Python version."""


@lru_cache(maxsize=1024)
def is_lan(host: str) -> bool:
    """Whether an IPv4 address is loopback or private (design: Files and console)."""
    try:
        address = IPv4Address(host)
    except AddressValueError:
        return False
    return any(address in network for network in LAN_NETWORKS)
