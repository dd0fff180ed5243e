"""Downloads from the running server: who gets what, and how each transfer ends."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.host import Host, Joined
from tests.server.host import active as playing
from tests.server.packed import (
    MAP,
    PACK,
    active,
    add_pack,
    end_all,
    failures,
    fetcher,
    got,
    host_of,
    received,
    watching,
)
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import Disconnected, DownloadFinished, DownloadRedirected
from uoproto.constants import MAX_DOWNLOAD_SIZE
from uoproto.download import DownloadBlock, DownloadSender
from uoserver.files.searchpath import SearchPath
from uoserver.server.downloads import LEAVE_MS, MAX_SHOWN, REQUEST_MS
from uoserver.server.noise import BURST
from uoserver.server.packreader import PackReader

BASE = "http://files.example.invalid/uo"
REDIRECT = {"sv_wwwDownload": "1", "sv_wwwBaseURL": BASE}


def under_way(host: Host, client: Joined, name: str = PACK) -> PackReader:
    """Run until a part of a file has come; return the server's open file."""
    host.run(20_000, lambda: len(got(client, name)) > 4000)
    assert 4000 < len(got(client, name)) < 40_000
    return host.server.downloads.readers[host.clients.index(client)]


@pytest.fixture(autouse=True)
def ends() -> Iterator[None]:
    yield
    end_all()


# -- files in blocks ----------------------------------------------------------------------------


