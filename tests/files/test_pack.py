from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uoserver.files import pack as pack_module
from uoserver.files.checksum import pack_checksum
from uoserver.files.errors import FileError, FileMissingError, FileTooLargeError, PackError
from uoserver.files.pack import Pack


def make_zip(files: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files:
            info = zipfile.ZipInfo("x")
            info.filename = name  # past the constructor's own clean-up
            info.compress_type = method
            archive.writestr(info, data)
    return buffer.getvalue()


def open_zip(data: bytes) -> Pack:
    return Pack(io.BytesIO(data), "test.pk3")


def test_names_ignore_case() -> None:
    pack = open_zip(make_zip([("Maps/MP/a.bsp", b"x" * 1000)]))
    assert "maps/mp/A.BSP" in pack
    assert pack.read("maps/mp/A.BSP") == b"x" * 1000
    assert pack.size("maps/mp/a.bsp") == 1000
    assert list(pack) == ["Maps/MP/a.bsp"]


def test_backslashes_of_windows_tools_are_folders() -> None:
    assert open_zip(make_zip([("maps\\a.bsp", b"1")])).read("maps/a.bsp") == b"1"


def test_folders_and_names_that_climb_are_left_out() -> None:
    pack = open_zip(make_zip([("maps/", b""), ("../evil", b"1"), ("/abs", b"1"), ("ok", b"1")]))
    assert list(pack) == ["ok"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_later_of_two_entries_counts() -> None:
    assert open_zip(make_zip([("a", b"old"), ("A", b"new"), ("a", b"newest")])).read("a") == (
        b"newest"
    )


def test_missing() -> None:
    pack = open_zip(make_zip([]))
    with pytest.raises(FileMissingError):
        pack.read("a")
    with pytest.raises(FileMissingError):
        pack.size("a")


def test_a_bomb_is_refused_by_its_stated_size() -> None:
    pack = open_zip(make_zip([("a", bytes(1_000_000))]))
    with pytest.raises(FileTooLargeError):
        pack.read("a", limit=999_999)
    assert len(pack.read("a", limit=1_000_000)) == 1_000_000


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(make_zip([("a", bytes(1_000_000))]))
    directory = data.index(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = (10).to_bytes(4, "little")
    with pytest.raises(PackError):
        open_zip(bytes(data)).read("a")


def test_unknown_methods_and_encryption_are_refused() -> None:
    with pytest.raises(PackError, match="unknown way"):
        open_zip(make_zip([("a", b"1")], zipfile.ZIP_BZIP2)).read("a")
    data = bytearray(make_zip([("a", b"1")]))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(PackError, match="unknown way"):
        open_zip(bytes(data)).read("a")


def test_too_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_module, "MAX_PACK_ENTRIES", 2)
    with pytest.raises(PackError, match="3 entries"):
        open_zip(make_zip([(name, b"") for name in "abc"]))


def test_not_a_zip(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"test\.pk3"):
        open_zip(b"IBSP")
    with pytest.raises(PackError):
        Pack(tmp_path / "gone.pk3", "gone.pk3")


@pytest.mark.parametrize("left", [0, 50, 500, 1000])
def test_a_pack_that_is_cut_off_while_it_is_open_says_so(tmp_path: Path, left: int) -> None:
    path = tmp_path / "a.pk3"
    path.write_bytes(make_zip([("a.bsp", bytes(4000))], zipfile.ZIP_STORED))
    pack = Pack(path, "a.pk3")
    with path.open("r+b") as file:
        file.truncate(left)
    with pytest.raises(PackError, match=r"^a\.pk3: a\.bsp: \w"):
        pack.read("a.bsp")
    pack.close()


def test_closed() -> None:
    pack = open_zip(make_zip([("a", b"1")]))
    pack.close()
    with pytest.raises(PackError):
        pack.read("a")


SAMPLE = make_zip([("maps/mp/a.bsp", b"IBSP" * 50), ("b.cfg", b"set a 1")])


@given(st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), max_size=6))
@settings(max_examples=300)
def test_damage_is_a_file_error(changes: list[tuple[int, int]]) -> None:
    data = bytearray(SAMPLE)
    for at, value in changes:
        data[at] = value
    try:
        pack = open_zip(bytes(data))
        for name in pack:
            assert len(pack.read(name, limit=10_000)) <= 10_000
    except FileError:
        pass


def test_the_checksum_is_of_the_crcs_of_what_is_not_empty() -> None:
    files = [("b.txt", b"second by name"), ("dir/", b""), ("empty", b""), ("a.txt", b"first")]
    crcs = [zlib.crc32(data) for _, data in files if data]
    assert open_zip(make_zip(files)).checksum == pack_checksum(crcs)
    assert open_zip(make_zip(files[::-1])).checksum == pack_checksum(crcs[::-1])
    # how a file is packed does not count, and a name that is refused here counts in the game
    stored = [(name.replace("a.txt", "../a.txt"), data) for name, data in files]
    assert open_zip(make_zip(stored, zipfile.ZIP_STORED)).checksum == pack_checksum(crcs)
