"""Which player somebody means who typed a name or a slot number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uoproto.text import strip_colors

from .messages import printable
from .player import Player

MAX_SLOTS: Final = 64
MAX_SHOWN: Final = 32
"""Characters of what was typed that an answer shows."""


class NobodyError(Exception):
    """No player, or more than one, is meant; the text is the answer in quotes, with its keys."""


def find_player(players: Mapping[int, Player], wanted: str) -> Player:
    """Return the player of a slot number or a name, with or without colours, in any letter case.

    Digits alone are a number, as in stock. Raises `NobodyError`, also for a name that several
    players have: stock takes the first of them, who may be the wrong one.
    """
    shown = printable(wanted)[:MAX_SHOWN]
    if wanted.isascii() and wanted.isdigit():
        number = int(wanted) if len(wanted) < 3 else MAX_SLOTS
        if number >= MAX_SLOTS:
            raise NobodyError(f"GAME_BADCLIENTSLOT\x15 {shown}")
        if number not in players:
            raise NobodyError(f"GAME_CLIENTNOTACTIVE\x15{shown}")
        return players[number]
    folded = wanted.lower()
    found = [
        player
        for _, player in sorted(players.items())
        if folded in (player.name.lower(), strip_colors(player.name).lower())
    ]
    if not found:
        raise NobodyError(f"GAME_USERNOTONSERVER\x15{shown}")
    if len(found) > 1:
        numbers = ", ".join(str(player.number) for player in found)
        raise NobodyError(f"\x15{len(found)} players are named {shown}, say which: {numbers}")
    return found[0]
