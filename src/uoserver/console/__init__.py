"""Console: cvars, commands and the text of config files.

Knows neither the file system nor the network: files come in through a callback and output goes
out through one, so that the terminal, rcon and a test all drive it in the same way.
"""
