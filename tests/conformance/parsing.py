"""What a client reads of a server's messages (the page on parsing and demos), in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from uoproto import gamestate as gamestates
from uoproto import snapshot as snapshots
from uoproto.connection import ServerConnection, SlotState, slot
from uoproto.constants import ServiceOp
from uoproto.delta import ENTITY_BITS, write_entity
from uoproto.gamestate import Gamestate
from uoproto.message import MessageWriter
from uoproto.sharedrecords import SharedRecords
from uoproto.states import EntityState

from . import read
from .stage import Stage
from .table import Break, Row, Spoil

EOF = bytes([8])


def _say(*texts: str) -> Spoil:
    """Have the server send commands."""

    def spoil(stage: Stage) -> None:
        stage.play()
        stage.tell(*texts)

    return spoil


def _body(front: bytes = b"", *, end: bytes = EOF) -> Spoil:
    """Put bytes in front of each message's operations; ``end`` takes the place of the EOF."""

    def spoil(stage: Stage) -> None:
        stage.play()
        stage.tap.body = lambda body: front + body.removesuffix(EOF) + end
        stage.host.run(2000)

    return spoil


def _skip(numbers: int) -> Spoil:
    def spoil(stage: Stage) -> None:
        stage.play()
        stage.tap.command = lambda command: replace(command, sequence=command.sequence + numbers)
        stage.tell("e one")

    return spoil


def _silent_end(stage: Stage) -> None:
    """Send no snapshots to whom the server drops."""
    stage.play()
    original = ServerConnection._write_snapshot

    def write(self: ServerConnection, *args: object) -> None:
        if self.state != SlotState.ZOMBIE:
            original(self, *args)  # type: ignore[arg-type]

    stage.patch.setattr(ServerConnection, "_write_snapshot", write)
    stage.host.commands.execute("clientkick 0")
    stage.host.run(8000)


def _overflow_pool(stage: Stage) -> None:
    stage.strings({1150 + part: "x" * 8000 for part in range(3)})
    stage.enter()


def _overflow_pool_later(stage: Stage) -> None:
    stage.play()
    for part in range(24):
        stage.tell(f"d {1150 + part} {'x' * 900}")


def _far_base(stage: Stage) -> None:
    stage.play()
    stage.host.run(3000)
    stage.tap.snapshot = lambda content: (
        replace(content, delta_distance=40) if content.delta_distance else content
    )
    stage.host.run(300)


def _acknowledge(stage: Stage) -> None:
    stage.play()
    stage.tap.acknowledge = lambda number: number + 1
    stage.host.run(300)


def _foreign_operation(stage: Stage) -> None:
    def write(writer: MessageWriter, gamestate: Gamestate) -> None:
        part = MessageWriter()
        gamestates.write_gamestate(part, gamestate)
        body = part.to_bytes()
        writer.write_data(body[:4] + bytes([ServiceOp.SERVER_COMMAND]) + body[4:])

    stage.patch.setattr(slot, "write_gamestate", write)
    stage.enter()


def _falling_numbers(stage: Stage) -> None:
    stage.play()

    def write(
        writer: MessageWriter,
        old: Mapping[int, EntityState],
        new: Mapping[int, EntityState],
        baselines: Mapping[int, EntityState],
        records: SharedRecords | None,
    ) -> None:
        for number in (901, 900):
            write_entity(writer, number, EntityState.ZERO, EntityState.ZERO, force=True)
        writer.write_bits(1023, ENTITY_BITS)

    stage.patch.setattr(snapshots, "_write_entities", write)
    stage.host.run(300)


