"""The entity lump: brace-delimited blocks of quoted keys and values (spec: Lump 29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from uoserver.bsp.errors import BspError, EntityTextError
from uoserver.bsp.vectors import Vec3, parse_vector

MAX_ENTITY_TEXT: Final = 4 * 1024 * 1024
MAX_MAP_ENTITIES: Final = 32_768
"""Entities of one map, models and lights included; each costs an object."""
MAX_ENTITY_PAIRS: Final = 256
MAX_ENTITY_TOKEN: Final = 4096

_UNQUOTABLE: Final = frozenset('"\n\r\0')


class Entity:
    """One entity: its pairs in file order, duplicates included; immutable.

    Keys are compared without regard to letter case and the first of equal keys counts, as the
    stock game reads them.
    """

    __slots__ = ("pairs",)

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs: Final = tuple(pairs)

    def get(self, key: str, default: str = "") -> str:
        """Return the value of the first pair with that key, or `default`."""
        wanted = key.lower()
        return next((value for name, value in self.pairs if name.lower() == wanted), default)

    def __contains__(self, key: str) -> bool:
        wanted = key.lower()
        return any(name.lower() == wanted for name, _ in self.pairs)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entity) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __repr__(self) -> str:
        return f"Entity({self.pairs!r})"

    @property
    def classname(self) -> str:
        """The ``classname``, or ``""``."""
        return self.get("classname")

    @property
    def origin(self) -> Vec3 | None:
        """The ``origin`` in map units, or None when it is missing or no place in a world."""
        return parse_vector(self.get("origin"))

    @property
    def angles(self) -> Vec3:
        """Pitch, yaw and roll in degrees, from ``angles`` or the yaw-only ``angle``, else 0."""
        angles = parse_vector(self.get("angles"))
        if angles is None:
            yaw = parse_vector(f"0 {self.get('angle')} 0")
            angles = yaw if yaw is not None else (0.0, 0.0, 0.0)
        return angles


def parse_entities(lump: bytes) -> list[Entity]:
    """Parse the entity lump, up to its NUL if it has one.

    Tokens are quoted; bare words are taken too, and ``//`` comments passed over, as the stock
    parser does. Text is one character per byte. Raises EntityTextError with the line.
    """
    if len(lump) > MAX_ENTITY_TEXT:
        raise BspError(f"entity text of {len(lump)} bytes, at most {MAX_ENTITY_TEXT}")
    text = lump.split(b"\0", 1)[0].decode("latin-1")
    entities: list[Entity] = []
    tokens = read_tokens(text)
    for line, word, quoted in tokens:
        if quoted or word != "{":
            raise EntityTextError(line, f"expected {{, found {word[:32]!r}")
        if len(entities) >= MAX_MAP_ENTITIES:
            raise EntityTextError(line, f"more than {MAX_MAP_ENTITIES} entities")
        entities.append(_parse_one(line, tokens))
    return entities


def _parse_one(start: int, tokens: Iterator[tuple[int, str, bool]]) -> Entity:
    pairs: list[tuple[str, str]] = []
    key: str | None = None
    for line, word, quoted in tokens:
        if not quoted and word in ("{", "}"):
            if word == "{":
                raise EntityTextError(line, "{ inside an entity")
            if key is not None:
                raise EntityTextError(line, f"key {key[:32]!r} without a value")
            return Entity(pairs)
        if key is None:
            key = word
            continue
        if len(pairs) >= MAX_ENTITY_PAIRS:
            raise EntityTextError(line, f"more than {MAX_ENTITY_PAIRS} pairs in one entity")
        pairs.append((key, word))
        key = None
    raise EntityTextError(start, "{ is never closed")


def read_tokens(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield (line, token, whether it was quoted); braces outside quotes are tokens."""
    for number, line in enumerate(text.split("\n"), start=1):
        i = 0
        while i < len(line):
            char = line[i]
            if char <= " ":
                i += 1
                continue
            if line.startswith("//", i):
                break
            if char in "{}":
                yield number, char, False
                i += 1
                continue
            quoted = char == '"'
            if quoted:
                end = line.find('"', i + 1)
                if end < 0:
                    raise EntityTextError(number, "quote is never closed")
                token, i = line[i + 1 : end], end + 1
            else:
                end = i
                while end < len(line) and line[end] > " " and line[end] not in '{}"':
                    end += 1
                token, i = line[i:end], end
            if len(token) > MAX_ENTITY_TOKEN:
                raise EntityTextError(number, f"token longer than {MAX_ENTITY_TOKEN}")
            yield number, token, quoted


def format_entities(entities: Iterable[Entity]) -> bytes:
    """Return the lump of `entities`, written as map compilers do, with its NUL.

    Raises BspError for text that quotes cannot hold.
    """
    blocks: list[str] = []
    for entity in entities:
        for text in (text for pair in entity for text in pair):
            if _UNQUOTABLE & set(text) or any(ord(char) > 0xFF for char in text):
                raise BspError(f"text that no entity can hold: {text[:32]!r}")
        lines = "".join(f'"{key}" "{value}"\n' for key, value in entity)
        blocks.append(f"{{\n{lines}}}\n")
    return "".join(blocks).encode("latin-1") + b"\0"
