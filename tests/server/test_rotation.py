"""Steps of a map rotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.rotation import Step, next_step

HOSTS = (
    "gametype ctf map mp_foy gametype dm map mp_harbor map mp_missing exec rotate.cfg "
    "gametype ctf map mp_foy "
)


def test_a_rotation_as_hosts_write_it() -> None:
    steps = []
    rest = HOSTS
    while rest:
        step = next_step(rest)
        steps.append(step._replace(rest=""))
        rest = step.rest
    assert steps == [
        Step((("g_gametype", "ctf"),), map="mp_foy"),
        Step((("g_gametype", "dm"),), map="mp_harbor"),
        Step(map="mp_missing"),
        Step((("g_gametype", "ctf"),), ("rotate.cfg",), "mp_foy"),
    ]


@pytest.mark.parametrize(
    ("rotation", "step"),
    [
        ("", Step()),
        ("MAP mp_foy map b", Step(map="mp_foy", rest="map b")),
        (
            "allow_jeeps 0 allow_tanks 1 map a",
            Step((("scr_allow_jeeps", "0"), ("scr_allow_tanks", "1")), map="a"),
        ),
        ("so what map a", Step(map="a", unknown=("so", "what"))),
        ("gametype ctf", Step((("g_gametype", "ctf"),))),
        ("map", Step(missing="map")),
        ("gametype", Step(missing="gametype")),
        ("so exec a.cfg MAP", Step(files=("a.cfg",), unknown=("so",), missing="map")),
    ],
)
def test_steps(rotation: str, step: Step) -> None:
    assert next_step(rotation) == step


@given(st.lists(st.sampled_from(["map", "gametype", "exec", "x", "allow_jeeps"]), max_size=30))
def test_every_rotation_comes_to_its_end(words: list[str]) -> None:
    rest = " ".join(words)
    for _ in range(len(words) + 1):
        if not rest:
            return
        step = next_step(rest)
        assert len(step.rest) < len(rest)
        rest = step.rest
    raise AssertionError
