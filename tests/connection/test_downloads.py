"""The client's downloads: which files, one after the other, and what may go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.peers import FakeServer, gamestate, snapshot
from uoproto.connection import ConnState, Event
from uoproto.connection.downloads import MAX_REFERENCED
from uoproto.connection.events import (
    Disconnected,
    DownloadFailed,
    DownloadFinished,
    DownloadProgress,
    DownloadRedirected,
    GamestateReceived,
)
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.errors import LocalProtocolError
from uoproto.gamestate import Gamestate


def referring(names: str, sums: str | None = None, rest: str = "") -> Gamestate:
    sums = sums if sums is not None else " ".join("7" for _ in names.split())
    info = r"\sv_serverid\16\sv_pure\0"
    return gamestate({1: rf"{info}\sv_referencedPakNames\{names}\sv_referencedPaks\{sums}{rest}"})


def at(state: ConnState = ConnState.CONNECTED, **config: Any) -> FakeServer:
    server = FakeServer(**{"allow_download": True, **config})
    server.to(state)
    return server


def asked(server: FakeServer) -> list[str]:
    """Return the new commands of the client's next packet, as the server acknowledges them."""
    texts = [text for message in server.listen(1000) for _, text in message.reliable_commands]
    server.say()
    return texts


def file_blocks(data: bytes) -> list[DownloadBlock]:
    pieces = [data[start : start + 2048] for start in range(0, len(data), 2048)] + [b""]
    return [
        DownloadBlock(number, piece, len(data) if number == 0 else None)
        for number, piece in enumerate(pieces)
    ]


# -- which files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "sums", "rest", "wanted"),
    [
        ("uo/a uo/b", "1 2", "", ["uo/a.pk3", "uo/b.pk3"]),
        ("uo/a.pk3", "1", "", ["uo/a.pk3"]),
        ("uo/a uo/b", "1", "", ["uo/a.pk3"]),  # one without a checksum is none
        ("uo/have uo/b", "5 2", "", ["uo/b.pk3"]),
        ("uo/have", "6", "", ["uo/have.pk3"]),  # the same name, other content
        ("../a /b c:d a/../../b ~x;y |z", "1 2 3 4 5 6", "", []),
        ("../a uo/b", "1 2", "", ["uo/b.pk3"]),
        ("/etc/a.pk3", "1", "", []),
        ("uo/a uo/a", "1 1", "", ["uo/a.pk3", "uo/a.pk3"]),
        ("uo/a", "1", r"\sv_allowDownload\0", []),
        ("uo/a", "1", r"\sv_allowDownload\1", ["uo/a.pk3"]),
        ("", "", "", []),
    ],
)
def test_wanted(names: str, sums: str, rest: str, wanted: list[str]) -> None:
    server = at(has_pak=lambda name, checksum: (name, checksum) == ("uo/have", 5))
    info = referring(names, sums, rest).configstrings[1]
    assert server.client.downloads.wanted(info) == wanted
    server.client.config.allow_download = False
    assert server.client.downloads.wanted(info) == []


def test_a_server_cannot_send_a_client_through_thousands_of_files() -> None:
    server = at()
    names = " ".join(f"a/{number}" for number in range(1000))
    sums = " ".join("1" for _ in range(1000))
    info = rf"\sv_referencedPakNames\{names}\sv_referencedPaks\{sums}"
    assert len(server.client.downloads.wanted(info)) == MAX_REFERENCED


# -- fetching -----------------------------------------------------------------------------------


def test_files_come_one_after_the_other_and_then_the_level() -> None:
    server = at()
    data = bytes(range(256)) * 10
    server.say(referring("a b"))
    assert server.reached(ConnState.CONNECTED)
    assert asked(server) == ["download a.pk3"]
    events = server.say(*file_blocks(data))
    assert [event for event in events if not isinstance(event, DownloadProgress)] == [
        DownloadFinished("a.pk3")
    ]
    progress = [event for event in events if isinstance(event, DownloadProgress)]
    assert b"".join(event.data for event in progress) == data
    assert [(event.received, event.total) for event in progress] == [(2048, 2560), (2560, 2560)]
    assert asked(server) == ["nextdl 0", "nextdl 1", "nextdl 2", "download b.pk3"]
    assert server.say(*file_blocks(b"")) == [DownloadFinished("b.pk3")]
    assert asked(server) == ["nextdl 0", "donedl"]
    assert server.reached(ConnState.CONNECTED)  # waits for a fresh gamestate
    server.say(referring("a b"))
    assert server.reached(ConnState.LOADING)


