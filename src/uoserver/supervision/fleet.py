"""What a fleet should know of a server, and the calls that tell it (operators: Fleets).

Pure: states go in, calls come out, times are arguments in seconds. A topic is told again whenever
it is no longer what was told; so a call that failed is made up for by the next, with whatever
holds by then. Counter and list are sent whole rather than as steps for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from typing import Final

from .report import Report
from .restclient import Call

FIRST_DELAY_S: Final = 1.0
LAST_DELAY_S: Final = 30.0
"""Pauses behind calls that failed: each is twice the one before."""
EMPTY_S: Final = 15.0
"""A server is empty when nobody has played for so long: who lost his connection comes back."""
MAX_LABEL: Final = 63
"""Characters of a label's value in Kubernetes."""
MAX_LIST_VALUE: Final = 64
PLAYERS: Final = "players"
"""Name of the counter and of the list."""
OPTIONAL: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.NOT_IMPLEMENTED})
"""Answers of a fleet that has no such counter or list: it is not asked again."""


class Wish(Enum):
    """The state that a server should have in its fleet; the value is the path of the call."""

    READY = "/ready"
    ALLOCATED = "/allocate"
    SHUTDOWN = "/shutdown"


class Topic:
    """One thing to tell: ``make`` returns the call for how things are, None for none yet."""

    def __init__(
        self, name: str, make: Callable[[], Call | None], *, optional: bool = False
    ) -> None:
        self.name: Final = name
        self._make: Final = make
        self._optional: Final = optional
        self._told: Call | None = None
        self._given_up = False
        self._delay = 0.0
        self._next = 0.0

    @property
    def failing(self) -> bool:
        """Whether the last call was not taken."""
        return self._delay > 0

    def due(self, now: float) -> Call | None:
        """Return the call to make now."""
        if self._given_up or now < self._next:
            return None
        call = self._make()
        return None if call == self._told else call

    def done(self, call: Call) -> None:
        """Take note of a call that was taken."""
        self._told, self._delay, self._next = call, 0.0, 0.0

    def failed(self, now: float, status: int = 0) -> bool:
        """Take note of a call that was not; return whether it is worth a line in the log."""
        if self._optional and status in OPTIONAL:
            self._given_up = True
            return True
        first = not self.failing
        self._delay = min(self._delay * 2 or FIRST_DELAY_S, LAST_DELAY_S)
        self._next = now + self._delay
        return first


@dataclass(slots=True)
class _Crowd:
    """Whether somebody plays, and since when nobody does."""

    played: bool = False
    empty_since: float | None = None

    def see(self, count: int, now: float) -> None:
        if count:
            self.played, self.empty_since = True, None
        elif self.empty_since is None:
            self.empty_since = now

    def gone(self, now: float) -> bool:
        """Return whether those who played have all left."""
        return self.played and self.empty_since is not None and now - self.empty_since >= EMPTY_S


class Fleet:
    """The topics of one server, those first that must be known when it becomes ready."""

    def __init__(self) -> None:
        self._report: Report | None = None
        self._crowd: Final = _Crowd()
        self._wish: Wish | None = None
        self.topics: Final = (
            Topic("map", lambda: self._label("map")),
            Topic("gametype", lambda: self._label("gametype")),
            Topic("counter", self._counter, optional=True),
            Topic("list", self._list, optional=True),
            Topic("state", self._state),
        )

    @property
    def wish(self) -> Wish | None:
        """The state that the server should have; None before its first map."""
        return self._wish

    def see(self, report: Report, now: float, *, shutdown_when_empty: bool = False) -> None:
        """Take note of how the server stands."""
        if not report.map:
            return
        self._report = report
        self._crowd.see(len(report.people()), now)
        if self._wish is Wish.SHUTDOWN:
            return
        if report.people():
            self._wish = Wish.ALLOCATED
        elif self._wish is None:
            self._wish = Wish.READY
        elif self._crowd.gone(now):
            self._crowd.played = False
            self._wish = Wish.SHUTDOWN if shutdown_when_empty else Wish.READY

    def _state(self) -> Call | None:
        return None if self._wish is None else Call("POST", self._wish.value, {})

    def _label(self, key: str) -> Call | None:
        if self._report is None:
            return None
        value = label(self._report.map if key == "map" else self._report.gametype)
        return Call("PUT", "/metadata/label", {"key": key, "value": value})

    def _counter(self) -> Call | None:
        if self._report is None:
            return None
        count = {"count": str(len(self._report.people())), "capacity": str(self._report.limit)}
        return Call("PATCH", f"/v1beta1/counters/{PLAYERS}", {**count})

    def _list(self) -> Call | None:
        if self._report is None:
            return None
        # The slot makes each value one of its kind, which two players of one name are not.
        values = [f"{row.slot} {row.name}"[:MAX_LIST_VALUE] for row in self._report.people()]
        body: dict[str, object] = {"capacity": str(self._report.limit), "values": values}
        return Call("PATCH", f"/v1beta1/lists/{PLAYERS}", body)


def label(text: str) -> str:
    """Return a text as the value of a label: letters, digits, ``-``, ``_`` and ``.`` within."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text)[:MAX_LABEL].strip("-_.")
