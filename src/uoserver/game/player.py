"""One player: coming into the world, running usercmds, and the states that are sent of him."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from uoproto.constants import ENTITYNUM_NONE, Team
from uoproto.message import angle_to_short, short_to_angle
from uoproto.states import ClientState, EntityState, PlayerState, UserCmd
from uoserver.collision import Body

from .movement import MoveResult, MoveRules, MoveState, Space, admitted_time, mask_of, move
from .movement import constants as c
from .movement.reach import reach
from .projection import EF_SILENT, EventRing, pack_solid, project, snapped

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

SPAWN_THINK_MS: Final = 100
"""Time a fresh player is given at once: it finds the ground (spawn2: ClientSpawn)."""
MAX_HEALTH: Final = 100
LETHAL_PERCENT: Final = 110
"""Damage of a fall whose event says 100 percent (pmove2: Think order)."""
SILENT_MS: Final = 1000
FRAME_COMMANDS: Final = 32
"""Usercmds a player gains with each server frame, and the most he may have saved: a client that
cuts its time into milliseconds would cost ten times the work of one that draws 100 frames a
second. The time of a command beyond them is run by the next."""
SAVED_COMMANDS: Final = 128
FITS_OF_A_COMMAND: Final = 2
"""Prone fit tests that cost as much as a walking usercmd: who turns about while he lies makes five
or ten in each, and may send fewer."""
FIRST_FALL: Final = 116
LAST_FALL: Final = 138
_SESSION_FLAGS: Final = c.EF_VOTED | c.EF_TELEPORT
_FOLLOW_FLAGS: Final = 0x300000
"""Player flags "can follow" and "can follow team", of spectators."""
_MATCH_FLAGS: Final = c.EF_TALKING | c.EF_FIRING
"""Flags that nobody has in an intermission (spawn2: Intermission)."""

NOTHING: Final = MoveResult()


class VehicleSeat(NamedTuple):
    """Where a player sits in a vehicle: its entity, its type on the wire, and the position."""

    entity: int = ENTITYNUM_NONE
    type: int = 0
    position: int = 0


ON_FOOT: Final = VehicleSeat()


@dataclass(slots=True)
class Player:
    """A connected client of the game.

    The caller gives him the space around him (`area`, `mask`), links the `body` he shows after
    each `spawn` and `think`, and calls `end_frame` once in each server frame before it takes his
    states. ``health`` goes down by falls; what follows from that is the caller's.
    """

    number: int
    name: str
    rules: MoveRules = field(default_factory=MoveRules)
    ping: int = 0
    guid: int = 0
    """Of his key; 0 for who has none."""
    score: int = 0
    deaths: int = 0
    in_world: bool = False
    spectator: bool = False
    frozen: bool = False
    """The match is over: he sees the scores, and his usercmds move nothing."""
    steers_by_view: bool = False
    """What he drives turns to where he looks (`match.controls`)."""
    noclip: bool = False
    ufo: bool = False
    yields: bool = False
    """Stops nobody until the next frame: he stood in somebody (`crowd`)."""
    health: int = 0
    spawn_count: int = 0
    heard: int = 0
    """Server time of the last usercmd."""
    scores_due: int = 0
    """Server time from which on a scoreboard is sent when he asks for it."""
    commands: int = SAVED_COMMANDS
    """Usercmds he may still run now."""
    state: MoveState = field(default_factory=lambda: MoveState(entity_flags=c.EF_CAPSULE))
    mins: Vec3 = (0.0, 0.0, 0.0)
    maxs: Vec3 = (0.0, 0.0, 0.0)
    """The box of his stance."""
    ring: EventRing = field(default_factory=EventRing)
    team: Team = Team.SPECTATOR
    rides: bool = False
    """Something else moves him: a vehicle, or the view of his bunker."""
    seat: VehicleSeat = ON_FOOT
    _base: tuple[VehicleSeat, PlayerState] | None = field(default=None, repr=False)
    """What his own state has beside movement, and for which seat."""
    _entity_state: EntityState | None = field(default=None, repr=False)
    _client_state: tuple[tuple[Team, str], ClientState] | None = field(default=None, repr=False)
    """What these two gave last, and for what."""

    # -- coming into the world --------------------------------------------------------------------

    def spawn(
        self,
        origin: Vec3,
        angles: Vec3,
        command: UserCmd,
        now: int,
        space: Space,
        *,
        spectator: bool = False,
    ) -> MoveResult:
        """Put the player into the world, looking along ``angles`` (spawn2: ClientSpawn).

        The usercmd's own angles stay what they are; delta angles make up the difference. Then he
        is moved for 100 ms, in which he finds the ground.
        """
        rules = self.rules
        half = rules.g_bounds_width / 2.0
        pitch, yaw, roll = (
            angle_to_short(angle) - turned & 0xFFFF
            for angle, turned in zip(angles, command.angles, strict=True)
        )
        self.in_world, self.spectator = True, spectator
        self.noclip = self.ufo = self.rides = self.frozen = False
        self.seat = ON_FOOT
        self.spawn_count = self.spawn_count + 1 & 0xFF
        self.health = MAX_HEALTH
        self.heard = now
        self.ring = EventRing()
        self.state = MoveState(
            command_time=now - SPAWN_THINK_MS,
            entity_flags=(self.state.entity_flags & _SESSION_FLAGS | c.EF_CAPSULE) ^ c.EF_TELEPORT,
            pm_flags=c.PMF_RESPAWNED,
            origin=origin,
            angles=_words_of(angles),
            delta_angles=(pitch, yaw, roll),
            ground_entity=ENTITYNUM_NONE,
            mins=(-half, -half, 0.0),
            maxs=(half, half, rules.g_bounds_height_standing),
            prone_view_height=rules.bg_viewheight_prone,
            crouch_view_height=rules.bg_viewheight_crouched,
            stand_view_height=rules.bg_viewheight_standing,
            dead_view_height=rules.dead_view_height,
            view_height_target=rules.bg_viewheight_standing,
            view_height=float(rules.bg_viewheight_standing),
            walk_scale=0.4,
            run_scale=1.0,
            sprint_scale=1.6,
            prone_scale=0.15,
            crouch_scale=0.65,
            strafe_scale=0.8,
            back_scale=0.7,
            lean_scale=0.4,
            friction=1.0,
            fatigue=1.0,
        )
        self.state = self.state.as_sent()
        self.mins, self.maxs = self.state.mins, self.state.maxs
        self._fill()
        return self.think(replace(command, command_time=now), now, space)

    def _fill(self) -> None:
        """Set what every frame sets anew (spawn2: Frame end, Spectator)."""
        state, rules = self.state, self.rules
        state.pm_flags &= ~_FOLLOW_FLAGS
        if self.spectator:
            state.pm_type = c.TYPE_SPECTATOR
            state.speed = rules.spectator_speed
        else:
            state.pm_type = c.TYPE_UFO if self.ufo else c.TYPE_NOCLIP if self.noclip else 0
            if self.rides:
                state.pm_type = c.TYPE_LINKED
            state.speed = rules.g_speed
            state.gravity = rules.g_gravity
        if self.frozen:
            state.pm_type = c.TYPE_INTERMISSION
            state.entity_flags &= ~_MATCH_FLAGS
        if self.spectator or self.frozen:
            state.pm_flags &= ~c.PMF_ACTIVE
        else:
            state.pm_flags |= c.PMF_ACTIVE

    def freeze(self, place: Vec3, angles: Vec3) -> None:
        """Put the player where he sees the end of the match, until he spawns anew."""
        self.stand_up()
        self.frozen = True
        self.state.origin, self.state.velocity = place, (0.0, 0.0, 0.0)
        self.state.angles = _words_of(angles)
        self.state.entity_flags ^= c.EF_TELEPORT
        self.state.settle()
        self._fill()

    def toggle_noclip(self) -> bool:
        """Turn noclip on or off from the next frame on; return whether it is on."""
        self.noclip = not self.noclip
        return self.noclip

    def toggle_ufo(self) -> bool:
        """Turn ufo on or off from the next frame on; return whether it is on."""
        self.ufo = not self.ufo
        return self.ufo

    def obey(self, rules: MoveRules) -> None:
        """Take over changed settings; his box and view heights too (spawn2: Frame order)."""
        self.rules = rules
        half = rules.g_bounds_width / 2.0
        state = self.state
        state.mins = (-half, -half, 0.0)
        state.maxs = (half, half, rules.g_bounds_height_standing)
        state.stand_view_height = rules.bg_viewheight_standing
        state.crouch_view_height = rules.bg_viewheight_crouched
        state.prone_view_height = rules.bg_viewheight_prone

    # -- usercmds ---------------------------------------------------------------------------------

    @property
    def origin(self) -> Vec3:
        """Where his feet are."""
        return self.state.origin

    @property
    def eye(self) -> Vec3:
        """Where he looks from."""
        x, y, z = self.state.origin
        return (x, y, z + self.state.view_height)

    @property
    def mask(self) -> int:
        """What the sweeps of his next command may ask for."""
        return mask_of(self.state.pm_type) | c.CONTENTS_WATER

    def area(self, command: UserCmd, now: int) -> tuple[Vec3, Vec3]:
        """Return the box (mins, maxs) of the world that a usercmd will ask about."""
        time = admitted_time(command.command_time, now, self.rules)
        return reach(self.state, command, max(0, time - self.state.command_time))

    def may_run(self, command: UserCmd, now: int) -> bool:
        """Return whether `think` would run a usercmd: its time is to come and he has some left."""
        time = admitted_time(command.command_time, now, self.rules)
        may = self.in_world and not self.frozen and self.commands > 0
        return may and time > self.state.command_time

    def think(self, command: UserCmd, now: int, space: Space) -> MoveResult:
        """Run one usercmd at server time ``now`` (pmove2: Command time, Think order).

        Returns what it did; nothing when its time has passed already.
        """
        if not self.in_world:
            return NOTHING
        self.heard = now
        if not self.may_run(command, now):
            return NOTHING
        time = admitted_time(command.command_time, now, self.rules)
        state = self.state
        self.commands -= 1
        if time != command.command_time:
            command = replace(command, command_time=time)
        result = move(state, command, space, self.rules)
        self.commands -= result.fits // FITS_OF_A_COMMAND
        self.mins, self.maxs = result.mins, result.maxs
        self.ring.project(result.events)
        for number, parm in result.events[-4:]:
            if FIRST_FALL <= number <= LAST_FALL:
                percent = parm if parm < 100 else LETHAL_PERCENT
                self.health = max(0, self.health - percent * MAX_HEALTH // 100)
        return result

    def sit(self, place: Vec3, seat: VehicleSeat) -> None:
        """Move the player along with what he rides, or with the view of his bunker."""
        state = self.state
        self.rides, self.seat = True, seat
        in_vehicle = c.EF_IN_VEHICLE if seat.position else 0
        state.entity_flags = state.entity_flags & ~c.EF_IN_VEHICLE | in_vehicle
        state.pm_type = c.TYPE_LINKED
        state.origin, state.velocity = place, (0.0, 0.0, 0.0)
        state.ground_entity = ENTITYNUM_NONE
        state.settle()

    def stand_up(self) -> None:
        """Let the player go: from the next usercmd on he moves himself."""
        self.rides, self.seat = False, ON_FOOT
        self.state.entity_flags &= ~c.EF_IN_VEHICLE
        self._fill()

    def end_frame(self) -> None:
        """Do what a server frame does for each client (spawn2: Frame end)."""
        self.commands = min(SAVED_COMMANDS, self.commands + FRAME_COMMANDS)
        if self.in_world:
            self._fill()
            self.ring.project()

    # -- what is sent and linked ------------------------------------------------------------------

    @property
    def body(self) -> Body | None:
        """What others run into, None for who is not in their world.

        It stands where they are told that he does, at whole numbers, so that a client that
        predicts against what it was sent agrees. (Stock links it so and then sets the exact
        origin: pmove2: Think order.)
        """
        if not self.in_world or self.spectator or self.rides or self.frozen:
            return None
        return Body(
            snapped(self.state.origin),
            mins=self.mins,
            maxs=self.maxs,
            contents=self._contents,
            capsule=True,
        )

    @property
    def waits(self) -> bool:
        """Whether he looks on from his bunker: nobody sees him there."""
        return self.rides and not self.seat.position

    @property
    def solid(self) -> bool:
        """Whether he is one whom others run into, were it not for `yields`."""
        return (
            self.in_world
            and not (self.spectator or self.rides or self.frozen)
            and self.state.pm_type < c.TYPE_NOCLIP
        )

    @property
    def _contents(self) -> int:
        if not self.solid:
            return 0
        return c.CONTENTS_YIELDS if self.yields else c.CONTENTS_BODY

    def player_state(self) -> PlayerState:
        """Return what the player himself is sent."""
        stats = (self.health, 0, MAX_HEALTH if self.in_world else 0, 0, 0, self.spawn_count)
        if self._base is None or self._base[0] != self.seat:
            base = PlayerState.from_fields(self._seated({"clientNum": self.number}))
            self._base = self.seat, base
        return self.state.player_state(self._base[1].replace(stats=stats))

    def _seated(self, values: dict[str, float]) -> dict[str, float]:
        """Return fields of the player state with those of his seat."""
        if self.seat.position:
            values |= {
                "vehPos": self.seat.position,
                "vehType": self.seat.type,
                "viewlocked": 1,
                "viewlocked_entNum": self.seat.entity,
            }
        return values

    def entity_state(self, now: int) -> EntityState:
        """Return what the others are sent at server time ``now``: an object till it changes."""
        silent = EF_SILENT if now - self.heard > SILENT_MS else 0
        solid = pack_solid(self.mins, self.maxs) if self.solid and not self.yields else 0
        state = project(self.number, self.state, self.ring, solid, silent)
        if self.seat.position:
            packed = self.seat.position | self.seat.type << 3
            state = state.with_fields({"otherEntityNum": self.seat.entity, "surfType": packed})
        if self._entity_state is None or self._entity_state.words != state.words:
            self._entity_state = state
        return self._entity_state

    def client_state(self) -> ClientState:
        """Return the player's line in every client list: the same object until it changes."""
        key = (self.team, self.name)
        if self._client_state is None or self._client_state[0] != key:
            state = ClientState.from_fields({"team": self.team}).with_name(self.name)
            self._client_state = key, state
        return self._client_state[1]


def _words_of(angles: Vec3) -> Vec3:
    """Return angles as the wire carries them."""
    pitch, yaw, roll = (short_to_angle(angle_to_short(angle)) for angle in angles)
    return (pitch, yaw, roll)
