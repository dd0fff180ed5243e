"""Shares what all downloads together may send (``sv_downloadRate``) among them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from uoproto.constants import DOWNLOAD_BLOCK_SIZE, DOWNLOAD_WINDOW
from uoproto.download import blocks_per_message

if TYPE_CHECKING:
    from uoproto.connection import ServerConnection

BURST_MS: Final = 250
"""What was not used for longer is lost: it would all go out at once, into the players' frames."""
_BLOCK: Final = DOWNLOAD_BLOCK_SIZE * 1000


class DownloadPace:
    """Deals blocks to the clients who download, one by one in turn.

    Who has as many as a message takes gets no more, and the others have what he leaves.
    """

    def __init__(self) -> None:
        self._saved = 0  # thousandths of bytes
        self._then = 0
        self._served = -1

    def share(self, now: int, rate: int, clients: Iterable[ServerConnection]) -> None:
        """Deal what ``rate`` bytes a second give since the last time; 0 sets no limit."""
        passed, self._then = now - self._then, now
        if rate <= 0:
            self._saved = 0
            for client in clients:
                client.download.allowance = None
            return
        most = max(_BLOCK, rate * BURST_MS)
        self._saved = min(most, self._saved + rate * max(0, passed))
        turns = deque(
            sorted(
                clients, key=lambda client: (client.client_num <= self._served, client.client_num)
            )
        )
        while turns and self._saved >= _BLOCK:
            client = turns.popleft()
            download = client.download
            has = download.allowance or 0
            if download.sending and has < _message_blocks(client):
                download.allowance = has + 1
                self._saved -= _BLOCK
                self._served = client.client_num
                turns.append(client)
        for client in turns:
            client.download.allowance = client.download.allowance or 0


def _message_blocks(client: ServerConnection) -> int:
    pacer = client.pacer
    return min(DOWNLOAD_WINDOW, blocks_per_message(pacer.rate, pacer.snapshot_ms))