def test_a_file_is_asked_for_once_whatever_its_checksum() -> None:
    """A server whose file never has the promised checksum would go on for ever."""
    server = at()
    server.say(referring("a"))
    server.say(*file_blocks(b"other content"))
    server.say(referring("a b"))
    assert asked(server) == ["download b.pk3"]


def test_a_gamestate_that_got_lost_is_asked_for_again() -> None:
    """The server id is the same before and after, so no server notices."""
    server = at()
    server.say(referring("a"))
    server.say(*file_blocks(b"abc"), acknowledge=0)
    done = server.client.commands.sequence
    for _ in range(20):
        server.say(acknowledge=done - 1)  # not yet heard by the server
        (message,) = server.listen(1000)
    assert [text for _, text in message.reliable_commands] == ["donedl"]
    server.say(acknowledge=done)
    sent = [bool(server.listen(1000)[0].reliable_commands) for _ in range(4)]
    assert sent == [False, False, False, True]
    server.say(referring("a"))
    assert server.client.state == ConnState.LOADING
    server.client.loaded(server.now)
    assert asked(server) == ["cp @"]
    assert [asked(server) for _ in range(5)] == [[]] * 5


def test_blocks_out_of_turn() -> None:
    server = at()
    server.say(referring("a"))
    blocks = file_blocks(b"x" * 9000)
    asked(server)
    server.say(blocks[0], blocks[2], blocks[3], blocks[4])
    assert asked(server) == ["nextdl 0", "retransdl 1"]  # once, for all three
    server.say(blocks[0], blocks[1])
    assert asked(server) == ["nextdl 1"]
    server.say(blocks[4])
    assert asked(server) == ["retransdl 2"]


def test_blocks_nobody_asked_for() -> None:
    server = at(ConnState.ACTIVE)
    server.say(*[DownloadBlock(number, b"x") for number in range(1, 9)])
    assert asked(server) == ["stopdl"]
    assert server.reached(ConnState.ACTIVE)


def test_files_in_play_are_the_applications_own() -> None:
    server = at(ConnState.ACTIVE)
    asked(server)
    server.client.downloads.start(["a.pk3"], for_level=False)
    assert asked(server) == ["download a.pk3"]
    server.say(*file_blocks(b"abc"))
    assert asked(server) == ["nextdl 0", "nextdl 1"]  # and no gamestate
    assert not server.client.downloads.active


# -- what goes wrong ----------------------------------------------------------------------------


def ended(events: list[Event]) -> list[str]:
    return [event.reason for event in events if isinstance(event, (DownloadFailed, Disconnected))]


def test_a_refusal_ends_the_connection_as_it_does_for_retail() -> None:
    server = at()
    server.say(referring("a"))
    reason = "EXE_AUTODL_FILENOTONSERVER\x15a.pk3"
    assert ended(server.say(DownloadFailure(reason))) == [reason, reason]
    assert server.reached(ConnState.DISCONNECTED)
    assert not server.client.downloads.active


@pytest.mark.parametrize(
    "blocks",
    [
        [DownloadBlock(0, b"xx", 1)],
        [DownloadBlock(0, b"", 1)],
        [DownloadBlock(0, b"x", 3), DownloadBlock(1, b"")],
        [DownloadBlock(0, b"x", 0x7FFFFFFF)],
    ],
)
def test_bytes_that_do_not_add_up_end_it_too(blocks: list[DownloadBlock]) -> None:
    server = at()
    server.say(referring("a"))
    events = server.say(*blocks)
    assert len(ended(events)) == 2
    assert server.reached(ConnState.DISCONNECTED)


def test_a_map_change_in_the_middle_starts_over() -> None:
    server = at()
    server.say(referring("a b"))
    server.say(file_blocks(b"x" * 5000)[0])
    asked(server)
    events = server.say(referring("c"))
    assert DownloadFailed("a.pk3", "a new level began") in events
    assert asked(server) == ["download c.pk3"]
    server.say(*file_blocks(b"abc"))
    assert asked(server)[-1] == "donedl"


def test_a_map_change_that_needs_no_file_loads() -> None:
    server = at()
    server.say(referring("a b"))
    events = server.say(gamestate())
    assert any(isinstance(event, GamestateReceived) for event in events)
    assert server.reached(ConnState.LOADING)
    assert not server.client.downloads.active


