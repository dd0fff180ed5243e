"""Client messages: header, keys, reliable commands, usercmds and fragments."""

from __future__ import annotations

from .common import Json, client, move, sized, text_noise, usercmd


def bundle(why: str, *commands: Json, base: Json | None = None, **fields: object) -> Json:
    return client(why, move=move(list(commands), base), **fields)


def one(why: str, base: Json, **fields: object) -> Json:
    """Return a bundle of one usercmd that differs from ``base`` in ``fields`` and its time."""
    return bundle(why, {**base, "commandTime": 50, **fields}, base=base)


BASE = usercmd(
    buttons=0x10, wbuttons=4, weapon=9, angles=[1000, 2000, 0], forwardmove=127, upmove=0
)


def of_size(why: str, payload: int) -> Json:
    def make(hard: int, soft: int) -> Json:
        text = text_noise(hard)
        lines = [text[i : i + 1000] for i in range(0, len(text), 1000)]
        return client(
            why,
            server_command="h \x15fragments",
            reliable_commands=[
                [i, f"say {line}"] for i, line in enumerate([*lines, "e" * soft], 1)
            ],
        )

    return sized(make, payload)


MOVES = (0, 10, 11, 127, -10, -11, -127, 1, -128)

CASES: dict[str, Json] = {
    # -- header and keys
    "first-packet": client(
        "The first sequenced packet: zeros in the header, only the EOF selector",
        sequence=1,
        server_id=0,
        message_acknowledge=0,
        reliable_acknowledge=0,
    ),
    "first-packet-with-userinfo": client(
        "The first packet may carry a userinfo command",
        sequence=1,
        server_id=0,
        message_acknowledge=0,
        reliable_acknowledge=0,
        reliable_commands=[[1, 'userinfo "\\name\\Gunner\\rate\\25000\\snaps\\20"']],
    ),
    "qport-0": client("Netchan: qport 0", qport=0),
    "qport-65535": client("Netchan: qport is unsigned", qport=65535),
    "sequence-last": client(
        "Netchan: the last sequences keep bit 31 clear",
        sequence=0x7FFFFFFE,
        message_acknowledge=0x7FFFFFFE,
        reliable_acknowledge=0x7FFFFFFF,
    ),
    "challenge-negative": client("XOR: low byte of a negative challenge", challenge=-2),
    "challenge-min": client("XOR: low byte of the lowest challenge", challenge=-0x80000000),
    "server-id-255": client("XOR: the server id is a byte of the key", server_id=255),
    "acknowledge-low-byte": client(
        "XOR: the low byte of messageAcknowledge keys the body", message_acknowledge=0x12345680
    ),
    "server-command-empty": bundle("XOR: an empty server command", usercmd(20, buttons=1)),
    "server-command-long": bundle(
        "XOR and usercmd key: long text, of which HashKey takes 32 characters",
        usercmd(20, buttons=1, angles=[1, 2, 3]),
        server_command='d 1 \\sv_serverid\\16\\sv_cheats\\0\\sv_pure\\0\\fs_game\\"mod"' * 4,
    ),
    "server-command-short": bundle(
        "XOR: the text restarts at its NUL inside the body",
        *(usercmd(20 * i, angles=[i, 9 * i, 0]) for i in range(1, 9)),
        server_command="n",
    ),
    "server-command-cleaned": bundle(
        "The text that keys is the stored one: 0x92, bytes above 0x7f and % replaced",
        usercmd(20, buttons=1, angles=[1, 2, 3]),
        server_command="h \x15it\x92s 100% caf\xe9",
    ),
    "server-command-1100": bundle(
        "A stored command is cut to 1,023 characters before it keys",
        usercmd(20, angles=[7, 0, 0]),
        reliable_commands=[[i, "score " * 160] for i in (1, 2)],
        server_command="h " + "0123456789" * 110,
    ),
    "usercmd-key": bundle(
        "usercmd key: messageAcknowledge ^ checksumFeed ^ HashKey, all 32 bits",
        usercmd(1000, weapon=127, wbuttons=255, buttons=0x7F, angles=[65535, 1, 32768]),
        usercmd(1010, weapon=0, wbuttons=0, buttons=0, angles=[0, 65535, 1]),
        message_acknowledge=0x7654321F,
        checksum_feed=-1234567,
        server_command="b 2 axis",
    ),
    # -- reliable commands
    "command-cleaned": client(
        "Reliable commands are stored, sent and come back cleaned",
        reliable_commands=[[1, "say it\x92s 100% caf\xe9 \x15\x7f\x80"]],
    ),
    "command-1023": client(
        "A reliable command is cut to 1,023 characters",
        reliable_commands=[[1, "say " + "w" * 1100], [2, "score"]],
    ),
    "commands-64": client(
        "All 64 commands of the window in one message",
        reliable_commands=[[900 + i, f"mr {i}"] for i in range(64)],
    ),
    "commands-and-moves": client(
        "Cursors: selectors, commands and moves share bit bytes",
        reliable_commands=[[7, "cp 1 2 @ 3"], [8, "team allies"], [9, "vdr"]],
        move=move([usercmd(16, buttons=1), usercmd(33, buttons=0)]),
    ),
    "command-sequence-large": client(
        "Reliable sequences are whole longs", reliable_commands=[[0x7FFFFFFF, "stopdl"]]
    ),
    # -- moves
    "move": bundle("Selector 0 asks for a delta", usercmd(50)),
    "move-no-delta": client(
        "Selector 1 asks for a full snapshot", move=move([usercmd(50)], no_delta=True)
    ),
    "usercmds-32": client(
        "32 usercmds, each against the one before",
        move=move(
            [usercmd(16 * i, angles=[i * 300, i * 77, 0], weapon=i // 8) for i in range(1, 33)]
        ),
    ),
    "form-unchanged": bundle(
        "usercmd: one control bit when only the time differs",
        {**BASE, "commandTime": 60},
        {**BASE, "commandTime": 60},
        base=BASE,
    ),
    "form-compact-fire": one("usercmd: the fire bit alone is compact", BASE, buttons=0x11),
    "form-compact-pitch": one("usercmd: pitch alone is compact", BASE, angles=[1001, 2000, 0]),
    "form-compact-yaw": one("usercmd: yaw alone is compact", BASE, angles=[1000, 65535, 0]),
    "form-compact-moves": one(
        "usercmd: horizontal movement alone is compact", BASE, forwardmove=-127, rightmove=127
    ),
    "form-compact-keyed-by-time": bundle(
        "usercmd: the compact form takes commandTime into its key before fire, pitch and yaw",
        usercmd(0x12345679, buttons=1, angles=[0x1234, 0x4321, 0], rightmove=-127),
        usercmd(0x1234567A, buttons=0, angles=[0x1235, 0x4322, 0], rightmove=127),
    ),
    "form-full-keyed-late": bundle(
        "usercmd: the full form takes commandTime into its key only before roll",
        usercmd(0x12345679, buttons=0x21, angles=[0x1234, 0x4321, 0x5555], rightmove=-127),
        usercmd(0x1234567A, buttons=0x40, angles=[0x1235, 0x4322, 0x2AAA], rightmove=127),
    ),
    "form-full-buttons": one("usercmd: an upper button makes it full", BASE, buttons=0x30),
    "form-full-wbuttons": one("usercmd: a secondary button makes it full", BASE, wbuttons=0x44),
    "form-full-weapon": one("usercmd: the weapon makes it full", BASE, weapon=10),
    "form-full-roll": one("usercmd: roll makes it full", BASE, angles=[1000, 2000, 1]),
    "form-full-up": one("usercmd: vertical movement makes it full", BASE, upmove=127),
    "form-full-down": one("usercmd: downward movement is flag 2", BASE, upmove=-127),
    "form-full-everything": one(
        "usercmd: every field of the full form",
        BASE,
        buttons=0x6F,
        wbuttons=0xF0,
        weapon=127,
        angles=[65535, 0, 32768],
        forwardmove=-127,
        rightmove=-127,
        upmove=-127,
    ),
    "button-bit-7-lost": one(
        "usercmd: six bits of buttons >> 1 travel, bit 7 is lost", BASE, buttons=0xC1
    ),
    "button-bit-7-alone": one(
        "usercmd: bit 7 is one of the bits that choose the full form, though it is lost",
        BASE,
        buttons=0x90,
    ),
    "time-255": bundle("usercmd: a step of 255 ms is a byte", usercmd(1255), base=usercmd(1000)),
    "time-256": bundle("usercmd: a step of 256 ms is a long", usercmd(1256), base=usercmd(1000)),
    "time-same": bundle("usercmd: a step of 0", usercmd(1000), base=usercmd(1000)),
    "time-back": bundle(
        "usercmd: a step back is unsigned and large, so a long",
        usercmd(999),
        usercmd(500),
        base=usercmd(1000),
    ),
    "time-negative": bundle("usercmd: a negative time is a long", usercmd(-5), base=usercmd(0)),
    "moves-quantized": bundle(
        "usercmd: beyond 10 and -10 moves are full speed, within them zero",
        *(usercmd(10 * i, forwardmove=step) for i, step in enumerate(MOVES, 1)),
        *(usercmd(100 + 10 * i, rightmove=step) for i, step in enumerate(MOVES, 1)),
        *(usercmd(200 + 10 * i, upmove=step) for i, step in enumerate(MOVES, 1)),
    ),
    "moves-equal-when-quantized": bundle(
        "usercmd: moves are compared after quantizing",
        usercmd(10, forwardmove=100, rightmove=-20, upmove=5),
        base=usercmd(0, forwardmove=11, rightmove=-128, upmove=-10),
    ),
    "moves-all-flags": bundle(
        "usercmd: four horizontal flags in one field",
        *(
            usercmd(10 + 30 * (x + 1) + 10 * (y + 1), forwardmove=127 * x, rightmove=127 * y)
            for x in (-1, 0, 1)
            for y in (-1, 0, 1)
        ),
    ),
    # -- fragments
    "payload-1299": of_size("Netchan: 1,299 bytes go in one datagram", 1299),
    "payload-1300": of_size("Netchan: 1,300 bytes need an empty last fragment", 1300),
    "payload-1301": of_size("Netchan: a last fragment of one byte", 1301),
    "payload-2599": of_size("Netchan: a last fragment one byte short", 2599),
    "payload-2600": of_size("Netchan: two whole fragments and an empty one", 2600),
}
