"""What players say, and who hears it (server: Chat format)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final

from uoproto.constants import Team
from uoproto.text import strip_colors

from .messages import Message, printable
from .player import Player

CHAT_CHARS: Final = 149
COMMANDS: Final = ("say", "say_team", "say_squad")
"""There are no squads: what is said to one goes to the side, as in stock."""
_COLORS: Final = {Team.AXIS: "^9", Team.ALLIES: "^8"}
_KEYS: Final = {Team.AXIS: "GAME_AXIS", Team.ALLIES: "GAME_ALLIES"}


class Standing(Enum):
    """Whether somebody plays."""

    PLAYING = auto()
    DEAD = auto()
    """On a side, without a vehicle, on his way back to the bunker."""
    LOOKING_ON = auto()


def unquoted(text: str) -> str:
    """Return a rest of a line without the quotes around all of it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def cut(text: str) -> str:
    """Return what is heard of a text."""
    return printable(unquoted(text))[:CHAT_CHARS]


def to_team(player: Player, command: str) -> bool:
    """Whether a command speaks to the speaker's side only; without a side all hear it."""
    return command != "say" and player.team in _COLORS


def speak(
    speaker: Player,
    text: str,
    players: Mapping[int, Player],
    standing: Callable[[Player], Standing],
    *,
    team: bool,
    dead_chat: bool,
) -> list[Message]:
    """Return the messages that carry a text (`cut`) to those who hear it.

    Those who do not play are not heard by those who do, unless ``dead_chat``.
    """
    state = standing(speaker)
    line = _line(speaker, state, text, team=team)
    living = dead_chat or state is Standing.PLAYING
    if living and not team:
        return [Message(None, line, reliable=False)]
    return [
        Message(number, line, reliable=False)
        for number, player in sorted(players.items())
        if (not team or player.team == speaker.team)
        and (living or standing(player) is not Standing.PLAYING)
    ]


def tell(
    speaker: Player,
    listener: Player,
    text: str,
    standing: Callable[[Player], Standing],
    *,
    dead_chat: bool,
) -> list[Message]:
    """Return the messages that carry a text (`cut`) to one player, and to its speaker.

    Who does not play is not heard by one who does, unless ``dead_chat``: nobody is told by the
    dead where to shoot. The speaker sees his own words in either case.
    """
    state = standing(speaker)
    name = strip_colors(speaker.name)
    line = f'h "\x15{_prefix(speaker, state)}[{name}]^7: ^3{text}"'
    heard = dead_chat or state is Standing.PLAYING
    heard = heard or standing(listener) is not Standing.PLAYING
    numbers = {speaker.number, listener.number} if heard else {speaker.number}
    return [Message(number, line, reliable=False) for number in sorted(numbers)]


def _prefix(speaker: Player, state: Standing) -> str:
    match state:
        case Standing.LOOKING_ON:
            return "(\x14GAME_SPECTATOR\x15)"
        case Standing.DEAD:
            return _COLORS.get(speaker.team, "") + "(\x14GAME_DEAD\x15)"
        case Standing.PLAYING:
            return _COLORS.get(speaker.team, "")


def _line(speaker: Player, state: Standing, text: str, *, team: bool) -> str:
    prefix = _prefix(speaker, state)
    side = f"(\x14{_KEYS[speaker.team]}\x15)" if team else ""
    letter, color = ("i", "^5") if team else ("h", "^7")
    return f'{letter} "\x15{prefix}{side}{strip_colors(speaker.name)}^7: {color}{text}"'
