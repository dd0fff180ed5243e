"""What follows a match, on a server with clients: the next map and the log of it all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.host import Host
from uoproto.connection import ConnState
from uoproto.connection.events import RetailWarning, ServerCommandReceived
from uoserver.files.searchpath import SearchPath
from uoserver.server.logfile import LogFile

HYPHENS = "-" * 60
LIMITS = {"scr_ctf_timelimit": "0.1", "g_logSync": "1"}
"""Six seconds to a match, and ten of intermission."""


def hosting(folder: Path | None = None, **cvars: str) -> Host:
    """Return a host with a client in play, and its log in a folder."""
    host = Host("", **{**LIMITS, **cvars})
    if folder is not None:
        host.server.log_file = LogFile(folder)
    host.commands.execute("map mp_foy")
    host.join()
    host.run(3000, lambda: host.clients[0].state == ConnState.ACTIVE)
    return host


def to_the_next_map(host: Host) -> None:
    announced = len(host.announced)
    host.run(20_000, lambda: len(host.announced) > announced)
    assert len(host.announced) == announced + 1


def lines(folder: Path) -> list[str]:
    """Return the log without its stamps, and without what InitGame says."""
    text = (folder / "uo" / "games_mp.log").read_text(encoding="latin-1")
    return [line[7:].partition(" \\")[0] for line in text.splitlines()]


def test_the_same_map_follows_where_nothing_else_is_said(tmp_path: Path) -> None:
    host = hosting(tmp_path)
    first = host.server.level
    to_the_next_map(host)
    assert host.server.level is not first
    assert host.server.config.server_id == 32
    host.run(3000, lambda: host.clients[0].state == ConnState.ACTIVE)
    host.run(1000)
    assert host.clients[0].seen(RetailWarning) == []
    host.clients[0].connection.send_command("say bye; all")
    host.run(200)
    host.server.shutdown("end", host.now)
    name = "UnnamedPlayer"
    start = [HYPHENS, "InitGame:", f"J;0;0;{name}"]
    assert lines(tmp_path) == [
        *start,
        "ExitLevel: executed",
        "ShutdownGame:",
        HYPHENS,
        *start,
        f"say;0;0;{name};bye; all",
        "ShutdownGame:",
        HYPHENS,
    ]
    text = (tmp_path / "uo" / "games_mp.log").read_text(encoding="latin-1")
    first_line, init = text.splitlines()[:2]
    assert first_line == "  0:00 " + HYPHENS
    assert init.startswith("  0:00 InitGame: \\")
    assert "\\mapname\\mp_foy\\" in init
    stamps = [line[:7] for line in text.splitlines()]
    assert stamps == sorted(stamps)
    assert stamps[-1] >= "  0:16 "


def test_a_restart_and_a_new_map_are_logged(tmp_path: Path) -> None:
    host = hosting(tmp_path, scr_ctf_timelimit="0")
    for command in ("map_restart", "map mp_foy"):
        host.commands.execute(command)
        host.run(1000)
    host.commands.execute("clientkick 0")
    host.run(200)
    assert host.server.log_file is not None
    host.server.log_file.close()
    start = [HYPHENS, "InitGame:", "J;0;0;UnnamedPlayer"]
    ends = (["RestartGame:", HYPHENS], ["ShutdownGame:", HYPHENS], ["Q;0;0;UnnamedPlayer"])
    assert lines(tmp_path) == [*start, *ends[0], *start, *ends[1], *start, *ends[2]]


def test_clients_see_the_end_and_the_scores() -> None:
    host = hosting()
    client = host.clients[0]
    host.run(8000, lambda: bool(host.server.level and host.server.level.game.match) is False)
    texts = [event.text for event in client.seen(ServerCommandReceived)]  # type: ignore[attr-defined]
    assert texts[:3] == ["v g_scriptMainMenu team_americangerman", "v ui_weapontab 0", "t 0"]
    end = texts.index('c "\x15The match is a tie"')
    assert texts[end + 1 : end + 4] == [
        "u",
        "v g_scriptMainMenu main",
        'v cg_objectiveText "The match is a tie"',
    ]
    assert texts[end + 4].startswith("b 1 0 0 0 0 ")


def test_the_command_of_nextmap_comes_first() -> None:
    command = "set sv_hostname ran; map mp_foy"
    host = hosting(nextmap=command, sv_mapRotation="gametype dm map mp_foy")
    to_the_next_map(host)
    assert host.cvars.get("sv_hostname") == "ran"
    assert host.cvars.get("g_gametype") == "ctf"


def test_a_nextmap_that_leads_nowhere_is_passed_over() -> None:
    host = hosting(nextmap="map mp_nowhere")
    to_the_next_map(host)
    assert host.cvars.get("mapname") == "mp_foy"


@pytest.mark.parametrize(
    "way",
    [
        {"nextmap": "killserver", "sv_mapRotation": "map mp_foy"},
        {"sv_mapRotation": "exec end.cfg gametype ctf"},
        {"sv_mapRotation": "map mp_foy", "sv_mapRotationCurrent": "exec end.cfg"},
        {"sv_mapRotation": "exec end.cfg map mp_foy"},
    ],
)
def test_a_server_may_end_with_its_match(tmp_path: Path, way: dict[str, str]) -> None:
    host = hosting(tmp_path, **way)
    host.commands._read_file = lambda _name: "quit"
    host.run(20_000, lambda: not host.server.running)
    host.server.frame(host.now, 3)  # as frames that are made up for
    host.server.shutdown("end", host.now)
    assert host.announced == ["map mp_foy ready"]
    assert lines(tmp_path)[3:] == ["ExitLevel: executed", "ShutdownGame:", HYPHENS]


def test_the_rotation_goes_round() -> None:
    rotation = "gametype dm map mp_missing map mp_foy gametype tdm map mp_foy"
    host = hosting(sv_mapRotation=rotation, scr_dm_timelimit="0.1", scr_tdm_timelimit="0.1")
    seen = []
    for _ in range(4):
        to_the_next_map(host)
        seen.append((host.cvars.get("g_gametype"), host.cvars.get("sv_mapRotationCurrent")))
    assert seen == [("dm", "gametype tdm map mp_foy"), ("tdm", "")] * 2
    assert host.server.level is not None
    assert host.server.level.configstrings.values[1333] == "serverinfo_tdm"


@pytest.mark.parametrize("rotation", ["", "map", "map mp_a map mp_b", "gametype ctf"])
def test_a_rotation_without_a_map_that_runs(rotation: str) -> None:
    host = hosting(sv_mapRotation=rotation)
    level = host.server.level
    host.printed.clear()
    host.commands.execute("map_rotate")
    assert host.server.level is level
    assert host.printed[-1] == "no map of sv_mapRotation can be run"
    assert len(host.printed) <= 3
    to_the_next_map(host)
    assert host.cvars.get("mapname") == "mp_foy"


def test_map_rotate_goes_on_in_the_rotation_and_starts_the_first_map() -> None:
    host = Host("", sv_mapRotation="odd gametype tdm map mp_foy gametype dm map mp_foy")
    host.commands.execute("map_rotate")
    assert host.announced == ["map mp_foy ready"]
    assert host.printed == ["sv_mapRotation: unknown word 'odd'"]
    assert host.cvars.get("g_gametype") == "tdm"
    host.commands.execute("map_rotate")
    assert host.cvars.get("g_gametype") == "dm"


def test_a_rotation_sets_vehicles_and_runs_files() -> None:
    host = Host(
        "", sv_mapRotation="allow_jeeps 0 allow_tanks 0 exec a.cfg map mp_foy allow_tanks 1"
    )
    host.commands._read_file = lambda name: f"set sv_hostname from_{name}"
    host.commands.execute("map_rotate")
    names = ("scr_allow_jeeps", "scr_allow_tanks", "sv_hostname")
    assert [host.cvars.get(name) for name in names] == ["0", "0", "from_a.cfg"]
    host.commands.execute('sv_mapRotation "allow_tanks 1 map mp_foy"; map_rotate')
    host.commands.execute("map_rotate")
    assert [host.cvars.get(name) for name in names[:2]] == ["0", "1"]


def test_a_damaged_map_is_told_and_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    data = SearchPath().read("maps/mp/mp_foy.bsp")
    (folder / "mp_half.bsp").write_bytes(data[: len(data) // 2])
    with SearchPath.open(str(tmp_path)) as files:
        host = Host("", files, sv_mapRotation="map mp_half map mp_foy")
        host.commands.execute("map_rotate")
    assert host.printed[0].startswith("can't load map mp_half: ")
    assert host.announced == ["map mp_foy ready"]


def test_a_value_that_is_missing_is_told() -> None:
    host = hosting(sv_mapRotation="map mp_foy gametype")
    host.commands.execute("map_rotate")
    host.printed.clear()
    host.commands.execute("map_rotate")
    assert host.printed == ["sv_mapRotation: gametype without its value at the end"]
    assert len(host.announced) == 3


def test_a_rotation_of_nothing_but_missing_maps_comes_to_an_end() -> None:
    host = hosting(sv_mapRotation="map mp_missing " * 500)
    host.commands.execute("map_rotate")
    assert len(host.printed) <= 70


def test_a_file_of_the_rotation_that_rotates_is_run_once() -> None:
    host = hosting(sv_mapRotation="exec server.cfg exec server.cfg map mp_foy")
    runs: list[str] = []

    def read(name: str) -> str:
        runs.append(name)
        return "map_rotate"

    host.commands._read_file = read
    host.commands.execute("map_rotate")
    assert runs == ["server.cfg", "server.cfg"]
    assert host.announced[1:] == ["map mp_foy ready"]
    said = "map_rotate is passed over in a file that sv_mapRotation runs"
    assert host.printed[-3:].count(said) == 2
    host.commands.execute("map_rotate")  # and not for ever
    assert host.announced[2:] == ["map mp_foy ready"]


def test_a_file_of_the_rotation_that_waits_does_not_rotate_later_either() -> None:
    host = hosting(sv_mapRotation="exec server.cfg map mp_foy")
    host.commands._read_file = lambda _: "wait 5; map_rotate; set sv_hostname end"
    host.commands.execute("map_rotate")
    host.run(1000)
    assert host.cvars.get("sv_hostname") == "end"
    assert host.announced[1:] == ["map mp_foy ready"]
    assert host.printed[-1] == "map_rotate is passed over in a file that sv_mapRotation runs"


def test_a_match_goes_on_where_the_rotation_holds_only_maps_that_do_not_run(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rotation = "map mp_missing map ../../etc/passwd map mp_foy;quit map mp_gone"
    host = hosting(sv_mapRotation=rotation)
    for _ in range(2):
        caplog.clear()
        to_the_next_map(host)
        told = [record.message for record in caplog.records if record.levelname == "WARNING"]
        assert [line.split(":")[0] for line in told] == [
            "can't load map mp_missing",
            "not a map name",
            "not a map name",
            "can't load map mp_gone",
        ]
        assert host.server.running
        assert host.cvars.get("mapname") == "mp_foy"
        host.run(3000, lambda: host.clients[0].state == ConnState.ACTIVE)
        assert host.clients[0].state == ConnState.ACTIVE


def test_maps_that_do_not_run_are_passed_over_for_one_that_does() -> None:
    host = hosting(sv_mapRotation="map mp_missing gametype tdm map mp_gone map mp_foy")
    to_the_next_map(host)
    assert host.announced[1:] == ["map mp_foy ready"]
    assert host.cvars.get("g_gametype") == "tdm"


@pytest.mark.parametrize("gametype", ["sd", "nonsense", "../x", "c;quit"])
def test_a_gametype_of_the_rotation_that_is_not_known_is_played_as_ctf(
    gametype: str, caplog: pytest.LogCaptureFixture
) -> None:
    host = hosting(sv_mapRotation=f"gametype {gametype} map mp_foy")
    to_the_next_map(host)
    assert f"gametype {gametype} is not known here; it is played as ctf" in caplog.text
    level = host.server.level
    assert level is not None
    assert level.game.match is not None
    assert level.configstrings.values[1333] == "serverinfo_ctf"
    host.run(1000)
    assert host.server.running


@pytest.mark.parametrize(
    ("rotation", "jeeps", "tanks"),
    [("allow_jeeps 0 allow_tanks 0 map mp_foy", "0", "0"), ("allow_tanks x map mp_foy", "1", "1")],
)
def test_settings_of_the_rotation_count_on_its_map(rotation: str, jeeps: str, tanks: str) -> None:
    host = hosting(sv_mapRotation=rotation)
    host.commands.execute("map_rotate")
    assert host.cvars.get("scr_allow_jeeps") == jeeps
    assert host.cvars.get("scr_allow_tanks") == tanks
    assert host.announced[1:] == ["map mp_foy ready"]


@pytest.mark.parametrize("command", ["map_restart", "devmap mp_foy", "map_rotate", "vstr nextmap"])
def test_any_command_can_be_nextmap(command: str) -> None:
    host = hosting(nextmap=command, sv_mapRotation="map mp_foy")
    level = host.server.level
    to_the_next_map(host)
    assert host.server.level is not level
    assert host.cvars.get_int("sv_cheats") == (command == "devmap mp_foy")
    host.run(500)
    assert host.server.running


@pytest.mark.parametrize(("delay", "most"), [("1000", 1200), ("4000", 4200)])
def test_the_scores_are_shown_as_long_as_the_host_wishes(delay: str, most: int) -> None:
    host = hosting(g_intermissionDelay=delay)
    level = host.server.level
    assert level is not None
    host.run(8000, lambda: level.game.ended)
    began = host.now
    to_the_next_map(host)
    assert int(delay) <= host.now - began <= most
