"""Which addresses are near."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address


@lru_cache(maxsize=1024)
def is_lan(host: str) -> bool:
    """Whether an address is loopback or private (design: Files and console)."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private
