"""Who is banned: ranges, times, names."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.banlist import (
    MAX_BANS,
    Ban,
    BanError,
    BanList,
    parse_network,
    plain,
    same_name,
    shown,
)


def ban(text: str, until: int | None = None, name: str = "") -> Ban:
    return Ban(IPv4Network(text), until, name)


# -- ranges --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/32", "192.0.2.7/32"),
        ("192.0.2.0/24", "192.0.2.0/24"),
        ("192.0.2.77/24", "192.0.2.0/24"),  # bits behind the prefix do not matter
        ("192.0.2.0/255.255.255.0", "192.0.2.0/24"),
        ("192.0.2.*", "192.0.2.0/24"),
        ("192.0.*", "192.0.0.0/16"),
        ("192.0.*.*", "192.0.0.0/16"),
        ("192.*.*.*", "192.0.0.0/8"),
        ("10.0.0.0/8", "10.0.0.0/8"),
    ],
)
def test_ranges(text: str, network: str) -> None:
    assert parse_network(text) == IPv4Network(network)


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "192.0.2", "192.0.2.256", "192.0.2.7/33", "192.0.2.7/-1", "192.0.2.7/", "::1"),
        *("*", "192.0.2.7.*", "*.0.2.7", "192.*.2.7", "999.*", "192.0.2.\u0667", "1" * 9000),
        *("192.0.2.7 ", "192.0.2.7:28960", "3221225991", "0192.0.2.7", "*.*.*.*.*"),
    ],
)
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(BanError, match="is no IPv4 address or range") as raised:
        parse_network(text)
    assert len(str(raised.value)) < 140


@pytest.mark.parametrize("text", ["0.0.0.0/0", "192.0.2.7/0", "8.0.0.0/7"])
def test_everybody_is_too_many(text: str) -> None:
    with pytest.raises(BanError, match="too wide: /8 at most"):
        parse_network(text)


def test_ranges_are_shown_as_they_are_typed() -> None:
    assert shown(IPv4Network("192.0.2.7/32")) == "192.0.2.7"
    assert shown(IPv4Network("192.0.2.0/24")) == "192.0.2.0/24"


# -- the list ------------------------------------------------------------------------------------


def test_a_ban_holds_for_its_range_and_its_time() -> None:
    bans = BanList([ban("192.0.2.0/24", 100), ban("198.51.100.7")])
    assert bans.find("192.0.2.0", 99.9) == bans.find("192.0.2.255", 0) == ban("192.0.2.0/24", 100)
    assert bans.find("192.0.2.7", 100) is None
    assert bans.find("192.0.1.255", 0) is bans.find("192.0.3.0", 0) is None
    assert bans.find("198.51.100.7", 10**12) == ban("198.51.100.7")
    assert bans.find("198.51.100.8", 0) is None


@pytest.mark.parametrize("host", ["", "::1", "localhost", "192.0.2.7.1"])
def test_what_is_no_address_is_not_banned(host: str) -> None:
    assert BanList([ban("192.0.2.0/24")]).find(host, 0) is None


def test_of_several_bans_the_longest_counts() -> None:
    short, long, good = ban("192.0.2.7", 50), ban("192.0.2.0/24", 90), ban("192.0.0.0/16")
    assert BanList([short, long]).find("192.0.2.7", 0) == long
    assert BanList([short, long]).find("192.0.2.7", 60) == long
    assert BanList([good, short, long]).find("192.0.2.7", 0) == good


@given(
    st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(8, 32)), max_size=20),
    st.integers(0, 2**32 - 1),
)
def test_finding_agrees_with_looking_at_each(pairs: list[tuple[int, int]], number: int) -> None:
    networks = [IPv4Network((at, prefix), strict=False) for at, prefix in pairs]
    bans = BanList(map(Ban, networks))
    for address in (IPv4Address(number), *(network[-1] for network in networks)):
        found = bans.find(str(address), 0)
        assert (found is not None) == any(address in network for network in networks)
        assert found is None or address in found.network


def test_a_longer_ban_is_not_made_shorter() -> None:
    bans = BanList()
    assert bans.add(ban("192.0.2.7", 100), 0).until == 100
    assert bans.add(ban("192.0.2.7", 50, "B"), 0) == ban("192.0.2.7", 100, "B")
    assert bans.add(ban("192.0.2.7", 200), 0).until == 200
    assert bans.add(ban("192.0.2.7"), 0).until is None
    assert bans.add(ban("192.0.2.7", 300), 0).until is None
    assert len(bans) == 1
    assert bans.find("192.0.2.7", 10**9) is not None


def test_the_list_has_an_end() -> None:
    bans = BanList()
    for number in range(MAX_BANS):
        bans.add(Ban(IPv4Network(number + 2**30), 1000 if number else 10), 0)
    with pytest.raises(BanError, match="1024 bans are kept at most"):
        bans.add(ban("192.0.2.7"), 9)
    bans.add(Ban(IPv4Network(5 + 2**30)), 9)  # one of them
    bans.add(ban("192.0.2.7"), 10)  # the first is over
    assert len(bans) == MAX_BANS


def test_lifting() -> None:
    bans = BanList([ban("192.0.2.7", None, "^1Bad ^7Boy"), ban("192.0.2.0/24"), ban("10.0.0.1")])
    assert not bans.remove(IPv4Network("192.0.2.8"))
    assert bans.remove(IPv4Network("192.0.2.0/24"))
    assert bans.find("192.0.2.7", 0) is not None
    assert bans.remove_named("other") == bans.remove_named("") == []
    assert bans.remove_named("bad boy") == [ban("192.0.2.7", None, "^1Bad ^7Boy")]
    assert list(bans) == [ban("10.0.0.1")]


# -- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "same"),
    [("^1bad ^7BOY", True), ("BAD boy", True), ("bad", False), ("", False), ("^2bad ^7boy", False)],
)
def test_names(wanted: str, same: bool) -> None:
    assert same_name("^1Bad ^7Boy", wanted) == same


def test_no_name_matches_nothing() -> None:
    assert not same_name("", "")
    assert not same_name("^1", "")


@given(st.text())
def test_plain_texts_fit_into_a_quoted_word(text: str) -> None:
    kept = plain(text, 20)
    assert kept.isprintable()
    assert '"' not in kept
    assert len(kept) <= 20
    assert plain(kept, 20) == kept


def test_plain_texts_keep_what_they_can() -> None:
    assert plain(' a "b"\n\x15c\u00e9 ', 99) == "a 'b'c\u00e9"
