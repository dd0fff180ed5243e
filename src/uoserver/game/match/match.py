"""One match on a map: its seats, its simulation, and the time that passes in it.

A server frame goes down through here: `steer` keeps what usercmds say, `advance` lets the ticks of
the frame pass with it, and `publish` looks at the state that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from uoserver.sim.kernel.headings import MASK
from uoserver.sim.match import add_driver, remove_driver, step
from uoserver.sim.onfoot import kill
from uoserver.sim.sides import NO_HEADING

from .arena import FULL_STOCK, Arena, Stock
from .controls import PRESSED, Deltas, stick_of, word_of
from .seats import NOBODY, Seat, Side

if TYPE_CHECKING:
    from uoproto.states import UserCmd
    from uoserver.sim.events import Event
    from uoserver.sim.objects import Obj
    from uoserver.sim.sides import Driver


TICK_MS: Final = 16
"""The simulation runs at 62.5 ticks a second of game time (design: Ticks and determinism)."""
LONGEST_FRAME_MS: Final = 8000
"""Of game time: one frame a second at the greatest timescale, 8."""
MOST_TICKS: Final = LONGEST_FRAME_MS // TICK_MS
"""Ticks of one frame, whatever time it says has passed: a jump of game time must not stop the
server for minutes. What is beyond is not made up for. (The server's clock bounds how many frames
make up for a stop of the process.)"""


def _nothing() -> None:
    """Press no keys."""


class Match:
    """Rounds on one map. Clients are named by their numbers, times are game time in ms."""

    def __init__(
        self, arena: Arena, *, seed: int, stock: Stock = FULL_STOCK, by_kills: bool = False
    ) -> None:
        self.arena: Final = arena
        self.by_kills: Final = by_kills
        self.seats: dict[int, Seat] = {}
        self.stock = stock
        self._seed = seed
        self._round = 0
        self._rest = 0
        self._apart: list[Event] = []
        self.before_tick: Callable[[], None] = _nothing
        """Called before each tick: who drives without usercmds presses keys there."""
        self.sim, self.world = arena.new_round(seed, stock, by_kills=by_kills)

    @property
    def rest(self) -> int:
        """Milliseconds that passed since the last tick: the state is as old as that."""
        return self._rest

    # -- who plays -----------------------------------------------------------------------------

    def arrive(self, client: int) -> Seat:
        """Give a client a seat from which he looks on."""
        return self.seats.setdefault(client, Seat(client))

    def leave(self, client: int) -> list[Event]:
        """Take a client out; return what happened to his vehicle."""
        events = self.join(client, None)
        self.seats.pop(client, None)
        return events

    def join(self, client: int, side: Side | None) -> list[Event]:
        """Put a client on a side, into its bunker, or among those who look on.

        Who leaves a side gives his vehicle back to its stock. Returns what happened to it.
        """
        seat = self.arrive(client)
        if seat.side is side:
            return []
        events: list[Event] = []
        if seat.driver != NOBODY:
            events = remove_driver(self.sim, seat.driver)
            # his number may be another's before they are told
            self._apart = [e for e in self._apart if getattr(e, "driver", NOBODY) != seat.driver]
            seat.driver = NOBODY
        seat.side = side
        if side is not None:
            seat.driver = add_driver(self.sim, side).number
        return events

    def of_side(self, side: Side) -> list[Seat]:
        """Return the seats of a side, by their clients' numbers."""
        return [seat for _, seat in sorted(self.seats.items()) if seat.side is side]

    def driver_of(self, client: int) -> Driver | None:
        """Return a client's driver, None for who looks on."""
        seat = self.seats.get(client)
        if seat is None or seat.driver == NOBODY:
            return None
        return self.sim.state.drivers[seat.driver]

    def client_of(self, driver: int) -> int | None:
        """Return the client of a driver's number."""
        return next((s.client for s in self.seats.values() if s.driver == driver >= 0), None)

    def vehicle_of(self, client: int) -> Obj | None:
        """Return the vehicle that a client drives."""
        driver = self.driver_of(client)
        return self.sim.state.pool.get(driver.vehicle) if driver and driver.vehicle else None

    def type_of(self, client: int) -> int:
        """Return the vehicle type that a client drives, or drove last."""
        driver = self.driver_of(client)
        return driver.type if driver else 0

    # -- what happens --------------------------------------------------------------------------

    def new_round(self) -> None:
        """Begin anew: everyone is in the bunker of his side."""
        self._round += 1
        most = max(len(self.of_side(side)) for side in Side)
        self.sim, self.world = self.arena.new_round(
            self._seed + self._round, self.stock, most, by_kills=self.by_kills
        )
        for _, seat in sorted(self.seats.items()):
            seat.word = seat.pressed = 0
            if seat.side is not None:
                seat.driver = add_driver(self.sim, seat.side).number

    def steer(self, client: int, command: UserCmd, deltas: Deltas | None = None) -> None:
        """Take over what a client's usercmd says; it counts until his next.

        With the delta angles of his player state he steers by his view.
        """
        if deltas is None:
            self.press(client, word_of(command))
        else:
            self.press(client, *stick_of(command, deltas))

    def press(self, client: int, word: int, steer: int | None = None) -> None:
        """Set a client's input word of `sim.keys`, and the heading he steers to, if any.

        Buttons that he pressed one after the other since the last tick are not all of them
        together: usercmds of a late packet come at once, and all three blow his vehicle up.
        """
        if seat := self.seats.get(client):
            seat.word = word
            together = word & PRESSED
            if seat.pressed != PRESSED and seat.pressed | together == PRESSED:
                seat.pressed = 0
            seat.pressed |= together
            seat.steer = NOBODY if steer is None else steer & MASK

    def between(self, act: Callable[[], object]) -> None:
        """Do something to the simulation between two ticks; `advance` tells what came of it."""
        earlier, self.sim.events = self.sim.events, []
        act()
        self._apart += self.sim.events
        self.sim.events = earlier

    def kill(self, client: int) -> bool:
        """Let a client blow up what he drives, or die on foot; return whether he had either."""
        driver = self.driver_of(client)
        if driver is None or not self.sim.state.running:
            return False
        done: list[bool] = []
        self.between(lambda: done.append(kill(self.sim, driver)))
        return done[0]

    def advance(self, milliseconds: int) -> list[Event]:
        """Let game time pass; return what happened, tick by tick in order."""
        ticks, self._rest = divmod(self._rest + milliseconds, TICK_MS)
        events, self._apart = self._apart, []
        for _ in range(min(ticks, MOST_TICKS)):
            self.before_tick()
            events += step(self.sim, self._words())
        return events

    def _words(self) -> list[int]:
        drivers = self.sim.state.drivers
        words = [0] * len(drivers)
        for seat in self.seats.values():
            if seat.driver != NOBODY:
                words[seat.driver] = seat.word | seat.pressed
                seat.pressed = 0
                driver = drivers[seat.driver]
                driver.analog = seat.steer != NOBODY
                driver.steer = seat.steer if driver.analog else NO_HEADING
        return words
