from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import MAX_INFO_STRING
from uoserver.console.cvars import (
    MAX_CVAR_VALUE,
    MAX_CVARS,
    Cvar,
    CvarFlag,
    CvarRegistry,
)
from uoserver.console.errors import CvarError
from uoserver.console.stock import register_stock


@pytest.fixture
def cvars() -> CvarRegistry:
    return CvarRegistry()


def test_flag_bits_are_the_engines() -> None:
    assert [CvarFlag.ARCHIVE, CvarFlag.SERVERINFO, CvarFlag.SYSTEMINFO] == [0x1, 0x4, 0x8]
    assert [CvarFlag.INIT, CvarFlag.LATCH, CvarFlag.ROM] == [0x10, 0x20, 0x40]
    assert [CvarFlag.USER_CREATED, CvarFlag.TEMP, CvarFlag.CHEAT] == [0x80, 0x100, 0x200]


def test_names_ignore_case_and_keep_the_first_spelling(cvars: CvarRegistry) -> None:
    cvars.register("sv_floodProtect", "1", CvarFlag.SERVERINFO)
    result = cvars.set("SV_FLOODPROTECT", "0")
    assert result.cvar.name == "sv_floodProtect"
    assert cvars.get("sv_floodprotect") == "0"
    assert "Sv_FloodProtect" in cvars
    assert len(cvars) == 1


def test_reading_what_is_not_there(cvars: CvarRegistry) -> None:
    assert cvars.get("x") == ""
    assert cvars.get("x", "d") == "d"
    assert cvars.get_int("x") == 0
    assert cvars.get_float("x") == 0.0
    assert cvars.find("x") is None


def test_a_user_cvar_is_taken_over_with_its_value(cvars: CvarRegistry) -> None:
    cvars.set("mod_x", "5")
    made = cvars.find("mod_x")
    assert made is not None
    assert made.flags == CvarFlag.USER_CREATED
    taken = cvars.register("mod_X", "1", CvarFlag.ARCHIVE, maximum=3)
    assert taken is made
    assert (taken.value, taken.default, taken.flags) == ("3", "1", CvarFlag.ARCHIVE)


def test_rom_and_checked_cvars_do_not_take_over_a_users_value(cvars: CvarRegistry) -> None:
    cvars.set("protocol", "6")
    assert cvars.register("protocol", "22", CvarFlag.ROM).value == "22"
    cvars.set("sv_pure", "1")
    refused = cvars.register("sv_pure", "0", check=lambda value: "no" if value == "1" else None)
    assert refused.value == "0"


def test_rom_is_read_only_but_for_the_server(cvars: CvarRegistry) -> None:
    cvars.register("mapname", "nomap", CvarFlag.ROM)
    with pytest.raises(CvarError, match="mapname is read only"):
        cvars.set("mapname", "x")
    assert cvars.set("mapname", "nomap").note == ""  # the same value is no change
    cvars.set("mapname", "mp_foy", force=True)
    assert cvars.get("mapname") == "mp_foy"


def test_init_is_open_until_sealed(cvars: CvarRegistry) -> None:
    cvars.register("fs_game", "", CvarFlag.INIT)
    cvars.set("fs_game", "mod")
    cvars.seal()
    with pytest.raises(CvarError, match="write protected"):
        cvars.set("fs_game", "other")
    assert cvars.get("fs_game") == "mod"


def test_latch_waits_after_sealing(cvars: CvarRegistry) -> None:
    latch = cvars.register("g_gametype", "ctf", CvarFlag.LATCH)
    cvars.set("g_gametype", "tdm")
    assert latch.value == "tdm"
    cvars.seal()
    assert "restarting" in cvars.set("g_gametype", "dm").note
    assert (latch.value, latch.latched) == ("tdm", "dm")
    assert cvars.apply_latched() == [latch]
    assert (latch.value, latch.latched) == ("dm", None)
    assert cvars.apply_latched() == []


def test_latch_set_back_no_longer_waits(cvars: CvarRegistry) -> None:
    latch = cvars.register("g_gametype", "ctf", CvarFlag.LATCH)
    cvars.seal()
    cvars.set("g_gametype", "dm")
    cvars.set("g_gametype", "ctf")
    assert latch.latched is None


def test_an_empty_value_can_wait_too(cvars: CvarRegistry) -> None:
    latch = cvars.register("net_ip", "192.0.2.1", CvarFlag.LATCH)
    cvars.seal()
    cvars.set("net_ip", "")
    cvars.apply_latched()
    assert latch.value == ""


def test_cheats_need_sv_cheats(cvars: CvarRegistry) -> None:
    cvars.register("sv_cheats", "0", CvarFlag.ROM)
    cvars.register("c", "0", CvarFlag.CHEAT)
    with pytest.raises(CvarError, match="cheat protected"):
        cvars.set("c", "1")
    cvars.set("sv_cheats", "1", force=True)
    cvars.set("c", "1")
    assert cvars.get_int("c") == 1


