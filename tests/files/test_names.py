from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.files.errors import FileNameError
from uoserver.files.names import MAX_DEPTH, MAX_NAME, check_folder_name, check_name, fold


@pytest.mark.parametrize(
    "name",
    ["a", "maps/mp/mp_foy.bsp", "server.cfg", ".hidden", "a b/c", "console.cfg", "x\xe9.cfg"],
)
def test_proper_names(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/hosts",
        "..",
        "../x",
        "maps/../../x",
        "maps/..",
        "./x",
        "a//b",
        "a/",
        "a\\b",
        "..\\x",
        "c:x",
        "c:/x",
        "file.txt:stream",
        "a\0.cfg",
        "a\nb",
        "a\x7f",
        "a./b",
        "a /b",
        "x.",
        "x ",
        "con",
        "maps/NUL.bsp",
        "com1.cfg",
        "Lpt9 .x",
        "a*",
        "a?b",
        "a" * (MAX_NAME + 1),
        "/".join("a" * (MAX_DEPTH + 1)),
    ],
)
def test_refused(name: str) -> None:
    with pytest.raises(FileNameError):
        check_name(name)


@given(st.text(st.one_of(st.sampled_from("./\\:~a\0 "), st.characters()), max_size=20))
def test_what_passes_stays_below_its_folder(name: str) -> None:
    try:
        check_name(name)
    except FileNameError:
        return
    for kind in (PurePosixPath, PureWindowsPath):
        path = kind("root") / name
        assert path.parts[0] == "root"
        assert ".." not in path.parts
        assert "/".join(path.parts[1:]) == name


def test_folder_name() -> None:
    assert check_folder_name("mymod") == "mymod"
    for bad in ("a/b", "..", ""):
        with pytest.raises(FileNameError):
            check_folder_name(bad)


def test_fold_keeps_the_length() -> None:
    assert fold("Maps/MP\u0130.BSP") == "maps/mp\u0130.bsp"
