"""Names of the stock game's files that every retail client has (weapons; gametypes: Models)."""

from __future__ import annotations

from typing import Final

WEAPONS: Final = (
    "kar98k_mp",
    "m1garand_mp",
    "thompson_mp",
    "mp40_mp",
    "luger_mp",
    "colt_mp",
    "fraggrenade_mp",
    "stielhandgranate_mp",
    "binoculars_mp",
)
"""Weapon list of configstring 7: the first is weapon 1."""

GAME_VERSION: Final = "cod"
"""Configstring 2; a client leaves at any other text (joining 6.2)."""
