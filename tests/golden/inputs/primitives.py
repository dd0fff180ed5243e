"""Cursors, strings, angles, keys, XOR and Huffman codes by themselves."""

from __future__ import annotations

from typing import Any

from tests.reference.huffman import compress

from .common import Json


def message(why: str, *ops: list[Any], maxsize: int = 32768, refused: int = 0) -> Json:
    return {
        "why": why,
        "kind": "message",
        "maxsize": maxsize,
        "ops": list(ops),
        "refused": refused,
    }


def key_of(why: str, text: str, limit: int = 32) -> Json:
    return {"why": why, "kind": "hash_key", "text": text, "limit": limit}


def xor(why: str, data: bytes, key: int, command: str) -> Json:
    return {"why": why, "kind": "xor", "data": data.hex(), "key": key, "command": command}


def huffman(why: str, data: bytes) -> Json:
    return {"why": why, "kind": "huffman", "data": data.hex()}


def _nyt_pattern() -> Json:
    """The pattern of the leaf that is never sent, in front of a whole code."""
    return {
        "why": "Fixed Huffman: the not-yet-transmitted leaf stays in the tree, and decodes to 0",
        "kind": "huffman",
        "parse_only": True,
        "data": "",
        "datagrams": ["00d9"],  # 00000000100 and then 11011, the code of byte 1
    }


