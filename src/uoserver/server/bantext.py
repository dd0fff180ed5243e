r"""The lines of both files of bans.

``bans.txt``, ours: ``ADDRESS[/BITS] [UNTIL] ["NAME"] ["REASON"]``, UNTIL being ``never`` or a time
of UTC; ``#`` begins a comment. ``ban.txt``, stock's: ``GUID NAME`` and ``\r\n`` (server: Kick/ban).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from uoproto.text import tokenize

from .banlist import (
    MAX_NAME,
    MAX_REASON,
    Ban,
    BanError,
    GuidBan,
    parse_network,
    plain,
    shown,
)

NEVER: Final = "never"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_HEAD: Final = """\
# Banned addresses, one a line: ADDRESS[/BITS] UNTIL "NAME" "REASON"
# UNTIL is never, or a time of UTC as 2030-12-31T18:00:00Z. Changes count at once, while the
# server runs, too. When it bans or unbans it writes the file anew, without comments of yours.
"""
_GUID_LINE: Final = re.compile(r"([0-9]{1,10})(?: (.*))?")
_MAX_GUID: Final = 2**32 - 1


def write_until(until: int | None) -> str:
    """Return when a ban ends, as it stands in the file."""
    return NEVER if until is None else datetime.fromtimestamp(until, UTC).strftime(_TIME)


def read_until(text: str) -> int | None:
    """Return when a ban ends; raises `BanError`."""
    if text.lower() == NEVER:
        return None
    try:
        return int(datetime.strptime(text, _TIME).replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise BanError(f"{text[:32]!r} is no time (as 2030-12-31T18:00:00Z, or never)") from None


def read_ban(line: str) -> Ban | None:
    """Return the ban of a line, None where it says nothing; raises `BanError`."""
    words = tokenize(line, 5) if not line.lstrip().startswith("#") else []
    if not words:
        return None
    if len(words) > 4:
        raise BanError("more than four words: names and reasons stand in quotes")
    address, until, name, reason = (*words, *(NEVER, "", "")[len(words) - 1 :])
    return Ban(
        parse_network(address), read_until(until), plain(name, MAX_NAME), plain(reason, MAX_REASON)
    )


def write_bans(bans: Iterable[Ban]) -> bytes:
    """Return the file of bans by address."""
    lines = (
        f'{shown(ban.network)} {write_until(ban.until)} "{ban.name}" "{ban.reason}"\n'
        for ban in bans
    )
    return (_HEAD + "".join(lines)).encode()


def read_guid_ban(line: str) -> GuidBan | None:
    """Return the ban of a line of the stock file; raises `BanError`."""
    if not line.strip():
        return None
    match = _GUID_LINE.fullmatch(line)
    guid = int(match[1]) if match else 0
    if match is None or not 0 < guid <= _MAX_GUID:
        raise BanError("a line is a GUID, a blank and a name; 0 is no GUID")
    return GuidBan(guid, plain(match[2] or "", MAX_NAME))


def write_guid_bans(bans: Iterable[GuidBan]) -> bytes:
    """Return the stock file."""
    return "".join(f"{ban.guid} {ban.name}\r\n" for ban in bans).encode("latin-1", "replace")
