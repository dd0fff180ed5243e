from __future__ import annotations

import heapq
import json
import os
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uoproto.constants import MAX_MSGLEN
from uoproto.errors import LocalProtocolError, RemoteProtocolError, TruncatedError
from uoproto.huffman.adaptive import NYT, AdaptiveTree, compress, decompress

TEXTS = st.binary(max_size=300) | st.text("\\abc019", max_size=300).map(str.encode)


def least_cost(counts: list[int]) -> int:
    """Return the bits of the best prefix code for symbols that occur ``counts`` times."""
    heap = list(counts)
    heapq.heapify(heap)
    cost = 0
    while len(heap) > 1:
        pair = heapq.heappop(heap) + heapq.heappop(heap)
        cost += pair
        heapq.heappush(heap, pair)
    return cost


@given(TEXTS)
def test_tree_is_always_a_best_prefix_code(data: bytes) -> None:
    tree = AdaptiveTree()
    for symbol in data:
        tree.add(symbol)
    codes = tree.codes()
    counts = Counter(data)

    assert codes.keys() == counts.keys() | {NYT}
    assert sum(Fraction(1, 2 ** len(code)) for code in codes.values()) == 1
    assert sum(count * len(codes[symbol]) for symbol, count in counts.items()) == least_cost(
        [0, *counts.values()]
    )


def test_unseen_symbol_is_the_nyt_code_and_eight_bits() -> None:
    tree = AdaptiveTree()
    assert tree.code(0x61) == "01100001"

    tree.add(0x61)

    assert tree.code(0x61) == "1"
    assert tree.code(0x62) == "0" + "01100010"


@pytest.mark.parametrize(
    ("data", "packed"),
    [
        (b"", ""),
        # Eight bits of code end on a boundary, so one more byte follows.
        (b"a", "0001 86 00"),
        (b"aa", "0002 86 01"),
        (b"ab", "0002 86 8c 00"),
    ],
)
def test_known_forms(data: bytes, packed: str) -> None:
    assert compress(data) == bytes.fromhex(packed)
    assert decompress(bytes.fromhex(packed), 100) == data


@given(TEXTS)
def test_size_is_the_engines(data: bytes) -> None:
    bits = 16
    tree = AdaptiveTree()
    for symbol in data:
        bits += len(tree.code(symbol))
        tree.add(symbol)

    assert len(compress(data)) == ((bits + 8) >> 3 if data else 0)


@given(TEXTS, st.binary(max_size=3), st.integers(0, 400))
@example(bytes(range(256)) * 2, b"", 512)
def test_round_trip_stops_at_the_length_or_the_limit(
    data: bytes, behind: bytes, limit: int
) -> None:
    packed = compress(data)

    assert decompress(packed + behind if packed else b"", limit) == data[:limit]


@given(TEXTS.filter(len), st.data())
def test_cut_code_never_passes_for_the_whole(data: bytes, draw: st.DataObject) -> None:
    packed = compress(data)
    kept = packed[: draw.draw(st.integers(2, len(packed) - 2), label="kept")]

    with pytest.raises(TruncatedError):
        decompress(kept, MAX_MSGLEN)


@given(st.binary(max_size=200), st.integers(0, 400))
def test_any_bytes_give_at_most_the_limit_or_one_error(tail: bytes, limit: int) -> None:
    try:
        data = decompress(tail, limit)
    except RemoteProtocolError:
        return
    assert len(data) <= limit
    assert tail == b"" or len(data) == min(limit, int.from_bytes(tail[:2], "big"))


def test_tail_of_one_byte_is_an_error() -> None:
    with pytest.raises(RemoteProtocolError):
        decompress(b"\x00", 100)


def test_header_bounds_what_can_be_sent() -> None:
    assert decompress(compress(bytes(0xFFFF)), 0xFFFF) == bytes(0xFFFF)
    with pytest.raises(LocalProtocolError):
        compress(bytes(0x10000))


def test_golden_connects() -> None:
    shared = os.environ.get("UO_TEST_SHARED")
    if not shared:
        pytest.skip("UO_TEST_SHARED is not set")
    paths = sorted(Path(shared, "golden").glob("*-connect.json"))
    assert paths

    for path in paths:
        case = json.loads(path.read_text())
        text = f'"{case["userinfo"]}"'.encode("latin-1")
        tail = bytes.fromhex(case["datagrams"][0])[12:]
        assert compress(text) == tail, path.name
        assert decompress(tail, MAX_MSGLEN - 12) == text, path.name