CASES: dict[str, Json] = {
    "cursor-hybrid": message(
        "Cursors: byte writes go behind an open bit byte; later bits fill it, then jump",
        ["bits", 5, 3],
        ["short", 0x1234],
        ["bits", 0x5A, 7],
        ["long", -2],
        ["bit", 1],
        ["byte", 200],
        ["bits", 0x3FF, 10],
    ),
    "cursor-full-byte": message(
        "Cursors: a filled bit byte is closed; the next bit opens one at the byte cursor",
        ["bits", 0xA5, 8],
        ["byte", 1],
        ["bit", 1],
        ["byte", 2],
        ["bits", 0, 7],
        ["bit", 1],
    ),
    "cursor-starts-with-byte": message(
        "Cursors: the first bit opens a byte behind the bytes already written",
        ["byte", 7],
        ["bit", 1],
        ["short", -2],
        ["bits", 3, 2],
    ),
    "bits-widths": message(
        "Cursors: any width from 1 to 32, low bits first, high ones of the value dropped",
        ["bits", -1, 1],
        ["bits", 0x12345678, 32],
        ["bits", -5, 10],
        ["bits", 1023, 10],
        ["bits", 0x1FF, 6],
        ["bits", -0x80000000, 32],
    ),
    "whole-bytes": message(
        "Cursors: byte, short and long are little-endian low bits of any integer",
        ["byte", -1],
        ["byte", 256],
        ["short", -32768],
        ["short", 65535],
        ["long", -1],
        ["long", 0xFEDCBA98],
        ["long", 0x7FFFFFFF],
        ["data", "00ff10"],
    ),
    "string-cleaning": message(
        "Strings: 0x92 is an apostrophe, others above 0x7f a full stop; % and controls stay",
        ["string", "it\x92s 100% \x15caf\xe9\x7f\x80\xff\t"],
        ["big_string", "\x92\xff%n"],
        ["string", ""],
        ["big_string", ""],
    ),
    "string-in-open-byte": message(
        "Cursors: strings use the byte cursor, between bits of one byte",
        ["bits", 2, 2],
        ["string", "say hi"],
        ["bits", 3, 2],
    ),
    "string-longest": message("Strings: 1,023 characters are the longest", ["string", "s" * 1023]),
    "big-string-longest": message(
        "Strings: 8,191 characters are the longest big string", ["big_string", "b" * 8191]
    ),
    "angle-byte": message(
        "Angles: truncated toward zero, 256 steps",
        *([["angle", degrees] for degrees in (0.0, 90.0, 270.0, -90.0, 2.0, -2.0, 358.0, -1.0)]),
    ),
    "angle16": message(
        "Angles: truncated toward zero, 65,536 steps, modulo 360",
        *(
            ["angle16", degrees]
            for degrees in (
                *(0.0, 90.0, 180.0, -180.0, 270.0, 360.0, -90.0, 45.125, -45.125),
                *(0.005, -0.005, 0.0054931640625, -0.0054931640625, 719.5, -719.5, 359.96875),
            )
        ),
    ),
    "bits-need-four-bytes": message(
        "Cursors: a bit field is refused with less than 4 bytes left, whatever its width",
        ["long", 1],
        ["bits", 1, 1],
        ["bits", 1, 1],
        maxsize=8,
        refused=1,
    ),
    "bit-into-last-byte": message(
        "Cursors: the single-bit writer may use the last byte",
        ["long", 1],
        ["short", 2],
        ["byte", 3],
        ["bit", 1],
        maxsize=8,
    ),
    "bit-refused-when-full": message(
        "Cursors: the single-bit writer is refused when the bytes are full, open bits or not",
        ["bit", 1],
        ["byte", 2],
        ["bit", 1],
        maxsize=2,
        refused=1,
    ),
    "long-refused-whole": message(
        "Cursors: a value that does not fit is refused as a whole",
        ["short", 1],
        ["long", 2],
        maxsize=5,
        refused=1,
    ),
    "data-whole-or-nothing": message(
        "Cursors: raw data goes whole or not at all",
        ["data", "0102"],
        ["data", "030405"],
        maxsize=4,
        refused=1,
    ),
    "string-fills": message(
        "Cursors: a string and its NUL may fill the message", ["string", "abc"], maxsize=4
    ),
    "hash-empty": key_of("HashKey: no text, no key", ""),
    "hash-command": key_of("HashKey: weights start at 119", "cp \x15hello"),
    "hash-case": key_of("HashKey: upper and lower case differ", "CP \x15HELLO"),
    "hash-32": key_of("HashKey: the 32nd character counts", "0123456789abcdef0123456789abcdef"),
    "hash-33": key_of("HashKey: the 33rd does not", "0123456789abcdef0123456789abcdefX"),
    "hash-backslash": key_of("HashKey: no folding of path characters", "d 1 \\sv_serverid\\16/\\"),
    "hash-signed": key_of(
        "HashKey: characters are signed and shifts arithmetic", "\xff\x80\x81\xfe" * 8
    ),
    "hash-longer-limit": key_of("HashKey: the limit is the caller's", "z" * 100, limit=100),
    "xor-empty-command": xor("XOR: an empty text leaves the key constant", bytes(12), 0xA5, ""),
    "xor-one-char": xor("XOR: one character, restarted each byte", bytes(12), 0, "a"),
    "xor-restart": xor(
        "XOR: the text restarts at its NUL, parity goes on with the body", bytes(24), 0x5A, "say"
    ),
    "xor-even-text": xor("XOR: shift by the parity of the body index", bytes(16), 7, "ab"),
    "xor-long-text": xor("XOR: a text longer than the body", b"\xff" * 8, 1, "longer than it"),
    "xor-key-low-byte": xor("XOR: only the low byte of the key counts", bytes(4), -2, "k"),
    "xor-shift-wraps": xor("XOR: the shifted character is cut to a byte", bytes(8), 0, "\x7f@\x40"),
    "xor-empty-body": xor("XOR: a body of no bytes", b"", 9, "text"),
    "huffman-empty": huffman("Fixed Huffman: no bytes, no bytes", b""),
    "huffman-all-bytes": huffman("Fixed Huffman: the code of each value", bytes(range(256))),
    "huffman-zeros": huffman("Fixed Huffman: two bits a zero, a whole number of bytes", bytes(12)),
    "huffman-padding-reads": huffman(
        "Fixed Huffman: zero padding reads as one more byte, 0xd0", b"\x00"
    ),
    "huffman-longest-codes": huffman("Fixed Huffman: eleven-bit codes", b"\xf7\xf7\xf7"),
    "huffman-exact-byte": huffman(
        "Fixed Huffman: a code ending on a byte boundary adds nothing", b"\x04"
    ),
    "huffman-nyt-pattern": _nyt_pattern(),
}

assert len(compress(b"\x04")) == 1
