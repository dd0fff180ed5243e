"""What a driver sees while he drives nothing: the menu, the way up, the ways back (rules 6)."""

from __future__ import annotations

from typing import Final

from ..events import Sound
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE, approach
from ..keys import DOWN, FIRE_A, LEFT, RIGHT, UP
from ..objects import Kind
from ..rules.ending import end
from ..sides import Driver, Mode, Side, View
from ..simulation import Simulation
from ..tables.bunker import MENU, ZOOM_FROM, ZOOMS
from ..tables.vehicles import VehicleType
from ..vehicles.stock import Status, available, present, status
from .lift import state_of
from .queue import ask, wait

FADE: Final = 0x11EB
SLOW_FADE: Final = 0x51E
HOLD_TICKS: Final = 30
LEAVE_TICKS: Final = 12
"""Before the picture of who sank or ran dry fades: what the measured 146 ticks after sinking leave
beside the delay of 120 and the fade of 15. Who docks does not wait: his fade begins with the lift.
"""
LAUGH: Final = 0x4CCC
LAUGH_END: Final = 0x3BFFFF
TYPES: Final = 4


def enter_select(sim: Simulation, driver: Driver) -> None:
    """Show the bunker with the first type there is."""
    side = sim.state.sides[driver.team]
    first = next((type_ for type_ in range(TYPES) if available(sim, side, type_)), 0)
    driver.view = View(mode=Mode.SELECT, type=first)
    driver.thrown = driver.wounds = 0


def come_back(sim: Simulation, driver: Driver, destroyed: bool) -> None:
    """Begin the way back after a vehicle was lost.

    Who ran dry or sank, and was no jeep, goes straight to the bunker as long as there is
    something to win; all others are laughed at.
    """
    driver.view = View(mode=Mode.HOLD, type=driver.type, fade=ONE)
    driver.thrown = driver.wounds = 0
    direct = not destroyed and driver.type != VehicleType.JEEP
    if direct and status(sim, driver.team) > Status.SPECTATE:
        driver.view.mode, driver.view.timer = Mode.LEAVING, LEAVE_TICKS


def run(sim: Simulation, driver: Driver) -> None:
    """Run a driver's view for the ticks of this frame."""
    match driver.view.mode:
        case Mode.SELECT:
            _select(sim, driver)
        case Mode.LAUNCH:
            _launch(sim, driver)
        case Mode.LEAVING:
            _leave(sim, driver)
        case Mode.HOLD:
            _hold(sim, driver)
        case Mode.FLY_BACK:
            _fly_back(sim, driver)
        case Mode.SPECTATE:
            _spectate(sim, driver)
        case Mode.PLAYING:
            _fade_in(sim, driver.view)
        case Mode.GONE | Mode.ON_FOOT:
            pass


def _fade_in(sim: Simulation, view: View) -> None:
    view.fade = min(view.fade + FADE * sim.state.dt, ONE)


def _fade_out(sim: Simulation, view: View) -> None:
    view.fade = max(0, view.fade - FADE * sim.state.dt)


# -- the menu --------------------------------------------------------------------------------------


def _select(sim: Simulation, driver: Driver) -> None:
    view, keys = driver.view, driver.keys
    side = sim.state.sides[driver.team]
    full = view.fade == ONE
    _fade_in(sim, view)
    if not any(side.stock) and _nobody_is_out(sim, driver):
        _decide(sim, driver)
        return
    for first, other, way, back in ((UP, DOWN, 0, 1), (LEFT, RIGHT, 2, 3)):
        if keys & first:
            view.type = _next(sim, side, view.type, way)
        elif keys & other:
            view.type = _next(sim, side, view.type, back)
    pressed = keys & ~driver.keys_before & FIRE_A
    if full and pressed and side.pad != OUTSIDE and available(sim, side, view.type):
        view.mode, view.step, view.zoom = Mode.LAUNCH, 0, ZOOM_FROM
        ask(sim, driver)
        _hear(sim, driver)


