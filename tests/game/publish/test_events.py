"""What happened as entities: which events, and how long they are told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.delta import write_entity
from uoproto.message import MessageWriter
from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3
from uoserver.game.publish.events import EVENTS, FIRST_EVENT, TempEvents
from uoserver.game.publish.names import STOCK_NAMES, Names, make_names
from uoserver.game.publish.objects import Rank
from uoserver.sim.events import (
    CellChanged,
    Damaged,
    Event,
    Exploded,
    Fired,
    Lost,
    ManKilled,
    Sound,
    StaticHit,
)
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import VehicleType

CLIENTS = {0: 10, 1: 11, 2: 12}
TYPES = (VehicleType.TANK, VehicleType.JEEP, VehicleType.HELICOPTER)


def place_of(id_: int) -> Vec3 | None:
    return (7.0, 8.0, 9.0) if id_ == 600 else None


def tell(
    *events: Event, names: Names = STOCK_NAMES, walkers: Sequence[int] = (), now: int = 1000
) -> list[dict[str, float]]:
    """The fields of what is told of some events."""
    temp = TempEvents(names)
    temp.tell(
        now,
        events,
        to_map=lambda x, y, z: (x + 0.4, y, z),
        place_of=place_of,
        client_of=CLIENTS.get,
        type_of=lambda driver: TYPES[driver],
        walks=lambda driver: driver in walkers,
    )
    assert all(each.box == (0, 0) for each in temp.shown.values())
    return [each.state.fields() for each in temp.shown.values()]


AT: dict[str, float] = {"pos.trBase[0]": 1, "pos.trBase[1]": 2, "pos.trBase[2]": 3}


@pytest.mark.parametrize(
    ("effect", "event", "surface"),
    [
        (Effect.DUST, 178, 6),
        (Effect.ROAD_DUST, 178, 22),
        (Effect.SPLASH, 178, 20),
        (Effect.SINKING, 178, 20),
        (Effect.OBJECT_SPARK, 178, 13),
        (Effect.STATIC_SPARK, 178, 5),
        (Effect.FOLIAGE, 178, 8),
        (Effect.TENT, 178, 4),
        (Effect.CRUSHED, 178, 4),
        (Effect.BIG_DUST, 185, 6),
        (Effect.BIG_ROAD_DUST, 185, 22),
        (Effect.BIG_SPLASH, 186, 20),
        (Effect.HUGE_SPLASH, 186, 20),
        (Effect.TANK_DEATH, 185, 5),
        (Effect.FUEL, 185, 5),
        (Effect.MINE, 185, 5),
    ],
)
def test_explosions(effect: Effect, event: int, surface: int) -> None:
    (fields,) = tell(Exploded(effect, 1, 2, 3))
    weapon = {} if event == 178 else {"weapon": 7}
    assert fields == AT | {"eType": 16 + event, "eventParm": 5, "surfType": surface, **weapon}


@pytest.mark.parametrize(
    "event",
    [
        *(Exploded(effect, 1, 2, 3) for effect in Effect if effect.name.endswith("FLASH")),
        Exploded(Effect.SMOKE, 1, 2, 3),
        Fired(600, -2, 1, 1, 2, 3, 0),
        Sound("Mine", 1, 2, 3),
        ManKilled(601, 0),
        Lost(3, 0, "damage", 1),
        StaticHit(5, 1, 0),
        CellChanged(5, 0, 0, 2),
        Damaged(600, 1, 0),
    ],
)
def test_what_is_not_told(event: Event) -> None:
    assert tell(event) == []


def test_effects_of_a_host() -> None:
    names = make_names({"effects": {"smoke": "a", "dust": "b"}})
    (fields,) = tell(Exploded(Effect.DUST, 1, 2, 3), names=names)
    assert fields == AT | {"eType": 16 + 195, "eventParm": 2}
    assert tell(Exploded(Effect.SMOKE, 1, 2, 3), names=names) == []
    (fields,) = tell(Exploded(Effect.SPLASH, 1, 2, 3), names=names)
    assert fields["eType"] == 16 + 178


def test_a_shot() -> None:
    (fields,) = tell(Fired(600, 0, 1024 + 300, 1, 2, 3, 0x100000 // 2))
    assert fields == AT | {
        "eType": 16 + 183,
        "weapon": 7,
        "otherEntityNum": 372,
        "apos.trBase[1]": 45,
    }


def test_sounds_of_a_host() -> None:
    names = make_names({"sounds": {"Drone": "a", "Mine": "b"}})
    assert tell(Sound("Mine", 1, 2, 3), Sound("Ding", 1, 2, 3), names=names) == [
        AT | {"eType": 16 + 177, "eventParm": 2}
    ]


def test_a_soldier_dies() -> None:
    assert tell(ManKilled(600, 0)) == [
        {
            "eType": 16 + 178,
            "eventParm": 5,
            "surfType": 7,
            "pos.trBase[0]": 7,
            "pos.trBase[1]": 8,
            "pos.trBase[2]": 9,
        }
    ]


@pytest.mark.parametrize(
    ("event", "killer", "means"),
    [
        (Lost(1, 0, "damage", 0), 10, 17),
        (Lost(0, 0, "damage", 1), 11, 18),
        (Lost(0, 0, "damage", 2), 12, 13),
        (Lost(0, 0, "damage"), 1022, 0),
        (Lost(0, 0, "damage", 9), 1022, 0),
        (Lost(0, 0, "fuel"), 1022, 0),
        (Lost(0, 0, "sunk", 1), 11, 15),
        (Lost(0, 0, "self"), 1022, 21),
        (ManKilled(600, 0, 1, 0), 11, 18),
    ],
)
def test_obituaries(event: Lost | ManKilled, killer: int, means: int) -> None:
    (fields,) = tell(event)
    assert fields == {
        "eType": 16 + 209,
        "otherEntityNum": CLIENTS[event.driver],
        "attackerEntityNum": killer,
        "eventParm": 0x80 | means,
    }


def test_who_walks_lives_on_without_his_vehicle() -> None:
    assert tell(Lost(1, 0, "damage", 0), walkers=(1,)) == []


def test_no_obituary_of_who_is_no_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client leaves at such a one (weapons: Obituary)."""
    monkeypatch.setitem(CLIENTS, 0, 64)
    monkeypatch.setitem(CLIENTS, 1, -1)
    assert tell(Lost(0, 0, "fuel"), Lost(1, 0, "fuel")) == []


