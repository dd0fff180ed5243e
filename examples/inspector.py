"""A man in the middle: games connect to it, it carries all to the server and prints it decoded.

python examples/inspector.py 192.0.2.10 --port 28970
# then connect a game to this machine's port 28970
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable

from uoproto import Inspector
from uoproto.connection import Address
from uoproto.constants import DEFAULT_PORT
from uoproto.describe import describe, describe_packet
from uoproto.udp import open_socket, resolve


def show(inspector: Inspector, data: bytes, from_client: bool) -> None:
    """Print a datagram decoded."""
    for decoded in inspector.feed(data, from_client):
        head = describe_packet(decoded.packet) if decoded.packet else "connectionless"
        print(">>>" if from_client else "<<<", head, decoded.note)
        for item in decoded.items:
            print("     ", describe(item), flush=True)


async def proxy(server: Address, local: Address) -> None:
    """Carry datagrams between any number of clients and the server."""
    clients: dict[Address, asyncio.Task[Callable[[bytes], None]]] = {}

    async def meet(client: Address) -> Callable[[bytes], None]:
        """Open a socket towards the server for a new client; return what sends on it."""
        inspector = Inspector()

        def from_server(data: bytes, _sender: Address) -> None:
            show(inspector, data, False)
            front.sendto(data, client)

        upstream = await open_socket(from_server)

        def to_server(data: bytes) -> None:
            show(inspector, data, True)
            upstream.sendto(data, server)

        return to_server

    def from_client(data: bytes, client: Address) -> None:
        if client not in clients:
            clients[client] = asyncio.create_task(meet(client))
        clients[client].add_done_callback(lambda task: task.result()(data))

    front = await open_socket(from_client, local=local)
    print("listening on {}:{}".format(*front.get_extra_info("sockname")), flush=True)
    await asyncio.Event().wait()


async def main() -> None:
    """Read the command line and start."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", metavar="HOST[:PORT]")
    parser.add_argument("--port", type=int, default=28970)
    parser.add_argument("--bind", default="127.0.0.1")
    args = parser.parse_args()
    host, _, port = args.server.partition(":")
    await proxy(await resolve(host, int(port or DEFAULT_PORT)), (args.bind, args.port))


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        print("stopped")
