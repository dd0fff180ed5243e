"""What travels in snapshots and usercmds: immutable states, compared by their raw words.

Each record class keeps one unsigned 32-bit word per field in the order of its table (see
`uoproto.record` for why). Build them with ``from_fields`` and ``with_fields``; the plain
constructor takes words as they are and checks nothing, for the codecs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, Self

from . import tables
from .constants import (
    ETYPE_VEHICLE,
    MAX_AMMO,
    MAX_HUD_ELEMENTS,
    MAX_NAME_CHARS,
    MAX_OBJECTIVES,
    MAX_STATS,
)
from .errors import LocalProtocolError
from .record import Record, Vector, pack_fields, unpack_field, unpack_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .tables import Table

MAX_OBJECTIVE_STATE: Final = 7


class EntityState(Record):
    """entityState. A vehicle (eType 12) takes its types from another table, in the same order."""

    __slots__ = ()
    ORDER = tables.ENTITY
    ZERO: ClassVar[EntityState]

    def with_fields(self, values: Mapping[str, float]) -> Self:
        """Return this state with some fields changed, typed by the eType it then has."""
        if "eType" in values:
            e_type = {"eType": values["eType"]}
            types = type(self)(pack_fields(self.ORDER, self.ORDER, e_type, self.words)).table
        else:
            types = self.table
        return type(self)(pack_fields(self.ORDER, types, values, self.words))

    @property
    def table(self) -> Table:
        """`tables.VEHICLE` for a vehicle, else `tables.ENTITY`."""
        return tables.VEHICLE if self.words[_E_TYPE] == ETYPE_VEHICLE else tables.ENTITY

    @property
    def e_type(self) -> int:
        """The eType field (constants.EntityType)."""
        return self.words[_E_TYPE]

    @property
    def origin(self) -> Vector:
        """The base of the position's trajectory."""
        return self.vector("pos.trBase")

    @property
    def angles(self) -> Vector:
        """The base of the angles' trajectory."""
        return self.vector("apos.trBase")


class ArchivedEntityState(Record):
    """The killcam store's entity: entityState with its bounds and server flags."""

    __slots__ = ()
    ORDER = tables.ARCHIVED_ENTITY
    ZERO: ClassVar[ArchivedEntityState]


class ClientState(Record):
    """clientState. Its name field is eight words of four characters each."""

    __slots__ = ()
    ORDER = tables.CLIENT
    ZERO: ClassVar[ClientState]

    @property
    def name(self) -> str:
        """The player's name, up to its NUL."""
        raw = b"".join(self.words[place].to_bytes(4, "little") for place in _NAME_WORDS)
        return raw.split(b"\0", 1)[0].decode("latin-1")

    def with_name(self, name: str) -> Self:
        """Return this state under another name.

        Raises `LocalProtocolError` for more than 31 characters, a NUL or one above 0xff.
        """
        if len(name) > MAX_NAME_CHARS or "\0" in name or max(name, default="") > "\xff":
            raise LocalProtocolError(f"{name!r} is no player name")
        raw = name.encode("latin-1").ljust(4 * len(_NAME_WORDS), b"\0")
        words = list(self.words)
        for number, place in enumerate(_NAME_WORDS):
            words[place] = int.from_bytes(raw[4 * number : 4 * number + 4], "little")
        return type(self)(tuple(words))


class HudElement(Record):
    """One scripted HUD element; type 0 is an empty slot."""

    __slots__ = ()
    ORDER = tables.HUD_ELEMENT
    ZERO: ClassVar[HudElement]

    @property
    def is_empty(self) -> bool:
        """Whether it has no type; the first such element ends a list on the wire."""
        return not self.words[_HUD_TYPE]


@dataclass(frozen=True, slots=True)
class Objective(Record):
    """One objective: its fields and a state of three bits (0 empty ... 4 current)."""

    ORDER: ClassVar[Table] = tables.OBJECTIVE
    ZERO: ClassVar[Objective]
    state: int = 0

    def with_fields(self, values: Mapping[str, float]) -> Self:
        """Return this objective with some fields changed, ``state`` (0..7) being one of them."""
        rest = dict(values)
        state = rest.pop("state", self.state)
        if state not in range(MAX_OBJECTIVE_STATE + 1):
            raise LocalProtocolError(f"objective state {state} outside 0..{MAX_OBJECTIVE_STATE}")
        words = pack_fields(self.ORDER, self.ORDER, rest, self.words)
        return replace(self, words=words, state=int(state))

    def fields(self, *, all: bool = False) -> dict[str, float]:  # noqa: A002
        """Return typed values by name, ``state`` among them."""
        values = unpack_fields(self.ORDER, self.ORDER, self.words, everything=all)
        return {"state": self.state, **values} if self.state or all else values


