"""Cvars: the named values hosts set, and the two info strings clients see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from uoproto.constants import MAX_BIG_INFO_STRING, MAX_INFO_STRING
from uoproto.text import info_build
from uoserver.console.cvar import Cvar, CvarFlag
from uoserver.console.errors import CvarError

MAX_CVARS: Final = 2048
"""Stops a config file or an rcon script from filling memory with ``set`` lines."""
MAX_CVAR_NAME: Final = 64
MAX_CVAR_VALUE: Final = 8191
"""Longest value kept; also bounds what ``vstr`` can put into the command buffer."""

# The engine's info strings forbid the first three (msg: Info strings); the others would end the
# line or the text that carries the string.
_INFO_FORBIDDEN: Final = '\\";\n\r\0'
_INFO_STRIP: Final = str.maketrans("", "", _INFO_FORBIDDEN)
_ONE_LINE: Final = str.maketrans("\n\r\0", "   ")


SHOWN: Final = CvarFlag.SERVERINFO | CvarFlag.SYSTEMINFO
"""Flags by which others see a cvar."""


def is_password(cvar: Cvar) -> bool:
    """Whether a cvar holds a password of the server."""
    return bool(cvar.flags & CvarFlag.TEMP) and cvar.name.lower().endswith("password")


class SetResult(NamedTuple):
    """Outcome of `CvarRegistry.set`: the cvar, and a line for the console or ``""``."""

    cvar: Cvar
    note: str = ""


class CvarRegistry:
    """All cvars of one server, found without regard to case; the first spelling is kept.

    Until `seal` is called (command line and start-up configs) INIT and LATCH cvars change at
    once; afterwards INIT ones are write protected and LATCH ones wait for `apply_latched`.
    """

    def __init__(self) -> None:
        self._cvars: dict[str, Cvar] = {}
        self._watchers: dict[str, list[Callable[[Cvar], None]]] = {}
        self._modified = CvarFlag.NONE
        self._sealed = False
        self.archive_changes = 0
        """Grows with each change of an ARCHIVE cvar: its value, what is latched, its making."""

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._cvars

    def __iter__(self) -> Iterator[Cvar]:
        """In registration order."""
        return iter(tuple(self._cvars.values()))

    def __len__(self) -> int:
        return len(self._cvars)

    # -- making --------------------------------------------------------------------------------

    def register(
        self,
        name: str,
        default: str,
        flags: CvarFlag = CvarFlag.NONE,
        *,
        minimum: float | None = None,
        maximum: float | None = None,
        unit: str = "",
        help: str = "",  # noqa: A002 (the word the table and its readers use)
        check: Callable[[str], str | None] | None = None,
    ) -> Cvar:
        """Make a cvar, or take over one that a user made before, keeping his value.

        A taken-over value that the new cvar would refuse, and any value of a ROM one, falls
        back to the default. Raises CvarError for a bad name or too many cvars.
        """
        cvar = self._cvars.get(name.lower())
        if cvar is None:
            cvar = self._create(name, default, flags)
            self._modified |= flags
        else:
            cvar.flags = (cvar.flags & ~CvarFlag.USER_CREATED) | flags
            cvar.default = default
            self._modified |= cvar.flags
        cvar.minimum, cvar.maximum, cvar.unit, cvar.help = minimum, maximum, unit, help
        cvar.check = check
        value = cvar.clamp(cvar.value) if cvar.fits(cvar.value) else default
        if flags & CvarFlag.ROM or (check is not None and check(value) is not None):
            value = default
        self._assign(cvar, value)
        self._note(cvar)
        return cvar

    def _note(self, cvar: Cvar) -> None:
        self.archive_changes += bool(cvar.flags & CvarFlag.ARCHIVE)

    def _create(self, name: str, value: str, flags: CvarFlag) -> Cvar:
        if not 0 < len(name) <= MAX_CVAR_NAME or any(char in _INFO_FORBIDDEN for char in name):
            raise CvarError(f"invalid cvar name: {name[:MAX_CVAR_NAME]!r}")
        if len(self._cvars) >= MAX_CVARS:
            raise CvarError(f"too many cvars ({MAX_CVARS}), {name} not made")
        cvar = Cvar(name, value, value, flags)
        self._cvars[name.lower()] = cvar
        return cvar

    # -- reading -------------------------------------------------------------------------------

    def find(self, name: str) -> Cvar | None:
        """Return the cvar of that name, or None."""
        return self._cvars.get(name.lower())

    def get(self, name: str, default: str = "") -> str:
        """Return a value, or `default` when no such cvar exists."""
        cvar = self._cvars.get(name.lower())
        return default if cvar is None else cvar.value

    def get_shown(self, name: str) -> str:
        """Return a value as others are to have it, see `Cvar.shown`; empty for no such cvar."""
        cvar = self._cvars.get(name.lower())
        return "" if cvar is None else cvar.shown

    def get_int(self, name: str) -> int:
        """Return a value as a 32-bit integer, see `Cvar.integer`; 0 when there is no such cvar."""
        cvar = self._cvars.get(name.lower())
        return 0 if cvar is None else cvar.integer

    def get_float(self, name: str) -> float:
        """Return a value as a finite number, see `Cvar.number`; 0.0 when there is no such cvar."""
        cvar = self._cvars.get(name.lower())
        return 0.0 if cvar is None else cvar.number

    # -- changing ------------------------------------------------------------------------------

    def set(
        self, name: str, value: str, flags: CvarFlag = CvarFlag.NONE, *, force: bool = False
    ) -> SetResult:
        """Set a value and add `flags`; an unknown name becomes a user's cvar.

        `force` is the server's own hand: it passes ROM, INIT, LATCH and CHEAT. Raises CvarError,
        with the line to show, when the change is refused. A value is one line: line ends and NULs
        become blanks.
        """
        value = value.translate(_ONE_LINE)
        if len(value) > MAX_CVAR_VALUE:
            raise CvarError(f"{name[:MAX_CVAR_NAME]}: value longer than {MAX_CVAR_VALUE}")
        cvar = self._cvars.get(name.lower())
        if cvar is None:
            cvar = self._create(name, value, flags | CvarFlag.USER_CREATED)
            self._modified |= cvar.flags
            self._note(cvar)
            return SetResult(cvar)
        if not cvar.fits(value):
            kept = f"it stays {cvar.value}" if cvar.value else "it stays empty"
            raise CvarError(f"{cvar.name} is a number, not {value[:MAX_CVAR_NAME]!r}; {kept}")
        hidden = is_password(cvar) and bool(flags & SHOWN)
        if hidden:
            flags &= ~SHOWN
        if flags & ~cvar.flags:
            cvar.flags |= flags
            self._modified |= flags
            self._note(cvar)
        clamped = cvar.clamp(value)
        note = "" if clamped == value else f"{cvar.name} is limited to {clamped}"
        if hidden:
            note = f"{cvar.name} is a password: it is shown to nobody"
        if clamped == cvar.value and cvar.latched is None:
            return SetResult(cvar, note)
        if not force:
            self._refuse(cvar, clamped)
            if self._sealed and cvar.flags & CvarFlag.LATCH:
                return SetResult(cvar, note or self._latch(cvar, clamped))
        self._assign(cvar, clamped)
        return SetResult(cvar, note)

    def _refuse(self, cvar: Cvar, value: str) -> None:
        """Raise CvarError if the host may not give `cvar` this value now."""
        if cvar.flags & CvarFlag.ROM:
            raise CvarError(f"{cvar.name} is read only.")
        if self._sealed and cvar.flags & CvarFlag.INIT:
            raise CvarError(f"{cvar.name} is write protected.")
        if cvar.flags & CvarFlag.CHEAT and not self.get_int("sv_cheats"):
            raise CvarError(f"{cvar.name} is cheat protected.")
        reason = None if cvar.check is None else cvar.check(value)
        if reason is not None:
            raise CvarError(reason)

    def _latch(self, cvar: Cvar, value: str) -> str:
        self._note(cvar)
        if value == cvar.value:
            cvar.latched = None
            return ""
        cvar.latched = value
        return f"{cvar.name} will be changed upon restarting."

    def _assign(self, cvar: Cvar, value: str) -> None:
        cvar.latched = None
        if value == cvar.value:
            return
        cvar.value = value
        cvar.changes += 1
        self._note(cvar)
        self._modified |= cvar.flags
        if cvar.name == "sv_cheats" and not cvar.integer:
            self.end_cheats()
        for callback in self._watchers.get(cvar.name.lower(), ()):
            callback(cvar)

    def reset(self, name: str) -> SetResult:
        """Set a cvar back to its default; raises CvarError for an unknown name."""
        cvar = self._cvars.get(name.lower())
        if cvar is None:
            raise CvarError(f"no cvar named {name[:MAX_CVAR_NAME]}")
        return self.set(name, cvar.default)

    def end_cheats(self) -> list[Cvar]:
        """Give every CHEAT cvar its default, as clients do (joining); return those changed."""
        cheats = [cvar for cvar in self._cvars.values() if cvar.flags & CvarFlag.CHEAT]
        changed = [cvar for cvar in cheats if cvar.value != cvar.default]
        for cvar in cheats:
            self._assign(cvar, cvar.default)
        return changed

    def seal(self) -> None:
        """End start-up: from now on INIT cvars are protected and LATCH ones wait."""
        self._sealed = True

    def apply_latched(self) -> list[Cvar]:
        """Give every waiting LATCH cvar its new value (a map starts); return those changed."""
        waiting = [cvar for cvar in self._cvars.values() if cvar.latched is not None]
        for cvar in waiting:
            self._assign(cvar, cvar.latched or "")
        return waiting

    # -- noticing ------------------------------------------------------------------------------

    def on_change(self, name: str, callback: Callable[[Cvar], None]) -> None:
        """Call `callback` after each change of the value of the cvar of that name."""
        self._watchers.setdefault(name.lower(), []).append(callback)

    def take_modified(self) -> CvarFlag:
        """Return the flags of all cvars changed since the last call, and forget them."""
        modified, self._modified = self._modified, CvarFlag.NONE
        return modified

    # -- info strings --------------------------------------------------------------------------

    def serverinfo(self) -> str:
        """Return the SERVERINFO cvars as an info string (configstring 0), below 1024 bytes."""
        return info_build(self._info(CvarFlag.SERVERINFO)[0])

    def systeminfo(self) -> str:
        """Return the SYSTEMINFO cvars as an info string (configstring 1), below 8192 bytes."""
        return info_build(self._info(CvarFlag.SYSTEMINFO)[0], big=True)

    def left_out(self) -> list[str]:
        """Return the names of cvars that no longer fit into their info string."""
        return self._info(CvarFlag.SERVERINFO)[1] + self._info(CvarFlag.SYSTEMINFO)[1]

    def _info(self, flag: CvarFlag) -> tuple[list[tuple[str, str]], list[str]]:
        """Return the pairs of an info string, and the names of those that find no room.

        The order is alphabetical, as recorded stock servers send it. Cvars of users give way
        first when the string is full, in the order they were made.
        """
        chosen = [cvar for cvar in self._cvars.values() if cvar.flags & flag]
        chosen.sort(key=lambda cvar: bool(cvar.flags & CvarFlag.USER_CREATED))
        pairs: list[tuple[str, str]] = []
        dropped: list[str] = []
        room = (MAX_INFO_STRING if flag is CvarFlag.SERVERINFO else MAX_BIG_INFO_STRING) - 1
        for cvar in chosen:
            value = cvar.shown.translate(_INFO_STRIP)
            size = len(cvar.name) + len(value) + 2
            if not value:
                continue  # an info string carries no empty value (msg: Info strings)
            if size > room:
                dropped.append(cvar.name)
                continue
            room -= size
            pairs.append((cvar.name, value))
        pairs.sort(key=lambda pair: pair[0].lower())
        return pairs, dropped


__all__ = ["Cvar", "CvarFlag", "CvarRegistry", "SetResult"]
