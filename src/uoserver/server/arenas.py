"""What matches need to know of a map: found once and kept (docs: maps, Playing on a map).

A survey takes seconds, so it is looked for where it may lie already: in memory, among those that
come with the server, and in the folder ``surveys`` of the write path, where new ones are put.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from uoserver.bsp import read
from uoserver.game.match.arena import Arena
from uoserver.outfile import make_folder, write_file
from uoserver.survey import CacheError, Survey, SurveyError, read_survey, survey, write_survey
from uoserver.survey.cache import MAX_SIZE, cache_name
from uoserver.survey.shipped import find_shipped

from .level import LoadedMap

log: Final = logging.getLogger("uoserver")


class Arenas:
    """Finds arenas; the last is kept, so that starting a map anew takes no time."""

    def __init__(self) -> None:
        self._last: tuple[LoadedMap, Arena | None] | None = None

    def find(self, loaded: LoadedMap, folder: Path | None) -> Arena | None:
        """Return what matches on a map are played on, None for one without room, which is told.

        ``folder`` is where surveys are kept; None: nowhere.
        """
        if self._last is None or self._last[0] is not loaded:
            self._last = (loaded, _find(loaded, folder))
        return self._last[1]


def _find(loaded: LoadedMap, folder: Path | None) -> Arena | None:
    name = cache_name(loaded.info.checksum)
    found = find_shipped(loaded.info.checksum) or _kept(folder and folder / name, loaded)
    if found is None:
        try:
            found = survey(read(loaded.data), loaded.clip)
        except SurveyError as error:
            log.warning("no match, players stay on foot: %s", error)
            return None
        if folder is not None:
            _keep(found, folder / name)
    for note in found.notes:
        log.info("%s", note)
    return Arena(loaded.clip, found)


def _kept(path: Path | None, loaded: LoadedMap) -> Survey | None:
    """Return a survey kept earlier, None where there is none or somebody spoilt it."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SIZE + 1)
        return read_survey(data, loaded.info.checksum)
    except FileNotFoundError:
        return None
    except (OSError, CacheError) as error:
        log.warning("%s: %s; the map is surveyed anew", path, error)
        return None


def _keep(found: Survey, path: Path) -> None:
    """Keep a survey; a server that may write nothing runs as well."""
    try:
        make_folder(path.parent)
        write_file(path, write_survey(found))
    except OSError as error:
        log.info("the survey is not kept: %s", error)
