from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.level import BASELINES, CHALLENGE, CONFIGSTRINGS, Session
from uoproto.clientmessage import ClientHeader, Move, ReliableCommand
from uoproto.constants import OOB_MARKER
from uoproto.follow import UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.inspect import NO_KEY, Decoded, Inspector, ServerHeader
from uoproto.oob import ChallengeResponse, Connect, ConnectResponse, GetChallenge, GetInfo
from uoproto.servermessage import ServerCommand
from uoproto.snapshot import Snapshot
from uoproto.states import UserCmd


class Watched:
    """A session with an inspector on its wire."""

    def __init__(self) -> None:
        self.inspector = Inspector()
        self.seen: list[Decoded] = []
        self.datagrams: list[tuple[bytes, bool]] = []
        self.session = Session(self._wire)

    def _wire(self, data: bytes, from_client: bool) -> None:
        self.datagrams.append((data, from_client))
        self.seen += self.inspector.feed(data, from_client)

    def items(self, kind: type) -> list[object]:
        return [item for decoded in self.seen for item in decoded.items if isinstance(item, kind)]


def feed_all(inspector: Inspector, datagrams: Iterable[tuple[bytes, bool]]) -> list[Decoded]:
    return [one for data, side in datagrams for one in inspector.feed(data, side)]


def test_a_whole_session_is_decoded() -> None:
    watched = Watched()
    session = watched.session
    session.client.send_command("say hello there")
    session.run(3)
    session.server.send_command('e "a longer text that becomes the key of what follows"')
    for turn in range(40):
        angles = (turn * 300, turn * 700 & 0xFFFF, 0)
        session.client.usercmd = UserCmd(
            forwardmove=127 * (turn % 3 - 1), buttons=turn % 128, weapon=turn % 3, angles=angles
        )
        session.run(1)
    assert [decoded.note for decoded in watched.seen if decoded.note] == []

    kinds = [type(item) for decoded in watched.seen[:4] for item in decoded.items]
    assert kinds == [GetChallenge, ChallengeResponse, Connect, ConnectResponse]
    assert watched.inspector.challenge == CHALLENGE

    (gamestate,) = watched.items(Gamestate)
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings == CONFIGSTRINGS
    assert gamestate.baselines == BASELINES

    snapshots = watched.items(Snapshot)
    assert snapshots == list(session.snapshots.values())
    assert len(snapshots) > 40

    sent = [command for move in watched.items(Move) for command in move.commands]  # type: ignore[attr-defined]
    assert set(session.usercmds) <= set(sent)
    assert len(session.usercmds) > 40
    assert ReliableCommand(2, "say hello there") in watched.items(ReliableCommand)
    assert watched.items(ServerCommand)[0] == ServerCommand(
        1, 'e "a longer text that becomes the key of what follows"'
    )


def test_usercmds_are_those_the_server_takes_when_snapshots_get_lost() -> None:
    """The base of a move is the newest snapshot the client has, not the newest one sent."""
    watched = Watched()
    session = watched.session
    to_client = session._to_client

    def lossy(data: bytes) -> None:
        if session.now // 50 % 3 == 0:  # lost behind the inspector
            watched._wire(data, False)
        else:
            to_client(data)

    session._to_client = lossy  # type: ignore[method-assign]
    for _ in range(30):
        # what equals the base is left out of a packet, so a wrong base shows in the result
        session.client.usercmd = replace(session.client.level.default_usercmd(), forwardmove=127)
        session.run(1)
    assert len({command.angles for command in session.usercmds}) > 10
    assert [decoded.note for decoded in watched.seen if decoded.note] == []
    sent = {command for move in watched.items(Move) for command in move.commands}  # type: ignore[attr-defined]
    assert set(session.usercmds) <= sent


def test_a_gamestate_the_client_has_not_seen_does_not_change_its_key() -> None:
    watched = Watched()
    session = watched.session
    session.run(5)
    session.config.checksum_feed = 0x1111
    session.server.send_gamestate(CONFIGSTRINGS, BASELINES, session.now)
    late = [data for data, _ in session.server.datagrams_to_send(session.now)]
    for data in late:
        watched._wire(data, False)  # the client gets it later than we do
    watched.seen.clear()
    session.client.usercmd = UserCmd(angles=(5, 6, 0), forwardmove=-127, weapon=2)
    session.now += 50
    for data, _ in session.client.datagrams_to_send(session.now):
        watched._wire(data, True)
    (move,) = watched.items(Move)
    assert isinstance(move, Move)
    assert move.commands[-1] == replace(
        session.client.usercmd, command_time=move.commands[-1].command_time
    )


