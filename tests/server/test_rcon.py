"""Console commands from elsewhere: passwords, answers, what is logged."""

from __future__ import annotations

import logging

import pytest

from tests.server.host import Host, active
from uoproto.constants import RCON_CHUNK, RCON_OUTPUT_LIMIT
from uoproto.oob import Print
from uoproto.oob.rcon import join_output
from uoserver.server.rcon import FORGET_MS, MAX_GUESSERS, Lockout

MARKER = b"\xff\xff\xff\xff"


def rcon(host: Host, line: bytes, address: tuple[str, int] = ("203.0.113.9", 40000)) -> str:
    host.now += 500  # what one address may ask for
    host.strays.clear()
    host.server.receive(MARKER + line, address, host.now)
    host._deliver()
    return join_output(data for data, _ in host.strays)


@pytest.mark.parametrize(
    "line",
    [
        b"rcon secret echo hello",
        b'rcon "secret" echo hello',
        b"rcon secret echo hello\n",
        b"rcon secret echo hello\0",
        b'RCON "secret"   echo   hello\n\0',
        b'rcon secret "echo hello"',
        b'rcon secret echo "hello"',
    ],
)
def test_rcon_passwords_bare_and_quoted(line: bytes) -> None:
    assert rcon(Host(rconPassword="secret"), line) == "hello\n"


def test_rcon_without_a_password_set() -> None:
    host = Host()
    for line in (b"rcon", b'rcon "" status', b"rcon x status"):
        assert rcon(host, line) == "No rconpassword set on the server.\n"


@pytest.mark.parametrize("given", [b"", b"wrong", b"Secret", b"secretx", b'"" secret', b"secre"])
def test_rcon_with_a_wrong_password(given: bytes) -> None:
    host = Host(rconPassword="secret")
    assert rcon(host, b"rcon " + given + b" set sv_hostname hacked") == "Bad rconpassword.\n"
    assert host.cvars.get("sv_hostname") == "CoDHost"


@pytest.mark.parametrize("password", ["50%off", "caf\xe9", "two words", "\xff"])
def test_rcon_passwords_that_a_line_changes(password: str) -> None:
    host = Host(rconPassword=password)
    line = b'rcon "' + password.encode("latin-1") + b'" echo in'
    assert rcon(host, line) == "in\n"
    assert rcon(host, b'rcon "nonsense" echo in') == "Bad rconpassword.\n"


def test_rcon_answers_of_several_packets() -> None:
    host = Host(rconPassword="secret")
    answer = rcon(host, b"rcon secret cvarlist")
    sent = [data for data, _ in host.strays]
    assert len(sent) > 2
    assert all(len(data) == 4 + len("print\n") + RCON_CHUNK for data in sent[:-1])
    assert answer.endswith(" cvars\n")


def test_rcon_answers_end_at_the_stock_limit() -> None:
    host = Host(rconPassword="secret")
    for number in range(20):
        host.cvars.set(f"long{number}", "v" * 3000)
    assert len(rcon(host, b"rcon secret cvarlist long*")) == RCON_OUTPUT_LIMIT


def test_rcon_commands_without_output_are_answered_too() -> None:
    host = Host(rconPassword="secret")
    assert host.ask(MARKER + b"rcon secret set a b") == [Print("")]


def test_rcon_runs_a_whole_line() -> None:
    host = Host(rconPassword="secret")
    assert rcon(host, b"rcon secret set sv_hostname My server; sv_hostname") == (
        '"sv_hostname" is:"My server^7" default:"CoDHost^7"\n'
    )
    assert rcon(host, b"rcon secret") == ""
    assert rcon(host, b"rcon secret nonsense") == 'Unknown command "nonsense"\n'
    assert "heartbeats" in rcon(host, b'rcon "secret" heartbeat')


@pytest.mark.parametrize("line", ["pack in /g\u0119ry/\u6e38\u620f.pk3", "a\0b", "\xff"])
def test_rcon_output_may_hold_anything(line: str) -> None:
    host = Host(rconPassword="secret")
    host.commands.register("odd", lambda call: call.print(line), "odd")
    assert rcon(host, b"rcon secret odd").endswith("\n")


def test_rcon_map_and_quit_between_frames() -> None:
    host = active(2, rconPassword="secret")
    assert rcon(host, b"rcon secret map mp_foy") == ""
    host.run(3000)
    assert [client.state for client in host.clients] == [6, 6]
    assert "can't load map nosuch" in rcon(host, b"rcon secret map nosuch")
    assert rcon(host, b"rcon secret killserver") == ""
    assert not host.server.running


def test_a_password_is_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(rconPassword="the secret")
    with caplog.at_level(logging.DEBUG):
        rcon(host, b'rcon "the secret" status')
        rcon(host, b'rcon "a wrong secret" status')
    assert "rcon from 203.0.113.9" in caplog.text
    assert "secret" not in caplog.text


def test_a_cvar_can_be_emptied() -> None:
    host = Host(rconPassword="secret", g_motd="welcome")
    assert rcon(host, b'rcon secret set g_motd ""') == ""
    assert host.cvars.get("g_motd") == ""


# -- two passwords -------------------------------------------------------------------------------


