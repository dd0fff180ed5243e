from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference import bits
from tests.reference import usercmd as reference
from tests.strategies import WORDS, attempt, player_states, usercmds
from uoproto.constants import Button, WButton
from uoproto.errors import LocalProtocolError
from uoproto.message import MessageReader, MessageWriter
from uoproto.states import PlayerState, UserCmd
from uoproto.usercmd import default_usercmd, quantize, read_usercmd, write_usercmd

ZERO = UserCmd()


@st.composite
def chains(draw: st.DrawFn) -> list[UserCmd]:
    """Return commands that repeat most of the one before, as a player's do."""
    commands = [draw(usercmds())]
    for _ in range(draw(st.integers(1, 4))):
        last, other = commands[-1], draw(usercmds())
        kept = draw(st.sets(st.sampled_from(list(UserCmd.__slots__))))
        values = {name: getattr(last, name) for name in kept}
        step = draw(st.integers(-2, 300))
        values["command_time"] = max(-(2**31), min(last.command_time + step, 2**31 - 1))
        commands.append(replace(other, **values))
    return commands


def written(key: int, old: UserCmd, new: UserCmd) -> bytes:
    writer = MessageWriter()
    write_usercmd(writer, key, old, new)
    return writer.to_bytes()


def plain(cmd: UserCmd) -> reference.UserCmd:
    return reference.UserCmd(
        cmd.command_time,
        cmd.buttons,
        cmd.wbuttons,
        cmd.weapon,
        cmd.angles,
        cmd.forwardmove,
        cmd.rightmove,
        cmd.upmove,
    )


@given(chains(), WORDS)
def test_as_the_reference(commands: list[UserCmd], key: int) -> None:
    writer, ours = bits.Writer(), MessageWriter()
    for old, new in pairwise(commands):
        reference.write_usercmd(writer, key, plain(old), plain(new))
        write_usercmd(ours, key, old, new)
    assert ours.to_bytes() == bytes(writer.data)


@given(chains(), WORDS)
def test_round_trip(commands: list[UserCmd], key: int) -> None:
    writer = MessageWriter()
    for old, new in pairwise(commands):
        write_usercmd(writer, key, old, new)
    reader = MessageReader(writer.to_bytes())
    got = quantize(commands[0])
    for sent in commands[1:]:
        got = read_usercmd(reader, key, got)
        assert got == quantize(sent)
    assert not reader.remaining


def test_unchanged_form() -> None:
    # 1 and a byte for the time, then the keyed control bit.
    assert written(0, ZERO, UserCmd(command_time=5)).hex() == "0105"
    assert written(1, ZERO, UserCmd(command_time=5)).hex() == "0305"
    assert written(0, ZERO, UserCmd(command_time=0x12345)).hex() == "0045230100"


def test_compact_form() -> None:
    # 1 | ctl 1, 0, fire 1, pitch 0, yaw 0, horizontal 1 + 0101 (forward, right).
    new = UserCmd(buttons=1, forwardmove=127, rightmove=11)
    assert written(0, ZERO, new).hex() == "cb0002"
    assert read_usercmd(MessageReader(written(0, ZERO, new)), 0, ZERO) == quantize(new)


def test_time_enters_the_key_of_the_compact_form_only_late_in_the_full_one() -> None:
    compact = UserCmd(command_time=0xFFFF, angles=(1, 0, 0))
    assert written(0, ZERO, compact)[-2:] == bytes.fromhex("feff")
    full = UserCmd(command_time=0xFFFF, angles=(1, 0, 1))
    assert bytes.fromhex("0100feff") in written(0, ZERO, full)


@pytest.mark.parametrize(
    "change",
    [
        {"buttons": 2},
        {"buttons": 0x80},
        {"wbuttons": 1},
        {"weapon": 3},
        {"angles": (0, 0, 9)},
        {"upmove": 127},
    ],
)
def test_full_form_is_chosen(change: dict[str, int]) -> None:
    reader = MessageReader(written(0, ZERO, UserCmd(**change)))  # type: ignore[arg-type]
    assert reader.read_bit() == 1
    reader.read_byte()
    assert reader.read_bits(2) == 3


@pytest.mark.parametrize(
    "change", [{"buttons": 1}, {"forwardmove": 127}, {"rightmove": -50}, {"angles": (1, 2, 0)}]
)
def test_compact_form_is_chosen(change: dict[str, int]) -> None:
    reader = MessageReader(written(0, ZERO, UserCmd(**change)))  # type: ignore[arg-type]
    assert reader.read_bit() == 1
    assert reader.read_bits(2) == 1


def test_moves_are_quantized_before_they_are_compared() -> None:
    old = UserCmd(forwardmove=127, upmove=-127)
    assert written(0, old, UserCmd(forwardmove=11, upmove=-11)) == written(0, old, old)
    assert quantize(UserCmd(forwardmove=10, rightmove=-10, upmove=11)) == UserCmd(upmove=127)
    assert quantize(UserCmd(forwardmove=-11)) == UserCmd(forwardmove=-127)


def test_an_unchanged_move_is_read_quantized_from_its_base() -> None:
    base = UserCmd(forwardmove=50)
    data = written(0, base, replace(base, buttons=1))
    assert read_usercmd(MessageReader(data), 0, base) == UserCmd(buttons=1, forwardmove=127)
    same = written(0, base, base)
    assert read_usercmd(MessageReader(same), 0, base) == base  # nothing changed at all


