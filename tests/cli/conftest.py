from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakeserver import FakeServer, server_thread


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A server in a thread of its own: commands run a loop of theirs."""
    with server_thread() as server:
        yield server


@pytest.fixture
def where(server: FakeServer) -> str:
    """``HOST:PORT`` of the server."""
    return "{}:{}".format(*server.address)
