from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from uoserver.commandline import CommandError
from uoserver.maptool.picture import FORMATS, check_suffix, encode_picture

Image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")


@pytest.mark.parametrize("suffix", [*FORMATS, ".PNG", ".Jpg"])
def test_the_suffix_says_the_format(suffix: str) -> None:
    image = Image.new("RGB", (64, 32), (200, 40, 40))
    path = Path("plan" + suffix)
    check_suffix(path)
    opened = Image.open(BytesIO(encode_picture(image, path)))
    assert opened.format == FORMATS[suffix.lower()][0]
    assert opened.size == (64, 32)
    found = opened.convert("RGB").getpixel((10, 10))
    assert all(abs(a - b) < 6 for a, b in zip(found, (200, 40, 40), strict=True))


@pytest.mark.parametrize("name", ["plan", "plan.", "plan.txt", ".png", "png", "plan.png.bsp"])
def test_other_names_are_refused_with_those_that_are_taken(name: str) -> None:
    with pytest.raises(CommandError) as caught:
        check_suffix(Path(name))
    assert str(caught.value) == (
        f"{name}: no suffix of a picture: .png, .jpg, .jpeg, .webp, .gif, .bmp, .tif, .tiff"
    )
    assert caught.value.code == 2


def test_only_what_this_pillow_writes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    Image.init()
    monkeypatch.delitem(Image.SAVE, "WEBP")
    with pytest.raises(CommandError, match=r"plan\.webp: no suffix of a picture: .*\.jpeg, \.gif"):
        check_suffix(Path("plan.webp"))
