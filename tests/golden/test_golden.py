"""Golden datagrams: two implementations, both directions, byte for byte.

    python -m pytest tests/golden [--golden-dir DIR]

Each case is built and parsed by the reference codec and by the library. A kind either of them
does not know is a failure.
"""

from __future__ import annotations

from typing import Any

from tests.golden import canonical, library
from tests.reference import cases

Json = dict[str, Any]


def test_reference_builds(buildable: Json) -> None:
    assert hexes(cases.build(buildable)) == buildable["datagrams"]


def test_reference_parses(parsable: Json) -> None:
    parsed = canonical.normal(parsable["kind"], cases.parse(parsable))
    assert parsed == canonical.expected(parsable)


def test_library_builds(buildable: Json) -> None:
    assert hexes(library.build(buildable)) == buildable["datagrams"]


def test_library_parses(parsable: Json) -> None:
    parsed = canonical.normal(parsable["kind"], library.parse(parsable))
    assert parsed == canonical.expected(parsable)


def hexes(datagrams: list[bytes]) -> list[str]:
    return [datagram.hex() for datagram in datagrams]