def limited(commands: str = "status echo", **cvars: str) -> Host:
    return Host(
        rconPassword="secret",
        sv_limitedRconPassword="helper",
        sv_limitedRconCommands=commands,
        **cvars,
    )


def test_the_limited_password_runs_what_is_listed_and_nothing_else() -> None:
    host = limited("STATUS echo sv_hostname")
    assert rcon(host, b"rcon helper status").startswith("map: mp_foy\n")
    assert rcon(host, b"rcon helper Echo hello") == "hello\n"
    assert rcon(host, b"rcon helper kick all") == '"kick" is not allowed to you\n'
    assert rcon(host, b"rcon helper echo a; quit; echo b") == (
        'a\n"quit" is not allowed to you\nb\n'
    )
    assert rcon(host, b"rcon helper g_gametype dm") == '"g_gametype" is not allowed to you\n'
    assert rcon(host, b"rcon helper") == ""
    assert host.server.running
    assert host.cvars.get("g_gametype") == "ctf"
    assert rcon(host, b"rcon secret echo all") == "all\n"


def test_what_a_listed_command_runs_is_looked_at_as_well() -> None:
    host = limited("vstr wait echo")
    host.cvars.set("trick", "echo in; quit")
    assert rcon(host, b"rcon helper vstr trick") == 'in\n"quit" is not allowed to you\n'
    host.printed.clear()
    rcon(host, b"rcon helper wait 2; quit; echo late")
    host.run(500)
    assert host.server.running
    assert host.printed == ['"quit" is not allowed to you', "late"]


@pytest.mark.parametrize("given", [b'""', b"", b"secret2", b"helper2", b"%"])
def test_an_unset_password_is_nobodys(given: bytes) -> None:
    for host in (Host(rconPassword="secret"), Host(sv_limitedRconPassword="helper")):
        assert rcon(host, b"rcon " + given + b" echo in") == "Bad rconpassword.\n"
    assert rcon(Host(sv_limitedRconPassword="helper"), b"rcon helper status") != ""


def test_a_password_that_cleaning_leaves_empty_lets_nobody_in() -> None:
    host = Host(rconPassword="\x01")
    assert rcon(host, b'rcon "" echo in') == "Bad rconpassword.\n"


# -- lock-out ------------------------------------------------------------------------------------

BAD = "Bad rconpassword.\n"


def test_guessing_locks_an_address_out_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(rconPassword="secret", sv_rconLockAfter="3", sv_rconLockTime="10")
    with caplog.at_level(logging.WARNING):
        assert [rcon(host, b"rcon guess x") for _ in range(5)] == [BAD, BAD, BAD, "", ""]
    assert [line.message for line in caplog.records] == [
        "bad rcon from 203.0.113.9:40000",
        "bad rcon from 203.0.113.9:40000",
        "bad rcon from 203.0.113.9:40000: locked out for 10 s",
    ]
    assert rcon(host, b"rcon secret echo in") == ""
    assert rcon(host, b"rcon secret echo in", ("203.0.113.9", 1)) == ""  # another port
    assert rcon(host, b"rcon secret echo in", ("203.0.113.10", 40000)) == "in\n"
    host.now += 10_000
    assert rcon(host, b"rcon secret echo in") == "in\n"


def test_a_right_password_and_time_forgive_wrong_ones() -> None:
    host = Host(rconPassword="secret", sv_rconLockAfter="3")
    for _ in range(4):
        assert rcon(host, b"rcon guess x") == BAD
        assert rcon(host, b"rcon guess x") == BAD
        assert rcon(host, b"rcon secret echo in") == "in\n"
    for _ in range(4):
        host.now += FORGET_MS
        assert rcon(host, b"rcon guess x") == BAD
        assert rcon(host, b"rcon guess x") == BAD


def test_nobody_is_locked_out_where_the_host_does_not_want_it() -> None:
    host = Host(rconPassword="secret", sv_rconLockAfter="0")
    for _ in range(20):
        assert rcon(host, b"rcon guess x") == BAD
    assert rcon(host, b"rcon secret echo in") == "in\n"


def test_who_is_locked_out_is_let_in_when_the_host_turns_locking_off() -> None:
    host = Host(rconPassword="secret", sv_rconLockAfter="2")
    for _ in range(2):
        assert rcon(host, b"rcon guess x") == BAD
    assert rcon(host, b"rcon secret echo in") == ""
    host.cvars.set("sv_rconLockAfter", "0")
    assert rcon(host, b"rcon secret echo in") == "in\n"


def test_guesses_under_forged_addresses_cost_no_memory() -> None:
    lockout = Lockout(Host("").cvars)
    for number in range(3 * MAX_GUESSERS):
        lockout.bad(f"192.0.{number >> 8}.{number & 255}", number)
    assert len(lockout._guessers) == MAX_GUESSERS


def test_passwords_that_commands_set_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(rconPassword="secret")
    with caplog.at_level("INFO"):
        rcon(host, b"rcon secret set g_password geheim")
        rcon(host, b"rcon secret echo;  rconPassword other")
    assert "geheim" not in caplog.text
    assert "rcon from 203.0.113.9:40000: set g_password ***" in caplog.text
    assert "rcon from 203.0.113.9:40000: echo; rconPassword ***" in caplog.text
    assert host.cvars.get("rconPassword") == "other"
