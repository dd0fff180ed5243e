"""The keys of an ``infoResponse`` as typed values, and the extra keys of a ``statusResponse``.

Order and conditions are the stock server's (server: infoResponse, statusResponse): some tools
read by position.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Self

from uoproto.constants import PROTOCOL_VERSION
from uoproto.errors import LocalProtocolError
from uoproto.text import info_pairs, info_set

from .packet import stock_int

_KEYS: Final = {
    "max_clients": "sv_maxclients",
    "min_ping": "minPing",
    "max_ping": "maxPing",
    "allow_anonymous": "sv_allowAnonymous",
    "timeouts_allowed": "timeoutsAllowed",
}
"""Keys that differ from the name of their field."""
_ALWAYS: Final = frozenset({"protocol", "hw", "pb", "mod"})
"""Numbers that are sent even when 0."""


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """What a server says of itself in an ``infoResponse``; the fields stand in wire order.

    ``challenge`` echoes the request's. ``max_clients`` leaves free private slots out, pings are
    in ms, ``game`` is the mod folder; ``pswrd`` says that a password is needed, ``ff`` friendly
    fire, ``kc`` killcam, ``jps`` and ``tnk`` jeeps and tanks, ``pb`` PunkBuster, ``mod`` that
    the files are not the stock ones. ``hw`` is a number whose meaning is not documented.
    """

    challenge: str = ""
    protocol: int = PROTOCOL_VERSION
    hostname: str = ""
    mapname: str = ""
    clients: int = 0
    max_clients: int = 0
    gametype: str = ""
    pure: int = 0
    min_ping: int = 0
    max_ping: int = 0
    game: str = ""
    allow_anonymous: int = 0
    pswrd: int = 0
    ff: int = 0
    kc: int = 0
    timeouts_allowed: int = 0
    jps: int = 0
    tnk: int = 0
    hw: int = 0
    pb: int = 0
    mod: int = 0

    def to_info(self) -> str:
        """Return the info string: numbers that are 0 and texts that are empty are left out.

        Only ``protocol``, ``hw``, ``pb`` and ``mod`` are always there. A pair that would pass
        the limit of 1,023 characters is left out, as the stock server refuses to add it.
        """
        info = ""
        for field in fields(self):
            value = getattr(self, field.name)
            if value or field.name in _ALWAYS:
                info = _append(info, _KEYS.get(field.name, field.name), str(value))
        return info

    @classmethod
    def from_info(cls, info: str) -> Self:
        """Read the known keys of an info string, tolerantly.

        Keys match in any case, the first of equal ones counts, a number is read as far as it is
        one, and missing keys have the default, except that a missing protocol is 0.
        """
        sent: dict[str, str] = {}
        for key, text in info_pairs(info):
            sent.setdefault(key.lower(), text)
        values: dict[str, str | int] = {"protocol": 0}
        for field in fields(cls):
            value = sent.get(_KEYS.get(field.name, field.name).lower())
            if value is not None:
                values[field.name] = value if isinstance(field.default, str) else stock_int(value)
        return cls(**values)  # type: ignore[arg-type]


def status_info(
    serverinfo: str, *, challenge: str, password: bool, mod: bool, con_disabled: bool = False
) -> str:
    """Return the settings line of a ``statusResponse``.

    To the serverinfo cvars come ``challenge`` (when the request had one), ``con_disabled`` (when
    set), ``pswrd`` and ``mod``. A pair that would pass the limit of 1,023 characters is left out.
    """
    extras = {"challenge": challenge, "con_disabled": "1" if con_disabled else ""}
    extras |= {"pswrd": str(int(password)), "mod": str(int(mod))}
    info = serverinfo
    for key, value in extras.items():
        info = _append(info, key, value)
    return info


def _append(info: str, key: str, value: str) -> str:
    try:
        return info_set(info, key, value)
    except LocalProtocolError:
        return info
