"""Reading a map file."""

from __future__ import annotations

from uoserver.bsp.errors import BspError
from uoserver.bsp.header import read_header, shared_bytes
from uoserver.bsp.model import CODECS, Map
from uoserver.bsp.schema import LumpIndex


def read(data: bytes) -> Map:
    """Return the map that `data`, a whole file, holds; any bytes give a map or BspError.

    Refused is what could not be written again from its values: a damaged header
    (`read_header`), a lump of records with a piece of one, visibility rows that are not as many
    as their head says, and lumps that share bytes, as each could then be as long as the file.
    Indexes, spans and the rest are taken as they are: `check` is there to look at them. The
    entity text is parsed by ``Map.entities`` only.

    Takes no copy of `data` and decodes nothing yet. Raises BspError, WrongVersionError.
    """
    header = read_header(data)
    shared = shared_bytes(header.lumps)
    if shared is not None:
        raise BspError(f"lumps {shared[0]} and {shared[1]} lie over each other")
    for index in LumpIndex:
        CODECS[index].check(header.lumps[index].view(data))
    return Map(data, header)
