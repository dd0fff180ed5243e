"""Captures made in memory: pcap and pcapng files around UDP datagrams."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from ipaddress import ip_address

Packet = tuple[tuple[str, int], tuple[str, int], bytes]
"""Source, target, data."""

ETHERNET = 1


def udp_packet(source: tuple[str, int], target: tuple[str, int], data: bytes) -> bytes:
    """Return an IPv4 or IPv6 packet."""
    udp = struct.pack(">HHHH", source[1], target[1], 8 + len(data), 0) + data
    ends = ip_address(source[0]).packed + ip_address(target[0]).packed
    if len(ends) == 8:
        head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0)
    else:
        head = struct.pack(">IHBB", 6 << 28, len(udp), 17, 64)
    return head + ends + udp


def ethernet(packet: bytes, *, vlan: bool = False) -> bytes:
    """Return an Ethernet frame around an IP packet."""
    kind = b"\x86\xdd" if packet[0] >> 4 == 6 else b"\x08\x00"
    return bytes(12) + (b"\x81\x00\x00\x05" if vlan else b"") + kind + packet


def pcap(frames: Iterable[bytes], link: int = ETHERNET) -> bytes:
    """Return a pcap file; frame n has the time n.5 seconds."""
    out = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
    for number, frame in enumerate(frames):
        out += struct.pack("<IIII", number, 500_000, len(frame), len(frame)) + frame
    return out


def pcapng(frames: Iterable[bytes], link: int = ETHERNET) -> bytes:
    """Return a pcapng file with one section and one interface."""
    out = _block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    out += _block(1, struct.pack("<HHI", link, 0, 65535))
    for number, frame in enumerate(frames):
        time = number * 1_000_000 + 500_000
        head = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(frame), len(frame))
        out += _block(6, head + frame + bytes(-len(frame) % 4))
    return out


def _block(kind: int, body: bytes) -> bytes:
    size = struct.pack("<I", 12 + len(body))
    return struct.pack("<I", kind) + size + body + size
