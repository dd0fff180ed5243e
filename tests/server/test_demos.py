"""Demos of the server: what is in them, when they begin and end, and what fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, cast

import pytest

from tests.link import Link
from tests.server.host import Host, Joined
from uoproto.connection import ConnState
from uoproto.connection.events import SnapshotReceived
from uoproto.demo import DemoPlayer, DemoReader
from uoproto.follow import UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.servermessage import ServerCommand
from uoproto.snapshot import Snapshot
from uoserver.server import demofiles
from uoserver.server.demofiles import DemoFolder


class Studio:
    """A host that writes below a folder, and its demos."""

    def __init__(self, root: Path, **cvars: str) -> None:
        self.root = root
        self.host = Host(scr_match="0", **cvars)
        self.host.server.write_path = root / "game"
        self.folder = root / "game" / (cvars.get("fs_game") or "uo") / "demos"

    def join(self, count: int = 1) -> list[Joined]:
        clients = [self.host.join() for _ in range(count)]
        self.host.run(3000, lambda: all(each.state == ConnState.ACTIVE for each in clients))
        assert all(each.state == ConnState.ACTIVE for each in clients)
        return clients

    def say(self, line: str) -> list[str]:
        self.host.printed.clear()
        self.host.commands.execute(line)
        return self.host.printed

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []

    def shown(self, name: str) -> dict[int, Snapshot]:
        """Return the snapshots of a demo by message; it must be whole."""
        found: dict[int, Snapshot] = {}
        player = DemoPlayer(BytesIO((self.folder / name).read_bytes()))
        for message in player:
            for op in message.operations:
                assert not isinstance(op, UnusableSnapshot)
                if isinstance(op, Snapshot):
                    found[message.sequence] = op
        assert player.reader.complete
        return found

    def first(self, name: str) -> Gamestate:
        message = next(iter(DemoPlayer(BytesIO((self.folder / name).read_bytes()))))
        (gamestate,) = [op for op in message.operations if isinstance(op, Gamestate)]
        return gamestate


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    studio = Studio(tmp_path)
    yield studio
    studio.host.server.shutdown("done", studio.host.now)


@pytest.fixture
def automatic(tmp_path: Path) -> Iterator[Studio]:
    studio = Studio(tmp_path, sv_autoDemo="1")
    yield studio
    studio.host.server.shutdown("done", studio.host.now)


def accepted(client: Joined) -> dict[int, Snapshot]:
    events = [event for event in client.events if isinstance(event, SnapshotReceived)]
    return {event.message_number: event.snapshot for event in events}


# -- what is in a demo ----------------------------------------------------------------------------


def test_a_demo_is_what_the_client_took_to_the_byte(automatic: Studio) -> None:
    host = automatic.host
    client = host.join()
    taken: list[tuple[int, bytes]] = []
    client.connection.message_tap = lambda sequence, data: taken.append((sequence, data))
    host.run(2500)
    host.commands.execute("say hello")
    host.run(300)
    host.server.shutdown("over", host.now)
    host._deliver()
    (name,) = automatic.names()
    assert name == "mp_foy_0_0001.dm_3"
    written = list(DemoReader(BytesIO((automatic.folder / name).read_bytes())))
    last = written.pop()  # the farewell is sent twice, and the client takes the first
    assert last[0] == written[-1][0] + 1
    assert written == [each for each in taken if each[0] >= written[0][0]]
    assert len(written) > 30
    texts = [
        op.text
        for message in DemoPlayer(BytesIO((automatic.folder / name).read_bytes()))
        for op in message.operations
        if isinstance(op, ServerCommand)
    ]
    assert 'h "\x15console: hello"' in texts
    assert 'w "\x15over"' in texts
    assert automatic.first(name).client_num == 0


def test_a_demo_that_begins_later_shows_what_the_client_saw(studio: Studio) -> None:
    client, _ = studio.join(2)
    studio.host.run(500)
    client.up = Link(seed=4, loss=0.3, delay=(10, 60))
    client.down = Link(seed=5, loss=0.3, delay=(10, 60))
    assert studio.say("svrecord 0") == ["client 0 is recorded to demos/mp_foy_0_0001.dm_3"]
    client.connection.set_userinfo(name="Bob")
    studio.host.run(3000)
    assert studio.say("svstop 0") == ["client 0 was recorded to demos/mp_foy_0_0001.dm_3"]
    shown = studio.shown("mp_foy_0_0001.dm_3")
    begun, *_, ended = shown
    seen = {n: each for n, each in accepted(client).items() if begun <= n <= ended}
    assert seen == {n: each for n, each in shown.items() if n in seen}
    assert 20 < len(seen) < len(shown)
    gamestate = studio.first("mp_foy_0_0001.dm_3")
    assert gamestate.client_num == 0
    assert studio.host.server.level is not None
    assert gamestate.configstrings == studio.host.server.level.configstrings.values
    assert gamestate.baselines == studio.host.server.level.game.baselines


def test_a_half_written_demo_is_readable_at_every_byte(studio: Studio) -> None:
    studio.join()
    studio.say("svrecord 0")
    studio.host.run(300)
    studio.say("svstop 0")
    data = (studio.folder / studio.names()[0]).read_bytes()
    whole = list(DemoReader(BytesIO(data)))
    for size in range(len(data)):
        part = list(DemoReader(BytesIO(data[:size])))
        assert part == whole[: len(part)]
    assert len(whole) > 4


# -- commands -------------------------------------------------------------------------------------


def test_svrecord_all_and_a_name(studio: Studio) -> None:
    assert studio.say("svrecord all") == ["there are no clients"]
    studio.join(2)
    studio.say("svrecord 1")
    assert studio.say("svrecord ALL final-1") == [
        "client 0 is recorded to demos/final-1_0_0002.dm_3",
        "client 1 is recorded already to demos/mp_foy_1_0001.dm_3",
    ]
    studio.host.run(500)
    assert studio.say("svstop all") == [
        "client 1 was recorded to demos/mp_foy_1_0001.dm_3",
        "client 0 was recorded to demos/final-1_0_0002.dm_3",
    ]
    assert studio.say("svstop all") == ["nobody is recorded"]
    assert studio.say("svstop 0") == ["client '0' is not recorded"]


def test_who_was_sent_nothing_leaves_no_file(studio: Studio) -> None:
    studio.join()
    assert studio.say("svrecord 0") == ["client 0 is recorded to demos/mp_foy_0_0001.dm_3"]
    assert studio.say("svstop 0") == ["client 0 was sent nothing"]
    assert studio.names() == []
    assert studio.say("svrecord 0") == ["client 0 is recorded to demos/mp_foy_0_0002.dm_3"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("svrecord", "usage: svrecord NUM|all [NAME]"),
        ("svrecord 0 a b", "usage: svrecord NUM|all [NAME]"),
        ("svstop", "usage: svstop NUM|all"),
        ("svstop 0 1", "usage: svstop NUM|all"),
        ("svrecord 1", "no client '1'"),
        ("svrecord -1", "no client '-1'"),
    ],
)
def test_wrong_commands_say_so(studio: Studio, line: str, answer: str) -> None:
    studio.join()
    assert studio.say(line) == [answer]


@pytest.mark.parametrize(
    "name",
    ["../x", "..", "/x", "a/b", "a\\b", "c:x", "a.b", "caf\xe9", "x" * 33, "a b"],
)
def test_no_name_leaves_the_folder(studio: Studio, name: str) -> None:
    studio.join()
    assert studio.say(f'svrecord 0 "{name}"')[0].startswith("the name of a demo is of")
    studio.host.run(200)
    assert list(studio.root.rglob("*")) == []


def test_names_of_devices_and_maps_are_only_parts(studio: Studio) -> None:
    studio.join()
    level = studio.host.server.level
    assert level is not None
    level.name = "con.d/../x"
    studio.say("svrecord 0")
    studio.host.run(500)
    studio.say("svstop 0")
    studio.say("svrecord 0 nul")
    assert studio.names() == ["con_d____x_0_0001.dm_3", "nul_0_0002.dm_3"]


def test_without_a_folder_nothing_is_recorded(
    automatic: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    automatic.host.server.write_path = None
    automatic.join(2)
    assert automatic.say("svrecord 0") == ["there is no folder to write to"]
    assert [each.levelno for each in caplog.records] == [logging.WARNING]


def test_a_client_on_its_way_in_is_recorded_from_the_gamestate_on(studio: Studio) -> None:
    client = studio.host.join()
    studio.host.run(1000, lambda: bool(studio.host.server.clients()))
    assert studio.say("svrecord 0") == ["client 0 is recorded, a file is made with the gamestate"]
    assert studio.names() == []
    studio.host.run(1500)
    assert client.state == ConnState.ACTIVE
    studio.say("svstop 0")
    (name,) = studio.names()
    slot = studio.host.server.slots[0]
    assert slot is not None
    (first, *_) = DemoReader(BytesIO((studio.folder / name).read_bytes()))
    assert first.sequence == slot.gamestate_message


def test_a_modification_has_its_own_folder(tmp_path: Path) -> None:
    studio = Studio(tmp_path, fs_game="mymod")
    studio.join()
    studio.say("svrecord 0")
    assert (tmp_path / "game" / "mymod" / "demos" / "mp_foy_0_0001.dm_3").exists()
    studio.host.server.shutdown("done", studio.host.now)


# -- beginning and end ----------------------------------------------------------------------------


def test_a_map_change_goes_on_in_a_new_file(studio: Studio) -> None:
    client, _ = studio.join(2)
    studio.say("svrecord 0 cup")
    studio.host.run(300)
    studio.say("map mp_foy")
    assert studio.shown("cup_0_0001.dm_3")
    studio.host.run(3000)
    assert client.state == ConnState.ACTIVE
    studio.say("svstop all")
    assert studio.names() == ["cup_0_0001.dm_3", "cup_0_0002.dm_3"]
    shown = studio.shown("cup_0_0002.dm_3")
    assert shown == {n: each for n, each in accepted(client).items() if n in shown}
    assert r"\sv_serverid\32" in studio.first("cup_0_0002.dm_3").configstrings[1]


def test_a_map_restart_stays_in_the_file(studio: Studio) -> None:
    client, *_ = studio.join()
    studio.say("svrecord 0")
    studio.host.run(300)
    studio.say("map_restart")
    studio.host.run(500)
    studio.say("svstop 0")
    (name,) = studio.names()
    shown = studio.shown(name)
    seen = {n: each for n, each in accepted(client).items() if n in shown}
    assert shown == seen
    assert {each.snap_flags & 4 for each in shown.values()} == {0, 4}


def test_a_demo_ends_with_its_client(studio: Studio) -> None:
    studio.join()
    studio.say("svrecord 0")
    studio.host.run(300)
    studio.say("clientkick 0")
    studio.say("map mp_foy")  # who was sent away has the end of his demo before him
    studio.host.run(3000)
    assert studio.host.server.clients() == []
    (name,) = studio.names()
    texts = [
        op.text
        for message in DemoPlayer(BytesIO((studio.folder / name).read_bytes()))
        for op in message.operations
        if isinstance(op, ServerCommand)
    ]
    assert texts[-1] == 'w "EXE_PLAYERKICKED"'
    assert studio.shown(name)
    studio.join()
    assert studio.names() == [name]


def test_a_client_that_takes_the_place_of_another_gets_a_file_of_his_own(
    automatic: Studio,
) -> None:
    automatic.join()
    automatic.host.run(4000)
    old = automatic.host.clients.pop()
    automatic.host.join(old.address, qport=1000)
    automatic.host.run(2000)
    assert automatic.names() == ["mp_foy_0_0001.dm_3", "mp_foy_0_0002.dm_3"]
    assert automatic.shown("mp_foy_0_0001.dm_3")


def test_the_automatic_switch(studio: Studio) -> None:
    studio.join(2)
    studio.say("svrecord 1 mine")
    studio.say("set sv_autoDemo 1")
    studio.host.run(200)
    assert studio.say("svrecord all")[0].startswith("client 0 is recorded already")
    studio.say("svstop 0")
    studio.host.run(200)
    assert studio.names() == ["mine_1_0001.dm_3", "mp_foy_0_0002.dm_3"]
    studio.say("map mp_foy")  # both are recorded from now on
    studio.host.run(2000)
    stems = [name.rsplit("_", 2)[0] for name in studio.names()]
    assert stems == ["mine_1", "mine_1", "mp_foy_0", "mp_foy_0"]
    studio.say("set sv_autoDemo 0")
    studio.host.run(100)
    studio.host.run(100)
    assert [line.split(" to ")[0] for line in studio.say("svstop all")] == ["client 1 was recorded"]
    for name in studio.names():
        assert studio.shown(name)


def test_numbers_go_on_behind_demos_that_are_there(studio: Studio) -> None:
    studio.folder.mkdir(parents=True)
    (studio.folder / "old_0_0041.dm_3").write_bytes(b"")
    studio.join()
    assert studio.say("svrecord 0") == ["client 0 is recorded to demos/mp_foy_0_0042.dm_3"]


# -- limits and failures --------------------------------------------------------------------------


def test_a_full_file_is_followed_by_another(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, *_ = studio.join()
    studio.say("svrecord 0")
    studio.host.run(200)
    limit = 2000
    monkeypatch.setattr(demofiles, "MAX_FILE_BYTES", limit)
    studio.host.run(20_000, lambda: len(studio.names()) > 1)
    studio.host.run(500)
    studio.say("svstop all")
    first, second, *_ = studio.names()
    assert limit <= (studio.folder / first).stat().st_size < limit + 100
    one, two = studio.shown(first), studio.shown(second)
    assert max(one) + 1 == min(two)
    assert {**one, **two}.items() <= accepted(client).items()


def test_the_file_of_one_who_was_sent_away_has_no_next(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.join()
    studio.say("svrecord 0")
    studio.host.run(200)
    studio.say("clientkick 0")
    monkeypatch.setattr(demofiles, "MAX_FILE_BYTES", 100)
    studio.host.run(1000)
    assert studio.say("svstop all") == ["nobody is recorded"]
    assert studio.shown("mp_foy_0_0001.dm_3")


def test_room_is_looked_for_at_each_map(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demofiles, "MAX_FILES", 1)
    studio.join()
    studio.say("svrecord 0")
    studio.host.run(500)
    studio.say("svstop 0")
    (name,) = studio.names()
    (studio.folder / name).unlink()
    (answer,) = studio.say("svrecord 0")
    assert "there are 1 demos" in answer
    assert studio.say("svstop all") == ["nobody is recorded"]
    studio.say("map mp_foy")
    studio.host.run(2000)
    studio.say("svrecord 0")
    assert studio.names() == ["mp_foy_0_0001.dm_3"]


class FullDisk:
    def __init__(self, file: IO[bytes], room: int) -> None:
        self.file = file
        self.room = room

    def write(self, data: bytes) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(28, "No space left on device")
        return self.file.write(data)

    def close(self) -> None:
        self.file.close()
        if self.room < 0:
            raise OSError(28, "No space left on device")


def test_a_full_disk_is_one_warning_and_the_game_goes_on(
    automatic: Studio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    create = DemoFolder.create

    def full(folder: DemoFolder, stem: str) -> tuple[str, IO[bytes]]:
        name, file = create(folder, stem)
        return name, cast("IO[bytes]", FullDisk(file, 2500))

    monkeypatch.setattr(DemoFolder, "create", full)
    clients = automatic.join(3)
    automatic.host.run(6000)
    warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [each.getMessage() for each in warnings] == [
        "a demo is not recorded, nor may others be: [Errno 28] No space left on device"
    ]
    assert all(each.state == ConnState.ACTIVE for each in clients)
    assert all(max(accepted(each)) > 60 for each in clients)
    assert automatic.say("svstop all") == ["nobody is recorded"]
    for name in automatic.names():
        assert len(list(DemoReader(BytesIO((automatic.folder / name).read_bytes())))) > 2
    # asked for by a host it is told again
    automatic.say("svrecord all")
    automatic.host.run(6000)
    warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert len(warnings) == 2


def test_a_folder_that_cannot_be_made(automatic: Studio, caplog: pytest.LogCaptureFixture) -> None:
    (automatic.root / "game").write_bytes(b"a file")
    clients = automatic.join(2)
    automatic.host.run(500)
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert len([text for text in told if text.startswith("a demo is not recorded")]) == 1
    assert all(each.state == ConnState.ACTIVE for each in clients)
    (answer, *_) = automatic.say("svrecord all")
    assert answer.startswith("client 0 is not recorded: ")
    assert automatic.say("svstop all") == ["nobody is recorded"]
    (automatic.root / "game").unlink()
    automatic.say("map mp_foy")
    automatic.host.run(3000)
    assert len(automatic.names()) == 2
