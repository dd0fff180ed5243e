"""A simulation as bytes, and back; its hash, which is the same on every machine.

Everything in `State` is numbers, texts, lists and small dataclasses, so one walk over the
dataclasses writes it all, and their annotations say what may be read back.
"""

from __future__ import annotations

import json
from binascii import Error as HexError
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import IntEnum
from functools import cache
from hashlib import blake2b
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from ..objects import Kind, List
from ..simulation import ObjectClass, Simulation, State
from ..world import World
from .invariants import DATA_OF, InvariantError, check_state
from .ranges import LENGTHS

FORMAT: Final = 2
MAX_SAVE: Final = 2 << 20
"""Bytes of a save, against texts that take all memory: a full match has some 400 KB."""
_LOW: Final = -(1 << 63)
_HIGH: Final = 1 << 63
DATA: Final[Mapping[str, type]] = {each.__name__: each for each in DATA_OF.values()}
"""What the ``data`` of an object may be."""


class SaveError(ValueError):
    """Bytes that are no save of this version; the text says where they fail."""


# -- writing ---------------------------------------------------------------------------------------


def _plain(value: object) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, bytearray):
        return value.hex()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        values = [_plain(getattr(value, each.name)) for each in fields(value)]
        name = type(value).__name__
        return [name, *values] if name in DATA else values
    raise TypeError(f"{type(value).__name__} cannot be saved")


def save(sim: Simulation) -> bytes:
    """Return the whole state between two frames, as JSON text."""
    return json.dumps(
        {"format": FORMAT, "state": _plain(sim.state)}, separators=(",", ":")
    ).encode()


def state_hash(sim: Simulation) -> str:
    """Return a short text that is the same for the same state, on every machine."""
    return blake2b(save(sim), digest_size=16).hexdigest()


# -- reading ---------------------------------------------------------------------------------------


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: object, where: str) -> Any:
    """Return a value as an annotation wants it; raises SaveError where it is not."""
    if kind is object:
        return _read_data(value, where)
    if kind is bool:
        return _expect(value, bool, where)
    if kind is int:
        return _number(value, where)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        number = _number(value, where)
        try:
            return kind(number)
        except ValueError as error:
            raise SaveError(f"{where}: {error}") from error
    if kind is bytearray:
        digits = _expect(value, str, where)
        try:
            return bytearray.fromhex(digits)
        except (ValueError, HexError) as error:
            raise SaveError(f"{where}: no hex digits") from error
    if kind is str:
        return _expect(value, str, where)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        options = [option for option in get_args(kind) if option is not NoneType]
        return None if value is None else _read(options[0], value, where)
    items = _expect(value, list, where)
    if origin is list:
        (inner,) = get_args(kind)
        return [_read(inner, item, f"{where}[{i}]") for i, item in enumerate(items)]
    if origin is tuple:
        inners = get_args(kind)
        if len(inners) != len(items):
            raise SaveError(f"{where}: {len(items)} items instead of {len(inners)}")
        return tuple(_read(k, v, where) for k, v in zip(inners, items, strict=True))
    return _read_dataclass(kind, items, where)


def _read_dataclass(kind: type, items: list[Any], where: str) -> Any:
    names = [each.name for each in fields(kind)]
    if len(items) != len(names):
        raise SaveError(f"{where}: {len(items)} fields instead of {len(names)}")
    hints = _hints(kind)
    for name, most in LENGTHS.get(kind, {}).items():
        _expect_length(hints[name], items[names.index(name)], most, f"{where}.{name}")
    values = {
        name: _read(hints[name], item, f"{where}.{name}")
        for name, item in zip(names, items, strict=True)
    }
    return kind(**values)


def _expect_length(kind: Any, value: object, most: int, where: str) -> None:
    """Raise SaveError for a list, or for the digits of bytes, of more items than there can be."""
    if isinstance(value, list | str) and len(value) > (2 * most if kind is bytearray else most):
        raise SaveError(f"{where}: {len(value)} items, not {most} at most")


def _read_data(value: object, where: str) -> Any:
    if value is None:
        return None
    items = _expect(value, list, where)
    kind = DATA.get(items[0]) if items and isinstance(items[0], str) else None
    if kind is None:
        raise SaveError(f"{where}: unknown data")
    return _read_dataclass(kind, items[1:], where)


def _expect(value: object, kind: type, where: str) -> Any:
    if not isinstance(value, kind):
        raise SaveError(f"{where}: {type(value).__name__} instead of {kind.__name__}")
    return value


def _number(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not _LOW <= value < _HIGH:
        raise SaveError(f"{where}: no number")
    return value


def load(
    data: bytes, classes: Mapping[Kind, ObjectClass], world: World | None = None
) -> Simulation:
    """Return the simulation that was saved.

    Raises SaveError for bytes that are no save, and for a state that contradicts itself: it is
    looked through as the tests do (`invariants`), so whatever is loaded can be played on.
    """
    if len(data) > MAX_SAVE:
        raise SaveError(f"{len(data)} bytes are too many for a save")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SaveError("no JSON text") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise SaveError(f"no save of format {FORMAT}")
    state: State = _read(State, content.get("state"), "state")
    try:
        check_state(state, saved=True)
    except InvariantError as error:
        raise SaveError(f"the state contradicts itself: {error}") from error
    for obj in state.pool.slots:
        if obj is not None and obj.kind not in classes:
            raise SaveError(f"slot {obj.slot} holds a {obj.kind.name}, for which there is no class")
        if obj is not None and obj.where is List.USELESS and not classes[obj.kind].recyclable:
            raise SaveError(f"slot {obj.slot}: a {obj.kind.name} makes room for nobody")
    return Simulation(classes, state, world)
