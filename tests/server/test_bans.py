"""Bans of a running server: its files, the cvar, and who is refused."""

from __future__ import annotations

from ipaddress import IPv4Network
from pathlib import Path

import pytest

from tests.process import ServerProcess
from tests.server.host import Host
from uoproto.oob import ConnectResponse, Error, OobPacket
from uoserver.server.banlist import MAX_BANS, Ban, BanError, GuidBan
from uoserver.server.bans import Bans

FAR = ("203.0.113.20", 1024)
FOREVER: list[OobPacket] = [Error("\x15You are permanently banned from this server")]
FOR_NOW: list[OobPacket] = [Error("\x15You are temporarily banned from this server")]
ACCEPTED: list[OobPacket] = [ConnectResponse()]
NETWORK = IPv4Network("203.0.113.0/24")


class Clock:
    def __init__(self) -> None:
        self.now = 1_900_000_000.5

    def __call__(self) -> float:
        return self.now


def keeping(folder: Path, **cvars: str) -> tuple[Host, Clock]:
    """Return a host that writes below a folder, and the wall clock of its bans."""
    host, clock = Host(**cvars), Clock()
    host.server.write_path = folder
    host.server.bans.clock = clock
    return host, clock


# -- who is refused ------------------------------------------------------------------------------


def test_a_ban_refuses_in_the_stock_words() -> None:
    host = Host()
    host.server.bans.add(NETWORK)
    assert host.knock(FAR) == FOREVER
    assert host.server.clients() == []
    assert host.knock(("203.0.114.20", 1024)) == ACCEPTED


def test_a_ban_for_a_time_ends() -> None:
    host, clock = Host(), Clock()
    host.server.bans.clock = clock
    assert host.server.bans.add(NETWORK, seconds=60).until == 1_900_000_060
    clock.now += 59
    assert host.knock(FAR) == FOR_NOW
    clock.now += 0.5
    host.now += 1000
    assert host.knock(FAR) == ACCEPTED


def test_without_a_challenge_nobody_learns_who_is_banned() -> None:
    host = Host()
    host.server.bans.add(NETWORK)
    assert host.knock(FAR, challenge=1) == [Error("EXE_BAD_CHALLENGE")]


def test_who_knocks_on_is_answered_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    host = Host()
    host.server.bans.add(NETWORK)
    with caplog.at_level("INFO"):
        answers = [host.knock(FAR) for _ in range(5)]
    assert answers == [FOREVER, FOREVER, [], [], []]
    assert caplog.text.count("refused 203.0.113.20:1024: You are permanently banned") == 2
    host.now += 3000  # as often as the game's client asks
    assert host.knock(FAR) == FOREVER


@pytest.mark.parametrize(
    "value", ["203.0.113.20", "192.0.2.1  203.0.113.0/24", "203.0.113.*", "nonsense 203.0.*"]
)
def test_the_stock_cvar_counts(value: str, caplog: pytest.LogCaptureFixture) -> None:
    host = Host(g_banIPs=value)
    assert host.knock(FAR) == FOREVER
    assert host.knock(FAR) == FOREVER
    said = [r.message for r in caplog.records if "g_banIPs" in r.message]
    assert len(said) == value.count("nonsense")  # once, not with each connect
    host.cvars.set("g_banIPs", "")
    host.now += 1000
    assert host.knock(FAR) == ACCEPTED


def test_a_guid_of_its_own_is_refused_and_that_of_nobody_is_not(tmp_path: Path) -> None:
    host, _ = keeping(tmp_path)
    host.server.bans.add_guid(77, "Bad Boy")
    assert host.server.bans.refusal("203.0.113.20", 77) == FOREVER[0].text  # type: ignore[attr-defined]
    assert host.server.bans.refusal("203.0.113.20", 78) is None
    host.server.bans.guids = [GuidBan(0, "none")]
    assert host.server.bans.refusal("203.0.113.20", 0) is None


# -- files ---------------------------------------------------------------------------------------


def test_bans_outlast_the_server(tmp_path: Path) -> None:
    host, clock = keeping(tmp_path)
    host.server.bans.add(NETWORK, name='^1Bad "Boy"', reason="aims;\ntoo well")
    host.server.bans.add(IPv4Network("192.0.2.7"), seconds=60)
    host.server.bans.add_guid(77, "Other")
    assert (tmp_path / "uo" / "ban.txt").read_bytes() == b"77 Other\r\n"
    again, later = keeping(tmp_path)
    assert again.knock(FAR) == FOREVER
    assert again.knock(("192.0.2.7", 5)) == FOR_NOW
    assert [*again.server.bans.addresses] == [
        Ban(NETWORK, None, "^1Bad 'Boy'", "aims;too well"),
        Ban(IPv4Network("192.0.2.7"), 1_900_000_060),
    ]
    assert again.server.bans.guids == [GuidBan(77, "Other")]
    later.now += 60
    again.now += 1000
    assert again.knock(("192.0.2.7", 5)) == ACCEPTED
    clock.now += 60
    host.server.bans.lift(NETWORK)
    assert "192.0.2.7" not in (tmp_path / "uo" / "bans.txt").read_text()  # over, so not kept


