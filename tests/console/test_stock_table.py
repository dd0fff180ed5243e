"""Cvars and commands held against the reference's own lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from tests.server.host import Host
from tests.shared import shared_path
from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.console.stock import register_stock

LETTERS = {
    "A": CvarFlag.ARCHIVE,
    "S": CvarFlag.SERVERINFO,
    "Y": CvarFlag.SYSTEMINFO,
    "L": CvarFlag.LATCH,
    "R": CvarFlag.ROM,
    "T": CvarFlag.TEMP,
}
OTHERWISE = {
    "g_gametype": ("ctf", CvarFlag.LATCH | CvarFlag.SERVERINFO),
    "sv_pure": ("0", CvarFlag.SYSTEMINFO | CvarFlag.SERVERINFO),
    "fs_game": ("", CvarFlag.SYSTEMINFO | CvarFlag.SERVERINFO | CvarFlag.INIT),
}
"""Cvars that differ from stock's (docs: decisions)."""
MISSING = {"scriptUsage", "stringUsage"}
"""There are no scripts here."""


def section(title: str) -> str:
    text = shared_path("reference/engine/server.md").read_text(encoding="utf-8")
    return text.partition(f"\n## {title}")[2].partition("\n## ")[0]


def stock_cvars() -> Iterator[tuple[str, str, CvarFlag]]:
    """Yield name, default and flags of each cvar; a row may hold several."""
    for line in section("Cvars").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "cvar" or cells[0].startswith("---"):
            continue
        # "a, b", "a / b", or "a 0, b 1" with the defaults in the row of names
        names = [word.split() for word in re.split(r",|/", cells[0])]
        defaults = re.sub(r"\(.*\)", "", cells[1]).split("/")
        flags = CvarFlag.NONE
        for letter in cells[2].split():
            flags |= LETTERS[letter]
        for words, default in zip_longest(names, defaults, fillvalue=defaults[0]):
            value = words[1] if len(words) > 1 else str(default)
            yield str(words[0]), value.strip().strip('"'), flags


def test_each_cvar_of_the_engine_is_as_stock_has_it() -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    rows = list(stock_cvars())
    assert len(rows) > 45
    for name, default, flags in rows:
        cvar = cvars.find(name)
        assert cvar is not None, name
        assert (cvar.name, cvar.default, cvar.flags) == (
            (name, *OTHERWISE[name]) if name in OTHERWISE else (name, default, flags)
        )


def test_each_console_command_of_stock_is_there() -> None:
    listed = section("Kick/ban").partition("Console: ")[2].partition("\n")[0]
    names = re.findall(r"[A-Za-z_]+", listed.partition("(")[0].replace("dedicated:", ""))
    assert len(names) >= 25
    commands = Host("").commands
    assert {name for name in names if name not in commands} == MISSING


@pytest.mark.parametrize("name", ["set", "seta", "sets", "setu", "reset", "toggle", "vstr"])
def test_the_words_of_config_files_are_there(name: str) -> None:
    assert name in Host("").commands
