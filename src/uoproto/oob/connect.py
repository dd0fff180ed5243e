"""The ``connect`` request, whose userinfo travels adaptive-Huffman compressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from uoproto.constants import MAX_STRING_CHARS, PROTOCOL_VERSION
from uoproto.errors import LocalProtocolError, check_integer, check_long
from uoproto.huffman import adaptive
from uoproto.text import info_get, info_set, tokenize

from .packet import OobPacket, from_wire, quoted, seal_oob, stock_int, to_wire

CONNECT_PREFIX: Final = b"connect "
"""The part that stays plain text; the tail begins at byte 12 of the datagram."""
MAX_USERINFO: Final = MAX_STRING_CHARS - 1
_MAX_TAIL_TEXT: Final = MAX_USERINFO + 2
"""The longest userinfo in its quotes: growing the tree is slow work on a stranger's behalf."""


@dataclass(frozen=True, slots=True)
class Connect(OobPacket):
    r"""``connect "\protocol\22\qport\Q\challenge\C\..."`` (spec: Compressed ``connect`` request).

    ``userinfo`` is the info string between the quotes as sent, at most 1,023 characters. A server
    keeps it cleaned (`uoproto.text.clean_command`).
    """

    userinfo: str

    @classmethod
    def build(
        cls, userinfo: str, *, qport: int, challenge: int, protocol: int = PROTOCOL_VERSION
    ) -> Self:
        """Return the request with the three handshake keys appended in the stock order.

        Raises `LocalProtocolError` when the result is too long (joining: connect), for a qport
        outside 0..65535 and for a challenge that is no signed 32-bit integer.
        """
        check_integer("qport", qport, 0, 0xFFFF)
        check_long("challenge", challenge)
        handshake = {"protocol": protocol, "qport": qport, "challenge": challenge}
        for key, value in handshake.items():
            userinfo = info_set(userinfo, key, str(value))
        return cls(userinfo)

    @property
    def protocol(self) -> int:
        """Protocol number; 0 when the key is missing or no number."""
        return stock_int(info_get(self.userinfo, "protocol"))

    @property
    def qport(self) -> int:
        """The client's qport, 0..65535; a larger number loses its high bits."""
        return stock_int(info_get(self.userinfo, "qport")) & 0xFFFF

    @property
    def challenge(self) -> int:
        """The issued challenge, signed 32-bit; 0 when the key is missing or no number."""
        return stock_int(info_get(self.userinfo, "challenge"))

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`. Userinfo is limited to 1,023 characters."""
        if len(self.userinfo) > MAX_USERINFO:
            raise LocalProtocolError(f"userinfo of {len(self.userinfo)} characters")
        return seal_oob(CONNECT_PREFIX + adaptive.compress(to_wire(quoted(self.userinfo))))

    @classmethod
    def from_tail(cls, tail: bytes) -> Self:
        """Parse what follows ``connect `` in compressed form.

        Text past the longest userinfo is not unpacked, as a stock server would cut it.

        Raises `RemoteProtocolError` when the tail is damaged.
        """
        line = from_wire(adaptive.decompress(tail, _MAX_TAIL_TEXT)).partition("\n")[0]
        return cls.from_words(tokenize(line, 1))

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Return the request of the words behind the command; none gives an empty userinfo."""
        return cls(words[0][:MAX_USERINFO] if words else "")
