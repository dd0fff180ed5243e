"""Which page answers which request."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final, NamedTuple

from . import metrics
from .board import Board
from .request import BadRequestError, Request
from .statuspage import status_json

PLAIN: Final = "text/plain; charset=utf-8"


class Response(NamedTuple):
    """An answer."""

    status: HTTPStatus
    body: str
    content_type: str = PLAIN

    def encode(self, *, body: bool = True) -> bytes:
        """Return the bytes to send; without ``body`` its length is still told (HEAD)."""
        content = self.body.encode()
        lines = [
            f"HTTP/1.1 {self.status.value} {self.status.phrase}",
            f"Content-Type: {self.content_type}",
            f"Content-Length: {len(content)}",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Connection: close",
        ]
        if self.status == HTTPStatus.METHOD_NOT_ALLOWED:
            lines.append("Allow: GET, HEAD")
        head = "\r\n".join([*lines, "", ""]).encode("ascii")
        return head + content if body else head


def error(status: HTTPStatus) -> Response:
    """Return the page of an error."""
    return Response(status, f"{status.value} {status.phrase}\n")


def answer(request: Request, board: Board, version: str) -> Response:
    """Return the page that is asked for; raises `BadRequestError` (404) where there is none."""
    match request.path:
        case "/metrics":
            text = metrics.metrics(board.report, board.uptime(), board.stalled(), version)
            return Response(HTTPStatus.OK, text, metrics.CONTENT_TYPE)
        case "/status.json":
            text = status_json(board.report, board.uptime())
            return Response(HTTPStatus.OK, text, "application/json")
        case "/healthz" if board.healthy():
            return Response(HTTPStatus.OK, "ok\n")
        case "/healthz":
            text = f"no frame for {board.stalled():.1f} s\n"
            return Response(HTTPStatus.SERVICE_UNAVAILABLE, text)
        case _:
            raise BadRequestError(HTTPStatus.NOT_FOUND)
