"""All classes of objects (specification 2: Classes; priorities are the original's)."""

from __future__ import annotations

from typing import Final

from .bunker import lift
from .defences import drone, submarine, turret
from .effects import debris, explosion, remains
from .objects import Kind
from .rules import flag, gate, man
from .simulation import ObjectClass
from .vehicles import drive, hull, touch, wreck
from .weapons import grenade, homing, mine, missile, tracer

CLASSES: Final[dict[Kind, ObjectClass]] = {
    Kind.VEHICLE: ObjectClass(
        "Vehicle",
        0x64,
        init=drive.init,
        update=drive.update,
        touch=touch.touch,
        hit_static=hull.hit_static,
        hit_object=hull.hit_object,
        damage=hull.damage,
    ),
    Kind.LIFT: ObjectClass(
        "Storage",
        0x6A,
        init=lift.init,
        update=lift.update,
        destroy=lift.destroy,
        hit_static=lift.hit_static,
        hit_object=lift.hit_object,
    ),
    Kind.WRECK: ObjectClass(
        "Destroyed Vehicle",
        0x68,
        init=wreck.init,
        update=wreck.update,
        hit_static=wreck.hit_static,
        hit_object=wreck.hit_object,
        damage=wreck.damage,
    ),
    Kind.MISSILE: ObjectClass(
        "Missle",
        0xC8,
        init=missile.init,
        update=missile.update,
        destroy=missile.destroy,
        hit_static=missile.hit_static,
        hit_land=missile.hit_land,
        hit_object=missile.hit_object,
    ),
    Kind.HOMING_MISSILE: ObjectClass(
        "Death Missle",
        0xC8,
        init=missile.init,
        update=homing.update,
        destroy=missile.destroy,
        hit_static=missile.hit_static,
        hit_land=missile.hit_land,
        hit_object=homing.hit_object,
    ),
    Kind.GRENADE: ObjectClass(
        "Grenade",
        0xC8,
        init=grenade.init,
        update=grenade.update,
        destroy=grenade.destroy,
        hit_static=grenade.hit_static,
        hit_land=grenade.hit_land,
        hit_object=grenade.hit_object,
    ),
    Kind.MINE: ObjectClass(
        "Mine",
        0x96,
        init=mine.init,
        update=mine.update,
        destroy=mine.destroy,
        hit_object=mine.hit_object,
        damage=mine.damage,
    ),
    Kind.TRACER: ObjectClass(
        "TRACER",
        0x100,
        init=tracer.init,
        hit_static=tracer.hit_static,
        hit_land=tracer.hit_land,
        hit_object=tracer.hit_object,
    ),
    Kind.FLAG: ObjectClass(
        "Flag", 0xC9, init=flag.init, update=flag.update, hit_object=flag.hit_object
    ),
    Kind.GATE: ObjectClass(
        "Gate",
        0x32,
        init=gate.init,
        update=gate.update,
        destroy=gate.destroy,
        shape=gate.shape,
        hit_static=gate.hit_static,
        hit_land=gate.hit_land,
        damage=gate.damage,
    ),
    Kind.MAN: ObjectClass(
        "MAN",
        0x7D,
        init=man.init,
        update=man.update,
        hit_static=man.hit_static,
        hit_object=man.hit_object,
        damage=man.damage,
    ),
    Kind.EXPLOSION: ObjectClass(
        "Expl",
        0xC8,
        init=explosion.init,
        update=explosion.update,
        shape=explosion.shape,
        hit_static=explosion.hit_static,
        hit_object=explosion.hit_object,
    ),
    Kind.DEBRIS: ObjectClass("FWall", init=debris.init, update=debris.update, recyclable=True),
    Kind.REMAINS: ObjectClass("Stay", init=remains.init, recyclable=True),
    Kind.TURRET: ObjectClass(
        "Turret Gun",
        0x32,
        init=turret.init,
        update=turret.update,
        destroy=turret.destroy,
        damage=turret.damage,
    ),
    Kind.DRONE: ObjectClass(
        "Drone",
        0x6E,
        init=drone.init,
        update=drone.update,
        destroy=drone.destroy,
        hit_object=drone.hit_object,
        damage=drone.damage,
    ),
    Kind.SUBMARINE: ObjectClass(
        "SUB",
        0x7D,
        init=submarine.init,
        update=submarine.update,
    ),
}
