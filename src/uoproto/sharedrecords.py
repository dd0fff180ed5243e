"""Entity records that several clients are sent in one frame, coded once.

Most clients delta from the same frame of the server and are shown the same entities, so the same
record goes out many times. Its bytes depend on the two states and on how many bits of the open bit
byte are taken before it (msg: Cursors), and on nothing else of the message: eight forms at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .delta import write_entity
from .fields import MOST_BYTES

if TYPE_CHECKING:
    from .message import MessageWriter
    from .states import EntityState


class _Form(NamedTuple):
    """What a record adds to a message."""

    states: tuple[EntityState, EntityState]
    """Kept, so that no other state gets the identity of one of them."""
    ahead: int
    """Bits for the byte that was open before."""
    data: bytes
    taken: int
    """Bits of ``data`` up to the bit cursor behind the record."""


class SharedRecords:
    """The entity records of one server frame, for as many clients as there are.

    States are told apart by identity: a record is found again where the very same two states are
    written, as with frames that share their entities. `clear` it with each frame; what it holds in
    between is bounded by what is written.
    """

    __slots__ = ("_forms",)

    def __init__(self) -> None:
        self._forms: Final[dict[tuple[int, int, int], _Form]] = {}

    def clear(self) -> None:
        """Forget all records: the next frame has other states."""
        self._forms.clear()

    def write(
        self,
        writer: MessageWriter,
        number: int,
        old: EntityState,
        new: EntityState,
        *,
        force: bool = False,
    ) -> None:
        """Write an entity's record, bit for bit as `delta.write_entity` does; raises as it does."""
        if writer.room <= MOST_BYTES:  # it may not fit: let the codec refuse it
            write_entity(writer, number, old, new, force=force)
            return
        data, bit = writer.cursors
        used = bit & 7
        key = (number << 4 | force << 3 | used, id(old), id(new))
        form = self._forms.get(key)
        size = len(data)
        if form is None:
            opened = data[bit >> 3] if used else 0
            write_entity(writer, number, old, new, force=force)
            if len(data) == size:  # equal states: nothing is written
                return
            ahead = data[bit >> 3] ^ opened if used else 0
            taken = writer.cursors[1] - size * 8
            self._forms[key] = _Form((old, new), ahead, bytes(data[size:]), taken)
            return
        _, ahead, raw, taken = form
        if used:
            data[bit >> 3] |= ahead
        data += raw
        writer.move_to(size * 8 + taken)
