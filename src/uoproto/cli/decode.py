"""``decode``: explain a datagram, a packet capture or a demo file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from ..clientmessage import MoveBase, iter_client_ops, read_client_header
from ..constants import MAX_MSGLEN
from ..demo import DemoPlayer, DemoReader
from ..describe import Json, decoded_to_json, describe, describe_packet, item_to_json
from ..errors import DemoError, RemoteProtocolError, UoError
from ..follow import ServerStream
from ..huffman.fixed import decompress
from ..inspect import Decoded, Item, read_server_header
from ..netchan import Packet, Side, parse_packet
from ..oob import is_oob, parse_oob
from ..servermessage import open_server_message
from ..states import UserCmd
from . import BAD_USAGE, OK, CommandError, add_json, print_json, progress
from .capture import Conversations, is_capture, read_capture

HELP: Final = "explain a datagram, a packet capture or a demo"
EXAMPLES: Final = """\
examples:
  python -m uoproto decode game.dm_3
  python -m uoproto decode traffic.pcapng --json --full
  python -m uoproto decode datagram.bin
  python -m uoproto decode datagram.hex --from client --challenge 1459203021 --feed 77 \\
      --command "d 1 \\sv_serverid\\16"

The file's content tells what it is; a datagram may also be written as hex digits. A capture that
holds the beginning of a connection is decoded whole. A lone sequenced datagram has to be told
the challenge, the text of the reliable command that its header acknowledges, and for usercmds
the gamestate's checksum feed.
"""

MAX_UDP: Final = 65507
_HEX_FILE: Final = 4 * MAX_UDP
"""Longest text looked at for hex digits: two a byte, and as many blanks."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--full", action="store_true", help="all values of gamestates and snapshots"
    )
    parser.add_argument("--lenient", action="store_true", help="read as forgivingly as the game")
    alone = parser.add_argument_group("a lone sequenced datagram")
    alone.add_argument(
        "--from", dest="side", choices=("client", "server"), help="who sent it (default: both)"
    )
    alone.add_argument("--challenge", type=int, metavar="N", help="the connection's challenge")
    alone.add_argument(
        "--command", default="", metavar="TEXT", help="reliable command it acknowledges"
    )
    alone.add_argument("--feed", type=int, default=0, metavar="N", help="checksum feed")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    with args.file.open("rb") as stream:
        head = stream.read(_HEX_FILE + 1)
    if is_capture(head):
        return _run_capture(args)
    if _is_demo(head):
        return _run_demo(args)
    data = _from_hex(head)
    if len(data) > MAX_UDP:
        raise CommandError(f"{args.file} is no capture, demo or datagram", BAD_USAGE)
    return _run_datagram(args, data)


def _from_hex(content: bytes) -> bytes:
    """Return the bytes that hex text stands for, or the content itself."""
    text = content.decode("latin-1").strip().removeprefix("0x")
    try:
        return bytes.fromhex(text) or content
    except ValueError:
        return content


def _is_demo(head: bytes) -> bool:
    """Whether a file begins with the record a recording starts with: a gamestate."""
    try:
        first = next(iter(DemoReader(BytesIO(head[: MAX_MSGLEN + 8]))), None)
        return first is not None and decompress(first.payload[4:])[:1] == b"\x02"
    except UoError:
        return False


# -- datagrams ----------------------------------------------------------------------------------


def _run_datagram(args: argparse.Namespace, data: bytes) -> int:
    found = decode_datagram(data, args)
    errors = [decoded.note for decoded in found if decoded.note]
    if args.json:
        packets = [decoded_to_json(decoded, full=True) for decoded in found]
        if is_oob(data):
            del packets[0]["from"]  # nothing in the datagram tells
        print_json({"kind": "datagram", "packets": packets, "errors": errors})
    else:
        for decoded in found:
            print("\n".join(_lines(decoded, full=True)))
    damaged = all(decoded.note and not decoded.items and not decoded.packet for decoded in found)
    if damaged or (args.challenge is not None and errors):
        raise CommandError(errors[0], BAD_USAGE)
    return OK


def decode_datagram(data: bytes, args: argparse.Namespace) -> list[Decoded]:
    """Decode one datagram, sequenced ones for each side they may come from.

    With a challenge and no side given, the side that can be read whole is taken.
    """
    if is_oob(data):
        try:
            return [Decoded(from_client=False, packet=None, items=(parse_oob(data),))]
        except RemoteProtocolError as error:
            return [Decoded(from_client=False, packet=None, note=str(error))]
    sides = [Side(args.side)] if args.side else [Side.SERVER, Side.CLIENT]
    found = [_decode_sequenced(data, side, args) for side in sides]
    if args.challenge is not None and (whole := [one for one in found if not one.note]):
        return whole[:1]
    return found