@pytest.mark.parametrize("loss", [0.0, 0.05])
def test_a_pack_comes_over_whole(
    tmp_path: Path, loss: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "uoserver")
    host = host_of(tmp_path)
    sent: list[int] = []
    first = 0
    send, acknowledge = DownloadSender.blocks_to_send, DownloadSender.acknowledge

    def noted_send(sender: DownloadSender, now: int, count: int) -> list[DownloadBlock]:
        blocks = send(sender, now, count)
        assert all(first <= block.block < first + 8 for block in blocks)
        sent.extend(block.block for block in blocks)
        return blocks

    def noted_acknowledge(sender: DownloadSender, block: int, now: int) -> None:
        nonlocal first
        acknowledge(sender, block, now)
        first = block + 1

    monkeypatch.setattr(DownloadSender, "blocks_to_send", noted_send)
    monkeypatch.setattr(DownloadSender, "acknowledge", noted_acknowledge)
    client = fetcher(host, loss=loss)
    host.run(120_000, lambda: active(client))
    data = (tmp_path / PACK).read_bytes()
    assert received(client, PACK) == data
    assert active(client)
    assert host.server.downloads.readers == {}
    blocks = -(-len(data) // 2048) + 1
    assert (len(sent) > blocks) == (loss > 0)
    counters = host.server.counters
    assert (counters.downloads["started"], counters.downloads["finished"]) == (1, 1)
    assert counters.download_bytes == len(data)
    lines = [line for line in caplog.messages if PACK in line]
    assert lines == [
        f"client 0 downloads {PACK} ({len(data)} bytes)",
        f"client 0 has downloaded {PACK}",
    ]


def test_every_pack_of_a_mod_comes_over(tmp_path: Path) -> None:
    for name in ("mod/one.pk3", "mod/Two.PK3"):
        add_pack(tmp_path, name, 3000 + len(name))
    host = host_of(tmp_path, "mod")
    client = fetcher(host, rate=90_000)
    host.run(60_000, lambda: active(client))
    assert active(client)
    for name, file in (("mod/one.pk3", "mod/one.pk3"), ("mod/Two.pk3", "mod/Two.PK3")):
        assert received(client, name) == (tmp_path / file).read_bytes()
    assert DownloadFinished(PACK) in client.events


def test_a_client_who_downloads_nothing_is_not_held_up(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = host.join()
    host.run(5000, lambda: active(client))
    assert active(client)
    assert host.server.counters.downloads == dict.fromkeys(host.server.counters.downloads, 0)


def test_a_player_in_the_world_may_download(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = host.join()
    host.run(5000, lambda: active(client))
    client.connection.downloads.start([PACK], for_level=False)
    host.run(60_000, lambda: DownloadFinished(PACK) in client.events)
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()
    assert active(client)


def test_two_clients_share_the_servers_limit(tmp_path: Path) -> None:
    host = host_of(tmp_path, sv_downloadRate="8192")
    clients = [fetcher(host, rate=90_000) for _ in range(2)]
    host.run(20_000, lambda: all(got(client, PACK) for client in clients))
    before = [len(got(client, PACK)) for client in clients]
    host.run(4000)
    came = [len(got(client, PACK)) - start for client, start in zip(clients, before, strict=True)]
    assert sum(came) <= 4.5 * 8192
    assert min(came) >= 12_288  # of 16,384
    host.cvars.set("sv_downloadRate", "0")
    host.run(30_000, lambda: all(active(client) for client in clients))
    assert all(received(client, PACK) == (tmp_path / PACK).read_bytes() for client in clients)


# -- refusals -----------------------------------------------------------------------------------


def refusal(host: Host, client: Joined, name: str) -> str:
    """Ask for a file as a hostile client would; return why the server refuses."""
    client.connection.send_command(f"download {name}")
    slot = host.server.slots[host.clients.index(client)]
    assert slot is not None
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slot.download, "refuse", told.append)
        host.run(2000, lambda: bool(told))
    assert host.server.downloads.readers == {}
    (message,) = told
    return message


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("uo/pakuo00.pk3", "EXE_CANTAUTODLGAMEPAK"),
        ("MAIN/Pak0.PK3", "EXE_CANTAUTODLGAMEPAK"),
        ("main/localized_english_pak1.pk3", "EXE_CANTAUTODLGAMEPAK"),
        ("main/other.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/z_map", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/z_map.pk3.", "EXE_AUTODL_FILENOTONSERVER"),
        ("z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main//z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("./main/z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/../main/z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/../server.cfg", "EXE_AUTODL_FILENOTONSERVER"),
        ("../../../../etc/passwd", "EXE_AUTODL_FILENOTONSERVER"),
        ("/etc/passwd", "EXE_AUTODL_FILENOTONSERVER"),
        (r"main\z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        (r"C:\main\z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("c:main/z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/con.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/z_map.pk3::$DATA", "EXE_AUTODL_FILENOTONSERVER"),
        ("main/unused.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("a/" * 400 + "z_map.pk3", "EXE_AUTODL_FILENOTONSERVER"),
        ("", "EXE_AUTODL_FILENOTONSERVER"),
    ],
)
def test_what_is_not_offered_is_refused_untouched(
    tmp_path: Path, name: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_pack(tmp_path, "main/unused.pk3")  # there, but no part of this level
    add_pack(tmp_path, "uo/pakuo00.pk3")
    host = host_of(tmp_path)
    client = host.join()
    host.run(5000, lambda: active(client))
    with watching(monkeypatch) as opened:
        message = refusal(host, client, name)
    assert opened.paths == []
    told, _, shown = message.partition("\x15")
    assert told == key
    assert len(shown) <= MAX_SHOWN
    assert all("!" <= char <= "~" and char not in '%"\\;' for char in shown)
    if name.isalnum():
        assert shown == name
    assert host.server.counters.downloads["refused"] == 1
    host.run(2000)
    assert [event.reason for event in client.events if isinstance(event, Disconnected)] == []


def test_the_client_is_told(tmp_path: Path) -> None:
    host = host_of(tmp_path, sv_allowDownload="0")
    client = fetcher(host)
    host.run(5000, lambda: active(client))  # sv_allowDownload is in the systeminfo: he asks not
    assert active(client)
    client.connection.downloads.start([PACK], for_level=False)
    host.run(3000, lambda: bool(failures(client)))
    assert failures(client) == [f"EXE_AUTODL_SERVERDISABLED\x15{PACK}"]


def test_the_game_s_own_packs_come_before_the_switch(tmp_path: Path) -> None:
    host = host_of(tmp_path, sv_allowDownload="0")
    client = host.join()
    host.run(5000, lambda: active(client))
    assert refusal(host, client, "uo/pakuo05.pk3") == "EXE_CANTAUTODLGAMEPAK\x15uo/pakuo05.pk3"


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, Path]]:
    root = tmp_path_factory.mktemp("quiet")
    (root / "secret.pk3").write_bytes(b"x")
    add_pack(root, PACK, map_name=MAP)
    with SearchPath.open(str(root)) as files:
        host = Host(MAP, files)
        client = host.join()
        host.run(5000, lambda: active(client))
        yield host, root


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from(
                ["..", ".", "main", "uo", "z_map", "secret.pk3", ".pk3", "/", "\\", "\0", "%", ":"]
            ),
            max_size=8,
        ).map("/".join),
        st.lists(st.sampled_from(["..", "/", "main", "z_map.pk3", "secret"]), max_size=8).map(
            "".join
        ),
    )
)
def test_no_name_reaches_the_file_system(quiet: tuple[Host, Path], name: str) -> None:
    host, root = quiet
    slot = host.server.slots[0]
    assert slot is not None
    downloads = host.server.downloads
    with pytest.MonkeyPatch.context() as patch, watching(patch) as opened:
        slot.download.name = name
        downloads.request(slot, name)
        host.now += REQUEST_MS
        downloads.frame(host.now)
    offered = name.lower() == PACK
    assert opened.paths == ([str(root / PACK)] if offered else [])
    assert (0 in downloads.readers) == offered
    slot.download.close()


