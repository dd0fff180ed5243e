from __future__ import annotations

import pytest

from uoserver.bsp.build.problems import MAX_PROBLEMS, BuildError, Problem, Report, SourceError


def test_texts() -> None:
    assert str(Problem(7, "no")) == "7: no"
    assert str(SourceError(7, "no")) == "line 7: no"
    assert str(BuildError([Problem(7, "no")])) == "line 7: no"
    assert str(BuildError([Problem(7, "no")] * 3)) == "line 7: no (and 2 more)"


def test_a_report_without_problems_closes() -> None:
    report = Report()
    report.warn(1, "hm")
    report.close()
    assert report.warnings == [(1, "hm")]


def test_problems_are_sorted_by_line() -> None:
    report = Report()
    for line in (10, 9, 2):
        report.problem(line, "no")
    with pytest.raises(BuildError) as error:
        report.close()
    assert [problem.line for problem in error.value.problems] == [2, 9, 10]


def test_too_many_problems_end_the_build() -> None:
    report = Report()
    for line in range(1, MAX_PROBLEMS):
        report.problem(line, "no")
    with pytest.raises(BuildError) as error:
        report.problem(MAX_PROBLEMS, "no")
    assert len(error.value.problems) == MAX_PROBLEMS


def test_warnings_beyond_the_limit_are_dropped() -> None:
    report = Report()
    for line in range(MAX_PROBLEMS + 5):
        report.warn(line, "hm")
    assert len(report.warnings) == MAX_PROBLEMS
    assert report.warnings[-1].line == MAX_PROBLEMS - 1
