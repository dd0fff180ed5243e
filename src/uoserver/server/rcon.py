"""Console commands from elsewhere (server: rcon; operators: Formats)."""

from __future__ import annotations

import logging
from hmac import compare_digest
from typing import TYPE_CHECKING, Final

from uoproto.connection import Address
from uoproto.constants import RCON_OUTPUT_LIMIT
from uoproto.oob import BAD_PASSWORD, NO_PASSWORD_SET, split_output
from uoproto.oob import Rcon as Request
from uoproto.text import clean_command

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

_NO_NULS: Final = {0: None}


class Rcon:
    """Runs what admins send who know a password."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server

    def receive(self, packet: Request, address: Address) -> None:
        """Run a command and answer what it printed, if the password is right."""
        server = self._server
        password = server.cvars.get("rconPassword")
        lines: list[str] = []
        if not password:
            lines.append(NO_PASSWORD_SET)
        elif not _same_secret(password, packet.password):
            log.warning("bad rcon from %s:%d", *address)
            lines.append(BAD_PASSWORD)
        else:
            log.info("rcon from %s:%d: %s", *address, packet.command)
            server.commands.execute(packet.command, lambda line: lines.append(f"{line}\n"))
        output = "".join(lines)[:RCON_OUTPUT_LIMIT].translate(_NO_NULS)
        # paths of packs in error messages may hold more than latin-1
        output = output.encode("latin-1", "replace").decode("latin-1")
        for part in split_output(output):
            server.send(part.encode(), address)


def _same_secret(wanted: str, given: str) -> bool:
    """Compare in constant time, as a connectionless line can carry it: cleaned, without ``%``."""
    wanted = clean_command(wanted)
    return compare_digest(wanted.encode("latin-1", "replace"), given.encode("latin-1", "replace"))
