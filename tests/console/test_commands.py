from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared import shared_path
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import MAX_NESTING, CommandRegistry, Invocation
from uoserver.console.cvars import CvarRegistry
from uoserver.console.errors import CommandError
from uoserver.console.stock import register_stock


class Bench:
    """A console whose output, files and calls of a ``do`` command are lists."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.files = files or {}
        self.cvars = CvarRegistry()
        self.lines: list[str] = []
        self.calls: list[tuple[str, ...]] = []
        self.reads: list[str] = []
        self.commands = CommandRegistry(self.cvars, self.lines.append, self.read)
        register_builtins(self.commands)
        self.commands.register("do", self.do, "note a call")

    def read(self, name: str) -> str | None:
        self.reads.append(name)
        return self.files.get(name)

    def do(self, call: Invocation) -> None:
        self.calls.append(call.words[1:])

    def run(self, text: str) -> list[str]:
        """Execute `text` and return the new output lines."""
        before = len(self.lines)
        self.commands.execute(text)
        return self.lines[before:]


def test_commands_run_in_order_without_regard_to_case() -> None:
    bench = Bench()
    assert bench.run('do 1; DO "2; 3"\ndo') == []
    assert bench.calls == [("1",), ("2; 3",), ()]


def test_unknown_command_gives_one_line_and_the_rest_runs() -> None:
    bench = Bench()
    assert bench.run("nonsense 1; do") == ['Unknown command "nonsense"']
    assert bench.calls == [()]


def test_a_handlers_refusal_is_one_line() -> None:
    bench = Bench()

    def refuse(call: Invocation) -> None:
        raise CommandError(f"no {call.arg(1)}{call.arg(2, '?')}")

    bench.commands.register("refuse", refuse, "")
    assert bench.run("refuse x; do") == ["no x?"]
    assert bench.calls == [()]


def test_bare_cvar_name_prints_the_form_tools_parse() -> None:
    bench = Bench()
    bench.cvars.register("sv_hostname", "CoDHost")
    assert bench.run("SV_HOSTNAME my server; sv_hostname") == [
        '"sv_hostname" is:"my server^7" default:"CoDHost^7"'
    ]


def test_latched_value_is_shown() -> None:
    bench = Bench()
    register_stock(bench.cvars)
    bench.cvars.seal()
    assert bench.run("g_gametype dm; g_gametype") == [
        "g_gametype will be changed upon restarting.",
        '"g_gametype" is:"ctf^7" default:"ctf^7"',
        'latched: "dm"',
    ]


def test_set_seta_sets() -> None:
    bench = Bench()
    assert bench.run('set a "1; 2" x; seta b 2; sets ".Home Page" h; set c ""') == []
    assert (bench.cvars.get("a"), bench.cvars.get("c", "?")) == ("1; 2 x", "")
    assert bench.cvars.serverinfo() == r"\.Home Page\h"
    assert bench.run("cvarlist b") == ['     A   ? b "2"', "1 of 4 cvars"]
    assert bench.run("set a") == ["usage: set NAME VALUE"]


def test_a_refused_cvar_is_one_line() -> None:
    bench = Bench()
    register_stock(bench.cvars)
    assert bench.run("set protocol 6; set sv_maxclients 99; sv_pure 1") == [
        "protocol is read only.",
        "sv_maxclients is limited to 64",
        "sv_pure 1 is not supported: how the stock game checks packs is not known",
    ]


def test_reset_and_toggle() -> None:
    bench = Bench()
    bench.cvars.register("a", "0")
    bench.run("toggle a")
    assert bench.cvars.get("a") == "1"
    bench.run("toggle a; toggle fresh")
    assert (bench.cvars.get("a"), bench.cvars.get("fresh")) == ("0", "1")
    bench.run("a 7; reset a")
    assert bench.cvars.get("a") == "0"
    assert bench.run("reset nothing; toggle; reset a b") == [
        "no cvar named nothing",
        "usage: toggle NAME",
        "usage: reset NAME",
    ]


def test_echo_and_lists() -> None:
    bench = Bench()
    assert bench.run("echo a  b") == ["a b"]
    listed = bench.run("cmdlist *o")
    assert listed[-1] == "2 commands"
    assert listed[:-1] == ["do: note a call", "echo TEXT: print it"]


def test_vstr_runs_before_the_rest() -> None:
    bench = Bench()
    bench.run('set s "do 1; do 2"; vstr s; do 3')
    assert bench.calls == [("1",), ("2",), ("3",)]
    assert bench.run("vstr nothing; vstr") == ["usage: vstr NAME"]


def test_exec_runs_before_the_rest_and_takes_the_default_extension() -> None:
    bench = Bench({"a.cfg": "do 1\nexec sub/b.cfg\ndo 3", "sub/b.cfg": "do 2"})
    assert bench.run("exec a; do 4") == ["execing a.cfg", "execing sub/b.cfg"]
    assert bench.calls == [("1",), ("2",), ("3",), ("4",)]


def test_a_missing_file_is_reported_and_passed_over() -> None:
    bench = Bench()
    assert bench.run("exec gone.cfg; do") == ["couldn't exec gone.cfg"]
    assert bench.calls == [()]


def test_wait_holds_the_rest_for_n_frames() -> None:
    bench = Bench({"w.cfg": "do 1; wait 2; do 2"})
    bench.run("exec w.cfg; do 3; wait; do 4")
    seen = []
    for _ in range(4):
        seen.append([call[0] for call in bench.calls])
        bench.commands.frame()
    assert seen == [["1"], ["1"], ["1", "2", "3"], ["1", "2", "3", "4"]]
    assert not bench.commands.waiting


@pytest.mark.parametrize("words", ["wait 0", "wait -5", "wait x", "wait"])
def test_wait_is_at_least_one_frame(words: str) -> None:
    bench = Bench()
    bench.run(f"{words}; do")
    assert bench.calls == []
    bench.commands.frame()
    assert bench.calls == [()]


def test_other_scripts_pass_a_waiting_one() -> None:
    bench = Bench()
    bench.run("wait 9; do late")
    bench.run("do now")
    assert bench.calls == [("now",)]


def test_output_can_be_captured_until_a_wait() -> None:
    bench = Bench()
    captured: list[str] = []
    bench.commands.execute("echo 1; wait; echo 2", captured.append)
    bench.commands.frame()
    assert (captured, bench.lines) == (["1"], ["2"])


def test_a_file_that_runs_itself_ends_with_one_line() -> None:
    bench = Bench({"loop.cfg": "exec loop.cfg\nexec loop.cfg"})
    bench.commands.execute("exec loop.cfg; do")
    assert len(bench.reads) <= 64
    assert bench.lines[-1].endswith("the rest is dropped")
    assert bench.calls == []


def test_a_loop_with_wait_runs_for_ever() -> None:
    bench = Bench({"loop.cfg": "do\nwait\nexec loop.cfg"})
    bench.commands.execute("exec loop.cfg")
    for _ in range(500):
        bench.commands.frame()
    assert len(bench.calls) == 501


@pytest.mark.parametrize(
    "text",
    [
        'set a "vstr a"; vstr a; do',
        'set a "vstr a; vstr a"; vstr a; do',
        'set a "' + "toggle x;" * 900 + 'vstr a"; vstr a; do',
    ],
)
def test_a_vstr_loop_ends_with_one_line(text: str) -> None:
    bench = Bench()
    assert len(bench.run(text)) == 1
    assert bench.calls == []
    assert not bench.commands.waiting


def test_waiting_scripts_are_bounded() -> None:
    bench = Bench()
    for _ in range(64):
        assert bench.run("wait; do") == []
    assert bench.run("wait; do") == ["too many scripts wait, the rest is dropped"]
    bench.commands.frame()
    assert len(bench.calls) == 64


def test_handlers_may_execute_but_not_without_end() -> None:
    bench = Bench()

    def nest(call: Invocation) -> None:
        bench.calls.append(())
        bench.commands.execute("nest")

    bench.commands.register("nest", nest, "")
    assert bench.run("nest") == ["commands nest too deeply, not run"]
    assert len(bench.calls) == MAX_NESTING


def test_a_command_too_long_is_reported() -> None:
    bench = Bench()
    assert bench.run("do " + "x" * 20_000 + "; do") == [
        "command longer than 16384 characters, not run"
    ]
    assert bench.calls == [()]


@given(st.text(st.sampled_from('setvrwaitcho "01;\n/*\\'), max_size=120))
def test_any_text_runs_to_an_end(text: str) -> None:
    bench = Bench({"a.cfg": "vstr s"})
    bench.commands.execute(text)
    for _ in range(3):
        bench.commands.frame()


def test_a_hosts_server_cfg_runs_as_it_is() -> None:
    text = shared_path("configs/server.cfg").read_text("latin-1")
    bench = Bench({"server.cfg": text})
    register_stock(bench.cvars)
    bench.commands.register("map_rotate", bench.do, "")
    bench.commands.execute("exec server.cfg")
    assert bench.lines == ["execing server.cfg"]
    assert bench.cvars.get("net_port") == "28960"  # behind the first wait
    for _ in range(5):
        bench.commands.frame()
    assert bench.lines == ["execing server.cfg", "couldn't exec does_not_exist.cfg"]
    expected = {
        "net_port": "28970",
        "sv_hostname": "^1Example ^7CTF | night shift",
        ".Email": "",
        "^3Location": "Nowhere",
        "scr_motd": "Willkommen; have fun",
        "sv_minPing": "",
        "scr_killcam": "1",
        "sv_master3": "",
        "unknown_cvar_of_a_mod": "kept as a user cvar",
        "g_gametype": "ctf",
    }
    assert {name: bench.cvars.get(name, "missing") for name in expected} == expected
    assert bench.cvars.get("sv_mapRotation").endswith("gametype ctf map mp_foy ")
    info = bench.cvars.serverinfo()
    assert r"\.Admin\Example Admin\.Home Page\example.invalid/uo\^3Location\Nowhere\g_" in info
    assert r"\sv_floodProtect\1" in info
    assert bench.cvars.left_out() == []
    for _ in range(249):
        bench.commands.frame()
    assert bench.calls == []
    bench.commands.frame()
    assert bench.calls == [()]


def test_who_waits_and_how_long_can_be_asked() -> None:
    bench = Bench({"w.cfg": "exec x; wait 7; do 2", "x.cfg": "do 1"})
    assert bench.commands.waits() == []
    bench.run("exec w.cfg")
    bench.run("wait 2; do")
    bench.commands.frame()
    assert bench.commands.waits() == [("x.cfg", 6), ("a command", 1)]


def test_commands_can_be_passed_over_in_files_and_vstr_too() -> None:
    bench = Bench({"a.cfg": "do 1\nset b 2\nvstr s"})
    bench.cvars.set("s", "DO 3; echo 4; wait; do 5; echo 6")
    bench.commands.execute("exec a.cfg; do 7", without=frozenset({"do"}))
    bench.commands.frame()
    assert bench.lines == ["execing a.cfg", "4", "6"]
    assert (bench.calls, bench.cvars.get("b")) == ([], "2")
    bench.run("do")
    assert bench.calls == [()]


def test_what_is_passed_over_can_be_told() -> None:
    bench = Bench()
    without = frozenset({"do"})
    bench.commands.execute("DO 1; wait; do 2; echo 3", without=without, note="may not run")
    bench.commands.frame()
    assert bench.lines == ["do may not run", "do may not run", "3"]
    assert bench.calls == []


def test_setu_marks_what_a_client_tells() -> None:
    bench = Bench()
    assert bench.run("setu steer view; cvarlist steer") == [
        '  U      ? steer "view"',
        "1 of 1 cvars",
    ]