def test_no_obituary_where_none_is_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tell(Lost(0, 0, "fuel"), Exploded(0, 0, 0, Effect.BIG_SPLASH))
    monkeypatch.setattr(
        TempEvents, "obituaries", property(lambda _: False, lambda *_: None), raising=False
    )
    after = tell(Lost(0, 0, "fuel"), Exploded(0, 0, 0, Effect.BIG_SPLASH))
    assert len(after) == len(before) - 1


def test_obituaries_go_to_everybody() -> None:
    temp = TempEvents(STOCK_NAMES)
    temp.add(0, 209, (0.0, 0.0, 0.0), Rank.ALWAYS)
    temp.add(0, 185, (0.0, 0.0, 0.0), Rank.PICTURE)
    assert [each.rank for each in temp.shown.values()] == [Rank.ALWAYS, Rank.PICTURE]


def test_they_are_told_for_300_ms() -> None:
    temp = TempEvents(STOCK_NAMES)
    temp.add(1000, 185, (0.0, 0.0, 0.0), Rank.PICTURE)
    temp.add(1050, 185, (0.0, 0.0, 0.0), Rank.PICTURE)
    temp.expire(1299)
    assert list(temp.shown) == [894, 895]
    temp.expire(1300)
    assert list(temp.shown) == [895]
    temp.expire(1350)
    assert not temp.shown


def test_numbers_are_used_in_turn_and_the_oldest_goes() -> None:
    temp = TempEvents(STOCK_NAMES)
    for number in range(EVENTS):
        temp.add(number, 185, (float(number), 0.0, 0.0), Rank.PICTURE)
    assert sorted(temp.shown) == list(range(894, 1022))
    temp.add(200, 185, (500.0, 0.0, 0.0), Rank.PICTURE)
    assert len(temp.shown) == EVENTS
    assert temp.shown[FIRST_EVENT].place[0] == 500
    temp.expire(300)  # what the second said is over, what the first says is not
    assert FIRST_EVENT in temp.shown
    assert FIRST_EVENT + 1 in temp.shown
    temp.expire(301)
    assert FIRST_EVENT in temp.shown
    assert FIRST_EVENT + 1 not in temp.shown


PLACES = st.integers(-(2**31), 2**31 - 1)
ANY_EVENT: st.SearchStrategy[Event] = st.one_of(
    st.builds(Exploded, st.sampled_from(Effect), PLACES, PLACES, PLACES),
    st.builds(
        Fired,
        PLACES,
        st.integers(-2, 11),
        st.integers(0, 2**32 - 1),
        PLACES,
        PLACES,
        PLACES,
        PLACES,
    ),
    st.builds(
        Lost,
        st.integers(-1, 3),
        st.integers(0, 3),
        st.sampled_from(["fuel", "damage", "sunk", "self"]),
        st.integers(-1, 2),
    ),
    st.builds(ManKilled, st.just(600), st.integers(0, 2), st.integers(-1, 2), st.integers(-1, 2)),
)


@given(st.lists(ANY_EVENT, max_size=10))
def test_all_can_be_sent(events: list[Event]) -> None:
    temp = TempEvents(STOCK_NAMES)
    temp.tell(
        0,
        events,
        to_map=lambda x, y, z: (x / 8192, y / 8192, z / 8192),
        place_of=place_of,
        client_of=CLIENTS.get,
        type_of=lambda driver: TYPES[driver],
        walks=lambda _driver: False,
    )
    for number, each in temp.shown.items():
        assert 16 <= each.state.e_type < 16 + 211
        write_entity(MessageWriter(4096), number, EntityState.ZERO, each.state, force=True)
