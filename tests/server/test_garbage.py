from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.server.host import Host
from uoserver.server.garbage import Garbage


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.parametrize("change", ["map mp_foy", "map_rotate"])
def test_a_level_is_set_aside_and_the_one_before_let_go_of(change: str) -> None:
    host = Host("", sv_mapRotation="map mp_foy")
    host.server.observers.append(Garbage())
    host.commands.execute("map mp_foy")
    host.run(100)
    first = host.server.level
    assert first is not None
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    assert not any(thing is first for thing in gc.get_objects())
    gone = weakref.ref(first.game)
    del first
    host.commands.execute(change)
    host.run(100)
    assert gone() is None
    assert abs(gc.get_freeze_count() - frozen) < frozen // 10


def test_it_is_done_once_a_level() -> None:
    host = Host()
    host.server.observers.append(Garbage())
    host.run(100)
    frozen = gc.get_freeze_count()
    kept = [[number] for number in range(1000)]
    host.run(1000)
    assert gc.get_freeze_count() <= frozen, len(kept)  # of what is frozen some may go
