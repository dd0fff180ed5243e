"""Packs of one map: ``python -m uoserver.bsp.build.pack [OUT]`` builds the built-in one."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from typing import Final

from uoserver.bsp.build.compile import build_map
from uoserver.bsp.errors import BspError
from uoserver.bsp.write import write

DATA: Final = Path(__file__).parents[2] / "data"
SOURCE: Final = DATA / "mp_foy.map"
PACK: Final = DATA / "builtin.pk3"
MAP_NAME: Final = "maps/mp/mp_foy.bsp"


def make_pack(name: str, data: bytes) -> bytes:
    """Return a pack that holds one file.

    Stored, with a fixed time: compression differs between zlib builds, and the pack in the tree
    must equal a rebuild on every machine.
    """
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.create_system = 3  # else it tells which system built it
    entry.external_attr = 0o644 << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(entry, data)
    return buffer.getvalue()


def main(argv: list[str]) -> int:
    """Build the built-in map's pack to `argv[0]`, or into the package; return the exit code."""
    path = Path(argv[0]) if argv else PACK
    try:
        path.write_bytes(make_pack(MAP_NAME, write(build_map(SOURCE.read_text("latin-1")).map)))
    except (OSError, BspError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
