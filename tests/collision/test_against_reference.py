"""The clip model against the brute-force reference tracer (tests/reference/tracer).

Every real map and every built one is swept at random from fixed seeds; both sides must give the
same fraction, normal, contents, surface flags, material, startsolid and allsolid. Tolerances and
their reasons stand in `tests.reference.tracer.verdict`. ``UO_TEST_SWEEPS`` sets another number
of sweeps per map, for a longer run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest

from tests.collision import worlds
from tests.collision.comparison import Report, compare, exact, nudged
from tests.collision.sampling import ALL, BodySampler, Case, Sampler, grained, moved_out, within
from tests.reference.tracer import Hit, Obstacle, Tracer, Vec
from tests.reference.tracer.vectors import ZERO, add, highest, lowest
from tests.shared import shared_path
from uoserver import bsp
from uoserver.collision import Body, ClipModel, Trace, World, load_clip_model

SWEEPS: Final = int(os.environ.get("UO_TEST_SWEEPS", "20000"))
PROBES: Final = SWEEPS // 5
"""Sights and point contents are simpler questions."""
HIT_SHARE: Final = 0.6
KNIFE_EDGE_SHARE: Final = 0.006
"""Two in eleven sweeps start flush with a face or graze it on purpose; where coordinates are
not round, which side of the epsilon they fall on is a matter of the last bit."""
LEAF_ORDER_SHARE: Final = 0.0005
"""How many answers may hang on the order in which a tree hands out its leaves."""
POINT_MARGIN: Final = 1e-6
"""A point this near a side is in or out by the last bit; such points may go either way."""

REAL: Final = ("bmw", "empty", "brmap2_a", "pv_mini_harbor")
BUILT: Final[dict[str, Callable[[], bytes]]] = {
    "hills": worlds.hills,
    "works": worlds.works,
    "movers": worlds.movers,
}
BRUSHES: Final = {"brush axial side", "brush inside", "brush rest"}
CURVES: Final = {"curve point", "curve surface", "curve border", "curve rest", "brush plane"}
TERRAIN: Final = {
    *("triangle point", "triangle face", "triangle edge", "triangle vertex"),
    *("triangle stuck", "triangle rest"),
}
WINNERS: Final = {
    "bmw": BRUSHES,
    "empty": BRUSHES,
    "brmap2_a": BRUSHES | CURVES | TERRAIN,
    "pv_mini_harbor": BRUSHES | CURVES,
    "hills": BRUSHES | TERRAIN,
    "works": BRUSHES | CURVES,
    "movers": BRUSHES,
}
"""Kinds of primitives that must have decided some sweeps of a map."""
FEW: Final = 0.0002
"""Share of the sweeps that each of them must have decided at least."""


@cache
def both(name: str) -> tuple[Tracer, ClipModel]:
    data = shared_path(f"maps/{name}.bsp").read_bytes() if name in REAL else BUILT[name]()
    return Tracer(data), load_clip_model(bsp.read(data))


def check(report: Report, kinds: set[str]) -> None:
    """Assert agreement, and that the sweeps were worth asking."""
    print(report)
    assert not report.wrong, "\n".join(f"{wrong}: {case}" for wrong, case in report.wrong[:5])
    assert report.hits >= HIT_SHARE * report.sweeps
    assert report.knife_edges <= KNIFE_EDGE_SHARE * report.sweeps
    assert report.leaf_orders <= LEAF_ORDER_SHARE * report.sweeps
    rare = {kind for kind in kinds if report.winners[kind] < FEW * report.sweeps}
    assert not rare, f"hardly ever decided anything: {rare}"


@dataclass(frozen=True)
class Placed:
    """One model of a map, put somewhere, as both sides see it."""

    tracer: Tracer
    clip: ClipModel
    model: int = 0
    origin: Vec = ZERO
    angles: Vec = ZERO

    def trace(self, start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> Trace:
        return self.clip.trace(
            *(start, end, mins, maxs, mask),
            capsule=capsule,
            model=self.model,
            origin=self.origin,
            angles=self.angles,
        )

    def ask(
        self, start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool
    ) -> list[Hit]:
        return self.tracer.hits(
            *(start, end, mins, maxs, mask),
            capsule=capsule,
            model=self.model,
            origin=self.origin,
            angles=self.angles,
        )


@pytest.mark.parametrize("name", [*REAL, *BUILT])
def test_sweeps_through_the_world(name: str) -> None:
    world = Placed(*both(name))
    cases = Sampler(world.tracer, name).cases(SWEEPS)
    check(compare(cases, world.trace, world.ask), WINNERS[name])


@pytest.mark.parametrize("name", ["bmw", "empty", "movers"])
def test_round_sweeps_leave_nothing_to_rounding(name: str) -> None:
    """Flush starts and paths level with a side: every comparison is exact, none is forgiven."""
    world = Placed(*both(name))
    cases = map(grained, Sampler(world.tracer, f"{name} round").cases(PROBES))
    report = compare(cases, world.trace, world.ask)
    check(report, BRUSHES)
    assert (report.knife_edges, report.rounded) == (0, 0)


def places(seed: str) -> list[tuple[Vec, Vec]]:
    """Return origins and angles: at home, moved, a quarter turn, turned and tilted."""
    rng = random.Random(seed)
    origins = [within(rng, (-500, -500, -500), (500, 500, 500)) for _ in range(8)]
    tilts = [within(rng, (-180, -180, -180), (180, 180, 180)) for _ in range(4)]
    angles = [ZERO, ZERO, (0.0, 90.0, 0.0), (0.0, tilts[0][0], 0.0), *tilts]
    return list(zip([ZERO, *origins[1:]], angles, strict=True))


@pytest.mark.parametrize("name", ["brmap2_a", "pv_mini_harbor", "movers"])
def test_sweeps_through_moved_and_turned_models(name: str) -> None:
    tracer, clip = both(name)
    models = range(1, len(tracer.lumps.models))
    count = (SWEEPS if name == "movers" else SWEEPS // 4) // len(models) // 8
    total = Report()
    for model in models:
        for origin, angles in places(f"{name} {model}"):
            placed = Placed(tracer, clip, model, origin, angles)
            local = Sampler(tracer, f"{name} {model} {origin}", model).cases(count)
            cases = (moved_out(case, origin, angles) for case in local)
            total.add(compare(cases, placed.trace, placed.ask))
    kinds = {"movers": BRUSHES | CURVES | {"triangle face", "triangle stuck"}}
    check(total, kinds.get(name, BRUSHES))
    assert total.leaf_orders == 0  # an inline model has no tree


def population() -> list[Obstacle]:
    """Return bodies of every sort about the room of `worlds.movers`."""
    rng = random.Random("bodies")
    bodies = []
    for number in range(60):
        spot = (rng.uniform(-900, 900), rng.uniform(-900, 900), rng.uniform(0, 200))
        owner = rng.choice((1023, 1023, rng.randrange(60)))
        if number % 3 == 0:
            tilt = within(rng, (-90, -90, -90), (90, 90, 90))
            angles = rng.choice((ZERO, (0.0, tilt[0], 0.0), tilt))
            bodies.append(
                Obstacle(number, spot, angles, contents=-1, owner=owner, model=1 + number // 3 % 5)
            )
            continue
        half, tall = rng.uniform(4, 40), rng.uniform(20, 90)
        contents = rng.choice((0x1, 0x2000000, 0x2000000, 0x10000))
        bodies.append(
            Obstacle(
                *(number, spot),
                mins=(-half, -half, 0.0),
                maxs=(half, half, tall),
                contents=contents,
                owner=owner,
                capsule=number % 3 == 1,
            )
        )
    return bodies


@cache
def crowd() -> tuple[World, list[Obstacle], Tracer]:
    tracer, clip = both("movers")
    bodies = population()
    world = World(clip)
    for body in bodies:
        world.link(
            body.number,
            Body(
                body.origin,
                angles=body.angles,
                mins=body.mins,
                maxs=body.maxs,
                contents=body.contents,
                owner=body.owner,
                model=body.model,
                capsule=body.capsule,
            ),
        )
    return world, bodies, tracer


@pytest.mark.parametrize("passed", [1023, 7, 10])
def test_sweeps_through_linked_bodies(passed: int) -> None:
    world, bodies, tracer = crowd()

    def trace(start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> Trace:
        return world.trace(start, end, mins, maxs, mask, capsule=capsule, pass_entity=passed)

    def ask(start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> list[Hit]:
        return tracer.world_hits(
            start, end, mins, maxs, mask, bodies, capsule=capsule, pass_entity=passed
        )

    cases = BodySampler(tracer, f"crowd {passed}", bodies).cases(SWEEPS // 3)
    kinds = {f"body {kind}" for kind in ("brush axial side", "sphere", "cylinder")}
    check(compare(cases, trace, ask), BRUSHES | kinds | {"body sphere inside", "brush plane"})


def test_gathered_surroundings_answer_as_the_world() -> None:
    world, bodies, tracer = crowd()

    def trace(start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> Trace:
        low = lowest([add(start, mins), add(end, mins)])
        high = highest([add(start, maxs), add(end, maxs)])
        near = world.around(add(low, (-24, -24, -24)), add(high, (24, 24, 24)), ALL)
        return near.trace(start, end, mins, maxs, mask, capsule=capsule)

    def ask(start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> list[Hit]:
        return tracer.world_hits(start, end, mins, maxs, mask, bodies, capsule=capsule)

    cases = BodySampler(tracer, "around", bodies).cases(PROBES)
    check(compare(cases, trace, ask), BRUSHES)


def moving_cases(tracer: Tracer, seed: str) -> list[Case]:
    return [case for case in Sampler(tracer, seed).cases(PROBES) if case.start != case.end]


@pytest.mark.parametrize("name", [*REAL, *BUILT])
def test_sights_through_the_world(name: str) -> None:
    tracer, clip = both(name)

    def sees(start: Vec, end: Vec, mins: Vec, maxs: Vec, mask: int, capsule: bool) -> bool:
        return tracer.sees(start, end, mask, mins, maxs, capsule=capsule)

    clear = knife_edges = 0
    cases = moving_cases(tracer, f"{name} sights")
    for case in cases:
        _, start, end, mins, maxs, mask, capsule = case
        got = clip.sight(start, end, mask, mins, maxs, capsule=capsule)
        clear += got
        if got != sees(*case[1:]) and got != sees(*exact(case)):
            assert any(got == sees(*other[1:]) for other in nudged(case)), case
            knife_edges += 1
    assert knife_edges <= KNIFE_EDGE_SHARE * len(cases)
    assert 0.05 * len(cases) < clear < 0.95 * len(cases)


@pytest.mark.parametrize("name", [*REAL, *BUILT])
def test_contents_of_points(name: str) -> None:
    tracer, clip = both(name)
    rng = random.Random(f"{name} points")
    full = 0
    sampler = Sampler(tracer, f"{name} points")
    for _ in range(PROBES):
        face = sampler.face()
        point = add(face.point, within(rng, (-20, -20, -20), (20, 20, 20)))
        sure, near = tracer.contents(point, POINT_MARGIN)
        got = clip.point_contents(point) & ALL
        assert sure & ~got == 0, (point, sure, got)
        assert got & ~near == 0, (point, near, got)
        full += got != 0
    assert full > 0.1 * PROBES
