"""Frame tasks: first come first, every frame, until they end (rules 1: Frame tasks)."""

from __future__ import annotations

import pytest

from uoserver.sim.tasks import MAX_TASKS, TaskList


def test_tasks_run_in_the_order_in_which_they_were_added_every_frame() -> None:
    tasks, ran = TaskList(), list[tuple[int, int, int]]()

    def do(call: int, a: int, b: int) -> int:
        ran.append((call, a, b))
        return 0

    tasks.add(3, 1, 2)
    tasks.add(1)
    tasks.add(2, 5)
    tasks.run(do)
    assert ran == [(3, 1, 2), (1, 0, 0), (2, 5, 0)]
    tasks.run(do)
    assert ran[3:] == ran[:3]


@pytest.mark.parametrize("result", [1, -1, 7])
def test_a_task_ends_when_it_gives_anything_but_0(result: int) -> None:
    tasks = TaskList()
    for call in (1, 2, 3):
        tasks.add(call)
    tasks.run(lambda call, _a, _b: result if call == 2 else 0)
    assert [task.call for task in tasks.entries] == [1, 3]


def test_a_task_that_is_added_by_another_waits_for_the_next_frame() -> None:
    tasks, ran = TaskList(), list[int]()

    def do(call: int, _a: int, _b: int) -> int:
        ran.append(call)
        if call == 1:
            tasks.add(9)
        return call != 2

    for call in (1, 2, 3):
        tasks.add(call)
    tasks.run(do)
    assert ran == [1, 2, 3]
    assert [task.call for task in tasks.entries] == [2, 9]
    tasks.run(do)
    assert ran == [1, 2, 3, 2, 9]


def test_dropped_tasks_are_those_of_the_call_and_its_argument() -> None:
    tasks = TaskList()
    for call, a in ((1, 0), (1, 1), (2, 1), (1, 1)):
        tasks.add(call, a)
    tasks.drop(1, 1)
    assert [(task.call, task.a) for task in tasks.entries] == [(1, 0), (2, 1)]


def test_tasks_have_a_limit() -> None:
    tasks = TaskList()
    for _ in range(MAX_TASKS):
        tasks.add(1)
    with pytest.raises(OverflowError, match="too many tasks"):
        tasks.add(1)
