"""Sweeps a map with both tracers and tells where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from tests.collision.sampling import Case
from tests.reference.tracer import Hit, Vec
from tests.reference.tracer.brushes import EPSILON
from tests.reference.tracer.exact import Exact
from tests.reference.tracer.vectors import add, dot, length, scale, sub
from tests.reference.tracer.verdict import (
    Answer,
    against,
    disagreement,
    flags_wrong,
    possible,
    surface_wrong,
    tolerance_of,
)

NUDGES: Final = (1e-9, 1e-6)
"""Units by which a knife-edge sweep may be moved. A start that rests on a slanted plane, or a
path level with one, is decided by the last bit of a sum of products (1e-10 at these
coordinates); an answer is accepted when a sweep that close has it. How often that may happen
is limited by the tests that use it."""
LEVEL: Final = 1e-9
"""Units of approach over a whole sweep below which a path counts as level with a plane. The
fraction at which it meets that plane is then one rounding error over another."""
SAME_FRACTION: Final = 1e-3

Ask = Callable[[Vec, Vec, Vec, Vec, int, bool], list[Hit]]
Trace = Callable[[Vec, Vec, Vec, Vec, int, bool], Answer]


@dataclass
class Report:
    """What a run of sweeps showed; ``wrong`` holds the disagreements in words."""

    sweeps: int = 0
    hits: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    rounded: int = 0
    knife_edges: int = 0
    leaf_orders: int = 0
    wrong: list[tuple[str, Case]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take the figures of another run in."""
        self.sweeps += other.sweeps
        self.hits += other.hits
        self.winners += other.winners
        self.rounded += other.rounded
        self.knife_edges += other.knife_edges
        self.leaf_orders += other.leaf_orders
        self.wrong += other.wrong

    def __str__(self) -> str:
        winners = ", ".join(f"{kind} {count}" for kind, count in sorted(self.winners.items()))
        return (
            f"{self.sweeps} sweeps, {self.hits} hits, {self.rounded} decided by exact arithmetic, "
            f"{self.knife_edges} on a knife's edge, {self.leaf_orders} by order of leaves, "
            f"{len(self.wrong)} wrong; {winners}"
        )


def compare(cases: Iterable[Case], trace: Trace, ask: Ask, enough: int = 20) -> Report:
    """Give every case to both sides, until ``enough`` are wrong; ``ask`` is the reference."""
    report = Report()
    for case in cases:
        if len(report.wrong) == enough:
            break
        answer = trace(*case[1:])
        report.sweeps += 1
        report.hits += answer.fraction < 1 or answer.startsolid
        span = length(sub(case.end, case.start))
        hits = ask(*case[1:])
        winners = possible(hits, 0.0)
        report.winners.update(
            {hit.kind for hit in winners if abs(hit.fraction - answer.fraction) < 1e-9}
        )
        wrong = misplaced(answer, case, span)
        if wrong:
            report.wrong.append((wrong, case))
            continue
        wrong = disagreement(answer, hits, span)
        if not wrong:
            continue
        if not disagreement(answer, ask(*exact(case)), span):
            report.rounded += 1
        elif on_knife_edge(answer, hits, case, ask):
            report.knife_edges += 1
        elif left_leaf(answer, hits, case) or past_box(answer, hits, case):
            report.leaf_orders += 1
        else:
            report.wrong.append((wrong, case))
    return report


def left_leaf(answer: Answer, hits: list[Hit], case: Case) -> bool:
    """Whether a tree may have left out what would have come in a little before the answer.

    A tree is left once the fraction so far is not past the next leaf's start. That fraction is
    an epsilon before the contact, so it can lie in a leaf before the one of an even earlier
    hit whose own contact is farther on (collision: Tree walk).
    """
    delta = sub(case.end, case.start)
    limit = tolerance_of(length(delta))
    lowering = [hit for hit in hits if hit.lowers]
    return any(
        not against(answer, hit, hits, limit)
        and not flags_wrong(answer, hits, limit)
        and all(
            other.fraction >= hit.fraction or contact(other, delta) >= hit.fraction
            for other in lowering
        )
        for hit in lowering
    )


def past_box(answer: Answer, hits: list[Hit], case: Case) -> bool:
    """Whether a tree may have left out terrain that only the ball of a flat box touches.

    Over terrain a ball of the half width in x stands for a box, which may stick out of it at
    the top or in y; leaves are found with the box itself (collision2: 5, collision: Tree walk).
    """
    x, y, z = (high - low for low, high in zip(case.mins, case.maxs, strict=True))
    if case.capsule or x <= min(y, z):
        return False
    kept = [
        hit
        for hit in hits
        if not (hit.kind.startswith("triangle") and hit.fraction < answer.fraction)
    ]
    return not disagreement(answer, kept, length(sub(case.end, case.start)))


def contact(hit: Hit, delta: Vec) -> float:
    """Return the fraction without the epsilon before the plane."""
    approach = abs(dot(hit.normal, delta))
    return hit.fraction + EPSILON / approach if approach else hit.fraction


def on_knife_edge(answer: Answer, hits: list[Hit], case: Case, ask: Ask) -> bool:
    """Whether sweeps within a nudge tell that the last bit decides here.

    One of them has the answer; or some of the hits are not there for all of them, and without
    those the answer is right (a point between two facets, level with their common edge); or the
    answer is right but for where a path meets a plane it is level with.
    """
    delta = sub(case.end, case.start)
    span = length(delta)
    around = [ask(*other[1:]) for other in nudged(case)]
    if any(not disagreement(answer, other, span) for other in around):
        return True
    firm = [hit for hit in hits if all(any(same(hit, o) for o in other) for other in around)]
    shaky = [hit for hit in hits if hit not in firm]
    choices = [firm, *([*firm, hit] for hit in shaky)]
    if any(not disagreement(answer, choice, span) for choice in choices):
        return True
    return any(
        hit.lowers
        and abs(dot(hit.normal, delta)) < LEVEL
        and not surface_wrong(answer, hit, hit.contents)
        for other in [hits, *around]
        for hit in other
    )


def same(hit: Hit, other: Hit) -> bool:
    """Whether two sweeps a nudge apart were told the same thing."""
    return (
        hit.kind == other.kind
        and hit[4:] == other[4:]
        and abs(hit.fraction - other.fraction) < SAME_FRACTION
        and length(sub(hit.normal, other.normal)) < SAME_FRACTION
    )


def misplaced(answer: Answer, case: Case, span: float) -> str:
    """The end position is the uncentred start moved by the fraction."""
    due = add(case.start, scale(sub(case.end, case.start), answer.fraction))
    off = length(sub(answer.endpos, due))
    limit = 1e-9 * (1 + span) * (1 + abs(answer.fraction))
    return f"endpos {off} units away" if off > limit else ""


def exact(case: Case) -> tuple[Vec, Vec, Vec, Vec, int, bool]:
    """Return the case with rational numbers in place of doubles."""
    start, end, mins, maxs = (
        (Exact(x), Exact(y), Exact(z)) for x, y, z in (case.start, case.end, case.mins, case.maxs)
    )
    return start, end, mins, maxs, case.mask, case.capsule


def nudged(case: Case) -> Iterator[Case]:
    """Yield the case with its start, its end or both moved a very little."""
    moving = case.start != case.end
    for size, x, y, z in product(NUDGES, *[(0.0, 1.0, -1.0)] * 3):
        way = (x * size, y * size, z * size)
        start, end = add(case.start, way), add(case.end, way)
        yield case._replace(start=start, end=end if moving else start)
        if moving:
            yield case._replace(start=start)
            yield case._replace(end=end)
