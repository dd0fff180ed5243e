"""The server's side of a download, inside a connection."""

from __future__ import annotations

from random import Random

import pytest

from tests.peers import FakeClient, frame, many
from uoproto.connection import SlotState
from uoproto.connection.events import DownloadRequested, Dropped, GamestateNeeded, RedirectAnswered
from uoproto.constants import MAX_DOWNLOAD_SIZE
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.errors import LocalProtocolError
from uoproto.servermessage import ServerOp

DATA = Random(1).randbytes(20_000)


def requesting(name: str = "a.pk3", userinfo: str = r"\rate\25000\snaps\20") -> FakeClient:
    client = FakeClient(userinfo=userinfo)
    client.to(SlotState.PRIMED)
    assert client.send(f"download {name}") == [DownloadRequested(name)]
    return client


def blocks(client: FakeClient) -> list[int]:
    """Return the numbers of the blocks in the next message, which is due at once."""
    client.now = max(client.now, client.server.pacer.next_ms)
    return [op.block for op in client.frame() if isinstance(op, DownloadBlock)]


def records(client: FakeClient) -> list[ServerOp]:
    kinds = (DownloadBlock, DownloadFailure, DownloadRedirect)
    return [op for op in client.frame() if isinstance(op, kinds)]


def test_a_window_of_eight_and_an_empty_block_at_the_end() -> None:
    client = requesting(userinfo=r"\rate\90000\snaps\20")  # (4500 + 2048) // 2048: 3 a message
    download = client.server.download
    download.start(DATA)
    assert (blocks(client), blocks(client), blocks(client), blocks(client)) == (
        [0, 1, 2],
        [3, 4, 5],
        [6, 7],
        [],
    )
    client.send("nextdl 0", "nextdl 1")
    assert blocks(client) == [8, 9]
    client.send(*(f"nextdl {number}" for number in range(2, 10)))
    assert blocks(client) == [10]
    assert download.active
    client.send("nextdl 10")
    assert not download.active
    received = {
        op.block: op.data for ops in client.heard for op in ops if isinstance(op, DownloadBlock)
    }
    assert b"".join(received[number] for number in range(11)) == DATA
    assert received[10] == b""


@pytest.mark.parametrize(("rate", "snaps", "count"), [(5000, 20, 1), (25000, 10, 2), (90000, 1, 8)])
def test_how_many_go_into_a_message(rate: int, snaps: int, count: int) -> None:
    client = requesting(userinfo=rf"\rate\{rate}\snaps\{snaps}")
    client.server.download.start(bytes(100_000))
    assert len(blocks(client)) == count


def test_blocks_leave_room_for_the_rest_of_a_message() -> None:
    """Random data grows when packed: a snapshot with eight blocks might not fit any more."""
    client = requesting(userinfo=r"\rate\90000\snaps\1")
    client.server.download.start(Random(2).randbytes(100_000))
    crowd = frame(entities=many(900, 1))
    for _ in range(20):
        client.now += 2000
        client.frame(crowd)
        for ops in client.heard:
            for op in ops:
                if isinstance(op, DownloadBlock) and f"nextdl {op.block}" not in set(
                    client.texts.values()
                ):
                    client.send(f"nextdl {op.block}")
        client.heard.clear()
    assert client.server.state == SlotState.PRIMED
    assert sum(text.startswith("nextdl") for text in client.texts.values()) > 30


def test_retransmission_after_more_than_a_second() -> None:
    client = requesting()
    client.server.download.start(b"x" * 5000)
    sent = client.now
    for number in range(4):
        client.now = sent + number * 100
        assert [op.block for op in client.frame() if isinstance(op, DownloadBlock)] == [number]
    client.now = sent + 300 + 1000
    assert records(client) == []
    client.now += 1
    (record,) = records(client)
    assert isinstance(record, DownloadBlock)
    assert record.block == 0


def test_retransmission_on_request() -> None:
    client = requesting()
    client.server.download.start(b"x" * 5000)
    assert blocks(client) == [0]
    assert blocks(client) == [1]
    client.send("retransdl 1")  # not the oldest: passed over
    assert blocks(client) == [2]
    client.send("retransdl 0")
    assert blocks(client) == [0]


