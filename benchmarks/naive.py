"""The plain loops that the library's codecs are compared with.

`naive_delta` and `naive_snapshot` have those of the delta records.

Each does what the specification and the engine do, step by step: bits go one at a time through
a walk of the tree, bytes one at a time through the XOR. They are written as one would write
them first, with local names and nothing that the result does not need.
"""

from __future__ import annotations

from uoproto.huffman.codes import CODES, NYT_CODE

# -- fixed Huffman ------------------------------------------------------------------------------


class Node:
    """A node of the fixed tree; only leaves have a symbol, and only the root no parent."""

    __slots__ = ("left", "parent", "right", "symbol")

    def __init__(self, parent: Node | None = None) -> None:
        self.parent = parent
        self.left: Node | None = None
        self.right: Node | None = None
        self.symbol = -1


def _plant() -> tuple[Node, list[Node]]:
    """Build the tree from its codes; return its root and the leaf of each symbol."""
    root = Node()
    leaves = []
    for symbol, code in [*enumerate(CODES), (0, NYT_CODE)]:
        node = root
        for bit in code:
            if bit == "1":
                node.right = node.right or Node(node)
                node = node.right
            else:
                node.left = node.left or Node(node)
                node = node.left
        node.symbol = symbol
        leaves.append(node)
    return root, leaves


_ROOT, _LEAVES = _plant()


def huffman_encode(data: bytes) -> bytes:
    """Walk up from each symbol's leaf, then put the bits of the way back down."""
    out = bytearray()
    position = 0
    for symbol in data:
        node = _LEAVES[symbol]
        path = []
        while node.parent is not None:
            path.append(1 if node.parent.right is node else 0)
            node = node.parent
        for bit in reversed(path):
            if position & 7 == 0:
                out.append(0)
            if bit:
                out[-1] |= 1 << (position & 7)
            position += 1
    return bytes(out)


def huffman_decode(data: bytes, limit: int = 32768) -> bytes:
    """Walk down the tree bit by bit; zeros complete the last code."""
    out = bytearray()
    position = 0
    end = len(data) * 8
    while position < end:
        node: Node | None = _ROOT
        while node is not None and node.symbol < 0:
            bit = data[position >> 3] >> (position & 7) & 1 if position < end else 0
            node = node.right if bit else node.left
            position += 1
        if node is None or len(out) >= limit:
            raise ValueError("bad body")
        out.append(node.symbol)
    return bytes(out)


# -- XOR transform ------------------------------------------------------------------------------


def xor_body(body: bytes, key: int, command: str) -> bytes:
    """Do the specification's loop over the bytes of a body."""
    text = command.encode("latin-1")
    size = len(text)
    key &= 0xFF
    at = 0
    out = bytearray(body)
    for i in range(len(out)):
        if at == size:
            at = 0
        if size:
            key ^= text[at] << (i & 1) & 0xFF
            at += 1
        out[i] ^= key
    return bytes(out)
