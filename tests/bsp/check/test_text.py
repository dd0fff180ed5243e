from __future__ import annotations

import pytest

from tests.bsp.check.damage import Row, found, found_after
from tests.bsp.factory import COMPLETE_TEXT, complete_map
from uoserver.bsp import entities, write

WORLD = b'{\n"classname" "worldspawn"\n}\n'


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (COMPLETE_TEXT[:-1], ("entity-nul", 29, None, "length", len(COMPLETE_TEXT) - 1)),
        (COMPLETE_TEXT + b"x", ("entity-tail", 29, None, "length", len(COMPLETE_TEXT) + 1)),
        (WORLD + b'{\n"a" "b"\n\0', ("entity-text", 29, None, "line", 4)),
        (WORLD + b"}\n\0", ("entity-text", 29, None, "line", 4)),
        (WORLD + b'{\n"a\n}\n\0', ("entity-text", 29, None, "line", 5)),
        (b"\0", ("entity-world", 29, 0, "classname", "")),
        (b'{\n"classname" "light"\n}\n\0', ("entity-world", 29, 0, "classname", "light")),
        (WORLD + b'{\n"model" "*2"\n}\n\0', ("entity-model", 29, 1, "model", "*2")),
        (WORLD + b'{\n"model" "*0"\n}\n\0', ("entity-model", 29, 1, "model", "*0")),
        (WORLD + b'{\n"model" "*"\n}\n\0', ("entity-model", 29, 1, "model", "*")),
        (WORLD + b'{\n"origin" "1 2"\n}\n\0', ("entity-origin", 29, 1, "origin", "1 2")),
    ],
)
def test_damage(text: bytes, row: Row) -> None:
    assert found_after(lambda source: setattr(source, "entity_text", text)) == [row]


def test_text_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entities, "MAX_ENTITY_TEXT", 100)
    rows = found(write(complete_map(bulky=False)))
    assert rows == [("entity-text", 29, None, "length", len(COMPLETE_TEXT))]
