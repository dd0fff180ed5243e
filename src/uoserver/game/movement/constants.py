"""Numbers that movement shares: flags, contents, surfaces, masks, events (pmove, pmove2, entity).

Plain integers: an IntFlag costs a microsecond per test, and a slice makes dozens.
"""

from __future__ import annotations

from typing import Final

# -- player flags (pmove2: Vocabulary) ------------------------------------------------------------
PMF_PRONE: Final = 0x1
PMF_DUCKED: Final = 0x2
PMF_JUMP_HELD: Final = 0x8
PMF_LADDER: Final = 0x10
PMF_ADS: Final = 0x20
PMF_BACKPEDAL: Final = 0x40
PMF_WALKING: Final = 0x80
PMF_LAND_STUN: Final = 0x100
PMF_NO_FRICTION: Final = 0x200
PMF_CRAWL_STOPPED: Final = 0x400
"""Prone movement override: weapon use stops crawling."""
PMF_RESPAWNED: Final = 0x800
PMF_JUMPED: Final = 0x2000
PMF_FROZEN: Final = 0x4000
"""Follow or frozen input."""
PMF_PRONE_BLOCKED: Final = 0x8000
PMF_SPRINTING: Final = 0x10000
PMF_FATIGUED: Final = 0x20000
PMF_FOLLOWING: Final = 0x40000
PMF_ACTIVE: Final = 0x80000
PMF_STANCE: Final = PMF_PRONE | PMF_DUCKED
PMF_TIMED: Final = PMF_LAND_STUN | PMF_NO_FRICTION | PMF_JUMPED
"""Cleared when pm_time runs out."""

# -- entity flags (entity: eFlags) ----------------------------------------------------------------
EF_DEAD: Final = 0x1
EF_TELEPORT: Final = 0x8
EF_CAPSULE: Final = 0x10
EF_CROUCHED: Final = 0x20
EF_PRONE: Final = 0x40
EF_ADS: Final = 0x100
EF_FIRING: Final = 0x200
EF_FORCED_PRONE: Final = 0x2000
EF_FORCED_CROUCH: Final = 0x4000
EF_VOTED: Final = 0x10000
EF_TALKING: Final = 0x20000
EF_IN_VEHICLE: Final = 0x100000
EF_RESTRICTED: Final = EF_IN_VEHICLE | EF_FORCED_CROUCH | EF_FORCED_PRONE

# -- usercmd bits (entity: usercmd bits) ----------------------------------------------------------
BUTTON_FIRE: Final = 0x01
BUTTON_UI: Final = 0x02
BUTTON_SPRINT: Final = 0x08
BUTTON_ADS: Final = 0x10
WBUTTON_LATCH: Final = 0x02
WBUTTON_WALK: Final = 0x04
WBUTTON_LEAN_LEFT: Final = 0x10
WBUTTON_LEAN_RIGHT: Final = 0x20
WBUTTON_PRONE: Final = 0x40
WBUTTON_CROUCH: Final = 0x80

# -- contents, surfaces, masks (collision: Content bits, Surface bits) ----------------------------
CONTENTS_WATER: Final = 0x20
CONTENTS_BODY: Final = 0x2000000
CONTENTS_YIELDS: Final = 0x8000
"""A body that stops nobody for a frame. Ours: the bit can be no brush's, for loading takes it away
(collision: Loading), and no sweep of movement asks for it."""
SURF_NODAMAGE: Final = 0x1
SURF_SLICK: Final = 0x2
SURF_LADDER: Final = 0x8
SURF_NOSTEPS: Final = 0x2000
SURFACE_METAL: Final = 13
SURFACE_WATER: Final = 20
MASK_PLAYER: Final = 0x02810011
MASK_DEAD: Final = 0x00810011
MASK_SPECTATOR: Final = 0x00800011
MASK_FIT: Final = 0x00810031
"""Prone fit test: water counts, players do not."""

# -- events (entity: Events); the first five stand for the surface "default" -----------------------
EVENT_RUN: Final = 1
EVENT_WALK: Final = 24
EVENT_CRAWL: Final = 47
EVENT_JUMP: Final = 70
"""Jumps, and footsteps of a sprint."""
EVENT_LAND: Final = 93
EVENT_LAND_PAIN: Final = 116
"""Parameter: damage in percent of full health, 100 and more kills."""
EVENT_FATIGUE_BEGINS: Final = 140
EVENT_FATIGUE: Final = 141
EVENT_FORCE_STAND: Final = 142
EVENT_FORCE_CROUCH: Final = 143
EVENT_FORCE_PRONE: Final = 144
EVENT_STEP: Final = 145
EVENT_WATER_TOUCH: Final = 146
EVENT_WATER_LEAVE: Final = 147

ENTITY_NONE: Final = 1023
ENTITY_WORLD: Final = 1022
MAX_PLAYERS: Final = 64
"""Entity numbers below are players (pmove2: Step)."""

# -- types (uoproto.constants.PmType as plain numbers) ---------------------------------------------
TYPE_LINKED: Final = 1
TYPE_NOCLIP: Final = 2
TYPE_UFO: Final = 3
TYPE_SPECTATOR: Final = 4
TYPE_INTERMISSION: Final = 5
TYPE_DEAD: Final = 6
TYPE_LINKED_DEAD: Final = 7

# -- limits ---------------------------------------------------------------------------------------
WORLD_EDGE: Final = 65536.0
"""Where every axis ends; keeps positions finite whatever a client or a map does."""
MAX_VELOCITY: Final = 65536.0
"""Of one axis, in units a second."""
