from __future__ import annotations

from uoproto.constants import MAX_LAN_SERVERS
from uoproto.oob import InfoResponse, LanScan, ServerInfo, lan_scan_requests

ANSWER = InfoResponse(ServerInfo("xxx", hostname="Here", mapname="mp_foy").to_info()).encode()


def test_each_port_is_asked_twice() -> None:
    requests = lan_scan_requests()
    assert [port for port, _ in requests] == [28960, 28961, 28962, 28963] * 2
    assert {datagram for _, datagram in requests} == {b"\xff\xff\xff\xffgetinfo xxx"}


def test_answers_count_only_while_active() -> None:
    scan: LanScan[tuple[str, int]] = LanScan()
    address = ("192.0.2.7", 28960)
    assert not scan.receive_datagram(address, ANSWER)
    assert scan.start() == lan_scan_requests()
    assert scan.active
    assert scan.receive_datagram(address, ANSWER)
    scan.stop()
    assert not scan.receive_datagram(("192.0.2.8", 28960), ANSWER)
    assert {address: info.hostname for address, info in scan.servers.items()} == {address: "Here"}


def test_second_answer_renews_and_restart_forgets() -> None:
    scan: LanScan[str] = LanScan()
    scan.start()
    scan.receive_datagram("a", ANSWER)
    newer = InfoResponse(ServerInfo(hostname="Newer").to_info()).encode()
    assert scan.receive_datagram("a", newer)
    assert [info.hostname for info in scan.servers.values()] == ["Newer"]
    scan.start()
    assert not scan.servers


def test_other_packets_are_ignored() -> None:
    scan: LanScan[str] = LanScan()
    scan.start()
    others = [
        InfoResponse(ServerInfo(protocol=21).to_info()).encode(),
        InfoResponse("").encode(),
        b"\xff\xff\xff\xffprint\nx",
        b"\xff\xff\xff\xffchallengeResponse x",
        b"\xff\xff",
        b"\x01\x00\x00\x00",
    ]
    assert not any(scan.receive_datagram("a", datagram) for datagram in others)
    assert not scan.servers


def test_number_of_servers_is_bounded() -> None:
    scan: LanScan[int] = LanScan()
    scan.start()
    taken = [scan.receive_datagram(address, ANSWER) for address in range(MAX_LAN_SERVERS + 5)]
    assert taken.count(True) == len(scan.servers) == MAX_LAN_SERVERS
    assert scan.receive_datagram(0, ANSWER)
