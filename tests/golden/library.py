"""The library behind the same two functions as the reference codec: `build` and `parse` a case.

Nothing here codes a byte; it only hands plain values to the library and takes its results. A kind
it does not know raises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.golden import library_demo, library_oob, library_primitives
from tests.golden.library_states import (
    Json,
    frame,
    plain_op,
    plain_usercmd,
    server_op,
    states,
    usercmd,
)
from uoproto.clientmessage import (
    ClientMessage,
    Move,
    decode_client_message,
    encode_client_message,
)
from uoproto.constants import ServiceOp
from uoproto.message import MessageWriter
from uoproto.netchan import Netchan, Side, parse_packet
from uoproto.oob import Connect, parse_request
from uoproto.servermessage import (
    FixedContext,
    encode_server_message,
    iter_server_ops,
    open_server_message,
    write_server_op,
)
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState, Frame, UserCmd
from uoproto.usercmd import quantize


def build(case: Json) -> list[bytes]:
    """Return the datagrams of the case's inputs."""
    builder, _ = KINDS[case["kind"]]
    return builder(case)


def parse(case: Json) -> Json:
    """Return what the case's datagrams say."""
    _, parser = KINDS[case["kind"]]
    return parser(case, [bytes.fromhex(datagram) for datagram in case["datagrams"]])


# -- connectionless ------------------------------------------------------------------------------


def _build_connect(case: Json) -> list[bytes]:
    return [Connect(case["userinfo"]).encode()]


def _parse_connect(case: Json, datagrams: list[bytes]) -> Json:
    (datagram,) = datagrams
    request = parse_request(datagram)
    assert isinstance(request, Connect)
    return {"userinfo": request.userinfo}


def _build_oob(case: Json) -> list[bytes]:
    return library_oob.build(case["message"], case["fields"])


def _parse_oob(case: Json, datagrams: list[bytes]) -> Json:
    message, fields = library_oob.parse(datagrams)
    assert message == case["message"]
    return {"fields": fields}


# -- netchan -------------------------------------------------------------------------------------


def _send(side: Side, sequence: int, qport: int, payload: bytes) -> list[bytes]:
    channel = Netchan(side, qport)
    channel.outgoing_sequence = sequence
    return channel.send_all(payload)


def _receive(side: Side, datagrams: list[bytes]) -> tuple[int, bytes]:
    """Return sequence and payload of a message that exactly these datagrams carry."""
    channel = Netchan(side)
    payloads = [channel.receive(datagram) for datagram in datagrams]
    payload = payloads.pop()
    assert payload is not None
    assert not any(payload is not None for payload in payloads)
    return channel.incoming_sequence, payload


# -- client messages -----------------------------------------------------------------------------


def _keys(case: Json) -> Json:
    return {name: case[name] for name in ("challenge", "checksum_feed", "server_command")}


def _build_client(case: Json) -> list[bytes]:
    base, move = UserCmd(), None
    if case["move"] is not None:
        base = usercmd(case["move"]["base"])
        move = Move(case["move"]["no_delta"], tuple(map(usercmd, case["move"]["commands"])))
    message = ClientMessage(
        case["server_id"],
        case["message_acknowledge"],
        case["reliable_acknowledge"],
        tuple((sequence, text) for sequence, text in case["reliable_commands"]),
        move,
    )
    payload = encode_client_message(message, **_keys(case), base=base)
    return _send(Side.CLIENT, case["sequence"], case["qport"], payload)


def _parse_client(case: Json, datagrams: list[bytes]) -> Json:
    sequence, payload = _receive(Side.SERVER, datagrams)
    base = UserCmd()
    if case["move"] is not None:
        base = quantize(usercmd(case["move"]["base"]))
    message = decode_client_message(payload, **_keys(case), base=base)
    move = None
    if message.move is not None:
        commands = [plain_usercmd(command) for command in message.move.commands]
        move = {"no_delta": message.move.no_delta, "commands": commands}
    return {
        "sequence": sequence,
        "qport": parse_packet(datagrams[0], Side.CLIENT).qport,
        "server_id": message.server_id,
        "message_acknowledge": message.message_acknowledge,
        "reliable_acknowledge": message.reliable_acknowledge,
        "reliable_commands": [list(command) for command in message.reliable_commands],
        "move": move,
    }


