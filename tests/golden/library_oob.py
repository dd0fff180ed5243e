"""The library's connectionless packets and the fields of `oob` cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from uoproto import oob
from uoproto.text import info_build, info_pairs

Json = dict[str, Any]

BUILDERS: dict[str, Callable[[Json], oob.OobPacket]] = {
    "getinfo": lambda f: oob.GetInfo(f["challenge"]),
    "getstatus": lambda f: oob.GetStatus(f["challenge"]),
    "getchallenge": lambda _: oob.GetChallenge(),
    "rcon": lambda f: oob.Rcon(f["password"], f["command"]),
    "disconnect": lambda _: oob.Disconnect(),
    "heartbeat": lambda f: oob.Flatline() if f["game"] == "flatline" else oob.Heartbeat(f["game"]),
    "infoResponse": lambda f: oob.InfoResponse(_info(f)),
    "statusResponse": lambda f: oob.StatusResponse(_info(f), _players(f)),
    "gameCompleteStatus": lambda f: oob.GameCompleteStatus(_info(f), _players(f)),
    "challengeResponse": lambda f: oob.ChallengeResponse(
        f["challenge"], f["only_visible_clients"] or 0
    ),
    "connectResponse": lambda _: oob.ConnectResponse(),
    "error": lambda f: oob.Error(f["text"]),
    "echo": lambda f: oob.Echo(*f["arguments"]),
    "motd": lambda f: oob.Motd(_info(f)),
    "getservers": lambda f: oob.GetServers(f["protocol"], tuple(f["keywords"])),
    "getserversResponse": lambda f: oob.GetServersResponse(
        tuple(oob.ServerAddress(host, port) for host, port in f["servers"])
    ),
    "getIpAuthorize": lambda f: oob.GetIpAuthorize(*_authorize(f)),
    "ipAuthorize": lambda f: oob.IpAuthorize(*_authorize(f)),
    "needcdkey": lambda _: oob.NeedCdKey(),
    "loadingnewmap": lambda f: oob.LoadingNewMap(f["map"], f["gametype"]),
    "updateResponse": lambda f: oob.UpdateResponse(f["available"], f["url"], f["version"]),
    "keyAuthorize": lambda f: oob.KeyAuthorize(tuple(f["arguments"])),
}


def build(message: str, fields: Json) -> list[bytes]:
    if message == "print":
        return [packet.encode() for packet in oob.split_output(fields["text"])]
    return [BUILDERS[message](fields).encode()]


def parse(datagrams: Sequence[bytes]) -> tuple[str, Json]:
    """Return the message's name and fields."""
    packets = [oob.parse_oob(datagram) for datagram in datagrams]
    if isinstance(packets[0], oob.Print):
        return "print", {"text": oob.join_output(datagrams)}
    (packet,) = packets
    return _parsed(packet)


def _parsed(packet: oob.OobPacket) -> tuple[str, Json]:
    match packet:
        case oob.GetInfo():
            return "getinfo", {"challenge": packet.challenge}
        case oob.GetStatus():
            return "getstatus", {"challenge": packet.challenge}
        case oob.GetChallenge():
            return "getchallenge", {}
        case oob.Rcon():
            return "rcon", {"password": packet.password, "command": packet.command}
        case oob.Disconnect():
            return "disconnect", {}
        case oob.Heartbeat():
            return "heartbeat", {"game": packet.tag}
        case oob.Flatline():
            return "heartbeat", {"game": "flatline"}
        case oob.InfoResponse():
            return "infoResponse", {"info": _pairs(packet.info)}
        case oob.StatusResponse() | oob.GameCompleteStatus():
            name = type(packet).__name__
            players = [[p.score, p.ping, p.name] for p in packet.players]
            return name[0].lower() + name[1:], {"info": _pairs(packet.info), "players": players}
        case oob.ChallengeResponse():
            visible = packet.only_visible_clients or None
            return "challengeResponse", {
                "challenge": packet.challenge,
                "only_visible_clients": visible,
            }
        case oob.ConnectResponse():
            return "connectResponse", {}
        case oob.Error():
            return "error", {"text": packet.text}
        case oob.Echo():
            return "echo", {"arguments": [packet.token]}
        case oob.Motd():
            return "motd", {"info": _pairs(packet.info)}
        case oob.GetServers():
            keywords = list(packet.keywords)
            return "getservers", {"protocol": packet.protocol, "keywords": keywords}
        case oob.GetServersResponse():
            if not packet.last:
                raise ValueError("no end of the list")
            return "getserversResponse", {"servers": [list(server) for server in packet.servers]}
        case oob.GetIpAuthorize():
            words = [str(packet.challenge), packet.address, *packet.arguments]
            return "getIpAuthorize", {"arguments": words}
        case oob.IpAuthorize():
            words = [str(packet.challenge), packet.result, *packet.arguments]
            return "ipAuthorize", {"arguments": words}
        case oob.NeedCdKey():
            return "needcdkey", {}
        case oob.LoadingNewMap():
            return "loadingnewmap", {"map": packet.map_name, "gametype": packet.gametype}
        case oob.UpdateResponse():
            return "updateResponse", {
                "available": packet.available,
                "url": packet.url,
                "version": packet.version,
            }
        case oob.KeyAuthorize():
            return "keyAuthorize", {"arguments": list(packet.arguments)}
    raise NotImplementedError(type(packet).__name__)


def _info(fields: Json) -> str:
    return info_build([(key, value) for key, value in fields["info"]])


def _pairs(info: str) -> list[list[str]]:
    return [list(pair) for pair in info_pairs(info)]


def _players(fields: Json) -> tuple[oob.StatusPlayer, ...]:
    return tuple(oob.StatusPlayer(*player) for player in fields["players"])


def _authorize(fields: Json) -> tuple[int, str, tuple[str, ...]]:
    challenge, word, *rest = fields["arguments"]
    return int(challenge), word, tuple(rest)
