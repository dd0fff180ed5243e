"""Pictures of a run as files: one PNG for each, or one GIF of them all; needs Pillow."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from uoserver.commandline import CommandError

from . import palette

MAX_FRAMES: Final = 2000
"""Pictures of a run: nobody wants a folder of more."""
MAX_PIXELS: Final = 600_000_000
"""Of a GIF, a byte of memory each: all its pictures are kept until it is written."""
COLOURS: Final = 128


def write_file(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all; raises OSError."""
    path = path.resolve()  # a link is to stay one
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


class Pictures:
    """PNG files in a folder, named by their ticks."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.count = 0

    def add(self, picture: Image.Image, tick: int) -> None:
        """Write a picture; raises OSError, and CommandError for too many of them."""
        _check(self.count)
        file = BytesIO()
        picture.save(file, format="PNG", optimize=True)
        write_file(self._folder / f"tick{tick:07}.png", file.getvalue())
        self.count += 1

    def close(self) -> None:
        """Nothing is left to write."""


class Film:
    """One GIF; ``frame_ms`` is how long each picture is seen."""

    def __init__(self, path: Path, frame_ms: int) -> None:
        if not path.parent.is_dir():
            raise CommandError(f"{path.parent}: no such folder")
        self._path = path
        self._frame_ms = max(20, frame_ms)  # what is shorter is not believed by most viewers
        self._frames: list[Image.Image] = []
        self._palette: Image.Image | None = None

    @property
    def count(self) -> int:
        """Pictures so far."""
        return len(self._frames)

    def add(self, picture: Image.Image, _tick: int) -> None:
        """Take a picture; all share one set of colours. Raises CommandError for too many."""
        _check(self.count)
        if (self.count + 1) * picture.width * picture.height > MAX_PIXELS:
            raise CommandError(
                f"{self.count} pictures are all that memory is spent on:"
                " a larger --every or a smaller --scale makes fewer, or smaller ones"
            )
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
            duration=self._frame_ms,
            loop=0,
            optimize=False,
        )
        write_file(self._path, file.getvalue())


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


def _check(count: int) -> None:
    if count >= MAX_FRAMES:
        raise CommandError(f"more than {MAX_FRAMES} pictures: a larger --every makes fewer")