# -- server messages -----------------------------------------------------------------------------


def _context(op: Json) -> FixedContext:
    """Return what a peer must remember for this operation."""
    if op["op"] != "snapshot":
        return FixedContext()
    base = None if op["from"] is None else frame(op["from"])
    return FixedContext(base, states(EntityState, op["baselines"]))


class Contexts:
    """A reader's context that passes from one snapshot of a case to the next."""

    lenient = False

    def __init__(self, ops: list[Json]) -> None:
        self._waiting = [_context(op) for op in ops if op["op"] == "snapshot"]

    @property
    def baselines(self) -> Mapping[int, EntityState]:
        return self._waiting[0].baselines

    def base_frame(self, delta_distance: int) -> Frame | None:
        return self._waiting[0].base_frame(delta_distance)

    def next(self) -> None:
        del self._waiting[0]


def _body(ops: list[Json]) -> bytes:
    w = MessageWriter()
    for op in ops:
        write_server_op(w, server_op(op), _context(op))
    w.write_byte(ServiceOp.EOF)
    assert not w.overflowed
    return w.to_bytes()


def _read_ops(body: bytes, ops: list[Json]) -> list[Json]:
    contexts = Contexts(ops)
    read = []
    for op in iter_server_ops(body, contexts):
        read.append(plain_op(op))
        if isinstance(op, Snapshot):
            contexts.next()
    return read


def _build_server(case: Json) -> list[bytes]:
    payload = encode_server_message(
        case["last_client_command"],
        _body(case["ops"]),
        sequence=case["sequence"],
        challenge=case["challenge"],
        client_command=case["client_command"],
    )
    return _send(Side.SERVER, case["sequence"], 0, payload)


def _parse_server(case: Json, datagrams: list[bytes]) -> Json:
    sequence, payload = _receive(Side.CLIENT, datagrams)
    texts = {case["last_client_command"]: case["client_command"]}
    acknowledged, body = open_server_message(
        payload,
        sequence=sequence,
        challenge=case["challenge"],
        client_command=texts.__getitem__,
    )
    return {
        "sequence": sequence,
        "last_client_command": acknowledged,
        "ops": _read_ops(body, case["ops"]),
    }


# -- demos ---------------------------------------------------------------------------------------


def _build_demo(case: Json) -> list[bytes]:
    return library_demo.build(
        [
            (record["sequence"], record["last_client_command"], _body(record["ops"]))
            for record in case["records"]
        ]
    )


def _parse_demo(case: Json, datagrams: list[bytes]) -> Json:
    records = zip(library_demo.parse(datagrams), case["records"], strict=True)
    return {
        "records": [
            {
                "sequence": sequence,
                "last_client_command": acknowledge,
                "ops": _read_ops(body, given["ops"]),
            }
            for (sequence, acknowledge, body), given in records
        ]
    }


Build = Callable[[Json], list[bytes]]
Parse = Callable[[Json, list[bytes]], Json]

KINDS: dict[str, tuple[Build, Parse]] = {
    "connect": (_build_connect, _parse_connect),
    "oob": (_build_oob, _parse_oob),
    "client_message": (_build_client, _parse_client),
    "server_message": (_build_server, _parse_server),
    "demo": (_build_demo, _parse_demo),
    "usercmd": (library_primitives.build_usercmd, library_primitives.parse_usercmd),
    "archived_entity": (library_primitives.build_archived, library_primitives.parse_archived),
    "hash_key": (library_primitives.build_hash_key, library_primitives.parse_hash_key),
    "xor": (library_primitives.build_xor, library_primitives.parse_xor),
    "huffman": (library_primitives.build_huffman, library_primitives.parse_huffman),
    "message": (library_primitives.build_message, library_primitives.parse_message),
}
