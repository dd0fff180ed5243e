from __future__ import annotations

from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.supervision.request import (
    MAX_HEADERS,
    BadRequestError,
    Request,
    parse_request,
)

HOST = b"Host: 127.0.0.1"


@pytest.mark.parametrize(
    ("lines", "request_"),
    [
        ([b"GET /metrics HTTP/1.1", HOST], Request("GET", "/metrics")),
        ([b"HEAD /healthz HTTP/1.1", HOST], Request("HEAD", "/healthz")),
        ([b"GET /metrics HTTP/1.0"], Request("GET", "/metrics")),
        ([b"GET /metrics?name[]=x HTTP/1.1", HOST], Request("GET", "/metrics")),
        ([b"GET / HTTP/1.1", b"hOST:x", b"Accept: */*", b"X-y:\xc3\t"], Request("GET", "/")),
        ([b"GET / HTTP/1.1", HOST, b"Content-Length: 0"], Request("GET", "/")),
        ([b"GET http://127.0.0.1/x HTTP/1.1", HOST], Request("GET", "http://127.0.0.1/x")),
    ],
)
def test_requests(lines: list[bytes], request_: Request) -> None:
    assert parse_request(lines) == request_


@pytest.mark.parametrize(
    ("status", "lines"),
    [
        (400, []),
        (400, [b""]),
        (400, [b"GET /"]),
        (400, [b"GET  / HTTP/1.1", HOST]),
        (400, [b"GET / HTTP/1.1 ", HOST]),
        (400, [b"GET / HTTP/1.10", HOST]),
        (400, [b"GET / http/1.1", HOST]),
        (400, [b"GET /\xff HTTP/1.1", HOST]),
        (400, [b"GET /\x00 HTTP/1.1", HOST]),
        (400, [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"]),  # TLS
        (400, [b"GET / HTTP/1.1"]),
        (400, [b"GET / HTTP/1.1", HOST, HOST]),
        (400, [b"GET / HTTP/1.1", HOST, b"no colon"]),
        (400, [b"GET / HTTP/1.1", HOST, b" folded: x"]),
        (400, [b"GET / HTTP/1.1", HOST, b"Name : x"]),
        (400, [b"GET / HTTP/1.1", HOST, b"Name: \x00"]),
        (400, [b"GET / HTTP/1.1", HOST, b"Name: a\rb: c"]),
        (405, [b"POST /metrics HTTP/1.1", HOST, b"Content-Length: 5"]),
        (405, [b"get / HTTP/1.1", HOST]),
        (405, [b"OPTIONS * HTTP/1.1", HOST]),
        (413, [b"GET / HTTP/1.1", HOST, b"Content-Length: 5"]),
        (413, [b"GET / HTTP/1.1", HOST, b"Content-Length: -1"]),
        (413, [b"GET / HTTP/1.1", HOST, b"Transfer-Encoding: chunked"]),
        (431, [b"GET / HTTP/1.1", HOST] + [b"a: b"] * MAX_HEADERS),
        (505, [b"GET / HTTP/2.0", HOST]),
        (505, [b"GET / HTTP/0.9"]),
    ],
)
def test_what_is_refused(status: int, lines: list[bytes]) -> None:
    with pytest.raises(BadRequestError) as caught:
        parse_request(lines)
    assert caught.value.status == HTTPStatus(status)
    assert str(caught.value).startswith(str(status))


def test_as_many_headers_as_allowed() -> None:
    assert parse_request([b"GET / HTTP/1.1", HOST] + [b"a: b"] * (MAX_HEADERS - 1)).path == "/"


@given(st.lists(st.binary(max_size=40), max_size=6), st.booleans())
def test_any_lines_give_a_request_or_the_documented_error(
    lines: list[bytes], right_begin: bool
) -> None:
    if right_begin:
        lines = [b"GET /metrics HTTP/1.1", HOST, *lines]
    status = 200
    try:
        request = parse_request(lines)
    except BadRequestError as error:
        status = error.status
    else:
        assert request.method in {"GET", "HEAD"}
        assert request.path.isascii()
    assert status in {200, 400, 405, 413, 431, 505}
