"""Every error the library raises, in one tree that says whose fault it is.

A caller that feeds network bytes needs a single clause, ``except RemoteProtocolError``: any
bytes at all give results or one of its subclasses. `LocalProtocolError` means our own caller
asked for something the protocol cannot carry; it never comes from what a peer sent.
"""

from __future__ import annotations


class UoError(Exception):
    """Base of everything this library raises on purpose."""


class ProtocolError(UoError):
    """Base of the two sides' faults; never raised itself."""


class LocalProtocolError(ProtocolError):
    """Our caller broke a rule: wrong state, value outside its wire field, text too long."""


class MessageOverflowError(LocalProtocolError):
    """What our caller put into one message is more than a message can hold."""


class RemoteProtocolError(ProtocolError):
    """The peer's bytes break a rule of the protocol."""


class TruncatedError(RemoteProtocolError):
    """The bytes end inside a value; the cursor stays where it was."""


class BadValueError(RemoteProtocolError):
    """An index, count, opcode, length or state lies outside its domain."""


class OutOfSequenceError(RemoteProtocolError):
    """A reliable command, fragment or download block is not the one that must come next."""


class LimitExceededError(RemoteProtocolError):
    """A resource limit of `uoproto.constants` is passed; the peer may be an attacker."""


class DemoError(UoError):
    """A demo file is damaged in a way playback cannot pass over."""


def check_integer(what: str, value: object, low: int, high: int) -> None:
    """Raise `LocalProtocolError` unless a value to send is an integer from low up to high."""
    if not isinstance(value, int) or not low <= value <= high:
        raise LocalProtocolError(f"{what} {value!r} is no integer from {low} up to {high}")


def check_long(what: str, value: object) -> None:
    """Raise `LocalProtocolError` unless a value to send fits a signed 32-bit integer."""
    check_integer(what, value, -0x80000000, 0x7FFFFFFF)
