"""Reading the head of an HTTP/1.x request (RFC 9112), as little of it as plain pages need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

MAX_LINE: Final = 2048
"""Bytes of a line; a longer one is refused before it is held in memory."""
MAX_HEADERS: Final = 64
"""Header lines: without a bound a client could send them for ever."""

_TOKEN: Final = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST: Final = re.compile(rb"(%b) ([!-~]+) HTTP/([0-9])\.([0-9])" % _TOKEN)
_HEADER: Final = re.compile(rb"(%b):[ \t]*([\t -~\x80-\xff]*)" % _TOKEN)


class BadRequestError(Exception):
    """A request that is answered by an error page and nothing else."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(f"{status.value} {status.phrase}")
        self.status: Final = status


class Request(NamedTuple):
    """What is asked for; ``path`` is without the query behind a question mark."""

    method: str
    path: str


def parse_request(lines: Sequence[bytes]) -> Request:
    """Return the request of these lines, without their ends and without the empty last one.

    Raises `BadRequestError` with 400 for what is no request, 405 for a method other than GET and
    HEAD, 413 for one that brings a body, 431 for too many headers, 505 for another version.
    """
    if not lines:
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    match = _REQUEST.fullmatch(lines[0])
    if match is None:
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    method, target, major, minor = match.groups()
    if major != b"1":
        raise BadRequestError(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
    headers = _headers(lines[1:])
    if minor != b"0" and headers.count(b"host") != 1:
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    if method not in (b"GET", b"HEAD"):
        raise BadRequestError(HTTPStatus.METHOD_NOT_ALLOWED)
    if b"transfer-encoding" in headers or b"content-length" in headers:
        raise BadRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return Request(method.decode("ascii"), target.partition(b"?")[0].decode("ascii"))


def _headers(lines: Sequence[bytes]) -> list[bytes]:
    """Return the names of headers in small letters, but for a length of nothing."""
    if len(lines) > MAX_HEADERS:
        raise BadRequestError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    names: list[bytes] = []
    for line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        name = match[1].lower()
        if name != b"content-length" or match[2].strip() != b"0":
            names.append(name)
    return names
