from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import INTS, ascii_texts, attempt
from uoproto.constants import MAX_DOWNLOAD_SIZE
from uoproto.download import (
    DownloadBlock,
    DownloadFailure,
    DownloadReceiver,
    DownloadRecord,
    DownloadRedirect,
    DownloadSender,
    Failed,
    Finished,
    FollowRedirect,
    SendCommand,
    WriteData,
    blocks_per_message,
    is_download_name,
    read_download,
    write_download,
)
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    OutOfSequenceError,
    RemoteProtocolError,
)
from uoproto.message import MessageReader, MessageWriter

BLOCK = 2048
DATA = bytes(range(256)) * 8 * 20  # twenty blocks
URL = "http://example.invalid/mp_x.pk3"

RECORDS: st.SearchStrategy[DownloadRecord] = st.one_of(
    st.builds(DownloadBlock, st.integers(1, 32767), st.binary(max_size=BLOCK)),
    st.builds(DownloadBlock, st.just(0), st.binary(max_size=99), st.integers(0, 2**31 - 1)),
    st.builds(DownloadFailure, ascii_texts()),
    st.builds(DownloadRedirect, ascii_texts(), INTS, INTS),
)


# -- records ------------------------------------------------------------------------------------


@given(RECORDS, st.booleans())
def test_records_round_trip(record: DownloadRecord, lenient: bool) -> None:
    writer = MessageWriter()
    write_download(writer, record)
    reader = MessageReader(writer.to_bytes(), lenient=lenient)
    assert read_download(reader) == record
    assert not reader.remaining


@pytest.mark.parametrize(
    "record",
    [
        "0100ffff",  # a length of -1
        "01000108" + "00" * 2049,  # 2,049 bytes
        "feff0000",  # block -2
        "0080" + "00" * 9,  # block -32768
    ],
)
def test_records_that_are_refused(record: str) -> None:
    for lenient in (False, True):
        with pytest.raises(BadValueError):
            read_download(MessageReader(bytes.fromhex(record), lenient=lenient))


@given(st.binary(max_size=50), st.booleans())
def test_any_bytes(data: bytes, lenient: bool) -> None:
    attempt(lambda: read_download(MessageReader(data, lenient=lenient)))


@pytest.mark.parametrize("name", ["uo/mp_x.pk3", "MP_X.PK3", "a/b/c-1.2.pk3", "x" * 59 + ".pk3"])
def test_names(name: str) -> None:
    assert is_download_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mp_x.zip",
        "/etc/x.pk3",
        "../x.pk3",
        "uo/../../x.pk3",
        "uo/./x.pk3",
        "uo//x.pk3",
        "c:x.pk3",
        "uo\\x.pk3",
        "a b.pk3",
        'a".pk3',
        "a;quit.pk3",
        "a%s.pk3",
        "a\n.pk3",
        "J\xf6rg.pk3",
        "x" * 60 + ".pk3",
    ],
)
def test_names_that_lead_elsewhere(name: str) -> None:
    assert not is_download_name(name)


@pytest.mark.parametrize(
    ("rate", "interval", "blocks"),
    [(5000, 50, 1), (40960, 50, 2), (99999, 50, 3), (90000, 1000, 44)],
)
def test_blocks_per_message(rate: int, interval: int, blocks: int) -> None:
    assert blocks_per_message(rate, interval) == blocks


# -- the sender's window ------------------------------------------------------------------------


def numbers(blocks: list[DownloadBlock]) -> list[int]:
    return [block.block for block in blocks]


def test_eight_blocks_go_out_unanswered() -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    assert numbers(sender.blocks_to_send(0, 3)) == [0, 1, 2]
    assert numbers(sender.blocks_to_send(10, 99)) == [3, 4, 5, 6, 7]
    assert sender.blocks_to_send(20, 99) == []
    sender.acknowledge(0, 30)
    sender.acknowledge(1, 30)
    assert numbers(sender.blocks_to_send(40, 99)) == [8, 9]


def test_the_window_starts_again_after_a_second_of_silence() -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    sender.blocks_to_send(0, 99)
    assert sender.blocks_to_send(1000, 99) == []
    assert numbers(sender.blocks_to_send(1001, 2)) == [0, 1]
    sender.acknowledge(0, 1100)
    assert numbers(sender.blocks_to_send(1100, 99)) == [2, 3, 4, 5, 6, 7, 8]
    assert sender.blocks_to_send(2100, 99) == []
    assert numbers(sender.blocks_to_send(2101, 1)) == [1]


