from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bsp.factory import COMPLETE_TEXT, complete_map
from tests.shared import shared_path
from uoserver.bsp import read, write
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import LumpIndex
from uoserver.maptool import entities as module
from uoserver.maptool.main import main

DATA = write(complete_map(bulky=False))
VEHICLE = b'{\n"classname" "script_vehicle"\n"origin" "64 64 8"\n"model" "*1"\n}\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "room.bsp"
    path.write_bytes(DATA)
    return path


def replace(file: Path, text: bytes, out: Path) -> int:
    source = file.with_name("text.txt")
    source.write_bytes(text)
    return main(["entities", str(file), "--replace", str(source), "-o", str(out)])


def test_printing(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["entities", str(file)]) == 0
    assert capfdbinary.readouterr().out == COMPLETE_TEXT[:-1]


def test_adding_a_vehicle(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = file.with_name("new.bsp")
    assert replace(file, COMPLETE_TEXT[:-1] + VEHICLE, out) == 0
    assert capsys.readouterr().err == f"{out}: 5 entities\n"
    assert file.read_bytes() == DATA
    new = out.read_bytes()
    assert read(new).entities[-1].get("origin") == "64 64 8"
    assert read(new).entity_text == COMPLETE_TEXT[:-1] + VEHICLE + b"\0"
    for index in set(LumpIndex) - {LumpIndex.ENTITIES}:
        assert read(new).raw(index) == read(DATA).raw(index)
    assert {path.name for path in file.parent.iterdir()} == {"room.bsp", "new.bsp", "text.txt"}


def test_the_same_text_gives_the_same_file(file: Path) -> None:
    file.write_bytes(DATA + b"tail")
    out = file.with_name("new.bsp")
    assert replace(file, COMPLETE_TEXT[:-1], out) == 0
    assert out.read_bytes() == DATA + b"tail"


def test_bytes_beyond_ascii_and_line_ends_come_back(
    file: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = b'// \xe9\xff\r\n{\r\n"classname" "worldspawn"\r\n"message" "\xfc"\r\n}\r\n'
    assert replace(file, b"\xef\xbb\xbf" + text, file) == 0
    capfdbinary.readouterr()
    assert main(["entities", str(file)]) == 0
    assert capfdbinary.readouterr().out == text


def test_the_input_may_be_named_as_output(file: Path) -> None:
    assert replace(file, VEHICLE, file) == 0
    assert file.read_bytes() != DATA
    assert len(read(file.read_bytes()).entities) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (VEHICLE + b"{\n", "line 6: { is never closed"),
        (VEHICLE + b'{\n"a" "b\n}', "line 7: quote is never closed"),
        (VEHICLE + b"\0", "a NUL in line 6"),
    ],
)
def test_damaged_text_is_refused_with_its_line(
    file: Path, capsys: pytest.CaptureFixture[str], text: bytes, words: str
) -> None:
    out = file.with_name("new.bsp")
    assert replace(file, text, out) == 2
    error = capsys.readouterr().err
    assert "text.txt: " in error
    assert words in error
    assert not out.exists()


def test_text_beyond_the_limit(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_ENTITY_TEXT", 20)
    assert replace(file, VEHICLE, file) == 2
    assert "at most 20" in capsys.readouterr().err
    assert file.read_bytes() == DATA


def test_a_model_that_is_not_there_is_pointed_out(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = COMPLETE_TEXT[:-1] + VEHICLE.replace(b"*1", b"*7")
    out = file.with_name("new.bsp")
    for target in (file, out):
        assert replace(file, text, target) == 1
        problem, last = capsys.readouterr().err.splitlines()
        assert problem.startswith("error: lump 29 (entities), record 4, model: '*7'")
        assert last == f"{target}: not written"
    assert file.read_bytes() == DATA
    assert not out.exists()


def test_warnings_are_told_and_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replace(file, VEHICLE, file) == 0
    warning, last = capsys.readouterr().err.splitlines()
    assert warning.startswith("warning: lump 29 (entities), record 0, classname: ")
    assert last == f"{file}: 1 entities"
    assert read(file.read_bytes()).entity_text == VEHICLE + b"\0"


def test_errors_elsewhere_were_there_before(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = complete_map(bulky=False)
    source.leaf_brushes[0] = 99
    file.write_bytes(write(source))
    assert replace(file, COMPLETE_TEXT[:-1] + VEHICLE, file) == 0
    assert capsys.readouterr().err == f"{file}: 5 entities\n"


def test_printing_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = complete_map(bulky=False)
    source.entity_text = b'{ "classname" "worldspawn" "A" "1" "a" "2" "b" "\xe9" }{}\0'
    file.write_bytes(write(source))
    assert main(["entities", str(file), "--json"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out) == {"entities": [{"classname": "worldspawn", "A": "1", "b": "\xe9"}, {}]}
    assert out.isascii()
    assert out.count("\n") == 1


def test_printing_json_of_broken_text(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = complete_map(bulky=False)
    source.entity_text = b"{\n\0"
    file.write_bytes(write(source))
    assert main(["entities", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "entities: entity text, line 1: { is never closed\n")


def test_replacing_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = file.with_name("text.txt")
    words = ["entities", str(file), "--replace", str(source), "-o", str(file), "--json"]
    source.write_bytes(COMPLETE_TEXT[:-1] + VEHICLE)
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"file": str(file), "entities": 5, "findings": []}
    source.write_bytes(COMPLETE_TEXT[:-1] + VEHICLE.replace(b"*1", b"*0"))
    assert main(words) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["file"], answer["entities"]) == (None, 5)
    (finding,) = answer["findings"]
    assert (finding["rule"], finding["record"], finding["value"]) == ("entity-model", 4, "*0")


@pytest.mark.parametrize("options", [["--replace", "x"], ["-o", "x"]])
def test_options_belong_together(
    file: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert main(["entities", str(file), *options]) == 2
    assert "belong together" in capsys.readouterr().err
    assert file.read_bytes() == DATA


def test_a_file_that_cannot_be_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replace(file, VEHICLE, file.parent / "none" / "new.bsp") == 2
    assert capsys.readouterr().err.startswith("entities: ")


@pytest.mark.parametrize("name", ["bmw", "brmap2_a"])
def test_real_maps(name: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = shared_path(f"maps/{name}.bsp")
    assert main(["entities", str(path)]) == 0
    text = capfdbinary.readouterr().out
    (tmp_path / "text.txt").write_bytes(text)
    out = tmp_path / "out.bsp"
    options = ["--replace", str(tmp_path / "text.txt"), "-o", str(out)]
    assert main(["entities", str(path), *options]) == 0
    assert out.read_bytes() == path.read_bytes()
    (tmp_path / "text.txt").write_bytes(text + VEHICLE)
    assert main(["entities", str(path), *options]) == 0
    header = read_header(out.read_bytes())
    assert header.lump(LumpIndex.ENTITIES, out.read_bytes()) == text + VEHICLE + b"\0"


def test_outputs_are_looked_at_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none" / "x.png"
    assert main(["entities", "none.bsp", "--replace", "none.txt", "-o", str(out)]) == 2
    assert capsys.readouterr().err == f"entities: {out}: its folder does not exist\n"
    with pytest.raises(SystemExit):
        main(["entities", "none.bsp", "--replace", "none.txt", "-o", ""])
    assert "an empty name" in capsys.readouterr().err
