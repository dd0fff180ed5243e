"""Texts that stand in the quotes of a server command."""

from __future__ import annotations

from uoserver.game.messages import literal, printable


def test_no_text_leaves_its_quotes() -> None:
    assert printable('a "b"\x14\x15\n\x00c') == "a 'b'c"
    assert literal("c", 'The "end"\x14') == "c \"\x15The 'end'\""
