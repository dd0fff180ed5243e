"""What is wrong with a map that no match can be played on, or with a survey read back."""

from __future__ import annotations

from uoserver.bsp.errors import BspError


class SurveyError(BspError):
    """No match can be played on a map; the text is one line for the host."""


class CacheError(ValueError):
    """Bytes that are no survey, are of another map or version, or contradict themselves."""
