from __future__ import annotations

from tests.sim.play import new_sim, run
from uoserver.sim.events import Ended
from uoserver.sim.rules.ending import end
from uoserver.sim.simulation import NO_WINNER


def test_a_match_ends_once() -> None:
    sim = new_sim()
    assert sim.state.winner == NO_WINNER
    run(sim, 1)
    end(sim, 1)
    end(sim, -1)
    assert (sim.state.running, sim.state.winner) == (False, 1)
    assert sim.events == [Ended(1)]
