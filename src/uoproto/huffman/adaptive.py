"""Adaptive Huffman coding: the tail of ``connect``, and the tree the fixed codes come from.

Both sides start from a tree that is a single not-yet-transmitted (NYT) leaf and grow it after
every symbol (spec: Compressed ``connect`` request; msg: Adaptive Huffman). The nodes also form a
list ordered by weight. A node about to gain weight first changes places with the leader of its
block, the last node of the same weight, and so the order holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bitarray import bitarray

from uoproto.errors import LocalProtocolError, RemoteProtocolError, TruncatedError

if TYPE_CHECKING:
    from collections.abc import Iterator

NYT: Final = 256
INTERNAL: Final = 257

_HEADER_BYTES: Final = 2
_MAX_LENGTH: Final = 0xFFFF
"""Most bytes the length header can announce."""


class _Block:
    """The nodes of one weight; ``leader`` is the last of them in list order."""

    __slots__ = ("leader",)

    def __init__(self, leader: _Node) -> None:
        self.leader = leader


class _Node:
    """A leaf or an inner node: a place in the tree and a place in the list ordered by weight."""

    __slots__ = ("block", "left", "next", "parent", "prev", "right", "symbol", "weight")

    block: _Block
    left: _Node
    next: _Node
    parent: _Node
    prev: _Node
    right: _Node

    def __init__(self, symbol: int, weight: int) -> None:
        self.symbol = symbol
        self.weight = weight


class AdaptiveTree:
    """The growing tree; `add` must follow every symbol coded with it."""

    def __init__(self) -> None:
        # One node stands for "none" at every end, so that no walk needs to test for None.
        # No real node has its weight; links written into it are never followed.
        self._none = none = _Node(INTERNAL, -1)
        none.parent = none.left = none.right = none.prev = none.next = none
        self._nyt = self._new_node(NYT, 0, none)
        self._join_block(self._nyt)
        self._root = self._nyt
        self._leaves: dict[int, _Node] = {}

    def code(self, symbol: int) -> str:
        """Return the bits that stand for ``symbol`` now, first character first.

        A symbol not seen yet is the NYT leaf's code, then its value in eight bits from the
        most significant one.
        """
        leaf = self._leaves.get(symbol)
        if leaf is None:
            return self._path(self._nyt) + format(symbol, "08b")
        return self._path(leaf)

    def read(self, bits: Iterator[int]) -> int:
        """Take one symbol's bits from ``bits`` and return its value.

        `StopIteration` passes through when they run out.
        """
        node = self._root
        while node.symbol == INTERNAL:
            node = node.right if next(bits) else node.left
        if node.symbol != NYT:
            return node.symbol
        symbol = 0
        for _ in range(8):
            symbol = symbol << 1 | next(bits)
        return symbol

    def codes(self) -> dict[int, str]:
        """Return the code of every leaf by symbol, that of the NYT leaf under `NYT`."""
        codes = {symbol: self._path(leaf) for symbol, leaf in self._leaves.items()}
        codes[NYT] = self._path(self._nyt)
        return codes

    def add(self, symbol: int) -> None:
        """Count one more occurrence of the byte value ``symbol``."""
        leaf = self._leaves.get(symbol)
        if leaf is None:
            self._increment(self._split_nyt(symbol))
        else:
            self._increment(leaf)

    def _path(self, node: _Node) -> str:
        bits = []
        while node is not self._root:
            parent = node.parent
            bits.append("1" if parent.right is node else "0")
            node = parent
        bits.reverse()
        return "".join(bits)

    def _new_node(self, symbol: int, weight: int, parent: _Node) -> _Node:
        node = _Node(symbol, weight)
        node.parent = parent
        node.left = node.right = node.prev = node.next = self._none
        return node

    def _join_block(self, node: _Node) -> None:
        """Put ``node`` into the block of its list successor, or alone into a new one."""
        after = node.next
        node.block = after.block if after.weight == node.weight else _Block(node)

    def _split_nyt(self, symbol: int) -> _Node:
        """Put an inner node over the NYT leaf and a new leaf; return the inner node's parent."""
        nyt = self._nyt
        parent = nyt.parent
        inner = self._new_node(INTERNAL, 1, parent)
        leaf = self._new_node(symbol, 1, inner)
        for node in (inner, leaf):  # in the list: NYT, leaf, inner, all older nodes
            _link(node, nyt.next)
            _link(nyt, node)
            self._join_block(node)
        if nyt is self._root:
            self._root = inner
        elif parent.left is nyt:
            parent.left = inner
        else:
            parent.right = inner
        inner.left, inner.right = nyt, leaf
        nyt.parent = inner
        self._leaves[symbol] = leaf
        return parent

    def _increment(self, node: _Node) -> None:
        """Add one to the weight of ``node`` and its ancestors, keeping the list in order."""
        none = self._none
        path = []
        while node is not none:
            if node.next.weight == node.weight:
                leader = node.block.leader
                if leader is not node.parent:
                    self._swap_in_tree(leader, node)
                _swap_in_list(leader, node)
            if node.prev.weight == node.weight:
                node.block.leader = node.prev
            node.weight += 1
            self._join_block(node)
            path.append(node)
            node = node.parent
        # From the root down: a parent that ended up just before its child goes behind it.
        for node in reversed(path):
            parent = node.parent
            if node.prev is parent and parent is not none:
                _swap_in_list(node, parent)
                if node.block.leader is node:
                    node.block.leader = parent

    def _swap_in_tree(self, leader: _Node, node: _Node) -> None:
        """Exchange the subtrees of two nodes."""
        above_leader, above_node = leader.parent, node.parent
        if above_leader is self._none:
            self._root = node
        elif above_leader.left is leader:
            above_leader.left = node
        else:
            above_leader.right = node
        if above_node is self._none:
            self._root = leader
        elif above_node.left is node:
            above_node.left = leader
        else:
            above_node.right = leader
        leader.parent, node.parent = above_node, above_leader


