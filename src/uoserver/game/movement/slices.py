"""One slice of a move: its steps in their order (pmove2: Single slice order).

Not here: animations (step 1), everything weapons do (interrupts of steps 5 and 6, LMGs, grenades,
aiming: nobody holds one, so the ADS flag is off and states stay idle), foliage sounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    BUTTON_FIRE,
    BUTTON_UI,
    CONTENTS_BODY,
    EF_FIRING,
    EF_RESTRICTED,
    EF_TALKING,
    PMF_ADS,
    PMF_BACKPEDAL,
    PMF_CRAWL_STOPPED,
    PMF_FROZEN,
    PMF_JUMP_HELD,
    PMF_LADDER,
    PMF_PRONE,
    PMF_PRONE_BLOCKED,
    PMF_RESPAWNED,
    PMF_SPRINTING,
    PMF_TIMED,
    PMF_WALKING,
    TYPE_DEAD,
    TYPE_INTERMISSION,
    TYPE_LINKED,
    TYPE_LINKED_DEAD,
    TYPE_NOCLIP,
    TYPE_SPECTATOR,
    TYPE_UFO,
)
from .fly import fly_move, noclip_move
from .footsteps import footsteps
from .ground import trace_ground
from .jump import JUMP_KEY
from .ladder import check_ladder, ladder_move
from .proneview import follow_ground
from .sprint import set_sprinting, update_fatigue
from .stance import check_stance
from .view import set_axes, update_view
from .walk import air_move, dead_move, walk_move
from .water import set_water_level, water_events

if TYPE_CHECKING:
    from .context import Move

FROZEN_WBUTTONS: Final = 0xC2
TALKING_BUTTONS: Final = 0x12
IDLE_STATES: Final = (0, 1, 2, 5)
"""Weapon states that let a lying man crawl on."""
LOST_SHARE: Final = 0.25 - 1e-6
"""Who covered less than half the way of his velocity (squared: a quarter) has lost it. The first
slice of a fall covers exactly half, and must not depend on rounding."""


def run_slice(move: Move) -> None:
    """Run the slice that `Move.reset` began."""
    _take_command(move)
    state = move.state
    update_view(move)
    set_axes(move)
    if move.up_move < JUMP_KEY:
        state.pm_flags &= ~PMF_JUMP_HELD
    if move.forward_move < 0:
        state.pm_flags |= PMF_BACKPEDAL
    elif move.forward_move or move.right_move:
        state.pm_flags &= ~PMF_BACKPEDAL
    kind = state.pm_type
    if kind >= TYPE_DEAD:
        move.forward_move = move.right_move = move.up_move = 0
    lies = state.view_height_target == state.prone_view_height
    if lies and state.pm_flags & PMF_CRAWL_STOPPED:
        move.forward_move = move.right_move = 0
    if kind == TYPE_SPECTATOR:
        _free(move)
        check_stance(move)
        fly_move(move)
        _timers(move)
        update_fatigue(move)
    elif kind in (TYPE_NOCLIP, TYPE_UFO):
        _free(move)
        noclip_move(move)
        _timers(move)
        update_fatigue(move)
    elif kind == TYPE_INTERMISSION:
        state.pm_flags &= ~PMF_LADDER
    elif kind in (TYPE_LINKED, TYPE_LINKED_DEAD) or state.entity_flags & EF_RESTRICTED:
        _linked(move)
    else:
        _on_foot(move)


def _take_command(move: Move) -> None:
    """Take the command with what frozen, talking and lying players may not do (steps 2 to 9)."""
    state = move.state
    flags = state.pm_flags
    if flags & PMF_FROZEN:
        move.buttons = 0
        move.wbuttons &= FROZEN_WBUTTONS
        move.forward_move = move.right_move = move.up_move = 0
    if move.buttons & BUTTON_UI:
        move.buttons &= TALKING_BUTTONS
        move.wbuttons &= FROZEN_WBUTTONS
        move.forward_move = move.right_move = move.up_move = 0
        state.entity_flags |= EF_TALKING
    else:
        state.entity_flags &= ~EF_TALKING
    state.entity_flags &= ~EF_FIRING
    flags &= ~PMF_PRONE_BLOCKED
    if state.pm_type >= TYPE_DEAD:
        move.mask &= ~CONTENTS_BODY
    if flags & PMF_CRAWL_STOPPED and (
        not flags & PMF_PRONE or (not flags & PMF_ADS and state.weapon_state in IDLE_STATES)
    ):
        flags &= ~PMF_CRAWL_STOPPED
    if flags & PMF_PRONE and flags & PMF_ADS:
        move.forward_move = move.right_move = 0
    if flags & PMF_RESPAWNED and state.pm_type < TYPE_DEAD and not move.buttons & BUTTON_FIRE:
        flags &= ~PMF_RESPAWNED
    if not state.weapon:
        state.aim_spread = 0.0
    state.pm_flags = flags


def _free(move: Move) -> None:
    """Take away what only who walks has."""
    state = move.state
    state.pm_flags &= ~(PMF_LADDER | PMF_ADS | PMF_WALKING | PMF_SPRINTING)
    state.ads_fraction = 0.0


def _linked(move: Move) -> None:
    _free(move)
    move.leave_ground()
    check_stance(move)
    _timers(move)
    update_fatigue(move)
    footsteps(move)


def _on_foot(move: Move) -> None:
    state = move.state
    set_water_level(move)
    move.water_level_before = move.water_level
    check_stance(move)
    trace_ground(move)
    state.pm_flags &= ~(PMF_ADS | PMF_WALKING)
    state.ads_fraction = 0.0
    set_sprinting(move)
    follow_ground(move)
    if state.pm_type >= TYPE_DEAD:
        dead_move(move)
    check_ladder(move)
    _timers(move)
    update_fatigue(move)
    if state.pm_flags & PMF_LADDER:
        ladder_move(move)
    elif move.walking:
        walk_move(move)
    else:
        air_move(move)
    trace_ground(move)
    set_water_level(move)
    footsteps(move)
    water_events(move)
    _repair_velocity(move)


def _timers(move: Move) -> None:
    state = move.state
    spent = move.msec
    if state.pm_time:
        state.pm_time = max(0, state.pm_time - spent)
        if not state.pm_time:
            state.pm_flags &= ~PMF_TIMED
    if state.legs_timer:
        state.legs_timer = max(0, state.legs_timer - spent)
    if state.torso_timer:
        state.torso_timer = max(0, state.torso_timer - spent)


def _repair_velocity(move: Move) -> None:
    """Who covered far less ground than his velocity says has the velocity of his way."""
    state = move.state
    x, y, z = state.origin
    px, py, pz = move.previous_origin
    vx, vy, vz = state.velocity
    x, y, z = x - px, y - py, z - pz
    seconds = move.seconds
    fast = vx * vx + vy * vy + vz * vz
    if x * x + y * y + z * z < LOST_SHARE * fast * seconds * seconds:
        state.velocity = (x / seconds, y / seconds, z / seconds)