_PLAYER_WORDS: Final = len(tables.PLAYER)
_E_TYPE: Final = tables.ENTITY.index["eType"]
_HUD_TYPE: Final = tables.HUD_ELEMENT.index["type"]
_NAME_WORDS: Final = tuple(tables.CLIENT.index[f"name[{place}]"] for place in range(0, 32, 4))

EntityState.ZERO = EntityState.from_fields({})
ArchivedEntityState.ZERO = ArchivedEntityState.from_fields({})
ClientState.ZERO = ClientState.from_fields({})
HudElement.ZERO = HudElement.from_fields({})
Objective.ZERO = Objective.from_fields({})


@dataclass(frozen=True, slots=True)
class PlayerState:
    """playerState: the main table's words and the five auxiliary groups.

    Stats, ammo and clips are signed numbers; HUD lists need hold the used slots only.
    Raises `LocalProtocolError` when one of them has the wrong length.
    """

    ORDER: ClassVar[Table] = tables.PLAYER
    ZERO: ClassVar[PlayerState]
    words: tuple[int, ...] = (0,) * len(tables.PLAYER)
    stats: tuple[int, ...] = (0,) * MAX_STATS
    ammo: tuple[int, ...] = (0,) * MAX_AMMO
    clips: tuple[int, ...] = (0,) * MAX_AMMO
    objectives: tuple[Objective, ...] = (Objective.ZERO,) * MAX_OBJECTIVES
    hud_archival: tuple[HudElement, ...] = ()
    hud_current: tuple[HudElement, ...] = ()

    def __post_init__(self) -> None:
        if (
            len(self.words) != _PLAYER_WORDS
            or len(self.stats) != MAX_STATS
            or len(self.ammo) != MAX_AMMO
            or len(self.clips) != MAX_AMMO
            or len(self.objectives) != MAX_OBJECTIVES
            or len(self.hud_archival) > MAX_HUD_ELEMENTS
            or len(self.hud_current) > MAX_HUD_ELEMENTS
        ):
            raise LocalProtocolError(
                "a group of the player state, or its main table, has the wrong length"
            )

    @classmethod
    def from_fields(cls, values: Mapping[str, float]) -> Self:
        """Return a state that is zero but for the main fields given; raises as `Record` does."""
        return cls().with_fields(values)

    def with_fields(self, values: Mapping[str, float]) -> Self:
        """Return this state with some main fields changed."""
        return replace(self, words=pack_fields(self.ORDER, self.ORDER, values, self.words))

    def replace(
        self,
        *,
        stats: tuple[int, ...] | None = None,
        ammo: tuple[int, ...] | None = None,
        clips: tuple[int, ...] | None = None,
        objectives: tuple[Objective, ...] | None = None,
        hud_archival: tuple[HudElement, ...] | None = None,
        hud_current: tuple[HudElement, ...] | None = None,
    ) -> Self:
        """Return this state with some groups exchanged."""
        return type(self)(
            self.words,
            self.stats if stats is None else stats,
            self.ammo if ammo is None else ammo,
            self.clips if clips is None else clips,
            self.objectives if objectives is None else objectives,
            self.hud_archival if hud_archival is None else hud_archival,
            self.hud_current if hud_current is None else hud_current,
        )

    def fields(self, *, all: bool = False) -> dict[str, float]:  # noqa: A002
        """Return the main fields by name: those whose word is not zero, or all of them."""
        return unpack_fields(self.ORDER, self.ORDER, self.words, everything=all)

    def __getitem__(self, name: str) -> float:
        """Return one main field; raises `KeyError` for an unknown name."""
        return unpack_field(self.ORDER, self.ORDER, self.words, name)

    def vector(self, stem: str) -> Vector:
        """Return the float fields ``stem[0]`` to ``stem[2]``."""
        return (self[f"{stem}[0]"], self[f"{stem}[1]"], self[f"{stem}[2]"])

    @property
    def origin(self) -> Vector:
        """Position of the feet."""
        return self.vector("origin")

    @property
    def velocity(self) -> Vector:
        """Velocity in units per second."""
        return self.vector("velocity")

    @property
    def view_angles(self) -> Vector:
        """Where the player looks, in degrees."""
        return self.vector("viewangles")


PlayerState.ZERO = PlayerState()


@dataclass(frozen=True, slots=True)
class UserCmd:
    """One user command. Angles are 16-bit words; moves -127..127, quantised on the wire."""

    command_time: int = 0
    buttons: int = 0
    wbuttons: int = 0
    weapon: int = 0
    angles: tuple[int, int, int] = (0, 0, 0)
    forwardmove: int = 0
    rightmove: int = 0
    upmove: int = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """What one snapshot shows: the player, and entities and clients by rising number."""

    player: PlayerState = PlayerState.ZERO
    entities: Mapping[int, EntityState] = field(default_factory=dict)
    clients: Mapping[int, ClientState] = field(default_factory=dict)


EMPTY_FRAME: Final = Frame(PlayerState.ZERO, MappingProxyType({}), MappingProxyType({}))
"""The base of a full snapshot."""
