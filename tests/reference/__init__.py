"""A second, independent implementation of protocol 22's wire format.

Slow and literal on purpose: it follows the documents one bit at a time and imports nothing of
`uoproto`, so that two implementations have to be wrong in the same way before a golden datagram is.
"""