@pytest.mark.parametrize("command", ["nextdl 1", "nextdl 7", "nextdl x", "nextdl", "nextdl -1"])
def test_an_acknowledgement_out_of_turn_drops(command: str) -> None:
    client = requesting()
    client.server.download.start(DATA)
    assert blocks(client) == [0]
    assert Dropped("broken download") in client.send(command)
    assert client.server.state == SlotState.ZOMBIE


def test_acknowledgements_without_a_download_mean_nothing() -> None:
    client = FakeClient()
    client.to(SlotState.PRIMED)
    assert client.send("nextdl 3", "retransdl x", "stopdl", "wwwdl ack") == []


def test_stop_ends_it_and_a_new_request_replaces_it() -> None:
    client = requesting()
    client.server.download.start(DATA)
    assert blocks(client) == [0]
    client.send("stopdl")
    assert not client.server.download.active
    assert blocks(client) == []
    client.send("download b.pk3")
    client.server.download.start(b"abc")
    client.send("download c.pk3")
    assert not client.server.download.active
    assert client.server.download.name == "c.pk3"


def test_refusals_are_cut() -> None:
    client = requesting("x" * 1000)
    client.server.download.refuse("EXE_AUTODL_FILENOTONSERVER\x15" + client.server.download.name)
    assert records(client) == [
        DownloadFailure(("EXE_AUTODL_FILENOTONSERVER\x15" + "x" * 1000)[:1023])
    ]


@pytest.mark.parametrize("redirect", [False, True])
def test_refusals_and_redirects_repeat_until_the_client_reacts(redirect: bool) -> None:
    """The message that holds one may get lost."""
    client = requesting()
    download = client.server.download
    if redirect:
        download.redirect("http://example.invalid/a.pk3", 1234, 0)
    else:
        download.refuse("no")
    moments = []
    for moment in range(0, 20_000, 100):
        client.now += 100
        if records(client):
            moments.append(moment)
    assert moments == [*range(0, 8 * 1100, 1100)]
    assert not download.active
    download.refuse("no")
    assert len(records(client)) == 1
    client.send("stopdl")
    client.now += 2000
    assert records(client) == []


def test_a_file_that_comes_short_is_refused_in_the_middle() -> None:
    client = requesting()
    client.server.download.start(lambda offset, length: b"x" * min(length, 5000 - offset), 9000)
    found = [op for _ in range(9) for op in records(client)]
    assert isinstance(found[-1], DownloadFailure)
    assert "a.pk3" in found[-1].message
    assert Dropped("broken download") not in client.send("nextdl 0")  # late, and of no effect


def test_limits_of_the_owner() -> None:
    client = requesting()
    with pytest.raises(LocalProtocolError):
        client.server.download.start(lambda _offset, _length: b"", MAX_DOWNLOAD_SIZE + 1)
    with pytest.raises(LocalProtocolError):
        client.server.download.redirect("http://" + "x" * 1020, 1, 0)
    with pytest.raises(LocalProtocolError):
        client.server.download.redirect("http://example.invalid/", 1 << 31, 0)


def test_redirects() -> None:
    client = requesting()
    download = client.server.download
    download.redirect("http://example.invalid/a.pk3", 1234, 1)
    assert records(client) == [DownloadRedirect("http://example.invalid/a.pk3", 1234, 1)]
    assert download.active
    assert client.send("wwwdl ack") == [RedirectAnswered("ack")]
    assert download.active
    assert client.send("wwwdl done") == [RedirectAnswered("done")]
    assert not download.active
    assert client.send("wwwdl done") == []


@pytest.mark.parametrize("asked_since", [False, True])
def test_a_wrong_checksum_is_reported_after_the_redirect(asked_since: bool) -> None:
    client = requesting()
    download = client.server.download
    download.redirect("http://example.invalid/a.pk3", 1234, 0)
    client.send("wwwdl ack", "wwwdl done")
    if asked_since:  # the next file is on its way when the client has read the first
        client.send("download b.pk3")
        download.start(b"abc")
    assert client.send("wwwdl chkfail") == [RedirectAnswered("chkfail")]
    assert RedirectAnswered("chkfail").failed
    assert download.active == asked_since
    assert client.send("wwwdl chkfail") == []  # once
    client.send("download b.pk3")
    assert download.redirectable
    client.send("download a.pk3")
    assert not download.redirectable


