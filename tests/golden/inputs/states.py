"""Entities, clients and archived entities: field modes, tables, record framing, merging."""

from __future__ import annotations

from tests.reference.data import (
    ANGLE16,
    ARCHIVED_ENTITY,
    CLIENT,
    ENTITY,
    FLOAT,
    VEHICLE,
    Field,
)

from .common import Json, entity_delta, frame, server, snapshot


def every_field(table: tuple[Field, ...], **fixed: float) -> Json:
    """Return a value for each field: its largest integer, a fraction, an odd angle."""
    values: Json = {}
    for i, (name, mode) in enumerate(table):
        if mode == FLOAT:
            values[name] = i + 0.5 if i % 2 else float(i - 30)
        elif mode == ANGLE16:
            values[name] = 45.0 + 3 * i
        else:
            values[name] = (1 << abs(mode)) - 1 - i % 2
    return {**values, **fixed}


def floats(*values: float | str) -> Json:
    """Return an entity with ``values`` in its first float fields."""
    names = [name for name, mode in ENTITY if mode == FLOAT and name != "leanf"]
    return dict(zip(names, values, strict=False))


def archived(
    why: str, old: Json, new: Json | None, *, force: bool = False, number: int = 70
) -> Json:
    return {
        "why": why,
        "kind": "archived_entity",
        "number": number,
        "old": old,
        "new": new,
        "force": force,
    }


MAN: Json = {"eType": 1, "clientNum": 5, "pos.trBase[0]": 100.0, "groundEntityNum": 1022}
JEEP: Json = {"eType": 12, "pos.trBase[0]": 100.0, "apos.trBase[1]": 90.0, "time": 500}
CLIENT_ONE: Json = {"team": 2, "name[0]": 0x6E6E7547, "name[4]": 0x7265, "modelindex": 3}

FIELDS: dict[str, Json] = {
    "entity-every-field": entity_delta(
        "Entity table: order and width of all 60 fields", {}, every_field(ENTITY, eType=5)
    ),
    "vehicle-every-field": entity_delta(
        "Vehicle table: order and width of all 60 fields",
        {"eType": 12},
        every_field(VEHICLE, eType=12),
    ),
    "entity-every-field-to-zero": entity_delta(
        "Generic fields: a zero bit in every mode", every_field(ENTITY, eType=5), {}
    ),
    "vehicle-every-field-to-zero": entity_delta(
        "Generic fields: a zero bit in every mode of the vehicle table",
        every_field(VEHICLE, eType=12),
        {"eType": 12},
    ),
    "entity-first-field": entity_delta("Entity: lastChanged 1", MAN, {**MAN, "pos.trTime": 1}),
    "entity-last-field": entity_delta("Entity: lastChanged 60", MAN, {**MAN, "dmgFlags": 1}),
    "vehicle-last-field": entity_delta(
        "Vehicle: lastChanged counts in the vehicle table", JEEP, {**JEEP, "pos.trDelta[2]": 2.0}
    ),
    "float-small-borders": entity_delta(
        "Float mode: whole numbers from -4096 to 4095 take 13 bits, others 32",
        {},
        floats(-4096.0, 4095.0, 4096.0, -4097.0, 1.0, -1.0, 31.0, 32.0, -31.0, -33.0),
    ),
    "float-fractions": entity_delta(
        "Float mode: a fraction is raw", {}, floats(0.5, -0.5, 4095.5, 1e-40, 16777216.0, -1e30)
    ),
    "float-minus-zero": entity_delta(
        "Float mode: -0.0 differs from 0.0 and is sent as zero",
        floats(0.0, 5.0, -0.0),
        floats(-0.0, -0.0, 0.0),
    ),
    "float-nan": entity_delta(
        "Float mode: NaN and infinity travel as raw words, and equal words are not sent",
        floats("0x7fc00000", "0x7fc00001"),
        floats("0x7fc00000", "0x7fc00002", "0xffc12345", "0x7f800000", "0xff800000"),
    ),
    "angle16-values": entity_delta(
        "Angle16 mode: truncated toward zero, sign kept, modulo 360",
        {"eType": 12},
        {
            "eType": 12,
            "apos.trBase[0]": 270.0,
            "apos.trBase[1]": -45.003,
            "apos.trBase[2]": 45.003,
            "angles2[0]": 359.999,
            "angles2[1]": -180.0,
            "angles2[2]": 720.25,
            "origin2[1]": 180.0,
            "leanf": -719.5,
        },
    ),
    "angle16-zero-bit": entity_delta(
        "Angle16 mode: the zero bit tests the raw word, so -0.0 and 0.001 send a short of 0",
        {"apos.trBase[0]": 10.0, "apos.trBase[1]": 10.0, "apos.trBase[2]": 10.0},
        {"apos.trBase[0]": -0.0, "apos.trBase[1]": 0.001, "apos.trBase[2]": 0.0},
    ),
    "angle16-same-short": entity_delta(
        "Angle16 mode: words that differ are sent though their shorts are equal",
        {"apos.trBase[0]": 90.0},
        {"apos.trBase[0]": 90.0001},
    ),
    "integer-negative": entity_delta(
        "Integer mode: negative values are two's complement and come back unsigned",
        {},
        {"eventParm": -1, "scale": -128, "groundEntityNum": -1, "solid": -2, "time": -3},
    ),
    "integer-negative-width": entity_delta(
        "Integer mode: a negative width is a width; no sign comes back",
        JEEP,
        {**JEEP, "time": -2, "time2": -1},
    ),
    "integer-odd-bits-first": entity_delta(
        "Integer mode: odd low bits with the bit cursor, then whole bytes",
        {},
        {
            "groundEntityNum": 0x2A5,
            "index": 0x155,
            "weapon": 0x55,
            "iHeadIcon": 9,
            "iHeadIconTeam": 2,
            "solid": 0x123456,
            "time": 0x12345678,
        },
    ),
    "integer-equal-words": entity_delta(
        "Changed compares 32-bit words: -1 and 0xffffffff are equal",
        {"time": -1, "scale": 1},
        {"time": 0xFFFFFFFF, "scale": 2},
    ),
}

