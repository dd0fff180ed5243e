"""Frame tasks: calls that run after the views of every frame until they end (rules: Object pool).

Like a timer, a task calls a number that `match` knows, so that a list can be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MAX_TASKS: Final = 1024
"""More than every object and driver could use: a task that only adds others stops here."""


@dataclass(slots=True)
class Task:
    """One entry: what it calls with which two numbers."""

    call: int
    a: int
    b: int


Do = Callable[[int, int, int], int]
"""Called with (call, a, b); 0 keeps the task for the next frame, everything else ends it."""


@dataclass(slots=True)
class TaskList:
    """Tasks in the order in which they were added, which is the order in which they run."""

    entries: list[Task] = field(default_factory=list)

    def add(self, call: int, a: int = 0, b: int = 0) -> None:
        """Add a task behind the others; one that is added while they run waits for the next frame.

        Raises OverflowError for more than `MAX_TASKS`.
        """
        if len(self.entries) >= MAX_TASKS:
            raise OverflowError("too many tasks")
        self.entries.append(Task(call, a, b))

    def drop(self, call: int, a: int) -> None:
        """Take out the tasks of a call with a first argument; not while they run."""
        self.entries = [task for task in self.entries if (task.call, task.a) != (call, a)]

    def run(self, do: Do) -> None:
        """Run every task that is there now, once."""
        now = len(self.entries)
        kept = [task for task in self.entries[:now] if not do(task.call, task.a, task.b)]
        self.entries[:now] = kept
