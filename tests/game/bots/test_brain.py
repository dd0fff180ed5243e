"""Whole bots: what they do in a match, and that nothing in one makes them raise."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from uoserver.game.bots import Atlas, Brain, look
from uoserver.game.bots.brain import THINKS_EVERY
from uoserver.game.bots.sight import Flag, Mate, Other, Own, Sight
from uoserver.sim.events import Docked, FlagCaptured, FlagTaken, Launched, Lost
from uoserver.sim.grid import CELLS, OUTSIDE, cell_number, centre
from uoserver.sim.kernel.fixmath import dist2_px
from uoserver.sim.keys import FIRES
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.world import GridWorld

from .scenes import JEEP, MSV, SOUTH, TANK, own, own_state, run, scene, sight, vehicle

PLAIN = 'drivers = [0, 1]\nmap = "0..f.............F..1"\n'


SMALL = "\n".join(
    [
        "drivers = [0, 1]",
        "map = '''",
        *["." * 26] * 21,
        "." * 25 + "F",
        "." * 14 + "f",
        "." * 25 + "1",
        "." * 14 + "0",
        "'''",
    ]
)
"""A map where all is nearer than what counts as hovering."""


def with_flag(text: str, cell: int, team: int = 1) -> Simulation:
    sim = scene(text)
    place(sim.state.grid, cell, NUMBER_OF["DEST_FLAG"], team)
    assert create(sim, Kind.FLAG, team, *centre(cell), 0, cell) is not None
    return sim


def test_one_alone_opens_the_way_changes_to_a_jeep_and_brings_the_flag_home() -> None:
    sim = scene(PLAIN)
    events = run(sim, 8000, only=(0,))
    launched = [each.type for each in events if isinstance(each, Launched)]
    assert launched[0] != JEEP
    assert launched[-1] == JEEP
    assert [each for each in events if isinstance(each, Docked)]
    assert [each for each in events if isinstance(each, FlagTaken)]
    assert sim.state.winner == 0
    assert any(isinstance(each, FlagCaptured) for each in events)


def test_a_jeep_fetches_a_flag_round_a_wall_and_carries_it_home() -> None:
    sim = with_flag(
        'drivers = [0, 1]\nlegend = { X = { static = "WALL_V", side = 1 } }\n'
        'map = """\n.....X....\n.....X....\n0....X...F..1\n.....X....\n.....X....\n"""\n'
        '[[vehicles]]\ntype = "jeep"\ncell = [42, 42]\nheading = 90',
        cell_number(49, 42),
    )
    run(sim, 1500, only=(0,))
    assert sim.state.winner == 0
    assert all(sim.state.grid.hits[cell_number(45, row)] for row in range(40, 45))


@pytest.mark.parametrize("type_", ["tank", "msv"])
def test_a_wall_without_a_way_round_is_shot_down(type_: str) -> None:
    sim = scene(
        'drivers = [0, 1]\nlegend = { D = { terrain = "deep" }, W = { static = "WALL_V", side = 1 }'
        ' }\nmap = """\nDDDDDDDDDDDD\n...W......F.\nDDDDDDDDDDDD\n"""\n'
        f'[[vehicles]]\ntype = "{type_}"\ncell = [41, 41]\nheading = 90'
    )
    flag = cell_number(50, 41)
    run(sim, 3000, lambda: not sim.state.grid.hits[flag], only=(0,))
    assert not sim.state.grid.hits[flag]
    assert not sim.state.grid.hits[cell_number(43, 41)]
    assert vehicle(sim)


def test_water_is_driven_round() -> None:
    sim = with_flag(
        'drivers = [0, 1]\nmap = """\n.....~~...\n0....~~..F..1\n.....~~...\n.....~~...\n"""\n'
        '[[vehicles]]\ntype = "jeep"\ncell = [42, 41]\nheading = 90',
        cell_number(49, 41),
    )
    events = run(sim, 1500, only=(0,))
    assert sim.state.winner == 0
    assert not [each for each in events if isinstance(each, Lost)]


@pytest.mark.parametrize(
    ("type_", "extra"),
    [("tank", "shots = [0]"), ("msv", "fuel = 20"), ("helicopter", "shots = [0, 0]")],
)
def test_the_worn_go_home_and_come_back_whole(type_: str, extra: str) -> None:
    sim = scene(f'{PLAIN}[[vehicles]]\ntype = "{type_}"\ncell = [43, 44]\nheading = 90\n{extra}')
    events = run(sim, 2500, lambda: sim.state.drivers[0].view.mode is Mode.LAUNCH, only=(0,))
    assert [each for each in events if isinstance(each, Docked)]


@pytest.mark.parametrize("type_", ["tank", "jeep", "msv"])
def test_who_finds_his_pad_taken_does_not_press_on_for_ever(type_: str) -> None:
    sim = scene(
        f'{PLAIN.replace("[0, 1]", "[0, 1, 0]")}[[vehicles]]\ntype = "{type_}"\n'
        "pixel = [1309, 1296]\nheading = 270\nfuel = 20\n"
        '[[vehicles]]\ndriver = 2\ntype = "tank"\npixel = [1282, 1296]\nheading = 0'
    )
    run(sim, 3000, lambda: not sim.state.drivers[0].vehicle, only=(0,))
    assert not sim.state.drivers[0].vehicle


def test_two_tanks_fight_and_one_is_lost() -> None:
    sim = scene(
        f'{PLAIN}[[vehicles]]\ntype = "tank"\ncell = [46, 46]\nheading = 90\n'
        '[[vehicles]]\ndriver = 1\ntype = "tank"\ncell = [52, 46]\nheading = 270'
    )
    events = run(sim, 3000)
    [*_, lost] = [each for each in events if isinstance(each, Lost)]
    assert lost.by in (0, 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_helicopters_with_their_hulls_together_part(seed: int) -> None:
    sim = scene(
        f'{SMALL}\n[[vehicles]]\ndriver = 0\ntype = "helicopter"\npixel = [2017, 2044]\n'
        'heading = 45\n[[vehicles]]\ndriver = 1\ntype = "helicopter"\npixel = [2009, 2014]\n'
        "heading = 101\nhits = 3"  # so few that it wants to go home
    )
    first, second = vehicle(sim, 0), vehicle(sim, 1)

    def apart() -> bool:
        return dist2_px(first.x, first.y, second.x, second.y) > 40**2

    run(sim, 150, apart, seed=seed)
    assert apart()
    events = run(sim, 1200, lambda: not sim.state.drivers[1].vehicle, seed=seed)
    assert [each for each in events if isinstance(each, Docked)]


def test_who_is_walled_in_gives_up_in_the_end() -> None:
    sim = scene(
        'drivers = [0, 1]\nlegend = { H = { static = "DEST_FLAG", side = 1 } }\n'
        'map = """\nHHH......F..1\nH.H\nHHH\n"""\n'
        '[[vehicles]]\ntype = "tank"\ncell = [41, 41]\nshots = [150]'
    )
    events = run(sim, 3000, lambda: not sim.state.drivers[0].vehicle, only=(0,))
    assert [each.cause for each in events if isinstance(each, Lost)] == ["self"]


def test_nobody_waits_on_his_pad() -> None:
    sim = scene('drivers = [0, 0, 1]\nmap = "0..............F..1"\n')
    run(sim, 1500, only=(0,))
    pad_x, pad_y = centre(sim.state.sides[0].pad)
    obj = vehicle(sim)
    assert own_state(sim).type == JEEP
    assert max(abs(obj.x - pad_x), abs(obj.y - pad_y)) > 40 << 16
    assert obj.speed < 1 << 12


def test_keys_hold_between_thoughts_and_presses_do_not() -> None:
    sim = scene('drivers = [0]\nmap = "0"')
    brain, words = Brain(0, 1), []
    for _ in range(60):
        words.append(brain.think(sim)[0])
        step(sim, [words[-1]])
    pressed = [number for number, word in enumerate(words) if word]
    assert pressed
    assert all(b - a >= THINKS_EVERY for a, b in itertools.pairwise(pressed))


def test_the_same_seed_presses_the_same_keys() -> None:
    words: list[list[tuple[int, int | None]]] = []
    for seed in (5, 5):
        sim = scene(PLAIN)
        brains = [Brain(number, seed + number) for number in (0, 1)]
        words.append([])
        for _ in range(900):
            pressed = [brain.think(sim) for brain in brains]
            words[-1] += pressed
            for driver, (_, heading) in zip(sim.state.drivers, pressed, strict=True):
                driver.analog = heading is not None
                driver.steer = -1 if heading is None else heading
            step(sim, [word for word, _ in pressed])
    assert words[0] == words[1]
    assert len({word for word, _ in words[0]}) > 3


def test_a_brain_that_comes_to_another_match_looks_at_its_land() -> None:
    brain = Brain(0, 1)
    text = 'drivers = [0, 1]\nmap = "0...F..1"\n[[vehicles]]\ntype = "jeep"\ncell = [50, 50]'
    first, second = scene(text), scene(text)
    brain.think(first)
    for _ in range(8):
        step(second, [brain.think(second)[0]])
    assert brain.think(second)


def test_there_must_be_such_a_driver() -> None:
    with pytest.raises(LookupError, match="no driver 7"):
        Brain(7, 1).think(scene(PLAIN))


# -- nothing makes a bot raise ---------------------------------------------------------------------

places = st.integers(-(1 << 31), (1 << 31) - 1)
small = st.integers(-5, 300)
cells = st.integers(-1, CELLS)
flags = st.builds(Flag, st.integers(0, 1), places, places, cells, st.integers(-1, 9))
others = st.builds(
    Other, small, small, st.integers(0, 1), st.integers(0, 3), places, places, places
)


@st.composite
def owns(draw: st.DrawFn) -> Own:
    type_ = draw(st.integers(0, 3))
    x, y = draw(places), draw(places)
    inside = 0 <= x < 128 << 21 and 0 <= y < 128 << 21
    shots = tuple(draw(st.integers(0, 150)) for _ in range(2 if type_ >= MSV else 1))
    return Own(
        *(draw(small), type_, x, y, draw(places), draw(st.integers(0, 0x3FFFFF)), draw(places)),
        *(draw(st.integers(-5, 100)), draw(st.integers(-100, 100)), shots),
        turret=draw(st.integers(0, 0x3FFFFF)),
        weapon=draw(st.integers(0, 1)),
        cell=(y >> 21) * 128 + (x >> 21) if inside else OUTSIDE,
        left=draw(st.booleans()),
        blocked=draw(st.booleans()),
        free=draw(st.booleans()),
    )


sights = st.builds(
    Sight,
    st.integers(0, 1 << 31),
    st.just(2),
    st.integers(0, 1),
    st.sampled_from(list(Mode)),
    st.integers(0, 3),
    st.tuples(*[st.integers(0, 255)] * 4),
    st.lists(st.builds(Mate, st.integers(0, 9), st.integers(-1, 3)), max_size=5).map(tuple),
    st.lists(st.integers(0, CELLS - 1), max_size=4).map(tuple),
    own=st.none() | owns(),
    others=st.lists(others, max_size=5).map(tuple),
    flags=st.lists(flags, max_size=3).map(tuple),
)


@settings(max_examples=80, deadline=None, phases=[p for p in Phase if p is not Phase.shrink])
@given(st.lists(sights, min_size=1, max_size=4), st.integers(0, 1 << 40))
def test_whatever_a_bot_sees_it_has_keys(seen: list[Sight], seed: int) -> None:
    sim = scene(PLAIN)
    atlas, brain = Atlas(sim.state.grid, GridWorld(sim.state.grid)), Brain(2, seed)
    for each in seen:
        word, heading = brain.decide(each, atlas)
        assert 0 <= word < 1 << 32
        assert heading is None or 0 <= heading < 0x400000


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from(list(Mode)), st.integers(0, 3))
def test_whatever_mode_a_driver_is_in_his_bot_goes_on(seed: int, mode: Mode, type_: int) -> None:
    sim = scene(PLAIN)
    driver = sim.state.drivers[0]
    driver.view.mode, driver.view.type = mode, type_
    brain = Brain(0, seed)
    for _ in range(40):
        word, _ = brain.think(sim)
        if mode in (Mode.GONE, Mode.FLY_BACK, Mode.HOLD):
            assert word == 0
        step(sim, [word])


def test_a_hopeless_one_presses_all_three() -> None:
    sim = scene(PLAIN)
    atlas, brain = Atlas(sim.state.grid, sim.world), Brain(0, 1)
    picture = sight(own(TANK), mates=(Mate(0), Mate(2)))
    pressed = 0
    for tick in range(0, 4000, THINKS_EVERY):
        brain.decide(picture._replace(tick=tick), atlas)
        pressed |= brain.press
    assert pressed & FIRES == FIRES
    assert look(sim, 0).own is None


def test_who_is_off_the_map_comes_back() -> None:
    sim = scene(PLAIN)
    atlas, brain = Atlas(sim.state.grid, sim.world), Brain(0, 1)
    picture = sight(own(TANK, x=-60, cell=OUTSIDE), mates=(Mate(0), Mate(2)))
    keys = brain.decide(picture, atlas)
    assert keys.heading is not None
    assert 0 < keys.heading < SOUTH


def test_a_flag_beside_a_wall_is_taken() -> None:
    sim = scene(
        'drivers = [0, 1]\nlegend = { X = { static = "WALL_V", side = 1 } }\n'
        'map = """\n....X....\n0...X...1\n....X...F\n"""\n'
        '[[vehicles]]\ntype = "jeep"\ncell = [42, 41]\nheading = 90'
    )
    x, y = centre(cell_number(44, 41))
    assert (
        create(sim, Kind.FLAG, 1, x - (13 << 16), y + (13 << 16), 0, cell_number(44, 41))
        is not None
    )
    events = run(sim, 100, lambda: bool(vehicle(sim).children), only=(0,))
    assert [each for each in events if isinstance(each, FlagTaken)]
    run(sim, 600, only=(0,))
    assert sim.state.winner == 0
