"""Player states: main table, stats, ammo, clips, objectives, HUD; the default usercmd."""

from __future__ import annotations

from typing import Any

from tests.reference.data import HUD_ELEMENT, OBJECTIVE, PLAYER

from .common import Json, player_delta, player_full, usercmd
from .states import every_field


def sparse(size: int, values: dict[int, int]) -> list[int]:
    return [values.get(i, 0) for i in range(size)]


def ammo(values: dict[int, int]) -> list[int]:
    return sparse(64, values)


def fields(why: str, old: Json, new: Json) -> Json:
    return player_delta(why, {"fields": old}, {"fields": new})


def group(why: str, name: str, old: Any, new: Any) -> Json:
    return player_delta(why, {name: old}, {name: new})


def default(why: str, player: Json, **command: Any) -> Json:
    """Return a usercmd coded against the default command of ``player``."""
    return {
        "why": why,
        "kind": "usercmd",
        "key": 0x1357,
        "player": player,
        "command": usercmd(100, **command),
    }


EVERY = every_field(
    PLAYER,
    clientNum=63,
    viewlocked_entNum=1023,
    vehPos=6,
    **{"weaponslots[0]": 0x7F017F02, "weaponslots[4]": 0x7F},
)
"""Every field within what a reader checks (msg: Record framing)."""
TEXT: Json = {"type": 1, "x": 320, "y": 100, "text": 7, "fontScale": 1.5, "color.rgba": -1}
ICON: Json = {"type": 4, "x": 8, "y": 8, "shaderIndex": 3, "width": 32, "height": 32}
ACTIVE: Json = {"pm_flags": 0x80000, "weapon": 9, "viewangles[0]": -10.5, "viewangles[1]": 123.25}

MAIN: dict[str, Json] = {
    "player-zero": player_full("Player: all zero, no field and no group", {}),
    "player-every-field": player_full(
        "Player table: order and width of all 114 fields", {"fields": EVERY}
    ),
    "player-every-field-to-zero": fields(
        "Player table: no zero bit; zeros take their full width but for angles",
        EVERY,
        {},
    ),
    "player-first-field": fields("Player: lastChanged 1", {}, {"commandTime": 123456}),
    "player-last-field": fields("Player: lastChanged 114", {}, {"weaponrechamber[3]": 1}),
    "player-unchanged-between": fields(
        "Player: a zero bit for each unchanged field before lastChanged",
        {"commandTime": 5, "weapon": 3, "speed": 190},
        {"commandTime": 5, "weapon": 4, "speed": 190},
    ),
    "player-float-borders": fields(
        "Player floats: -4096 to 4095 in 13 bits, 0 and -0.0 among them",
        {"velocity[2]": 3.0},
        {
            "origin[0]": -4096.0,
            "origin[1]": 4095.0,
            "origin[2]": 4096.0,
            "velocity[0]": -4097.0,
            "velocity[1]": -0.0,
            "velocity[2]": 0.0,
            "leanf": 0.25,
        },
    ),
    "player-float-nan": fields(
        "Player floats: NaN and infinity are raw",
        {"origin[0]": 1.0},
        {"origin[0]": "0x7fc00001", "origin[1]": "0xff800000", "origin[2]": "0xffc00000"},
    ),
    "player-angle16": fields(
        "Player angles: the zero bit stays, on the raw word",
        {"viewangles[0]": 5.0, "viewangles[1]": 5.0, "viewangles[2]": 5.0},
        {"viewangles[0]": -0.0, "viewangles[1]": 0.0, "viewangles[2]": 270.0},
    ),
    "player-angle16-truncation": fields(
        "Player angles: truncated toward zero",
        {},
        {"viewangles[0]": -85.003, "viewangles[1]": 179.999, "viewangles[2]": 0.004},
    ),
    "player-negative-widths": fields(
        "Player integers: weaponTime, weaponDelay, pm_time and view heights come back unsigned",
        {},
        {
            "weaponTime": -1,
            "weaponDelay": -300,
            "pm_time": -32768,
            "grenadeTimeLeft": 40000,
            "proneViewHeight": -5,
            "serverCursorHintString": -1,
            "viewHeightTarget": 60,
        },
    ),
    "player-one-bit-field": fields(
        "Player integers: a field of one bit",
        {"viewHeightLerpDown": 1, "viewHeightLerpTime": 1},
        {"viewHeightLerpDown": 0, "viewHeightLerpTime": 2},
    ),
    "player-integer-zero": fields(
        "Player integers: zero is sent at full width",
        {"eFlags": 0x123456, "groundEntityNum": 1022, "weapon": 3, "weaponstate": 2},
        {"eFlags": 0, "groundEntityNum": 0, "weapon": 0, "weaponstate": 0},
    ),
    "player-minus-zero-unchanged": fields(
        "Player: equal words are not sent: an old -0.0 stays",
        {"origin[0]": -0.0},
        {"origin[0]": -0.0, "origin[1]": 1.0},
    ),
}

