"""How a state that cannot be is refused (demands)."""

from __future__ import annotations

import pytest

from uoserver.sim.saves.demands import InvariantError, demand
from uoserver.sim.saves.invariants import InvariantError as SameError


def test_what_is_true_passes_and_what_is_not_is_told() -> None:
    demand(True, "never told")
    with pytest.raises(InvariantError, match=r"^this is wrong$"):
        demand(False, "this is wrong")


def test_it_is_a_value_error_that_both_names_lead_to() -> None:
    assert issubclass(InvariantError, ValueError)
    assert SameError is InvariantError
