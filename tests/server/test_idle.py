"""Players who do nothing."""

from __future__ import annotations

import pytest

from tests.server.admin.console import heard
from tests.server.host import Host, active
from uoproto.connection import ConnState
from uoproto.connection.events import Disconnected
from uoproto.states import UserCmd

WARNING = 'c "GAME_INACTIVEDROPWARNING"'
DROPPED = [Disconnected("GAME_DROPPEDFORINACTIVITY")]


def playing(**cvars: str) -> Host:
    """Return a host whose one client is no spectator."""
    return active(1, scr_match="0", **cvars)


def warned(host: Host) -> int:
    return heard(host, 0).count(WARNING)


def press(host: Host, milliseconds: int, **keys: object) -> None:
    """Let the client press keys for a while, and then let go of them."""
    connection = host.clients[0].connection
    connection.usercmd = UserCmd(**keys)  # type: ignore[arg-type]
    host.run(milliseconds)
    connection.usercmd = UserCmd()


def test_who_does_nothing_is_warned_and_dropped() -> None:
    host = playing(g_inactivity="30")
    host.run(19_000)
    assert warned(host) == 0
    host.run(1500)
    assert warned(host) == 1
    host.run(8500)
    assert host.clients[0].state == ConnState.ACTIVE
    host.run(1500)
    assert host.clients[0].seen(Disconnected) == DROPPED
    assert warned(host) == 1


@pytest.mark.parametrize(("seconds", "warning"), [("4", 2000), ("10", 5000), ("15", 5000)])
def test_the_warning_of_short_times(seconds: str, warning: int) -> None:
    host = playing(g_inactivity=seconds)
    host.run(warning - 600)
    assert warned(host) == 0
    host.run(1200)
    assert warned(host) == 1
    assert host.clients[0].state == ConnState.ACTIVE


def test_off_is_the_default() -> None:
    host = playing()
    host.run(120_000)
    assert host.clients[0].state == ConnState.ACTIVE
    assert warned(host) == 0


@pytest.mark.parametrize(
    "keys",
    [
        {"forwardmove": 127},
        {"rightmove": -127},
        {"upmove": 127},
        {"buttons": 1},
        {"angles": (0, 900, 0)},
    ],
)
def test_any_key_or_turn_counts(keys: dict[str, object]) -> None:
    host = playing(g_inactivity="10")
    for _ in range(3):
        host.run(6000)
        press(host, 200, **keys)
    assert host.clients[0].state == ConnState.ACTIVE
    host.run(11_000)
    assert host.clients[0].seen(Disconnected) == DROPPED


def test_who_goes_on_with_one_key_is_not_idle() -> None:
    host = playing(g_inactivity="4")
    press(host, 10_000, forwardmove=127)
    assert host.clients[0].state == ConnState.ACTIVE


def test_after_a_warning_and_a_move_there_is_another_warning() -> None:
    host = playing(g_inactivity="12")
    host.run(3000)
    assert warned(host) == 1
    press(host, 200, forwardmove=127)
    host.run(3000)
    assert warned(host) == 2


def test_spectators_have_a_time_of_their_own() -> None:
    host = active(g_inactivity="5")  # in a match who comes looks on
    host.run(8000)
    assert host.clients[0].state == ConnState.ACTIVE
    host.cvars.set("g_inactivityspectator", "5")
    host.run(6000)
    assert host.clients[0].seen(Disconnected) == DROPPED


def test_who_takes_a_side_begins_anew() -> None:
    host = active(g_inactivity="8", g_inactivityspectator="8")
    host.run(5000)
    host.clients[0].connection.send_command("team allies")
    host.run(6000)
    assert host.clients[0].state == ConnState.ACTIVE
    host.run(3000)
    assert host.clients[0].seen(Disconnected) == DROPPED


def test_no_time_passes_while_nobody_can_move() -> None:
    host = playing(g_inactivity="5")
    host.cvars.set("timescale", "0")
    host.run(8000)
    host.cvars.set("timescale", "1")
    assert host.server.level is not None
    host.run(1000)
    player = host.server.level.game.players[0]
    player.frozen = True
    host.run(8000)
    assert host.clients[0].state == ConnState.ACTIVE
    player.frozen = False
    host.run(5500)
    assert host.clients[0].seen(Disconnected) == DROPPED


def test_a_stop_of_the_machine_is_nobodys_fault() -> None:
    host = playing(g_inactivity="5")
    host.run(1000)
    host.now += 60_000
    host.run(1000)
    assert host.clients[0].state == ConnState.ACTIVE


def test_a_slot_is_forgotten_with_its_client() -> None:
    host = playing(g_inactivity="5")
    host.run(4000)
    host.commands.execute("clientkick 0")
    host.run(2500)
    host.join()
    host.run(3000)
    assert host.clients[1].state == ConnState.ACTIVE
