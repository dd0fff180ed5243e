from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from tests.strategies import entity_states, player_states, records
from uoproto import tables
from uoproto.errors import LocalProtocolError
from uoproto.states import (
    ArchivedEntityState,
    ClientState,
    EntityState,
    HudElement,
    Objective,
    PlayerState,
)


def test_fields_are_typed_by_the_state_they_stand_in() -> None:
    given_fields = {"eType": 12, "origin2[0]": 127, "time": -2, "leanf": 45.0}
    vehicle = EntityState.from_fields(given_fields)
    assert vehicle.table is tables.VEHICLE
    assert vehicle.fields() == given_fields | {"time": 2**32 - 2}
    assert isinstance(vehicle["origin2[0]"], int)
    entity = vehicle.with_fields({"eType": 3})
    assert entity.table is tables.ENTITY
    assert entity["origin2[0]"] == pytest.approx(127 * 2**-149)  # the same word, read as a float


def test_order_of_the_given_fields_does_not_matter() -> None:
    fields = {"origin2[0]": 5, "eType": 12}
    assert EntityState.from_fields(fields) == EntityState.from_fields(
        dict(reversed(fields.items()))
    )


@given(entity_states(canonical=False))
def test_fields_round_trip(state: EntityState) -> None:
    assert EntityState.from_fields(state.fields()).words == state.words or any(
        value != value for value in state.fields().values()
    )
    assert set(state.fields(all=True)) == set(tables.ENTITY.names)
    assert state.with_fields({}) == state


def test_states_compare_by_words() -> None:
    zero, negative = (EntityState.from_fields({"leanf": value}) for value in (0.0, -0.0))
    assert zero != negative
    assert zero == EntityState.ZERO
    assert hash(zero) == hash(EntityState.from_fields({}))
    others: list[object] = [ArchivedEntityState.ZERO, EntityState.ZERO.words]
    assert EntityState.ZERO not in others


def test_states_cannot_be_changed() -> None:
    for state in (EntityState.ZERO, PlayerState.ZERO, Objective.ZERO):
        with pytest.raises(AttributeError):
            state.words = ()  # type: ignore[misc]
        with pytest.raises((AttributeError, TypeError)):
            state.other = 1  # type: ignore[union-attr]
        assert not hasattr(state, "__dict__")


@given(player_states(), records(ClientState.ZERO))
def test_states_can_be_copied_and_pickled(player: PlayerState, client: ClientState) -> None:
    for state in (player, client):
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301
        assert copy.deepcopy(state) == state


@pytest.mark.parametrize(
    "fields", [{"nonsense": 1}, {"eType": 2**32}, {"eType": 0.5}, {"leanf": 1e39}]
)
def test_impossible_fields(fields: dict[str, float]) -> None:
    with pytest.raises(LocalProtocolError):
        EntityState.from_fields(fields)


def test_unknown_name_asked_for() -> None:
    with pytest.raises(KeyError):
        EntityState.ZERO["nonsense"]


def test_entity_vectors() -> None:
    state = EntityState.from_fields({"pos.trBase[1]": 2.5, "apos.trBase[2]": 90, "eType": 4})
    assert state.origin == (0.0, 2.5, 0.0)
    assert state.angles == (0.0, 0.0, 90.0)
    assert state.e_type == 4


def test_client_name() -> None:
    state = ClientState.from_fields({"team": 2}).with_name("J\xf6rg\x92s tank")
    assert state.name == "J\xf6rg\x92s tank"
    assert state["name[0]"] == int.from_bytes(b"J\xf6rg", "little")
    assert state["team"] == 2
    assert state.with_name("Al").name == "Al"
    assert state.with_name("").words == ClientState.from_fields({"team": 2}).words
    assert state.with_name("x" * 31).name == "x" * 31


@pytest.mark.parametrize("name", ["x" * 32, "a\0b", "\u0416"])
def test_impossible_names(name: str) -> None:
    with pytest.raises(LocalProtocolError):
        ClientState.ZERO.with_name(name)


def test_objective_state_is_a_field() -> None:
    objective = Objective.from_fields({"state": 4, "icon": 7})
    assert objective.state == 4
    assert objective.fields() == {"state": 4, "icon": 7}
    assert objective.with_fields({"icon": 0}).fields() == {"state": 4}
    assert objective != objective.with_fields({"state": 3})
    for state in (-1, 8, 1.5):
        with pytest.raises(LocalProtocolError):
            Objective.from_fields({"state": state})


def test_player_groups() -> None:
    element = HudElement.from_fields({"type": 1})
    player = PlayerState.from_fields({"origin[2]": 64, "viewangles[1]": 90, "velocity[0]": 7})
    changed = player.replace(stats=(1, 2, 3, 4, 5, 6), hud_current=(element,))
    assert changed.origin == (0, 0, 64)
    assert changed.view_angles == (0, 90, 0)
    assert changed.velocity == (7, 0, 0)
    assert changed.stats[5] == 6
    assert changed.hud_current == (element,)
    assert changed.with_fields({"weapon": 9}).stats == changed.stats
    assert player.stats == (0,) * 6


@pytest.mark.parametrize(
    "groups",
    [
        {"stats": (0,) * 5},
        {"ammo": (0,) * 65},
        {"clips": ()},
        {"objectives": (Objective.ZERO,)},
        {"hud_archival": (HudElement.ZERO,) * 64},
        {"hud_current": (HudElement.ZERO,) * 64},
    ],
)
def test_groups_of_wrong_length(groups: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(LocalProtocolError):
        PlayerState.ZERO.replace(**groups)  # type: ignore[arg-type]
