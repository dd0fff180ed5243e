"""What happened in a frame as entities that are only an event (entity: eType 16 and above).

An event is told for 300 ms, longer than a snapshot may be late. Its number is used again only when
all others of the range were, so that a client that still has it sees a new event.

Directions, weapons and surfaces of the events are our reading: the reference has only names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from uoproto.constants import ENTITYNUM_WORLD, MAX_CLIENTS, EntityType
from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3
from uoserver.sim.events import Event, Exploded, Fired, Lost, ManKilled, Sound
from uoserver.sim.objects import SLOT_MASK
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import MINE, VehicleType
from uoserver.survey.coordinates import yaw_of

from ..stock import WEAPONS
from .names import Names
from .objects import NO_BOX, Rank, entity_of
from .shown import Shown
from .words import rounded

FIRST_EVENT: Final = 894
EVENTS: Final = 128
"""Numbers up to 1021: those of changed statics end below."""
LIFE_MS: Final = 300
SOUND, HIT, LAUNCH, EXPLODE, EXPLODE_CLEAN, PLAY_FX, OBITUARY = 177, 178, 183, 185, 186, 195, 209
CLOTH, CONCRETE, DIRT, FLESH, FOLIAGE, METAL, WATER, ASPHALT = 4, 5, 6, 7, 8, 13, 20, 22
"""Surfaces (entity: Events, the fixed order)."""
UPWARDS: Final = 5
"""The number of "straight up" among the 162 directions of engines of this family."""
SHELL: Final = 1 + WEAPONS.index("fraggrenade_mp")
"""The weapon whose explosion clients draw: the only one of the list that explodes."""

_HITS: Final = {
    Effect.DUST: DIRT,
    Effect.ROAD_DUST: ASPHALT,
    Effect.SPLASH: WATER,
    Effect.SINKING: WATER,
    Effect.OBJECT_SPARK: METAL,
    Effect.STATIC_SPARK: CONCRETE,
    Effect.FOLIAGE: FOLIAGE,
    Effect.TENT: CLOTH,
    Effect.CRUSHED: CLOTH,
}
_QUIET: Final = frozenset((Effect.TANK_FLASH, Effect.ROCKET_FLASH, Effect.AIR_FLASH, Effect.SMOKE))
"""Told otherwise: a shot by its launch, smoke as an object."""
_SURFACES: Final = {
    Effect.BIG_DUST: DIRT,
    Effect.BIG_ROAD_DUST: ASPHALT,
    Effect.BIG_SPLASH: WATER,
    Effect.HUGE_SPLASH: WATER,
}
_CLEAN: Final = frozenset((Effect.BIG_SPLASH, Effect.HUGE_SPLASH))
"""Leave no mark."""

MEANS: Final = 0x80
"""Bit of an obituary's parameter: the rest are means of death, not a weapon (weapons: Obituary)."""
ARTILLERY, DROWNED, BY_TANK, BY_JEEP, SUICIDE = 13, 15, 17, 18, 21
_BY_TYPE: Final = {
    VehicleType.TANK: BY_TANK,
    VehicleType.JEEP: BY_JEEP,
    VehicleType.MSV: BY_TANK,
    VehicleType.HELICOPTER: ARTILLERY,
}
_BY_CAUSE: Final = {"sunk": DROWNED, "self": SUICIDE}

ClientOf = Callable[[int], int | None]
"""The client of a driver's number."""
TypeOf = Callable[[int], int]
"""The last vehicle type of a driver's number."""
PlaceOf = Callable[[int], Vec3 | None]
"""Where the object of an id was shown last."""
ToMap = Callable[[int, int, int], Vec3]


