"""What is written of what a server sends."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.peers import FakeServer, gamestate
from uoproto.cli import fetch
from uoproto.cli.fetch import PackStore
from uoproto.connection import ConnState
from uoproto.connection.downloads import ClientDownloads
from uoproto.connection.events import (
    DownloadFailed,
    DownloadFinished,
    DownloadProgress,
    DownloadRedirected,
    TextPrinted,
)
from uoproto.download import DownloadBlock, DownloadRedirect

NAME = "main/a.pk3"


class Downloads:
    """Notes what the store asks of the connection."""

    def __init__(self) -> None:
        self.name = NAME
        self.redirecting = True
        self.asked: list[str] = []

    def cancel(self) -> None:
        self.asked.append("cancel")

    def redirect_done(self, *, success: bool) -> None:
        self.asked.append(f"redirect {success}")


class Fetch:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.store = PackStore(root)
        self.downloads = Downloads()
        self.received = 0

    def take(self, event: object) -> None:
        self.store.take(event, cast(ClientDownloads, self.downloads))  # type: ignore[arg-type]

    def piece(self, data: bytes, total: int = 100, name: str = NAME) -> None:
        self.received += len(data)
        self.take(DownloadProgress(name, data, self.received, total))

    def files(self) -> list[str]:
        found = (path for path in self.root.rglob("*") if path.is_file())
        return sorted(str(path.relative_to(self.root)) for path in found)


@pytest.fixture
def get(tmp_path: Path) -> Fetch:
    return Fetch(tmp_path / "packs")


def test_a_file_gets_its_name_when_it_is_whole(get: Fetch) -> None:
    assert not get.store.has("main/a", 0)
    get.piece(b"x" * 60)
    assert get.files() == ["main/a.pk3.tmp"]
    get.piece(b"y" * 40)
    get.take(DownloadFinished(NAME))
    assert get.files() == ["main/a.pk3"]
    assert (get.root / NAME).read_bytes() == b"x" * 60 + b"y" * 40
    assert get.store.has("main/a", 0)
    assert get.store.has("main/a.pk3", 0)
    assert get.store.downloaded == [NAME]
    assert get.store.problems == get.downloads.asked == []


@pytest.mark.parametrize(
    "end", [DownloadFailed(NAME, "no more"), TextPrinted("x"), DownloadFinished(NAME)]
)
def test_nothing_unfinished_is_left(get: Fetch, end: object) -> None:
    get.piece(b"x" * 60)
    get.take(end)
    get.store.close()
    assert get.files() == []
    assert get.store.downloaded == []


def test_a_failure_is_told(get: Fetch) -> None:
    get.take(DownloadFailed(NAME, "no more"))
    assert get.store.problems == [f"{NAME}: no more"]


def test_a_second_try_makes_up_for_a_failure(get: Fetch) -> None:
    get.piece(b"x" * 60)
    get.take(DownloadFailed(NAME, "a new level began"))
    get.received = 0
    get.piece(b"y" * 100)
    get.take(DownloadFinished(NAME))
    assert (get.root / NAME).read_bytes() == b"y" * 100
    assert get.store.problems == []


def test_an_empty_file_is_no_pack(get: Fetch) -> None:
    get.take(DownloadFinished(NAME))
    assert get.files() == []
    assert get.downloads.asked == ["cancel"]


def test_a_missing_piece_gives_the_file_up_for_good(get: Fetch) -> None:
    get.piece(b"x" * 60)
    get.received += 1
    get.piece(b"x" * 10)
    get.piece(b"x" * 30)
    get.take(DownloadFinished(NAME))
    assert get.files() == []
    assert get.downloads.asked == ["cancel"]
    assert len(get.store.problems) == 1


def test_redirects_are_declined(get: Fetch) -> None:
    get.take(DownloadRedirected(NAME, "http://198.51.100.1/a.pk3", 9, False))
    get.take(DownloadRedirected("other.pk3", "http://198.51.100.1/a.pk3", 9, False))
    assert get.downloads.asked == ["redirect False"]


def test_a_level_that_begins_behind_a_redirect(tmp_path: Path) -> None:
    server, store = FakeServer(allow_download=True), PackStore(tmp_path)
    server.to(ConnState.CONNECTED)
    info = r"\sv_serverid\16\sv_pure\0\sv_referencedPakNames\a\sv_referencedPaks\7"
    server.say(gamestate({1: info}))
    redirect = DownloadRedirect("http://files.example.invalid/a.pk3", 9, 0)
    downloads = server.client.downloads
    for event in server.say(redirect, gamestate({1: info})):
        store.take(event, downloads)
    assert downloads.name == "a.pk3"
    assert not downloads.redirecting
    (event,) = server.say(redirect)
    assert downloads.redirecting
    store.take(event, downloads)
    assert not downloads.redirecting
    for block in (DownloadBlock(0, b"xyz", 3), DownloadBlock(1, b"")):
        for event in server.say(block):
            store.take(event, downloads)
    assert (tmp_path / "a.pk3").read_bytes() == b"xyz"
    store.close()


def test_what_is_there_is_left_alone(get: Fetch) -> None:
    path = get.root / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(b"mine")
    get.piece(b"x" * 100)
    get.take(DownloadFinished(NAME))
    assert path.read_bytes() == b"mine"
    assert get.files() == ["main/a.pk3"]


@pytest.mark.parametrize("name", [NAME, "main/sub/sub/a.pk3"])
def test_links_lead_nowhere(get: Fetch, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    get.root.mkdir()
    (get.root / "main").symlink_to(outside)
    get.piece(b"x" * 100, name=name)
    get.take(DownloadFinished(name))
    assert list(outside.iterdir()) == []
    assert "leads out of" in get.store.problems[0]


def test_a_link_to_itself_is_one_problem(get: Fetch) -> None:
    get.root.mkdir()
    (get.root / "main").symlink_to("main")
    get.piece(b"x" * 100)
    get.take(DownloadFinished(NAME))
    assert len(get.store.problems) == 1
    assert get.files() == []


def test_a_link_in_the_way_is_not_followed(get: Fetch, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    (get.root / "main").mkdir(parents=True)
    (get.root / "main" / "a.pk3.tmp").symlink_to(target)
    get.piece(b"x" * 100)
    get.take(DownloadFinished(NAME))
    assert target.read_bytes() == b"mine"
    assert (get.root / NAME).read_bytes() == b"x" * 100


def test_a_visit_does_not_fill_the_disk(get: Fetch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "MAX_FETCHED", 150)
    get.piece(b"x" * 100)
    get.take(DownloadFinished(NAME))
    get.received = 0
    get.piece(b"x" * 51, name="main/b.pk3")
    assert get.files() == [NAME]
    assert get.downloads.asked == ["cancel"]


def test_progress_is_told_in_steps(get: Fetch, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(100):
        get.piece(b"x")
    get.take(DownloadFinished(NAME))
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{NAME}: {percent} % of 100 bytes" for percent in range(10, 101, 10)]


@settings(max_examples=200, deadline=None)
@given(
    name=st.one_of(
        st.text(max_size=70),
        st.lists(st.sampled_from(["..", ".", "main", "a.pk3", "", "C:", "\\"]), max_size=6).map(
            "/".join
        ),
    )
)
def test_no_name_leads_out(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    top = tmp_path_factory.mktemp("top")
    get = Fetch(top / "packs")
    get.downloads.name = name
    get.piece(b"x" * 100, name=name)
    get.take(DownloadFinished(name))
    get.store.close()
    inside = [path for path in top.rglob("*") if path.is_file()]
    assert all(path.suffix.lower() == ".pk3" for path in inside)
    assert all(path.is_relative_to(top / "packs") for path in inside)
    assert len(inside) == len(get.store.downloaded)
