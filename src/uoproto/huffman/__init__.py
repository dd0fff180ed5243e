"""The two Huffman codings of the protocol.

`fixed` packs the bodies of sequenced messages with one tree known to both sides; `adaptive`
packs the tail of a ``connect`` request with a tree that both sides grow as they go.
"""