RECORDS: dict[str, Json] = {
    "entity-to-vehicle": entity_delta(
        "The new eType chooses the table: float fields become integers and angles",
        {"eType": 8, "origin2[0]": 3.0, "leanf": 0.25, "time": 100000, "angles2[1]": 12.5},
        {"eType": 12, "origin2[0]": 3, "leanf": 0.25, "time": 100000, "angles2[1]": 12.5},
    ),
    "vehicle-to-entity": entity_delta(
        "The new eType chooses the table: integer fields become floats",
        {"eType": 12, "origin2[0]": 3, "leanf": 22.5, "time": 10, "origin2[1]": 90.0},
        {"eType": 13, "origin2[0]": 3.0, "leanf": 0.5, "time": 10, "origin2[1]": 90.5},
    ),
    "entity-unchanged": server(
        "Entity: an unchanged one is not in the stream, and is copied",
        snapshot(
            frame(entities={"3": MAN, "4": {**MAN, "eFlags": 4}}),
            frame(entities={"3": MAN, "4": MAN}),
        ),
    ),
    "entity-removed": server(
        "Entity: a removal is number, table bit 0 and a one, for vehicles too",
        snapshot(
            frame(entities={"4": MAN}),
            frame(entities={"3": MAN, "4": MAN, "500": JEEP, "1021": MAN}),
        ),
    ),
    "entity-new-from-baseline": server(
        "Entity: a new one deltas from its baseline, not from what another number had",
        snapshot(
            frame(entities={"3": {**MAN, "eFlags": 8}, "9": {**JEEP, "eFlags": 8}}),
            frame(entities={"2": MAN}),
            baselines={"3": MAN, "9": JEEP, "2": {"eType": 4}},
        ),
    ),
    "entity-new-equal-to-baseline": server(
        "Entity: a new one is forced: no changed bit when it equals its baseline",
        snapshot(frame(entities={"3": MAN, "9": JEEP}), baselines={"3": MAN, "9": JEEP}),
    ),
    "entity-new-zero": server(
        "Entity: forced with nothing set and no baseline", snapshot(frame(entities={"77": {}}))
    ),
    "entity-numbers": server(
        "Entity: ten bits of number, 1023 ends the list",
        snapshot(frame(entities={"0": MAN, "255": MAN, "256": MAN, "1021": MAN})),
    ),
    "entity-world-number": server(
        "Entity: 1022, the world, is a number like others on the wire",
        snapshot(frame(entities={"1022": MAN})),
    ),
    "entity-merge": server(
        "Snapshot: old and new lists merge by number",
        snapshot(
            frame(entities={str(n): {**MAN, "eFlags": n} for n in (2, 3, 5, 8, 9)}),
            frame(entities={str(n): {**MAN, "eFlags": n % 4} for n in (1, 2, 3, 4, 8, 10)}),
            baselines={str(n): {"eType": 1} for n in range(12)},
        ),
    ),
    "entity-table-both": server(
        "Entity: the table bit is per record",
        snapshot(
            frame(entities={"1": {**MAN, "eFlags": 1}, "2": {**JEEP, "eFlags": 1}}),
            frame(entities={"1": MAN, "2": JEEP}),
        ),
    ),
    "client-every-field": server(
        "Client table: order and width of all 22 fields",
        snapshot(frame(clients={"5": every_field(CLIENT)}), frame(clients={"5": {}})),
    ),
    "client-new": server(
        "Client: a leading one, a new one deltas from zero",
        snapshot(frame(clients={"0": CLIENT_ONE, "63": {**CLIENT_ONE, "team": 1}})),
    ),
    "client-new-zero": server(
        "Client: a new one is forced when it is all zero", snapshot(frame(clients={"8": {}}))
    ),
    "client-removed": server(
        "Client: a removal has no table bit",
        snapshot(
            frame(clients={"2": CLIENT_ONE}),
            frame(clients={"1": CLIENT_ONE, "2": CLIENT_ONE, "63": CLIENT_ONE}),
        ),
    ),
    "client-unchanged": server(
        "Client: an unchanged one is not in the stream; the list ends with a zero bit",
        snapshot(
            frame(clients={"1": CLIENT_ONE, "2": {**CLIENT_ONE, "attachTagIndex[5]": 31}}),
            frame(clients={"1": CLIENT_ONE, "2": CLIENT_ONE}),
        ),
    ),
    "client-first-field": server(
        "Client: lastChanged 1, two bits",
        snapshot(frame(clients={"1": {**CLIENT_ONE, "team": 3}}), frame(clients={"1": CLIENT_ONE})),
    ),
    "client-merge": server(
        "Snapshot: client lists merge by number",
        snapshot(
            frame(clients={str(n): {"team": n % 4, "modelindex": n} for n in (0, 2, 5)}),
            frame(clients={str(n): {"team": 1, "modelindex": n} for n in (1, 2, 3, 5)}),
        ),
    ),
}

ARCHIVED: dict[str, Json] = {
    "archived-every-field": archived(
        "Archived entity: order and width of all 68 fields", {}, every_field(ARCHIVED_ENTITY)
    ),
    "archived-every-field-to-zero": archived(
        "Archived entity: a zero bit for each field", every_field(ARCHIVED_ENTITY), {}
    ),
    "archived-vehicle": archived(
        "Archived entity: no table bit, and eType 12 stays in this table",
        {},
        {"eType": 12, "apos.trBase[1]": 90.25, "leanf": 0.5, "svFlags": 8, "absmin[0]": -0.5},
    ),
    "archived-removed": archived(
        "Archived entity: a removal is number and a one", {"eType": 1}, None
    ),
    "archived-forced": archived(
        "Archived entity: forced without a change", MAN, MAN, force=True, number=1021
    ),
    "archived-last-field": archived(
        "Archived entity: lastChanged 68", MAN, {**MAN, "dmgFlags": -1}, number=0
    ),
}

CASES = {**FIELDS, **RECORDS, **ARCHIVED}
