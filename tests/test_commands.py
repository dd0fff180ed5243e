"""Both reliable-command windows and the server's queue policies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.commands import (
    ClientCommandReceiver,
    CommandOverflowError,
    CommandSender,
    ServerCommandReceiver,
    ServerCommandSender,
)
from uoproto.errors import BadValueError, LocalProtocolError, OutOfSequenceError


def texts(sender: CommandSender | ServerCommandSender) -> list[str]:
    return [text for _, text in sender.unacknowledged()]


def test_numbers_start_at_one_and_repeat_until_acknowledged() -> None:
    sender = CommandSender()
    assert [sender.add("say a"), sender.add("say b"), sender.add("say c")] == [1, 2, 3]
    sender.acknowledge(1)
    assert sender.unacknowledged() == ((2, "say b"), (3, "say c"))
    sender.acknowledge(3)
    sender.acknowledge(2)  # an older datagram overtaken on the way
    assert sender.unacknowledged() == ()
    assert sender.text(2) == "say b"  # still needed as a key


@pytest.mark.parametrize("sender_class", [CommandSender, ServerCommandSender])
def test_storage_cleans_and_cuts(sender_class: type[CommandSender | ServerCommandSender]) -> None:
    sender = sender_class()
    sender.add("say 100% it\x92s \xe9" + "x" * 2000)
    assert sender.text(1) == ("say 100. it's ." + "x" * 2000)[:1023]
    for bad in ("", "a\0b"):
        with pytest.raises(LocalProtocolError):
            sender.add(bad)


@pytest.mark.parametrize("sender_class", [CommandSender, ServerCommandSender])
def test_window_of_64(sender_class: type[CommandSender | ServerCommandSender]) -> None:
    sender = sender_class()
    for number in range(64):
        sender.add(f"v name{number} x")
    with pytest.raises(CommandOverflowError):
        sender.add("v more x")
    assert sender.backlog == 64
    sender.acknowledge(1)
    sender.add("v more x")
    assert sender.backlog == 64


@pytest.mark.parametrize(
    ("sender_class", "oldest"), [(CommandSender, 36), (ServerCommandSender, 37)]
)
@pytest.mark.parametrize("bad", [101, 0x7FFFFFFF, -1, -0x80000000, 35, 0])
def test_acknowledges_outside_the_window_change_nothing(
    sender_class: type[CommandSender | ServerCommandSender], oldest: int, bad: int
) -> None:
    sender = sender_class()
    for number in range(100):
        sender.add(f"v name{number} x")
        sender.acknowledge(max(0, number - 20))
    before = sender.unacknowledged()
    with pytest.raises(BadValueError):
        sender.acknowledge(bad)
    with pytest.raises(BadValueError):
        sender.acknowledge(oldest - 1)
    sender.acknowledge(oldest)  # 64 behind is the client's limit, 63 the server's
    assert sender.unacknowledged() == before


def test_unsent_commands_of_one_kind_coalesce() -> None:
    sender = ServerCommandSender()
    for text in ("d 5 1", "d 6 1", "b 1 0 0", "d 5 2", "b 2 0 0", "v cg_fov 80", "v cg_fov 65"):
        sender.add(text)
    assert sender.unacknowledged() == (
        (1, "d 6 1"), (2, "d 5 2"), (3, "b 2 0 0"), (4, "v cg_fov 65"),
    )  # fmt: skip


@pytest.mark.parametrize("letter", list("abopqrt"))
def test_letters_of_which_the_newest_counts(letter: str) -> None:
    sender = ServerCommandSender()
    sender.add(f"{letter} 1")
    sender.add(f"{letter} 2")
    assert texts(sender) == [f"{letter} 2"]


@pytest.mark.parametrize("letter", list("xyz"))
def test_pieces_of_long_configstrings_never_coalesce(letter: str) -> None:
    sender = ServerCommandSender()
    sender.add(f"{letter} 1 a")
    sender.add(f"{letter} 1 a")
    assert texts(sender) == [f"{letter} 1 a"] * 2


def test_other_letters_coalesce_only_when_equal() -> None:
    sender = ServerCommandSender()
    for text in ('h "hello"', 'h "other"', 'h "hello"'):
        sender.add(text)
    assert texts(sender) == ['h "other"', 'h "hello"']


def test_sent_commands_stay_as_they_are() -> None:
    sender = ServerCommandSender()
    sender.add("d 5 1")
    sender.mark_sent()
    sender.add("d 5 2")
    sender.add("d 5 3")
    assert sender.unacknowledged() == ((1, "d 5 1"), (2, "d 5 3"))


def test_ignorable_commands_are_culled_under_a_backlog() -> None:
    sender = ServerCommandSender()
    for number in range(31):
        assert sender.add(f"f {number}", reliable=False)
    sender.mark_sent()
    assert sender.add("f last", reliable=False)  # the backlog was 31
    assert not sender.add("f no", reliable=False)  # it is 32: unsent ignorable ones go too
    assert "f last" not in texts(sender)
    assert sender.backlog == 31
    assert sender.add("w")
    assert texts(sender)[-1] == "w"


def test_ignorable_commands_wait_for_an_active_client() -> None:
    sender = ServerCommandSender()
    assert not sender.add("f hello", reliable=False, client_active=False)
    assert sender.add("d 5 1", client_active=False)
    assert texts(sender) == ["d 5 1"]


def test_a_replaced_reliable_command_stays_reliable() -> None:
    sender = ServerCommandSender()
    sender.add('e "x"')
    sender.add('e "x"', reliable=False)
    sender.add("f no", reliable=False, client_active=False)  # would cull an ignorable one
    assert texts(sender) == ['e "x"']


def test_client_commands_must_be_consecutive() -> None:
    receiver = ClientCommandReceiver()
    assert receiver.is_new(1)
    receiver.store(1, "say 100% \x92")
    assert (receiver.last_sequence, receiver.last_text) == (1, "say 100% '")
    assert not receiver.is_new(1)
    assert not receiver.is_new(-5)
    with pytest.raises(OutOfSequenceError):
        receiver.is_new(3)
    assert receiver.is_new(2)


def test_server_commands_run_up_to_a_snapshot() -> None:
    receiver = ServerCommandReceiver()
    assert receiver.receive(1, "a")
    assert receiver.receive(2, "b")
    assert not receiver.receive(2, "again")
    assert not receiver.receive(-7, "old")
    assert receiver.receive(5, "e")  # numbers 3 and 4 were lost: empty slots
    assert list(receiver.take(2)) == [(1, "a"), (2, "b")]
    assert list(receiver.take(2)) == []
    assert list(receiver.take(5)) == [(5, "e")]
    with pytest.raises(OutOfSequenceError):
        list(receiver.take(6))


def test_server_commands_that_left_the_ring_are_an_error_in_bounded_time() -> None:
    receiver = ServerCommandReceiver()
    receiver.receive(64, "x")
    assert list(receiver.take(64)) == [(64, "x")]
    receiver.receive(64 + 65, "y")
    with pytest.raises(OutOfSequenceError):
        list(receiver.take(64 + 65))
    receiver.receive(0x7FFFFFFF, "far")
    with pytest.raises(OutOfSequenceError):
        list(receiver.take(0x7FFFFFFF))


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("add"), st.sampled_from("abdvxhf"), st.integers(0, 2), st.booleans()),
            st.just(("send", "", 0, False)),
            st.tuples(st.just("ack"), st.just(""), st.integers(0, 8), st.booleans()),
        ),
        max_size=120,
    )
)
def test_window_invariants(steps: list[tuple[str, str, int, bool]]) -> None:
    sender = ServerCommandSender()
    on_the_wire: dict[int, str] = {}
    for kind, letter, number, flag in steps:
        if kind == "add":
            try:
                sender.add(f"{letter} {number}", reliable=flag)
            except CommandOverflowError:
                assert sender.backlog == 64
        elif kind == "send":
            for sequence, text in sender.unacknowledged():
                assert on_the_wire.setdefault(sequence, text) == text  # never rewritten
            sender.mark_sent()
        else:
            sender.acknowledge(min(sender.acknowledged + number, sender.sent))
        assert sender.acknowledged <= sender.sent <= sender.sequence
        assert sender.backlog <= 64


def test_a_character_no_byte_holds_is_refused_and_changes_nothing() -> None:
    client = CommandSender()
    server = ServerCommandSender()
    client.add("say a")
    server.add("t old", reliable=True)
    with pytest.raises(LocalProtocolError):
        client.add("say \u0100")
    for active in (True, False):
        with pytest.raises(LocalProtocolError):
            server.add("t \u20ac", client_active=active)
    assert client.unacknowledged() == ((1, "say a"),)
    assert server.unacknowledged() == ((1, "t old"),)
    assert client.add("say " + "x" * 1019 + "\u0100") == 2  # cut off before it is looked at
