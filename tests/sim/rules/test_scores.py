"""The file of high scores (rules 14)."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim.rules import scores as module
from uoserver.sim.rules.scores import (
    MAX_FILE,
    MAX_RECORDS,
    Pair,
    ScoreError,
    Scores,
    Win,
    add_result,
    add_win,
    cut,
    read_scores,
    scores_from_json,
    scores_to_json,
    write_scores,
)

HEADER = 0x1C


def plain(data: bytes) -> bytes:
    """A file as it was before it was garbled, by the page's rule."""
    return bytes(((b - b"retufire"[i % 8]) % 256) ^ 0x5A for i, b in enumerate(data))


def garbled(data: bytes) -> bytes:
    return bytes(((b ^ 0x5A) + b"retufire"[i % 8]) % 256 for i, b in enumerate(data))


SOME = Scores(
    [Win(1, "RFMAP001", "Amy", 61000), Win(0x7F, "mine", "B", 0xFFFFFFFF)],
    [Pair("Amy", "Zed", 2, 1, 1)],
)


# -- the file --------------------------------------------------------------------------------------


def test_the_layout_of_a_file() -> None:
    data = plain(write_scores(SOME))
    assert data[:4] == b"\x1c\0\0\0"
    assert data[4:9] == b"rfhs\0"
    assert struct.unpack("<4I", data[0xC:HEADER]) == (2, 0x48, 1, 0x50)
    win = data[HEADER : HEADER + 0x48]
    assert win[:2] == b"\x01\0"
    assert win[2:35] == b"RFMAP001".ljust(33, b"\0")
    assert win[35:68] == b"Amy".ljust(33, b"\0")
    assert win[68:] == struct.pack("<I", 61000)
    pair = data[HEADER + 2 * 0x48 :]
    assert (pair[:33], pair[33:66]) == (b"Amy".ljust(33, b"\0"), b"Zed".ljust(33, b"\0"))
    assert struct.unpack("<3I", pair[0x44:]) == (2, 1, 1)
    assert len(pair) == 0x50


def test_the_first_bytes_are_garbled_as_the_page_says() -> None:
    data = write_scores(Scores())
    assert data[0] == (0x1C ^ 0x5A) + ord("r")
    assert data[4] == (ord("r") ^ 0x5A) + ord("f")


def test_what_was_written_is_read() -> None:
    assert read_scores(write_scores(SOME)) == SOME
    assert read_scores(write_scores(Scores())) == Scores()


def header(*numbers: int, magic: bytes = b"rfhs\0\0\0\0") -> bytes:
    size, wins, win, pairs, pair = numbers
    return garbled(struct.pack("<I8sIIII", size, magic, wins, win, pairs, pair))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "0 bytes are no header"),
        (b"x" * (HEADER - 1), "27 bytes are no header"),
        (b"x" * HEADER, "records of"),
        (header(28, 0, 72, 0, 80, magic=b"rfhsx\0\0\0"), "no file of high scores"),
        (header(27, 0, 72, 0, 80), "behind a header of 27"),
        (header(28, 0, 71, 0, 80), "records of 71 and 80"),
        (header(28, 0, 72, 0, 81), "records of 72 and 81"),
        (header(28, 1, 72, 0, 80), "28 bytes do not hold 1 and 0"),
        (header(28, 0, 72, 1, 80), "28 bytes do not hold 0 and 1"),
        (header(28, MAX_RECORDS + 1, 72, 0, 80), "too many"),
        (header(28, 0, 72, 0xFFFFFFFF, 80), "too many"),
        (write_scores(SOME) + b"x", "do not hold"),
        (write_scores(SOME)[:-1], "do not hold"),
        (b"x" * (MAX_FILE + 1), "too many for high scores"),
    ],
)
def test_bytes_that_are_no_file_are_told(data: bytes, problem: str) -> None:
    with pytest.raises(ScoreError, match=problem):
        read_scores(data)


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_told(data: bytes, with_header: bool) -> None:
    if with_header:
        wins = len(data) // 72
        body = data[: wins * 72]
        data = header(28, wins, 72, 0, 80) + garbled(bytes(HEADER) + body)[HEADER:]
    try:
        found = read_scores(data)
    except ScoreError:
        assert not with_header
        return
    again = read_scores(write_scores(found))
    assert again == found
    assert scores_from_json(scores_to_json(found)) == found


