"""Maps as the simulation sees them: ground, pads, flags, and what stands in the way."""

from __future__ import annotations

from .cache import read_survey, write_survey
from .errors import CacheError, SurveyError
from .mapworld import MapWorld
from .model import Survey
from .state import make_match_state
from .surveying import survey

__all__ = [
    "CacheError",
    "MapWorld",
    "Survey",
    "SurveyError",
    "make_match_state",
    "read_survey",
    "survey",
    "write_survey",
]
