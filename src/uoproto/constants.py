"""Limits, opcodes and flags of protocol 22, each with its source and the attack it stops.

Sources: "spec" is the network protocol document, "msg", "server", "entity" and "configstrings"
are the engine reference pages of those names, "joining" and "parsing" the client pages.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final

PROTOCOL_VERSION: Final = 22
DEFAULT_PORT: Final = 28960
LAN_SCAN_PORTS: Final = range(28960, 28964)
"""Ports a LAN scan asks, each twice (spec: LAN discovery)."""
MASTER_PORT: Final = 20610
AUTHORIZE_PORT: Final = 20600

OOB_MARKER: Final = b"\xff\xff\xff\xff"
"""First four bytes of a connectionless datagram; so 0xffffffff is no netchan sequence."""

# -- messages (msg: Limits) ---------------------------------------------------------------------
MAX_MSGLEN: Final = 32768
"""Largest logical message, and most bytes one body may decompress to: bounds a Huffman bomb."""
FRAGMENT_SIZE: Final = 1300
"""Netchan fragment payload; a message this long or longer is fragmented."""
MAX_DATAGRAM: Final = 1400
"""Netchan packet scratch: no sequenced datagram is longer."""
MAX_OOB_TEXT: Final = 32763
"""Longest text or payload behind the marker of a connectionless datagram."""
MAX_SEQUENCE_JUMP: Final = 1 << 18
"""Messages a connection believes to have missed at once: more than any peer sends within the
time-outs. A forged datagram with a far sequence would otherwise make all true ones look old."""
FRAGMENT_BIT: Final = 0x80000000
MAX_SEQUENCE: Final = 0x7FFFFFFF
"""After this the sequence would collide with the fragment bit; the channel must be reopened."""

MAX_STRING_CHARS: Final = 1024
"""Ordinary string storage with its NUL."""
BIG_STRING_CHARS: Final = 8192
MAX_INFO_STRING: Final = 1024
MAX_BIG_INFO_STRING: Final = 8192
MAX_NAME_CHARS: Final = 31
MAX_TOKENS: Final = 256
"""Most words of one tokenized line: a datagram of single letters stays cheap."""

# -- reliable commands, usercmds, snapshots (msg: Limits) ----------------------------------------
MAX_RELIABLE_COMMANDS: Final = 64
"""Ring of unacknowledged commands in each direction (index = sequence & 63)."""
RELIABLE_CULL_BACKLOG: Final = 32
"""From this backlog on a server drops its ignorable commands (server: Reliable commands)."""
MAX_USERCMDS: Final = 32
PACKET_BACKUP: Final = 32
"""Snapshots remembered per client (index = sequence & 31)."""
MAX_DELTA_DISTANCE: Final = 28
"""Oldest base a server deltas from: 32 frames less 4."""
USERCMD_BACKUP: Final = 128
MAX_LEVEL_OPS: Final = 32
"""Gamestates and snapshots one message may hold, where a server sends one. Each makes its reader
copy a whole frame, and thousands of small ones would fit a message."""
CLIENT_RING: Final = 2048
"""A client's entity ring and its client ring."""
CLIENT_RING_SLACK: Final = 128
"""A base older than CLIENT_RING - CLIENT_RING_SLACK records is refused (parsing)."""
HASH_KEY_CHARS: Final = 32
MAX_CACHED_STREAMS: Final = 256
"""XOR streams kept, one per command text: two for each of 64 connections and as many spare. A
peer that sends ever new commands of full length can make them take 1.5 MB, no more, because
only texts shorter than MAX_STRING_CHARS are kept, at four bytes a character."""

# -- domains ------------------------------------------------------------------------------------
MAX_CLIENTS: Final = 64
MAX_ENTITIES: Final = 1024
ENTITYNUM_WORLD: Final = 1022
ENTITYNUM_NONE: Final = 1023
"""Also ends an entity list."""
FIRST_CORPSE: Final = 64
MAX_CORPSES: Final = 8
MAX_CONFIGSTRINGS: Final = 2048
MAX_GAMESTATE_CHARS: Final = 20480
"""A retail client's pool for all configstrings with their NULs (server: Gamestate)."""
MAX_WEAPONS: Final = 128
WEAPON_BITS: Final = 7
MAX_STATS: Final = 6
MAX_AMMO: Final = 64
"""Ammo and clip entries the wire carries; the engine's arrays hold 128."""
MAX_OBJECTIVES: Final = 16
MAX_HUD_ELEMENTS: Final = 63
MAX_VEHICLE_POSITION: Final = 6
MAX_EVENTS: Final = 211
ETYPE_VEHICLE: Final = 12
ETYPE_EVENTS: Final = 16

# -- downloads (spec: Downloads) ----------------------------------------------------------------
DOWNLOAD_BLOCK_SIZE: Final = 2048
DOWNLOAD_WINDOW: Final = 8
DOWNLOAD_RETRANSMIT_MS: Final = 1000
MAX_DOWNLOAD_BLOCK: Final = 32767
"""Block numbers are signed shorts, so one in-band file ends at 64 MiB."""
MAX_DOWNLOAD_SIZE: Final = MAX_DOWNLOAD_BLOCK * DOWNLOAD_BLOCK_SIZE
"""Largest in-band file: the empty block that ends it needs a number too."""
MAX_QPATH: Final = 64
"""Storage of a file name with its NUL (msg: Limits)."""

