"""Both transition tables, whole."""

from __future__ import annotations

import pytest

from uoproto.connection.states import (
    CONN_TRANSITIONS,
    SLOT_TRANSITIONS,
    ConnInput,
    ConnState,
    SlotInput,
    SlotState,
    next_conn_state,
    next_slot_state,
)
from uoproto.errors import LocalProtocolError

# What the spec's prose says, written out by state: input -> next state.
CONN = {
    "DISCONNECTED": {"CONNECT": "CONNECTING", "DISCONNECT": "DISCONNECTED"},
    "CONNECTING": {"CHALLENGE_RESPONSE": "CHALLENGING", "DISCONNECT": "DISCONNECTED"},
    "CHALLENGING": {"CONNECT_RESPONSE": "CONNECTED", "DISCONNECT": "DISCONNECTED"},
    "CONNECTED": {
        "GAMESTATE": "LOADING",
        "GAMESTATE_BUT_DOWNLOADS": "CONNECTED",
        "DISCONNECT": "DISCONNECTED",
    },
    "LOADING": {
        "GAMESTATE": "LOADING",
        "GAMESTATE_BUT_DOWNLOADS": "CONNECTED",
        "LOADED": "PRIMED",
        "DISCONNECT": "DISCONNECTED",
    },
    "PRIMED": {
        "GAMESTATE": "LOADING",
        "GAMESTATE_BUT_DOWNLOADS": "CONNECTED",
        "ACTIVE_SNAPSHOT": "ACTIVE",
        "DISCONNECT": "DISCONNECTED",
    },
    "ACTIVE": {
        "GAMESTATE": "LOADING",
        "GAMESTATE_BUT_DOWNLOADS": "CONNECTED",
        "ACTIVE_SNAPSHOT": "ACTIVE",
        "DISCONNECT": "DISCONNECTED",
    },
}
SLOT = {
    "FREE": {"CONNECT": "CONNECTED"},
    "ZOMBIE": {"ZOMBIE_EXPIRED": "FREE"},
    "CONNECTED": {
        "GAMESTATE_SENT": "PRIMED",
        "MAP_CHANGE": "CONNECTED",
        "DROP": "ZOMBIE",
        "TIME_OUT": "FREE",
    },
    "PRIMED": {
        "GAMESTATE_SENT": "PRIMED",
        "FIRST_MOVE": "ACTIVE",
        "MAP_CHANGE": "CONNECTED",
        "DROP": "ZOMBIE",
        "TIME_OUT": "FREE",
    },
    "ACTIVE": {
        "GAMESTATE_SENT": "PRIMED",
        "MAP_CHANGE": "CONNECTED",
        "DROP": "ZOMBIE",
        "TIME_OUT": "FREE",
    },
}


def test_the_numbers_are_the_engines() -> None:
    assert [(state.name, state.value) for state in ConnState] == [
        ("DISCONNECTED", 0),
        ("CONNECTING", 1),
        ("CHALLENGING", 2),
        ("CONNECTED", 3),
        ("LOADING", 4),
        ("PRIMED", 5),
        ("ACTIVE", 6),
    ]
    assert [(state.name, state.value) for state in SlotState] == [
        ("FREE", 0),
        ("ZOMBIE", 1),
        ("CONNECTED", 2),
        ("PRIMED", 3),
        ("ACTIVE", 4),
    ]


@pytest.mark.parametrize("state", ConnState)
@pytest.mark.parametrize("happened", ConnInput)
def test_every_pair_of_the_client(state: ConnState, happened: ConnInput) -> None:
    wanted = CONN[state.name].get(happened.name)
    if wanted is None:
        with pytest.raises(LocalProtocolError, match=f"{happened.name} .* {state.name}"):
            next_conn_state(state, happened)
    else:
        assert next_conn_state(state, happened) is ConnState[wanted]


@pytest.mark.parametrize("state", SlotState)
@pytest.mark.parametrize("happened", SlotInput)
def test_every_pair_of_a_slot(state: SlotState, happened: SlotInput) -> None:
    wanted = SLOT[state.name].get(happened.name)
    if wanted is None:
        with pytest.raises(LocalProtocolError, match=f"{happened.name} .* {state.name}"):
            next_slot_state(state, happened)
    else:
        assert next_slot_state(state, happened) is SlotState[wanted]


def reachable(table: dict[tuple[ConnState, ConnInput], ConnState], start: ConnState) -> set[object]:
    found = {start}
    while more := {end for (old, _), end in table.items() if old in found} - found:
        found |= more
    return set(found)


def test_every_state_can_be_reached_and_left() -> None:
    assert reachable(CONN_TRANSITIONS, ConnState.DISCONNECTED) == set(ConnState)
    for state in ConnState:
        assert ConnState.DISCONNECTED in reachable(CONN_TRANSITIONS, state)
    assert reachable(SLOT_TRANSITIONS, SlotState.FREE) == set(SlotState)  # type: ignore[arg-type]
    for slot in SlotState:
        assert SlotState.FREE in reachable(SLOT_TRANSITIONS, slot)  # type: ignore[arg-type]