ROWS = (
    Row(
        "command length",
        "server commands have at most 1023 characters",
        read.lengths,
        (
            Break(
                "1024",
                "parsing",
                _body(b"\x05\x63\0\0\0" + b"e" * 1024 + b"\0"),
                "1024 bytes, at most 1023",
            ),
        ),
    ),
    Row(
        "command letters",
        "a command begins with a letter that the engine or the game knows",
        read.letters,
        (Break("Z", "server letters", _say("Z what"), "'Z what'"),),
    ),
    Row(
        "command numbers",
        "each command's number is one more than the last one's",
        read.no_gaps,
        (
            Break("one left out", "parsing ring", _skip(1), "follows"),
            Break("a window left out", "EXE_ERR_RELIABLE_CYCLED_OUT", _skip(65)),
        ),
    ),
    Row(
        "last words",
        "who is dropped is told why by w, with snapshots, for w runs with those only",
        read.last_words,
        (
            Break("no snapshots", "parsing ring", _silent_end, "no snapshot"),
            Break("no reason", "EXE_SERVER_DISCONNECTED", _say("w")),
        ),
    ),
    Row(
        "configstring changes",
        "d names an index below 2048, and what all take together fits the pool",
        read.changes,
        (
            Break("index 2048", "parsing", _say("d 2048 x"), "configstring 2048"),
            Break("index -1", "parsing", _say("d -1 x"), "configstring -1"),
            Break("pool", "parsing d", _overflow_pool_later, "MAX_GAMESTATE_CHARS"),
            Break("systeminfo", "joining 4", _say(r"d 1 \sv_pure\0"), "sv_serverid"),
            Break("serverinfo", "joining 6.1", _say(r"d 0 \sv_hostname\x"), "mapname"),
            Break("weapons", "configstrings 7", _say("d 7 luger_mp"), "changes"),
            Break("menus", "joining 6.14", _say("d 1363 admin_menu"), "admin_menu"),
        ),
    ),
    Row(
        "long configstrings",
        "x, y and z carry a long value whole, cut at no blank or quote",
        read.long_values,
        (
            Break("a blank", "parsing x", _say("x 1150 a", "y 1150  b", "z 1150 c"), "blank"),
            Break("a quote", "parsing x", _say("x 1150 a", 'y 1150 "b', "z 1150 c"), "quote"),
            Break("no beginning", "parsing", _say("y 1150 b"), "without its beginning"),
            Break(
                "8192 characters",
                "parsing",
                _say("x 1150 a", *[f"y 1150 {part}{'b' * 1000}" for part in range(9)]),
                "bcs exceeded",
            ),
        ),
    ),
    Row(
        "restart",
        "B restarts a level after its id came, with a toggled flag",
        read.restart,
        (
            Break("B alone", "joining 10", _say("B"), "flag 4"),
            Break("n alone", "joining 10", _say("n"), "flag 4"),
        ),
    ),
    Row(
        "messages",
        "messages hold known operations and end with the one for the end",
        read.nothing_ignored,
        (
            Break("no end", "parsing", _body(end=b"")),
            Break("operation 0", "parsing", _body(b"\x00"), "operation 0"),
            Break("operation 3", "parsing", _body(b"\x03"), "operation 3"),
            Break("operation 4", "parsing", _body(b"\x04"), "operation 4"),
            Break("operation 9", "parsing", _body(b"\x09"), "operation 9"),
            Break("too long", "ignored", _body(b"\x01" * 32768)),
            Break("foreign acknowledgement", "ignored", _acknowledge, "acknowledge"),
        ),
    ),
    Row(
        "gamestates",
        "gamestates hold configstrings that fit the pool, and baselines",
        read.pool,
        (
            Break("pool", "joining 3.3", _overflow_pool, "MAX_GAMESTATE_CHARS"),
            Break("a command", "parsing", _foreign_operation, "operation 5"),
        ),
    ),
    Row(
        "delta bases",
        "a snapshot refers to one that the client still holds",
        read.bases,
        (Break("40 back", "discarded", _far_base, "distance 40"),),
    ),
    Row(
        "order",
        "entities and clients come by rising numbers",
        read.order,
        (Break("falling", "parsing", _falling_numbers, "follows 901"),),
    ),
    Row(
        "announcement",
        "the next map is announced before its gamestate (optional, so nothing misses it)",
        read.notice,
        (),
    ),
)
