"""The file of high scores (rules 14): read, written, added to; and the same as readable JSON.

Functions on bytes and records only: where the file lies is another matter. Its texts have 32
bytes at most and are cut there; they are Latin-1, so that any byte is a letter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from struct import Struct
from typing import Any, Final, NamedTuple

MAX_FILE: Final = 1 << 20
"""Bytes of a file and of a JSON text, against those that take all memory."""
MAX_RECORDS: Final = 4096
"""Of each sort; beyond it nothing new is added."""
CUSTOM: Final = 0x7F
"""Instead of the number of a level: a map that belongs to none."""
NO_WINNER: Final = -1
_KEY: Final = b"retufire"
_FLIP: Final = 0x5A
_MAGIC: Final = b"rfhs\0"
_HEADER: Final = Struct("<I8sIIII")
_WIN: Final = Struct("<H33s33sI")
_PAIR: Final = Struct("<33s33sxxIII")
_TEXT: Final = 32
_MOST: Final = 0xFFFFFFFF
_LEVEL: Final = 0xFFFF


class ScoreError(ValueError):
    """Bytes or text that are no high scores; the text says why."""


class Win(NamedTuple):
    """The fastest win of one player on a map; ``level`` counts from 1, `CUSTOM` for none."""

    level: int
    map: str
    player: str
    ms: int


class Pair(NamedTuple):
    """What two players did against each other; the first name comes first by its bytes."""

    first: str
    second: str
    wins_first: int = 0
    wins_second: int = 0
    draws: int = 0


@dataclass(slots=True)
class Scores:
    """All records: wins by level, pairs by name."""

    wins: list[Win] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)


# -- adding ----------------------------------------------------------------------------------------


def cut(text: str) -> str:
    """Return a text as the file can hold it: 32 bytes of Latin-1, up to the first NUL."""
    return _encode(text).split(b"\0")[0].decode("latin-1")


def _encode(text: str) -> bytes:
    return text.encode("latin-1", "replace")[:_TEXT]


def add_win(scores: Scores, winner: int, level: int, map_: str, player: str, ms: int) -> bool:
    """Add a match of one player; return whether it is recorded.

    Only wins count, of somebody with a name, and only a faster one takes the place of another on
    the same map of the same level.
    """
    new = Win(max(0, min(level, _LEVEL)), cut(map_), cut(player), max(0, min(ms, _MOST)))
    if winner != 0 or not new.player:
        return False
    for index, old in enumerate(scores.wins):
        if (old.level, old.map) == (new.level, new.map):
            if new.ms >= old.ms:
                return False
            scores.wins[index] = new
            return True
    if len(scores.wins) >= MAX_RECORDS:
        return False
    after = sum(old.level <= new.level for old in scores.wins)
    scores.wins.insert(after, new)
    return True


def add_result(scores: Scores, winner: int, name_0: str, name_1: str) -> bool:
    """Add a match of two players, which side 0 or 1 won, or nobody with -1.

    Returns whether it is recorded: both must have names, and different ones.
    """
    names = (cut(name_0), cut(name_1))
    if not all(names) or names[0] == names[1]:
        return False
    first, second = sorted(names)
    old = next((p for p in scores.pairs if (p.first, p.second) == (first, second)), None)
    if old is None:
        if len(scores.pairs) >= MAX_RECORDS:
            return False
        old = Pair(first, second)
        after = sum((p.first, p.second) < (first, second) for p in scores.pairs)
        scores.pairs.insert(after, old)
    index = scores.pairs.index(old)
    if winner == NO_WINNER:
        new = old._replace(draws=min(old.draws + 1, _MOST))
    elif names[winner] == first:
        new = old._replace(wins_first=min(old.wins_first + 1, _MOST))
    else:
        new = old._replace(wins_second=min(old.wins_second + 1, _MOST))
    scores.pairs[index] = new
    return True


# -- the file --------------------------------------------------------------------------------------


def read_scores(data: bytes) -> Scores:
    """Return the records of a file, in its order. Raises ScoreError for bytes that are none."""
    if len(data) > MAX_FILE:
        raise ScoreError(f"{len(data)} bytes are too many for high scores")
    if len(data) < _HEADER.size:
        raise ScoreError(f"{len(data)} bytes are no header")
    plain = bytes((b - _KEY[i & 7] & 0xFF) ^ _FLIP for i, b in enumerate(data))
    size, magic, wins, win_size, pairs, pair_size = _HEADER.unpack_from(plain)
    if (size, win_size, pair_size) != (_HEADER.size, _WIN.size, _PAIR.size):
        raise ScoreError(f"records of {win_size} and {pair_size} bytes behind a header of {size}")
    if not magic.startswith(_MAGIC):
        raise ScoreError("no file of high scores")
    if wins > MAX_RECORDS or pairs > MAX_RECORDS:
        raise ScoreError(f"{wins} and {pairs} records are too many")
    end = size + wins * win_size
    if len(plain) != end + pairs * pair_size:
        raise ScoreError(f"{len(plain)} bytes do not hold {wins} and {pairs} records")
    return Scores(
        [
            Win(level, _text(m), _text(p), ms)
            for level, m, p, ms in _WIN.iter_unpack(plain[size:end])
        ],
        [Pair(_text(a), _text(b), *counts) for a, b, *counts in _PAIR.iter_unpack(plain[end:])],
    )


def _text(field_: bytes) -> str:
    return field_[:_TEXT].split(b"\0")[0].decode("latin-1")


def write_scores(scores: Scores) -> bytes:
    """Return the bytes of a file. Raises ScoreError for numbers that it cannot hold."""
    if max(len(scores.wins), len(scores.pairs)) > MAX_RECORDS:
        raise ScoreError(f"{len(scores.wins)} and {len(scores.pairs)} records are too many")
    sizes = (len(scores.wins), _WIN.size, len(scores.pairs), _PAIR.size)
    parts = [_HEADER.pack(_HEADER.size, _MAGIC, *sizes)]
    for win in scores.wins:
        _within(win.level, _LEVEL)
        _within(win.ms, _MOST)
        parts.append(_WIN.pack(win.level, _encode(cut(win.map)), _encode(cut(win.player)), win.ms))
    for pair in scores.pairs:
        for count in pair[2:]:
            _within(count, _MOST)
        parts.append(_PAIR.pack(_encode(cut(pair.first)), _encode(cut(pair.second)), *pair[2:]))
    return bytes((b ^ _FLIP) + _KEY[i & 7] & 0xFF for i, b in enumerate(b"".join(parts)))


def _within(number: int, most: int) -> None:
    if not 0 <= number <= most:
        raise ScoreError(f"{number} is not 0 to {most}")


# -- JSON ------------------------------------------------------------------------------------------


def scores_to_json(scores: Scores) -> str:
    """Return the records as JSON text, a line for each."""
    rows: dict[str, Sequence[Win | Pair]] = {"wins": scores.wins, "pairs": scores.pairs}
    lists = [
        f'  "{name}": ['
        + ",".join(f"\n    {json.dumps(each._asdict())}" for each in each_list)
        + "\n  ]"
        for name, each_list in rows.items()
    ]
    return "{\n" + ",\n".join(lists) + "\n}\n"


def scores_from_json(text: str | bytes) -> Scores:
    """Return the records of a JSON text as `scores_to_json` writes it.

    Raises ScoreError for a text that is none, or holds what the file cannot.
    """
    if len(text) > MAX_FILE:
        raise ScoreError(f"{len(text)} letters are too many for high scores")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ScoreError("no JSON text") from error
    if not isinstance(content, dict):
        raise ScoreError("no object")
    return Scores(
        [Win(**_row(Win, row)) for row in _rows(content, "wins")],
        [Pair(**_row(Pair, row)) for row in _rows(content, "pairs")],
    )


def _rows(content: dict[str, Any], name: str) -> list[Any]:
    rows = content.get(name, [])
    if not isinstance(rows, list) or len(rows) > MAX_RECORDS:
        raise ScoreError(f"{name} is no list of {MAX_RECORDS} records at most")
    return rows


def _row(kind: type[Win | Pair], row: object) -> dict[str, Any]:
    if not isinstance(row, dict) or set(row) != set(kind._fields):
        raise ScoreError(f"a record of {kind.__name__} has {', '.join(kind._fields)}")
    for name, value in row.items():
        if name in ("map", "player", "first", "second"):
            if not isinstance(value, str):
                raise ScoreError(f"{name} is no text")
            row[name] = cut(value)
        elif type(value) is not int or not 0 <= value <= (_LEVEL if name == "level" else _MOST):
            raise ScoreError(f"{name} is {value!r:.40}")
    return row
