"""Client and server back to back: they converge over links that lose, double and reorder."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pair import Pair
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import (
    ClientCommand,
    Disconnected,
    DownloadFailed,
    DownloadFinished,
    DownloadProgress,
    DownloadRedirected,
    Dropped,
    EnteredWorld,
    GamestateReceived,
    LoadingNewMap,
    MapRestarted,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotReceived,
    UserCommands,
)
from uoproto.constants import SnapFlags
from uoproto.oob import LoadingNewMap as LoadingNewMapPacket
from uoproto.states import UserCmd

MINUTE = 60_000
bad_links = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10_000),
        "loss": st.sampled_from([0.0, 0.05, 0.15, 0.3]),
        "duplicate": st.sampled_from([0.0, 0.1, 0.5]),
        "delay": st.sampled_from([(10, 10), (5, 60), (20, 150), (150, 250)]),
    }
)
few = settings(max_examples=25, deadline=None)


def in_play(**links: Any) -> Pair:
    """Return a pair whose client is in play, however long that takes; the link stays bad."""
    pair = Pair(**links)
    pair.run(2 * MINUTE, lambda: pair.client.state == ConnState.ACTIVE)
    assert pair.client.state == ConnState.ACTIVE
    return pair


def agree(pair: Pair) -> None:
    """Check that every snapshot in play was decoded to exactly what the server sent in it."""
    shown = 0
    for peer, slot in zip(pair.peers, pair.host.slots[-len(pair.peers) :], strict=True):
        for event in peer.seen(SnapshotReceived):
            if not event.snapshot.snap_flags & SnapFlags.NOT_ACTIVE:
                assert event.snapshot.frame == slot.frames[event.message_number]
                shown += 1
    assert shown > 0


def server_texts(pair: Pair, letter: str) -> list[str]:
    events = pair.seen(ServerCommandReceived)
    return [event.text for event in events if event.text.startswith(f"{letter} ")]


# -- a perfect link -----------------------------------------------------------------------------


def test_a_quarter_of_a_second_to_play() -> None:
    pair = Pair(strict=True)
    pair.run(250)
    assert (pair.client.state, pair.server.state) == (ConnState.ACTIVE, SlotState.ACTIVE)
    pair.run(2000)
    assert pair.seen(PacketIgnored) + pair.seen(RetailWarning) == []
    assert pair.slot.seen(PacketIgnored) == []
    distances = [event.snapshot.delta_distance for event in pair.seen(SnapshotReceived)]
    assert distances[0] == 0
    assert set(distances[3:]) <= {1, 2}
    assert 20 <= pair.seen(SnapshotReceived)[-1].ping_ms <= 80
    assert 20 <= pair.server.ping <= 80
    agree(pair)


def test_usercmds_arrive_once_in_order() -> None:
    pair = in_play(packet_dup=3)
    pair.client.usercmd = UserCmd(buttons=1, angles=(100, 200, 0), forwardmove=127)
    pair.run(1000)
    commands = [command for event in pair.slot.seen(UserCommands) for command in event.commands]
    times = [command.command_time for command in commands]
    assert times == sorted(set(times))
    assert len(times) >= 25  # 40 ms apart in steps of 10
    assert commands[-1].angles == (100, 200, 0)
    assert commands[-1].forwardmove == 127


def test_several_clients_do_not_meet() -> None:
    pair = Pair(clients=5, strict=True)
    pair.run(1500)
    for peer, slot in zip(pair.peers, pair.host.slots, strict=True):
        peer.client.send_command(f"say {slot.connection.client_num}")
    pair.run(500)
    for number, (peer, slot) in enumerate(zip(pair.peers, pair.host.slots, strict=True)):
        assert peer.client.state == ConnState.ACTIVE
        assert [event.text for event in slot.seen(ClientCommand)] == [f"say {number}"]
        assert peer.seen(PacketIgnored) == []
    agree(pair)


def test_a_lan_client() -> None:
    pair = in_play(lan=True, strict=True)
    agree(pair)


# -- bad links ----------------------------------------------------------------------------------


@given(bad_links)
@few
def test_snapshots_decode_to_what_was_sent(links: dict[str, Any]) -> None:
    pair = in_play(**links)
    pair.run(4000)
    assert pair.client.state == ConnState.ACTIVE
    assert pair.slot.seen(Dropped) == []
    agree(pair)


@given(bad_links, st.integers(1, 40))
@few
def test_commands_of_both_sides_arrive_once_in_order(links: dict[str, Any], count: int) -> None:
    pair = in_play(**links)
    for number in range(count):
        pair.client.send_command(f"say {number} 50% \xe9")
        pair.host.broadcast(f"f {number}")
        pair.run(20)
    pair.quiet()
    pair.run(2000)
    expected = [f"say {number} 50. ." for number in range(count)]
    assert [event.text for event in pair.slot.seen(ClientCommand)] == expected
    assert server_texts(pair, "f") == [f"f {number}" for number in range(count)]
    assert pair.client.commands.backlog == pair.server.commands.backlog == 0


@given(
    bad_links,
    st.lists(
        st.tuples(
            st.integers(2, 2047),
            st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=30),
            st.sampled_from([1, 40, 100, 250]),
        ),
        max_size=12,
    ),
)
@few
def test_configstrings_arrive_equal(
    links: dict[str, Any], changes: list[tuple[int, str, int]]
) -> None:
    pair = in_play(**links)
    for index, text, times in changes:
        value = text.replace('"', "'").replace("%", "p") * times
        pair.host.set_configstring(index, value)
        pair.run(60)
    pair.quiet()
    pair.run(3000)
    assert pair.client.state == ConnState.ACTIVE
    ours = {index: text for index, text in pair.client.level.configstrings.items() if text}
    theirs = {index: text for index, text in pair.host.world.configstrings.items() if text}
    assert ours == theirs


@given(bad_links)
@few
def test_a_map_change_carries_over(links: dict[str, Any]) -> None:
    pair = in_play(**links)
    pair.host.broadcast("f before")
    pair.run(200)
    pair.host.map_change()
    pair.run(2 * MINUTE, lambda: pair.client.level.server_id == 32)
    pair.run(2 * MINUTE, lambda: pair.client.state == ConnState.ACTIVE)
    pair.host.broadcast("f after")
    pair.quiet()
    pair.run(1000)
    assert (pair.client.state, pair.server.state) == (ConnState.ACTIVE, SlotState.ACTIVE)
    assert pair.client.level.configstrings == pair.host.world.configstrings
    assert pair.client.level.baselines == pair.host.world.baselines
    assert pair.seen(GamestateReceived)[-1].server_id == 32
    assert server_texts(pair, "f")[-1] == "f after"
    assert server_texts(pair, "f").count("f after") == 1
    newest = pair.client.level.frames.newest
    assert newest is not None
    assert newest.frame == pair.slot.frames[pair.client.level.frames.newest_number]
    assert len(pair.slot.seen(EnteredWorld)) >= 2


@given(bad_links)
@few
def test_map_restarts_need_no_gamestate(links: dict[str, Any]) -> None:
    pair = in_play(**links)
    gamestates = len(pair.seen(GamestateReceived))
    for _ in range(3):
        pair.host.map_restart()
        pair.run(400)
    pair.quiet()
    pair.run(2000)
    assert pair.seen(MapRestarted) == [MapRestarted(persistent=True)] * 3
    assert len(pair.seen(GamestateReceived)) == gamestates
    assert pair.client.level.server_id == 19
    before = len(pair.slot.seen(UserCommands))
    pair.run(500)
    assert len(pair.slot.seen(UserCommands)) > before  # its usercmds are taken again
    agree(pair)


# -- downloads ----------------------------------------------------------------------------------


def downloading(data: dict[str, bytes], **links: Any) -> Pair:
    have: set[str] = set()
    pair = Pair(allow_download=True, has_pak=lambda name, _: name in have, **links)
    pair.host.files = data
    names = " ".join(name.removesuffix(".pk3") for name in data)
    sums = " ".join("1" for _ in data)
    pair.host.world.configstrings[1] += rf"\sv_referencedPakNames\{names}\sv_referencedPaks\{sums}"
    return pair


@given(bad_links, st.lists(st.integers(0, 30_000), min_size=1, max_size=2))
@settings(max_examples=15, deadline=None)
def test_downloads_are_byte_exact(links: dict[str, Any], sizes: list[int]) -> None:
    random = Random(links["seed"])
    files = {f"uo/{number}.pk3": random.randbytes(size) for number, size in enumerate(sizes)}
    pair = downloading(files, **links)
    pair.run(2 * MINUTE, lambda: pair.client.state == ConnState.ACTIVE)
    assert pair.client.state == ConnState.ACTIVE
    for name, data in files.items():
        pieces = [event.data for event in pair.seen(DownloadProgress) if event.name == name]
        assert b"".join(pieces) == data
    assert [event.name for event in pair.seen(DownloadFinished)] == list(files)


def test_a_map_change_during_a_download() -> None:
    pair = downloading({"a.pk3": bytes(50_000)})
    pair.run(2000, lambda: len(pair.seen(DownloadProgress)) > 3)
    pair.host.map_change()
    pair.run(5000)
    assert pair.seen(DownloadFailed) == [DownloadFailed("a.pk3", "a new level began")]
    assert pair.client.state == ConnState.ACTIVE


def test_a_redirect_that_works() -> None:
    pair = downloading({"a.pk3": b"x" * 5000})
    pair.host.redirect = "http://files.example.invalid/a.pk3"
    pair.run(3000, lambda: pair.seen(DownloadRedirected))
    assert pair.seen(DownloadRedirected)[0].url == pair.host.redirect
    pair.run(500)
    pair.client.downloads.redirect_done(success=True)
    pair.run(5000)
    assert pair.client.state == ConnState.ACTIVE
    assert pair.seen(DownloadProgress) == []


def test_a_redirect_that_fails_falls_back_to_blocks() -> None:
    pair = downloading({"a.pk3": b"x" * 5000})
    pair.host.redirect = "http://files.example.invalid/a.pk3"
    pair.run(3000, lambda: pair.seen(DownloadRedirected))
    pair.client.downloads.redirect_done(success=False)
    pair.run(5000)
    assert pair.client.state == ConnState.ACTIVE
    assert b"".join(event.data for event in pair.seen(DownloadProgress)) == b"x" * 5000


def test_a_refused_download() -> None:
    pair = downloading({"a.pk3": b"x"})
    pair.host.files = {}
    pair.run(4000)
    reason = "EXE_AUTODL_FILENOTONSERVER\x15a.pk3"
    assert pair.seen(DownloadFailed) == [DownloadFailed("a.pk3", reason)]
    assert pair.seen(Disconnected) == [Disconnected(reason)]
    assert [event.reason for event in pair.slot.seen(Dropped)] == ["EXE_DISCONNECTED"]


# -- ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", [0.0, 0.3])
def test_a_client_that_leaves(loss: float) -> None:
    pair = in_play(loss=loss, seed=3)
    pair.client.disconnect()
    pair.run(1000)
    assert pair.slot.seen(Dropped) == [Dropped("EXE_DISCONNECTED")]
    pair.run(2000)
    assert pair.server.state == SlotState.FREE
    assert pair.seen(Disconnected) == [Disconnected("disconnected")]


def test_a_client_that_is_kicked() -> None:
    pair = in_play(loss=0.3, seed=5)
    pair.server.drop("EXE_PLAYERKICKED", pair.now)
    pair.run(5000)
    assert pair.seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]
    assert pair.server.state == SlotState.FREE


def test_a_server_that_is_gone() -> None:
    pair = in_play(timeout_ms=3000)
    pair.peers[0].down.loss = 1.0
    pair.run(4000)
    assert pair.seen(Disconnected) == [Disconnected("EXE_ERR_SERVER_TIMEOUT")]
    pair.run(3000)
    assert pair.server.state == SlotState.FREE  # told by the client's farewell


def test_a_client_that_is_gone() -> None:
    pair = in_play()
    pair.host.config.timeout_ms = 3000
    pair.peers[0].up.loss = 1.0
    pair.run(3500)
    assert [event.reason for event in pair.slot.seen(Dropped)] == ["EXE_TIMEDOUT"]
    pair.peers[0].up.loss = 0.0
    pair.run(6000)  # the server knows nobody: it says so, and after three seconds that counts
    assert pair.seen(Disconnected) == [Disconnected("EXE_SERVER_DISCONNECTED")]


def test_reconnecting() -> None:
    pair = in_play()
    pair.client.disconnect()
    pair.run(3000)
    pair.client.connect(pair.now)
    pair.run(1000)
    assert (pair.client.state, pair.server.state) == (ConnState.ACTIVE, SlotState.ACTIVE)
    assert len(pair.host.slots) == 2


def test_a_port_that_is_translated_anew() -> None:
    pair = in_play()
    peer = pair.peers[0]
    peer.address = (peer.address[0], 51_000)
    pair.run(1000)
    assert pair.server.address == peer.address
    assert pair.client.state == ConnState.ACTIVE
    received = len(pair.seen(SnapshotReceived))
    pair.run(500)
    assert len(pair.seen(SnapshotReceived)) >= received + 9


def test_the_announcement_of_a_map() -> None:
    pair = in_play()
    pair.server.out_of_band(LoadingNewMapPacket("mp_next", "ctf").encode())
    pair.run(100)
    assert pair.seen(LoadingNewMap) == [LoadingNewMap("mp_next", "ctf")]
