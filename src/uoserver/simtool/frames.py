"""Pictures of a run as files: one PNG for each, or one GIF of them all; needs Pillow."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Final

from PIL import Image

from uoserver.outfile import write_file

from . import palette

COLOURS: Final = 128
MIN_FRAME_MS: Final = 20
"""Most viewers do not believe what is shorter, and show it for longer than it asks for."""


class Pictures:
    """PNG files in a folder that is there, named by their ticks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.count = 0

    def add(self, picture: Image.Image, tick: int) -> None:
        """Write a picture; raises OSError."""
        write_file(self._folder / f"tick{tick:07}.png", _png(picture))
        self.count += 1

    def size_of(self, picture: Image.Image) -> int:
        """Return the bytes that a picture takes."""
        return len(_png(picture))

    def close(self) -> None:
        """Nothing is left to write."""


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, format="PNG")
    return file.getvalue()


class Film:
    """One GIF; ``frame_ms`` is how long each picture is seen, at least `MIN_FRAME_MS`."""

    def __init__(self, path: Path, frame_ms: int) -> None:
        self._path = path
        self._frame_ms = max(MIN_FRAME_MS, frame_ms)
        self._frames: list[Image.Image] = []
        self._palette: Image.Image | None = None

    @property
    def count(self) -> int:
        """Pictures so far."""
        return len(self._frames)

    def add(self, picture: Image.Image, _tick: int) -> None:
        """Take a picture; all share one set of colours."""
        if self._palette is None:
            self._palette = _palette_of(picture)
        self._frames.append(picture.quantize(palette=self._palette, dither=Image.Dither.NONE))

    def size_of(self, picture: Image.Image) -> int:
        """Return the bytes that a first picture takes; later ones hold only what is new."""
        file = BytesIO()
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, format="GIF")
        return len(file.getvalue())

    def close(self) -> None:
        """Write the film; raises OSError."""
        if not self._frames:
            return
        file = BytesIO()
        first, *others = self._frames
        first.save(
            file,
            format="GIF",
            save_all=True,
            append_images=others,
            duration=durations(self.count, self._frame_ms),
            loop=0,
            optimize=True,  # only what moved is written, wherever it is
        )
        write_file(self._path, file.getvalue())


def durations(count: int, frame_ms: int) -> list[int]:
    """Return how long each of so many pictures is seen, in ms, whole hundredths of a second.

    GIF counts in those: each picture ends where it should but for 5 ms, and the film as a whole.
    """
    ends = [(number * frame_ms + 5) // 10 * 10 for number in range(count + 1)]
    return [end - begin for begin, end in pairwise(ends)]


def _palette_of(picture: Image.Image) -> Image.Image:
    """Return the colours of a film: those of a picture, and all that later ones may have."""
    found = picture.quantize(COLOURS, dither=Image.Dither.NONE).getpalette() or []
    named = [value for value in vars(palette).values() if isinstance(value, tuple)]
    colours = {*(each for each in named if isinstance(each[0], int)), *palette.SIDES}
    colours |= {palette.lighter(side, share) for side in palette.SIDES for share in (0.25, 0.4)}
    colours |= {palette.darker(side, 0.5) for side in palette.SIDES}
    for colour in sorted(colours):
        found += colour
    sheet = Image.new("P", (1, 1))
    sheet.putpalette(found)
    return sheet
