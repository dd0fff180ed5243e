"""What a host is told of one cvar."""

from __future__ import annotations

import pytest

from tests.console.test_commands import Bench
from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.console.describe import FLAG_LETTERS, describe, flag_text
from uoserver.console.stock import register_stock


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "sv_maxclients",
            [
                "  client slots",
                '  default "20", 1 to 64',
                "  shown to browsers, counts from the next map or start on",
            ],
        ),
        (
            "sv_zombietime",
            [
                "  time a dropped client's slot is kept",
                '  default "2" s, 0 or more s',
                "  never written to a file",
            ],
        ),
        ("sv_mapRotationCurrent", ["  what is left of the rotation", '  default ""']),
        (
            "sv_fps",
            [
                "  server frames; below 1: 10",
                '  default "20" frames/s, up to 1000 frames/s',
                "  never written to a file",
            ],
        ),
    ],
)
def test_lines(name: str, lines: list[str]) -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    cvar = cvars.find(name)
    assert cvar is not None
    assert list(describe(cvar)) == lines


def test_what_waits_is_told() -> None:
    cvars = CvarRegistry()
    cvar = cvars.register("a", "1", CvarFlag.LATCH)
    cvars.seal()
    cvars.set("a", "2")
    assert list(describe(cvar))[-1] == '  latched: "2"'


def test_each_flag_has_a_letter_of_its_own() -> None:
    cvars = CvarRegistry()
    cvar = cvars.register("a", "1")
    for number, (flag, letter) in enumerate(FLAG_LETTERS):
        cvar.flags = flag
        assert flag_text(cvar) == " " * number + letter + " " * (len(FLAG_LETTERS) - number - 1)


def test_help_explains_a_cvar_or_lists_commands() -> None:
    bench = Bench()
    register_stock(bench.cvars)
    assert bench.run("help SV_MAXCLIENTS") == [
        'S     L    sv_maxclients "20"',
        "  client slots",
        '  default "20", 1 to 64',
        "  shown to browsers, counts from the next map or start on",
    ]
    assert bench.run("help exec") == ["exec FILE: run the commands of a file", "1 commands"]
    assert bench.run("help nothing") == ["0 commands"]
