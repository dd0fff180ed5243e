"""The checklist for a server (joining: section 10), row by row, in words of our own."""

from __future__ import annotations

from . import kept, spoilt
from .table import Break, Row

ROWS = (
    Row(
        "id",
        "systeminfo names the id that the server takes in client headers",
        kept.ids,
        (
            Break("no id", "joining 4", spoilt.info(1, sv_serverid=""), "lacks sv_serverid"),
            Break("another id", "joining 7", spoilt.wrong_id, "not active"),
        ),
    ),
    Row(
        "game name",
        "configstring 2 is the game's name",
        kept.game_name,
        (
            Break("another name", "joining 6.2", spoilt.strings(_2="main")),
            Break("no name", "joining 6.2", spoilt.strings(_2="")),
        ),
    ),
    Row(
        "map",
        "serverinfo names map, host, game type and slots",
        kept.maps,
        (
            Break("no map", "joining 6.1", spoilt.info(0, mapname="")),
            Break("a path too long", "joining 6.4", spoilt.info(0, mapname="m" * 52), "too long"),
            Break("no host name", "joining 6.4", spoilt.info(0, sv_hostname=""), "sv_hostname"),
            Break("no game type", "joining 6.4", spoilt.info(0, g_gametype=""), "g_gametype"),
            Break("no slots", "joining 6.4", spoilt.info(0, sv_maxclients=""), "sv_maxclients"),
        ),
    ),
    Row(
        "weapons",
        "configstring 7 lists weapons that a client's files have",
        kept.weapons,
        (
            Break("no weapons", "joining 6.6", spoilt.strings(_7="")),
            Break("an unknown one", "joining 6.6", spoilt.strings(_7="luger_mp bfg_mp"), "bfg_mp"),
            Break("two blanks", "joining 6.6", spoilt.strings(_7="luger_mp  colt_mp")),
            Break("128 of them", "joining 6.6", spoilt.strings(_7=" ".join(["luger_mp"] * 128))),
        ),
    ),
    Row(
        "items",
        "configstring 8, where there is one, is a row of small hex digits",
        kept.items,
        (Break("capitals", "joining 6.10", spoilt.strings(_8="0A")),),
    ),
    Row(
        "no pure trouble",
        "systeminfo says that the server is not pure, and limits no packs",
        kept.not_pure,
        (
            Break("pure", "joining 4", spoilt.info(1, sv_pure="1"), "sv_pure"),
            Break("not said", "joining 4", spoilt.info(1, sv_pure=""), "sv_pure"),
            Break("limited packs", "joining 4", spoilt.info(1, sv_paks="17 23"), "sv_paks"),
        ),
    ),
    Row(
        "no downloads",
        "systeminfo names no packs to fetch",
        kept.no_downloads,
        (Break("a pack", "joining 5", spoilt.info(1, sv_referencedPaks="17"), "downloads"),),
    ),
    Row(
        "contiguous",
        "models, effects and shell shocks have no gap between their first and last",
        kept.contiguous,
        (
            Break("models", "joining 6.12", spoilt.strings(_406="", _407="x"), "models"),
            Break("effects", "joining 6.13", spoilt.strings(_918="fx/a", _920="fx/b"), "effects"),
            Break(
                "shell shocks",
                "joining 6.13",
                spoilt.strings(_1254="default_mp", _1256="default_mp"),
                "shellshocks",
            ),
        ),
    ),
    Row(
        "menus",
        "script menus are among those of the stock game",
        kept.menus,
        (
            Break(
                "an unknown one", "joining 6.14", spoilt.strings(_1364="admin_menu"), "admin_menu"
            ),
        ),
    ),
    Row(
        "reliable sequence",
        "server commands are numbered from the start of a connection, over all its maps",
        kept.numbering,
        (
            Break("a high start", "EXE_ERR_RELIABLE_CYCLED_OUT", spoilt.begin_high),
            Break("a new start", "joining 3.2", spoilt.begin_anew, "go on from 0"),
        ),
    ),
    Row(
        "patience",
        "who loads is silent for minutes; what it says of its packs does not matter",
        kept.patience,
        (
            Break("five seconds", "joining 6", spoilt.impatient, "given up"),
            Break("cp", "joining 10", spoilt.mind_packs, "EXE_UNPURECLIENTDETECTED"),
            Break("vdr", "joining 10", spoilt.mind_video, "EXE_CANNOTVALIDATEPURECLIENT"),
        ),
    ),
    Row(
        "first active snapshot",
        "after a client's first move its snapshots are active",
        kept.admission,
        (Break("never", "joining 7", spoilt.keep_out, "not active"),),
    ),
    Row(
        "full snapshot first",
        "a level's snapshots are whole until the client has acknowledged one",
        kept.full_first,
        (Break("a delta", "joining 10", spoilt.delta_first, "before any snapshot"),),
    ),
    Row(
        "client number",
        "player states name a slot of 0 to 63",
        kept.client_numbers,
        (Break("64", "parsing", spoilt.player(clientNum=64), "player state of client 64"),),
    ),
    Row(
        "weapon numbers",
        "weapons of players and entities are on the list",
        kept.weapon_numbers,
        (
            Break("a player's", "joining 10", spoilt.player(weapon=100), "player: weapon 100"),
            Break("an entity's", "joining 10", spoilt.entity(weapon=100), "entity 900: weapon 100"),
        ),
    ),
    Row(
        "events",
        "events are below 211, as events of players and entities and as entities",
        kept.event_numbers,
        (
            Break("a player's", "joining 10", spoilt.player(events__0=211), "player: event 211"),
            Break("an entity", "joining 10", spoilt.entity(eType=227), "entity 900: event 211"),
        ),
    ),
    Row(
        "time",
        "time never falls within a level, and a restart is marked by a flag",
        kept.times,
        (
            Break("a second back", "joining 8", spoilt.fall_back, "after"),
            Break("no flag", "joining 10", spoilt.forget_the_flag, "flag 4"),
        ),
    ),
)
