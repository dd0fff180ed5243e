"""Settings of matches: cvars to rules, and what clients are told of them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import MATCH, register_stock
from uoserver.game.match.roundrules import Gametype, RoundRules
from uoserver.server.roundrules import round_rules, round_values


def registry(**values: str) -> CvarRegistry:
    cvars = CvarRegistry()
    register_stock(cvars)
    for name, value in values.items():
        cvars.set(name, value)
    return cvars


def test_the_defaults_are_those_of_the_stock_gametypes() -> None:
    assert round_rules(registry()) == RoundRules()
    assert round_rules(registry(g_gametype="sd")) == RoundRules()
    by_kills = RoundRules(round_limit=0, round_length=0, time_limit=1_800_000)
    tdm = replace(by_kills, gametype=Gametype.TDM, score_limit=100)
    assert round_rules(registry(g_gametype="TDM")) == tdm
    dm = replace(by_kills, gametype=Gametype.DM, score_limit=50)
    assert round_rules(registry(g_gametype="dm")) == dm


@pytest.mark.parametrize(
    "name", [*(row.name for row in MATCH), "g_deadChat", "g_intermissionDelay", "sv_obituary"]
)
def test_every_cvar_of_matches_changes_one_rule(name: str) -> None:
    gametype = name.split("_")[1] if name.count("_") == 2 else "ctf"
    cvars = registry(g_gametype=gametype)
    before = round_rules(cvars)
    switches = {
        "scr_ctf_clearscoreeachround": "0",
        "scr_teamscorepenalty": "0",
        "g_deadChat": "1",
        "sv_obituary": "0",
    }
    cvars.set(name, switches.get(name, "7"))
    after = round_rules(cvars)
    names = [each.name for each in fields(RoundRules)]
    assert sum(getattr(before, each) != getattr(after, each) for each in names) == 1


def test_an_intermission_has_an_end_and_a_length() -> None:
    values = {"": 10_000, "2500": 2500, "0": 1000, "9e9": 120_000}
    told = {text: round_rules(registry(g_intermissionDelay=text)).intermission for text in values}
    assert told == values


def test_minutes_and_seconds_may_have_a_fraction() -> None:
    rules = round_rules(
        registry(scr_ctf_timelimit="0.5", scr_ctf_roundlength="1.5", scr_ctf_startrounddelay="0.25")
    )
    assert (rules.time_limit, rules.round_length, rules.start_delay) == (30_000, 90_000, 250)


def test_clients_get_the_limits_behind_the_settings_of_movement() -> None:
    pairs = dict(round_values(registry(scr_ctf_scorelimit="9")))
    assert pairs[149 + 8] == "ui_ctf_timelimit"
    assert pairs[277 + 8] == "0"
    assert pairs[149 + 9] == "ui_ctf_scorelimit"
    assert pairs[277 + 9] == "9"
    assert len(pairs) == 16
    empty = dict(round_values(registry(scr_ctf_endrounddelay="", scr_ctf_scorelimit="")))
    assert (empty[277 + 9], empty[277 + 13]) == ("0", "10")
    assert dict(round_values(registry(g_gametype="dm", scr_motd="Be kind"))) == {
        157: "ui_dm_timelimit",
        285: "30",
        158: "ui_dm_scorelimit",
        286: "50",
        159: "ui_motd",
        287: "Be kind",
    }


@pytest.mark.parametrize("gametype", ["ctf", "tdm", "dm"])
def test_every_gametype_has_the_text_for_menus(gametype: str) -> None:
    pairs = dict(round_values(registry(g_gametype=gametype, scr_motd="Be kind")))
    place = next(index for index, value in pairs.items() if value == "ui_motd")
    assert pairs[277 + place - 149] == "Be kind"
    assert max(pairs) == 277 + place - 149
