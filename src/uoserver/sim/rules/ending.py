"""The end of a match (rules: Win / lose)."""

from __future__ import annotations

from ..events import Ended
from ..simulation import Simulation


def end(sim: Simulation, winner: int) -> None:
    """End the match: a side has won, or none with -1. What ended stays ended."""
    if sim.state.running:
        sim.state.running = False
        sim.state.winner = winner
        sim.events.append(Ended(winner))
