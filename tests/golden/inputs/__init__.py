"""The plain inputs of the golden cases, one module per part of the protocol.

Each module has ``CASES``: file name without number -> case without datagrams. Every case has a
``why``: the rule whose change would change its bytes.
"""
