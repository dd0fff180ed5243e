"""Is an answer one that some order of the same primitives gives?"""

from __future__ import annotations

from typing import Final, Protocol

from tests.reference.tracer.hits import UNSTATED, Hit
from tests.reference.tracer.vectors import Vec

LENGTH_TOLERANCE: Final = 1e-6
"""Units along the sweep. Both sides compute in doubles from binary32 coordinates up to 131072;
sums of three products round at about 1e-10 there, and a division by a shallow approach makes
that a hundred to a thousand times worse."""
FRACTION_TOLERANCE: Final = 1e-9
"""The same for sweeps so long that a unit is a tiny part."""
NORMAL_TOLERANCE: Final = 1e-6
"""Per component; the normal of an edge or vertex is a contact point over the radius."""
NEAR_ZERO: Final = 1e-5
"""What terrain takes off a fraction: hits so near the start may end at, below or above 0, and
whether a second one then raises startsolid depends on their order (collision2: 5)."""
FLAGS: Final = 0xFFFFFFFF


class Answer(Protocol):
    """What a traced sweep tells."""

    @property
    def fraction(self) -> float: ...
    @property
    def endpos(self) -> Vec: ...
    @property
    def normal(self) -> Vec: ...
    @property
    def surface_flags(self) -> int: ...
    @property
    def contents(self) -> int: ...
    @property
    def material(self) -> str: ...
    @property
    def entity(self) -> int: ...
    @property
    def startsolid(self) -> bool: ...
    @property
    def allsolid(self) -> bool: ...


def possible(hits: list[Hit], tolerance: float) -> list[Hit]:
    """Return the hits that may be the last one to lower the fraction.

    One may be last when no other would come in below it afterwards, or when it comes in below
    the other. A fraction of 0 ends a trace at once.
    """
    lowering = [hit for hit in hits if hit.lowers]
    return [
        hit
        for hit in lowering
        if abs(hit.fraction) <= tolerance
        or all(
            other.gate >= hit.fraction - tolerance or hit.gate <= other.fraction + tolerance
            for other in lowering
        )
    ]


def tolerance_of(sweep_length: float) -> float:
    """Return the tolerance of a fraction over a sweep of that many units."""
    if sweep_length == 0:
        return FRACTION_TOLERANCE
    return max(FRACTION_TOLERANCE, LENGTH_TOLERANCE / sweep_length)


def disagreement(answer: Answer, hits: list[Hit], sweep_length: float) -> str:
    """Say what an answer has that no order of the hits gives; empty when there is nothing."""
    tolerance = tolerance_of(sweep_length)
    last = possible(hits, tolerance)
    if not last:
        wrong = against_nothing(answer)
    else:
        reports = [against(answer, hit, hits, tolerance) for hit in last]
        wrong = "" if "" in reports else " or ".join(sorted(set(reports)))
    return wrong or flags_wrong(answer, hits, tolerance)


def against_nothing(answer: Answer) -> str:
    if answer.fraction != 1:
        return f"fraction {answer.fraction} where nothing is hit"
    if answer.contents & FLAGS or answer.surface_flags or answer.material:
        return "names a surface though nothing is hit"
    return "" if answer.normal == (0, 0, 0) else "has a normal though nothing is hit"


def against(answer: Answer, hit: Hit, hits: list[Hit], tolerance: float) -> str:
    due = max(0.0, hit.fraction)  # the library gives no fraction below 0, stock does
    if abs(answer.fraction - due) > tolerance:
        return f"fraction {answer.fraction} not {due} ({hit.kind})"
    if hit.entity != answer.entity:
        return f"entity {answer.entity} not {hit.entity} ({hit.kind})"
    if hit.contents != UNSTATED:
        return surface_wrong(answer, hit, hit.contents)
    # Such a hit writes no surface: there is none, or one that was met before it still stands.
    before = [Hit("nothing", 1.0), *(other for other in hits if other.lowers)]
    reports = [surface_wrong(answer, other, answer.contents) for other in before]
    return "" if "" in reports else reports[0]


def surface_wrong(answer: Answer, hit: Hit, contents: int) -> str:
    """Compare normal, flags, contents and name."""
    if any(
        abs(got - due) > NORMAL_TOLERANCE
        for got, due in zip(answer.normal, hit.normal, strict=True)
    ):
        return f"normal {answer.normal} not {hit.normal} ({hit.kind})"
    got = (answer.contents & FLAGS, answer.surface_flags & FLAGS, answer.material)
    due = (contents & FLAGS, hit.surface_flags & FLAGS, hit.material)
    return "" if got == due else f"surface {got} not {due} ({hit.kind})"


def flags_wrong(answer: Answer, hits: list[Hit], tolerance: float) -> str:
    """Compare the two flags; a trace that ended at 0 may not have met all that raise them."""
    near = max(tolerance, NEAR_ZERO)
    ended = [hit for hit in hits if hit.lowers and hit.fraction <= near]
    grazed = sum(hit.kind in ("triangle edge", "triangle vertex") for hit in ended)
    for flag in ("startsolid", "allsolid"):
        got = getattr(answer, flag)
        due = any(getattr(hit, flag) for hit in hits)
        if got == due:
            continue
        if due and any(not getattr(hit, flag) for hit in ended):
            continue
        if got and flag == "startsolid" and grazed > 1:
            continue
        return f"{flag} {got} not {due}"
    return ""
