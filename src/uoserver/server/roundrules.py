"""The settings of a match: from cvars to the game, and to clients, whose menus show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uoproto.constants import ConfigstringIndex
from uoserver.console.cvars import CvarRegistry
from uoserver.game.match.arena import Stock
from uoserver.game.match.roundrules import Gametype, RoundRules, gametype_of

from .moverules import PUBLISHED

MINUTE: Final = 60_000
SECOND: Final = 1000
SHOWN: Final = {
    Gametype.CTF: (
        *("scr_ctf_timelimit", "scr_ctf_scorelimit", "scr_ctf_roundlimit", "scr_ctf_roundlength"),
        *("scr_ctf_startrounddelay", "scr_ctf_endrounddelay", "scr_ctf_clearscoreeachround"),
        "scr_motd",
    ),
    Gametype.TDM: ("scr_tdm_timelimit", "scr_tdm_scorelimit", "scr_motd"),
    Gametype.DM: ("scr_dm_timelimit", "scr_dm_scorelimit", "scr_motd"),
}
"""Cvars that clients get with ui instead of scr in front (gametypes: Limits)."""


def round_rules(cvars: CvarRegistry) -> RoundRules:
    """Return the settings of a match as the cvars have them."""
    gametype = gametype_of(cvars.get("g_gametype"))

    def number(name: str) -> float:
        return cvars.get_float(f"scr_{gametype}_{name}")

    rules = RoundRules(
        gametype=gametype,
        time_limit=int(number("timelimit") * MINUTE),
        score_limit=int(number("scorelimit")),
        round_limit=0,
        round_length=0,
        score_penalty=cvars.get_int("scr_teamscorepenalty") != 0,
        team_balance=cvars.get_int("scr_teambalance"),
        stock=Stock(
            cvars.get_float("scr_stock_scale"), tanks=cvars.get_int("scr_allow_tanks") != 0
        ),
        dead_chat=cvars.get_int("g_deadChat") != 0,
        intermission=cvars.get_int("g_intermissionDelay") or RoundRules().intermission,
        obituaries=cvars.get_int("sv_obituary") != 0,
    )
    if gametype.by_kills:
        return rules
    return replace(
        rules,
        round_limit=int(number("roundlimit")),
        round_length=int(number("roundlength") * MINUTE),
        start_delay=int(number("startrounddelay") * SECOND),
        end_delay=int(number("endrounddelay") * SECOND),
        clear_scores=number("clearscoreeachround") != 0,
    )


def round_values(cvars: CvarRegistry) -> Iterator[tuple[int, str]]:
    """Yield the configstrings (index, text) that tell clients of the limits, after movement's."""
    gametype = gametype_of(cvars.get("g_gametype"))
    for place, name in enumerate(SHOWN[gametype], len(PUBLISHED)):
        yield ConfigstringIndex.CONFIG_NAMES + place, f"ui{name.removeprefix('scr')}"
        yield ConfigstringIndex.CONFIG_VALUES + place, cvars.get_shown(name)