def _nobody_is_out(sim: Simulation, driver: Driver) -> bool:
    """Return whether no driver of a side can bring a vehicle back, or is on his way from one."""
    idle = (Mode.SELECT, Mode.SPECTATE)
    return all(
        each.view.mode in idle or (each.view.mode is Mode.ON_FOOT and not each.vehicle)
        for each in present(sim, driver.team)
    )


def _next(sim: Simulation, side: Side, type_: int, way: int) -> int:
    """Return the type a key leads to: where it is empty one further on, else to where one is."""
    target = MENU[type_][way]
    if available(sim, side, target):
        return target
    across = (2, 3) if way < 2 else (0, 1)
    for turn in across:
        other = MENU[target][turn]
        if available(sim, side, other):
            return other
    return type_


# -- up --------------------------------------------------------------------------------------------


def _hear(sim: Simulation, driver: Driver) -> None:
    zoom = ZOOMS[driver.view.type][driver.view.step]
    if zoom.sound:
        sim.events.append(Sound(zoom.sound, 0, 0, 0))


def _launch(sim: Simulation, driver: Driver) -> None:
    """Go on with the camera's way; at its end the lift is let go, once there is one."""
    view, dt = driver.view, sim.state.dt
    script = ZOOMS[view.type]
    if not view.lift:
        wait(sim, driver)
    if view.step < len(script):
        zoom = script[view.step]
        step = zoom.rate * dt
        if zoom.slides:
            view.slide = approach(view.slide, zoom.target, step, step)
        else:
            view.zoom = approach(view.zoom, zoom.target, step, step)
        if zoom.fade:
            _fade_out(sim, view)
        if zoom.target != (view.slide if zoom.slides else view.zoom):
            return
        view.step += 1
        if view.step < len(script):
            _hear(sim, driver)
            return
    lift = sim.state.pool.get(view.lift)
    if lift is not None and lift.kind is Kind.LIFT:
        if state_of(lift).held:
            state_of(lift).held = False
        else:
            _fade_in(sim, view)
    else:
        ask(sim, driver)


# -- back ------------------------------------------------------------------------------------------


def _leave(sim: Simulation, driver: Driver) -> None:
    view = driver.view
    if view.timer > 0:
        view.timer -= sim.state.dt
        return
    _fade_out(sim, view)
    if not view.fade:
        enter_select(sim, driver)


def _hold(sim: Simulation, driver: Driver) -> None:
    view = driver.view
    view.timer += sim.state.dt
    if view.timer >= HOLD_TICKS:
        view.mode, view.step = Mode.FLY_BACK, 0


def _fly_back(sim: Simulation, driver: Driver) -> None:
    view, dt = driver.view, sim.state.dt
    if view.step == 0:
        view.fade = max(0, view.fade - SLOW_FADE * dt)
        if not view.fade:
            view.step = 1
            sim.events.append(Sound("Laugh", 0, 0, 0))
    elif view.step == 1:
        view.laugh = min(view.laugh + LAUGH * dt, LAUGH_END)
        if view.laugh == LAUGH_END:
            _decide(sim, driver)
    else:
        _fade_in(sim, view)
        if view.fade == ONE:
            enter_select(sim, driver)


def _decide(sim: Simulation, driver: Driver) -> None:
    """Say what is left to who lost his vehicle."""
    view = driver.view
    left = status(sim, driver.team)
    view.status = left
    if left is Status.DRAW:
        end(sim, -1)
    elif left is Status.SPECTATE:
        view.mode, view.step, view.fade, view.timer = Mode.SPECTATE, 0, ONE, -ONE
        view.laugh = LAUGH_END
    else:
        view.step = 2


def _spectate(sim: Simulation, driver: Driver) -> None:
    """Let the picture of what was lost fade out, and the other's game fade in; then it stays.

    Who waits for the other side to win is released when nobody plays for it any more.
    """
    if not present(sim, 1 - driver.team):
        end(sim, -1)
    view, step = driver.view, SLOW_FADE * sim.state.dt
    if view.step == 0:
        view.timer = min(view.timer + step, 0)
        if not view.timer:
            view.step, view.fade = 1, 0
    elif view.step == 1:
        view.fade = min(view.fade + step, ONE)
        if view.fade == ONE:
            view.step = 2
