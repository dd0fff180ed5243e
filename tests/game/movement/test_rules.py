"""The stock settings (pmove: Cvar defaults)."""

from __future__ import annotations

from uoserver.game.movement import MoveRules


def test_stock_defaults() -> None:
    rules = MoveRules()
    assert (rules.g_speed, rules.g_gravity) == (190, 800)
    assert (rules.g_bounds_width, rules.g_bounds_height_standing) == (30, 70)
    assert (
        rules.bg_viewheight_standing,
        rules.bg_viewheight_crouched,
        rules.bg_viewheight_prone,
    ) == (60, 40, 11)
    assert (rules.bg_fall_damage_min_height, rules.bg_fall_damage_max_height) == (256, 480)
    assert (rules.bg_ladder_yawcap, rules.bg_prone_yawcap) == (100, 85)
    assert (rules.pmove_fixed, rules.pmove_msec, rules.bg_nofatigue) == (False, 8, False)
