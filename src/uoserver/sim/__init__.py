"""The deterministic simulation of vehicles on a grid: integers, seeds and ticks, nothing else.

It knows no protocol, no server and no map file.
"""