def test_a_request_starts_the_window_again() -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    sender.blocks_to_send(0, 99)
    sender.acknowledge(0, 5)
    sender.retransmit(5)  # not the oldest block: a stale request
    assert numbers(sender.blocks_to_send(5, 99)) == [8]
    sender.retransmit(1)
    assert numbers(sender.blocks_to_send(5, 99)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_acknowledged_blocks_are_not_sent_again() -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    sender.blocks_to_send(0, 99)
    sender.retransmit(0)
    for block in range(3):  # they were on their way when the request was made
        sender.acknowledge(block, 5)
    assert numbers(sender.blocks_to_send(5, 2)) == [3, 4]


def test_blocks_of_a_file() -> None:
    sender = DownloadSender("mp_x.pk3", DATA[: BLOCK + 5])
    first, second, end = sender.blocks_to_send(0, 99)
    assert first == DownloadBlock(0, DATA[:BLOCK], BLOCK + 5)
    assert second == DownloadBlock(1, DATA[BLOCK : BLOCK + 5])
    assert end == DownloadBlock(2, b"")
    for block in (0, 1):
        sender.acknowledge(block, 0)
        assert not sender.done
    sender.acknowledge(2, 0)
    assert sender.done
    assert sender.blocks_to_send(5000, 99) == []


def test_an_empty_file_is_its_end() -> None:
    sender = DownloadSender("mp_x.pk3", b"")
    assert sender.blocks_to_send(0, 99) == [DownloadBlock(0, b"", 0)]
    sender.acknowledge(0, 0)
    assert sender.done


@pytest.mark.parametrize("block", [-1, 1, 2, 99])
def test_broken_download(block: int) -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    sender.blocks_to_send(0, 99)
    with pytest.raises(OutOfSequenceError, match="broken download"):
        sender.acknowledge(block, 0)


def test_a_block_that_never_went_out_cannot_be_acknowledged() -> None:
    sender = DownloadSender("mp_x.pk3", DATA)
    with pytest.raises(OutOfSequenceError):
        sender.acknowledge(0, 0)
    sender.blocks_to_send(0, 1)
    sender.acknowledge(0, 0)
    with pytest.raises(OutOfSequenceError):
        sender.acknowledge(1, 0)
    sender = DownloadSender("mp_x.pk3", b"")
    sender.blocks_to_send(0, 1)
    sender.acknowledge(0, 0)
    with pytest.raises(OutOfSequenceError):
        sender.acknowledge(1, 0)


def test_a_reader_serves_only_what_the_window_needs() -> None:
    read: list[int] = []

    def reader(offset: int, length: int) -> bytes:
        read.append(offset // BLOCK)
        return bytes(length)

    sender = DownloadSender("mp_x.pk3", reader, MAX_DOWNLOAD_SIZE)
    sender.blocks_to_send(0, 3)
    assert read == list(range(8))
    sender.acknowledge(0, 0)
    sender.blocks_to_send(0, 1)
    assert read == list(range(9))


def test_files_that_cannot_be_sent() -> None:
    with pytest.raises(LocalProtocolError):
        DownloadSender("mp_x.pk3", lambda _offset, length: bytes(length), MAX_DOWNLOAD_SIZE + 1)
    with pytest.raises(LocalProtocolError):
        DownloadSender("mp_x.pk3", lambda _offset, length: bytes(length))
    shrunk = DownloadSender("mp_x.pk3", lambda _offset, _length: b"", 5)
    with pytest.raises(LocalProtocolError):
        shrunk.blocks_to_send(0, 1)


# -- the receiver -------------------------------------------------------------------------------


def test_blocks_in_order() -> None:
    receiver = DownloadReceiver()
    assert receiver.receive(DownloadBlock(0, b"ab", 3)) == [
        WriteData(b"ab"),
        SendCommand("nextdl 0"),
    ]
    assert receiver.receive(DownloadBlock(1, b"c")) == [WriteData(b"c"), SendCommand("nextdl 1")]
    assert receiver.receive(DownloadBlock(2, b"")) == [SendCommand("nextdl 2"), Finished()]
    assert (receiver.received, receiver.total) == (3, 3)


def test_blocks_out_of_order() -> None:
    receiver = DownloadReceiver()
    assert receiver.receive(DownloadBlock(1, b"c")) == [SendCommand("retransdl 0")]
    receiver.receive(DownloadBlock(0, b"ab", 3))
    assert receiver.receive(DownloadBlock(0, b"ab", 3)) == []
    assert receiver.receive(DownloadBlock(2, b"")) == [SendCommand("retransdl 1")]
    assert receiver.received == 2


def test_blocks_nobody_waits_for() -> None:
    receiver = DownloadReceiver()
    assert receiver.receive(DownloadFailure("no such file")) == [Failed("no such file")]
    assert receiver.receive(DownloadBlock(0, b"ab", 3)) == [SendCommand("stopdl")]


@pytest.mark.parametrize(
    "blocks",
    [
        [DownloadBlock(0, b"abcd", 3)],
        [DownloadBlock(0, b"ab", 3), DownloadBlock(1, b"cd")],
        [DownloadBlock(0, b"ab", 3), DownloadBlock(1, b"")],
        [DownloadBlock(0, b"", 3)],
    ],
)
def test_sizes_that_do_not_add_up(blocks: list[DownloadBlock]) -> None:
    receiver = DownloadReceiver()
    *good, bad = blocks
    for block in good:
        receiver.receive(block)
    with pytest.raises(BadValueError):
        receiver.receive(bad)


def test_a_file_that_is_too_large() -> None:
    receiver = DownloadReceiver(max_size=100)
    with pytest.raises(LimitExceededError):
        receiver.receive(DownloadBlock(0, b"", 101))


def test_redirect() -> None:
    receiver = DownloadReceiver()
    offer = DownloadRedirect(URL, 5, 0)
    assert receiver.receive(offer) == [SendCommand("wwwdl ack"), FollowRedirect(URL, 5, False)]
    assert receiver.receive(offer) == []
    assert receiver.receive(DownloadBlock(0, b"x", 1)) == []
    assert receiver.redirect_done(success=True) == [SendCommand("wwwdl done"), Finished()]
    with pytest.raises(LocalProtocolError):
        receiver.redirect_done(success=True)


def test_redirect_that_fails() -> None:
    receiver = DownloadReceiver()
    receiver.receive(DownloadRedirect(URL, 5, 0))
    assert receiver.redirect_done(success=False) == [SendCommand("wwwdl fail")]


def test_redirect_that_leaves_the_server() -> None:
    assert DownloadReceiver().receive(DownloadRedirect(URL, 5, 1)) == [
        SendCommand("wwwdl ack"),
        SendCommand("wwwdl bbl8r"),
        FollowRedirect(URL, 5, True),
    ]


@pytest.mark.parametrize(("redirects", "flags"), [(False, 0), (True, 2), (True, 3)])
def test_redirects_that_are_refused(redirects: bool, flags: int) -> None:
    receiver = DownloadReceiver(redirects=redirects)
    offer = DownloadRedirect(URL, 5, flags)
    assert receiver.receive(offer) == [SendCommand("wwwdl fail")]
    assert receiver.receive(offer) == []  # said once, however often it is offered
    assert receiver.receive(DownloadBlock(0, b"x", 1))[0] == WriteData(b"x")
    with pytest.raises(LocalProtocolError):
        receiver.redirect_done(success=True)


@given(st.lists(RECORDS, max_size=20))
def test_any_records(records: list[DownloadRecord]) -> None:
    receiver = DownloadReceiver(max_size=10_000)
    written = 0
    try:
        for record in records:
            for action in receiver.receive(record):
                written += len(action.data) if isinstance(action, WriteData) else 0
    except RemoteProtocolError:
        pass
    assert written <= 10_000


@pytest.mark.parametrize(
    "record",
    [
        DownloadBlock(0, b"", 1 << 31),
        DownloadBlock(0, b"", -1),
        DownloadBlock(32768, b""),
        DownloadRedirect("u", 1 << 31, 0),
        DownloadRedirect("u", 0, 1 << 31),
        DownloadRedirect("u", -(1 << 31) - 1, 0),
    ],
)
def test_numbers_a_record_cannot_hold(record: DownloadRecord) -> None:
    with pytest.raises(LocalProtocolError):
        write_download(MessageWriter(), record)


def test_a_file_has_no_negative_size() -> None:
    with pytest.raises(LocalProtocolError):
        DownloadSender("a.pk3", lambda _offset, length: bytes(length), -1)


@pytest.mark.parametrize("size", [-1, -2, -0x80000000])
def test_any_negative_size_is_a_failure(size: int) -> None:
    writer = MessageWriter()
    writer.write_short(0)
    writer.write_long(size)
    writer.write_string("no such file")
    assert read_download(MessageReader(writer.to_bytes())) == DownloadFailure("no such file")
