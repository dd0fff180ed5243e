from __future__ import annotations

import pytest

from uoserver.files.stockpacks import is_stock_pack


@pytest.mark.parametrize(
    "name",
    [
        *(f"main/pak{n}.pk3" for n in "0123456789ab"),
        *("uo/pakuo00.pk3", "uo/pakuo09.pk3", "UO/PakUO01.PK3", "uo/pak3.pk3"),
        *("main/localized_english_pak0.pk3", "uo/localized_english_pakuo01.pk3"),
    ],
)
def test_the_game_s_own(name: str) -> None:
    assert is_stock_pack(name)


@pytest.mark.parametrize(
    "name",
    [
        *("main/pak10.pk3", "main/pak.pk3", "main/zpak0.pk3", "uo/pakuo1.pk3", "uo/pakuo001.pk3"),
        *("mod/pak0.pk3", "pak0.pk3", "main/pak0.pk3x", "main/sub/pak0.pk3", "main/pak0xpk3"),
        *("main/localized_.pk3", "x/main/pak0.pk3", "main/localized_a/b.pk3", "main/pak0.pk3\n"),
    ],
)
def test_others(name: str) -> None:
    assert not is_stock_pack(name)
