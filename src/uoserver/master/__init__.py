"""A master server: servers tell it that they are there, and browsers ask it for them.

It knows no part of the game server and runs alone: ``python -m uoserver.master``.
"""
