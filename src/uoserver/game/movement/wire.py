"""Which fields of the player state are movement's, and how they pass between words and numbers."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter, itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from uoproto.record import WORD_MASK
from uoproto.tables import PLAYER

from .constants import MAX_VELOCITY, WORLD_EDGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uoproto.states import PlayerState

Value = float | tuple[float, ...]

SCALE_LIMIT: Final = 16.0
"""Largest speed scale, friction or fatigue believed; one from outside may be any binary32."""
BODY_LIMIT: Final = 256.0
"""Likewise of a box and of heights in it."""
TURN: Final = 360.0


class WireFloat(NamedTuple):
    """A float field: attribute, stem of its name, elements, largest amount believed."""

    attribute: str
    stem: str
    limit: float = SCALE_LIMIT
    size: int = 1


class WireInt(NamedTuple):
    """An integer field: attribute, stem of its name, bits that count, elements, signed."""

    attribute: str
    stem: str
    bits: int
    size: int = 1
    signed: bool = False


# In both tables what has several elements stands first: see `_row`.
FLOATS: Final = (
    WireFloat("origin", "origin", WORLD_EDGE, 3),
    WireFloat("velocity", "velocity", MAX_VELOCITY, 3),
    WireFloat("angles", "viewangles", TURN / 2, 3),
    WireFloat("mins", "mins", BODY_LIMIT, 3),
    WireFloat("maxs", "maxs", BODY_LIMIT, 3),
    WireFloat("ladder_normal", "vLadderVec", 1.0, 3),
    WireFloat("view_height", "viewHeightCurrent", BODY_LIMIT),
    WireFloat("walk_scale", "walkSpeedScale"),
    WireFloat("run_scale", "runSpeedScale"),
    WireFloat("sprint_scale", "sprintSpeedScale"),
    WireFloat("prone_scale", "proneSpeedScale"),
    WireFloat("crouch_scale", "crouchSpeedScale"),
    WireFloat("strafe_scale", "strafeSpeedScale"),
    WireFloat("back_scale", "backSpeedScale"),
    WireFloat("lean_scale", "leanSpeedScale"),
    WireFloat("friction", "friction"),
    WireFloat("fatigue", "fatigueScale"),
    WireFloat("last_sprint", "lastSprintTime", float(1 << 31)),
    WireFloat("jump_z", "fJumpOriginZ", WORLD_EDGE),
    WireFloat("lean", "leanf", 1.0),
    WireFloat("prone_direction", "proneDirection", TURN),
    WireFloat("prone_direction_pitch", "proneDirectionPitch", TURN),
    WireFloat("prone_torso_pitch", "proneTorsoPitch", TURN),
    WireFloat("torso_height", "fTorsoHeight", BODY_LIMIT),
    WireFloat("torso_pitch", "fTorsoPitch", TURN),
    WireFloat("waist_pitch", "fWaistPitch", TURN),
    WireFloat("aim_spread", "aimSpreadScale", 255.0),
    WireFloat("ads_fraction", "fWeaponPosFrac", 1.0),
)
INTS: Final = (
    WireInt("delta_angles", "delta_angles", 16, 3),
    WireInt("events", "events", 8, 4),
    WireInt("event_parms", "eventParms", 8, 4),
    WireInt("command_time", "commandTime", 32, signed=True),
    WireInt("pm_type", "pm_type", 8),
    WireInt("pm_flags", "pm_flags", 24),
    WireInt("pm_time", "pm_time", 16, signed=True),
    WireInt("entity_flags", "eFlags", 24),
    WireInt("speed", "speed", 16),
    WireInt("gravity", "gravity", 16),
    WireInt("ground_entity", "groundEntityNum", 10),
    WireInt("view_height_target", "viewHeightTarget", 8),
    WireInt("lerp_target", "viewHeightLerpTarget", 8),
    WireInt("lerp_time", "viewHeightLerpTime", 32, signed=True),
    WireInt("lerp_down", "viewHeightLerpDown", 1),
    WireInt("prone_view_height", "proneViewHeight", 8),
    WireInt("crouch_view_height", "crouchViewHeight", 8),
    WireInt("stand_view_height", "standViewHeight", 8),
    WireInt("dead_view_height", "deadViewHeight", 8),
    WireInt("fatigue_sound_time", "iFatigueSoundTime", 32, signed=True),
    WireInt("jump_time", "jumpTime", 32, signed=True),
    WireInt("movement_dir", "movementDir", 8),
    WireInt("bob_cycle", "bobCycle", 8),
    WireInt("weapon", "weapon", 7),
    WireInt("weapon_state", "weaponstate", 4),
    WireInt("legs_timer", "legsTimer", 16),
    WireInt("torso_timer", "torsoTimer", 16),
    WireInt("event_sequence", "eventSequence", 8),
)


def read(player: PlayerState) -> dict[str, Value]:
    """Return attributes of a movement state by name.

    Floats that are not finite become 0, and all are held within the limits of `FLOATS`; integers
    keep the bits that travel.
    """
    words = player.words
    raw = _FLOAT_ROW.unpack(_WORD_ROW.pack(*[words[place] for place in _FLOAT_PLACES]))
    numbers = iter(
        [
            min(limit, max(-limit, value)) + 0.0 if value - value == 0.0 else 0.0
            for value, limit in zip(raw, _LIMITS, strict=True)
        ]
    )
    values: dict[str, Value] = {field.attribute: _taken(numbers, field.size) for field in FLOATS}
    places = iter(_INT_PLACES)
    for field in INTS:
        mask, sign = (1 << field.bits) - 1, 1 << field.bits - 1 if field.signed else 0
        row = [words[next(places)] & mask for _ in range(field.size)]
        values[field.attribute] = _taken(iter((word ^ sign) - sign for word in row), field.size)
    return values


def written(words: Sequence[int], state: object) -> tuple[int, ...]:
    """Return the words of a player state with the attributes of a movement state in them."""
    floats = _WORD_ROW.unpack(_FLOAT_ROW.pack(*_row(_FLOAT_VALUES(state), _FLOAT_ROWS)))
    ints = [int(value) & WORD_MASK for value in _row(_INT_VALUES(state), _INT_ROWS)]
    return _PLACED((*words, *floats, *ints))


def named(state: object) -> dict[str, float]:
    """Return the attributes of a movement state under the names of the wire."""
    floats = zip(_FLOAT_PLACES, _row(_FLOAT_VALUES(state), _FLOAT_ROWS), strict=True)
    ints = zip(_INT_PLACES, _row(_INT_VALUES(state), _INT_ROWS), strict=True)
    return {PLAYER.names[place]: value for place, value in (*floats, *ints)}


def _taken(values: Iterator[float], size: int) -> Value:
    return next(values) if size == 1 else tuple(next(values) for _ in range(size))


def _row(values: tuple[Any, ...], rows: int) -> list[float]:
    """Return the elements of values one after the other; the first ``rows`` have several."""
    return [*chain.from_iterable(values[:rows]), *values[rows:]]


def _rows(table: Sequence[WireFloat | WireInt]) -> int:
    """Return how many fields have several elements."""
    return sum(field.size > 1 for field in table)


def _placing() -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what puts the words of both tables, which follow on all of a state, in place."""
    order = list(range(len(PLAYER)))
    for number, place in enumerate((*_FLOAT_PLACES, *_INT_PLACES), start=len(PLAYER)):
        order[place] = number
    return itemgetter(*order)


def _places(table: Iterable[WireFloat | WireInt]) -> tuple[int, ...]:
    return tuple(
        PLAYER.index[field.stem if field.size == 1 else f"{field.stem}[{number}]"]
        for field in table
        for number in range(field.size)
    )


_FLOAT_VALUES: Final = attrgetter(*(field.attribute for field in FLOATS))
_INT_VALUES: Final = attrgetter(*(field.attribute for field in INTS))
_FLOAT_ROWS: Final = _rows(FLOATS)
_INT_ROWS: Final = _rows(INTS)
_FLOAT_PLACES: Final = _places(FLOATS)
_INT_PLACES: Final = _places(INTS)
_PLACED: Final = _placing()
_LIMITS: Final = tuple(field.limit for field in FLOATS for _ in range(field.size))
_FLOAT_ROW: Final = Struct(f"<{len(_FLOAT_PLACES)}f")
_WORD_ROW: Final = Struct(f"<{len(_FLOAT_PLACES)}I")
