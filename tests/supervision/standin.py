"""A stand-in for the Agones sidecar: it takes the calls of the REST SDK and remembers them."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

LABEL_VALUE = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?")
PATIENCE_S = 15.0


class Heard(NamedTuple):
    method: str
    path: str
    body: dict[str, object]
    at: float


class Sidecar:
    """Answers as the SDK server does; ``refuse`` gives another status for a path, 0 hangs."""

    def __init__(self, port: int = 0) -> None:
        self.calls: list[Heard] = []
        self.refuse: dict[str, int] = {}
        self.state = "Scheduled"
        self.problems: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def heard(self, *but: str) -> list[tuple[str, str]]:
        """Return method and path of the calls so far, without those of these paths."""
        return [(call.method, call.path) for call in list(self.calls) if call.path not in but]

    def last(self, path: str) -> dict[str, object]:
        return [call.body for call in list(self.calls) if call.path == path][-1]

    def times(self, path: str) -> list[float]:
        return [call.at for call in list(self.calls) if call.path == path]

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, f"not in time: {what}; heard {self.heard('/health')}"
            time.sleep(0.02)

    def wait_for(self, path: str, count: int = 1) -> None:
        self.wait(lambda: len(self.times(path)) >= count, path)

    def take(self, method: str, path: str, body: dict[str, object]) -> int:
        """Return the status for a call, and note what no sidecar would take."""
        match method, path:
            case "POST", "/ready" | "/allocate" | "/shutdown" | "/health":
                if body:
                    self.problems.append(f"{path} with {body}")
                states = {"/ready": "Ready", "/allocate": "Allocated", "/shutdown": "Shutdown"}
                self.state = states.get(path, self.state)
            case "PUT", "/metadata/label":
                value = body.get("value")
                if set(body) != {"key", "value"} or not LABEL_VALUE.fullmatch(str(value)):
                    self.problems.append(f"label {body}")
            case "PATCH", "/v1beta1/counters/players":
                if set(body) != {"count", "capacity"} or not all(
                    isinstance(value, str) and value.isdigit() for value in body.values()
                ):
                    self.problems.append(f"counter {body}")
            case "PATCH", "/v1beta1/lists/players":
                values = body.get("values")
                if not isinstance(values, list) or len(set(values)) != len(values):
                    self.problems.append(f"list {body}")
            case _:
                self.problems.append(f"{method} {path}")
                return 404
        return 200

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        sidecar = self

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                length = int(self.headers["Content-Length"])
                body = json.loads(self.rfile.read(length))
                sidecar.calls.append(Heard(self.command, self.path, body, time.monotonic()))
                if self.headers["Content-Type"] != "application/json":
                    sidecar.problems.append("content type")
                status = sidecar.refuse.get(self.path)
                if status == 0:
                    time.sleep(4)
                    return
                status = status or sidecar.take(self.command, self.path, body)
                self.send_response(status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            do_POST = do_PUT = do_PATCH = do_GET = _serve  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        return Handler


@contextmanager
def sidecar(port: int = 0) -> Iterator[Sidecar]:
    standin = Sidecar(port)
    try:
        yield standin
    finally:
        standin.close()
    assert standin.problems == []
