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
        file = BytesIO()
        picture.save(file, format="PNG", optimize=True)
        write_file(self._folder / f"tick{tick:07}.png", file.getvalue())
        self.count += 1

    def close(self) -> None:
        """Nothing is left to write."""


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
            self._palette = _with_swatches(picture).quantize(COLOURS, dither=Image.Dither.NONE)
        self._frames.append(picture.quantize(palette=self._palette, dither=Image.Dither.NONE))

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
            optimize=False,
        )
        write_file(self._path, file.getvalue())


def durations(count: int, frame_ms: int) -> list[int]:
    """Return how long each of so many pictures is seen, in ms, whole hundredths of a second.

    GIF counts in those: each picture ends where it should but for 5 ms, and the film as a whole.
    """
    ends = [(number * frame_ms + 5) // 10 * 10 for number in range(count + 1)]
    return [end - begin for begin, end in pairwise(ends)]


def _with_swatches(picture: Image.Image) -> Image.Image:
    """Return a picture with all colours that later ones may have, like fire, beside it."""
    colours = [value for value in vars(palette).values() if isinstance(value, tuple)]
    swatches = [colour for colour in (*colours, *palette.SIDES) if isinstance(colour[0], int)]
    width = max(1, picture.width // len(swatches))
    sheet = Image.new("RGB", (picture.width + width * len(swatches), picture.height))
    sheet.paste(picture)
    for number, colour in enumerate(swatches):
        left = picture.width + number * width
        sheet.paste(colour, (left, 0, left + width, picture.height))
    return sheet
