from __future__ import annotations

import pytest

from tests.bsp.factory import ENTITY_TEXT, make_map, with_lump_entry
from uoserver.bsp import header as header_module
from uoserver.bsp.errors import BspError, WrongVersionError
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import LumpIndex


def test_lumps() -> None:
    data = make_map()
    header = read_header(data)
    assert header.version == 59
    assert len(header.lumps) == 33
    assert header.lump(LumpIndex.ENTITIES, data) == ENTITY_TEXT
    assert header.lump(LumpIndex.PLANES, data) == b""


@pytest.mark.parametrize("version", [4, 58, 60, -1, 46])
def test_wrong_version(version: int) -> None:
    with pytest.raises(WrongVersionError, match=f"wrong version: {version}, "):
        read_header(make_map(version=version))


def test_the_version_is_named_before_damaged_lumps() -> None:
    with pytest.raises(WrongVersionError):
        read_header(with_lump_entry(make_map(version=4), 0, 1000, 1 << 30))


@pytest.mark.parametrize("data", [b"", b"IBS", b"PK\x03\x04" * 100, make_map(ident=b"PSBI")])
def test_not_a_map(data: bytes) -> None:
    with pytest.raises(BspError, match="IBSP"):
        read_header(data)


def test_cut_header() -> None:
    with pytest.raises(BspError, match="271 bytes"):
        read_header(make_map()[:271])


@pytest.mark.parametrize(
    ("length", "offset"), [(-4, 272), (4, -4), (5, 268 + 10**6), (2**31 - 1, 272), (1, 2**31 - 1)]
)
def test_lumps_outside_the_file(length: int, offset: int) -> None:
    with pytest.raises(BspError, match="lump 5 "):
        read_header(with_lump_entry(make_map(), 5, length, offset))


@pytest.mark.parametrize("offset", [0, -1, 2**31 - 1])
def test_empty_lumps_may_have_any_offset(offset: int) -> None:
    data = with_lump_entry(make_map(), 5, 0, offset)
    assert read_header(data).lump(LumpIndex.UNKNOWN_5, data) == b""


def test_a_lump_may_end_with_the_file() -> None:
    data = make_map()
    assert read_header(with_lump_entry(data, 5, 4, len(data) - 4))
    with pytest.raises(BspError):
        read_header(with_lump_entry(data, 5, 4, len(data) - 3))


def test_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_module, "MAX_MAP_SIZE", 300)
    with pytest.raises(BspError, match="at most 300"):
        read_header(make_map())
