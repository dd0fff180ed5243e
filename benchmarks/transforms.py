"""Fixed Huffman and the XOR transform on bodies of about 1,400 bytes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from benchmarks import bodies, naive
from benchmarks.timing import Row, best_us
from uoproto import obfuscation
from uoproto.huffman import fixed

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND: Final = "d 12 \\sv_hostname\\Friendly server\\g_gametype\\ctf\\mapname\\mp_foy"
KEY: Final = 0x5A
# Least ratios to the plain loops.
ENCODE_TARGET: Final = 20
DECODE_TARGET: Final = 10
WARM_TARGET: Final = 15
COLD_TARGET: Final = 8


def _mean_us(call: Callable[[bytes], object], inputs: list[bytes]) -> float:
    """Return the microseconds of one call, averaged over the inputs."""
    return sum(best_us(partial(call, data)) for data in inputs) / len(inputs)


def run() -> list[Row]:
    plain = bodies.load()[1]
    packed = [fixed.compress(body) for body in plain]
    for body, code in zip(plain, packed, strict=True):
        assert naive.huffman_encode(body) == code
        assert naive.huffman_decode(code) == fixed.decompress(code)
        mixed = naive.xor_body(body, KEY, COMMAND)
        assert mixed == obfuscation.xor_body(body, KEY, COMMAND)
    naive_xor = _mean_us(lambda data: naive.xor_body(data, KEY, COMMAND), plain)
    return [
        Row(
            "Huffman encode",
            _mean_us(naive.huffman_encode, plain),
            _mean_us(fixed.compress, plain),
            ENCODE_TARGET,
        ),
        Row(
            "Huffman decode",
            _mean_us(naive.huffman_decode, packed),
            _mean_us(fixed.decompress, packed),
            DECODE_TARGET,
        ),
        Row("XOR warm", naive_xor, _mean_us(_warm, plain), WARM_TARGET),
        Row("XOR cold", naive_xor, _mean_us(_cold, plain), COLD_TARGET),
    ]


def _warm(body: bytes) -> bytes:
    return obfuscation.xor_body(body, KEY, COMMAND)


def _cold(body: bytes) -> bytes:
    obfuscation.forget_streams()
    return obfuscation.xor_body(body, KEY, COMMAND)
