"""The UDP port of a server process, which is taken before the first map is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.serving.udp import UdpSocket

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry


class Port:
    """Binds ``net_ip`` and ``net_port``, early: a busy port is told at once, not behind a map.

    What comes meanwhile waits in the socket.
    """

    def __init__(self, cvars: CvarRegistry) -> None:
        self._cvars: Final = cvars
        self._socket: UdpSocket | None = None
        self._bound = ("", 0)

    def take(self) -> UdpSocket:
        """Return the socket of what the cvars say now; one of other values is given back.

        Raises `UdpError`.
        """
        wanted = self._cvars.get("net_ip"), self._cvars.get_int("net_port")
        if self._socket is None or wanted != self._bound:
            self.close()
            self._socket, self._bound = UdpSocket(*wanted), wanted
        return self._socket

    def close(self) -> None:
        """Give the port back."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
