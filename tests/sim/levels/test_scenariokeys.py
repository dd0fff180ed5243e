from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim import keys as k
from uoserver.sim.levels.scenariofields import ScenarioError, Table
from uoserver.sim.levels.scenariokeys import (
    MAX_KEYS,
    NAMES,
    Press,
    Timeline,
    make_timeline,
    read_presses,
    words_at,
)


def line(*entries: dict[str, object], drivers: int = 1) -> Timeline:
    return make_timeline(read_presses(Table({"keys": list(entries)}, ""), drivers), drivers)


def test_keys_are_held_for_their_ticks() -> None:
    found = line({"at": 5, "for": 3, "press": "up A"})
    held = k.UP | k.FIRE_A | k.ALONG
    assert [words_at(found, tick)[0] for tick in range(3, 10)] == [0, 0, held, held, held, 0, 0]
    assert words_at(line({"at": 0, "press": "b"}), 0) == [k.FIRE_B]
    assert words_at(line({"at": 0, "press": "b"}), 1) == [0]
    assert words_at(line(), 99) == [0]


def test_the_stick_is_pushed_as_far_as_is_said() -> None:
    found = line(
        {"at": 0, "for": 9, "press": "left", "push": 36},
        {"at": 0, "for": 9, "press": "up"},
        {"at": 2, "press": "right", "push": 40},
        {"at": 3, "press": "a", "push": 99},
    )
    assert words_at(found, 0) == [k.LEFT | k.UP | 36 | 0xFF00]
    assert words_at(found, 2) == [k.LEFT | k.RIGHT | k.UP | 40 | 0xFF00]
    assert words_at(found, 3) == [k.LEFT | k.UP | k.FIRE_A | 36 | 0xFF00]


def test_every_driver_has_his_own() -> None:
    found = line({"driver": 1, "at": 0, "press": "down"}, drivers=3)
    assert words_at(found, 0) == [0, k.DOWN | k.ALONG, 0]


def test_all_keys_have_names() -> None:
    every = 0
    for word in NAMES.values():
        assert not every & word
        every |= word
    buttons = k.FIRES | k.EXTRA_LEFT | k.EXTRA_RIGHT
    assert every == k.UP | k.DOWN | k.LEFT | k.RIGHT | buttons
    assert NAMES["x"] == k.EXTRA_LEFT


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"press": "a"}, r"keys\[0\]\.at is missing"),
        ({"at": 1}, r"keys\[0\]\.press is missing"),
        ({"at": 1, "press": "jump"}, r"keys\[0\]\.press: 'jump' is none of up"),
        ({"at": -1, "press": "a"}, "at: -1"),
        ({"at": 1, "for": 0, "press": "a"}, "for: 0"),
        ({"at": 1, "press": "a", "push": 256}, "push: 256"),
        ({"at": 1, "press": "a", "driver": 1}, "driver: 1 is not 0 to 0"),
        ({"at": 1, "press": "a" * 200}, "200 characters"),
        ({"at": 1, "press": "a", "tick": 1}, "tick is not known"),
    ],
)
def test_wrong_entries(entry: dict[str, object], reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        line(entry)


def test_there_is_an_end_to_entries() -> None:
    with pytest.raises(ScenarioError, match="1001 entries"):
        line(*({"at": i, "press": "a"} for i in range(MAX_KEYS + 1)))


presses = st.builds(
    lambda driver, begin, length, word, push: Press(driver, begin, begin + length, word, push),
    *(st.integers(0, 1), st.integers(0, 20), st.integers(1, 10)),
    *(st.sampled_from(list(NAMES.values())), st.integers(0, 255)),
)


@given(st.lists(presses, max_size=8))
def test_words_are_those_of_all_that_is_held(some: list[Press]) -> None:
    found = make_timeline(some, 2)
    for tick in range(32):
        for driver, word in enumerate(words_at(found, tick)):
            held = [p for p in some if p.driver == driver and p.begin <= tick < p.end]
            buttons = 0
            for press in held:
                buttons |= press.word
            assert word & ~0xFFFF == buttons
            along = [p.push for p in held if p.word & (k.UP | k.DOWN)]
            assert word >> 8 & 0xFF == max(along, default=0)
