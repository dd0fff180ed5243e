"""The comparison itself: it must see a tracer that is a little wrong, and forgive an order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import pytest

from tests.collision import worlds
from tests.collision.comparison import compare
from tests.collision.sampling import Case, Sampler
from tests.reference.tracer import Hit, Tracer, Vec, brushes, curves, terrain, tracer
from tests.reference.tracer.vectors import ZERO, along, sub
from tests.reference.tracer.verdict import disagreement, possible

COUNT = 600


@dataclass(frozen=True)
class Told:
    """An answer as a tracer would give it."""

    fraction: float = 1.0
    endpos: Vec = ZERO
    normal: Vec = ZERO
    surface_flags: int = 0
    contents: int = 0
    material: str = ""
    entity: int = 1023
    startsolid: bool = False
    allsolid: bool = False


class Honest:
    """Answers with the reference's own first winner."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer

    def ask(
        self, start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool
    ) -> list[Hit]:
        return self.tracer.hits(start, end, mins, maxs, mask, capsule=capsule)

    def trace(self, start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> Told:
        hits = self.ask(start, end, mins, maxs, mask, capsule)
        told = Told(
            startsolid=any(hit.startsolid for hit in hits),
            allsolid=any(hit.allsolid for hit in hits),
            endpos=end,
        )
        winners = possible(hits, 0.0)
        if winners:
            best = min(winners, key=lambda hit: hit.fraction)
            told = replace(
                told,
                fraction=best.fraction,
                endpos=along(start, sub(end, start), best.fraction),
                normal=best.normal,
                surface_flags=best.surface_flags,
                contents=best.contents,
                material=best.material,
                entity=best.entity,
            )
        return told


@pytest.fixture(scope="module")
def honest() -> Honest:
    return Honest(Tracer(worlds.movers()))


def cases(honest: Honest) -> list[Case]:
    return list(Sampler(honest.tracer, "comparison").cases(COUNT))


def test_the_reference_agrees_with_itself(honest: Honest) -> None:
    report = compare(cases(honest), honest.trace, honest.ask)
    assert (report.sweeps, report.wrong, report.knife_edges) == (COUNT, [], 0)
    assert report.hits > 0.6 * COUNT


@pytest.mark.parametrize(
    "lie",
    [
        lambda told: replace(told, fraction=told.fraction * (1 - 1e-4)),
        lambda told: replace(told, normal=along(told.normal, (0, 0, 1), 1e-4)),
        lambda told: replace(told, contents=told.contents ^ 0x20),
        lambda told: replace(told, surface_flags=told.surface_flags ^ 2),
        lambda told: replace(told, material=told.material + "x"),
        lambda told: replace(told, startsolid=not told.startsolid),
        lambda told: replace(told, allsolid=not told.allsolid),
        lambda told: replace(told, endpos=along(told.endpos, (1, 0, 0), 0.001)),
    ],
)
def test_a_lie_is_seen(honest: Honest, lie: object) -> None:
    assert callable(lie)
    chosen = cases(honest)
    hits = [case for case in chosen if 0.01 < honest.trace(*case[1:]).fraction < 1]
    report = compare(hits, lambda *case: lie(honest.trace(*case)), honest.ask, enough=60)
    # A ten-thousandth of a sweep of less than a hundredth of a unit is inside the tolerance.
    assert len(report.wrong) > 0.95 * report.sweeps > 50
    assert report.knife_edges < 0.02 * report.sweeps


CHANGES = [
    (brushes, "EPSILON", 0.12),
    (brushes, "EPSILON", 0.0),
    (curves, "EPSILON", 0.12),
    (terrain, "EPSILON", 0.12),
    (terrain, "PULL_BACK", 0.0),
    (terrain, "edge_hit", lambda *_: None),
    (terrain, "axis_touches", lambda *_: False),
    (terrain, "POINT_SLACK", -0.02),
    (tracer, "meets_box", lambda *_: False),
    (tracer, "rest_in_facet", lambda *_: None),
    (tracer, "rests_in_terrain", lambda *_: False),
]


@cache
def traced(name: str) -> Tracer:
    return Tracer(worlds.works() if name == "works" else worlds.hills())


@pytest.mark.parametrize(("module", "name", "value"), CHANGES)
def test_a_changed_rule_is_seen(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, value: object
) -> None:
    """A tracer that errs as a wrong reading of the pages would is not put down to rounding."""
    curved = module is curves or name == "rest_in_facet"
    honest = Honest(traced("works" if curved else "hills"))
    chosen = cases(honest)
    monkeypatch.setattr(module, name, value)
    answers = {case: honest.trace(*case[1:]) for case in chosen}
    monkeypatch.undo()
    told = iter([answers[case] for case in chosen])
    report = compare(chosen, lambda *_: next(told), honest.ask, enough=3)
    assert len(report.wrong) == 3
    assert report.knife_edges + report.leaf_orders <= 3


def told(hit: Hit, *, startsolid: bool = False) -> Told:
    return Told(hit.fraction, normal=hit.normal, entity=hit.entity, startsolid=startsolid)


UP = Hit("brush plane", 0.5, (0, 0, 1), gate=0.5)


def test_the_nearer_of_two_hits_is_due() -> None:
    farther = Hit("brush plane", 0.6, (1, 0, 0), gate=0.6)
    assert disagreement(told(UP), [farther, UP], 10) == ""
    assert disagreement(told(farther), [farther, UP], 10) != ""


def test_hits_at_one_fraction_may_name_either() -> None:
    level = UP._replace(normal=(1, 0, 0))
    assert disagreement(told(UP), [level, UP], 10) == ""
    assert disagreement(told(level), [level, UP], 10) == ""


def test_order_decides_where_a_gate_lies_behind_the_fraction() -> None:
    # Met second, the curve's 0.55 without epsilon is past 0.5; met first, it leaves 0.45.
    curve = Hit("curve point", 0.45, (1, 0, 0), gate=0.55)
    assert possible([UP, curve], 0.0) == [UP, curve]
    assert possible([UP, curve._replace(gate=0.48)], 0.0) == [curve._replace(gate=0.48)]


def test_a_stopped_trace_may_miss_a_flag_but_not_invent_one() -> None:
    stop = UP._replace(fraction=0.0, gate=0.0)
    inside = Hit("brush inside", 1.0, startsolid=True)
    assert disagreement(told(stop), [stop, inside], 10) == ""
    assert disagreement(told(stop, startsolid=True), [stop, inside], 10) == ""
    assert disagreement(told(stop, startsolid=True), [stop], 10) != ""
    assert disagreement(told(UP), [UP, inside], 10) != ""
