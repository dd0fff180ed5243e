"""The reference codec against its seed and, where they are at hand, the shared golden datagrams."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.golden import canonical
from tests.reference import cases
from tests.reference.data import CODES, NYT_CODE, SEED
from tests.reference.huffman import fixed_codes

SHARED = os.environ.get("UO_TEST_SHARED")
SHARED_CASES = [
    pytest.param(path, id=path.stem)
    for path in sorted(Path(SHARED, "golden").glob("*.json") if SHARED else [])
] or [
    pytest.param(
        Path(), marks=pytest.mark.skip("UO_TEST_SHARED names no folder of reference material")
    )
]


def test_codes_come_from_the_seed() -> None:
    assert fixed_codes(SEED) == (*CODES, NYT_CODE)


@pytest.mark.skipif(not SHARED, reason="UO_TEST_SHARED names no folder of reference material")
def test_shared_cases_are_there() -> None:
    assert list(Path(SHARED or ".", "golden").glob("*.json"))


@pytest.mark.parametrize("path", SHARED_CASES)
def test_shared_case_builds(path: Path) -> None:
    case = cases.load(path)
    assert [datagram.hex() for datagram in cases.build(case)] == case["datagrams"]


@pytest.mark.parametrize("path", SHARED_CASES)
def test_shared_case_parses(path: Path) -> None:
    case = cases.load(path)
    assert canonical.normal(case["kind"], cases.parse(case)) == canonical.expected(case)
