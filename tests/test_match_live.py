"""A whole match: the real server process, and eight clients that play it over a line that loses.

The clients are strict: they leave as a retail one would. They see by snapshots only, and play until
a side brings the enemy's flag home.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.lossy import LossyClient, open_lossy
from tests.process import ServerProcess
from tests.server.host import STOCK_FILES
from uoproto.connection import ClientConfig, ConnState
from uoproto.connection.events import (
    Disconnected,
    Event,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotReceived,
)
from uoproto.demo import DemoPlayer, DemoRecorder
from uoproto.snapshot import Snapshot
from uoserver.files.searchpath import SearchPath
from uoserver.game.referee import ALLIES_SCORE, AXIS_SCORE
from uoserver.pilot import Pilot
from uoserver.pilot.hands import STEERS_BY_VIEW
from uoserver.pilot.maps import Maps
from uoserver.pilot.runner import play

pytestmark = pytest.mark.live
CLIENTS: Final = 8
FEWER: Final = (2, 5)
"""Who plays for the axis: six against two make a short match."""
LOSS: Final = 0.05
SECONDS: Final = 175
"""Of wall time for a match; three minutes with what comes before and after."""
SETTINGS: Final = {
    "g_log": "games_mp.log",
    "g_logSync": "1",
    "timescale": "3",
    "scr_ctf_scorelimit": "1",
    "scr_ctf_roundlimit": "1",
    "scr_ctf_startrounddelay": "2",
    "scr_ctf_endrounddelay": "1",
    "sv_autoDemo": "1",
}


class Flyer:
    """One client with its pilot, and what became of them."""

    def __init__(self, client: LossyClient, pilot: Pilot, maps: Maps) -> None:
        self.client = client
        self.pilot = pilot
        self.faults: list[Event] = []
        self.scoreboards: list[str] = []
        self.counts: Counter[type[Event]] = Counter()
        self.task = asyncio.create_task(play(client, pilot, maps, self._watch))

    @classmethod
    async def join(cls, port: int, number: int, seed: int, maps: Maps) -> Flyer:
        config = ClientConfig(
            qport=3000 + number,
            strict=True,
            files=STOCK_FILES,
            userinfo={
                "name": f"Pilot {number}",
                "rate": "25000",
                "snaps": "20",
                **STEERS_BY_VIEW,
            },
        )
        client = await open_lossy(
            config, "127.0.0.1", port, loss=LOSS, seed=seed * 1000 + 10 * number
        )
        side = "axis" if number in FEWER else "allies"
        return cls(client, Pilot(side=side, seed=seed), maps)

    def _watch(self, event: Event) -> None:
        self.counts[type(event)] += 1
        match event:
            case PacketIgnored(malformed=True) | RetailWarning() | Disconnected():
                self.faults.append(event)
            case ServerCommandReceived(text=text) if text.startswith("b "):
                self.scoreboards.append(text)
            case _:
                pass

    @property
    def score_strings(self) -> tuple[str, str]:
        """Configstrings of the allies' and of the axis' points."""
        strings = self.client.connection.level.configstrings
        return strings.get(ALLIES_SCORE, ""), strings.get(AXIS_SCORE, "")


class Pace:
    """Slows game time down where the machine is too slow for it, and lets it go faster again.

    A server that is late runs several frames at once and shows their end only: clients that see too
    little between two frames hit nothing.
    """

    FINE, COARSE = 8.0, 11.0
    """Ticks of game time between two snapshots: bots think after 4, and are lost after 25."""
    SLOWEST, FASTEST = 1.0, 8.0
    EVERY: Final = 2.0

    def __init__(self, server: ServerProcess, flyers: list[Flyer]) -> None:
        self._server = server
        self._flyers = flyers
        self._scale = float(SETTINGS["timescale"])
        self._looked = time.monotonic()
        self._seen, self._ticks = self._snapshots(), self._game_ticks()

    def _snapshots(self) -> float:
        received = sum(flyer.counts[SnapshotReceived] for flyer in self._flyers)
        return received / len(self._flyers)

    def _game_ticks(self) -> float:
        newest = (flyer.client.connection.level.frames.newest for flyer in self._flyers)
        return max((snapshot.server_time for snapshot in newest if snapshot), default=0) / 16

    def look(self) -> None:
        if time.monotonic() - self._looked < self.EVERY:
            return
        seen, ticks = self._snapshots(), self._game_ticks()
        between = (ticks - self._ticks) / max(0.1, seen - self._seen)
        self._looked, self._seen, self._ticks = time.monotonic(), seen, ticks
        factor = 0.8 if between > self.COARSE else 1.2 if between < self.FINE else 1.0
        scale = max(self.SLOWEST, min(self.FASTEST, self._scale * factor))
        if scale != self._scale:
            self.set(scale)

    def set(self, scale: float) -> None:
        self._scale = scale
        self._server.type(f"set timescale {scale:.2f}")


def fields(log: Path, letter: str) -> list[list[str]]:
    """Return the lines of a game log that begin with a letter, without their times, as fields."""
    lines = [line.strip().partition(" ")[2] for line in log.read_text("latin-1").splitlines()]
    return [line.split(";") for line in lines if line.startswith(f"{letter};")]


async def _match(server: ServerProcess, home: Path, seed: int) -> int:
    """Play until a side has won, and look at what everybody has of it; return a client's number.

    That client's own demo is in ``home``.
    """
    maps, log = Maps(SearchPath()), home / "uo" / "games_mp.log"
    await maps.find("mp_foy")
    flyers = [await Flyer.join(server.port, number, seed, maps) for number in range(CLIENTS)]
    try:
        first = flyers[0].client.connection
        await _until(lambda: all(_is_active(flyer) for flyer in flyers), "all are in", 30)
        with (home / "client.dm_3").open("wb") as stream:
            recorder = DemoRecorder(first, stream)
            await _play(server, log, flyers)
            await _scores_agree(log, flyers)
            recorder.close()
            assert recorder.failure is None
        number = first.level.client_num
    finally:
        for flyer in flyers:
            flyer.task.cancel()
        results = await asyncio.gather(*(flyer.task for flyer in flyers), return_exceptions=True)
        for flyer in flyers:
            flyer.client.close()
    assert [result for result in results if not isinstance(result, asyncio.CancelledError)] == []
    for flyer in flyers:
        assert flyer.faults == []
        assert flyer.client.lost > 20
        assert flyer.pilot.launches
    return number


def _is_active(flyer: Flyer) -> bool:
    return flyer.client.connection.state == ConnState.ACTIVE


async def _until(condition: Callable[[], bool], what: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        await asyncio.sleep(0.05)


async def _play(server: ServerProcess, log: Path, flyers: list[Flyer]) -> None:
    """Wait until the log says who won; then game time is slow, so that the end can be looked at."""
    pace = Pace(server, flyers)

    def over() -> bool:
        pace.look()
        ended = [flyer for flyer in flyers if flyer.task.done()]
        assert not ended, [flyer.faults for flyer in ended]
        assert "ExitLevel" not in log.read_text("latin-1"), "nobody has won"
        return bool(fields(log, "W"))

    await _until(over, "a side wins by capture", SECONDS)
    pace.set(1.0)


async def _scores_agree(log: Path, flyers: list[Flyer]) -> None:
    captures = [line for line in fields(log, "A") if line[-1] == "ctf_captured"]
    (winners,), (losers,) = fields(log, "W"), fields(log, "L")
    sides = {"allies": 0, "axis": 0}
    for _, _, _, side, _, _ in captures:
        sides[side] += 1
    assert sides == {winners[1]: 1, losers[1]: 0}
    wanted = str(sides["allies"]), str(sides["axis"])
    await _until(
        lambda: all(flyer.scoreboards and flyer.score_strings == wanted for flyer in flyers),
        "all know the score",
        5,
    )
    named = sorted(name for line in (winners, losers) for name in line[3::2])
    assert named == [f"Pilot {number}" for number in range(CLIENTS)]
    for flyer in flyers:
        words = flyer.scoreboards[-1].split()
        assert words[1:4] == [str(CLIENTS), wanted[1], wanted[0]]
        assert sorted(map(int, words[4::5])) == list(range(CLIENTS))
    assert len({flyer.scoreboards[-1] for flyer in flyers}) == 1, "all were shown the same"


def snapshots(path: Path) -> dict[int, Snapshot]:
    """Return the snapshots of a demo by the numbers of their messages."""
    with path.open("rb") as stream:
        return {
            message.sequence: operation
            for message in DemoPlayer(stream)
            for operation in message.operations
            if isinstance(operation, Snapshot)
        }


def _demos_agree(home: Path, number: int) -> None:
    (of_server,) = (home / "uo" / "demos").glob(f"mp_foy_{number}_*.dm_3")
    sent, received = snapshots(of_server), snapshots(home / "client.dm_3")
    both = sent.keys() & received.keys()
    assert len(both) > 200
    assert len(both) == len(received), "nothing is received that was not sent"
    assert len(sent) > len(both), "some of it was lost"
    for at in both:
        assert received[at].server_time == sent[at].server_time
        assert received[at].frame == sent[at].frame
    assert any(sent[at].frame.entities for at in both)


@pytest.mark.parametrize("seed", [1])
def test_eight_clients_play_until_a_side_wins(seed: int, tmp_path: Path) -> None:
    settings = [word for name, value in SETTINGS.items() for word in ("+set", name, value)]
    with ServerProcess("+set", "fs_homepath", str(tmp_path), *settings) as server:
        number = asyncio.run(_match(server, tmp_path, seed))
        assert server.stop() == 0
        assert [line for line in server.log if "Traceback" in line or "ERROR" in line] == []
    _demos_agree(tmp_path, number)
