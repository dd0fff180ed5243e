"""Which addresses are near."""

from __future__ import annotations

import pytest

from uoserver.server.addresses import is_lan


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.0.1", "172.16.0.1"),
        *("172.31.255.255", "192.168.0.1", "192.168.255.255", "169.254.7.7"),
    ],
)
def test_near(host: str) -> None:
    assert is_lan(host)


@pytest.mark.parametrize(
    "host",
    [
        *("192.0.2.1", "198.51.100.7", "203.0.113.9", "172.15.255.255", "172.32.0.0"),
        *("11.0.0.1", "192.169.0.1", "100.64.0.1", "0.0.0.0", "255.255.255.255", "240.0.0.1"),
        *("", "::1", "localhost", "10.0.0", "10.0.0.1.2", "10.0.0.999", "010.0.0.1"),
    ],
)
def test_far_or_no_address(host: str) -> None:
    assert not is_lan(host)
