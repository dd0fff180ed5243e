"""Thin asyncio adapters: query a server, list servers, open a client.

Beside the command line this is the only part of the library that touches sockets and clocks. All
it knows of the protocol it asks the sans-IO modules. IPv4 only, as stock servers are. Time limits
are in milliseconds. A name that does not resolve raises `OSError`.
"""

from .client import AsyncClient, open_client
from .lists import DEFAULT_MASTER, list_master, scan_lan
from .query import QueryResult, query, query_many
from .rcon import rcon
from .sockets import open_socket, resolve

__all__ = [
    "DEFAULT_MASTER",
    "AsyncClient",
    "QueryResult",
    "list_master",
    "open_client",
    "open_socket",
    "query",
    "query_many",
    "rcon",
    "resolve",
    "scan_lan",
]
