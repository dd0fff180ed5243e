"""A server browser in a few lines: answers are printed as they come, nearest first to arrive.

python examples/browser.py 192.0.2.10 game.example.invalid:28961
python examples/browser.py --lan
python examples/browser.py --master master.example.invalid
"""

from __future__ import annotations

import argparse
import asyncio

from uoproto import udp
from uoproto.constants import DEFAULT_PORT, MASTER_PORT
from uoproto.text import strip_colors


def split(text: str, port: int) -> tuple[str, int]:
    """Return host and port of ``HOST[:PORT]``."""
    host, _, given = text.partition(":")
    return host, int(given or port)


async def browse(args: argparse.Namespace) -> int:
    """Collect addresses, ask each of them, and return how many answered."""
    addresses = [split(text, DEFAULT_PORT) for text in args.servers]
    if args.lan:
        addresses += await udp.scan_lan()
    if args.master:
        addresses += await udp.list_master(*split(args.master, MASTER_PORT))
    count = 0
    async for answer in udp.query_many(addresses, timeout_ms=2000):
        server = answer.server
        count += 1
        print(
            f"{answer.ping_ms:4} ms  {server.clients:2}/{server.max_clients:<2}  "
            f"{server.mapname:<16} {server.gametype:<4} {strip_colors(server.hostname)}",
            flush=True,
        )
    return count


def main() -> None:
    """Read the command line and browse."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("servers", nargs="*", metavar="HOST[:PORT]")
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--master", metavar="HOST[:PORT]")
    found = asyncio.run(browse(parser.parse_args()))
    print(f"{found} servers")


if __name__ == "__main__":
    main()
