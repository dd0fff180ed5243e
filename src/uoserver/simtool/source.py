"""Where a scenario comes from: a file of ours, an RFM map, or one that is shipped."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from uoserver.commandline import CommandError
from uoserver.sim.levels.rfm import MAX_FILE, RfmError, force_settings, read_rfm
from uoserver.sim.levels.scenario import Scenario, load_scenario, scenario_of_map
from uoserver.sim.levels.scenariofields import ScenarioError

SCENARIO_HELP: Final = "a scenario (TOML), an RFM map, or the name of a shipped scenario: {names}"


def shipped() -> list[str]:
    """Return the names of the scenarios that are part of the package."""
    found = files("uoserver") / "data" / "scenarios"
    names = (entry.name for entry in found.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def load(name: str) -> Scenario:
    """Return the scenario of a file, or of a shipped one when there is no such file.

    What begins with WRL is read as a map. Raises ScenarioError and RfmError, which then name the
    file, CommandError, OSError.
    """
    try:
        data = _read(name)
        if data[:3].upper() == b"WRL":
            return scenario_of_map(force_settings(read_rfm(data), Path(name).name))
        return load_scenario(data.decode())
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: neither UTF-8 text nor an RFM map") from error
    except ScenarioError as error:
        raise ScenarioError(f"{name}: {error}") from error
    except RfmError as error:
        raise RfmError(f"{name}: {error}") from error


def _read(name: str) -> bytes:
    path = Path(name)
    if not path.exists() and name in shipped():
        return (files("uoserver") / "data" / "scenarios" / f"{name}.toml").read_bytes()
    return read_limited(path, MAX_FILE, "a scenario or a map")


def read_limited(path: Path, most: int, what: str) -> bytes:
    """Return the bytes of a file; raises CommandError for one that is too long, OSError.

    No more is read than that: devices have no size, and need not end.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise CommandError(f"{path}: more than {most} bytes, too much for {what}")
    return data
