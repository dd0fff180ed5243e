"""The commands of ``python -m uoserver.sim`` (`uoserver.commandline`)."""
