"""What matches need to know of a map, found once (docs: maps, Playing on a map)."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Final

from uoserver.bsp import read
from uoserver.game.match.arena import Arena
from uoserver.survey import SurveyError, survey

from .level import LoadedMap

log: Final = logging.getLogger("uoserver")


@lru_cache(maxsize=1)
def find_arena(loaded: LoadedMap) -> Arena | None:
    """Return what matches are played on, None for a map without room for one, which is told.

    The last is kept, so that starting a map anew takes no time.
    """
    try:
        found = survey(read(loaded.data), loaded.clip)
    except SurveyError as error:
        log.warning("no match, players stay on foot: %s", error)
        return None
    for note in found.notes:
        log.info("%s", note)
    return Arena(loaded.clip, found)