def test_what_does_not_fit_the_block_numbers_is_refused_or_redirected(tmp_path: Path) -> None:
    path = add_pack(tmp_path, "mod/huge.pk3", 100)
    data = path.read_bytes()
    with path.open("wb") as file:  # a hole in front: a zip is found from its end
        file.seek(MAX_DOWNLOAD_SIZE + 1 - len(data))
        file.write(data)
    host = host_of(tmp_path, "mod", **REDIRECT)
    client = host.join()
    host.run(5000, lambda: active(client))
    client.connection.downloads.start(["mod/huge.pk3"], for_level=False)
    host.run(3000, lambda: bool(failures(client)))
    (message,) = failures(client)
    assert message == "\x15mod/huge.pk3 is too large to be downloaded from the game server"
    other = fetcher(host, www=True)
    host.run(5000, lambda: bool(other.seen(DownloadRedirected)))
    other.connection.downloads.redirect_done(success=True)
    host.run(5000, lambda: len(other.seen(DownloadRedirected)) == 2)
    _, event = other.seen(DownloadRedirected)
    assert isinstance(event, DownloadRedirected)
    assert (event.url, event.size) == (f"{BASE}/mod/huge.pk3", MAX_DOWNLOAD_SIZE + 1)


# -- redirects ----------------------------------------------------------------------------------


def redirected(host: Host, **config: bool) -> Joined:
    client = fetcher(host, www=True, **config)
    host.run(10_000, lambda: bool(client.seen(DownloadRedirected)))
    (event,) = client.seen(DownloadRedirected)
    assert isinstance(event, DownloadRedirected)
    assert event.url == f"{BASE}/{PACK}"
    assert host.server.downloads.readers == {}
    return client


@pytest.mark.parametrize("base", [BASE, f"{BASE}/", f"{BASE}//"])
def test_a_client_fetches_the_file_elsewhere(tmp_path: Path, base: str) -> None:
    host = host_of(tmp_path, sv_wwwDownload="1", sv_wwwBaseURL=base)
    client = redirected(host)
    (event,) = client.seen(DownloadRedirected)
    assert event == DownloadRedirected(
        PACK, f"{BASE}/{PACK}", (tmp_path / PACK).stat().st_size, False
    )
    host.run(LEAVE_MS + 10_000)  # he takes his time
    client.connection.downloads.redirect_done(success=True)
    host.run(5000, lambda: active(client))
    assert active(client)
    assert got(client, PACK) == b""
    assert host.server.counters.downloads["redirected"] == 1


@pytest.mark.parametrize(
    ("cvars", "www"),
    [
        (REDIRECT, False),
        ({**REDIRECT, "sv_wwwDownload": "0"}, True),
        ({**REDIRECT, "sv_wwwBaseURL": ""}, True),
        ({**REDIRECT, "sv_wwwBaseURL": "/"}, True),
        ({**REDIRECT, "sv_wwwBaseURL": "http://" + "x" * 1010}, True),
        ({**REDIRECT, "sv_wwwBaseURL": "http://x/%20"}, True),
    ],
)
def test_others_get_blocks(tmp_path: Path, cvars: dict[str, str], www: bool) -> None:
    host = host_of(tmp_path, **cvars)
    client = fetcher(host, www=www, rate=90_000)
    host.run(60_000, lambda: active(client))
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()
    assert client.seen(DownloadRedirected) == []


def test_a_redirect_that_fails_is_followed_by_blocks(tmp_path: Path) -> None:
    host = host_of(tmp_path, **REDIRECT)
    client = redirected(host)
    client.connection.downloads.redirect_done(success=False)
    host.run(60_000, lambda: active(client))
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()
    assert len(client.seen(DownloadRedirected)) == 1


def test_a_wrong_checksum_is_followed_by_blocks(tmp_path: Path) -> None:
    host = host_of(tmp_path, **REDIRECT)
    client = redirected(host)
    client.connection.downloads.redirect_done(success=True)
    client.connection.downloads.checksum_failed()
    host.run(60_000, lambda: bool(got(client, PACK)) and active(client))
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()
    assert len(client.seen(DownloadRedirected)) == 1