@pytest.mark.parametrize(
    ("value", "kept"), [("65", "64"), ("0", "1"), ("-1e9", "1"), ("64", "64"), ("", "")]
)
def test_range(cvars: CvarRegistry, value: str, kept: str) -> None:
    cvars.register("sv_maxclients", "20", minimum=1, maximum=64)
    result = cvars.set("sv_maxclients", value)
    assert cvars.get("sv_maxclients") == kept
    assert bool(result.note) == (value != kept)


@pytest.mark.parametrize(
    ("value", "whole", "real"),
    [
        *(("", 20, 20.5), (".5e1", 20, 5.0), ("1.9", 20, 20.5), ("2.9", 2, 2.9), ("2", 2, 2.0)),
        *(("64", 64, 64.0), ("6e1", 20, 60.0)),
    ],
)
def test_a_number_that_no_range_holds_is_never_read(
    cvars: CvarRegistry, value: str, whole: int, real: float
) -> None:
    cvar = cvars.register("x", "20.5", minimum=2 if value != "6e1" else 7, maximum=64)
    cvar.value = value
    assert (cvars.get_int("x"), cvar.integer) == (whole, whole)
    assert (cvars.get_float("x"), cvar.number) == (real, real)
    assert cvars.get("x") == value


@pytest.mark.parametrize("value", ["", "-7", "x"])
def test_without_a_range_any_number_is_read(cvars: CvarRegistry, value: str) -> None:
    cvars.register("x", "20")
    cvars.set("x", value)
    assert cvars.get_int("x") == (-7 if value == "-7" else 0)
    cvars.register("y", "20", maximum=64)
    cvars.set("y", "")
    assert (cvars.get_int("y"), cvars.get_float("y")) == (0, 0.0)


@pytest.mark.parametrize("value", ["abc", "x1", "5x", "1 2", "0x10", "nan", "inf", " ", "-"])
def test_what_is_no_number_is_refused_where_a_range_is(cvars: CvarRegistry, value: str) -> None:
    cvars.register("net_port", "28960", minimum=0, maximum=65535)
    with pytest.raises(CvarError, match=r"^net_port is a number, not '.*'; it stays 28960$"):
        cvars.set("net_port", value, CvarFlag.ARCHIVE)
    cvar = cvars.find("net_port")
    assert cvar is not None
    assert (cvar.value, cvar.flags) == ("28960", CvarFlag.NONE)
    cvars.set("net_port", " +28961 ")
    assert cvars.get_int("net_port") == 28961
    cvars.register("free", "0")
    cvars.set("free", value)
    assert cvars.get("free") == value


def test_a_users_text_is_not_taken_over_as_a_number(cvars: CvarRegistry) -> None:
    cvars.set("net_port", "abc")
    cvars.register("net_port", "28960", minimum=0, maximum=65535)
    assert cvars.get("net_port") == "28960"


def test_check_refuses_with_its_reason(cvars: CvarRegistry) -> None:
    cvars.register("p", "0", check=lambda value: "not that" if value != "0" else None)
    with pytest.raises(CvarError, match="not that"):
        cvars.set("p", "1")
    assert cvars.get("p") == "0"


@pytest.mark.parametrize("name", ["", "a\\b", 'a"b', "a;b", "a\nb", "x" * 65])
def test_bad_names(cvars: CvarRegistry, name: str) -> None:
    with pytest.raises(CvarError):
        cvars.set(name, "1")


def test_limits(cvars: CvarRegistry) -> None:
    with pytest.raises(CvarError, match="longer"):
        cvars.set("a", "x" * (MAX_CVAR_VALUE + 1))
    for number in range(MAX_CVARS):
        cvars.set(f"c{number}", "1")
    with pytest.raises(CvarError, match="too many"):
        cvars.set("one_more", "1")
    cvars.set("c0", "2")
    assert cvars.get("c0") == "2"


def test_reset(cvars: CvarRegistry) -> None:
    cvars.register("a", "1")
    cvars.set("a", "2")
    cvars.reset("A")
    assert cvars.get("a") == "1"
    with pytest.raises(CvarError, match="no cvar"):
        cvars.reset("b")


def test_changes_are_noticed(cvars: CvarRegistry) -> None:
    seen: list[str] = []
    cvar = cvars.register("a", "1", CvarFlag.SERVERINFO)
    cvars.on_change("A", lambda changed: seen.append(changed.value))
    cvars.take_modified()
    cvars.set("a", "1")
    assert (seen, cvar.changes, cvars.take_modified()) == ([], 0, CvarFlag.NONE)
    cvars.set("a", "2")
    assert (seen, cvar.changes, cvars.take_modified()) == (["2"], 1, CvarFlag.SERVERINFO)
    assert cvars.take_modified() == CvarFlag.NONE


def test_a_new_flag_on_an_unchanged_value_is_noticed(cvars: CvarRegistry) -> None:
    cvars.set("Admin", "x")
    cvars.take_modified()
    cvars.set("Admin", "x", CvarFlag.SERVERINFO)
    assert cvars.take_modified() & CvarFlag.SERVERINFO
    assert cvars.serverinfo() == r"\Admin\x"


