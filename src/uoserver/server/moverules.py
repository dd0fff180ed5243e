"""The settings of movement: from cvars to the game, and to clients that predict by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uoproto.constants import ConfigstringIndex
from uoserver.console.cvars import CvarRegistry
from uoserver.game.movement import MoveRules

PUBLISHED: Final = (
    "bg_viewheight_standing",
    "bg_viewheight_crouched",
    "bg_viewheight_prone",
    "bg_fallDamageMinHeight",
    "bg_fallDamageMaxHeight",
    "bg_ladder_yawcap",
    "bg_prone_yawcap",
    "bg_nofatigue",
)
"""Cvars that clients take from config values, to predict by the server's settings (pmove: Cvar
defaults). The others reach them in the player state or by systeminfo."""


def move_rules(cvars: CvarRegistry) -> MoveRules:
    """Return the settings of movement as the cvars have them."""
    return MoveRules(
        g_speed=cvars.get_int("g_speed"),
        g_gravity=cvars.get_int("g_gravity"),
        g_bounds_width=float(cvars.get_int("g_bounds_width")),
        g_bounds_height_standing=float(cvars.get_int("g_bounds_height_standing")),
        bg_viewheight_standing=cvars.get_int("bg_viewheight_standing"),
        bg_viewheight_crouched=cvars.get_int("bg_viewheight_crouched"),
        bg_viewheight_prone=cvars.get_int("bg_viewheight_prone"),
        bg_fall_damage_min_height=cvars.get_float("bg_fallDamageMinHeight"),
        bg_fall_damage_max_height=cvars.get_float("bg_fallDamageMaxHeight"),
        bg_ladder_yawcap=cvars.get_float("bg_ladder_yawcap"),
        bg_prone_yawcap=cvars.get_float("bg_prone_yawcap"),
        bg_nofatigue=cvars.get_int("bg_nofatigue") != 0,
        pmove_fixed=cvars.get_int("pmove_fixed") != 0,
        pmove_msec=cvars.get_int("pmove_msec"),
    )


def config_values(cvars: CvarRegistry) -> Iterator[tuple[int, str]]:
    """Yield the configstrings (index, text) that tell clients of the published cvars."""
    for place, name in enumerate(PUBLISHED):
        yield ConfigstringIndex.CONFIG_NAMES + place, name
        yield ConfigstringIndex.CONFIG_VALUES + place, cvars.get_shown(name)
