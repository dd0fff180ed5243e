"""What a map source does wrong, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from uoserver.bsp.errors import BspError

MAX_PROBLEMS: Final = 100
"""Problems collected before a build gives up: a file of another kind has one on every line."""


class Problem(NamedTuple):
    """One problem or warning; `line` counts from 1."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {self.message}"


class SourceError(BspError):
    """A part of the source cannot be used; the parser notes it and goes on behind the part."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.problem: Final = Problem(line, message)


class BuildError(BspError):
    """The source makes no map; `problems` says why, in order of lines, at most MAX_PROBLEMS."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"line {first.line}: {first.message}{more}")
        self.problems: Final = problems


@dataclass(slots=True)
class Report:
    """Collects problems, which end a build, and warnings, which do not."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def problem(self, line: int, message: str) -> None:
        """Note a problem; raises BuildError when there are too many to go on."""
        self.problems.append(Problem(line, message))
        if len(self.problems) >= MAX_PROBLEMS:
            self.close()

    def warn(self, line: int, message: str) -> None:
        """Note a warning; those beyond MAX_PROBLEMS are dropped."""
        if len(self.warnings) < MAX_PROBLEMS:
            self.warnings.append(Problem(line, message))

    def close(self) -> None:
        """Raise BuildError if there was any problem."""
        if self.problems:
            raise BuildError(sorted(self.problems))
