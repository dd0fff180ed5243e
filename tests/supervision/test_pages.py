from __future__ import annotations

import json
from http import HTTPStatus

import pytest

from tests.server.host import Host
from tests.supervision.test_board import board_of
from uoserver.supervision.pages import answer, error
from uoserver.supervision.request import BadRequestError, Request


def test_each_path_has_its_page() -> None:
    host = Host(sv_hostname="My server")
    board, clock = board_of(host)
    clock.now += 1.5
    page = answer(Request("GET", "/metrics"), board, "1.2.3")
    assert page.status == 200
    assert page.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert 'uoserver_info{version="1.2.3"} 1\n' in page.body
    assert "\nuoserver_uptime_seconds 1.5\n" in page.body
    page = answer(Request("GET", "/status.json"), board, "")
    assert page.content_type == "application/json"
    assert json.loads(page.body)["hostname"] == "My server"
    assert json.loads(page.body)["uptime_s"] == 1.5


@pytest.mark.parametrize("path", ["/", "", "/metrics/", "/Metrics", "/../metrics", "*", "metrics"])
def test_other_paths_have_none(path: str) -> None:
    board, _ = board_of(Host())
    with pytest.raises(BadRequestError) as caught:
        answer(Request("GET", path), board, "")
    assert caught.value.status == HTTPStatus.NOT_FOUND


def test_health_says_for_how_long_frames_stand_still() -> None:
    board, clock = board_of(Host())
    request = Request("GET", "/healthz")
    assert answer(request, board, "")[:2] == (HTTPStatus.OK, "ok\n")
    clock.now += 12.34
    page = answer(request, board, "")
    assert page[:2] == (HTTPStatus.SERVICE_UNAVAILABLE, "no frame for 12.3 s\n")


def test_bytes_of_an_answer() -> None:
    page = error(HTTPStatus.NOT_FOUND)
    head, _, body = page.encode().partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0] == b"HTTP/1.1 404 Not Found"
    assert b"\r\nContent-Length: 14" in head
    assert b"\r\nConnection: close" in head
    assert body == b"404 Not Found\n"
    assert page.encode(body=False) == head + b"\r\n\r\n"


def test_lengths_are_of_bytes_not_of_letters() -> None:
    page = error(HTTPStatus.NOT_FOUND)._replace(body="\xe4\n")
    assert b"\r\nContent-Length: 3\r\n" in page.encode()


def test_who_may_not_is_told_what_he_may() -> None:
    assert b"\r\nAllow: GET, HEAD\r\n" in error(HTTPStatus.METHOD_NOT_ALLOWED).encode()
    assert b"Allow" not in error(HTTPStatus.BAD_REQUEST).encode()
