"""A network link on a fake clock: it loses, doubles, delays and so reorders what it carries."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Link(Generic[T]):
    """One direction. ``loss`` and ``duplicate`` are chances of 0 to 1; each copy takes a time of
    its own out of ``delay`` (least and most milliseconds), so a wide range reorders.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        loss: float = 0.0,
        duplicate: float = 0.0,
        delay: tuple[int, int] = (10, 10),
    ) -> None:
        self.loss = loss
        self.duplicate = duplicate
        self.delay = delay
        self.carried: list[T] = []
        """Everything that was ever sent, lost or not."""
        self._random = Random(seed)
        self._count = 0
        self._queue: list[tuple[int, int, T]] = []

    def send(self, item: T, now: int) -> None:
        self.carried.append(item)
        copies = 2 if self._random.random() < self.duplicate else 1
        for _ in range(copies):
            if self._random.random() >= self.loss:
                self._count += 1
                heappush(self._queue, (now + self._random.randint(*self.delay), self._count, item))

    def receive(self, now: int) -> list[T]:
        """Return what has arrived by now, in order of arrival."""
        arrived = []
        while self._queue and self._queue[0][0] <= now:
            arrived.append(heappop(self._queue)[2])
        return arrived

    def quiet(self) -> None:
        """Become a good link: nothing is lost, doubled or reordered any more."""
        self.loss = self.duplicate = 0.0
        self.delay = (10, 10)
