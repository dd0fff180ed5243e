"""Commands that ban and unban (server: Kick/ban; operators: Formats)."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

from ..banlist import MAX_NAME, Ban, BanError, GuidBan, parse_network, shown
from ..bantext import write_until
from .people import clients_named, name_of
from .players import KICKED

if TYPE_CHECKING:
    from ..core import Server

_ADDRESS_WIDTH: Final = 18
_UNTIL_WIDTH: Final = 20
_MAX_DIGITS: Final = 9
"""Of seconds: the list caps what is longer than it keeps."""


class BanCommands:
    """Keeps players and addresses out, and lets them in again."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        register = server.commands.register
        register("banUser", self._ban_user, "banUser NAME: ban a player's address for good")
        register("banClient", self._ban_client, "banClient NUM [REASON]: the same by slot")
        register(
            "tempBanUser", self._ban_user, "tempBanUser NAME: ban a player for sv_kickBanTime s"
        )
        register("tempBanClient", self._ban_client, "tempBanClient NUM [REASON]: the same by slot")
        register("unbanUser", self._unban_user, "unbanUser NAME|ADDRESS: lift bans")
        register(
            "banAddress",
            self._ban_address,
            "banAddress ADDRESS[/BITS] [SECONDS] [REASON]: ban a range, 0 s or none: for good",
        )
        register("unbanAddress", self._unban_address, "unbanAddress ADDRESS[/BITS]: lift a ban")
        register("banlist", self._banlist, "banlist [TEXT]: show the bans, or those with a text")

    # -- banning --------------------------------------------------------------------------------

    def _ban_user(self, call: Invocation) -> None:
        name = call.rest()
        if not name:
            raise CommandError(f"usage: {call.words[0]} NAME")
        numbers = clients_named(self._server, name)
        if not numbers:
            raise CommandError(f"no player named {name[:32]!r}")
        if len(numbers) > 1:
            slots = ", ".join(map(str, numbers))
            raise CommandError(f"slots {slots} have that name: ban one of them by its number")
        self._ban(call, self._server.find_client(str(numbers[0])), "")

    def _ban_client(self, call: Invocation) -> None:
        if len(call.words) < 2:
            raise CommandError(f"usage: {call.words[0]} NUM [REASON]")
        self._ban(call, self._server.find_client(call.arg(1)), call.rest(2))

    def _ban(self, call: Invocation, client: ServerConnection, reason: str) -> None:
        """Ban a client's address and throw out whom that meets, him in any case."""
        server, number = self._server, client.client_num
        name, seconds = name_of(server, number), 0
        if call.words[0].lower().startswith("temp"):
            seconds = server.cvars.get_int("sv_kickBanTime")
            if not seconds:
                client.drop(KICKED, server.now)
                call.print("sv_kickBanTime is 0: kicked, not banned")
                return
        network = IPv4Network(client.address[0])
        player = server.level.game.players.get(number) if server.level else None
        client.drop(KICKED, server.now)
        try:
            if player is not None and player.guid and not seconds:
                server.bans.add_guid(player.guid, name)
            ban = server.bans.add(network, seconds=seconds, name=name, reason=reason)
        except BanError as error:
            raise CommandError(f"kicked, not banned: {error}") from error
        self._met(call, ban)

    def _ban_address(self, call: Invocation) -> None:
        if len(call.words) < 2:
            raise CommandError("usage: banAddress ADDRESS[/BITS] [SECONDS] [REASON]")
        digits = call.arg(2)
        timed = digits.isascii() and digits.isdigit()
        seconds = int(digits[:_MAX_DIGITS]) if timed else 0
        try:
            network = parse_network(call.arg(1))
            ban = self._server.bans.add(
                network, seconds=seconds, reason=call.rest(3 if timed else 2)
            )
        except BanError as error:
            raise CommandError(str(error)) from error
        self._met(call, ban)

    def _met(self, call: Invocation, ban: Ban) -> None:
        """Throw out all whom a ban meets, and say what it is."""
        server = self._server
        for client in server.clients(SlotState.CONNECTED):
            if IPv4Address(client.address[0]) in ban.network:
                client.drop(KICKED, server.now)
        ends = "for good" if ban.until is None else f"until {write_until(ban.until)}"
        call.print(f"{shown(ban.network)} is banned {ends}")

    # -- lifting --------------------------------------------------------------------------------

    def _unban_user(self, call: Invocation) -> None:
        name = call.rest()
        if not name:
            raise CommandError("usage: unbanUser NAME|ADDRESS")
        lifted = self._server.bans.lift_named(name)
        if not lifted:
            try:
                network = parse_network(name)
            except BanError:
                raise CommandError(f"nobody named {name[:MAX_NAME]!r} is banned") from None
            self._lift(network)
            lifted = 1
        call.print(f"{lifted} ban{'s' * (lifted > 1)} lifted")

    def _unban_address(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError("usage: unbanAddress ADDRESS[/BITS]")
        try:
            network = parse_network(call.arg(1))
        except BanError as error:
            raise CommandError(str(error)) from error
        self._lift(network)
        call.print(f"{shown(network)} is no longer banned")

    def _lift(self, network: IPv4Network) -> None:
        """Lift a ban; raises `CommandError` that names wider ones, which stay."""
        bans = self._server.bans
        if bans.lift(network):
            return
        wider = [ban for ban in bans.addresses if network.subnet_of(ban.network)]
        if wider:
            raise CommandError(f"{shown(network)} is banned as part of {shown(wider[0].network)}")
        if any(network.subnet_of(ban.network) for ban in bans.of_cvar()):
            raise CommandError(f"{shown(network)} is banned by g_banIPs")
        raise CommandError(f"{shown(network)} is not banned")

    # -- showing --------------------------------------------------------------------------------

    def _banlist(self, call: Invocation) -> None:
        bans, wanted = self._server.bans, call.rest().lower()
        bans.refresh()
        now = bans.clock()
        rows = [_row(ban) for ban in bans.addresses if ban.lasts(now)]
        rows += [_row(Ban(ban.network, reason="g_banIPs")) for ban in bans.of_cvar()]
        rows += [_guid_row(ban) for ban in bans.guids]
        rows = [row for row in rows if wanted in row.lower()]
        call.print(f"{'address':<{_ADDRESS_WIDTH}} {'until':<{_UNTIL_WIDTH}} name, reason")
        for row in rows:
            call.print(row)
        call.print(f"{len(rows)} ban{'s' * (len(rows) != 1)}")


def _row(ban: Ban) -> str:
    said = ", ".join(filter(None, (ban.name, ban.reason)))
    until = write_until(ban.until)
    return f"{shown(ban.network):<{_ADDRESS_WIDTH}} {until:<{_UNTIL_WIDTH}} {said}".rstrip()


def _guid_row(ban: GuidBan) -> str:
    who = f"guid {ban.guid}"
    return f"{who:<{_ADDRESS_WIDTH}} {'never':<{_UNTIL_WIDTH}} {ban.name}".rstrip()
