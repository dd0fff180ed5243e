"""Game folders with packs in them, and clients who fetch the packs from a running server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.link import Link
from tests.server.host import Host, Joined
from uoproto.connection import ConnState
from uoproto.connection.events import DownloadFailed, DownloadFinished, DownloadProgress
from uoserver.files.searchpath import SearchPath

MAP = "packed_map"
PACK = "main/z_map.pk3"


@lru_cache(maxsize=1)
def map_bytes() -> bytes:
    return SearchPath().read("maps/mp/mp_foy.bsp")


def add_pack(root: Path, name: str, size: int = 40_000, map_name: str = "") -> Path:
    """Make a pack of about ``size`` random bytes, and a map where one is named."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("sound/noise.wav", Random(size).randbytes(size))
        if map_name:
            archive.writestr(f"maps/mp/{map_name}.bsp", map_bytes())
    return path


def host_of(root: Path, fs_game: str = "", **cvars: str) -> Host:
    """Return a server on ``root`` that runs `MAP`, which is in the pack `PACK` unless it is not."""
    if not (root / PACK).exists():
        add_pack(root, PACK, map_name=MAP)
    if fs_game:
        cvars["fs_game"] = fs_game
    host = Host(MAP, SearchPath.open(str(root), "", fs_game), **cvars)
    _hosts.append(host)
    return host


_hosts: list[Host] = []


def end_all() -> None:
    """End what `host_of` began: a server that stops closes the files it sends."""
    while _hosts:
        host = _hosts.pop()
        host.server.shutdown("the test is over", host.now)
        host.server.files.close()
        assert host.server.downloads.readers == {}


def fetcher(host: Host, *, loss: float = 0.0, www: bool = False, rate: int = 25000) -> Joined:
    """Join a client who downloads all that he is told of."""
    userinfo = {"name": "Fetcher", "rate": str(rate), "snaps": "20"}
    if www:
        userinfo["cl_wwwDownload"] = "1"
    client = host.join(allow_download=True, userinfo=userinfo)
    if loss:
        number = len(host.clients)
        client.up = Link(number, loss=loss, delay=(10, 30))
        client.down = Link(100 + number, loss=loss, delay=(10, 30))
    return client


def active(client: Joined) -> bool:
    return client.state == ConnState.ACTIVE


def received(client: Joined, name: str) -> bytes:
    """Return what a client got of a file; it must have been told the end."""
    assert DownloadFinished(name) in client.events
    return got(client, name)


def got(client: Joined, name: str) -> bytes:
    pieces = [event for event in client.events if isinstance(event, DownloadProgress)]
    return b"".join(event.data for event in pieces if event.name == name)


def failures(client: Joined) -> list[str]:
    return [event.reason for event in client.events if isinstance(event, DownloadFailed)]


class Opened:
    """What was opened while it watched: paths, and the descriptors that are still open."""

    def __init__(self) -> None:
        self.paths: list[str] = []


@contextmanager
def watching(patch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Note whatever touches the file system by a name."""
    opened = Opened()
    with patch.context() as inside:
        for function in ("open", "stat", "lstat", "listdir", "scandir", "access"):
            real = getattr(os, function)

            def noted(path: object, *args: object, real: object = real, **named: object) -> object:
                opened.paths.append(str(path))
                return real(path, *args, **named)  # type: ignore[operator]

            inside.setattr(os, function, noted)
        real_open = open

        def noted_open(path: object, *args: object, **named: object) -> object:
            if not isinstance(path, int):
                opened.paths.append(str(path))
            return real_open(path, *args, **named)  # type: ignore[call-overload]

        inside.setattr("builtins.open", noted_open)
        inside.setattr("io.open", noted_open)
        yield opened
