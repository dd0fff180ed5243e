"""Reliable commands: the two windows of 64 in each direction (spec: Reliable command records).

Command text takes part in the XOR keys, so both peers must keep exactly the text that travels:
it is cleaned when it is stored, and the stored text is what is sent, hashed and keyed. A sender of
either side also turns ``%`` into a full stop; so what `ClientCommandReceiver` keeps, as a stock
server does, without that step is the same text for every client that cleans (msg: Strings).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .constants import MAX_RELIABLE_COMMANDS, MAX_STRING_CHARS, RELIABLE_CULL_BACKLOG
from .errors import BadValueError, LocalProtocolError, OutOfSequenceError
from .text import clean, clean_command

_MASK: Final = MAX_RELIABLE_COMMANDS - 1

REPLACED_BY_LETTER: Final = frozenset("abopqrt")
"""Server commands of which only the newest matters (server: Reliable commands)."""
REPLACED_BY_WORD: Final = frozenset("dv")
"""Server commands of which the newest for the same first argument matters."""
NEVER_REPLACED: Final = frozenset("xyz")


class CommandOverflowError(LocalProtocolError):
    """More commands wait for acknowledgement than the window holds."""


def _storable(text: str) -> str:
    stored = clean_command(text)
    if not stored or "\0" in stored:
        # The stock XOR loop reads past an empty text into stale bytes (msg: XOR obfuscation).
        raise LocalProtocolError("a reliable command needs text without NULs")
    if not stored.isascii():  # cleaning leaves only what no byte can hold
        raise LocalProtocolError("a reliable command holds a character above 0xff")
    return stored


class CommandSender:
    """The sending window of a client: numbered texts until the peer acknowledges them."""

    __slots__ = ("_replaced", "_texts", "acknowledged", "sequence")

    def __init__(self) -> None:
        self.sequence = 0
        """Number of the newest command; the first is 1."""
        self.acknowledged = 0
        self._texts = [""] * MAX_RELIABLE_COMMANDS
        self._replaced = (0, "")

    @property
    def backlog(self) -> int:
        """Commands the peer has not acknowledged."""
        return self.sequence - self.acknowledged

    def text(self, sequence: int) -> str:
        """Return the text in the slot of a sequence, empty where none was stored.

        The command acknowledged last still keys what the peer sends when a full window has taken
        its slot: its text is kept beside the ring.
        """
        if sequence == self._replaced[0]:
            return self._replaced[1]
        return self._texts[sequence & _MASK]

    def add(self, text: str) -> int:
        """Store a command and return its number.

        Raises `CommandOverflowError` when 64 already wait, `LocalProtocolError` for empty text, a
        NUL or a character above 0xff.
        """
        stored = _storable(text)
        if self.backlog >= MAX_RELIABLE_COMMANDS:
            raise CommandOverflowError(f"{MAX_RELIABLE_COMMANDS} commands are unacknowledged")
        self.sequence += 1
        slot = self.sequence & _MASK
        self._replaced = (self.sequence - MAX_RELIABLE_COMMANDS, self._texts[slot])
        self._texts[slot] = stored
        return self.sequence

    def unacknowledged(self) -> tuple[tuple[int, str], ...]:
        """Return (sequence, text) of every command still to be repeated, oldest first."""
        numbers = range(self.acknowledged + 1, self.sequence + 1)
        return tuple((number, self.text(number)) for number in numbers)

    def acknowledge(self, sequence: int) -> None:
        """Take the peer's acknowledgement.

        An older one than the last is passed over. Raises `BadValueError`, with nothing changed,
        for one outside the window: ahead of what was sent, or more than 64 behind. (The stock
        engine takes everything as acknowledged then, which lets one spoofed datagram lose
        commands.)
        """
        self.check(sequence)
        self.acknowledged = max(self.acknowledged, sequence)

    def check(self, sequence: int) -> None:
        """Raise as `acknowledge` would, and change nothing."""
        if not 0 <= self.sequence - sequence <= MAX_RELIABLE_COMMANDS:
            raise BadValueError(f"acknowledge {sequence} of {self.sequence} reliable commands")


@dataclass(frozen=True, slots=True)
class _Queued:
    text: str
    reliable: bool


class ServerCommandSender:
    """The sending window of a server for one client, with the stock policies.

    ``reliable`` commands always go out; ignorable ones are left out under a backlog. Commands
    that were not sent yet may be replaced by a newer one of the same kind (server: Reliable
    commands to clients), which renumbers the ones behind them.
    """

    __slots__ = ("_ring", "acknowledged", "sent", "sequence")

    def __init__(self) -> None:
        self.sequence = 0
        self.acknowledged = 0
        self.sent = 0
        """Newest command that was part of a message."""
        self._ring = [_Queued("", False)] * MAX_RELIABLE_COMMANDS

    @property
    def backlog(self) -> int:
        """Commands the client has not acknowledged."""
        return self.sequence - self.acknowledged

    def text(self, sequence: int) -> str:
        """Return the text in the slot of a sequence, empty where none was stored."""
        return self._ring[sequence & _MASK].text

    def add(self, text: str, *, reliable: bool = True, client_active: bool = True) -> bool:
        """Queue a command; return whether it is queued (an ignorable one may be left out).

        Raises `CommandOverflowError` when the window is full: the client must be dropped. Raises
        `LocalProtocolError`, with nothing changed, for text as `CommandSender.add`.
        """
        stored = _storable(text)
        unsent = self._unsent()
        if self.backlog >= RELIABLE_CULL_BACKLOG or not client_active:
            unsent = [queued for queued in unsent if queued.reliable]
            self._set_unsent(unsent)
            if not reliable:
                return False
        for index, queued in enumerate(unsent):
            if queued.reliable and _replaces(stored, queued.text):
                del unsent[index]
                self._set_unsent(unsent)
                reliable = True  # what it stands for must arrive
                break
        if self.backlog >= MAX_RELIABLE_COMMANDS:
            raise CommandOverflowError(f"{MAX_RELIABLE_COMMANDS} commands are unacknowledged")
        self.sequence += 1
        self._ring[self.sequence & _MASK] = _Queued(stored, reliable)
        return True

    def unacknowledged(self) -> tuple[tuple[int, str], ...]:
        """Return (sequence, text) of every command still to be repeated, oldest first."""
        numbers = range(self.acknowledged + 1, self.sequence + 1)
        return tuple((number, self.text(number)) for number in numbers)

    def mark_sent(self) -> None:
        """Note that a message with all of `unacknowledged` was built."""
        self.sent = self.sequence

    def acknowledge(self, sequence: int) -> None:
        """Take the client's acknowledgement; raises as `CommandSender.acknowledge`.

        Here 64 behind is too old already (server: Datagram entry).
        """
        self.check(sequence)
        self.acknowledged = max(self.acknowledged, sequence)
        self.sent = max(self.sent, self.acknowledged)

    def check(self, sequence: int) -> None:
        """Raise as `acknowledge` would, and change nothing."""
        if not 0 <= self.sequence - sequence < MAX_RELIABLE_COMMANDS:
            raise BadValueError(f"acknowledge {sequence} of {self.sequence} server commands")

    def _unsent(self) -> list[_Queued]:
        return [self._ring[number & _MASK] for number in range(self.sent + 1, self.sequence + 1)]

    def _set_unsent(self, queued: list[_Queued]) -> None:
        self.sequence = self.sent + len(queued)
        for number, item in enumerate(queued, self.sent + 1):
            self._ring[number & _MASK] = item


def _replaces(new: str, old: str) -> bool:
    """Whether only the newer of two unsent server commands needs to reach the client."""
    letter = new[0]
    if letter != old[0] or letter in NEVER_REPLACED:
        return False
    if new == old or letter in REPLACED_BY_LETTER:
        return True
    return letter in REPLACED_BY_WORD and new.split(" ", 2)[1:2] == old.split(" ", 2)[1:2]


class ClientCommandReceiver:
    """The server's end of the client's commands: each number once, none left out."""

    __slots__ = ("last_sequence", "last_text")

    def __init__(self) -> None:
        self.last_sequence = 0
        self.last_text = ""
        """Text of the newest command taken, ``%`` kept: the XOR string of what goes to the client.

        `uoproto.servermessage.encode_server_message` keys with what a client stores of it.
        """

    def is_new(self, sequence: int) -> bool:
        """Say whether a command must run now; False for a repeated one.

        Raises `OutOfSequenceError` when commands in between never came, after which the peers
        cannot decode each other any more (EXE_LOSTRELIABLECOMMANDS).
        """
        if sequence <= self.last_sequence:
            return False
        if sequence != self.last_sequence + 1:
            raise OutOfSequenceError(
                f"reliable command {sequence} follows {self.last_sequence}: commands are lost"
            )
        return True

    def store(self, sequence: int, text: str) -> None:
        """Note a command as taken; the stock server does so after the command has run."""
        self.last_sequence = sequence
        self.last_text = clean(text)[: MAX_STRING_CHARS - 1]


class ServerCommandReceiver:
    """The client's end of the server's commands: a ring of 64 that tolerates gaps.

    The newest number is acknowledged at once; commands run later, up to the number that was the
    newest when a snapshot was taken (parsing: Server command ring).
    """

    __slots__ = ("_texts", "executed", "sequence")

    def __init__(self) -> None:
        self.sequence = 0
        """Newest command received: the reliableAcknowledge of the next client header."""
        self.executed = 0
        """Newest command handed out by `take`; a new gamestate does not reset it."""
        self._texts = [""] * MAX_RELIABLE_COMMANDS

    def text(self, sequence: int) -> str:
        """Return the text in the slot of a sequence, empty where none came."""
        return self._texts[sequence & _MASK]

    def receive(self, sequence: int, text: str) -> bool:
        """Store a command; return False for one that is not newer than the newest."""
        if sequence <= self.sequence:
            return False
        self.sequence = sequence
        self._texts[sequence & _MASK] = text
        return True

    def take(self, upto: int) -> Iterator[tuple[int, str]]:
        """Yield (sequence, text) of the commands to run up to a number; empty slots are skipped.

        Raises `OutOfSequenceError` where a number has left the ring (EXE_ERR_RELIABLE_CYCLED_OUT)
        or was never received (EXE_ERR_NOT_RECEIVED).
        """
        if upto > self.sequence:
            raise OutOfSequenceError(f"server command {upto} was not received")
        if upto > self.executed and self.executed + 1 <= self.sequence - MAX_RELIABLE_COMMANDS:
            raise OutOfSequenceError(f"server command {self.executed + 1} has left the ring")
        while self.executed < upto:
            self.executed += 1
            if text := self.text(self.executed):
                yield self.executed, text
