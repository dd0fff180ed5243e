"""The cvars a server starts with, one row each; `docs/` and ``cvarlist`` are read from here.

Sources of the stock rows: server (Cvars, Game-module cvar defaults). Where a default differs
from the stock one the help text says so.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.console.numbers import is_number, to_float

A: Final = CvarFlag.ARCHIVE
I: Final = CvarFlag.INIT  # noqa: E741 (the letters of the reference's table)
L: Final = CvarFlag.LATCH
R: Final = CvarFlag.ROM
S: Final = CvarFlag.SERVERINFO
T: Final = CvarFlag.TEMP
Y: Final = CvarFlag.SYSTEMINFO
NONE: Final = CvarFlag.NONE

GAMENAME: Final = "CoD:United Offensive"
SHORT_VERSION: Final = "1.51"
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
"""Values of sv_logLevel."""


class CvarSpec(NamedTuple):
    """One row: what `CvarRegistry.register` takes, ranges in the cvar's own unit."""

    name: str
    default: str
    flags: CvarFlag
    help: str
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""


def _switch(name: str, default: str, flags: CvarFlag, text: str) -> CvarSpec:
    """Return the row of a cvar that is 0 or 1."""
    return CvarSpec(name, default, flags, text, 0, 1)


def _vote(kind: str, default: str, text: str) -> tuple[CvarSpec, CvarSpec]:
    """Return the rows of a vote cvar and of its mirror, which clients' menus go by."""
    mirror = f"shown to clients: g_allowVote{kind}"
    return (
        _switch(f"g_allowVote{kind}", default, NONE, text),
        CvarSpec(f"ui_allowVote{kind}", default, R | Y, mirror),
    )


ENGINE: Final = (
    CvarSpec("dedicated", "2", L, "1: LAN server; 2: also heartbeats to the masters", 1, 2),
    CvarSpec("net_ip", "", L, "address to listen on; empty: every IPv4 address"),
    CvarSpec("net_port", "28960", L, "UDP port; 0: any free one", 0, 65535),
    CvarSpec("fs_basepath", ".", I, "folder the game is installed in"),
    CvarSpec("fs_homepath", "", I, "folder searched before fs_basepath; empty: none"),
    CvarSpec("fs_game", "", I | S | Y, "folder of a modification, searched before uo and main"),
    CvarSpec("protocol", "22", R | S, "protocol version"),
    CvarSpec("shortversion", SHORT_VERSION, R | S, "game version, as tools ask for it"),
    CvarSpec("mapname", "nomap", R | S, "map that runs"),
    CvarSpec("timescale", "1", NONE, "speed of game time; 0 stands still", 0, 8),
    CvarSpec("g_gametype", "ctf", L | S, "gametype of the next map (stock default: dm)"),
    _switch("scr_match", "1", L, "0: no sides and no vehicles, all walk about (not in stock)"),
    _switch("scr_allow_jeeps", "1", L | S, "shown to browsers; jeeps stay all the same"),
    _switch("scr_allow_tanks", "1", L | S, "tanks take part"),
    CvarSpec("sv_keywords", "", S, "words for browsers to filter by"),
    CvarSpec("sv_hostname", "CoDHost", A | S, "name of the server in browsers"),
    CvarSpec("sv_maxclients", "20", L | S, "client slots", 1, 64),
    CvarSpec("sv_privateClients", "0", S, "slots kept for sv_privatePassword", 0, 64),
    CvarSpec("sv_privatePassword", "", T, "password of the kept slots"),
    CvarSpec("rconPassword", "", T, "password of rcon; empty: rcon is off"),
    CvarSpec("sv_punkbuster", "0", A | R | S, "PunkBuster is not part of this server"),
    CvarSpec("sv_maxRate", "0", A | S, "cap of a client's rate; 0: none", 0, None, "bytes/s"),
    CvarSpec("sv_minPing", "0", A | S, "refuse players below; 0: none", 0, 999, "ms"),
    CvarSpec("sv_maxPing", "0", A | S, "refuse players above; 0: none", 0, 999, "ms"),
    _switch("sv_floodProtect", "1", A | S, "ignore client commands within 800 ms"),
    _switch("sv_allowAnonymous", "0", S, "shown to browsers only"),
    _switch("sv_showCommands", "0", NONE, "log a command of clients each second"),
    _switch("sv_disableClientConsole", "0", Y, "ask clients to disable their console"),
    _switch("sv_cheats", "1", R | Y, "cheats allowed: 1 only after devmap"),
    CvarSpec("sv_serverid", "0", R | Y, "id of the running map, in every client packet"),
    CvarSpec("sv_pure", "0", S | Y, "1 is refused: its checksums are not known (stock: 1)"),
    CvarSpec("sv_paks", "", R | Y, "packs clients are limited to; stays empty"),
    CvarSpec("sv_pakNames", "", R | Y, "their names; stays empty"),
    CvarSpec("sv_referencedPaks", "", R | Y, "checksums of the packs clients should have"),
    CvarSpec("sv_referencedPakNames", "", R | Y, "names of these packs"),
    CvarSpec("sv_fps", "20", T, "server frames; below 1: 10", None, 1000, "frames/s"),
    CvarSpec("sv_timeout", "240", T, "silence before a client is dropped", 1, None, "s"),
    CvarSpec("sv_zombietime", "2", T, "time a dropped client's slot is kept", 0, None, "s"),
    CvarSpec("sv_reconnectlimit", "3", NONE, "wait before reconnecting", 0, None, "s"),
    CvarSpec("nextmap", "", T, "command run at the end of the map"),
    _switch("sv_allowDownload", "1", A | Y, "clients may download packs"),
    CvarSpec(
        "sv_downloadRate",
        "1000000",
        A,
        "what all downloads together may send; 0: no limit (not in stock)",
        0,
        None,
        "bytes/s",
    ),
    _switch("sv_wwwDownload", "0", A, "redirect downloads to sv_wwwBaseURL"),
    CvarSpec("sv_wwwBaseURL", "", A, "web address downloads are redirected to"),
    _switch("sv_wwwDlDisconnected", "0", A, "clients disconnect while downloading"),
    _switch("sv_showloss", "0", NONE, "log the packets of clients that got lost"),
    CvarSpec("sv_padPackets", "0", NONE, "filler bytes after a snapshot", 0, 1024, "bytes"),
    _switch("sv_killserver", "0", NONE, "1 ends the server, as killserver does"),
    CvarSpec("sv_onlyVisibleClients", "0", NONE, "sent with challenges when not 0"),
    _switch("sv_packet_info", "0", NONE, "log the number and mean size of packets"),
    _switch("sv_showAverageBPS", "0", NONE, "log the bytes per second"),
    CvarSpec(
        "sv_kickBanTime", "300", NONE, "length of a temporary ban; 0: kick only", 0, 316224000, "s"
    ),
    CvarSpec("sv_mapRotation", "", NONE, "rotation: gametype X map Y exec F ..."),
    CvarSpec("sv_mapRotationCurrent", "", NONE, "what is left of the rotation"),
    *(CvarSpec(f"sv_master{n}", "", A | S, "master server HOST[:PORT]") for n in range(1, 6)),
)

