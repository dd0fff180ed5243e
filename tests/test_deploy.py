"""What is shipped to run a server with: unit files, an image, a fleet.

There is neither systemd as the first process, nor a container engine, nor a cluster: the files are
read, and what can run of them runs.
"""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plainyaml import Node, at, load
from tests.process import ROOT, ServerProcess
from tests.supervision.test_supervision import free_port, wait_until
from uoserver.console.stock import ALL
from uoserver.supervision.agones import HEALTH_S
from uoserver.supervision.fleet import PLAYERS

DEPLOY = ROOT / "deploy"
AGONES = DEPLOY / "agones"
CVARS = {row.name: row for row in ALL}
UNITS = ("uoserver.service", "uoserver@.service")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def check_words(words: list[str]) -> None:
    """Hold each ``+set`` of a command line to the cvars there are."""
    for number, word in enumerate(words):
        if word == "+set":
            cvar = CVARS[words[number + 1]]
            if cvar.maximum is not None:
                assert float(words[number + 2]) <= cvar.maximum


# -- systemd ---------------------------------------------------------------------------------------


def settings(unit: str) -> list[tuple[str, str]]:
    lines = [line for line in read(DEPLOY / unit).splitlines() if "=" in line and line[0] != "#"]
    return [(key, value) for key, _, value in (line.partition("=") for line in lines)]


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_says_what_the_server_does(unit: str) -> None:
    having = dict(settings(unit))
    assert having["Type"] == "notify"
    assert having["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert having["KillSignal"] == "SIGTERM"
    assert (having["Restart"], having["RestartPreventExitStatus"]) == ("on-failure", "2")
    assert int(having["WatchdogSec"]) >= 30
    assert having["DynamicUser"] == "yes"
    python, *words = having["ExecStart"].split(" ")
    assert python == "/opt/uoserver/bin/python"
    assert words[:2] == ["-m", "uoserver"]
    check_words(words)


def test_the_units_differ_in_names_only() -> None:
    single, several = settings(UNITS[0]), settings(UNITS[1])
    assert [key for key, _ in single] == [key for key, _ in several]
    differing = {a[0]: (a[1], b[1]) for a, b in zip(single, several, strict=True) if a != b}
    assert differing == {
        "Description": (
            "Call of Duty: United Offensive server",
            "Call of Duty: United Offensive server %i",
        ),
        "User": ("uoserver", "uoserver-%i"),
        "StateDirectory": ("uoserver", "uoserver-%i"),
        "WorkingDirectory": ("%S/uoserver", "%S/uoserver-%i"),
    }


def analyze(tmp_path: Path, unit: str, text: str, *words: str) -> str:
    """Return what systemd-analyze says of a unit whose programs are there."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    path = tmp_path / unit
    path.write_text(text.replace("/opt/uoserver/bin/python", sys.executable), encoding="utf-8")
    ended = subprocess.run(
        ["systemd-analyze", *words, str(path)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return ended.stdout + ended.stderr


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line(tmp_path: Path, unit: str) -> None:
    text = read(DEPLOY / unit)
    assert analyze(tmp_path, unit, text, "verify") == ""
    broken = text.replace("ProtectSystem=", "ProtectSytem=")
    assert "Unknown key" in analyze(tmp_path, unit, broken, "verify")


def test_systemd_finds_little_exposed(tmp_path: Path) -> None:
    said = analyze(tmp_path, UNITS[0], read(DEPLOY / UNITS[0]), "security", "--offline=true")
    match = re.search(r"Overall exposure level for uoserver\.service: ([0-9.]+)", said)
    if match is None:
        pytest.skip("this systemd-analyze does not look at files")
    assert float(match[1]) < 2


# -- the image -------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", "", read(DEPLOY / "Dockerfile"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def instruction(word: str) -> str:
    return [rest for name, rest in instructions() if name == word][-1]


def test_the_image_runs_the_server_as_nobody_special() -> None:
    assert instruction("USER") == "10001:10001"
    words = [name for name, _ in instructions()]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "USER" not in words[words.index("USER") + 1 :]
    assert instruction("EXPOSE") == "28960/udp"
    assert json.loads(instruction("VOLUME")) == ["/data"]
    assert instruction("STOPSIGNAL") == "SIGTERM"
    entry = json.loads(instruction("ENTRYPOINT"))
    assert entry[:4] == ["/opt/uoserver/bin/python", "-u", "-m", "uoserver"]
    check_words(entry)
    assert entry[-2:] == ["http_port", "28961"]
    assert "127.0.0.1:28961/healthz" in instruction("HEALTHCHECK")


def ignored(path: str) -> bool:
    """Return whether .dockerignore keeps a path out: the last rule that fits counts."""
    out = False
    for rule in read(ROOT / ".dockerignore").splitlines():
        if not rule or rule.startswith("#"):
            continue
        pattern = rule.removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        whole = any(
            fnmatch.fnmatch("/".join(parts[: end + 1]), pattern) for end in range(len(parts))
        )
        anywhere = "**/" in rule and any(fnmatch.fnmatch(part, pattern) for part in parts)
        if whole or anywhere:
            out = not rule.startswith("!")
    return out


def test_what_is_copied_is_there_and_nothing_else_is_sent() -> None:
    copied = [rest.split()[:-1] for name, rest in instructions() if name == "COPY"]
    sources = [path for paths in copied if "--from=build" not in paths for path in paths]
    assert sources == ["pyproject.toml", "README.md", "LICENSE", "src"]
    for path in sources:
        assert (ROOT / path).exists()
        assert not ignored(path)
    assert not ignored("src/uoserver/__main__.py")
    for path in (".git/config", "tests/test_deploy.py", ".venv/x", "uo/games_mp.log"):
        assert ignored(path)
    assert ignored("src/uoserver/__pycache__/x.pyc")


def healthcheck(port: int) -> int:
    _, _, command = instruction("HEALTHCHECK").partition("CMD ")
    python, *words = json.loads(command)
    assert python == "/opt/uoserver/bin/python"
    words = [word.replace("28961", str(port)) for word in words]
    ended = subprocess.run([sys.executable, *words], capture_output=True, timeout=30, check=False)
    return ended.returncode


@pytest.mark.live
def test_the_health_check_of_the_image() -> None:
    port = free_port()
    assert healthcheck(port) == 1
    words = ("+set", "http_port", str(port), "+set", "http_stallTime", "1")
    module = "tests.supervision.stalling"
    with ServerProcess(*words, map_name="", module=module) as server:
        server.wait_log("/healthz")
        assert healthcheck(port) == 0
        server.type("echo going;stall 5")
        server.wait_log("going")
        wait_until("ill health is seen", lambda: healthcheck(port) == 1, seconds=4.5)
        assert server.stop() == 0


# -- the fleet -------------------------------------------------------------------------------------


def manifest(name: str) -> dict[str, Node]:
    return load(read(AGONES / name))


def test_a_game_server_of_the_fleet() -> None:
    server = manifest("gameserver.yaml")
    assert (server["apiVersion"], server["kind"]) == ("agones.dev/v1", "GameServer")
    spec = at(server, "spec")
    assert len(list(at(spec, "template.spec.containers"))) == 1  # type: ignore[arg-type]
    container = at(spec, "template.spec.containers.0")
    assert at(spec, "container") == at(spec, "ports.0.container") == at(container, "name")
    assert at(spec, "ports.0.containerPort") == int(CVARS["net_port"].default)
    assert at(spec, "ports.0.protocol") == "UDP"
    entry = json.loads(instruction("ENTRYPOINT"))
    assert at(container, "ports.0.containerPort") == int(entry[entry.index("http_port") + 1])
    assert at(container, "ports.0.name") == "metrics"
    assert f"{at(spec, 'template.spec.securityContext.runAsUser')}:" in instruction("USER")
    assert at(spec, "template.spec.securityContext.runAsNonRoot") is True
    mounts = {at(mount, "mountPath") for mount in at(container, "volumeMounts")}  # type: ignore[union-attr]
    assert mounts == {"/data"}
    args = at(container, "args")
    assert isinstance(args, list)
    words = [str(word) for word in args]
    check_words(words)
    assert words[words.index("agones") + 1] == "1"
    assert "+map" in words


def test_health_and_room_are_as_the_server_has_them() -> None:
    spec = at(manifest("gameserver.yaml"), "spec")
    assert int(str(at(spec, "health.periodSeconds"))) > 2 * HEALTH_S
    room = int(CVARS["sv_maxclients"].default)
    assert at(spec, f"counters.{PLAYERS}") == {"count": 0, "capacity": room}
    assert at(spec, f"lists.{PLAYERS}") == {"capacity": room, "values": []}


def test_the_fleet_is_of_such_servers_and_its_scaler_of_that_fleet() -> None:
    fleet, scaler = manifest("fleet.yaml"), manifest("autoscaler.yaml")
    assert (fleet["apiVersion"], fleet["kind"]) == ("agones.dev/v1", "Fleet")
    assert at(fleet, "spec.template.spec") == at(manifest("gameserver.yaml"), "spec")
    assert (scaler["apiVersion"], scaler["kind"]) == (
        "autoscaling.agones.dev/v1",
        "FleetAutoscaler",
    )
    assert at(scaler, "spec.fleetName") == at(fleet, "metadata.name")
    buffer = at(scaler, "spec.policy.buffer")
    assert at(scaler, "spec.policy.type") == "Buffer"
    assert isinstance(buffer, dict)
    assert int(str(buffer["bufferSize"])) <= int(str(buffer["minReplicas"]))
    assert int(str(buffer["minReplicas"])) <= int(str(buffer["maxReplicas"]))
    assert int(str(at(fleet, "spec.replicas"))) >= int(str(buffer["bufferSize"]))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("a: 1\nb:\n  c: x y\n", {"a": 1, "b": {"c": "x y"}}),
        ("a:\n  - 1\n  - b: true\n    c: []\n", {"a": [1, {"b": True, "c": []}]}),
        ('# x\na: ["b", "c"]\nd: {}\n', {"a": ["b", "c"], "d": {}}),
    ],
)
def test_the_reader_of_these_files(text: str, node: Node) -> None:
    assert load(text) == node


@pytest.mark.parametrize(
    "text", ["a: 1\na: 2\n", "a:\nb: 1\n", "a: 1\n  b: 2\n", "a\n", "a: yes\n", "a: &x\n", "- a\n"]
)
def test_what_the_reader_does_not_take(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (no text of ours)
        load(text)
