"""``python -m uoproto rcon`` and what is below it, against a real server in a thread."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from uoproto.__main__ import main
from uoproto.constants import RCON_CHUNK
from uoproto.oob import Print, Rcon, parse_request
from uoproto.oob.rcon import BAD_PASSWORD, split_output
from uoproto.udp import rcon


@contextmanager
def console(
    output: str = "map: mp_foy\n", *, lose_last: bool = False
) -> Iterator[tuple[str, list[Rcon]]]:
    """A server that answers each command with a text; yields its address and what it got."""
    got: list[Rcon] = []
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            data, peer = wire.recvfrom(65536)
            if not data:
                return
            request = parse_request(data)
            assert isinstance(request, Rcon)
            got.append(request)
            text = output if request.password == "secret" else BAD_PASSWORD  # noqa: S105
            parts = split_output(text)
            wire.sendto(Print("forged").encode(), ("127.0.0.1", 9))
            for part in parts[: len(parts) - lose_last]:
                wire.sendto(part.encode(), peer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    port = wire.getsockname()[1]
    try:
        yield f"127.0.0.1:{port}", got
    finally:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.sendto(b"", ("127.0.0.1", port))
        thread.join(5)
        wire.close()


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UO_RCON_PASSWORD", "secret")


def test_what_the_command_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with console("^1red\n\x1b[2J\n") as (where, got):
        assert main(["rcon", where, "say", "hello", "there"]) == 0
    assert capsys.readouterr().out == "red\n.[2J\n"
    assert [(each.password, each.command) for each in got] == [("secret", "say hello there")]


def test_several_packets_are_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    text = "".join(f"line {number}\n" for number in range(700))
    with console(text) as (where, _):
        assert main(["rcon", where, "cvarlist", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"output": text, "error": None}


def test_a_lost_end_is_waited_for_and_then_left(capsys: pytest.CaptureFixture[str]) -> None:
    with console("x" * (RCON_CHUNK + 5), lose_last=True) as (where, got):
        assert main(["rcon", where, "status", "--json"]) == 0
    assert len(got) == 1  # no command is run twice
    assert json.loads(capsys.readouterr().out)["output"] == "x" * RCON_CHUNK


def test_a_refused_password_exits_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UO_RCON_PASSWORD", "wrong")
    with console() as (where, _):
        assert main(["rcon", where, "status"]) == 1
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == ("", "rcon: Bad rconpassword.\n")
        assert main(["rcon", where, "status", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"] == "Bad rconpassword."


def test_the_password_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UO_RCON_PASSWORD", "wrong")
    file = tmp_path / "password"
    file.write_text("secret\nnot this\n", encoding="latin-1")
    with console() as (where, _):
        assert main(["rcon", where, "--password-file", str(file), "status"]) == 0
        assert main(["rcon", where, "--password-file", str(tmp_path / "none"), "status"]) == 2


def test_no_password(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UO_RCON_PASSWORD")
    assert main(["rcon", "127.0.0.1:9", "status"]) == 2
    assert "UO_RCON_PASSWORD" in capsys.readouterr().err


def test_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as deaf:
        deaf.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{deaf.getsockname()[1]}"
        assert main(["rcon", where, "status", "--timeout", "0.1", "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"output": None, "error": f"no answer from {where}"}


@pytest.mark.parametrize("command", ["x" * 2000, "\u6e38"])
def test_what_cannot_travel(command: str) -> None:
    assert main(["rcon", "127.0.0.1:9", command]) == 2


def test_in_a_program() -> None:
    with console("hello\n") as (where, _):
        port = int(where.rpartition(":")[2])
        said = asyncio.run(rcon("127.0.0.1", port, password="secret", command="echo hello"))  # noqa: S106
    assert said == "hello\n"