# -- discovery ----------------------------------------------------------------------------------
MAX_SERVERS_PER_RESPONSE: Final = 256
HEARTBEAT_MS: Final = 180_000
MASTER_STATUS_MS: Final = 600_000
MAX_CHALLENGE_ECHO: Final = 128
"""Longest challenge a query may ask to have echoed, so that a reply cannot be blown up by it."""
MAX_LAN_SERVERS: Final = 128
"""Servers one LAN scan collects: anybody on the network can answer it as often as he likes."""
MAX_LISTED_SERVERS: Final = 8192
"""Servers taken from one master: a hostile one could send addresses without an end."""
MAX_CAPTURE_FLOWS: Final = 1024
"""Conversations followed at once in a capture; made-up ones would fill the memory."""
MAX_WAITING_EVENTS: Final = 4096
"""Events kept for an application that does not read them; a server makes them as it likes."""
RCON_CHUNK: Final = 1300
RCON_OUTPUT_LIMIT: Final = 32752

# -- timing (spec: Timing, rate, and recovery) --------------------------------------------------
HANDSHAKE_RESEND_MS: Final = 3000
DISCONNECT_GUARD_MS: Final = 3000
"""A connectionless ``disconnect`` counts only after this long without sequenced packets, so a
spoofed datagram cannot end a live connection."""
CLIENT_TIMEOUT_MS: Final = 200_000
SERVER_TIMEOUT_MS: Final = 240_000
TIMEOUT_CHECKS: Final = 6
"""Consecutive expired checks before a drop, on both sides."""
ZOMBIE_MS: Final = 2000
IDLE_PACKET_MS: Final = 1000
"""A client in CONNECTED or LOADING sends one packet in this time."""
DOWNLOAD_PACKET_MS: Final = 50
CONNECTING_SNAPSHOT_MS: Final = 1000
MIN_RATE: Final = 1000
MAX_RATE: Final = 90_000
DEFAULT_RATE: Final = 5000
LAN_RATE: Final = 99_999
MIN_SNAPS: Final = 1
MAX_SNAPS: Final = 30
DEFAULT_SNAPSHOT_MS: Final = 50
RATE_MESSAGE_CAP: Final = 1500
RATE_OVERHEAD: Final = 48
FLOOD_PROTECT_MS: Final = 800
RECONNECT_LIMIT_MS: Final = 3000


class ServiceOp(IntEnum):
    """First byte of each operation in a server message (spec: Service opcodes)."""

    BAD = 0
    NOP = 1
    GAMESTATE = 2
    CONFIGSTRING = 3
    BASELINE = 4
    SERVER_COMMAND = 5
    DOWNLOAD = 6
    SNAPSHOT = 7
    EOF = 8


class ClientOp(IntEnum):
    """Two-bit selector of each operation in a client message (spec: Client command selectors)."""

    MOVE = 0
    MOVE_NO_DELTA = 1
    CLIENT_COMMAND = 2
    EOF = 3


class SnapFlags(IntFlag):
    """The snapFlags byte (spec: Snapshot header)."""

    RATE_DELAYED = 1
    NOT_ACTIVE = 2
    SERVER_COUNT = 4


class ConfigstringIndex(IntEnum):
    """Bases of the configstring ranges the library itself reads or writes (configstrings)."""

    SERVERINFO = 0
    SYSTEMINFO = 1
    GAME_VERSION = 2
    AMBIENT = 3
    WEAPONS = 7
    ITEMS = 8
    VOTE_TIME = 16
    VOTE_TEXT = 17
    VOTES_YES = 18
    VOTES_NO = 19
    STATUS_ICONS = 22
    HEAD_ICONS = 38
    CONFIG_NAMES = 149
    CONFIG_VALUES = 277
    MODELS = 405
    SOUNDS = 661
    EFFECTS = 917
    FX = 997
    SHELLSHOCKS = 1253
    MENUS = 1333
    HINTS = 1365
    LOCALIZED = 1397
    SHADERS = 1653


class Button(IntFlag):
    """usercmd ``buttons`` (entity: usercmd bits); bit 0x80 has no place on the wire."""

    FIRE = 0x01
    UI = 0x02
    DROP_WEAPON = 0x04
    SPRINT = 0x08
    ADS = 0x10
    MELEE = 0x20
    USE = 0x40


class WButton(IntFlag):
    """usercmd ``wbuttons`` (entity: usercmd bits)."""

    STANCE_HOLD = 0x02
    WALK = 0x04
    RELOAD = 0x08
    LEAN_LEFT = 0x10
    LEAN_RIGHT = 0x20
    PRONE = 0x40
    CROUCH = 0x80


class EntityType(IntEnum):
    """``eType`` (entity); EVENTS + n is a temporary entity that is only event n."""

    GENERAL = 0
    PLAYER = 1
    CORPSE = 2
    ITEM = 3
    MISSILE = 4
    MOVER = 5
    PORTAL = 6
    INVISIBLE = 7
    SCRIPT_MOVER = 8
    SOUND_BLEND = 9
    LOOPED_FX = 10
    TURRET = 11
    VEHICLE = 12
    VEHICLE_CORPSE = 13
    VEHICLE_COLLISION = 14
    VEHICLE_ICON = 15
    EVENTS = 16


class PmType(IntEnum):
    """Player-state ``pm_type`` (entity: Player state)."""

    NORMAL = 0
    LINKED = 1
    NOCLIP = 2
    UFO = 3
    SPECTATOR = 4
    INTERMISSION = 5
    DEAD = 6
    LINKED_DEAD = 7


class Team(IntEnum):
    """clientState ``team`` (entity)."""

    FREE = 0
    AXIS = 1
    ALLIES = 2
    SPECTATOR = 3
