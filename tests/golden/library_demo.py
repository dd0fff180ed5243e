"""The library's demo files and the records of `demo` cases."""

from __future__ import annotations

import io

from uoproto.demo import DemoReader, DemoRecord, DemoWriter
from uoproto.huffman.fixed import compress, decompress
from uoproto.message import MessageReader, MessageWriter


def build(records: list[tuple[int, int, bytes]]) -> list[bytes]:
    """Return each record's bytes, of (sequence, last client command, body), and the end marker."""
    stream = io.BytesIO()
    writer = DemoWriter(stream)
    pieces = []
    for sequence, acknowledge, body in records:
        payload = MessageWriter()
        payload.write_long(acknowledge)
        payload.write_data(compress(body))
        start = stream.tell()
        writer.write(DemoRecord(sequence, payload.to_bytes()))
        pieces.append(stream.getvalue()[start:])
    start = stream.tell()
    writer.close()
    return [*pieces, stream.getvalue()[start:]]


def parse(datagrams: list[bytes]) -> list[tuple[int, int, bytes]]:
    """Return (sequence, last client command, body) of each record of a complete file."""
    reader = DemoReader(io.BytesIO(b"".join(datagrams)))
    records = []
    for sequence, payload in reader:
        clear = MessageReader(payload)
        acknowledge = clear.read_long()
        body = decompress(clear.read_data(clear.remaining))
        records.append((sequence, acknowledge, body))
    assert reader.complete
    return records
