"""``--scores FILE``: how a match ended is entered into a file of high scores (rules 14).

What the file holds is `uoserver.sim.rules.scores`; beside it lies the same as JSON.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from uoserver.commandline import CommandError
from uoserver.outfile import check_file, output_path, write_file
from uoserver.sim.levels.rfm import RfmMap
from uoserver.sim.rules.scores import (
    CUSTOM,
    MAX_FILE,
    ScoreError,
    Scores,
    add_result,
    add_win,
    cut,
    read_scores,
    scores_to_json,
    write_scores,
)
from uoserver.sim.simulation import Simulation

from .camera import TICK_MS
from .played import Played
from .source import read_limited
from .words import winner_of

NAMES: Final = ("Player 1", "Player 2")
_STOCK: Final = re.compile(r"RFMAP\d{3}", re.IGNORECASE)
"""Maps that belong to a level; all others are custom ones."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says where scores are kept, and of whom."""
    parser.add_argument(
        "--scores",
        type=output_path,
        metavar="FILE",
        help="enter how the match ended into a file of high scores, made where there is none, and"
        " write FILE.json, the same to read: the fastest win on a map, with several drivers who"
        " won how often",
    )
    parser.add_argument(
        "--player",
        action="append",
        metavar="NAME",
        help=f"who plays for side 0, and named again for side 1; {NAMES[0]} and {NAMES[1]} when"
        " missing",
    )


def check_arguments(args: argparse.Namespace) -> None:
    """Raise CommandError, or OSError for a file that cannot be written."""
    names: list[str] = args.player or []
    if names and args.scores is None:
        raise CommandError("--player is for high scores: --scores FILE")
    if len(names) > len(NAMES):
        raise CommandError("--player: two at most, one for each side")
    if not all(map(cut, names)):
        raise CommandError("--player: an empty name")
    if len({cut(name) for name in (*names, *NAMES[len(names) :])}) < len(NAMES):
        raise CommandError("--player: the names of the two sides must differ")


class ScoreFile:
    """A file of high scores, and its JSON beside it, to which one match is added.

    Raises CommandError for a file that holds none, OSError for one that cannot be written or read.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        names: list[str] = args.player or []
        self.path: Final[Path] = args.scores
        self.readable: Final = self.path.with_name(f"{self.path.name}.json")
        self._names: Final = (*names, *NAMES[len(names) :])
        self._map: Final = Path(args.map or args.scenario).stem
        check_file(self.path)
        check_file(self.readable)
        self._read()  # what is no such file is refused before the match, not after it

    def _read(self) -> Scores:
        try:
            return read_scores(read_limited(self.path, MAX_FILE, "high scores"))
        except FileNotFoundError:
            return Scores()
        except ScoreError as error:
            raise CommandError(f"{self.path}: {error}") from error

    def enter(self, sim: Simulation, played: Played) -> bool:
        """Enter a match by the rules of the page and write both files; return whether it counts.

        One driver: a win of side 0, faster than what is there for the map. More: a result between
        the two sides' names, if both sides have drivers. Files of what does not count stay.
        """
        winner, teams = winner_of(sim), played.scenario.drivers
        if winner is None:
            return False
        scores = self._read()  # anew: other matches may have ended meanwhile
        if len(teams) == 1:
            level, ms = _level_of(played, self._map), sim.state.tick * TICK_MS
            new = add_win(scores, winner, level, self._map, self._names[0], ms)
        else:
            new = len(set(teams)) > 1 and add_result(scores, winner, *self._names)
        if new:
            write_file(self.path, write_scores(scores))
            write_file(self.readable, scores_to_json(scores).encode())
        return new


def _level_of(played: Played, map_: str) -> int:
    """Return the level that a map of the original belongs to: its difficulty."""
    land = played.scenario.land
    if played.map is None and isinstance(land, RfmMap) and _STOCK.fullmatch(map_):
        return land.difficulty
    return CUSTOM
