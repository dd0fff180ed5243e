"""The host's own names of models, sounds, effects and icons: ``models.toml`` (docs: models)."""

from __future__ import annotations

import logging
import tomllib
from typing import Final

from uoserver.files.errors import FileError, FileMissingError
from uoserver.files.searchpath import SearchPath
from uoserver.game.publish.names import STOCK_NAMES, Names, make_names

log: Final = logging.getLogger("uoserver")

FILE: Final = "models.toml"
MAX_SIZE: Final = 256 * 1024
"""Of the file: a table of a thousand names takes 64 KiB, and all of it is read at a map change."""


def find_names(files: SearchPath) -> Names:
    """Return the names of the host's table, the stock ones where there is none.

    A file that cannot be used is told in one line, and passed over as a whole.
    """
    try:
        table = tomllib.loads(files.read(FILE, MAX_SIZE).decode())
        return make_names(table)
    except FileMissingError:
        return STOCK_NAMES
    except (FileError, ValueError, RecursionError) as error:
        # tomllib and bad UTF-8 raise subclasses of ValueError, as `NamesError` is one
        log.warning("%s is passed over: %s", FILE, error)
        return STOCK_NAMES
