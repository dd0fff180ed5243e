"""Connectionless datagrams: text behind a marker, the compressed connect, the master list.

`build` and `parse` take and give the fields listed in tests/golden/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from .bits import Malformed
from .huffman import adaptive_compress, adaptive_decompress

MARKER: Final = b"\xff\xff\xff\xff"
CONNECT: Final = b"connect "
PRINT_CHUNK: Final = 1300
"""Text characters of one ``print`` datagram."""

Fields = dict[str, Any]

BARE: Final = ("getchallenge", "disconnect", "connectResponse", "needcdkey")
QUERIES: Final = ("getinfo", "getstatus")
STATUSES: Final = ("statusResponse", "gameCompleteStatus")
ARGUMENTS: Final = ("getIpAuthorize", "ipAuthorize", "keyAuthorize", "echo")
"""Commands whose words are given as they are."""


def build_connect(userinfo: str) -> bytes:
    """Return the connect datagram; everything behind its first space is compressed."""
    return MARKER + CONNECT + adaptive_compress(f'"{userinfo}"'.encode("latin-1"))


def parse_connect(datagram: bytes) -> str:
    if not datagram.startswith(MARKER + CONNECT):
        raise Malformed("not a connect")
    text = adaptive_decompress(datagram[12:]).decode("latin-1")
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        raise Malformed("userinfo is not quoted")
    return text[1:-1]


def build(message: str, fields: Fields) -> list[bytes]:
    """Return the datagrams of one connectionless message (several only for a long print)."""
    if message == "getserversResponse":
        return [MARKER + message.encode() + _addresses(fields["servers"]) + b"\\EOT"]
    if message == "print":
        text = fields["text"]
        starts = range(0, max(len(text), 1), PRINT_CHUNK)
        return [_datagram(f"print\n{text[start : start + PRINT_CHUNK]}") for start in starts]
    return [_datagram(_text(message, fields))]


def _datagram(text: str) -> bytes:
    return MARKER + text.encode("latin-1")


def _text(message: str, fields: Fields) -> str:
    if message in BARE:
        return message
    if message in QUERIES:
        return " ".join([message, fields["challenge"]]) if fields["challenge"] else message
    if message in STATUSES:
        players = "".join(f'{score} {ping} "{name}"\n' for score, ping, name in fields["players"])
        return f"{message}\n{_info(fields['info'])}\n{players}"
    if message in ARGUMENTS:
        return " ".join([message, *fields["arguments"]])
    if message == "infoResponse":
        return f"infoResponse\n{_info(fields['info'])}"
    if message == "rcon":
        return f"rcon {fields['password']} {fields['command']}\0"
    if message == "heartbeat":
        return f"heartbeat {fields['game']}\n"
    if message == "getservers":
        return " ".join(["getservers", str(fields["protocol"]), *fields["keywords"]])
    if message == "challengeResponse":
        visible = fields["only_visible_clients"]
        words = [message, str(fields["challenge"])] + ([] if visible is None else [str(visible)])
        return " ".join(words)
    if message == "error":
        return f"error\n{fields['text']}"
    if message == "updateResponse":
        # Quoted because // in a bare word begins a comment.
        return f'updateResponse {fields["available"]} "{fields["url"]}" {fields["version"]}'
    if message == "motd":
        return f'motd "{_info(fields["info"])}"'
    if message == "loadingnewmap":
        return f"loadingnewmap\n{fields['map']}\n{fields['gametype']}"
    raise ValueError(f"unknown message {message}")


def _info(pairs: Sequence[Sequence[str]]) -> str:
    return "".join(f"\\{key}\\{value}" for key, value in pairs)


def _addresses(servers: Sequence[tuple[str, int]]) -> bytes:
    out = b""
    for host, port in servers:
        out += b"\\" + bytes(int(part) for part in host.split(".")) + port.to_bytes(2, "big")
    return out


def parse(message: str, datagrams: Sequence[bytes]) -> Fields:
    """Return the fields of the datagrams of one message."""
    for datagram in datagrams:
        if not datagram.startswith(MARKER):
            raise Malformed("no marker")
    if message == "print":
        texts = [datagram[4:].decode("latin-1") for datagram in datagrams]
        if not all(text.startswith("print\n") for text in texts):
            raise Malformed("not a print")
        return {"text": "".join(text[6:] for text in texts)}
    (datagram,) = datagrams
    body = datagram[4:]
    if re.match(rb"[a-zA-Z]+", body)[0] != message.encode():  # type: ignore[index]
        raise Malformed(f"not a {message}")
    if message == "getserversResponse":
        return {"servers": _parse_addresses(body[len(message) :])}
    return _parse_text(message, body.decode("latin-1"))


def _parse_text(message: str, text: str) -> Fields:
    rest = text[len(message) :]
    words = rest.split()
    lines = rest.split("\n")
    if message in BARE and not rest:
        return {}
    if message in QUERIES:
        found = re.fullmatch(r"(?: ([^\n\0]+))?[\n\0]?", rest)
        if found is not None:
            return {"challenge": found[1] or ""}
    if message in STATUSES:
        rows = [re.fullmatch(r'(-?\d+) (\d+) "(.*)"', line) for line in lines[2:-1]]
        players = [[int(row[1]), int(row[2]), row[3]] for row in rows if row is not None]
        return {"info": _parse_info(lines[1]), "players": players}
    if message in ARGUMENTS:
        return {"arguments": words}
    if message == "infoResponse":
        return {"info": _parse_info(lines[1])}
    if message == "rcon":
        _, password, command = rest.rstrip("\n\0").split(" ", 2)
        return {"password": password.strip('"'), "command": command}
    if message == "heartbeat":
        return {"game": words[0]}
    if message == "getservers":
        return {"protocol": int(words[0]), "keywords": words[1:]}
    if message == "challengeResponse":
        visible = int(words[1]) if len(words) > 1 else None
        return {"challenge": int(words[0]), "only_visible_clients": visible}
    if message == "error":
        return {"text": rest[1:]}
    if message == "updateResponse":
        return {"available": int(words[0]), "url": words[1].strip('"'), "version": words[2]}
    if message == "motd":
        return {"info": _parse_info(rest[1:].strip('"'))}
    if message == "loadingnewmap":
        return {"map": lines[1], "gametype": lines[2]}
    raise Malformed(f"not a {message}")


def _parse_info(info: str) -> list[list[str]]:
    words = info.split("\\")[1:]
    return [list(pair) for pair in zip(words[::2], words[1::2], strict=True)]


def _parse_addresses(body: bytes) -> list[list[Any]]:
    """Read 7-byte records, each followed by another backslash, to ``\\EOT``."""
    servers = []
    while not body.startswith(b"\\EOT"):
        if len(body) < 8 or body[:1] != b"\\" or body[7:8] != b"\\":
            raise Malformed("server list")
        host = ".".join(str(part) for part in body[1:5])
        servers.append([host, int.from_bytes(body[5:7], "big")])
        body = body[7:]
    return servers
