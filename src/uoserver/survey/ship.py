"""Survey the map that comes with the server: ``python -m uoserver.survey.ship``.

A server then starts on it without surveying. A test proves that the file in the tree is what the
survey of the map in the tree gives.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import Final

from uoserver.bsp import read
from uoserver.bsp.build.pack import DATA, MAP_NAME, PACK
from uoserver.collision import load_clip_model

from .cache import cache_name, write_survey
from .surveying import survey

SURVEYS: Final = DATA / "surveys"


def shipped() -> tuple[str, bytes]:
    """Return file name and bytes of the survey of the map in the pack."""
    with zipfile.ZipFile(PACK) as pack:
        source = read(pack.read(MAP_NAME))
    found = survey(source, load_clip_model(source))
    return cache_name(found.checksum), write_survey(found)


def main(folder: Path = SURVEYS) -> int:
    """Write it, in place of all that are there; return the exit code."""
    name, data = shipped()
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.survey"):
        old.unlink()
    (folder / name).write_bytes(data)
    print(f"{name}: {len(data)} bytes", file=sys.stderr)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
