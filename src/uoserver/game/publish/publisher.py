"""All that a match shows in a frame: entities by number, linked into the level's world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.constants import ENTITYNUM_NONE
from uoserver.collision import Body
from uoserver.sim.events import Damaged
from uoserver.sim.objects import SLOT_MASK, Kind, Obj
from uoserver.sim.sides import Mode
from uoserver.sim.vehiclestate import VehicleState

from .events import TempEvents
from .flight import Flight, follows, is_straight, new_flight
from .names import STOCK_NAMES, Names
from .objects import (
    FIRST_OBJECT,
    KINDS,
    NO_BOX,
    TELEPORT,
    Key,
    Rank,
    Subject,
    entity_of,
    key_of,
    look_of,
)
from .reach import reach_of
from .shown import Shown
from .statics import Statics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uoserver.bsp.vectors import Vec3
    from uoserver.collision import Link, World
    from uoserver.sim.events import Event

    from ..match.match import Match
    from ..whereabouts import Whereabouts

SOLID: Final = 1


class Publisher:
    """Keeps the entities of a match up to date; what did not change is not made anew."""

    def __init__(
        self, match: Match, world: World, places: Whereabouts, names: Names = STOCK_NAMES
    ) -> None:
        self._match: Final = match
        self._world: Final = world
        self._places: Final = places
        self.names: Final = names
        self._kinds: Final = _kinds(names)
        self.events: Final = TempEvents(names)
        self._keys: dict[int, Key] = {}
        self._flights: dict[int, Flight] = {}
        self._flags: dict[int, int] = {}
        """By number: the teleport flag, which toggles with every new object."""
        self.shown: dict[int, Shown] = {}
        self.links: dict[int, Link] = {}
        """Where each is; events that everybody is told of are nowhere."""
        self.hits: dict[int, tuple[int, int]] = {}
        """By the id of an object that was hit: how often, and how hard in this frame (16.16)."""
        self.frame = 0
        """How many updates there were."""
        self.began = 0
        """Server time at which the round began."""
        self._begin(0)

    def _begin(self, now: int) -> None:
        """Begin anew with the simulation of a round."""
        for number in [*self.shown]:
            self._forget(number)
        self._keys.clear()
        self.hits.clear()
        self._sim = self._match.sim
        self._statics = Statics(self._sim.state.grid, self.names, self._match.world.point)
        self.began = now
        for number, shown in self._statics.shown.items():
            self._put(number, shown)

    def update(self, now: int, events: Sequence[Event] = ()) -> None:
        """Take over the state of the match at a server time, and what happened since the last."""
        self.frame += 1
        if self._match.sim is not self._sim:
            self._begin(now)
            events = ()  # of the round before: its objects, cells and drivers are no more
        self._tell(now, events)
        self._update_objects(now - self._match.rest)
        for number in self._statics.update(events, now):
            if (shown := self._statics.shown.get(number)) is not None:
                self._put(number, shown)
            else:
                self._forget(number)
        self._count_hits(events)

    def saw(self, numbers: Iterable[int], now: int) -> None:
        """Note what is in somebody's frame."""
        self._statics.saw(numbers, now)

    # -- objects -----------------------------------------------------------------------------------

    def _update_objects(self, time: int) -> None:
        land, kinds, keys = self._match.world, self._kinds, self._keys
        present: set[int] = set()
        for obj in self._sim.state.pool.slots:
            if obj is None or obj.kind not in kinds:
                continue
            number, driver = FIRST_OBJECT + obj.slot, self._driver_of(obj)
            key = (*key_of(obj), driver)
            present.add(number)
            before = keys.get(number)
            if before == key:
                continue
            keys[number] = key
            if before is None or before[0] != key[0]:
                self._flags[number] = self._flags.get(number, TELEPORT) ^ TELEPORT
            place = land.point(obj.x, obj.y, obj.z)
            shown = self._look(number, obj, place, time, driver)
            if shown is not None:
                self._put(number, shown)
            elif number in self.shown:
                self._forget(number)
        for number in keys.keys() - present:
            del keys[number]
            self._flights.pop(number, None)
            self._forget(number)

    def _driver_of(self, obj: Obj) -> int:
        """Return the client who drives a vehicle, as its owner (entity: Player -> entity)."""
        state = obj.data
        if not isinstance(state, VehicleState):
            return ENTITYNUM_NONE
        driver = self._sim.state.drivers[state.driver]
        if driver.vehicle != obj.id or driver.view.mode is Mode.ON_FOOT:
            return ENTITYNUM_NONE
        client = self._match.client_of(state.driver)
        return ENTITYNUM_NONE if client is None else client

    def _look(self, number: int, obj: Obj, place: Vec3, time: int, driver: int) -> Shown | None:
        flags = self._flags[number]
        if is_straight(obj):
            flight = self._flights.get(number)
            if flight is None or not follows(flight, obj, place, time):
                model = self.names.models.get("shell", 0)
                flight = new_flight(self._match.world, obj, place, time, model=model, flags=flags)
                self._flights[number] = flight
            return Shown(flight.state, place, NO_BOX, Rank.MET, reach_of(obj))
        look = look_of(Subject(obj, place, flags, self.names, driver))
        if look is None:
            return None
        return Shown(look.state, place, look.box, look.rank, reach_of(obj))

    # -- what is kept ------------------------------------------------------------------------------

    def _put(self, number: int, shown: Shown) -> None:
        """Show an entity, where clients are told that it is: whole numbers if it has a box."""
        before = self.shown.get(number)
        self.shown[number] = shown
        if shown.box[0]:
            if before is None or before.state is not shown.state:
                self._link(number, shown)
            return
        if before is not None and before.box[0]:
            self._world.unlink(number)
        if shown.rank is not Rank.ALWAYS:
            self.links[number] = self._places.at(shown.place)

    def _link(self, number: int, shown: Shown) -> None:
        """Put what men run into where clients are told that it is: at whole numbers."""
        half, high = shown.box
        x, y, z = place = shown.state.origin
        body = Body(place, mins=(-half, -half, 0.0), maxs=(half, half, high), contents=SOLID)
        self._world.link(number, body)
        self.links[number] = self._places.link(
            (x - half, y - half, z), (x + half, y + half, z + high)
        )

    def _forget(self, number: int) -> None:
        """Take an entity away."""
        self.links.pop(number, None)
        if (shown := self.shown.pop(number, None)) is not None and shown.box[0]:
            self._world.unlink(number)

    # -- events ------------------------------------------------------------------------------------

    def _tell(self, now: int, events: Sequence[Event]) -> None:
        match, drivers = self._match, self._sim.state.drivers
        before = set(self.events.shown)
        self.events.expire(now)
        self.events.tell(
            now,
            events,
            to_map=match.world.point,
            place_of=self._place_of,
            client_of=match.client_of,
            type_of=lambda driver: drivers[driver].type,
            walks=lambda driver: drivers[driver].view.mode is Mode.ON_FOOT,
        )
        after = self.events.shown
        for number in before - after.keys():
            self._forget(number)
        for number, shown in after.items():
            if self.shown.get(number) is not shown:
                self._put(number, shown)

    def _place_of(self, id_: int) -> Vec3 | None:
        number = entity_of(id_ & SLOT_MASK)
        key = self._keys.get(number)
        return self.shown[number].place if key and key[0] == id_ and number in self.shown else None

    def _count_hits(self, events: Sequence[Event]) -> None:
        pool = self._sim.state.pool
        fresh: dict[int, int] = {}
        for event in events:
            if isinstance(event, Damaged):
                fresh[event.id] = fresh.get(event.id, 0) + event.amount
        for id_, amount in fresh.items():
            self.hits[id_] = (self.hits.get(id_, (0, 0))[0] + 1, amount)
        if fresh:
            self.hits = {id_: hit for id_, hit in self.hits.items() if pool.get(id_) is not None}


def _kinds(names: Names) -> frozenset[Kind]:
    """Return the kinds that are looked at: pictures only where a host named some."""
    left_out = set()
    if "smoke" not in names.effects:
        left_out.add(Kind.EXPLOSION)
    if not any(key.startswith("debris_") for key in names.models):
        left_out.add(Kind.DEBRIS)
    return frozenset(KINDS.keys() - left_out)
