"""Which packs are the game's own: everybody has them, and nobody may pass them on."""

from __future__ import annotations

import re
from typing import Final

from uoserver.files.names import fold

STOCK_PACK: Final = re.compile(r"(main|uo)/(pak[0-9a-f]|pakuo[0-9]{2}|localized_[^/]+)\.pk3")
"""Names of the packs that come with the game, its expansion and their patches."""


def is_stock_pack(name: str) -> bool:
    """Return whether ``FOLDER/NAME.pk3`` is the name of a pack of the game; case is the same."""
    return STOCK_PACK.fullmatch(fold(name)) is not None