def test_a_client_leaves_to_fetch_the_file(tmp_path: Path) -> None:
    host = host_of(tmp_path, sv_wwwDlDisconnected="1", **REDIRECT)
    client = redirected(host)
    (event,) = client.seen(DownloadRedirected)
    assert isinstance(event, DownloadRedirected)
    assert event.disconnect
    host.run(1000)  # the client's own "wwwdl bbl8r" goes out with its next packets
    slot = host.server.slots[0]
    assert slot is None or slot.state == SlotState.ZOMBIE
    host.run(5000)
    assert host.server.slots[0] is None
    assert host.server.counters.dropped["left"] == 1


@pytest.mark.parametrize("answer", ["", "wwwdl ack"])
def test_one_who_should_leave_and_stays_is_sent_away(tmp_path: Path, answer: str) -> None:
    host = host_of(tmp_path, sv_wwwDlDisconnected="1", **REDIRECT)
    client = host.join(userinfo={"name": "Stays", "cl_wwwDownload": "1"})
    host.run(5000, lambda: active(client))
    slot = host.server.slots[0]
    assert slot is not None
    slot.download.name = PACK
    host.server.downloads.request(slot, PACK)
    client.connection.send_command(answer or "score")
    host.run(LEAVE_MS - 1000)
    assert active(client)
    host.run(2000)
    assert not active(client)


# -- ends ---------------------------------------------------------------------------------------


