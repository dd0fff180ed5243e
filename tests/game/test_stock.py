"""Names of stock files."""

from __future__ import annotations

from uoproto.constants import MAX_WEAPONS
from uoserver.game.stock import GAME_VERSION, WEAPONS


def test_the_weapon_list_loads_on_a_retail_client() -> None:
    """joining 6.6: 1 to 127 names, single blanks, no quote or semicolon."""
    assert 1 <= len(WEAPONS) < MAX_WEAPONS
    assert len(set(WEAPONS)) == len(WEAPONS)
    for name in WEAPONS:
        assert name.endswith("_mp")
        assert name.replace("_", "").isalnum()
        assert name == name.lower()


def test_the_game_version() -> None:
    assert GAME_VERSION == "cod"