def test_headers_are_read_without_the_beginning() -> None:
    watched = Watched()
    watched.session.run(5)
    late = [pair for pair in watched.datagrams if pair[0][:4] != OOB_MARKER]
    decoded = feed_all(Inspector(), late)
    assert {one.note for one in decoded} == {NO_KEY}
    assert all(len(one.items) == 1 and one.packet for one in decoded)
    assert ServerHeader(1) in [one.items[0] for one in decoded]
    from_client = next(one for one in decoded if one.from_client)
    assert isinstance(from_client.items[0], ClientHeader)
    assert from_client.packet
    assert from_client.packet.qport == 77


def test_losses_are_named() -> None:
    watched = Watched()
    watched.session.run(10)
    begin = watched.datagrams[:10]
    decoded = feed_all(Inspector(), begin + watched.datagrams[14:])
    notes = [one.note for one in decoded if one.note]
    assert "2 messages before it are missing" in notes


def test_a_delta_whose_base_was_missed_is_named() -> None:
    watched = Watched()
    watched.session.run(10)
    kept = [
        pair
        for pair, seen in zip(watched.datagrams, watched.seen, strict=True)
        if not any(isinstance(item, Snapshot) and not item.delta_distance for item in seen.items)
    ]
    decoded = feed_all(Inspector(), kept)
    items = [item for one in decoded for item in one.items]
    assert any(isinstance(item, UnusableSnapshot) for item in items)
    assert not any(isinstance(item, Snapshot) for item in items)


def test_a_key_text_that_was_missed_is_named() -> None:
    watched = Watched()
    watched.session.run(3)
    # all that the client says from its first command on is lost to us
    datagrams = [
        (data, side)
        for (data, side), seen in zip(watched.datagrams, watched.seen, strict=True)
        if not any(isinstance(item, ReliableCommand) for item in seen.items)
    ]
    notes = [one.note for one in feed_all(Inspector(), datagrams)]
    assert "reliable command 1, which the key needs, was not seen" in notes


def test_duplicates_are_named() -> None:
    watched = Watched()
    data, side = watched.datagrams[-1]
    (again,) = watched.inspector.feed(data, side)
    assert again.note == "stale or duplicate"
    assert again.packet


def test_fragments_are_joined() -> None:
    watched = Watched()
    session = watched.session
    texts = {index: f"{index} " * 300 for index in range(1400, 1406)}
    session.server.send_gamestate({**CONFIGSTRINGS, **texts}, BASELINES, session.now)
    watched.seen.clear()
    session.run(8)
    notes = [
        one.note for one in watched.seen if one.packet and one.packet.fragment_start is not None
    ]
    assert len(notes) >= 2
    assert set(notes[:-1]) == {"fragment of a message that is not complete"}
    assert notes[-1] == ""
    (gamestate,) = watched.items(Gamestate)
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings[1405] == texts[1405]


def test_a_new_connect_begins_anew() -> None:
    watched = Watched()
    begin = watched.datagrams
    inspector = Inspector()
    first = feed_all(inspector, begin)
    assert feed_all(inspector, begin) == first


def test_connectionless_packets_of_each_side() -> None:
    inspector = Inspector()
    assert inspector.feed(GetInfo("abc").encode(), True) == [Decoded(True, None, (GetInfo("abc"),))]
    (bad,) = inspector.feed(OOB_MARKER + b"challengeResponse", True)
    assert bad.items
    (refused,) = inspector.feed(OOB_MARKER + b"connect " + bytes(1), True)
    assert refused.items == ()
    assert refused.note


@given(st.lists(st.tuples(st.binary(max_size=60), st.booleans()), max_size=8))
def test_any_bytes_give_one_answer_each(datagrams: list[tuple[bytes, bool]]) -> None:
    inspector = Inspector()
    feed_all(inspector, BEGIN)
    for data, from_client in datagrams:
        (decoded,) = inspector.feed(data, from_client)
        assert decoded.from_client is from_client
        assert decoded.items or decoded.note


@given(st.data())
def test_damaged_traffic_never_raises(data: st.DataObject) -> None:
    inspector = Inspector()
    for datagram, from_client in BEGIN:
        if data.draw(st.booleans()):
            place = data.draw(st.integers(0, len(datagram) - 1))
            value = data.draw(st.integers(0, 255))
            datagram = datagram[:place] + bytes([value]) + datagram[place + 1 :]
        assert len(inspector.feed(datagram, from_client)) == 1


BEGIN = Watched().datagrams
