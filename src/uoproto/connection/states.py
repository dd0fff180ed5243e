"""All states of both sides and every transition between them, in two tables.

A connection changes its state only by `next_conn_state` or `next_slot_state`, with what
happened. A pair that is not in the table is our own side's fault and raises
`LocalProtocolError`; what a peer sends at the wrong time is filtered before.
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto
from typing import Final

from ..errors import LocalProtocolError


class ConnState(IntEnum):
    """Client states with the engine's numbers (spec: Connection states)."""

    DISCONNECTED = 0
    CONNECTING = 1
    """getchallenge is repeated."""
    CHALLENGING = 2
    """connect is repeated."""
    CONNECTED = 3
    """The netchan is open; waiting for a gamestate, or downloading."""
    LOADING = 4
    PRIMED = 5
    """Loaded; usercmds go out, waiting for a snapshot that activates."""
    ACTIVE = 6


class ConnInput(Enum):
    """What moves a client from state to state."""

    CONNECT = auto()
    CHALLENGE_RESPONSE = auto()
    CONNECT_RESPONSE = auto()
    GAMESTATE = auto()
    GAMESTATE_BUT_DOWNLOADS = auto()
    """A gamestate that names files to fetch first."""
    LOADED = auto()
    ACTIVE_SNAPSHOT = auto()
    """An accepted snapshot without the not-active flag."""
    DISCONNECT = auto()
    """Any end: our wish, the server's, an error answer, a time-out or a fault."""


_C, _CI = ConnState, ConnInput

CONN_TRANSITIONS: Final[dict[tuple[ConnState, ConnInput], ConnState]] = {
    (_C.DISCONNECTED, _CI.CONNECT): _C.CONNECTING,
    (_C.CONNECTING, _CI.CHALLENGE_RESPONSE): _C.CHALLENGING,
    (_C.CHALLENGING, _CI.CONNECT_RESPONSE): _C.CONNECTED,
    # a gamestate at any later time is a map change
    **{
        (state, _CI.GAMESTATE): _C.LOADING
        for state in (_C.CONNECTED, _C.LOADING, _C.PRIMED, _C.ACTIVE)
    },
    **{
        (state, _CI.GAMESTATE_BUT_DOWNLOADS): _C.CONNECTED
        for state in (_C.CONNECTED, _C.LOADING, _C.PRIMED, _C.ACTIVE)
    },
    (_C.LOADING, _CI.LOADED): _C.PRIMED,
    (_C.PRIMED, _CI.ACTIVE_SNAPSHOT): _C.ACTIVE,
    (_C.ACTIVE, _CI.ACTIVE_SNAPSHOT): _C.ACTIVE,
    **{(state, _CI.DISCONNECT): _C.DISCONNECTED for state in _C},
}


class SlotState(IntEnum):
    """States of a client's slot on a server, with the engine's numbers."""

    FREE = 0
    ZOMBIE = 1
    """Dropped; still told why for sv_zombietime."""
    CONNECTED = 2
    """connectResponse is sent; no gamestate yet, or one is due after a map change."""
    PRIMED = 3
    """The gamestate is sent; waiting for the first move."""
    ACTIVE = 4


class SlotInput(Enum):
    """What moves a slot from state to state."""

    CONNECT = auto()
    GAMESTATE_SENT = auto()
    FIRST_MOVE = auto()
    MAP_CHANGE = auto()
    DROP = auto()
    TIME_OUT = auto()
    """Silent for sv_timeout: nobody is left to tell, so no zombie time."""
    ZOMBIE_EXPIRED = auto()


_S, _SI = SlotState, SlotInput

SLOT_TRANSITIONS: Final[dict[tuple[SlotState, SlotInput], SlotState]] = {
    (_S.FREE, _SI.CONNECT): _S.CONNECTED,
    (_S.CONNECTED, _SI.GAMESTATE_SENT): _S.PRIMED,
    (_S.PRIMED, _SI.GAMESTATE_SENT): _S.PRIMED,
    (_S.ACTIVE, _SI.GAMESTATE_SENT): _S.PRIMED,
    (_S.PRIMED, _SI.FIRST_MOVE): _S.ACTIVE,
    (_S.CONNECTED, _SI.MAP_CHANGE): _S.CONNECTED,
    (_S.PRIMED, _SI.MAP_CHANGE): _S.CONNECTED,
    (_S.ACTIVE, _SI.MAP_CHANGE): _S.CONNECTED,
    (_S.CONNECTED, _SI.DROP): _S.ZOMBIE,
    (_S.PRIMED, _SI.DROP): _S.ZOMBIE,
    (_S.ACTIVE, _SI.DROP): _S.ZOMBIE,
    (_S.CONNECTED, _SI.TIME_OUT): _S.FREE,
    (_S.PRIMED, _SI.TIME_OUT): _S.FREE,
    (_S.ACTIVE, _SI.TIME_OUT): _S.FREE,
    (_S.ZOMBIE, _SI.ZOMBIE_EXPIRED): _S.FREE,
}


def next_conn_state(state: ConnState, happened: ConnInput) -> ConnState:
    """Return the client's next state; `LocalProtocolError` for a pair the table lacks."""
    try:
        return CONN_TRANSITIONS[state, happened]
    except KeyError:
        raise LocalProtocolError(f"{happened.name} cannot happen in {state.name}") from None


def next_slot_state(state: SlotState, happened: SlotInput) -> SlotState:
    """Return the slot's next state; `LocalProtocolError` for a pair the table lacks."""
    try:
        return SLOT_TRANSITIONS[state, happened]
    except KeyError:
        raise LocalProtocolError(f"{happened.name} cannot happen in {state.name}") from None
