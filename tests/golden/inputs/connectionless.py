"""Connectionless datagrams of both sides, masters and the compressed connect."""

from __future__ import annotations

from typing import Any

from tests.reference.huffman import AdaptiveTree
from tests.reference.oob import MARKER

from .common import Json, text_noise


def oob(why: str, message: str, **fields: Any) -> Json:
    return {"why": why, "kind": "oob", "message": message, "fields": fields}


def received(why: str, text: bytes, message: str, **fields: Any) -> Json:
    """Return a datagram in a form that others send, which a parse must understand too."""
    datagrams = [(MARKER + text).hex()]
    return {**oob(why, message, **fields), "parse_only": True, "datagrams": datagrams}


def connect(why: str, userinfo: str) -> Json:
    return {"why": why, "kind": "connect", "userinfo": userinfo}


def _code_bits(text: str) -> int:
    tree, bits = AdaptiveTree(), 0
    for symbol in text.encode("latin-1"):
        bits += len(tree.code(symbol)) + (0 if symbol in tree.leaves else 8)
        tree.add(symbol)
    return bits


def _ending(remainder: int) -> str:
    """Return a userinfo whose codes end ``remainder`` bits into a byte."""
    userinfo = "\\protocol\\22\\qport\\1\\challenge\\5\\name\\a"
    while _code_bits(f'"{userinfo}"') % 8 != remainder:
        userinfo += "a"
    return userinfo


INFO = [
    ["challenge", "xxx"],
    ["protocol", "22"],
    ["hostname", "^1Foy ^7by night"],
    ["mapname", "mp_foy"],
    ["clients", "2"],
    ["sv_maxclients", "20"],
    ["gametype", "ctf"],
    ["pure", "1"],
    ["kc", "1"],
    ["hw", "1"],
    ["pb", "0"],
    ["mod", "0"],
]
STATUS = [
    ["g_gametype", "dm"],
    ["mapname", "mp_foy"],
    ["protocol", "22"],
    ["sv_hostname", "CoDHost"],
    [".Hosted By", "example.invalid"],
    ["challenge", "-77"],
    ["pswrd", "0"],
    ["mod", "0"],
]
PLAYERS = [[12, 48, "Gunner"], [-3, 999, "^1Red ^7Fox "], [0, 0, ""]]
RCON_WORD = "let-me-in"
PRINT = "".join(f"{i:3d} {'x' * 60}\n" for i in range(45))