@pytest.mark.parametrize("answer", ["fail", "chkfail"])
def test_a_redirect_that_failed_is_remembered(answer: str) -> None:
    client = requesting()
    download = client.server.download
    assert download.redirectable
    download.redirect("http://example.invalid/a.pk3", 1234, 0)
    assert client.send("wwwdl ack", f"wwwdl {answer}")[1:] == [RedirectAnswered(answer)]
    assert not download.active
    assert not download.redirectable
    client.now += 1000
    assert client.server.handle_timeout(client.now) == [GamestateNeeded()]  # msg: Further facts


@pytest.mark.parametrize("answer", ["done", "bbl8r"])
def test_other_ends_of_a_redirect_are_no_failure(answer: str) -> None:
    client = requesting()
    client.server.download.redirect("http://example.invalid/a.pk3", 1234, 0)
    client.send("wwwdl ack")
    (event,) = client.send(f"wwwdl {answer}")
    assert event == RedirectAnswered(answer)
    assert not RedirectAnswered(answer).failed
    assert client.server.download.redirectable


def test_answers_that_mean_nothing() -> None:
    client = requesting()
    assert client.send("wwwdl chkfail", "wwwdl fail") == []  # nothing was redirected
    client.server.download.redirect("http://example.invalid/a.pk3", 1234, 0)
    assert client.send("wwwdl", "wwwdl later") == []
    assert client.server.download.active
    client.send("wwwdl fail")
    assert client.send("wwwdl chkfail") == []


def test_the_server_id_is_not_looked_at_during_a_download() -> None:
    client = requesting()
    client.server.download.start(DATA)
    client.server.level_ids.append(200)
    blocks(client)
    client.send("nextdl 0", server_id=200)
    assert client.commands == client.server.client_commands.last_sequence
    client.send("stopdl", server_id=200)
    client.send("say ignored", server_id=200)
    assert client.server.client_commands.last_text == "stopdl"


def test_a_dropped_client_gets_no_more_blocks() -> None:
    client = requesting()
    client.server.drop("EXE_PLAYERKICKED", client.now)
    client.server.download.start(DATA)  # the owner answers an event from before the drop
    assert blocks(client) == []


# -- what the owner hears and sets --------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "done"),
    [
        (["nextdl 0", "nextdl 1"], True),
        (["nextdl 0"], None),
        (["stopdl"], False),
        (["nextdl 5"], False),
        (["download b.pk3"], False),
        (["disconnect"], False),
    ],
)
def test_the_owner_hears_the_end_once(end: list[str], done: bool | None) -> None:
    client = requesting()
    heard: list[bool] = []
    client.server.download.start(b"abc", ended=heard.append)
    assert client.server.download.sending
    for _ in range(3):
        records(client)
    client.send(*end)
    client.server.download.close()
    assert heard == [bool(done)]
    assert not client.server.download.sending
    client.server.download.close()
    assert len(heard) == 1


def test_the_owner_hears_that_a_file_came_short() -> None:
    client = requesting()
    heard: list[bool] = []
    client.server.download.start(lambda _offset, _length: b"", 9000, ended=heard.append)
    records(client)
    assert heard == [False]


def test_an_allowance_is_used_up() -> None:
    client = requesting()
    download = client.server.download
    download.start(bytes(100_000))
    for allowance, expected in ((0, 0), (1, 1), (0, 0)):
        download.allowance = allowance
        assert len(records(client)) == expected
        assert download.allowance == 0
    download.allowance = None
    assert len(records(client)) > 0
    assert download.allowance is None


def test_an_allowance_does_not_hold_back_a_refusal() -> None:
    client = requesting()
    client.server.download.allowance = 0
    client.server.download.refuse("no")
    assert records(client) == [DownloadFailure("no")]


def test_a_failed_redirect_is_remembered_however_its_name_is_spelled() -> None:
    client = requesting()
    download = client.server.download
    for first, second in (("a.pk3", "A.PK3"), ("B.PK3", "b.pk3")):
        client.send(f"download {first}")
        download.redirect("http://example.invalid/a.pk3", 1234, 0)
        client.send("wwwdl ack", "wwwdl fail", f"download {second}")
        assert not download.redirectable
