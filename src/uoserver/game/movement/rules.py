"""The cvars movement obeys, as one frozen record (pmove: Cvar defaults)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveRules:
    """Settings of a level, with the stock defaults. A client has them from configstrings.

    Speeds in units a second, lengths and heights in units, angles in degrees, times in ms. What a
    player state carries itself (speed, gravity, box, view heights, scales) counts from there;
    these are what a spawn fills it with.
    """

    g_speed: int = 190
    g_gravity: int = 800
    """Units a second squared."""
    g_bounds_width: float = 30.0
    """Full width of a player: 15 to each side."""
    g_bounds_height_standing: float = 70.0
    bg_viewheight_standing: int = 60
    bg_viewheight_crouched: int = 40
    bg_viewheight_prone: int = 11
    dead_view_height: int = 8
    spectator_speed: int = 400
    """Of free flight (spawn2: Spectator)."""
    bg_fall_damage_min_height: float = 256.0
    """Highest fall that does not hurt."""
    bg_fall_damage_max_height: float = 480.0
    """Lowest fall that kills."""
    bg_ladder_yawcap: float = 100.0
    """How far to either side one may look away from the ladder he hangs on."""
    bg_prone_yawcap: float = 85.0
    """How far the view may turn from the body of who lies prone."""
    bg_nofatigue: bool = False
    pmove_fixed: bool = False
    """Cut every move into slices of ``pmove_msec`` and round command times up to them."""
    pmove_msec: int = 8
    """8..33 (`slice_ms`)."""

    @property
    def slice_ms(self) -> int:
        """Longest slice of a move: 66 ms, or pmove_msec between 8 and 33 (pmove2: Command time)."""
        return max(8, min(33, self.pmove_msec)) if self.pmove_fixed else 66
