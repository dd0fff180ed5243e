"""``query``: info and status of one server."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import asdict
from typing import Final

from ..text import info_pairs
from ..udp import QueryResult, query
from . import OK, CommandError, add_json, add_timeout, address, print_json, readable

HELP: Final = "ask a server for its info, its settings and its players"
EXAMPLES: Final = """\
examples:
  python -m uoproto query 192.0.2.10
  python -m uoproto query game.example.invalid:28961 --timeout 1
  python -m uoproto query 192.0.2.10 --json | jq .players

Without an answer the object of --json is empty but for the address and an "error".
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("server", type=address, metavar="HOST[:PORT]")
    add_timeout(parser, 3, "the answers")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    host, port = args.server
    try:
        result = asyncio.run(query(host, port, timeout_ms=int(args.timeout * 1000)))
    except OSError as error:
        silent = isinstance(error, TimeoutError)
        reason = str(error) if silent else f"cannot ask {host}:{port}: {error}"
        if args.json:
            nothing = QueryResult((host, port), "", "", (), 0)
            print_json({**to_json(nothing), "ping_ms": None, "error": reason})
        raise CommandError(reason) from error
    if args.json:
        print_json(to_json(result))
    else:
        print(table(result))
    return OK


def info_dict(info: str) -> dict[str, str]:
    """Return an info string's pairs as sent, in order; of equal keys the first counts."""
    values: dict[str, str] = {}
    for key, value in info_pairs(info):
        values.setdefault(key, value)
    return values


def to_json(result: QueryResult) -> dict[str, object]:
    """Return the object that ``--json`` prints."""
    return {
        "address": f"{result.address[0]}:{result.address[1]}",
        "info": info_dict(result.info),
        "status": info_dict(result.status),
        "players": [asdict(player) for player in result.players],
        "ping_ms": result.ping_ms,
    }


def table(result: QueryResult) -> str:
    """Return the answers for a terminal."""
    host, port = result.address
    lines = [f"{host}:{port}   ping {result.ping_ms} ms"]
    for title, info in (("info", result.info), ("status", result.status)):
        pairs = [(readable(key), readable(value)) for key, value in info_pairs(info)]
        width = max((len(key) for key, _ in pairs), default=0)
        lines += ["", f"{title}:" if pairs else f"{title}: no answer"]
        lines += [f"  {key:<{width}}  {value}".rstrip() for key, value in pairs]
    lines += ["", f"players: {len(result.players)}"]
    if result.players:
        lines.append("  score  ping  name")
    for player in sorted(result.players, key=lambda player: -player.score):
        lines.append(f"  {player.score:5}  {player.ping:4}  {readable(player.name)}")
    return "\n".join(lines)