def test_the_client_stops(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = fetcher(host)
    reader = under_way(host, client)
    client.connection.downloads.cancel()
    host.run(5000, lambda: active(client))
    assert active(client)
    assert reader.closed
    assert host.server.downloads.readers == {}
    assert host.server.counters.downloads["broken_off"] == 1
    assert 0 < host.server.counters.download_bytes < (tmp_path / PACK).stat().st_size


@pytest.mark.parametrize("end", ["clientkick 0", "quiet", "killed", "shutdown", "replaced"])
def test_a_client_who_is_gone_leaves_no_file_open(tmp_path: Path, end: str) -> None:
    host = host_of(tmp_path, sv_timeout="5")
    client = fetcher(host)
    reader = under_way(host, client)
    match end:
        case "quiet":
            client.muted = True
            host.run(7000)
        case "killed":
            slot = host.server.slots[0]
            assert slot is not None
            host.server.free(slot)
        case "shutdown":
            host.server.shutdown("the end", host.now)
        case "replaced":
            host.now += 10_000
            host.knock((client.address[0], 31_000), qport=client.connection.config.qport)
            assert host.server.slots[0] is not None
        case _:
            host.commands.execute(end)
    assert reader.closed
    assert host.server.downloads.readers == {}


def test_a_second_request_ends_the_first(tmp_path: Path) -> None:
    add_pack(tmp_path, "mod/two.pk3")
    host = host_of(tmp_path, "mod")
    client = host.join()
    host.run(5000, lambda: active(client))
    client.connection.send_command(f"download {PACK}")
    host.run(1000, lambda: bool(host.server.downloads.readers))
    first = host.server.downloads.readers[0]
    client.connection.send_command("download mod/two.pk3")
    host.run(1000, lambda: host.server.downloads.readers.get(0) not in {None, first})
    assert first.closed
    assert not host.server.downloads.readers[0].closed


def test_open_files_are_one_a_slot(tmp_path: Path) -> None:
    host = host_of(tmp_path, sv_maxclients="4")
    clients = [host.join() for _ in range(4)]
    host.run(5000, lambda: all(active(client) for client in clients))
    readers: set[PackReader] = set()
    for _ in range(40):
        for client in clients:
            client.connection.send_command(f"download {PACK}")
        host.run(100)
        readers.update(host.server.downloads.readers.values())
        assert sum(not reader.closed for reader in readers) <= 4
    assert len(readers) > 40


def test_requests_are_answered_at_a_pace(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "uoserver")
    host = host_of(tmp_path)
    client = host.join()
    host.run(5000, lambda: active(client))
    for _ in range(100):
        for _ in range(3):
            client.connection.send_command("download main/x.pk3")
        host.run(50)
    assert 20 < host.server.counters.downloads["refused"] <= 100 * 50 // REQUEST_MS + 1
    told = [record for record in caplog.records if "main/x.pk3" in record.message]
    assert 0 < sum(record.levelno > logging.DEBUG for record in told) <= BURST + 1


def test_the_map_changes_in_the_middle(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = fetcher(host)
    reader = under_way(host, client)
    client.events.clear()
    host.commands.execute(f"map {MAP}")
    assert reader.closed
    host.run(60_000, lambda: active(client))
    assert active(client)
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()


def test_another_map_has_other_packs(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = fetcher(host)
    reader = under_way(host, client)
    host.commands.execute("map mp_foy")
    assert reader.closed
    host.run(20_000, lambda: active(client))
    assert active(client)
    message = refusal(host, client, PACK)
    assert message == f"EXE_AUTODL_FILENOTONSERVER\x15{PACK}"


def test_a_request_does_not_outlast_its_level(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = host.join()
    host.run(5000, lambda: active(client))
    slot = host.server.slots[0]
    assert slot is not None
    host.server.downloads.request(slot, PACK)
    host.commands.execute(f"map {MAP}")
    host.run(1000)
    assert host.server.counters.downloads["started"] == 0


def test_a_restart_of_the_map_leaves_a_download_alone(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    client = fetcher(host)
    reader = under_way(host, client)
    host.commands.execute("map_restart")
    assert not reader.closed
    host.run(60_000, lambda: active(client))
    assert received(client, PACK) == (tmp_path / PACK).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be taken away there")
@pytest.mark.parametrize("change", ["gone", "shorter", "longer", "replaced", "other bytes"])
def test_a_file_that_changes_in_the_middle(tmp_path: Path, change: str) -> None:
    host = host_of(tmp_path)
    client, other = fetcher(host), host.join()
    reader = under_way(host, client)
    change_file(tmp_path / PACK, change)
    host.run(10_000, lambda: bool(failures(client)))
    (message,) = failures(client)
    assert PACK in message
    assert reader.closed
    host.run(3000, lambda: active(other))
    assert active(other)


def change_file(path: Path, change: str) -> None:
    data = path.read_bytes()
    match change:
        case "gone":
            path.unlink()
        case "shorter":
            os.truncate(path, len(data) // 2)
        case "longer":
            path.write_bytes(data + b"more")
        case "other bytes":
            path.write_bytes(data[:-1] + b"x")
            os.utime(path, ns=(1, 1))
        case _:
            other = path.with_suffix(".new")
            other.write_bytes(data)
            other.replace(path)


@pytest.mark.parametrize("change", ["gone", "shorter", "longer", "other bytes"])
def test_a_file_that_has_changed_before(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    host = host_of(tmp_path)
    change_file(tmp_path / PACK, change)
    client = fetcher(host)
    host.run(10_000, lambda: bool(failures(client)))
    assert failures(client) == [f"EXE_AUTODL_FILENOTONSERVER\x15{PACK}"]
    assert f"{tmp_path / PACK} cannot be sent" in caplog.text


@pytest.mark.parametrize(
    "lines",
    [
        [f"download {PACK}", "nextdl 3"],
        [f"download {PACK}", "nextdl -1"],
        [f"download {PACK}", "nextdl 99999999999"],
        [f"download {PACK}", "nextdl x"],
        [f"download {PACK}", "nextdl"],
        [f"download {PACK}", "retransdl y"],
    ],
)
def test_hostile_numbers_end_one_client_only(
    tmp_path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_of(tmp_path)
    hostile, other = host.join(), fetcher(host)
    host.run(5000, lambda: active(hostile))
    monkeypatch.setattr(hostile.connection.downloads, "take", lambda _record: None)
    for line in lines:
        hostile.connection.send_command(line)
        host.run(1000, lambda: not hostile.connection.commands.unacknowledged())
    host.run(3000, lambda: not active(hostile))
    (end,) = hostile.seen(Disconnected)
    assert isinstance(end, Disconnected)
    assert "broken download" in end.reason
    assert 0 not in host.server.downloads.readers
    host.run(60_000, lambda: active(other))
    assert received(other, PACK) == (tmp_path / PACK).read_bytes()


@pytest.mark.parametrize("line", ["retransdl 99", "nextdl 1", "stopdl", "wwwdl bbl8r", "wwwdl x"])
def test_commands_without_a_download_do_nothing(line: str) -> None:
    host = playing()
    host.clients[0].connection.send_command(line)
    host.run(1000)
    assert host.clients[0].state == ConnState.ACTIVE


def test_the_built_in_map_offers_nothing() -> None:
    host = Host()
    assert host.server.level is not None
    assert host.server.level.packs == {}
    assert host.cvars.get("sv_referencedPaks") == host.cvars.get("sv_referencedPakNames") == ""
