"""How long the server's frames take: what a host looks at when players complain."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Final

from uoserver.console.errors import CommandError

if TYPE_CHECKING:
    from uoserver.console.commands import CommandRegistry, Invocation

KEPT: Final = 12_000
"""Frames that are looked back on: ten minutes at the stock rate."""
SHARES: Final = (50, 95, 99)


class FrameTimes:
    """The work of the last frames, in milliseconds of real time."""

    def __init__(self, commands: CommandRegistry) -> None:
        self._times: Final[deque[float]] = deque(maxlen=KEPT)
        self.late = 0
        """Frames that ran in one go with an earlier one or not at all, since the start."""
        self._late_before = 0
        commands.register(
            "frametimes", self._show, "frametimes [json|reset]: how long frames took of late"
        )

    def add(self, milliseconds: float) -> None:
        """Note the work of a frame."""
        self._times.append(milliseconds)

    def figures(self) -> dict[str, float]:
        """Return the number of frames, p50, p95, p99 and max in ms, and late frames."""
        times = sorted(self._times)
        figures: dict[str, float] = {"frames": len(times)}
        for share in SHARES:
            at = min(len(times) - 1, len(times) * share // 100)
            figures[f"p{share}"] = round(times[at], 3) if times else 0.0
        figures["max"] = round(times[-1], 3) if times else 0.0
        figures["late"] = self.late - self._late_before
        return figures

    def _show(self, call: Invocation) -> None:
        what = call.arg(1).lower()
        if what not in ("", "json", "reset") or len(call.words) > 2:
            raise CommandError("usage: frametimes [json|reset]")
        if what == "reset":
            self._times.clear()
            self._late_before = self.late
            return
        figures = self.figures()
        if what == "json":
            call.print(json.dumps(figures))
            return
        shown = ", ".join(f"{name} {figures[name]:.1f}" for name in ("p50", "p95", "p99", "max"))
        call.print(f"{figures['frames']:.0f} frames: {shown} ms; {figures['late']:.0f} late")