def _link(first: _Node, second: _Node) -> None:
    """Make ``second`` follow ``first`` in the list."""
    first.next = second
    second.prev = first


def _swap_in_list(one: _Node, other: _Node) -> None:
    """Exchange the list places of two nodes, neighbours or not."""
    if other.next is one:
        one, other = other, one
    before, after = one.prev, other.next
    if one.next is other:
        _link(before, other)
        _link(other, one)
        _link(one, after)
        return
    one_next, other_prev = one.next, other.prev
    _link(before, other)
    _link(other, one_next)
    _link(other_prev, one)
    _link(one, after)


def compress(data: bytes) -> bytes:
    """Pack ``data``: its length in two bytes, high byte first, then the code.

    The result is ``(bits + 8) >> 3`` bytes with the header's 16 bits counted, so a code that
    ends on a byte boundary is followed by one zero byte. No data gives no bytes.

    Raises `LocalProtocolError` if ``data`` is longer than the header can say.
    """
    if not data:
        return b""
    if len(data) > _MAX_LENGTH:
        raise LocalProtocolError(f"{len(data)} bytes do not fit the connect length header")
    tree = AdaptiveTree()
    parts = []
    for symbol in data:
        parts.append(tree.code(symbol))
        tree.add(symbol)
    bits = bitarray("".join(parts), endian="little")
    spare = b"" if len(bits) % 8 else b"\0"
    return len(data).to_bytes(_HEADER_BYTES, "big") + bits.tobytes() + spare


def decompress(tail: bytes, limit: int) -> bytes:
    """Unpack the ``tail`` of a ``connect`` datagram to at most ``limit`` bytes.

    ``limit`` is the space left in the caller's message: a larger announced length is cut down
    to it, so that neither work nor memory is the sender's choice. Whatever follows the last
    symbol is ignored. No bytes give no bytes.

    Raises `RemoteProtocolError` for a tail of one byte and `TruncatedError` if the code ends
    before the announced length is reached.
    """
    if not tail:
        return b""
    if len(tail) < _HEADER_BYTES:
        raise RemoteProtocolError("connect tail ends inside its length header")
    length = min(int.from_bytes(tail[:_HEADER_BYTES], "big"), limit)
    bits = bitarray(endian="little")
    bits.frombytes(tail[_HEADER_BYTES:])
    source = iter(bits)
    tree = AdaptiveTree()
    data = bytearray()
    try:
        while len(data) < length:
            symbol = tree.read(source)
            data.append(symbol)
            tree.add(symbol)
    except StopIteration:
        raise TruncatedError(f"connect tail ends after {len(data)} of {length} bytes") from None
    return bytes(data)
