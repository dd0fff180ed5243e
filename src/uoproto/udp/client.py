"""A client on a socket: `ClientConnection` with its datagrams carried and its timer kept."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self

from ..connection.client import ClientConnection
from ..connection.config import ClientConfig
from ..connection.events import Address, Disconnected, Event
from ..connection.states import ConnState
from ..constants import DEFAULT_PORT, MAX_WAITING_EVENTS
from ..errors import LocalProtocolError
from .sockets import DEFAULT_TIMEOUT_MS, now_ms, open_socket, resolve


class AsyncClient:
    """A client connection on its own socket; make it with `open_client`.

    Iterate over it for the events, up to the end of the connection. The newest 4,096 events wait
    for a slow reader, older ones are lost. ``connection`` may be used directly: set its
    ``usercmd``, send commands; what that causes goes out with the next packet, or at once after
    `flush`. As a context manager it disconnects and closes at the end of the block.

    What goes wrong inside the loop's callbacks (a command or userinfo that no packet can carry)
    stops the client and is raised to whoever iterates or waits: a `LocalProtocolError` as it is,
    anything else as the cause of a `ConnectionError`.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.reason = ""
        """Why the connection ended."""
        self._events: deque[Event] = deque(maxlen=MAX_WAITING_EVENTS)
        self._news = asyncio.Event()
        self._transport: asyncio.DatagramTransport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._failure: Exception | None = None

    async def start(self) -> None:
        """Open the socket and begin to connect.

        Raises `OSError` for the socket and `LocalProtocolError` for a userinfo that no connect
        request can carry; the socket is closed then.
        """
        self._transport = await open_socket(self._receive)
        try:
            self.connection.connect(now_ms())
            self.flush()
        except Exception:
            self._shut()
            raise

    def flush(self) -> None:
        """Send what is due and set the timer anew."""
        self._transmit([])

    def close(self) -> None:
        """Tell the server that we leave, and close the socket. Repeating it does nothing."""
        if self._transport is None:
            return
        try:
            if self.connection.state != ConnState.DISCONNECTED:
                self.connection.disconnect()
            self._transmit([])
        except Exception:
            if self._failure is None:  # else it has been told, and leaving was only tried
                raise
        finally:
            self._shut()

    def _shut(self) -> None:
        if self._transport is not None:
            self._transport.close()
            self._transport = None
        self._stop_timer()
        self._wake()

    async def wait_state(self, state: ConnState, *, timeout_ms: int = DEFAULT_TIMEOUT_MS) -> None:
        """Wait until the connection has come as far as ``state``.

        Raises `TimeoutError`, and `ConnectionError` with the reason when the connection ends.
        """
        async with asyncio.timeout(timeout_ms / 1000):
            while self.connection.state < state:
                self._raise_failure()
                if self.connection.state == ConnState.DISCONNECTED:
                    raise ConnectionError(self.reason)
                await self._news.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        while not self._events:
            self._raise_failure()
            if self._transport is None or self.connection.state == ConnState.DISCONNECTED:
                raise StopAsyncIteration
            await self._news.wait()
        return self._events.popleft()

    def _receive(self, data: bytes, address: Address) -> None:
        self._run(lambda: self.connection.receive_datagram(data, address, now_ms()))

    def _on_timer(self) -> None:
        self._run(lambda: self.connection.handle_timeout(now_ms()))

    def _run(self, step: Callable[[], list[Event]]) -> None:
        """Run a step of the loop; nobody above would see what it raises, so it is kept."""
        if self._failure is not None:
            return
        try:
            self._transmit(step())
        except Exception as error:  # the loop would log it and leave all waiters waiting
            self._failure = error
            self._stop_timer()
            self._wake()

    def _raise_failure(self) -> None:
        if isinstance(self._failure, LocalProtocolError):
            raise self._failure
        if self._failure is not None:
            raise ConnectionError(f"the client stopped: {self._failure}") from self._failure

    def _transmit(self, events: Iterable[Event]) -> None:
        if self._transport is None:
            return
        now = now_ms()
        for data, address in self.connection.datagrams_to_send(now):
            self._transport.sendto(data, address)
        for event in (*events, *self.connection.handle_timeout(now)):
            self._events.append(event)
            if isinstance(event, Disconnected):
                self.reason = event.reason
        self._stop_timer()
        due = self.connection.next_timeout()
        if due is not None:
            delay = max(1, due - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)
        self._wake()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._news.set()  # wakes all that wait now
        self._news.clear()


async def open_client(config: ClientConfig, host: str, port: int = DEFAULT_PORT) -> AsyncClient:
    """Resolve the server's name, open a socket and begin to connect.

    Raises `OSError`, and `LocalProtocolError` for a userinfo that no connect request can carry.
    """
    client = AsyncClient(ClientConnection(config, await resolve(host, port)))
    await client.start()
    return client
