"""Words for static objects and terrain, whose own names are those of the tables."""

from __future__ import annotations

from typing import Final

from uoserver.sim.levels.scenariomap import TERRAINS
from uoserver.sim.tables import terrain as t
from uoserver.sim.tables.statics import STATICS

FAMILIES: Final = (
    *(("PLANTER", "y", "planter"), ("BUSH", "b", "bush"), ("PALM", "p", "palm")),
    *(("TREE", "t", "tree"), ("CACTUS", "c", "cactus"), ("ROCK", "o", "rock")),
    *(("AMMO", "m", "store of ammunition"), ("PRISON", "j", "prison"), ("JAIL", "j", "prison")),
    *(("WATCHTOWER", "w", "watchtower"), ("WTOWER", "w", "watchtower")),
    *(("FLAG", "F", "flag building"), ("BLDG", "H", "house"), ("FACT", "E", "factory")),
    *(("BNKR", "K", "bunker"), ("HOSP", "M", "hospital"), ("OUTPOST", "k", "outpost")),
    *(("FUEL", "u", "fuel station"), ("GATE", "G", "gate"), ("WALL", "W", "wall")),
    *(("TENT", "n", "tent"), ("BRIDGE", "#", "bridge"), ("TOWER", "T", "tower")),
)
"""What the names of static objects hold, their characters in a text map, and what they are."""
_DESTROYED: Final = {"bush": "flattened bush", "tree": "felled tree"}
RUINS: Final = "ruins"
_TERRAIN_WORDS: Final = {number: name.partition("_")[0] for name, number in TERRAINS.items()}
_RUBBLE: Final = range(105, 109)


def a(words: str) -> str:
    """Return words with their article."""
    if words.startswith(RUINS):
        return words
    return f"an {words}" if words[0] in "aeiou" or words == "msv" else f"a {words}"


def static_words(number: int) -> str:
    """Return what a static object is, like ``house``, ``flattened bush``, ``ruins of a tent``."""
    name = STATICS[number].name
    words = next((words for part, _, words in FAMILIES if part in name), "")
    if "DEST" in name:
        return _DESTROYED.get(words) or (f"{RUINS} of {a(words)}" if words else RUINS)
    if "DMG" in name:
        return f"damaged {words}"
    return words or name.lower()


def cell_became(place: str, terrain: int, static: int) -> str:
    """Return what a cell has become, as a sentence with the words for where it is."""
    if static:
        return f"{place} is now {a(static_words(static))}"
    if terrain == t.PAD_OPEN:
        return f"the pad at {place} opens"
    if t.PAD <= terrain < t.PAD_OPEN:
        return f"the pad at {place} closes"
    if terrain in _RUBBLE:
        return f"{place} is now rubble"
    return f"{place} is now {_TERRAIN_WORDS.get(terrain, f'terrain {terrain}')}"
