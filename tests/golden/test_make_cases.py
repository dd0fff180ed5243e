"""The case files are what the generator makes of the plain inputs."""

from __future__ import annotations

import pytest

from tests.golden import make_cases

LIMIT = 700_000


def test_files_are_up_to_date() -> None:
    present = {path.name: path.read_text("utf-8") for path in make_cases.DIRECTORY.iterdir()}
    assert present == make_cases.files()


def test_set_stays_small() -> None:
    assert sum(path.stat().st_size for path in make_cases.DIRECTORY.iterdir()) < LIMIT


def test_continuous_integration_only_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(make_cases, "files", lambda: pytest.fail("made files"))
    assert make_cases.main([]) == 2


def test_check_reports_a_changed_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = make_cases.files()
    changed = next(iter(wanted))
    monkeypatch.setattr(make_cases, "files", lambda: {**wanted, changed: "{}"})
    assert make_cases.main(["--check"]) == 1
    assert capsys.readouterr().out == f"differs: {changed}\n"