GAME: Final = (
    CvarSpec("gamename", GAMENAME, R | S, "name of the game"),
    CvarSpec("gamedate", "Feb 10 2005", R, "date of the stock game module"),
    CvarSpec("sv_mapname", "", R | S, "map the game module runs"),
    _switch("sv_night", "0", Y, "map is dark"),
    _switch("sv_obituary", "1", Y, "clients are told of deaths"),
    CvarSpec("g_log", "games_mp.log", A, "file the game log goes to; empty: none"),
    CvarSpec("g_logSync", "0", A, "1: write each line at once", 0, 3),
    CvarSpec("g_password", "", T, "password players need; empty or none: no password"),
    CvarSpec("g_banIPs", "", A, "addresses and ranges that are banned, with blanks between"),
    CvarSpec("g_motd", "", NONE, "message of the day"),
    CvarSpec("scr_motd", "", NONE, "text that clients hold as ui_motd, for their menus"),
    CvarSpec("g_inactivity", "0", NONE, "drop idle players after; 0: never", 0, 86400, "s"),
    CvarSpec("g_inactivityspectator", "0", NONE, "the same for spectators", 0, 86400, "s"),
    CvarSpec(
        *("g_intermissionDelay", "10000", NONE, "the scores are shown so long (stock: 1000)"),
        *(1000, 120000, "ms"),
    ),
    CvarSpec("g_complaintlimit", "3", A, "complaints before a player is kicked", 0, None),
    _switch("g_deadChat", "0", NONE, "the living hear the dead"),
    CvarSpec("g_voiceChatsAllowed", "4", NONE, "voice chats before a pause", 0, None),
    CvarSpec("g_timeoutsallowed", "0", S, "match time-outs per side", 0, None),
    CvarSpec("g_timeoutBank", "180000", NONE, "time-out time per side", 0, None, "ms"),
    CvarSpec("g_timeoutlength", "90000", NONE, "longest time-out", 0, None, "ms"),
    CvarSpec("g_timeoutRecovery", "10000", NONE, "warning before play goes on", 0, None, "ms"),
    CvarSpec(
        "scr_friendlyfire", "0", A | S, "shown only: 0 none, 1 full, 2 reflected, 3 shared", 0, 3
    ),
    _switch("scr_drawfriend", "0", A, "shown only: icons over team-mates"),
    _switch("scr_killcam", "1", A | S, "shown only: kill camera"),
    CvarSpec("ui_drawfriend", "0", R | Y, "shown to clients: scr_drawfriend"),
    CvarSpec("ui_friendlyfire", "0", R | Y, "shown to clients: scr_friendlyfire"),
    CvarSpec("ui_killcam", "1", R | Y, "shown to clients: scr_killcam"),
)

