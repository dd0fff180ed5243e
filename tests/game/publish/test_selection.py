"""Which entities a frame holds: what must be there, then what there is room for."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.states import EntityState
from uoserver.game.publish.objects import NO_BOX, Rank
from uoserver.game.publish.selection import (
    BUDGET,
    CHANGED,
    GONE,
    NEW,
    Selection,
    Stage,
    Viewer,
)
from uoserver.game.publish.shown import Shown

EYE = (0.0, 0.0, 0.0)
LOOKS_ON = Viewer(1, EYE, -1.0)


def thing(
    x: float, y: float = 0.0, rank: Rank = Rank.MET, reach: float = 0.0, look: int = 0
) -> Shown:
    state = EntityState.from_fields({"pos.trBase[0]": x, "xmodel": look})
    return Shown(state, (x, y, 999.0), NO_BOX, rank, reach)


def choose(
    shown: dict[int, Shown],
    viewer: Viewer = LOOKS_ON,
    seen: frozenset[int] | None = None,
    selection: Selection | None = None,
) -> list[int]:
    chosen = (selection or Selection()).choose(
        viewer, frozenset(shown) if seen is None else seen, Stage(shown)
    )
    assert all(state is shown[number].state for number, state in chosen.items())
    return list(chosen)


def many(
    count: int, rank: Rank = Rank.PICTURE, first: int = 100, look: int = 0
) -> dict[int, Shown]:
    """Things that are the farther the higher their numbers."""
    return {first + n: thing(float(1 + n), rank=rank, look=look) for n in range(count)}


def test_what_may_be_seen_by_rising_number() -> None:
    shown = {5: thing(1), 3: thing(2), 9: thing(3), 1: thing(0)}
    assert choose(shown) == [3, 5, 9]  # and not himself
    assert choose(shown, seen=frozenset({9, 3, 700})) == [3, 9]


def test_what_everybody_is_told() -> None:
    shown = {5: thing(1e9, rank=Rank.ALWAYS), 6: thing(1)}
    assert choose(shown, seen=frozenset()) == [5]


def test_one_viewers_choice_is_not_the_next_ones() -> None:
    stage = Stage({5: thing(1e9, rank=Rank.ALWAYS), 6: thing(1), 7: thing(1)})
    selection = Selection()
    assert list(selection.choose(LOOKS_ON, frozenset({6}), stage)) == [5, 6]
    assert list(selection.choose(Viewer(2, EYE, -1.0), frozenset({7}), stage)) == [5, 7]


@pytest.mark.parametrize(
    ("x", "y", "mine", "reach", "there"),
    [
        (1320.0, 0.0, 1000.0, 0.0, True),  # 1,000 and the margin of 320
        (1321.0, 0.0, 1000.0, 0.0, False),
        (-1321.0, 0.0, 1000.0, 0.0, False),
        (0.0, 1321.0, 1000.0, 0.0, False),
        (1000.0, 1000.0, 1000.0, 0.0, False),
        (930.0, -930.0, 1000.0, 0.0, True),
        (1320.0, 0.0, 0.0, 1000.0, True),
        (1321.0, 0.0, 0.0, 1000.0, False),
        (9e6, 0.0, 0.0, inf, True),
        (10.0, 0.0, -1.0, inf, False),
    ],
)
def test_what_can_hit_or_be_hit_unseen(
    x: float, y: float, mine: float, reach: float, there: bool
) -> None:
    shown = {80: thing(x, y, reach=reach)}
    assert choose(shown, Viewer(1, EYE, mine), frozenset()) == ([80] if there else [])


def test_pictures_hit_nobody() -> None:
    assert choose({80: thing(1.0, rank=Rank.PICTURE)}, Viewer(1, EYE, 100.0), frozenset()) == []


def test_as_many_as_there_is_room_for_the_nearest_first() -> None:
    shown = many(100)
    most = BUDGET // NEW
    assert choose(shown) == list(range(100, 100 + most))
    assert choose(many(most)) == list(many(most))


def test_flags_before_what_is_met_before_pictures() -> None:
    shown = many(50) | {
        300: thing(9000.0, rank=Rank.FIRST),
        301: thing(8000.0, rank=Rank.MET),
    }
    chosen = choose(shown)
    assert chosen == [*range(100, 100 + BUDGET // NEW - 2), 300, 301]


def test_what_must_be_there_takes_the_room_and_is_never_left_out() -> None:
    shown = many(30, Rank.MET) | many(30, first=200)
    chosen = choose(shown, Viewer(1, EYE, 100.0))
    assert chosen == [*range(100, 130), *range(200, 200 + BUDGET // NEW - 30)]
    shown = many(60, Rank.MET) | many(30, first=200)
    assert choose(shown, Viewer(1, EYE, 100.0)) == list(range(100, 160))


def test_what_he_has_costs_nothing_and_what_changed_less() -> None:
    selection = Selection()
    shown = many(BUDGET // NEW)
    choose(shown, selection=selection)
    more = shown | many(BUDGET // NEW, first=200)
    assert len(choose(more, selection=selection)) == 2 * (BUDGET // NEW)
    assert len(choose(more, selection=selection)) == 2 * (BUDGET // NEW)
    changed = many(120, look=1)
    selection = Selection()
    same = many(120)
    for _ in range(4):  # until he has them all
        choose(same, selection=selection)
    assert len(choose(same, selection=selection)) == 120
    # each that is left out costs its removal
    assert len(choose(changed, selection=selection)) == (BUDGET - 120 * GONE) // (CHANGED - GONE)


def test_others_and_who_comes_anew_have_nothing_yet() -> None:
    selection = Selection()
    same = many(60)
    for _ in range(2):
        choose(same, selection=selection)
    other = Viewer(2, EYE, -1.0)
    assert len(choose(same, other, selection=selection)) == BUDGET // NEW
    assert len(choose(same, selection=selection)) == 60
    selection.forget(1)
    selection.forget(1)
    assert len(choose(same, selection=selection)) == BUDGET // NEW


def test_what_he_has_stays_before_what_is_a_little_nearer() -> None:
    count = BUDGET // NEW
    had = {100 + n: thing(1000.0) for n in range(count)}
    moved = {100 + n: thing(1000.0, look=1) for n in range(count)}
    for x, stay in ((800.0, True), (700.0, False)):
        selection = Selection()
        choose(had, selection=selection)
        near = {300 + n: thing(x) for n in range(count)}
        assert (set(choose(moved | near, selection=selection)) >= set(moved)) is stay


@given(
    st.dictionaries(
        st.integers(0, 1021),
        st.builds(
            thing,
            st.floats(-5e4, 5e4),
            st.floats(-5e4, 5e4),
            st.sampled_from(Rank),
            st.floats(0, 1e5) | st.just(inf),
        ),
        max_size=200,
    ),
    st.sets(st.integers(0, 1021)),
    st.floats(0, 1e4),
)
def test_always(shown: dict[int, Shown], seen: set[int], mine: float) -> None:
    """Nothing that can hit or be hit is left out, and beyond what must be the room is kept."""
    viewer = Viewer(70, EYE, mine)
    chosen = choose(shown, viewer, frozenset(seen))
    assert chosen == sorted(chosen)
    must = set()
    for number, (_, (x, y, _), _, rank, reach) in shown.items():
        if rank is Rank.ALWAYS or (
            rank is Rank.MET and (x * x + y * y) ** 0.5 <= max(mine, reach) + 319
        ):
            must.add(number)
    assert must - {70} <= set(chosen)
    extra = set(chosen) - must
    assert extra <= seen | {70} or all(shown[number].rank is Rank.MET for number in extra - seen)
    assert NEW * len(chosen) <= max(BUDGET, NEW * (len(must) + len(extra - seen)))
