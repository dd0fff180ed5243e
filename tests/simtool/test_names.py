from __future__ import annotations

import pytest

from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.simtool.names import a, cell_became, static_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("BUSH_2S", "bush"),
        ("PLANTER_BUSH", "planter"),
        ("BLDG_N", "house"),
        ("WTOWER_SE", "watchtower"),
        ("LARGE_TOWER", "tower"),
        ("ACTIVE_TOWER", "tower"),
        ("DEST_BUSH_2", "flattened bush"),
        ("DEST_TREE_D", "felled tree"),
        ("DEST_WTOWER_NE", "ruins of a watchtower"),
        ("DESTROYED_TOWER", "ruins of a tower"),
        ("DEST_OUTPOST", "ruins of an outpost"),
        ("DEST_JAIL", "ruins of a prison"),
        ("STD_DEST", "ruins"),
        ("LDMG_WALL_V", "damaged wall"),
        ("DMG_FLAG", "damaged flag building"),
        ("STORAGE_LIGHT", "storage_light"),
    ],
)
def test_static_objects_have_words(name: str, words: str) -> None:
    number = next(i for i, static in enumerate(STATICS) if static.name == name)
    assert static_words(number) == words


def test_articles() -> None:
    found = [a(words) for words in ("bush", "outpost", "msv", "ruins", "ruins of a tent")]
    assert found == ["a bush", "an outpost", "an msv", "ruins", "ruins of a tent"]


@pytest.mark.parametrize(
    ("terrain", "static", "words"),
    [
        (0, NUMBER_OF["BUSH_1S"], "here is now a bush"),
        (92, NUMBER_OF["DEST_FUEL"], "here is now ruins of a fuel station"),
        (90, 0, "the pad at here closes"),
        (91, 0, "the pad at here closes"),
        (92, 0, "the pad at here opens"),
        (0, 0, "here is now land"),
        (73, 0, "here is now road"),
        (105, 0, "here is now rubble"),
        (108, 0, "here is now rubble"),
        (109, 0, "here is now terrain 109"),
    ],
)
def test_what_cells_become(terrain: int, static: int, words: str) -> None:
    assert cell_became("here", terrain, static) == words
