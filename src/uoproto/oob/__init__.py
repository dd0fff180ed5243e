"""Connectionless packets: queries, the handshake, rcon, server lists, master duties.

Every packet is a frozen dataclass with ``encode() -> bytes``; `parse_request`, `parse_response`
and `parse_oob` are the way back. Any bytes give a packet or a `RemoteProtocolError`.
"""

from .connect import Connect
from .heartbeat import Heartbeats
from .info import ServerInfo, status_info
from .lan import LanScan, lan_scan_requests
from .master import GetServersResponse, ServerAddress, server_list
from .packet import OobPacket, is_oob
from .parse import parse_oob, parse_response
from .rcon import BAD_PASSWORD, NO_PASSWORD_SET, join_output, split_output
from .requests import (
    Disconnect,
    Flatline,
    GetChallenge,
    GetInfo,
    GetIpAuthorize,
    GetServers,
    GetStatus,
    Heartbeat,
    IpAuthorize,
    PunkBuster,
    Rcon,
    UnknownRequest,
    parse_request,
    peek_request,
)
from .responses import (
    ChallengeResponse,
    ConnectResponse,
    Echo,
    Error,
    InfoResponse,
    KeyAuthorize,
    LoadingNewMap,
    Motd,
    NeedCdKey,
    Print,
    UnknownResponse,
    UpdateResponse,
)
from .status import GameCompleteStatus, StatusPlayer, StatusResponse

__all__ = [
    "BAD_PASSWORD",
    "NO_PASSWORD_SET",
    "ChallengeResponse",
    "Connect",
    "ConnectResponse",
    "Disconnect",
    "Echo",
    "Error",
    "Flatline",
    "GameCompleteStatus",
    "GetChallenge",
    "GetInfo",
    "GetIpAuthorize",
    "GetServers",
    "GetServersResponse",
    "GetStatus",
    "Heartbeat",
    "Heartbeats",
    "InfoResponse",
    "IpAuthorize",
    "KeyAuthorize",
    "LanScan",
    "LoadingNewMap",
    "Motd",
    "NeedCdKey",
    "OobPacket",
    "Print",
    "PunkBuster",
    "Rcon",
    "ServerAddress",
    "ServerInfo",
    "StatusPlayer",
    "StatusResponse",
    "UnknownRequest",
    "UnknownResponse",
    "UpdateResponse",
    "is_oob",
    "join_output",
    "lan_scan_requests",
    "parse_oob",
    "parse_request",
    "parse_response",
    "peek_request",
    "server_list",
    "split_output",
    "status_info",
]
