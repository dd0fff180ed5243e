"""Message bodies of about 1,400 bytes with the byte statistics of real traffic."""

from __future__ import annotations

import json
import os
import random
import struct
from pathlib import Path
from typing import Final

from uoproto.constants import FRAGMENT_BIT
from uoproto.huffman import fixed
from uoproto.obfuscation import server_key, xor_body

BODY_BYTES: Final = 1400
COUNT: Final = 6


def load() -> tuple[str, list[bytes]]:
    """Return where the bodies come from and the bodies, each of `BODY_BYTES`.

    They are cut from the server messages of the golden folder where ``UO_TEST_SHARED`` names
    one, else made up.
    """
    shared = os.environ.get("UO_TEST_SHARED")
    cases = sorted(Path(shared, "golden").glob("*-server-message.json")) if shared else []
    if not cases:
        return "made up", [_make(random.Random(seed)) for seed in range(COUNT)]
    stream = b"".join(map(_unwrap, cases))
    step = max(1, (len(stream) - BODY_BYTES) // COUNT)
    return "golden", [stream[i * step : i * step + BODY_BYTES] for i in range(COUNT)]


def _unwrap(path: Path) -> bytes:
    case = json.loads(path.read_text())
    parts = []
    for datagram in map(bytes.fromhex, case["datagrams"]):
        fragmented = int.from_bytes(datagram[:4], "little") & FRAGMENT_BIT
        parts.append(datagram[8 if fragmented else 4 :])
    key = server_key(case["sequence"], case["challenge"])
    return fixed.decompress(xor_body(b"".join(parts)[4:], key, case["client_command"]))


def _make(source: random.Random) -> bytes:
    """Mix configstrings, server commands and bit-packed records with more zeros than ones."""
    words = ("mp_foy", "ctf", "sv_fps", "20", "xmodel/vehicle_tank", "g_gametype", "allies", "d")
    body = bytearray()
    while len(body) < BODY_BYTES:
        kind = source.randrange(3)
        if kind == 0:
            text = "\\".join(source.choices(words, k=source.randint(1, 6)))
            body += struct.pack("<Bh", 3, source.randrange(2048)) + text.encode() + b"\0"
        elif kind == 1:
            text = " ".join(source.choices(words, k=source.randint(1, 6)))
            body += struct.pack("<Bi", 5, source.randrange(5000)) + text.encode() + b"\0"
        else:
            body += struct.pack("<Bi", 7, source.randrange(10**7))
            size = source.randint(20, 120)
            body += bytes(source.getrandbits(8) & source.getrandbits(8) for _ in range(size))
    return bytes(body[:BODY_BYTES])
