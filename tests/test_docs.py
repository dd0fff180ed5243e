"""Every Python example of the documents runs, and what it shows is what comes out.

Blocks of one document share their names. Blocks with ``>>>`` are checked as doctests, others only
have to run.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from uoserver.console.cvars import CvarFlag
from uoserver.console.stock import ALL
from uoserver.sim.grid import SIZE
from uoserver.sim.levels.scenario import keys_at, load_scenario, start
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.tables.effects import Do
from uoserver.sim.tables.statics import NUMBER_OF

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s:]+)?(#[^)\s]+)?\)")


def blocks(text: str) -> list[tuple[int, str]]:
    """Return (line number, source) of each Python block."""
    found = BLOCK.finditer(text)
    return [(text.count("\n", 0, match.start(1)), match[1]) for match in found]


def run_block(name: str, line: int, source: str, names: dict[str, object]) -> None:
    if ">>>" not in source:
        exec(compile("\n" * line + source, name, "exec"), names)  # noqa: S102
        return
    test = doctest.DocTestParser().get_doctest(source, names, name, name, line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    report: list[str] = []
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_of_a_document(path: Path) -> None:
    names: dict[str, object] = {"__name__": "document"}
    for line, source in blocks(path.read_text(encoding="utf-8")):
        run_block(str(path), line, source, names)


def test_the_scenario_of_the_guide_does_what_its_title_says() -> None:
    guide = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```toml\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    scenario = load_scenario(text)
    assert scenario.title == "A tank takes a bush"
    sim = start(scenario)
    bush = 61 * SIZE + 62
    assert sim.state.grid.static[bush] == NUMBER_OF["BUSH_1S"]
    while sim.state.tick < scenario.ticks:
        step(sim, keys_at(scenario, sim.state.tick), scenario.dt)
    assert sim.state.grid.static[bush] == NUMBER_OF["DEST_BUSH_1"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for file, anchor in LINK.findall(text):
        target = path.parent / file if file else path
        assert target.exists(), file
        if anchor and target.suffix == ".md":
            assert anchor[1:] in anchors(target.read_text(encoding="utf-8")), anchor


def anchors(text: str) -> set[str]:
    """Return the anchors that headings get."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_a_wrong_example_would_be_noticed() -> None:
    with pytest.raises(AssertionError, match=r"Expected:\s+3"):
        run_block("name", 1, ">>> 1 + 1\n3\n", {})


def test_every_module_of_the_library_is_in_the_guide() -> None:
    guide = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = guide.partition("\n\n## 1.")[0]
    named = set(re.findall(r"`(\w+)", table))
    there = {path.stem for path in (ROOT / "src" / "uoproto").iterdir()} - {"py", "__pycache__"}
    public = {name for name in there if not name.startswith("__")} - {"constants", "errors"}
    assert public <= named


# -- the tables of the simulation's guide ----------------------------------------------------------

SIM = ROOT / "src" / "uoserver" / "sim"


def rows_under(head: str) -> list[list[str]]:
    """Return the cells of the table of the simulation's guide that begins with a row."""
    guide = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")
    lines = guide.partition(f"\n{head}\n")[2].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


CLASS_ROWS = rows_under("| class | `Kind` | module | shown by |")
PART_ROWS = rows_under("| part | module | shown by |")
OPERATIONS = rows_under("| operation | in the specification | here |")


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_class_has_a_row_with_its_number_its_name_and_where_it_is_made() -> None:
    assert [row[1] for row in CLASS_ROWS] == [f"`{kind.name}`" for kind in Kind]
    for (title, _, module, _), kind in zip(CLASS_ROWS, Kind, strict=True):
        number, _, name = title.partition(" ")
        assert int(number) == kind
        if kind is Kind.SHADOW:
            assert kind not in CLASSES
            assert not quoted(module)
            continue
        class_ = CLASSES[kind]
        assert name == class_.name
        hooks = {hook.__module__ for hook in (class_.init, class_.update) if hook}
        assert f"uoserver.sim.{quoted(module)[0]}" in hooks, name


def test_modules_and_tests_that_the_guide_names_are_there() -> None:
    for modules, tests in (row[-2:] for row in CLASS_ROWS + PART_ROWS):
        for name in quoted(modules):
            path = SIM.joinpath(*name.split("."))
            assert path.is_dir() or path.with_suffix(".py").is_file(), name
        assert quoted(tests), modules
        for name in quoted(tests):
            assert (ROOT / "tests" / "sim" / name).exists() or (ROOT / name).exists(), name


def test_every_module_of_the_simulation_has_a_row() -> None:
    named = {name.partition(".")[0] for row in PART_ROWS for name in quoted(row[1])}
    assert {path.stem for path in SIM.iterdir() if not path.name.startswith("__")} <= named


def test_every_script_operation_has_a_row_and_every_step_is_one() -> None:
    assert [int(row[0]) for row in OPERATIONS] == list(range(23))
    here = [row[2] for row in OPERATIONS]
    assert {name for text in here for name in quoted(text) if name.startswith("Do.")} == {
        f"Do.{step.name}" for step in Do
    }
    others = {text for text in here if not quoted(text)}
    assert others == {
        "the end of a timeline's steps",
        "picture only",
        "no timeline of the page uses it",
        "nothing",
    }


def test_settings_without_effect_are_named_in_the_readme() -> None:
    """A setting that nothing reads is in the list, but for texts that are only shown."""
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "uoserver").rglob("*.py")
        if path.name not in ("stock.py", "reference.py")
    )
    unread = {
        row.name for row in ALL if f'"{row.name}"' not in source and not row.flags & CvarFlag.ROM
    } - {"sv_keywords"}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = readme.partition("have no effect yet:")[2].partition("What browsers")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == unread


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_tables_are_whole(path: Path) -> None:
    """A row behind a blank line belongs to no table, unless it is a head with its rule."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines[1:-1], 1):
        if line.startswith("|") and not lines[number - 1]:
            assert lines[number + 1].startswith("|---"), f"line {number + 1}: {line}"
