from __future__ import annotations

from fractions import Fraction

from uoproto.huffman.adaptive import NYT, AdaptiveTree
from uoproto.huffman.codes import CODES, NYT_CODE
from uoproto.huffman.seed import SEED


def test_codes_are_those_the_seed_grows() -> None:
    tree = AdaptiveTree()
    for symbol, count in enumerate(SEED):
        for _ in range(count):
            tree.add(symbol)

    assert tree.codes() == {**dict(enumerate(CODES)), NYT: NYT_CODE}


def test_codes_fill_the_tree() -> None:
    codes = [*CODES, NYT_CODE]

    assert len(CODES) == 256
    assert not [
        (one, other) for one in codes for other in codes if one != other and other.startswith(one)
    ]
    assert sum(Fraction(1, 2 ** len(code)) for code in codes) == 1