def test_info_strings_are_sorted_cleaned_and_leave_empty_values_out(cvars: CvarRegistry) -> None:
    for name, value in (("sv_maxRate", "0"), ("Empty", ""), ("sv_maxclients", 'a\\b";c\n')):
        cvars.register(name, value, CvarFlag.SERVERINFO)
    cvars.register("sv_serverid", "16", CvarFlag.SYSTEMINFO)
    cvars.set(".Home Page", "x", CvarFlag.SERVERINFO)
    assert cvars.serverinfo() == r"\.Home Page\x\sv_maxclients\abc\sv_maxRate\0"
    assert cvars.systeminfo() == r"\sv_serverid\16"


def test_passwords_are_shown_to_nobody() -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    names = [cvar.name for cvar in cvars if "password" in cvar.name.lower()]
    assert len(names) == 4
    for name in names:
        for flag in (CvarFlag.SERVERINFO, CvarFlag.SYSTEMINFO):
            note = cvars.set(name.upper(), "secret", flag).note
            assert note == f"{name} is a password: it is shown to nobody"
        assert cvars.get(name) == "secret"
        assert cvars.set(name, "secret", CvarFlag.ARCHIVE).note == ""
    assert "secret" not in cvars.serverinfo() + cvars.systeminfo()
    cvars.set("sv_fps", "30", CvarFlag.SERVERINFO)
    cvars.set("hint_password", "ask me")
    cvars.set("hint_password", "ask me", CvarFlag.SERVERINFO)
    assert r"\hint_password\ask me" in cvars.serverinfo()
    assert r"\sv_fps\30" in cvars.serverinfo()


def test_users_pairs_give_way_when_the_string_is_full(cvars: CvarRegistry) -> None:
    cvars.set("AAA", "x" * 900, CvarFlag.SERVERINFO)
    cvars.register("sv_hostname", "h" * 500, CvarFlag.SERVERINFO)
    assert cvars.serverinfo().startswith("\\sv_hostname\\hh")
    assert cvars.left_out() == ["AAA"]


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(max_codepoint=0xFF), min_size=1, max_size=64),
            st.text(st.characters(max_codepoint=0xFF), max_size=300),
        ),
        max_size=30,
    )
)
def test_serverinfo_always_holds_whole_pairs_below_its_limit(
    pairs: list[tuple[str, str]],
) -> None:
    cvars = CvarRegistry()
    for name, value in pairs:
        try:
            cvars.set(name, value, CvarFlag.SERVERINFO)
        except CvarError:
            assert set(name) & set('\\";\n\r\0')
    info = cvars.serverinfo()
    assert len(info) < MAX_INFO_STRING
    assert not set(info) & set('";\n\r\0')
    parts = info.split("\\")[1:]
    names = parts[::2]
    assert len(parts) % 2 == 0
    assert names == sorted(names, key=str.lower)
    assert all(cvars.get(name) for name in names)


def test_iteration_is_in_registration_order(cvars: CvarRegistry) -> None:
    made: list[Cvar] = [cvars.register(name, "") for name in ("b", "a", "c")]
    assert list(cvars) == made


def test_a_cheat_cvar_needs_cheats_and_falls_back_without() -> None:
    cvars = CvarRegistry()
    cvars.register("sv_cheats", "1", CvarFlag.ROM | CvarFlag.SYSTEMINFO)
    fast = cvars.register("fast", "1", CvarFlag.CHEAT)
    cvars.set("fast", "5")
    assert fast.value == "5"
    cvars.set("sv_cheats", "0", force=True)
    assert fast.value == "1"
    with pytest.raises(CvarError, match=r"^fast is cheat protected\.$"):
        cvars.set("fast", "5")
    with pytest.raises(CvarError, match="read only"):
        cvars.set("sv_cheats", "1")
    assert fast.value == "1"
    cvars.set("sv_cheats", "1", force=True)
    cvars.set("fast", "6")
    assert fast.value == "6"
    assert cvars.end_cheats() == [fast]


def test_changes_of_archived_cvars_are_counted() -> None:
    cvars = CvarRegistry()
    kept = cvars.register("kept", "0", CvarFlag.ARCHIVE | CvarFlag.LATCH)
    cvars.register("other", "0", CvarFlag.LATCH)
    counts = [cvars.archive_changes]

    def note() -> bool:
        counts.append(cvars.archive_changes)
        return counts[-1] > counts[-2]

    cvars.set("other", "1")
    assert not note()
    cvars.set("kept", "1")
    assert note()
    cvars.set("kept", "1")
    assert not note()
    cvars.set("mine", "1", CvarFlag.ARCHIVE)
    assert note()
    cvars.set("other", "1", CvarFlag.ARCHIVE)
    assert note()
    cvars.seal()
    for value in ("2", "1"):  # waits, and waits no longer
        cvars.set("kept", value)
        assert note()
    cvars.set("kept", "3", force=True)
    assert note()
    assert kept.value == "3"