VOTES: Final = (
    *_vote("", "1", "players may call votes"),
    *_vote("MapRestart", "1", "of them: start the map over"),
    *_vote("MapRotate", "1", "of them: the next map of sv_mapRotation"),
    *_vote("TypeMap", "1", "of them: a gametype and a map"),
    *_vote("Map", "1", "of them: a map"),
    *_vote("GameType", "1", "of them: a gametype"),
    *_vote("Kick", "0", "of them: throw a player out, by his name"),
    *_vote("ClientKick", "0", "of them: throw a player out, by his number"),
    *_vote("TempBanUser", "0", "of them: ban a player for a while, by his name"),
    *_vote("TempBanClient", "0", "of them: ban a player for a while, by his number"),
    *_vote("DrawFriend", "0", "of them: scr_drawfriend"),
    *_vote("KillCam", "0", "of them: scr_killcam"),
    *_vote("FriendlyFire", "0", "of them: scr_friendlyfire"),
    CvarSpec("g_voteLimit", "3", A, "votes of an address on a map; 0: any number", 0, 100),
)

MOVEMENT: Final = (
    CvarSpec("g_gravity", "800", NONE, "gravity", 0, 10000, "units/s^2"),
    CvarSpec("g_speed", "190", NONE, "running speed", 0, 5000, "units/s"),
    CvarSpec("g_bounds_width", "30", NONE, "width of a player", 2, 64, "units"),
    CvarSpec("g_bounds_height_standing", "70", NONE, "height of a player", 50, 128, "units"),
    CvarSpec("bg_viewheight_standing", "60", NONE, "eyes above the feet", 8, 127, "units"),
    CvarSpec("bg_viewheight_crouched", "40", NONE, "the same when crouched", 8, 127, "units"),
    CvarSpec("bg_viewheight_prone", "11", NONE, "the same when prone", 8, 127, "units"),
    CvarSpec("bg_fallDamageMinHeight", "256", NONE, "highest fall that is safe", 1, None, "units"),
    CvarSpec("bg_fallDamageMaxHeight", "480", NONE, "lowest fall that kills", 1, None, "units"),
    CvarSpec("bg_ladder_yawcap", "100", NONE, "view to either side on a ladder", 0, 180, "degrees"),
    CvarSpec("bg_prone_yawcap", "85", NONE, "view to either side when prone", 0, 180, "degrees"),
    _switch("bg_nofatigue", "0", NONE, "sprinting tires nobody"),
    _switch("pmove_fixed", "0", Y, "moves are cut into slices of pmove_msec"),
    CvarSpec("pmove_msec", "8", Y, "length of a slice with pmove_fixed", 8, 33, "ms"),
)

