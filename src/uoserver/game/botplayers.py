"""Players whom the server itself drives: names and brains (`bots`) on the seats of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from .bots import Atlas, Brain
from .match.seats import NOBODY

if TYPE_CHECKING:
    from .match.match import Match

NAMES: Final = tuple(
    f"bot {name}"
    for name in (
        *("Able", "Baker", "Charlie", "Dog", "Easy", "Fox", "George", "How", "Item", "Jig"),
        *("King", "Love", "Mike", "Nan", "Oboe", "Peter", "Queen", "Roger", "Sugar", "Tare"),
        *("Uncle", "Victor", "William", "Xray", "Yoke", "Zebra"),
    )
)


def free_name(taken: Iterable[str]) -> str:
    """Return the first name that nobody has; behind the last they are numbered."""
    names = set(taken)
    for name in NAMES:
        if name not in names:
            return name
    number = 2
    while f"bot {number}" in names:
        number += 1
    return f"bot {number}"


class BotPlayers:
    """The bots of one match, by their numbers among the clients."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match: Final = match
        self._seed: Final = seed
        self._atlas: Atlas | None = None
        self._brains: dict[int, Brain | None] = {}
        match.before_tick = self.press

    def __contains__(self, number: int) -> bool:
        return number in self._brains

    def numbers(self) -> list[int]:
        """Return who is a bot."""
        return sorted(self._brains)

    def newest(self) -> list[int]:
        """Return who of them came last, if there is any."""
        return list(self._brains)[-1:]

    def add(self, number: int) -> None:
        """Let a client's seat be a bot's."""
        self._brains[number] = None

    def remove(self, number: int) -> None:
        """Forget a bot."""
        self._brains.pop(number, None)

    def press(self) -> None:
        """Press the keys of all bots for the next tick; they look at the match as it is now.

        A brain drives one driver, and each round numbers them anew: then all begin afresh.
        """
        match = self._match
        grid, world = match.sim.state.grid, match.sim.world
        if self._brains and (self._atlas is None or self._atlas.grid is not grid):
            self._atlas = Atlas(grid, world)
            self._brains = dict.fromkeys(self._brains)
        for number, known in self._brains.items():
            seat = match.seats.get(number)
            if seat is None or seat.driver == NOBODY:
                continue
            brain = known
            if brain is None or brain.number != seat.driver:
                brain = Brain(seat.driver, self._seed * 64 + number, self._atlas)
                self._brains[number] = brain
            match.press(number, *brain.think(match.sim))