TEXT = st.text(max_size=40)
COUNT = st.integers(0, 0xFFFFFFFF)
WINS = st.builds(Win, st.integers(0, 0xFFFF), TEXT.map(cut), TEXT.map(cut), COUNT)
PAIRS = st.builds(Pair, TEXT.map(cut), TEXT.map(cut), COUNT, COUNT, COUNT)


@given(st.lists(WINS, max_size=5), st.lists(PAIRS, max_size=5))
def test_any_records_come_back(wins: list[Win], pairs: list[Pair]) -> None:
    scores = Scores(wins, pairs)
    assert read_scores(write_scores(scores)) == scores
    assert scores_from_json(scores_to_json(scores)) == scores


@pytest.mark.parametrize(
    "scores",
    [
        Scores([Win(-1, "", "", 0)]),
        Scores([Win(0x10000, "", "", 0)]),
        Scores([Win(1, "", "", 1 << 32)]),
        Scores([], [Pair("", "", -1)]),
        Scores([], [Pair("", "", 0, 1 << 32)]),
        Scores([], [Pair("", "", 0, 0, -1)]),
        Scores([Win(1, "", "", 0)] * (MAX_RECORDS + 1)),
        Scores([], [Pair("", "")] * (MAX_RECORDS + 1)),
    ],
)
def test_what_a_file_cannot_hold_is_told(scores: Scores) -> None:
    with pytest.raises(ScoreError, match=r"is not 0 to|too many"):
        write_scores(scores)


def test_texts_are_cut_at_32_bytes_and_a_nul() -> None:
    assert cut("x" * 40) == "x" * 32
    assert cut("ab\0cd") == "ab"
    assert cut("é€") == "é?"
    scores = Scores([Win(1, "m" * 40, "ab\0cd", 5)])
    assert read_scores(write_scores(scores)).wins == [Win(1, "m" * 32, "ab", 5)]


def test_a_text_that_fills_its_field_is_cut_too() -> None:
    data = bytearray(plain(write_scores(SOME)))
    data[HEADER + 2 : HEADER + 35] = b"m" * 33
    assert read_scores(garbled(bytes(data))).wins[0].map == "m" * 32


# -- adding ----------------------------------------------------------------------------------------


def test_only_wins_of_somebody_count() -> None:
    scores = Scores()
    assert not add_win(scores, -1, 1, "a", "Amy", 5)
    assert not add_win(scores, 1, 1, "a", "Amy", 5)
    assert not add_win(scores, 0, 1, "a", "", 5)
    assert not add_win(scores, 0, 1, "a", "\0x", 5)
    assert scores == Scores()
    assert add_win(scores, 0, 1, "a", "Amy", 5)


def test_only_a_faster_win_takes_the_place_of_another() -> None:
    scores = Scores()
    add_win(scores, 0, 1, "a", "Amy", 50)
    assert not add_win(scores, 0, 1, "a", "Bob", 50)
    assert not add_win(scores, 0, 1, "a", "Bob", 51)
    assert add_win(scores, 0, 1, "a", "Bob", 49)
    assert scores.wins == [Win(1, "a", "Bob", 49)]
    assert add_win(scores, 0, 2, "a", "Bob", 99)
    assert add_win(scores, 0, 1, "b", "Bob", 99)
    assert len(scores.wins) == 3


def test_wins_are_sorted_by_level_those_that_come_later_behind() -> None:
    scores = Scores()
    for level, name in ((5, "a"), (2, "b"), (0x7F, "c"), (5, "d"), (2, "e"), (1, "f")):
        add_win(scores, 0, level, name, "Amy", 5)
    assert [win.map for win in scores.wins] == ["f", "b", "e", "a", "d", "c"]


def test_numbers_are_cut_to_what_the_file_holds() -> None:
    scores = Scores()
    add_win(scores, 0, 1 << 20, "a", "Amy", 1 << 40)
    add_win(scores, 0, -5, "b", "Amy", -1)
    assert scores.wins == [Win(0, "b", "Amy", 0), Win(0xFFFF, "a", "Amy", 0xFFFFFFFF)]


