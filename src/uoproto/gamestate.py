"""The gamestate: all configstrings and baselines of a level (spec: Gamestate)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .constants import (
    ENTITYNUM_NONE,
    MAX_CLIENTS,
    MAX_CONFIGSTRINGS,
    ServiceOp,
)
from .delta import ENTITY_BITS, read_entity, write_entity
from .errors import BadValueError, check_integer, check_long
from .states import EntityState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .message import MessageReader, MessageWriter


@dataclass(frozen=True, slots=True)
class Gamestate:
    """One gamestate.

    ``command_sequence`` is the newest server command; ``checksum_feed`` enters the key of every
    usercmd. Configstrings are by index 0..2047, empty ones are never sent; baselines are by entity
    number; that of entity 0 is never sent.
    """

    command_sequence: int
    configstrings: Mapping[int, str]
    baselines: Mapping[int, EntityState]
    client_num: int
    checksum_feed: int


def configstring_pool_size(configstrings: Mapping[int, str]) -> int:
    """Return the characters a retail client's pool needs, NULs included.

    It starts at 1 and empty strings take no room; above `constants.MAX_GAMESTATE_CHARS` the client
    drops (joining: Gamestate).
    """
    return 1 + sum(len(text) + 1 for text in configstrings.values() if text)


def write_gamestate(writer: MessageWriter, gamestate: Gamestate) -> None:
    """Write a gamestate behind its opcode, up to and with the checksum feed.

    Raises `LocalProtocolError` for an index or entity number outside its domain, a text of 8,192
    characters or more and a value its field cannot hold.
    """
    check_long("server command sequence", gamestate.command_sequence)
    check_integer("client number", gamestate.client_num, 0, MAX_CLIENTS - 1)
    check_long("checksum feed", gamestate.checksum_feed)
    writer.write_long(gamestate.command_sequence)
    for index, text in sorted(gamestate.configstrings.items()):
        check_integer("configstring", index, 0, MAX_CONFIGSTRINGS - 1)
        if text:
            writer.write_byte(ServiceOp.CONFIGSTRING)
            writer.write_short(index)
            writer.write_big_string(text)
    for number, state in sorted(gamestate.baselines.items()):
        if not number:
            continue  # number 0 reads as "none": stock never sends this one
        writer.write_byte(ServiceOp.BASELINE)
        write_entity(writer, number, EntityState.ZERO, state, force=True)
    writer.write_byte(ServiceOp.EOF)
    writer.write_long(gamestate.client_num)
    writer.write_long(gamestate.checksum_feed)


def read_gamestate(reader: MessageReader) -> Gamestate:
    """Read a gamestate behind its opcode.

    Raises `BadValueError` for any other operation inside it and, unless the reader is lenient,
    for numbers outside their domain and a baseline that is removed.
    """
    command_sequence = reader.read_long()
    configstrings: dict[int, str] = {}
    baselines: dict[int, EntityState] = {}
    while (opcode := reader.read_byte()) != ServiceOp.EOF:
        if opcode == ServiceOp.CONFIGSTRING:
            index = reader.read_short()
            if not 0 <= index < MAX_CONFIGSTRINGS:
                raise BadValueError(f"configstring {index} outside 0..{MAX_CONFIGSTRINGS - 1}")
            configstrings[index] = reader.read_big_string()
        elif opcode == ServiceOp.BASELINE:
            number = reader.read_bits(ENTITY_BITS)
            state = read_entity(reader, number, EntityState.ZERO)
            if not reader.lenient and (state is None or number >= ENTITYNUM_NONE):
                raise BadValueError(f"baseline of entity {number}")
            if state is not None:
                baselines[number] = state
        else:
            raise BadValueError(f"operation {opcode} inside a gamestate")
    client_num = reader.read_long()
    checksum_feed = reader.read_long()
    if not reader.lenient and not 0 <= client_num < MAX_CLIENTS:
        raise BadValueError(f"gamestate for client {client_num}")
    return Gamestate(command_sequence, configstrings, baselines, client_num, checksum_feed)