def _decode_sequenced(data: bytes, side: Side, args: argparse.Namespace) -> Decoded:
    packet: Packet | None = None
    items: list[Item] = []
    note = ""
    try:
        packet = parse_packet(data, side)
        if packet.fragment_start is not None:
            note = "a fragment: its message needs the others, decode a capture"
        else:
            items.extend(_message(packet, side, args))  # keeps what comes before a fault
            if args.challenge is None:
                note = "body not decoded: its key needs --challenge and --command"
    except RemoteProtocolError as error:
        note = str(error)
    return Decoded(side is Side.CLIENT, packet, tuple(items), note)


def _message(packet: Packet, side: Side, args: argparse.Namespace) -> Iterator[Item]:
    if side is Side.CLIENT:
        yield read_client_header(packet.data)
        if args.challenge is not None:
            yield from iter_client_ops(
                packet.data,
                challenge=args.challenge,
                server_command=args.command,
                move_base=lambda: MoveBase(args.feed, UserCmd()),
                lenient=args.lenient,
            )
        return
    yield read_server_header(packet.data)
    if args.challenge is not None:
        _, body = open_server_message(
            packet.data,
            sequence=packet.sequence,
            challenge=args.challenge,
            client_command=lambda _: str(args.command),
        )
        yield from ServerStream(lenient=args.lenient).read(packet.sequence, body)


# -- captures and demos -------------------------------------------------------------------------


def _run_capture(args: argparse.Namespace) -> int:
    conversations = Conversations(lenient=args.lenient)
    packets: list[Json] = []
    error = ""
    try:
        for datagram in read_capture(args.file):
            for decoded in conversations.feed(datagram):
                source, target = (f"{host}:{port}" for host, port in datagram[1:3])
                if args.json:
                    values = decoded_to_json(decoded, full=args.full)
                    where: dict[str, Json] = {
                        "time": datagram.time,
                        "source": source,
                        "target": target,
                    }
                    packets.append({**where, **values})
                else:
                    print(f"{datagram.time:.6f} {source} > {target}")
                    print("\n".join(_lines(decoded, full=args.full)))
    except CommandError as damage:
        error = str(damage)
    if conversations.passed_over:
        progress(f"{conversations.passed_over} other datagrams passed over")
    if args.json:
        errors = [error] if error else []
        print_json({"kind": "capture", "packets": packets, "errors": errors})
    if error:
        raise CommandError(error, BAD_USAGE)
    return OK


def _run_demo(args: argparse.Namespace) -> int:
    messages: list[Json] = []
    error = ""
    with args.file.open("rb") as stream:
        player = DemoPlayer(stream, lenient=args.lenient)
        try:
            for message in player:
                if args.json:
                    items = [item_to_json(op, full=args.full) for op in message.operations]
                    values = {"sequence": message.sequence, "acknowledge": message.acknowledge}
                    messages.append({**values, "items": items})
                else:
                    print(f"message {message.sequence}")
                    for op in message.operations:
                        print("\n".join(_item_lines(op, full=args.full)))
        except DemoError as damage:
            error = f"{args.file}: {damage}"
    complete, truncated = player.reader.complete, player.reader.truncated
    if args.json:
        errors = [error] if error else []
        ending = {"complete": complete, "truncated": truncated}
        print_json({"kind": "demo", "messages": messages, **ending, "errors": errors})
    elif truncated:
        print("the file ends inside a record")
    if error:
        raise CommandError(error, BAD_USAGE)
    return OK


# -- text ---------------------------------------------------------------------------------------


def _lines(decoded: Decoded, *, full: bool) -> list[str]:
    lines = []
    if decoded.packet:
        sender = "client" if decoded.from_client else "server"
        lines.append(f"  from {sender}: {describe_packet(decoded.packet)}")
    for item in decoded.items:
        lines += _item_lines(item, full=full)
    if decoded.note:
        lines.append(f"  ({decoded.note})")
    return lines


def _item_lines(item: Item, *, full: bool) -> list[str]:
    lines = [f"  {describe(item)}"]
    if full:
        values = item_to_json(item, full=True)
        states = {name: value for name, value in values.items() if isinstance(value, Mapping)}
        lines += [f"    {path} = {value!r}" for path, value in _leaves("", states)]
    return lines


def _leaves(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}" if path else name, inner)
    else:
        yield path, value