def test_giving_up_goes_on_without_the_files() -> None:
    server = at()
    server.say(referring("a b"))
    asked(server)
    server.client.downloads.cancel()
    assert asked(server) == ["stopdl", "donedl"]
    server.say(referring("a b"))
    assert server.reached(ConnState.LOADING)
    server.client.downloads.cancel()
    assert asked(server) == ["cp @"]


def test_what_a_server_sends_until_it_hears_of_the_cancel_is_harmless() -> None:
    server = at(ConnState.ACTIVE)
    server.client.downloads.start(["a.pk3"], for_level=False)
    server.client.downloads.cancel()
    for _ in range(20):
        server.say(*[DownloadBlock(number, b"x") for number in range(1, 9)], acknowledge=0)
    assert asked(server) == ["download a.pk3", "stopdl"]


# -- redirects ----------------------------------------------------------------------------------

URL = "http://files.example.invalid/a.pk3"


def test_a_redirect_that_works() -> None:
    server = at()
    server.say(referring("a"))
    asked(server)
    events = server.say(DownloadRedirect(URL, 1000, 0), DownloadRedirect(URL, 1000, 0))
    assert events == [DownloadRedirected("a.pk3", URL, 1000, disconnect=False)]
    assert asked(server) == ["wwwdl ack"]
    server.client.downloads.redirect_done(success=True)
    assert asked(server) == ["wwwdl done", "donedl"]


def test_a_redirect_away_from_the_server() -> None:
    server = at()
    server.say(referring("a"))
    asked(server)
    events = server.say(DownloadRedirect(URL, 1000, 1))
    assert events == [DownloadRedirected("a.pk3", URL, 1000, disconnect=True)]
    assert asked(server) == ["wwwdl ack", "wwwdl bbl8r"]


def test_a_redirect_to_a_browser_is_declined() -> None:
    server = at()
    server.say(referring("a"))
    asked(server)
    assert server.say(DownloadRedirect(URL, 1000, 2)) == []
    assert asked(server) == ["wwwdl fail"]


@pytest.mark.parametrize("gamestate_between", [False, True])
def test_a_redirect_that_fails_is_not_followed_again(gamestate_between: bool) -> None:
    """A stock server answers ``wwwdl fail`` with a gamestate, ours may send blocks at once."""
    server = at()
    server.say(referring("a"))
    server.say(DownloadRedirect(URL, 1000, 0))
    server.client.downloads.redirect_done(success=False)
    asked(server)
    if gamestate_between:
        server.say(referring("a"))
        assert asked(server) == ["download a.pk3"]
    assert server.say(DownloadRedirect(URL, 1000, 0)) == []
    assert asked(server) == ["wwwdl fail"]
    assert DownloadFinished("a.pk3") in server.say(*file_blocks(b"abc"))


@pytest.mark.parametrize("more", ["", " b"])
def test_a_redirected_file_with_a_wrong_checksum_is_fetched_in_blocks(more: str) -> None:
    server = at()
    names = f"a{more}"
    server.say(referring(names))
    server.say(DownloadRedirect(URL, 1000, 0))
    server.client.downloads.redirect_done(success=True)
    asked(server)
    server.client.downloads.checksum_failed()
    assert asked(server) == ["wwwdl chkfail"]
    with pytest.raises(LocalProtocolError):
        server.client.downloads.checksum_failed()
    server.say(referring(names))
    assert asked(server) == ["download a.pk3"]
    assert server.say(DownloadRedirect(URL, 1000, 0)) == []
    assert asked(server) == ["wwwdl fail"]
    assert DownloadFinished("a.pk3") in server.say(*file_blocks(b"abc"))
    with pytest.raises(LocalProtocolError):  # its blocks are the last attempt
        server.client.downloads.checksum_failed()


def test_only_a_redirect_that_ended_well_has_a_checksum_to_report() -> None:
    server = at()
    server.say(referring("a"))
    asked(server)
    server.say(DownloadRedirect(URL, 1000, 0))
    for success in (None, False):
        if success is not None:
            server.client.downloads.redirect_done(success=success)
        with pytest.raises(LocalProtocolError):
            server.client.downloads.checksum_failed()
    assert asked(server) == ["wwwdl ack", "wwwdl fail"]


def test_reporting_what_was_not_asked() -> None:
    server = at()
    server.client.downloads.redirect_done(success=True)
    assert asked(server) == []
    server.say(referring("a"))
    with pytest.raises(LocalProtocolError):
        server.client.downloads.redirect_done(success=True)


def test_snapshots_go_on_meanwhile() -> None:
    server = at()
    server.say(referring("a"))
    server.say(snapshot(500, flags=2))
    assert server.reached(ConnState.CONNECTED)
