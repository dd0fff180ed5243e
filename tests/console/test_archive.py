"""Cvars as lines of a config file, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoserver.console.archive import archive_text, without_secrets
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.console.stock import register_stock


def fresh() -> tuple[CvarRegistry, CommandRegistry, list[str]]:
    cvars = CvarRegistry()
    register_stock(cvars)
    lines: list[str] = []
    commands = CommandRegistry(cvars, lines.append)
    register_builtins(commands)
    return cvars, commands, lines


def test_archived_cvars_are_seta_lines_by_name() -> None:
    cvars = CvarRegistry()
    for name, flags in (
        ("b", CvarFlag.ARCHIVE),
        ("A", CvarFlag.ARCHIVE | CvarFlag.SERVERINFO),
        ("plain", CvarFlag.NONE),
        ("password", CvarFlag.ARCHIVE | CvarFlag.TEMP),
        ("fixed", CvarFlag.ARCHIVE | CvarFlag.ROM),
        ("folder", CvarFlag.ARCHIVE | CvarFlag.INIT),
    ):
        cvars.register(name, "0", flags)
        if not flags & CvarFlag.ROM:
            cvars.set(name, "x; y")
    cvars.set(".My Page", "", CvarFlag.ARCHIVE)
    assert archive_text(cvars) == 'seta ".My Page" ""\nseta A "x; y"\nseta b "x; y"\n'


def test_only_what_was_changed() -> None:
    cvars, commands, _ = fresh()
    assert archive_text(cvars, changed=True) == ""
    assert "seta sv_hostname CoDHost\n" in archive_text(cvars)
    commands.execute('set sv_hostname "My server"; seta g_motd ""; seta mine 1; seta g_speed 200')
    expected = 'seta g_speed 200\nseta mine 1\nseta sv_hostname "My server"\n'
    assert archive_text(cvars, changed=True) == expected
    commands.execute("reset sv_hostname; reset mine")
    assert archive_text(cvars, changed=True) == "seta g_speed 200\nseta mine 1\n"


def test_passwords_are_never_written() -> None:
    cvars, commands, _ = fresh()
    for name in ("rconPassword", "g_password", "sv_privatePassword", "sv_limitedRconPassword"):
        commands.execute(f"seta {name} geheim")
        assert cvars.get(name) == "geheim"
    assert "geheim" not in archive_text(cvars)


def test_the_value_that_waits_is_written() -> None:
    cvars, commands, _ = fresh()
    cvars.seal()
    commands.execute("seta sv_maxclients 12")
    assert cvars.get("sv_maxclients") == "20"
    assert archive_text(cvars, changed=True) == "seta sv_maxclients 12\n"


def test_a_value_no_line_can_carry_is_a_comment() -> None:
    cvars, _, _ = fresh()
    cvars.set("sv_hostname", 'a"b; quit')
    assert archive_text(cvars, changed=True) == "// sv_hostname: its value holds a quote\n"


VALUES = st.text(st.characters(max_codepoint=0xFF, exclude_characters='"\n\r\0'), max_size=40)
NAMES = st.text(
    st.characters(max_codepoint=0xFF, exclude_characters='\\";\n\r\0'), min_size=1, max_size=20
)


@given(st.dictionaries(NAMES, VALUES, max_size=8))
def test_whatever_is_written_comes_back(values: dict[str, str]) -> None:
    cvars = CvarRegistry()
    for name, value in values.items():
        cvars.set(name, value, CvarFlag.ARCHIVE)
    again = CvarRegistry()
    lines: list[str] = []
    commands = CommandRegistry(again, lines.append)
    register_builtins(commands)
    commands.execute(archive_text(cvars, changed=True))
    assert lines == []
    assert [(c.name, c.value, c.flags) for c in sorted(again, key=lambda c: c.name)] == [
        (c.name, c.value, c.flags) for c in sorted(cvars, key=lambda c: c.name)
    ]


def test_secrets_are_left_out_of_what_is_told() -> None:
    cvars, _, _ = fresh()
    for text, told in (
        ("set RCONPASSWORD a b", "set RCONPASSWORD ***"),
        ('status;seta "g_password" "a;b"', "status; seta g_password ***"),
        ("rconPassword a", "rconPassword ***"),
        ("rconPassword;  status", "rconPassword;  status"),
        ("set sv_hostname  a", "set sv_hostname  a"),
        ("say rconPassword a", "say rconPassword a"),
        ("", ""),
    ):
        assert without_secrets(text, cvars) == told