def test_names_of_a_pair_are_ordered_and_the_counts_go_with_them() -> None:
    scores = Scores()
    assert add_result(scores, 0, "Zed", "Amy")
    assert add_result(scores, 1, "Zed", "Amy")
    assert add_result(scores, 1, "Zed", "Amy")
    assert add_result(scores, 0, "Amy", "Zed")
    assert add_result(scores, -1, "Amy", "Zed")
    assert scores.pairs == [Pair("Amy", "Zed", 3, 1, 1)]


def test_pairs_are_in_the_order_of_their_names_by_bytes() -> None:
    scores = Scores()
    for names in (("b", "c"), ("a", "z"), ("a", "b"), ("B", "b"), ("é", "z")):
        add_result(scores, 0, *names)
    assert [pair[:2] for pair in scores.pairs] == [
        ("B", "b"),
        ("a", "b"),
        ("a", "z"),
        ("b", "c"),
        ("z", "é"),
    ]


@pytest.mark.parametrize("names", [("", "b"), ("a", ""), ("a", "a"), ("a", "a\0b")])
def test_a_pair_is_two_people_with_names(names: tuple[str, str]) -> None:
    scores = Scores()
    assert not add_result(scores, 0, *names)
    assert scores == Scores()


def test_counts_stay_at_the_most_there_is() -> None:
    most = 0xFFFFFFFF
    scores = Scores([], [Pair("a", "b", most, most, most)])
    for winner in (-1, 0, 1):
        add_result(scores, winner, "a", "b")
    assert scores.pairs == [Pair("a", "b", most, most, most)]


def test_a_full_file_takes_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_RECORDS", 1)
    scores = Scores([Win(1, "a", "Amy", 5)], [Pair("a", "b")])
    assert not add_win(scores, 0, 2, "b", "Amy", 5)
    assert not add_result(scores, 0, "a", "c")
    assert add_win(scores, 0, 1, "a", "Amy", 4)
    assert add_result(scores, 0, "a", "b")
    assert (len(scores.wins), len(scores.pairs)) == (1, 1)


# -- JSON ------------------------------------------------------------------------------------------


def test_the_json_is_a_line_for_each_record() -> None:
    text = scores_to_json(SOME)
    assert json.loads(text)["wins"][0] == {
        "level": 1,
        "map": "RFMAP001",
        "player": "Amy",
        "ms": 61000,
    }
    assert sum(line.startswith("    {") for line in text.splitlines()) == 3
    assert scores_from_json(text.encode()) == SOME
    assert json.loads(scores_to_json(Scores())) == {"wins": [], "pairs": []}


def one_win(**change: object) -> str:
    return json.dumps({"wins": [{"level": 1, "map": "a", "player": "b", "ms": 5, **change}]})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON text"),
        (b"\xff\xfe\xff", "no JSON text"),
        ("[" * 100_000, "no JSON text"),
        ("[]", "no object"),
        ('{"wins": 5}', "wins is no list"),
        ('{"pairs": [5]}', "a record of Pair has first, second, wins_first, wins_second, draws"),
        ('{"wins": [{}]}', "a record of Win has level, map, player, ms"),
        (one_win(more=1), "a record of Win has"),
        (one_win(map=5), "map is no text"),
        (one_win(level="5"), "level is '5'"),
        (one_win(level=True), "level is True"),
        (one_win(level=0x10000), "level is 65536"),
        (one_win(ms=-1), "ms is -1"),
        (one_win(ms=1 << 32), "ms is 4294967296"),
        (json.dumps({"wins": [{}] * (MAX_RECORDS + 1)}), "wins is no list of 4096"),
        (" " * (MAX_FILE + 1), "letters are too many"),
    ],
)
def test_a_text_that_is_none_is_told(text: str | bytes, problem: str) -> None:
    with pytest.raises(ScoreError, match=problem):
        scores_from_json(text)


def test_texts_of_the_json_are_cut_too() -> None:
    assert scores_from_json(one_win(player="x" * 50)).wins[0].player == "x" * 32