CASES: dict[str, Json] = {
    "connect": connect(
        "connect: the tail behind the space is adaptive Huffman",
        "\\cl_wwwDownload\\1\\name\\Unknown Soldier\\rate\\25000\\snaps\\30"
        "\\protocol\\22\\qport\\4660\\challenge\\123456789",
    ),
    "connect-exact-byte": connect(
        "connect: codes ending on a byte boundary still count one more byte", _ending(0)
    ),
    "connect-last-bit-free": connect("connect: seven bits of the last byte used", _ending(7)),
    "connect-one-bit-used": connect("connect: one bit of the last byte used", _ending(1)),
    "connect-empty": connect("connect: nothing between the quotes", ""),
    "connect-qport-0": connect(
        "connect: qport 0, challenge 0", "\\protocol\\22\\qport\\0\\challenge\\0"
    ),
    "connect-negative-challenge": connect(
        "connect: qport 65535 and the lowest challenge as text",
        "\\name\\a\\protocol\\22\\qport\\65535\\challenge\\-2147483648",
    ),
    "connect-high-characters": connect(
        "connect: userinfo bytes travel as they are", "\\name\\caf\xe9 \x92\xff\x01\\protocol\\22"
    ),
    "connect-repeated": connect("connect: one character many times", "\\name\\" + "z" * 300),
    "connect-1000": connect(
        "connect: many symbols, many swaps of nodes",
        text_noise(1000),
    ),
    "getinfo": oob("getinfo xxx, the LAN scan's text", "getinfo", challenge="xxx"),
    "getinfo-newline": received("Browsers end the line", b"getinfo\n", "getinfo", challenge=""),
    "getinfo-nul": received("Some end it with a NUL", b"getinfo abc\0", "getinfo", challenge="abc"),
    "getstatus": oob("getstatus without challenge", "getstatus", challenge=""),
    "getstatus-challenge": oob("getstatus with one", "getstatus", challenge="-77"),
    "getstatus-nul": received(
        "getstatus with a final NUL", b"getstatus\0", "getstatus", challenge=""
    ),
    "getchallenge": oob("getchallenge has no words", "getchallenge"),
    "rcon-nul": oob(
        "rcon: the stock client includes its final NUL",
        "rcon",
        password=RCON_WORD,
        command="map mp_foy",
    ),
    "rcon": received(
        "rcon: other clients do not",
        b"rcon let-me-in status",
        "rcon",
        password=RCON_WORD,
        command="status",
    ),
    "rcon-quoted": received(
        "rcon: a quoted password and a line feed",
        b'rcon "let-me-in" status\n',
        "rcon",
        password=RCON_WORD,
        command="status",
    ),
    "disconnect": oob("disconnect has no words", "disconnect"),
    "heartbeat": oob("heartbeat names the game and ends the line", "heartbeat", game="COD-1"),
    "flatline": oob("The heartbeat of a shutdown", "heartbeat", game="flatline"),
    "info-response": oob("infoResponse: a line, then the info string", "infoResponse", info=INFO),
    "status-response": oob(
        "statusResponse: settings, then a line a player; names may be empty or end in blanks",
        "statusResponse",
        info=STATUS,
        players=PLAYERS,
    ),
    "status-response-empty": oob(
        "statusResponse without players", "statusResponse", info=STATUS, players=[]
    ),
    "game-complete-status": oob(
        "gameCompleteStatus: as a status, for the master",
        "gameCompleteStatus",
        info=STATUS[:4],
        players=PLAYERS[:1],
    ),
    "challenge-response": oob(
        "challengeResponse: the number",
        "challengeResponse",
        challenge=123456789,
        only_visible_clients=None,
    ),
    "challenge-response-visible": oob(
        "challengeResponse: a signed number and the visibility policy",
        "challengeResponse",
        challenge=-2147483648,
        only_visible_clients=1,
    ),
    "connect-response": oob("connectResponse has no words", "connectResponse"),
    "error": oob("error: a line, then a localisation key", "error", text="EXE_BAD_CHALLENGE"),
    "error-literal": oob(
        "error: byte 0x15 starts literal text",
        "error",
        text="\x15You are permanently banned from this server",
    ),
    "print": oob("print: a line, then text", "print", text="Bad rconpassword.\n"),
    "print-empty": oob("print: no text, one datagram", "print", text=""),
    "print-1300": oob("print: 1,300 characters in one datagram", "print", text="p" * 1300),
    "print-1301": oob("print: the next one begins a second", "print", text="p" * 1301),
    "print-joined": oob("print: pieces cut inside lines", "print", text=PRINT),
    "echo": oob("echo: one token", "echo", arguments=["token42"]),
    "motd": oob(
        "motd: a quoted info string",
        "motd",
        info=[["challenge", "4711"], ["motd", "Welcome to the front"]],
    ),
    "getservers": oob("getservers: protocol", "getservers", protocol=22, keywords=[]),
    "getservers-keywords": oob(
        "getservers: keywords", "getservers", protocol=22, keywords=["full", "empty", "demo"]
    ),
    "getservers-response": oob(
        "getserversResponse: address and port in network order, closed by \\EOT",
        "getserversResponse",
        servers=[["192.0.2.1", 28960], ["198.51.100.254", 65535], ["203.0.113.92", 23644]],
    ),
    "getservers-response-empty": oob(
        "getserversResponse without servers", "getserversResponse", servers=[]
    ),
    "get-ip-authorize": oob(
        "getIpAuthorize: challenge, address, mod and key words",
        "getIpAuthorize",
        arguments=["123456789", "192.0.2.1", "main", "0"],
    ),
    "ip-authorize": oob(
        "ipAuthorize: challenge and result", "ipAuthorize", arguments=["123456789", "accept"]
    ),
    "ip-authorize-deny": oob(
        "ipAuthorize: a refusal", "ipAuthorize", arguments=["-5", "deny", "INVALID_CDKEY"]
    ),
    "needcdkey": oob("needcdkey has no words", "needcdkey"),
    "loadingnewmap": oob(
        "loadingnewmap: map and gametype on lines of their own",
        "loadingnewmap",
        map="mp_foy",
        gametype="ctf",
    ),
    "update-response": oob(
        "updateResponse: availability, URL and version",
        "updateResponse",
        available=1,
        url="http://example.invalid/update",
        version="1.51",
    ),
    "key-authorize": oob("keyAuthorize: any words", "keyAuthorize", arguments=["0", "1234"]),
}
