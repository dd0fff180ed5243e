"""Server messages: header, keys, operations, downloads, fragments; demo files."""

from __future__ import annotations

from .common import (
    NOP,
    Json,
    command,
    download_block,
    frame,
    gamestate,
    noise,
    server,
    sized,
    snapshot,
)
from .states import CLIENT_ONE, JEEP, MAN


def of_size(why: str, payload: int) -> Json:
    def make(hard: int, soft: int) -> Json:
        data = noise(hard) + b"\x07" * soft
        starts = range(0, len(data), 2048)
        blocks = [
            download_block(3 + i, data[start : start + 2048]) for i, start in enumerate(starts)
        ]
        return server(why, *blocks, client_command="nextdl 2")

    return sized(make, payload)


def redirect(flags: int, url: str = "http://example.invalid/uo/mp_x.pk3") -> Json:
    return {"op": "download_redirect", "url": url, "size": 73047531, "flags": flags}


def world(tick: int) -> Json:
    return frame(
        {"fields": {"commandTime": 1000 + tick, "origin[0]": 12.5 + tick}},
        {"3": {**MAN, "pos.trBase[0]": 1.5 * tick}, "90": {**JEEP, "time": tick}},
        {"3": CLIENT_ONE},
    )


def distance(n: int) -> Json:
    return snapshot(world(50), world(0), delta_distance=n)


CONFIGSTRINGS = {
    "0": "\\g_gametype\\ctf\\mapname\\mp_foy\\sv_hostname\\100% Foy",
    "1": "\\sv_serverid\\16\\sv_cheats\\0\\sv_pure\\0",
    "2": "cod",
    "7": "mp44_mp kar98k_mp",
    "2047": "last",
}
STATE = gamestate(
    configstrings=CONFIGSTRINGS,
    baselines={"72": JEEP, "73": MAN},
    server_command_sequence=3,
    client_num=5,
    checksum_feed=-559038737,
)
LONG = "".join(chr(97 + i % 26) for i in range(2500))

MESSAGES: dict[str, Json] = {
    "eof-only": server("A message may hold only its EOF"),
    "nops": server("Opcode 1 has no payload", *[NOP] * 5),
    "sequence-1": server("Netchan: sequences start at 1", NOP, sequence=1),
    "sequence-last": server(
        "Netchan: the last sequences keep bit 31 clear", NOP, sequence=0x7FFFFFFE
    ),
    "sequence-keys": server("XOR: the low byte of the sequence", NOP, sequence=0x1234FF),
    "challenge-negative": server("XOR: the low byte of a negative challenge", NOP, challenge=-256),
    "acknowledge-zero": server("The clear long before any client command", last_client_command=0),
    "acknowledge-large": server("The clear long is whole", last_client_command=0x7FFFFFFF),
    "client-command-empty": server("XOR: an empty client command", command(1, "h \x15hello")),
    "client-command-long": server(
        "XOR: a client command longer than the body", NOP, client_command="userinfo " * 100
    ),
    "client-command-short": server(
        "XOR: the text restarts inside the body",
        command(1, "h \x15" + "hello " * 9),
        client_command="cp",
    ),
    "client-command-cleaned": server(
        "XOR: the stored, cleaned client command",
        command(1, "h \x15hello"),
        client_command="say it\x92s 100% caf\xe9",
    ),
    "command-cleaned": server(
        "Reliable commands are stored, sent and come back cleaned",
        command(12, "h \x15it\x92s 100% caf\xe9 \x7f"),
    ),
    "command-1023": server(
        "A reliable command is cut to 1,023 characters", command(12, "d 5 " + "v" * 1100)
    ),
    "commands-64": server(
        "All 64 commands of the window in one message",
        *(command(500 + i, f"d {20 + i} value {i}") for i in range(64)),
    ),
    "configstring-update": server(
        "A configstring update below 1,000 characters is a d command",
        command(4, "d 2047 last of them"),
        command(5, "d 3 "),
    ),
    "configstring-xyz": server(
        "A longer one comes as x, y and z commands of 999 characters",
        command(4, "x 1 " + LONG[:999]),
        command(5, "y 1 " + LONG[999:1998]),
        command(6, "z 1 " + LONG[1998:]),
    ),
    "order": server(
        "Order of a message: commands, snapshot, downloads, EOF",
        command(7, "b 2"),
        command(8, "n"),
        snapshot(world(1)),
        download_block(4, b"PK\3\4"),
    ),
    "pad-packets": server(
        "Padding after the client end bit is nop opcodes", snapshot(world(2), world(1)), *[NOP] * 4
    ),
}

GAMESTATES: dict[str, Json] = {
    "gamestate": server("Gamestate: configstrings, baselines, EOF, client number, feed", STATE),
    "gamestate-empty": server("Gamestate: nothing in it", gamestate()),
    "gamestate-pending-commands": server(
        "Gamestate: pending commands stand before it", command(2, "b 1"), command(3, "d 3 x"), STATE
    ),
    "gamestate-empty-string": server(
        "Gamestate: empty configstrings are not sent",
        gamestate(configstrings={"3": "", "4": "four"}),
    ),
    "gamestate-baseline-0": server(
        "Gamestate: the baseline of entity 0 is not sent",
        gamestate(baselines={"0": MAN, "1": MAN}),
    ),
    "gamestate-baselines": server(
        "Baselines: forced, also when all zero; table bit by eType",
        gamestate(baselines={"1": {}, "2": JEEP, "3": MAN, "64": {"eType": 12}, "1021": MAN}),
    ),
    "gamestate-big-string": server(
        "Configstrings are big strings",
        gamestate(configstrings={"1": "\\sv_pakNames\\" + "mod/pack_01 " * 150}),
    ),
    "gamestate-cleaned": server(
        "Configstrings are cleaned, and keep %",
        gamestate(configstrings={"15": "it\x92s 100% caf\xe9 \x15\x7f", "2047": "%s%n"}),
    ),
    "gamestate-numbers": server(
        "Gamestate: longs may be negative or large",
        gamestate(server_command_sequence=0x7FFFFFFF, client_num=63, checksum_feed=-0x80000000),
    ),
    "gamestate-then-snapshot": server(
        "Cursors: a snapshot goes on in the bit byte that a baseline left open",
        STATE,
        snapshot(world(1), baselines={"72": JEEP, "73": MAN}),
    ),
    "gamestate-twice": server(
        "Several gamestates in one message are allowed",
        STATE,
        gamestate(configstrings={"2": "cod"}, baselines={"5": MAN}),
    ),
}

