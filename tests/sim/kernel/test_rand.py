"""The random numbers are those of the original's library (rules 0)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.rand import Rand


def test_the_sequence_begins_as_that_of_seed_1() -> None:
    source = Rand()
    assert [source.rand() for _ in range(6)] == [41, 18467, 6334, 26500, 19169, 15724]


def test_below_takes_the_upper_bits_of_the_product() -> None:
    source = Rand()
    assert [source.below(n) for n in (10, 100, 0x7FFF)] == [0, 56, 6333]


def test_below_wraps_for_n_of_0x8000_and_more() -> None:
    source = Rand()
    source.rand()
    assert source.below(0x20000) == 8332  # 73868 without
    assert (2 * 18467 * 0x20000 & 0xFFFFFFFF) >> 16 == 8332


def test_the_state_is_all_there_is() -> None:
    one = Rand()
    one.rand()
    other = Rand(one.state)
    assert one.state == 2745024
    assert one.rand() == other.rand()


@pytest.mark.parametrize(
    ("seed", "n", "number"),
    [
        (12345, 1, 0),
        (12345, 55, 25),
        (12345, 254, 117),
        (12345, 65535, 30337),
        (99999999, 254, 131),  # the highest of the 32 bits is not looked at
        (2444298126, 65535, 40702),
        (2074793477, 65535, 49210),  # 49209 without the two bits of the third number
    ],
)
def test_wide_numbers_are_made_of_three_draws(seed: int, n: int, number: int) -> None:
    source = Rand(seed)
    assert source.below_wide(n) == number
    other = Rand(seed)
    for _ in range(3):
        other.rand()
    assert source == other
