"""Links of boxes: those of the squares they lie in, remembered."""

from __future__ import annotations

import pytest

from tests.game.match.yards import arena
from uoserver.collision import World
from uoserver.game import whereabouts
from uoserver.game.whereabouts import Whereabouts


def places() -> Whereabouts:
    return Whereabouts(World(arena().clip))


def test_the_box_is_rounded_outwards() -> None:
    link = places().link((-1.0, 10.0, 64.0), (63.0, 64.0, 65.0))
    assert (link.absmin, link.absmax) == ((-64, 0, 64), (64, 64, 128))
    point = places().at((-1.0, 10.0, 64.0))
    assert (point.absmin, point.absmax) == ((-64, 0, 64), (0, 64, 64))


def test_it_is_that_of_the_world() -> None:
    here = places()
    world = World(arena().clip)
    assert here.link((0.0, 0.0, 0.0), (64.0, 64.0, 64.0)) == world.touched(
        (0.0, 0.0, 0.0), (64.0, 64.0, 64.0)
    )


def test_it_is_remembered() -> None:
    here = places()
    first, at = here.link((1.0, 1.0, 1.0), (2.0, 2.0, 2.0)), here.at((5.0, 5.0, 5.0))
    assert here.link((9.0, 9.0, 9.0), (60.0, 60.0, 60.0)) is first
    assert here.at((6.0, 6.0, 6.0)) is at
    assert list(here._points.values()) == [at]
    assert here.at((6.0, 6.0, 66.0)) is not at


def test_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "MAX_KEPT", 2)
    here = places()
    for x in range(0, 1024, 64):
        here.at((float(x), 0.0, 0.0))
        assert len(here._kept) <= 2
        assert len(here._points) <= 2