GROUPS: dict[str, Json] = {
    "stats-each": player_full(
        "Stats: mask of six; shorts, six bits, short, byte",
        {"stats": [100, -1, 32767, 63, -32768, 255]},
    ),
    "stats-one": group("Stats: one changed", "stats", [100, 2, 0, 0, 0, 0], [99, 2, 0, 0, 0, 0]),
    "stats-3-six-bits": group(
        "Stats: stat 3 is six bits, unsigned", "stats", [0] * 6, [0, 0, 0, -1, 0, 0]
    ),
    "stats-5-byte": group(
        "Stats: stat 5 is a byte, unsigned", "stats", [0] * 6, [0, 0, 0, 0, 0, -1]
    ),
    "stats-to-zero": group("Stats: zeros are sent", "stats", [100, 1, 2, 3, 4, 5], [0] * 6),
    "stats-unchanged": group("Stats: none changed, no mask", "stats", [1] * 6, [1] * 6),
    "ammo-first-group": group(
        "Ammo: an overall bit, a bit a group, a mask of 16", "ammo", ammo({}), ammo({0: 30, 15: -1})
    ),
    "ammo-last-group": group("Ammo: group 3", "ammo", ammo({48: 1}), ammo({63: 999})),
    "ammo-all": group("Ammo: all 64", "ammo", ammo({}), [i * 7 + 1 for i in range(64)]),
    "ammo-wide": group(
        "Ammo: shorts, signed on return", "ammo", ammo({}), ammo({20: 40000, 21: 65535, 22: -32768})
    ),
    "ammo-unchanged": group("Ammo: none changed, one bit", "ammo", ammo({1: 9}), ammo({1: 9})),
    "clips-first-group": group(
        "Clips: no overall bit, a bit a group", "clips", ammo({}), ammo({3: 8})
    ),
    "clips-middle-groups": group(
        "Clips: groups 1 and 2", "clips", ammo({16: 1}), ammo({31: 5, 32: 6})
    ),
    "clips-all": group("Clips: all 64", "clips", ammo({}), [64 - i for i in range(64)]),
    "ammo-and-clips": player_full(
        "Ammo stands before clips", {"ammo": ammo({17: 120}), "clips": ammo({17: 30})}
    ),
    "objective-state": group(
        "Objectives: three bits of state, 16 of them",
        "objectives",
        {},
        {"0": {"state": 1}, "15": {"state": 7}},
    ),
    "objective-fields": group(
        "Objectives: six fields with a changed bit each",
        "objectives",
        {"3": {"state": 4, "icon": 7}},
        {"3": {"state": 4, **every_field(OBJECTIVE)}, "4": {"state": 2, "origin[2]": -0.0}},
    ),
    "objective-to-zero": group(
        "Objectives: a cleared one", "objectives", {"2": {"state": 4, **every_field(OBJECTIVE)}}, {}
    ),
    "objective-unchanged": group(
        "Objectives: none changed, one bit",
        "objectives",
        {"2": {"state": 4, "icon": 3}},
        {"2": {"state": 4, "icon": 3}},
    ),
    "objective-fields-without-state": group(
        "Objectives: fields change in state 0",
        "objectives",
        {},
        {"9": {"state": 0, "teamNum": 15, "entNum": 1023}},
    ),
    "objective-raw-words": group(
        "Objectives: what is no finite number keeps its word",
        "objectives",
        {"5": {"state": 1, "origin[0]": "0x7fc00001", "origin[1]": "0x7f800000"}},
        {"5": {"state": 1, "origin[0]": "0x7fc00002", "origin[1]": "0x7f800000", "icon": 2}},
    ),
}