MATCH: Final = (
    CvarSpec("scr_ctf_timelimit", "0", A, "length of a ctf match; 0: none", 0, 1440, "min"),
    CvarSpec("scr_ctf_scorelimit", "5", A, "captures that win a match; 0: no limit", 0, 9999),
    CvarSpec("scr_ctf_roundlimit", "5", A, "rounds of a match; 0: no limit", 0, 9999),
    CvarSpec("scr_ctf_roundlength", "30", A, "then a round is a draw; 0: none", 0, 60, "min"),
    CvarSpec("scr_ctf_startrounddelay", "15", A, "warm-up before the match", 0, 300, "s"),
    CvarSpec("scr_ctf_endrounddelay", "10", A, "pause behind a round", 1, 300, "s"),
    _switch("scr_ctf_clearscoreeachround", "1", A, "points of players begin anew each round"),
    CvarSpec("scr_tdm_timelimit", "30", A, "length of a tdm match; 0: none", 0, 1440, "min"),
    CvarSpec("scr_tdm_scorelimit", "100", A, "kills that win a match; 0: no limit", 0, 9999),
    CvarSpec("scr_dm_timelimit", "30", A, "length of a dm match; 0: none", 0, 1440, "min"),
    CvarSpec("scr_dm_scorelimit", "50", A, "points that win a match; 0: no limit", 0, 9999),
    _switch("scr_teamscorepenalty", "1", A, "in tdm a side loses points of its own kills"),
    CvarSpec("scr_teambalance", "0", A, "players a side may have more; 0: any", 0, 64),
)

OWN: Final = (
    CvarSpec("g_logJson", "", A, "file for a log of JSON lines; empty: none"),
    CvarSpec("logfile", "0", A, "console log: 0 none, 1 buffered, 2 each line at once", 0, 2),
    CvarSpec("sv_logLevel", "info", NONE, "least that is logged: debug, info, warning or error"),
    CvarSpec("sv_logMaxSize", "10", A, "size at which the console log is put away", 1, 1024, "MB"),
    CvarSpec("sv_logKeep", "5", A, "console logs put away that are kept", 1, 100, "files"),
    _switch("sv_writeConfig", "1", NONE, "keep archived cvars in uoserver.cfg over restarts"),
    CvarSpec("bot_fill", "0", A, "bots fill up to this many players", 0, 64),
    CvarSpec("scr_stock_scale", "1", NONE, "factor on each side's vehicle stock", 0.1, 100),
    CvarSpec(
        "sv_maxClientsPerIP", "", A, "clients of an address; 0: any; empty: 8, LAN any", 0, 64
    ),
    CvarSpec("sv_queryBurst", "10", A, "queries an address may send at once", 4, 1000),
    CvarSpec("sv_queryRate", "10", A, "then so many of it are answered", 1, 1000, "/s"),
    CvarSpec("sv_queryTotalRate", "200", A, "and so many of all together", 10, 10000, "/s"),
    CvarSpec("sv_queryAllow", "", A, "addresses and ranges that only a total limits"),
    CvarSpec("sv_limitedRconPassword", "", T, "password for sv_limitedRconCommands; empty: none"),
    CvarSpec("sv_limitedRconCommands", "status", A, "what the limited password may run"),
    CvarSpec("sv_rconLockAfter", "5", A, "bad rcon passwords that lock out; 0: never", 0, 1000),
    CvarSpec("sv_rconLockTime", "60", A, "how long an address is locked out", 1, 86400, "s"),
    _switch("sv_autoDemo", "0", A, "record a demo of each client into the folder demos"),
    _switch("sv_lanForceRate", "1", A, "1: LAN peers get every frame; 0: paced as anyone"),
    CvarSpec("http_port", "0", L, "TCP port of metrics and health; 0: off", 0, 65535),
    CvarSpec("http_ip", "127.0.0.1", L, "address of http_port; empty: every IPv4 address"),
    CvarSpec("http_stallTime", "10", NONE, "no frame for this long is ill health", 1, 600, "s"),
    CvarSpec("web_port", "0", L, "port of the browser gateway; 0: off", 0, 65535),
    _switch("agones", "0", L, "1: tell an Agones sidecar of the server"),
    _switch("agones_shutdownWhenEmpty", "0", NONE, "1: end when the last player has left"),
)

ALL: Final = ENGINE + GAME + VOTES + MOVEMENT + MATCH + OWN


def _check_pure(value: str) -> str | None:
    if is_number(value) and to_float(value) == 0:
        return None  # an empty one is sent to nobody, and clients go on with their own 1
    return "sv_pure 1 is not supported: how the stock game checks packs is not known"


def _check_level(value: str) -> str | None:
    if value.lower() in LOG_LEVELS:
        return None
    return f"sv_logLevel is {', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}"


def register_stock(registry: CvarRegistry) -> None:
    """Make every cvar of the tables; call it once, before anything is set."""
    checks = {"sv_pure": _check_pure, "sv_logLevel": _check_level}
    for row in ALL:
        registry.register(
            row.name,
            row.default,
            row.flags,
            minimum=row.minimum,
            maximum=row.maximum,
            unit=row.unit,
            help=row.help,
            check=checks.get(row.name),
        )