SNAPSHOTS: dict[str, Json] = {
    "snapshot-empty": server("Snapshot: zero player, 1023, a zero bit", snapshot(frame())),
    "snapshot-full": server("Snapshot: delta distance 0 deltas from nothing", snapshot(world(1))),
    "snapshot-same": server("Snapshot: nothing changed", snapshot(world(1), world(1))),
    "snapshot-distance-1": server("Snapshot: the message before is distance 1", distance(1)),
    "snapshot-distance-2": server("Snapshot: distance is a byte", distance(2), sequence=300),
    "snapshot-distance-28": server("Snapshot: 28 is the oldest base", distance(28), sequence=60),
    "snapshot-flags": server(
        "Snapshot: flags rate delayed, not active, server count",
        *(snapshot(frame(), snap_flags=flags) for flags in (1, 2, 4, 7, 255)),
    ),
    "snapshot-times": server(
        "Snapshot: server time is a long",
        *(snapshot(frame(), server_time=time) for time in (0, 0x7FFFFFFF, 50, -1)),
    ),
    "snapshot-twice": server(
        "Cursors: the next snapshot goes on in the bit byte the last one left open",
        snapshot(world(1), world(0)),
        snapshot(world(2), world(1), server_time=5050),
    ),
    "snapshot-then-command": server(
        "Cursors: a command between open bits",
        snapshot(world(1)),
        command(9, "e \x15gone"),
        snapshot(world(2), world(1)),
    ),
    "snapshot-all-removed": server("Snapshot: everything leaves", snapshot(frame(), world(1))),
}

DOWNLOADS: dict[str, Json] = {
    "download-block-0": server(
        "Download: block 0 carries the total size",
        download_block(0, b"PK\3\4 first", total_size=4100),
    ),
    "download-later-block": server("Download: later blocks do not", download_block(1, b"more")),
    "download-eof": server("Download: a block of no bytes ends the file", download_block(3, b"")),
    "download-empty-file": server(
        "Download: block 0 of an empty file ends it at once", download_block(0, b"", total_size=0)
    ),
    "download-last-number": server(
        "Download: block numbers are shorts", download_block(32767, b"\xff\x00")
    ),
    "download-whole-block": server(
        "Download: 2,048 bytes are a whole block", download_block(2, bytes(2048))
    ),
    "download-window": server(
        "Download: several blocks in one message",
        *(download_block(i, bytes([i] * 4)) for i in range(4, 12)),
    ),
    "download-size-large": server(
        "Download: total size is a long", download_block(0, b"x", total_size=0x7FFFFFFF)
    ),
    "download-failure": server(
        "Download: block 0 with size -1 is a failure and its text",
        {"op": "download_failure", "message": "EXE_AUTODL_FILENOTONSERVER\x15mp_x.pk3 100%"},
    ),
    "download-failure-cleaned": server(
        "Download: the failure text is a cleaned string",
        {"op": "download_failure", "message": "can\x92t read caf\xe9"},
    ),
    "download-redirect": server("Download: block -1 is a redirect", redirect(0)),
    "download-redirect-flags": server(
        "Download: redirect flags are a long", *(redirect(flags) for flags in (1, 2, 3))
    ),
    "download-behind-bits": server(
        "Cursors: a block behind open bits",
        snapshot(world(1)),
        download_block(2, b"abc"),
        snapshot(world(2), world(1)),
    ),
}

FRAGMENTS: dict[str, Json] = {
    "payload-1299": of_size("Netchan: 1,299 bytes go in one datagram", 1299),
    "payload-1300": of_size("Netchan: 1,300 bytes need an empty last fragment", 1300),
    "payload-1301": of_size("Netchan: a last fragment of one byte", 1301),
    "payload-2599": of_size("Netchan: a last fragment one byte short", 2599),
    "payload-2600": of_size("Netchan: two whole fragments and an empty one", 2600),
}


def record(sequence: int, *ops: Json, last_client_command: int = 3) -> Json:
    return {
        "sequence": sequence,
        "last_client_command": last_client_command,
        "ops": list(ops),
    }


DEMOS: dict[str, Json] = {
    "demo": {
        "why": "Demo: sequence, length, clear acknowledge, body without XOR; ends in two -1",
        "kind": "demo",
        "records": [
            record(40, STATE, last_client_command=2),
            record(43, command(4, "h \x15hi"), snapshot(world(1))),
            record(44, snapshot(world(2), world(1), server_time=5050)),
            record(45, NOP),
        ],
    },
    "demo-empty": {"why": "Demo: only the end record", "kind": "demo", "records": []},
}

CASES = {**MESSAGES, **GAMESTATES, **SNAPSHOTS, **DOWNLOADS, **FRAGMENTS, **DEMOS}