HUD: dict[str, Json] = {
    "hud-every-field": player_full(
        "HUD table: order and width of all 30 fields", {"hud_archival": [every_field(HUD_ELEMENT)]}
    ),
    "hud-current": player_full(
        "HUD: the current list stands behind an empty archival one", {"hud_current": [TEXT]}
    ),
    "hud-both": player_full(
        "HUD: both lists", {"hud_archival": [TEXT, ICON], "hud_current": [ICON]}
    ),
    "hud-last-index-0": group(
        "HUD: index 0 when nothing of the element changed",
        "hud_archival",
        [TEXT, ICON],
        [TEXT, {**ICON, "SCOORD": 5}],
    ),
    "hud-first-field": group(
        "HUD: index 0 when only the first field changed",
        "hud_current",
        [TEXT],
        [{**TEXT, "color.rgba": 255}],
    ),
    "hud-last-field": group("HUD: index 29", "hud_current", [TEXT], [{**TEXT, "TCOORD": 1}]),
    "hud-grows": group(
        "HUD: an element in a new slot deltas from zero", "hud_archival", [TEXT], [TEXT, TEXT]
    ),
    "hud-shrinks": group(
        "HUD: slots from the count on become zero", "hud_archival", [TEXT, ICON, TEXT], [TEXT]
    ),
    "hud-emptied": group("HUD: count 0", "hud_current", [TEXT, ICON], []),
    "hud-slots-shift": group(
        "HUD: the base is the element of the same slot", "hud_archival", [TEXT, ICON], [ICON]
    ),
    "hud-63": player_full(
        "HUD: 63 elements", {"hud_current": [{"type": 1, "value": float(i)} for i in range(63)]}
    ),
    "hud-empty-slots": player_full(
        "HUD: the first element without type ends the list", {"hud_archival": [TEXT, {}, {}]}
    ),
    "hud-hidden-slot": player_full(
        "HUD: an element behind one without type does not travel",
        {"hud_archival": [TEXT, {"x": 3}, ICON], "hud_current": [{}, ICON]},
    ),
    "hud-unchanged": player_delta(
        "HUD: neither list changed, one bit",
        {"hud_archival": [TEXT], "hud_current": [ICON]},
        {"hud_archival": [TEXT], "hud_current": [ICON]},
    ),
    "hud-one-list-changed": player_delta(
        "HUD: one list changed, both are sent",
        {"hud_archival": [TEXT], "hud_current": [ICON]},
        {"hud_archival": [TEXT], "hud_current": [{**ICON, "x": 9}]},
    ),
    "player-everything": player_delta(
        "Player: all groups in their order",
        {"fields": {"commandTime": 1}, "stats": [1] * 6, "hud_current": [TEXT]},
        {
            "fields": {"commandTime": 51, "weapon": 9},
            "stats": [2, 1, 1, 1, 1, 1],
            "ammo": ammo({9: 90}),
            "clips": ammo({9: 30}),
            "objectives": {"1": {"state": 1}},
            "hud_archival": [ICON],
            "hud_current": [TEXT, ICON],
        },
    ),
}

DEFAULTS: dict[str, Json] = {
    "default-usercmd": default(
        "Default usercmd: weapon and view angles less delta angles",
        {**ACTIVE, "delta_angles[0]": 100, "delta_angles[1]": 65000},
        weapon=9,
        angles=[5, 6, 0],
    ),
    "default-usercmd-zero": default("Default usercmd: of the zero state", {}, angles=[0, 0, 0]),
    "default-usercmd-prone": default(
        "Default usercmd: prone is a button and moves down",
        {**ACTIVE, "eFlags": 0x60},
        weapon=9,
        wbuttons=0x40,
        upmove=-127,
    ),
    "default-usercmd-crouched": default(
        "Default usercmd: crouched is a button and moves down",
        {**ACTIVE, "eFlags": 0x20},
        weapon=9,
        wbuttons=0x80,
        upmove=-127,
    ),
    "default-usercmd-lean-left": default(
        "Default usercmd: lean below zero", {**ACTIVE, "leanf": -0.25}, weapon=9, wbuttons=0x10
    ),
    "default-usercmd-lean-right": default(
        "Default usercmd: lean above zero", {**ACTIVE, "leanf": 0.25}, weapon=9, wbuttons=0x20
    ),
    "default-usercmd-sights": default(
        "Default usercmd: any part of the way to the sights",
        {**ACTIVE, "fWeaponPosFrac": 0.125},
        weapon=9,
        buttons=0x10,
    ),
    "default-usercmd-sprint": default(
        "Default usercmd: sprinting", {**ACTIVE, "pm_flags": 0x90000}, weapon=9, buttons=0x08
    ),
    "default-usercmd-inactive": default(
        "Default usercmd: no buttons unless the player is active",
        {"pm_flags": 0x10000, "eFlags": 0x40, "leanf": 1.0, "fWeaponPosFrac": 1.0},
    ),
}

CASES = {**MAIN, **GROUPS, **HUD, **DEFAULTS}
