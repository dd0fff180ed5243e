"""Standing, crouching, lying: the stance flags, the box and the eyes (pmove2: Stance)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    CONTENTS_BODY,
    EF_CAPSULE,
    EF_CROUCHED,
    EF_FORCED_CROUCH,
    EF_FORCED_PRONE,
    EF_PRONE,
    EF_RESTRICTED,
    ENTITY_NONE,
    EVENT_FORCE_CROUCH,
    EVENT_FORCE_PRONE,
    EVENT_FORCE_STAND,
    PMF_ADS,
    PMF_CRAWL_STOPPED,
    PMF_DUCKED,
    PMF_FROZEN,
    PMF_JUMPED,
    PMF_LADDER,
    PMF_PRONE,
    PMF_PRONE_BLOCKED,
    PMF_STANCE,
    TYPE_DEAD,
    TYPE_SPECTATOR,
    WBUTTON_CROUCH,
    WBUTTON_LATCH,
    WBUTTON_PRONE,
)
from .fit import Fit, fits
from .friction import JUMP_MS
from .turns import normal180, slope_pitch
from .viewheight import adjust_view_height

if TYPE_CHECKING:
    from .context import Move

CROUCH_HEIGHT: Final = 50.0
PRONE_HEIGHT: Final = 30.0
SPECTATOR_MINS: Final = (-8.0, -8.0, -8.0)
SPECTATOR_MAXS: Final = (8.0, 8.0, 16.0)
MAX_TORSO_BEND: Final = 45.0
"""Between the ground and the view of who lies."""
_LYING: Final = EF_CROUCHED | EF_PRONE


def check_stance(move: Move) -> None:
    """Follow the stance buttons as far as there is room, and set box and eyes for this slice."""
    state = move.state
    flags = state.pm_flags
    if state.pm_type == TYPE_SPECTATOR:
        _be_spectator(move)
        return
    if state.pm_type >= TYPE_DEAD:
        move.mins, move.maxs = state.mins, state.maxs
        state.view_height_target = state.dead_view_height
        adjust_view_height(move)
        return
    buttons = move.wbuttons & (WBUTTON_PRONE | WBUTTON_CROUCH)
    if buttons or flags & (PMF_STANCE | PMF_FROZEN) or state.entity_flags & EF_RESTRICTED:
        _choose(move, buttons)
        if state.pm_flags & ~flags & PMF_PRONE:
            set_box(move)
            _lie_down(move)
    _choose_height(move)
    set_box(move)
    adjust_view_height(move)


def _be_spectator(move: Move) -> None:
    state = move.state
    state.pm_flags &= ~PMF_STANCE
    state.entity_flags = state.entity_flags & ~_LYING | EF_CAPSULE
    move.mins, move.maxs = SPECTATOR_MINS, SPECTATOR_MAXS
    if move.wbuttons & WBUTTON_PRONE:
        move.wbuttons &= ~WBUTTON_PRONE
        move.event(EVENT_FORCE_STAND)
    state.view_height_target = 0
    adjust_view_height(move)


def _choose(move: Move, buttons: int) -> None:
    state = move.state
    if forced := state.entity_flags & EF_RESTRICTED:
        forced &= EF_FORCED_CROUCH | EF_FORCED_PRONE
        state.pm_flags &= ~PMF_STANCE
        if forced == EF_FORCED_PRONE:
            state.pm_flags |= PMF_PRONE
        elif forced == EF_FORCED_CROUCH:
            state.pm_flags |= PMF_DUCKED
        return
    if state.pm_flags & PMF_FROZEN:
        return
    if buttons and state.pm_flags & PMF_LADDER:
        move.wbuttons &= ~buttons
        buttons = 0
        move.event(EVENT_FORCE_STAND)
    if buttons & WBUTTON_PRONE:
        if not state.pm_flags & PMF_PRONE:
            _try_prone(move)
    elif buttons:
        _try_crouch(move)
    elif state.pm_flags & PMF_PRONE:
        _get_up(move)
    elif state.pm_flags & PMF_DUCKED:
        if free(move, state.maxs[2]):
            state.pm_flags &= ~PMF_DUCKED
        else:
            _refuse(move, EVENT_FORCE_CROUCH)


def _try_prone(move: Move) -> None:
    state = move.state
    if state.ground_entity == ENTITY_NONE:
        return
    fit = None if move.water_level else fits(move, state.angles[1])
    if fit is None:
        state.pm_flags |= PMF_PRONE_BLOCKED
        ducked = state.pm_flags & PMF_DUCKED
        _refuse(move, EVENT_FORCE_CROUCH if ducked else EVENT_FORCE_STAND)
    else:
        state.pm_flags = state.pm_flags & ~PMF_DUCKED | PMF_PRONE
        lay(move, fit)


def _try_crouch(move: Move) -> None:
    state = move.state
    if not state.pm_flags & PMF_PRONE:
        state.pm_flags |= PMF_DUCKED
    elif free(move, CROUCH_HEIGHT):
        state.pm_flags = state.pm_flags & ~PMF_PRONE | PMF_DUCKED
    else:
        _refuse(move, EVENT_FORCE_PRONE)


def _get_up(move: Move) -> None:
    state = move.state
    if free(move, state.maxs[2]):
        state.pm_flags &= ~PMF_STANCE
    elif free(move, CROUCH_HEIGHT):
        state.pm_flags = state.pm_flags & ~PMF_PRONE | PMF_DUCKED
    else:
        _refuse(move, EVENT_FORCE_PRONE)


def _refuse(move: Move, event: int) -> None:
    """Tell the client which stance it keeps; not while it holds the button on purpose."""
    if not move.wbuttons & WBUTTON_LATCH:
        move.event(event)


def free(move: Move, height: float) -> bool:
    """Whether a box of this height has room where the player is; other players do not count."""
    state = move.state
    x, y, _ = state.maxs
    here = state.origin
    mask = move.mask & ~CONTENTS_BODY
    return not move.space.trace(here, here, state.mins, (x, y, height), mask, capsule=True).allsolid


def _choose_height(move: Move) -> None:
    """Set the height the eyes go to; it changes only between two changes of view height."""
    state = move.state
    if not state.lerp_time:
        target = state.view_height_target
        if state.pm_flags & PMF_PRONE:
            if target == state.stand_view_height:
                target = state.crouch_view_height
            elif target != state.prone_view_height:
                target = state.prone_view_height
                state.pm_flags |= PMF_JUMPED
                state.pm_time = JUMP_MS
        elif state.pm_flags & PMF_DUCKED or target == state.prone_view_height:
            target = state.crouch_view_height
        else:
            target = state.stand_view_height
        state.view_height_target = target
    lying = 0
    if state.view_height_target == state.prone_view_height:
        lying = EF_PRONE
    elif state.view_height_target == state.crouch_view_height:
        lying = EF_CROUCHED
    state.entity_flags = state.entity_flags & ~_LYING | EF_CAPSULE | lying


def set_box(move: Move) -> None:
    """Set the box of this slice from stance and view height."""
    state = move.state
    move.mins = state.mins
    stance = state.pm_flags & PMF_STANCE
    if not stance:
        move.maxs = state.maxs
        return
    x, y, height = state.maxs
    target = state.view_height_target
    if target == state.crouch_view_height:
        height = CROUCH_HEIGHT
    elif target == state.prone_view_height:
        height = PRONE_HEIGHT if stance & PMF_PRONE else CROUCH_HEIGHT
    move.maxs = (x, y, height)


def _lie_down(move: Move) -> None:
    """Begin to lie: the body points where the view does, and takes the pitch of the ground."""
    state = move.state
    if move.forward_move or move.right_move:
        state.pm_flags &= ~(PMF_CRAWL_STOPPED | PMF_ADS)
    mask = move.mask & ~CONTENTS_BODY
    x, y, z = state.origin
    trace = move.space.trace
    up = trace((x, y, z), (x, y, z + 10.0), move.mins, move.maxs, mask, capsule=True).endpos
    state.origin = trace(up, (x, y, z), move.mins, move.maxs, mask, capsule=True).endpos
    x, y, z = state.origin
    yaw = state.angles[1]
    state.prone_direction = yaw
    hit = trace((x, y, z), (x, y, z - 0.25), move.mins, move.maxs, mask, capsule=True)
    pitch = slope_pitch(yaw, hit.normal) if hit.fraction < 1.0 else 0.0
    state.prone_direction_pitch = pitch
    view = state.angles[0]
    bend = normal180(pitch - view)
    state.prone_torso_pitch = normal180(view + max(-MAX_TORSO_BEND, min(MAX_TORSO_BEND, bend)))


def lay(move: Move, fit: Fit) -> None:
    """Take over how the body lies."""
    state = move.state
    state.torso_height, state.torso_pitch, state.waist_pitch = fit
