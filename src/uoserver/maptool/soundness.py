"""Whether a server can host a map: the rules of `check`, and a clip model made of it."""

from __future__ import annotations

from typing import Final

from uoserver.bsp import Finding, check, read
from uoserver.bsp.check import Rule
from uoserver.bsp.errors import DamagedError
from uoserver.collision import load_clip_model

CLIP_MODEL: Final = Rule(
    "clip-model", "error", "A clip model can be made: curves stay in their limits.", "collision2"
)
"""What `check` does not prove: only subdividing a curve tells its points, planes and facets."""


def has_errors(findings: list[Finding]) -> bool:
    """Return whether a finding is an error."""
    return any(finding.severity == "error" for finding in findings)


def find_faults(data: bytes) -> list[Finding]:
    """Return the findings of `check` and that of `CLIP_MODEL`; never raises.

    The clip model is made only of a map in which `check` finds no error. A file without errors
    is one that the server takes.
    """
    findings = check(data)
    if not has_errors(findings):
        try:
            load_clip_model(read(data))
        except DamagedError as error:
            name, severity, *_ = CLIP_MODEL
            place = (error.lump, error.record, None, None)
            findings.append(Finding(severity, *place, name, str(error)))
    return findings
