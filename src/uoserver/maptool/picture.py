"""Pictures as files: the suffix of a name says the format."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from uoserver.commandline import CommandError

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    ".png": ("PNG", {"optimize": True}),
    ".jpg": ("JPEG", {"quality": 92}),
    ".jpeg": ("JPEG", {"quality": 92}),
    ".webp": ("WEBP", {"lossless": True}),
    ".gif": ("GIF", {}),
    ".bmp": ("BMP", {}),
    ".tif": ("TIFF", {}),
    ".tiff": ("TIFF", {}),
}
"""Pillow's name of the format and how it is saved, by suffix."""


def check_suffix(path: Path) -> None:
    """Raise `CommandError` unless pictures of this suffix can be written; needs Pillow."""
    from PIL import Image

    Image.init()
    known = [suffix for suffix, (name, _) in FORMATS.items() if name in Image.SAVE]
    if path.suffix.lower() not in known:
        raise CommandError(f"{path}: no suffix of a picture: {', '.join(known)}")


def encode_picture(image: Image, path: Path) -> bytes:
    """Return the file of a picture whose name `check_suffix` took; raises OSError."""
    name, options = FORMATS[path.suffix.lower()]
    file = BytesIO()
    image.save(file, format=name, **options)
    return file.getvalue()
