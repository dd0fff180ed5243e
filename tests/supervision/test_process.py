from __future__ import annotations

import time
from pathlib import Path

import pytest

from uoserver.supervision import process


def test_processor_time_grows_with_work() -> None:
    before = process.cpu_seconds()
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    assert 0.02 <= process.cpu_seconds() - before < 10


def test_memory_grows_with_what_is_held() -> None:
    before = process.resident_bytes()
    held = bytearray(b"x" * 50_000_000)
    after = process.resident_bytes()
    assert before is not None
    assert after is not None
    assert after - before > 40_000_000
    assert len(held) == 50_000_000


def test_memory_without_a_proc_file_system(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = process.resident_bytes()

    def missing(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    most = process.resident_bytes()
    assert usual is not None
    assert most is not None
    assert usual * 0.5 < most < usual * 100
