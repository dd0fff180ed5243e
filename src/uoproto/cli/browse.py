"""``list``: the servers a master knows, or those on the LAN."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from ..connection import Address
from ..constants import MASTER_PORT
from ..udp import DEFAULT_MASTER, QueryResult, list_master, query_many, scan_lan
from . import FAILED, OK, add_json, add_timeout, address, print_json, progress, readable
from .query import info_dict

HELP: Final = "list servers, from a master or on the LAN"
EXAMPLES: Final = """\
examples:
  python -m uoproto list --lan
  python -m uoproto list --master master.example.invalid:20610
  python -m uoproto list --master 192.0.2.1 --lan --json

Without --master and --lan the stock master is asked, which its owner has retired.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--master",
        type=partial(address, default_port=MASTER_PORT),
        metavar="HOST[:PORT]",
        help=f"master to ask (default {DEFAULT_MASTER}:{MASTER_PORT})",
    )
    parser.add_argument("--lan", action="store_true", help="scan the LAN by broadcast")
    parser.add_argument(
        "--broadcast",
        default="255.255.255.255",
        metavar="ADDRESS",
        help="where a LAN scan goes (default 255.255.255.255)",
    )
    add_timeout(parser, 3, "a master or a server")
    add_json(parser)


@dataclass(slots=True)
class _Found:
    servers: list[QueryResult] = field(default_factory=list)
    listed: int = 0
    errors: list[str] = field(default_factory=list)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    found = asyncio.run(_find(args))
    found.servers.sort(key=lambda result: result.ping_ms)
    for error in found.errors:
        progress(error)
    if args.json:
        servers = [_to_json(result) for result in found.servers]
        print_json({"servers": servers, "listed": found.listed, "errors": found.errors})
    else:
        print(_table(found))
    return OK if found.servers or not found.errors else FAILED


async def _find(args: argparse.Namespace) -> _Found:
    found = _Found()
    addresses: list[Address] = []
    timeout_ms = int(args.timeout * 1000)
    if args.lan:
        progress(f"scanning the LAN at {args.broadcast} ...")
        try:
            answered = await scan_lan(broadcast=args.broadcast)
            if not answered:
                found.errors.append("no server answered on the LAN")
            addresses += answered
        except (OSError, ValueError) as error:
            found.errors.append(f"cannot scan the LAN: {error}")
    if args.master or not args.lan:
        host, port = args.master or (DEFAULT_MASTER, MASTER_PORT)
        progress(f"asking the master {host}:{port} ...")
        try:
            addresses += await list_master(host, port, timeout_ms=timeout_ms)
        except OSError as error:
            hint = "" if args.master else "; it is retired, name another with --master"
            found.errors.append(f"no list from {host}:{port}: {error}{hint}")
    found.listed = len(set(addresses))
    if addresses:
        progress(f"asking {found.listed} servers ...")
    async for result in query_many(addresses, timeout_ms=timeout_ms):
        found.servers.append(result)
    return found


def _to_json(result: QueryResult) -> dict[str, object]:
    host, port = result.address
    info = info_dict(result.info)
    return {"address": f"{host}:{port}", "info": info, "ping_ms": result.ping_ms}


def _table(found: _Found) -> str:
    lines = ["address                ping  players  map                game  name"]
    for result in found.servers:
        host, port = result.address
        server = result.server
        players = f"{server.clients}/{server.max_clients}"
        lines.append(
            f"{host + ':' + str(port):<22} {result.ping_ms:4}  {players:>7}  "
            f"{readable(server.mapname):<17}  {readable(server.gametype):<4}  "
            f"{readable(server.hostname)}"
        )
    lines.append(f"{len(found.servers)} of {found.listed} servers answered")
    return "\n".join(lines)
