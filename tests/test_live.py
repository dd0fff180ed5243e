"""The real server process over real UDP, with headless clients that check as a retail one would."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.process import ServerProcess, game_folder
from tests.server.host import STOCK_FILES
from tests.server.packed import add_pack
from tests.shared import shared_path
from uoproto.__main__ import main
from uoproto.connection import ClientConfig, ConnState
from uoproto.connection.events import (
    Disconnected,
    Event,
    GamestateReceived,
    PacketIgnored,
    RetailWarning,
    SnapshotReceived,
)
from uoproto.states import UserCmd
from uoproto.udp import AsyncClient, open_client, query

pytestmark = pytest.mark.live
CLIENTS = 8


class Player:
    """A client on a socket and all its events."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client
        self.events: list[Event] = []
        self._task = asyncio.get_running_loop().create_task(self._collect())

    @classmethod
    async def join(cls, port: int, number: int, **config: object) -> Player:
        settings = {"qport": 2000 + number, "strict": True, "files": STOCK_FILES, **config}
        settings["userinfo"] = {"name": f"Player {number}", "rate": "25000", "snaps": "20"}
        client = await open_client(ClientConfig(**settings), "127.0.0.1", port)  # type: ignore[arg-type]
        return cls(client)

    async def _collect(self) -> None:
        async for event in self.client:
            self.events.append(event)

    def seen(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def snapshots(self) -> list[SnapshotReceived]:
        return [event for event in self.events if isinstance(event, SnapshotReceived)]

    async def close(self) -> None:
        self._task.cancel()
        self.client.close()
        await asyncio.gather(self._task, return_exceptions=True)


async def until(condition: Callable[[], bool], what: str, seconds: float = 15) -> None:
    for _ in range(int(seconds * 50)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"not in {seconds} s: {what}")


async def _play(server: ServerProcess, next_map: str) -> None:
    players = [await Player.join(server.port, number) for number in range(CLIENTS)]
    try:
        await _session(server, players, next_map)
    finally:
        for player in players:
            await player.close()


async def _session(server: ServerProcess, players: list[Player], next_map: str) -> None:
    def all_active() -> bool:
        return all(p.client.connection.state == ConnState.ACTIVE for p in players)

    await until(all_active, "eight clients are ACTIVE")
    await until(
        lambda: all(sum(1 for s in p.snapshots if s.snapshot.delta_distance) > 10 for p in players),
        "deltas are used",
    )
    listed = await query("127.0.0.1", server.port)
    assert sorted(player.name for player in listed.players) == [f"Player {n}" for n in range(8)]

    mover = players[0]
    await _others_see_him_move(mover, players[1:])

    server.type(f"map {next_map}")
    server.wait_line(f"map {next_map} ready")
    await until(
        lambda: all(len(p.seen(GamestateReceived)) == 2 for p in players) and all_active(),
        "the map change carries everybody over",
    )
    for player in players:
        assert player.seen(Disconnected) == []
        assert player.seen(PacketIgnored) == []
        assert player.seen(RetailWarning) == []
        times = [event.snapshot.server_time for event in player.snapshots]
        assert times == sorted(times)

    await _freeze(players[6])
    await _fall_silent(server, players[7])
    assert server.stop() == 0
    await until(lambda: len(mover.seen(Disconnected)) == 1, "a final message at the end")
    assert mover.seen(Disconnected) == [Disconnected("\x15Server shut down")]
    assert [line for line in server.log if "Traceback" in line or "ERROR" in line] == []


async def _others_see_him_move(mover: Player, others: list[Player]) -> None:
    """Walk, turning now and then in case of a wall, until one who sees it saw 100 units of it."""
    number = mover.client.connection.level.client_num

    def places() -> dict[int, tuple[float, ...]]:
        frames = {n: other.snapshots[-1].snapshot.frame for n, other in enumerate(others)}
        return {n: f.entities[number].origin for n, f in frames.items() if number in f.entities}

    start = places()
    yaw = 0

    def has_moved() -> bool:
        nonlocal yaw
        yaw = yaw + 160 & 0xFFFF
        mover.client.connection.usercmd = UserCmd(angles=(0, yaw, 0), forwardmove=127)
        return any(
            sum(abs(a - b) for a, b in zip(place, start[n], strict=True)) > 100
            for n, place in places().items()
            if n in start
        )

    assert start, "nobody sees him"
    await until(has_moved, "moves")


async def _freeze(player: Player) -> None:
    """Go on with a frozen messageAcknowledge: after 28 messages the snapshots are full again."""
    connection = player.client.connection
    frozen = connection.message_acknowledge
    original = connection._write_packet
    newest = 0

    def write_packet(now: int) -> None:
        nonlocal newest
        newest = max(newest, connection.message_acknowledge)
        received, connection.message_acknowledge = connection.message_acknowledge, frozen
        number, connection.level.frames.newest_number = (
            connection.level.frames.newest_number,
            frozen,
        )
        original(now)
        connection.message_acknowledge = received
        connection.level.frames.newest_number = number

    connection._write_packet = write_packet  # type: ignore[method-assign]
    await until(lambda: newest - frozen > 40, "more than 40 messages later")
    distances = {e.message_number: e.snapshot.delta_distance for e in player.snapshots}
    assert [distances.get(number) for number in range(frozen + 32, frozen + 38)] == [0] * 6
    assert any(
        distances.get(number) == number - frozen for number in range(frozen + 5, frozen + 28)
    )


async def _fall_silent(server: ServerProcess, player: Player) -> None:
    """Say nothing more: sv_timeout was set low."""
    connection = player.client.connection
    connection.datagrams_to_send = lambda now: []  # type: ignore[method-assign]  # noqa: ARG005
    name = f'"Player {7}"'
    for _ in range(100):
        listed = await query("127.0.0.1", server.port)
        if name.strip('"') not in {p.name for p in listed.players}:
            break
        await asyncio.sleep(0.1)
    else:
        raise AssertionError("the silent client is still listed")
    assert any("EXE_TIMEDOUT" in line for line in server.log)


def test_eight_clients_on_the_stand_in() -> None:
    with ServerProcess("+set", "sv_timeout", "2", "+set", "scr_match", "0") as server:
        asyncio.run(_play(server, "mp_foy"))


def test_eight_clients_on_a_real_map(tmp_path: Path) -> None:
    real = shared_path("maps/pv_mini_harbor.bsp")
    with (
        game_folder(tmp_path, real) as arguments,
        ServerProcess(
            *arguments,
            "+set",
            "scr_match",
            "0",
            "+set",
            "sv_timeout",
            "2",
            map_name="pv_mini_harbor",
        ) as server,
    ):
        asyncio.run(_play(server, "mp_foy"))


def test_the_command_line_client_fetches_the_packs_of_a_mod(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = add_pack(tmp_path / "server", "mod/sounds.pk3", 30_000)
    arguments = ["+set", "fs_basepath", str(tmp_path / "server"), "+set", "fs_game", "mod"]
    with ServerProcess(*arguments, "+set", "scr_match", "0") as server:
        where, folder = f"127.0.0.1:{server.port}", tmp_path / "fetched"
        code = main(["join", where, "--seconds", "0.3", "--strict", "--download", str(folder)])
    printed = capsys.readouterr().out
    assert "downloaded mod/sounds.pk3" in printed
    assert (folder / "mod/sounds.pk3").read_bytes() == pack.read_bytes()
    assert (code, "error: " in printed) == (0, False), printed
