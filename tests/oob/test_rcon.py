from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import BadValueError, LimitExceededError
from uoproto.oob import Print, join_output, split_output


def test_chunks_of_1300_characters() -> None:
    assert [len(packet.text) for packet in split_output("x" * 2601)] == [1300, 1300, 1]
    assert [len(packet.text) for packet in split_output("x" * 2600)] == [1300, 1300]
    assert split_output("x" * 1300)[0].encode() == b"\xff\xff\xff\xffprint\n" + b"x" * 1300


def test_no_output_is_still_answered() -> None:
    assert split_output("") == [Print("")]


def test_output_is_cut_at_the_capture_limit() -> None:
    assert sum(len(packet.text) for packet in split_output("x" * 40000)) == 32752


@given(st.text(st.characters(min_codepoint=1, max_codepoint=0xFF), max_size=5000))
def test_split_output_joins_again(output: str) -> None:
    packets = split_output(output)
    assert all(len(packet.text) <= 1300 for packet in packets)
    assert join_output(packet.encode() for packet in packets) == output


def test_join_refuses_other_packets() -> None:
    with pytest.raises(BadValueError):
        join_output([b"\xff\xff\xff\xffprint\na", b"\xff\xff\xff\xfferror\nb"])
    with pytest.raises(BadValueError):
        join_output([b"\x01\x00\x00\x00print\na"])


def test_join_is_bounded() -> None:
    packet = Print("x" * 32752).encode()
    assert len(join_output([packet])) == 32752
    with pytest.raises(LimitExceededError):
        join_output([packet, Print("x").encode()])