def test_the_folder_is_that_of_the_modification(tmp_path: Path) -> None:
    host, _ = keeping(tmp_path, fs_game="mymod")
    host.server.bans.add(NETWORK)
    assert [path.name for path in (tmp_path / "mymod").iterdir()] == ["bans.txt"]


def test_edits_count_while_the_server_runs_and_are_not_lost(tmp_path: Path) -> None:
    host, _ = keeping(tmp_path)
    bans = host.server.bans
    bans.add(IPv4Network("192.0.2.7"))
    path = tmp_path / "uo" / "bans.txt"
    path.write_text(path.read_text() + "203.0.113.*\n")
    bans.add(IPv4Network("192.0.2.8"))
    assert host.knock(FAR) == FOREVER
    text = path.read_text()
    assert all(
        f"{address} never" in text for address in ("192.0.2.7", "203.0.113.0/24", "192.0.2.8")
    )
    path.unlink()
    host.now += 1000
    assert host.knock(FAR) == ACCEPTED


def test_what_is_wrong_with_the_files_is_told_with_the_first_map(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "uo").mkdir()
    (tmp_path / "uo" / "ban.txt").write_bytes(b"77 Bad Boy\r\n0 Nobody\r\n")
    host = Host("")
    host.server.write_path = tmp_path
    host.commands.execute("map mp_foy")
    assert "ban.txt is damaged: line 2: a line is a GUID" in caplog.text
    assert host.server.bans.guids == [GuidBan(77, "Bad Boy")]
    assert (tmp_path / "uo" / "ban.txt").read_bytes() == b"77 Bad Boy\r\n"


def test_what_cannot_be_written_counts_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "uo").write_bytes(b"in the way")
    host, _ = keeping(tmp_path)
    host.server.bans.add(NETWORK)
    assert "a ban is not written, so it may not outlast the server" in caplog.text
    assert host.knock(FAR) == FOREVER
    told = len(caplog.records)
    host.knock(FAR)
    assert len(caplog.records) == told
    assert host.server.running


def test_a_bad_folder_name_keeps_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    host, _ = keeping(tmp_path, fs_game="../out")
    host.server.bans.add(NETWORK)
    assert host.knock(FAR) == FOREVER
    assert "bans are not kept: " in caplog.text
    assert [*tmp_path.parent.glob("out*")] == []


def test_both_lists_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    bans = Host().server.bans
    for number in range(MAX_BANS):
        bans.add(IPv4Network(2**30 + number))
        bans.add_guid(number + 1, "x")
    with pytest.raises(BanError, match="1024 bans"):
        bans.add(NETWORK)
    with pytest.raises(BanError, match="1024 bans"):
        bans.add_guid(9999, "x")
    bans.add_guid(5, "x")  # there already


def test_lifting_by_name_lifts_both_kinds(tmp_path: Path) -> None:
    host, _ = keeping(tmp_path)
    bans = host.server.bans
    bans.add(NETWORK, name="^1Bad ^7Boy")
    bans.add(IPv4Network("192.0.2.7"), name="Bad Boy")
    bans.add(IPv4Network("192.0.2.8"), name="Other")
    bans.add_guid(77, "BAD BOY")
    bans.add_guid(78, "Other")
    assert bans.lift_named("bad boy") == 3
    assert bans.lift_named("bad boy") == 0
    again = Bans(host.cvars, lambda: host.server.write_path)
    again.refresh()
    assert [ban.name for ban in again.addresses] == ["Other"]
    assert again.guids == [GuidBan(78, "Other")]


@pytest.mark.live
def test_a_ban_outlasts_a_process_that_is_killed(tmp_path: Path) -> None:
    home = ["+set", "fs_homepath", str(tmp_path)]
    with ServerProcess(*home) as server:
        server.type("banAddress 203.0.113.0/24 aims too well")
        server.wait_log("203.0.113.0/24 is banned for good")
        server.process.kill()
    with ServerProcess(*home) as server:
        server.type("banlist")
        server.wait_log("203.0.113.0/24     never                aims too well")
        server.wait_log("1 ban")
        assert server.stop() == 0
