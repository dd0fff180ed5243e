"""The adaptive Huffman code and the fixed one grown from it (msg: Adaptive, Fixed Huffman).

Nodes stand in one list ordered by weight. The stock code finds the highest node of a block of
equal weight through a shared pointer; here it is found by walking up the list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .bits import Malformed
from .data import CODES, NYT_CODE

NYT: Final = 256
INTERNAL: Final = 257


class Node:
    """A node of the adaptive tree. ``place`` is its index in the weight order."""

    __slots__ = ("left", "parent", "place", "right", "symbol", "weight")

    def __init__(self, symbol: int, weight: int, place: int) -> None:
        self.symbol = symbol
        self.weight = weight
        self.place = place
        self.parent: Node | None = None
        self.left: Node | None = None
        self.right: Node | None = None


class AdaptiveTree:
    """The tree after some symbols have been added."""

    def __init__(self) -> None:
        self.nyt = Node(NYT, 0, 0)
        self.root = self.nyt
        self.order = [self.nyt]
        self.leaves: dict[int, Node] = {}

    def add(self, symbol: int) -> None:
        leaf = self.leaves.get(symbol)
        if leaf is not None:
            self._increment(leaf)
            return
        # An internal node takes the NYT's place: NYT on its left, the new leaf on its right.
        internal = Node(INTERNAL, 1, 2)
        leaf = Node(symbol, 1, 1)
        parent = self.nyt.parent
        internal.parent = parent
        internal.left, internal.right = self.nyt, leaf
        self.nyt.parent = leaf.parent = internal
        if parent is None:
            self.root = internal
        elif parent.left is self.nyt:
            parent.left = internal
        else:
            parent.right = internal
        self.order[1:1] = [leaf, internal]
        for place, node in enumerate(self.order):
            node.place = place
        self.leaves[symbol] = leaf
        self._increment(parent)

    def _increment(self, node: Node | None) -> None:
        if node is None:
            return
        order = self.order
        leader = node.place
        while leader + 1 < len(order) and order[leader + 1].weight == node.weight:
            leader += 1
        if leader != node.place:
            if order[leader] is not node.parent:
                self._swap_in_tree(order[leader], node)
            self._swap_in_order(order[leader], node)
        node.weight += 1
        if node.parent is not None:
            self._increment(node.parent)
            if node.place and order[node.place - 1] is node.parent:
                self._swap_in_order(node, node.parent)

    def _swap_in_order(self, one: Node, two: Node) -> None:
        one.place, two.place = two.place, one.place
        self.order[one.place], self.order[two.place] = one, two

    def _swap_in_tree(self, one: Node, two: Node) -> None:
        def put(node: Node, parent: Node | None, left: bool) -> None:
            node.parent = parent
            if parent is None:
                self.root = node
            elif left:
                parent.left = node
            else:
                parent.right = node

        seat_one = one.parent, one.parent is not None and one.parent.left is one
        seat_two = two.parent, two.parent is not None and two.parent.left is two
        put(one, *seat_two)
        put(two, *seat_one)

    def code(self, symbol: int) -> str:
        """Return the path to the leaf of ``symbol`` (the NYT's if not yet seen), root first."""
        node = self.leaves.get(symbol, self.nyt)
        path = ""
        while node.parent is not None:
            path = ("1" if node.parent.right is node else "0") + path
            node = node.parent
        return path


def _pack(code: str, first_bit: int = 0) -> bytes:
    out = bytearray((first_bit + len(code) + 7) // 8)
    for bit, char in enumerate(code, first_bit):
        out[bit >> 3] |= int(char) << (bit & 7)
    return bytes(out)


def _unpack(data: bytes) -> str:
    return "".join(str(byte >> bit & 1) for byte in data for bit in range(8))


def adaptive_compress(data: bytes) -> bytes:
    """Compress a connect tail: big-endian length, codes, and the stock byte count."""
    tree = AdaptiveTree()
    code = ""
    for symbol in data:
        code += tree.code(symbol)
        if symbol not in tree.leaves:
            code += f"{symbol:08b}"
        tree.add(symbol)
    size = (16 + len(code) + 8) >> 3
    return (len(data).to_bytes(2, "big") + _pack(code)).ljust(size, b"\0")


def adaptive_decompress(tail: bytes) -> bytes:
    """Undo `adaptive_compress`; the padding and the optional last byte are ignored."""
    if len(tail) < 2:
        raise Malformed("compressed tail without its length")
    bits = iter(_unpack(tail[2:]))
    tree = AdaptiveTree()
    out = bytearray()
    try:
        while len(out) < int.from_bytes(tail[:2], "big"):
            node: Node | None = tree.root
            while node is not None and node.symbol == INTERNAL:
                node = node.right if next(bits) == "1" else node.left
            if node is None:
                raise Malformed("code leads nowhere")
            symbol = node.symbol
            if symbol == NYT:
                symbol = int("".join(next(bits) for _ in range(8)), 2)
            out.append(symbol)
            tree.add(symbol)
    except StopIteration:
        raise Malformed("compressed tail ends inside a code") from None
    return bytes(out)


def fixed_codes(seed: Iterable[int]) -> tuple[str, ...]:
    """Grow the fixed tree; return the codes of the 256 byte values, then the NYT's."""
    tree = AdaptiveTree()
    for symbol, count in enumerate(seed):
        for _ in range(count):
            tree.add(symbol)
    return tuple(tree.code(symbol) for symbol in range(257))


_SYMBOLS: Final = {code: symbol for symbol, code in enumerate((*CODES, NYT_CODE))}


def compress(data: bytes) -> bytes:
    """Encode a body with the fixed codes, zero bits behind the last."""
    return _pack("".join(CODES[byte] for byte in data))


def decompress(data: bytes) -> bytes:
    """Decode a body; bits left over at its end are completed with zero bits to one more code."""
    out = bytearray()
    code = ""
    for bit in _unpack(data):
        code += bit
        if code in _SYMBOLS:
            out.append(_SYMBOLS[code] & 0xFF)
            code = ""
    if code:
        while code not in _SYMBOLS:
            code += "0"
        out.append(_SYMBOLS[code] & 0xFF)
    return bytes(out)