def test_quantize() -> None:
    cmd = UserCmd(2**32 - 5, 0xFF, 0xFF, 127, (-1, 0x8000, -0x8000), 127, -128, 0)
    assert quantize(cmd) == UserCmd(-5, 0x7F, 0xFF, 127, (0xFFFF, 0x8000, 0x8000), 127, -127, 0)


@pytest.mark.parametrize(
    "cmd",
    [
        UserCmd(command_time=2**32),
        UserCmd(buttons=256),
        UserCmd(wbuttons=-1),
        UserCmd(weapon=128),
        UserCmd(angles=(0, 65536, 0)),
    ],
)
def test_values_the_wire_cannot_carry(cmd: UserCmd) -> None:
    with pytest.raises(LocalProtocolError):
        written(0, ZERO, cmd)
    with pytest.raises(LocalProtocolError):
        quantize(cmd)


@given(st.binary(max_size=30), WORDS, usercmds(), st.booleans())
def test_any_bytes(data: bytes, key: int, base: UserCmd, lenient: bool) -> None:
    cmd = attempt(lambda: read_usercmd(MessageReader(data, lenient=lenient), key, quantize(base)))
    if cmd is not None:
        assert quantize(cmd) == cmd


# -- the default command ------------------------------------------------------------------------

ACTIVE = 0x80000


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"eFlags": 0x40}, {"wbuttons": WButton.PRONE, "upmove": -127}),
        ({"eFlags": 0x20}, {"wbuttons": WButton.CROUCH, "upmove": -127}),
        ({"eFlags": 0x60}, {"wbuttons": WButton.PRONE, "upmove": -127}),
        ({"leanf": 0.25}, {"wbuttons": WButton.LEAN_RIGHT}),
        ({"leanf": -0.25}, {"wbuttons": WButton.LEAN_LEFT}),
        ({"fWeaponPosFrac": 0.5}, {"buttons": Button.ADS}),
        ({"pm_flags": ACTIVE | 0x10000}, {"buttons": Button.SPRINT}),
        ({"weapon": 9}, {"weapon": 9}),
    ],
)
def test_default_command(fields: dict[str, float], expected: dict[str, int]) -> None:
    active = PlayerState.from_fields({"pm_flags": ACTIVE, **fields})
    assert default_usercmd(active) == UserCmd(**expected)  # type: ignore[arg-type]
    passive = active.with_fields({"pm_flags": int(active["pm_flags"]) & ~ACTIVE})
    assert default_usercmd(passive) == UserCmd(weapon=expected.get("weapon", 0))


def test_default_angles() -> None:
    player = PlayerState.from_fields(
        {"viewangles[0]": -90, "viewangles[1]": 180, "delta_angles[1]": 5, "viewangles[2]": 7}
    )
    assert default_usercmd(player).angles == (0xC000, 0x8000 - 5, 0)


@given(player_states(canonical=False))
def test_default_command_as_the_reference(player: PlayerState) -> None:
    words = {
        name: word for name, word in zip(player.ORDER.names, player.words, strict=True) if word
    }
    assert plain(default_usercmd(player)) == reference.default_usercmd(words)


@pytest.mark.parametrize(
    "wrong",
    [
        UserCmd(angles=(0, 0)),  # type: ignore[arg-type]
        UserCmd(angles=(0, 0, 0, 0)),  # type: ignore[arg-type]
        UserCmd(command_time=1.0),  # type: ignore[arg-type]
        UserCmd(angles=(0.0, 0, 0)),  # type: ignore[arg-type]
        UserCmd(weapon=None),  # type: ignore[arg-type]
        UserCmd(forwardmove=127.0),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_usercmd(wrong: UserCmd) -> None:
    writer = MessageWriter()
    with pytest.raises(LocalProtocolError):
        write_usercmd(writer, 0, UserCmd(), wrong)
    with pytest.raises(LocalProtocolError):
        quantize(wrong)
    assert writer.to_bytes() == b""


@pytest.mark.parametrize(
    ("lean", "wbuttons"),
    [
        (0.5, WButton.LEAN_RIGHT),
        (0.001, WButton.LEAN_RIGHT),
        (1e-30, WButton.LEAN_RIGHT),
        (0.0, 0),
        (-0.0, 0),
        (-0.001, WButton.LEAN_LEFT),
    ],
)
def test_the_slightest_lean_counts(lean: float, wbuttons: int) -> None:
    player = PlayerState.from_fields({"pm_flags": 0x80000, "leanf": lean})
    assert default_usercmd(player) == UserCmd(wbuttons=int(wbuttons))


@pytest.mark.parametrize("bit", range(24))
def test_one_flag_says_that_a_player_is_active(bit: int) -> None:
    player = PlayerState.from_fields({"pm_flags": 1 << bit, "eFlags": 0x20})
    active = UserCmd(wbuttons=int(WButton.CROUCH), upmove=-127)
    assert default_usercmd(player) == (active if 1 << bit == 0x80000 else UserCmd())


def test_keys_leave_no_values_behind_in_the_flags() -> None:
    """An IntFlag keeps each value it was ever asked for: clients grew with each packet."""
    before = len(Button._value2member_map_), len(WButton._value2member_map_)
    old = UserCmd(100, weapon=1)
    new = UserCmd(5000, Button.FIRE | Button.ADS, WButton.LEAN_LEFT, 2, (1, 2, 3))
    for key in range(1 << 24, (1 << 24) + 500):
        writer = MessageWriter()
        write_usercmd(writer, key, old, new)
        assert read_usercmd(MessageReader(writer.to_bytes()), key, old) == new
    after = len(Button._value2member_map_), len(WButton._value2member_map_)
    assert sum(after) - sum(before) < 20