class TempEvents:
    """The event entities of a match, by number."""

    def __init__(self, names: Names) -> None:
        self._names: Final = names
        self._next = 0
        self._ends: dict[int, int] = {}
        """When each is over, the oldest first."""
        self.shown: dict[int, Shown] = {}
        self.obituaries = True
        """Whether deaths are told."""

    def add(self, now: int, number: int, place: Vec3, rank: Rank, **fields: float) -> None:
        """Tell an event for a while; the oldest goes when there are too many."""
        entity = FIRST_EVENT + self._next
        self._next = (self._next + 1) % EVENTS
        self._ends.pop(entity, None)
        self._ends[entity] = now + LIFE_MS
        x, y, z = rounded(place)
        values = {
            "eType": EntityType.EVENTS + number,
            "pos.trBase[0]": x,
            "pos.trBase[1]": y,
            "pos.trBase[2]": z,
            **fields,
        }
        self.shown[entity] = Shown(EntityState.from_fields(values), place, NO_BOX, rank)

    def expire(self, now: int) -> None:
        """Take away what was told long enough."""
        while self._ends:
            entity = next(iter(self._ends))
            if self._ends[entity] > now:
                return
            del self._ends[entity], self.shown[entity]

    # -- of the simulation -------------------------------------------------------------------------

    def tell(
        self,
        now: int,
        events: Iterable[Event],
        *,
        to_map: ToMap,
        place_of: PlaceOf,
        client_of: ClientOf,
        type_of: TypeOf,
        walks: Callable[[int], bool],
    ) -> None:
        """Make entities of what happened; a driver who walks lives on without his vehicle."""
        for event in events:
            match event:
                case Exploded():
                    self._explode(now, Effect(event.effect), to_map(event.x, event.y, event.z))
                case Fired() if event.projectile != MINE:
                    self.add(
                        now,
                        LAUNCH,
                        to_map(event.x, event.y, event.z),
                        Rank.PICTURE,
                        weapon=SHELL,
                        otherEntityNum=entity_of(event.owner & SLOT_MASK),
                        **{"apos.trBase[1]": yaw_of(event.heading)},
                    )
                case Sound() if number := self._names.sounds.get(event.name):
                    place = to_map(event.x, event.y, event.z)
                    self.add(now, SOUND, place, Rank.PICTURE, eventParm=number)
                case ManKilled() if event.driver >= 0:
                    self._obituary(now, event.driver, event.by, 0, client_of, type_of)
                case ManKilled() if (where := place_of(event.id)) is not None:
                    self._hit(now, where, FLESH)
                case Lost() if not walks(event.driver):
                    means = _BY_CAUSE.get(event.cause, 0)
                    self._obituary(now, event.driver, event.by, means, client_of, type_of)
                case _:
                    pass

    def _hit(self, now: int, place: Vec3, surface: int) -> None:
        self.add(now, HIT, place, Rank.PICTURE, eventParm=UPWARDS, surfType=surface)

    def _explode(self, now: int, effect: Effect, place: Vec3) -> None:
        named = self._names.effects.get(effect.name.lower())
        if named and effect is not Effect.SMOKE:
            self.add(now, PLAY_FX, place, Rank.PICTURE, eventParm=named)
        elif effect in _HITS:
            self._hit(now, place, _HITS[effect])
        elif effect not in _QUIET:
            number = EXPLODE_CLEAN if effect in _CLEAN else EXPLODE
            surface = _SURFACES.get(effect, CONCRETE)
            self.add(
                now,
                number,
                place,
                Rank.PICTURE,
                eventParm=UPWARDS,
                surfType=surface,
                weapon=SHELL,
            )

    def _obituary(
        self, now: int, driver: int, by: int, means: int, client_of: ClientOf, type_of: TypeOf
    ) -> None:
        """Tell everybody who died; a client leaves at a victim that is no client."""
        victim, killer = client_of(driver), client_of(by)
        if not self.obituaries or victim is None or not 0 <= victim < MAX_CLIENTS:
            return
        if not means and killer is not None:
            means = _BY_TYPE.get(VehicleType(type_of(by)), 0)
        self.add(
            now,
            OBITUARY,
            (0.0, 0.0, 0.0),
            Rank.ALWAYS,
            otherEntityNum=victim,
            attackerEntityNum=ENTITYNUM_WORLD if killer is None else killer,
            eventParm=MEANS | means,
        )
