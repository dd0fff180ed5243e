"""The lines of both files of bans."""

from __future__ import annotations

import re
from ipaddress import IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.process import ROOT
from uoserver.server.banlist import MAX_NAME, MAX_REASON, MAX_SECONDS, Ban, BanError, GuidBan, plain
from uoserver.server.bantext import read_ban, read_guid_ban, write_bans, write_guid_bans

NOON = 1924948800
"""2030-12-31T12:00:00Z."""


@pytest.mark.parametrize(
    ("line", "ban"),
    [
        ("192.0.2.7", Ban(IPv4Network("192.0.2.7"))),
        ("  192.0.2.0/24\tnever  ", Ban(IPv4Network("192.0.2.0/24"))),
        ("192.0.2.* NEVER Bad", Ban(IPv4Network("192.0.2.0/24"), None, "Bad")),
        (
            '192.0.2.7 2030-12-31T12:00:00Z "^1Bad Boy" "aims // too well"',
            Ban(IPv4Network("192.0.2.7"), NOON, "^1Bad Boy", "aims // too well"),
        ),
        (
            '192.0.2.7 never "" "only a reason"',
            Ban(IPv4Network("192.0.2.7"), None, "", "only a reason"),
        ),
    ],
)
def test_lines(line: str, ban: Ban) -> None:
    assert read_ban(line) == ban


@pytest.mark.parametrize("line", ["", "   ", "# 192.0.2.7", "  #x", "// x"])
def test_lines_that_say_nothing(line: str) -> None:
    assert read_ban(line) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("192.0.2", "'192.0.2' is no IPv4 address"),
        ("0.0.0.0/0", "too wide"),
        ("192.0.2.7 tomorrow", "'tomorrow' is no time"),
        ("192.0.2.7 2030-13-31T12:00:00Z", "is no time"),
        ("192.0.2.7 2030-12-31", "is no time"),
        ('192.0.2.7 ""', "is no time"),
        ("192.0.2.7 never Bad Boy cheats", "names and reasons stand in quotes"),
    ],
)
def test_lines_that_are_wrong(line: str, said: str) -> None:
    with pytest.raises(BanError, match=said):
        read_ban(line)


@given(
    st.integers(0, 2**32 - 1),
    st.integers(8, 32),
    st.none() | st.integers(NOON, NOON + MAX_SECONDS),
    st.text(),
    st.text(),
)
def test_what_is_written_is_read(
    at: int, prefix: int, until: int | None, name: str, reason: str
) -> None:
    network = IPv4Network((at, prefix), strict=False)
    ban = Ban(network, until, plain(name, MAX_NAME), plain(reason, MAX_REASON))
    lines = write_bans([ban]).decode().split("\n")
    assert [read_ban(line) for line in lines if read_ban(line)] == [ban]
    assert lines[-1] == ""


def test_the_file_as_it_stands() -> None:
    bans = [Ban(IPv4Network("192.0.2.7"), NOON, "Bad Boy", "aims"), Ban(IPv4Network("10.0.0.0/8"))]
    *head, first, second, end = write_bans(bans).decode().split("\n")
    assert all(line.startswith("# ") for line in head)
    assert first == '192.0.2.7 2030-12-31T12:00:00Z "Bad Boy" "aims"'
    assert second == '10.0.0.0/8 never "" ""'
    assert end == ""


@given(st.text())
def test_any_line_is_a_ban_or_none_or_refused(line: str) -> None:
    for read in (read_ban, read_guid_ban):
        try:
            read(line)
        except BanError as error:
            assert len(str(error)) < 200  # noqa: PT017


# -- the stock file ------------------------------------------------------------------------------


def test_the_stock_file() -> None:
    bans = [GuidBan(123456, "Bad Boy"), GuidBan(2**32 - 1, "^1x")]
    data = write_guid_bans(bans)
    assert data == b"123456 Bad Boy\r\n4294967295 ^1x\r\n"
    assert [read_guid_ban(line) for line in data.decode().split("\r\n")] == [*bans, None]
    assert read_guid_ban("7") == GuidBan(7, "")


@pytest.mark.parametrize(
    "line", ["0 Name", "x Name", "-5 Name", "4294967296 Name", "12x", "9" * 11]
)
def test_stock_lines_that_are_wrong(line: str) -> None:
    with pytest.raises(BanError, match="0 is no GUID"):
        read_guid_ban(line)


def test_the_file_of_the_guide_can_be_read() -> None:
    guide = (ROOT / "docs" / "server-admin.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```text\n(# Banned .*?)^```", guide, re.DOTALL | re.MULTILINE)
    bans = [ban for line in text.splitlines() if (ban := read_ban(line))]
    assert bans == [
        Ban(IPv4Network("192.0.2.7"), None, "Bad Boy", "aims too well"),
        Ban(IPv4Network("198.51.100.0/24"), NOON + 6 * 3600, "", "until the new year"),
        Ban(IPv4Network("203.0.113.0/24")),
    ]
    head = text.splitlines()[0]
    assert write_bans([]).decode().splitlines()[0] == head
