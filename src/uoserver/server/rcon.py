"""Console commands from elsewhere (server: rcon; operators: Formats, rows 6 to 8).

Who knows ``rconPassword`` runs anything, who knows ``sv_limitedRconPassword`` the commands of
``sv_limitedRconCommands``. An address that guesses is locked out, and no other notices.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Final

from uoproto.connection import Address
from uoproto.constants import RCON_OUTPUT_LIMIT
from uoproto.oob import BAD_PASSWORD, NO_PASSWORD_SET, split_output
from uoproto.oob import Rcon as Request
from uoproto.text import clean_command
from uoserver.console.archive import without_secrets

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

    from .state import ServerState

log: Final = logging.getLogger("uoserver")

MAX_GUESSERS: Final = 1024
"""Addresses with bad passwords that are remembered; the oldest gives way, so that guesses under
forged addresses cost no memory."""
FORGET_MS: Final = 300_000
"""Bad passwords farther apart than this are no guessing."""

_NO_NULS: Final = {0: None}


@dataclass(slots=True)
class _Guesser:
    bad: int = 0
    """Bad passwords in a row."""
    last: int = 0
    locked_until: int = 0


class Lockout:
    """Counts bad passwords by address, whatever its port."""

    def __init__(self, cvars: CvarRegistry) -> None:
        self._cvars: Final = cvars
        self._guessers: Final[OrderedDict[str, _Guesser]] = OrderedDict()

    def locked(self, host: str, now: int) -> bool:
        """Return whether nothing of an address is looked at for now.

        ``sv_rconLockAfter`` 0 lets in those who are locked out already: a host who mistyped his own
        password sets it where the server runs.
        """
        guesser = self._guessers.get(host)
        if guesser is None or now >= guesser.locked_until:
            return False
        return self._cvars.get_int("sv_rconLockAfter") > 0

    def bad(self, host: str, now: int) -> bool:
        """Count a bad password; return whether the address is locked out from now on."""
        guesser = self._guessers.setdefault(host, _Guesser())
        self._guessers.move_to_end(host)
        if len(self._guessers) > MAX_GUESSERS:
            self._guessers.popitem(last=False)
        guesser.bad = guesser.bad + 1 if now - guesser.last < FORGET_MS else 1
        guesser.last = now
        after = self._cvars.get_int("sv_rconLockAfter")
        if not after or guesser.bad < after:
            return False
        guesser.bad = 0
        guesser.locked_until = now + self._cvars.get_int("sv_rconLockTime") * 1000
        return True

    def good(self, host: str) -> None:
        """Forget the bad passwords of an address that knew a good one."""
        self._guessers.pop(host, None)


class Rcon:
    """Runs what admins send who know a password."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._lockout: Final = Lockout(server.cvars)
        self.refused = 0
        """Requests with bad passwords, or of an address that is locked out."""

    def receive(self, packet: Request, address: Address, now: int) -> None:
        """Run a command and answer what it printed, if the password is right."""
        server, host = self._server, address[0]
        if self._lockout.locked(host, now):
            self.refused += 1
            return
        full = server.cvars.get("rconPassword")
        limited = server.cvars.get("sv_limitedRconPassword")
        # Both are compared, so that the time taken does not tell which is set.
        has_full, has_limited = _same(full, packet.password), _same(limited, packet.password)
        if not full and not limited:
            self._answer(NO_PASSWORD_SET, address)
        elif has_full:
            self._run(packet, address, "rcon", None)
        elif has_limited:
            names = server.cvars.get("sv_limitedRconCommands").lower().split()
            self._run(packet, address, "limited rcon", frozenset(names))
        else:
            self._refuse(address, now)

    def _run(
        self, packet: Request, address: Address, who: str, allowed: frozenset[str] | None
    ) -> None:
        self._lockout.good(address[0])
        shown = without_secrets(packet.command, self._server.cvars)
        log.info("%s from %s:%d: %s", who, *address, shown)
        for observer in self._server.observers:
            observer.rcon_ran(address, packet.command, limited=allowed is not None)
        lines: list[str] = []
        self._server.commands.execute(
            packet.command, lambda line: lines.append(f"{line}\n"), allowed
        )
        self._answer("".join(lines), address)

    def _refuse(self, address: Address, now: int) -> None:
        self.refused += 1
        level = self._server.noise.level(logging.WARNING, address[0], now)
        if self._lockout.bad(address[0], now):
            seconds = self._server.cvars.get_int("sv_rconLockTime")
            log.log(level, "bad rcon from %s:%d: locked out for %d s", *address, seconds)
        else:
            log.log(level, "bad rcon from %s:%d", *address)
        self._answer(BAD_PASSWORD, address)

    def _answer(self, text: str, address: Address) -> None:
        text = text[:RCON_OUTPUT_LIMIT].translate(_NO_NULS)
        # paths of packs in error messages may hold more than latin-1
        text = text.encode("latin-1", "replace").decode("latin-1")
        for part in split_output(text):
            self._server.send(part.encode(), address)


def _same(wanted: str, given: str) -> bool:
    """Compare in constant time, as a connectionless line can carry it: cleaned, without ``%``.

    An unset password is nobody's.
    """
    known = clean_command(wanted)
    same = compare_digest(known.encode("latin-1", "replace"), given.encode("latin-1", "replace"))
    return same and bool(known)
