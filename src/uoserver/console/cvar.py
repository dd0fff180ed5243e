"""One cvar: a named value, what it is for, and which values it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag

from uoserver.console.numbers import is_number, number_text, to_float, to_int


class CvarFlag(IntFlag):
    """What a cvar is for and who may change it (server: Cvars, flag bits)."""

    NONE = 0
    ARCHIVE = 0x1
    USERINFO = 0x2
    SERVERINFO = 0x4
    SYSTEMINFO = 0x8
    INIT = 0x10
    LATCH = 0x20
    ROM = 0x40
    USER_CREATED = 0x80
    TEMP = 0x100
    CHEAT = 0x200
    NO_RESTART = 0x400
    MAKE_SERVERINFO = 0x800
    SCRIPT_SET = 0x1000
    SCRIPT_SERVERINFO = 0x2000


@dataclass(slots=True, eq=False)
class Cvar:
    """One cvar; change it through its `CvarRegistry` only.

    `latched` is the value that waits for the next map, `changes` counts changes of `value`,
    `minimum`, `maximum` bound a number, `check` returns why a value is refused.
    """

    name: str
    value: str
    default: str
    flags: CvarFlag = CvarFlag.NONE
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    help: str = ""
    check: Callable[[str], str | None] | None = None
    latched: str | None = None
    changes: int = 0

    @property
    def integer(self) -> int:
        """The value as C's ``atoi`` reads it; the default's where the range does not hold that.

        That is so with an empty value, and with what ``atoi`` reads another number from (``.5e2``).
        """
        number = to_int(self.value)
        return number if self.holds(number) else to_int(self.default)

    @property
    def number(self) -> float:
        """The value as C's ``atof`` reads it, always finite; else as `integer`."""
        number = to_float(self.value)
        return number if self.holds(number) else to_float(self.default)

    @property
    def ranged(self) -> bool:
        """Whether it is a number within a range."""
        return self.minimum is not None or self.maximum is not None

    @property
    def shown(self) -> str:
        """The value as others are to have it: for a number that is empty the one that counts."""
        return self.value or (number_text(self.number) if self.ranged else "")

    def fits(self, value: str) -> bool:
        """Whether `value` is of the right kind: with a range a number, or nothing."""
        return not self.ranged or not value or is_number(value)

    def holds(self, number: float) -> bool:
        """Whether `number` is within the range, or there is none."""
        above = self.minimum is None or number >= self.minimum
        return above and (self.maximum is None or number <= self.maximum)

    def clamp(self, value: str) -> str:
        """Return `value`, or the bound it passes as text; an empty value stays empty."""
        number = to_float(value)
        if value and self.minimum is not None and number < self.minimum:
            return number_text(self.minimum)
        if value and self.maximum is not None and number > self.maximum:
            return number_text(self.maximum)
        return value
