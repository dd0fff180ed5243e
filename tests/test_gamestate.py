from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import attempt, gamestates, mutated
from uoproto.errors import BadValueError, LocalProtocolError, TruncatedError
from uoproto.gamestate import (
    Gamestate,
    configstring_pool_size,
    read_gamestate,
    write_gamestate,
)
from uoproto.message import MessageReader, MessageWriter
from uoproto.states import EntityState

EMPTY = Gamestate(0, {}, {}, 0, 0)


def written(gamestate: Gamestate) -> bytes:
    writer = MessageWriter()
    write_gamestate(writer, gamestate)
    return writer.to_bytes()


def read(data: bytes, *, lenient: bool = False) -> Gamestate:
    return read_gamestate(MessageReader(data, lenient=lenient))


def test_by_hand() -> None:
    gamestate = Gamestate(7, {2: "cod"}, {64: EntityState.ZERO}, 3, -1)
    assert written(gamestate).hex() == (
        "07000000"  # newest server command
        "030200636f6400"  # configstring 2
        "044000"  # baseline 64: forced though equal to zero
        "08"
        "03000000ffffffff"
    )


@given(gamestates())
def test_round_trip(gamestate: Gamestate) -> None:
    for lenient in (False, True):
        assert read(written(gamestate), lenient=lenient) == gamestate


def test_empty_configstrings_and_baseline_0_stay_behind() -> None:
    state = EntityState.from_fields({"eType": 3})
    given_ = replace(EMPTY, configstrings={5: "", 6: "x"}, baselines={0: state, 9: state})
    assert read(written(given_)) == replace(EMPTY, configstrings={6: "x"}, baselines={9: state})


def test_longest_text() -> None:
    whole = replace(EMPTY, configstrings={2047: "x" * 8191})
    assert read(written(whole)) == whole
    with pytest.raises(LocalProtocolError):
        written(replace(EMPTY, configstrings={0: "x" * 8192}))


@pytest.mark.parametrize(
    "gamestate",
    [
        replace(EMPTY, configstrings={-1: "x"}),
        replace(EMPTY, configstrings={2048: "x"}),
        replace(EMPTY, baselines={1023: EntityState.ZERO}),
        replace(EMPTY, client_num=64),
        replace(EMPTY, client_num=-1),
    ],
)
def test_what_cannot_be_sent(gamestate: Gamestate) -> None:
    with pytest.raises(LocalProtocolError):
        written(gamestate)


def test_percent_signs() -> None:
    data = written(replace(EMPTY, configstrings={0: "50%"}))
    assert read(data).configstrings == {0: "50%"}
    assert read(data, lenient=True).configstrings == {0: "50."}  # as the stock client


@pytest.mark.parametrize(
    ("body", "lenient_too"),
    [
        ("030008780008", True),  # configstring 2048
        ("03ffff780008", True),  # configstring -1
        ("0508", True),  # a server command
        ("00", True),
        ("040108080000000000000000", False),  # a removed baseline
        ("04ff03080000000000000000", False),  # baseline of entity 1023
        ("084000000000000000", False),  # for client 64
        ("08ffffffff00000000", False),  # for client -1
    ],
)
def test_what_a_reader_refuses(body: str, lenient_too: bool) -> None:
    data = bytes(4) + bytes.fromhex(body)
    with pytest.raises(BadValueError):
        read(data)
    if lenient_too:
        with pytest.raises(BadValueError):
            read(data, lenient=True)
    else:
        read(data, lenient=True)


def test_truncation() -> None:
    data = written(Gamestate(7, {2: "cod"}, {64: EntityState.from_fields({"eType": 3})}, 3, -1))
    for end in range(len(data)):
        with pytest.raises(TruncatedError):
            read(data[:end])


@given(mutated(gamestates().map(written)), st.booleans())
def test_any_bytes(data: bytes, lenient: bool) -> None:
    attempt(lambda: read(data, lenient=lenient))


def test_pool_size() -> None:
    assert configstring_pool_size({}) == 1
    assert configstring_pool_size({0: "abc", 1: "", 2: "d"}) == 1 + 4 + 2


@pytest.mark.parametrize("field", ["command_sequence", "checksum_feed", "client_num"])
@pytest.mark.parametrize("number", [1 << 31, -(1 << 31) - 1, 0.5])
def test_numbers_that_are_no_longs(field: str, number: int) -> None:
    wrong = replace(Gamestate(0, {}, {}, 0, 0), **{field: number})  # type: ignore[arg-type]
    with pytest.raises(LocalProtocolError):
        write_gamestate(MessageWriter(), wrong)
