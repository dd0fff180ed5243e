from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.level import Session
from uoproto.cli.drive import Controls, DriveError, DriveScript, apply_controls, parse_drive

SCRIPT = """\
# walk north, then turn and sprint
0     127 0 0   0  90  0
2000  127 -127 1   -10.5 180  0x8008   # sprint, prone

3500    0 0 0   0 180  0
"""


def test_a_script() -> None:
    script = parse_drive(SCRIPT.splitlines())
    assert script.times == (0, 2000, 3500)
    assert script.controls[1] == Controls(127, -127, 1, -10.5, 180.0, 0x8008)


def test_a_line_holds_until_the_next() -> None:
    script = parse_drive(["100 1 0 0 0 0 0", "200 2 0 0 0 0 0", "200 3 0 0 0 0 0"])
    moves = [controls and controls.forward for controls in map(script.at, (99, 100, 199, 200))]
    assert moves == [None, 1, 1, 3]
    assert script.at(10**6) == Controls(3)
    assert DriveScript().at(0) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5 127 0 0 0 0", "line 2: 6 fields, needs MS forward right up pitch yaw BUTTONS"),
        ("5 127 0 0 0 0 0 0", "line 2: 8 fields"),
        ("5 x 0 0 0 0 0", "line 2: forward 'x' is not an integer"),
        ("5 0 1.5 0 0 0 0", "line 2: right '1.5' is not an integer"),
        ("5 0 0 128 0 0 0", "line 2: up 128 is outside -127..127"),
        ("5 0 0 0 north 0 0", "line 2: pitch 'north' is not an angle"),
        ("5 0 0 0 0 nan 0", "line 2: yaw 'nan' is not an angle"),
        ("5 0 0 0 0 0 65536", "line 2: BUTTONS 65536 is outside"),
        ("-1 0 0 0 0 0 0", "line 2: MS -1 is outside"),
        ("4 0 0 0 0 0 0", "line 2: time 4 is before 5"),
    ],
)
def test_a_wrong_line_is_named(line: str, message: str) -> None:
    with pytest.raises(DriveError, match=f"^{message}"):
        parse_drive(["5 0 0 0 0 0 0", line])


@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_text_is_a_script_or_a_drive_error(lines: list[str]) -> None:
    try:
        script = parse_drive(lines)
    except DriveError:
        return
    assert len(script.times) == len(script.controls)


def test_the_view_turns_where_the_script_says() -> None:
    """Usercmd angles are relative: the server adds the player's delta_angles."""
    session = Session()
    newest = session.client.level.frames.newest
    assert newest
    player = newest.frame.player.with_fields({"delta_angles[0]": 1000, "delta_angles[1]": 60000})
    object.__setattr__(newest.frame, "player", player)
    apply_controls(session.client, Controls(forward=127, pitch=-45, yaw=90, buttons=0x8041))
    command = session.client.usercmd
    assert (command.angles[0] + 1000) & 0xFFFF == 0x10000 - 0x2000
    assert (command.angles[1] + 60000) & 0xFFFF == 0x4000
    assert (command.buttons, command.wbuttons, command.weapon) == (0x41, 0x80, 1)
    assert command.forwardmove == 127


def test_without_controls_he_stands_still_and_keeps_his_weapon() -> None:
    session = Session()
    apply_controls(session.client, Controls(forward=127, yaw=90))
    looking = session.client.usercmd.angles
    apply_controls(session.client, None)
    command = session.client.usercmd
    assert (command.forwardmove, command.weapon, command.angles) == (0, 1, looking)


def test_before_the_first_snapshot_nothing_is_done() -> None:
    session = Session(start=False)
    before = session.client.usercmd
    apply_controls(session.client, Controls(forward=127))
    assert session.client.usercmd == before
