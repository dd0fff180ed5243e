"""Settings that clients' menus show under another name (server: Game-module cvar defaults)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uoserver.console.cvars import Cvar, CvarRegistry

MIRRORS: Final = {
    "scr_drawfriend": "ui_drawfriend",
    "scr_friendlyfire": "ui_friendlyfire",
    "scr_killcam": "ui_killcam",
}


def mirror_settings(cvars: CvarRegistry) -> None:
    """Keep what clients are shown as the settings are, from now on."""

    def follow(cvar: Cvar) -> None:
        cvars.set(MIRRORS[cvar.name], cvar.shown, force=True)

    for name in MIRRORS:
        if cvar := cvars.find(name):
            follow(cvar)
            cvars.on_change(name, follow)
