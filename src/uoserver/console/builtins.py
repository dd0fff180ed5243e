"""The commands every console has: setting, showing and listing cvars and commands."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase

from uoserver.console.commands import CommandRegistry, Handler, Invocation
from uoserver.console.cvars import CvarFlag, CvarRegistry, SetResult
from uoserver.console.describe import describe, flag_text
from uoserver.console.errors import CommandError


def register_builtins(commands: CommandRegistry) -> None:
    """Register set, seta, sets, setu, reset, toggle, cvarlist, cmdlist, help and echo."""
    cvars = commands.cvars
    for name, flags, text in (
        ("set", CvarFlag.NONE, "set a cvar, making it if need be"),
        ("seta", CvarFlag.ARCHIVE, "set a cvar and mark it as archived"),
        ("sets", CvarFlag.SERVERINFO, "set a cvar and show it to browsers"),
        ("setu", CvarFlag.USERINFO, "set a cvar; on a client it would be told to servers"),
    ):
        commands.register(name, _set(cvars, flags), f"{name} NAME VALUE: {text}")
    commands.register("reset", _change(cvars, _reset), "reset NAME: back to the default")
    commands.register("toggle", _change(cvars, _toggle), "toggle NAME: 0 becomes 1, all else 0")
    commands.register("cvarlist", _cvarlist(cvars), "cvarlist [PATTERN]: show cvars")
    commands.register("cmdlist", _cmdlist(commands), "cmdlist [PATTERN]: show commands")
    commands.register("help", _help(commands), "help [NAME|PATTERN]: explain a cvar or commands")
    commands.register("echo", _echo, "echo TEXT: print it")


def _set(cvars: CvarRegistry, flags: CvarFlag) -> Handler:
    def handler(call: Invocation) -> None:
        if len(call.words) < 3:
            raise CommandError(f"usage: {call.words[0]} NAME VALUE")
        _show(call, cvars.set(call.words[1], call.rest(2), flags))

    return handler


def _change(cvars: CvarRegistry, change: Callable[[CvarRegistry, str], SetResult]) -> Handler:
    def handler(call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError(f"usage: {call.words[0]} NAME")
        _show(call, change(cvars, call.words[1]))

    return handler


def _reset(cvars: CvarRegistry, name: str) -> SetResult:
    return cvars.reset(name)


def _toggle(cvars: CvarRegistry, name: str) -> SetResult:
    return cvars.set(name, "0" if cvars.get_float(name) else "1")


def _show(call: Invocation, result: SetResult) -> None:
    if result.note:
        call.print(result.note)


def _cvarlist(cvars: CvarRegistry) -> Handler:
    def handler(call: Invocation) -> None:
        pattern = call.arg(1, "*").lower()
        shown = [cvar for cvar in cvars if fnmatchcase(cvar.name.lower(), pattern)]
        shown.sort(key=lambda cvar: cvar.name.lower())
        for cvar in shown:
            call.print(f'{flag_text(cvar)} {cvar.name} "{cvar.value}"')
        call.print(f"{len(shown)} of {len(cvars)} cvars")

    return handler


def _cmdlist(commands: CommandRegistry) -> Handler:
    def handler(call: Invocation) -> None:
        pattern = call.arg(1, "*").lower()
        shown = [command for command in commands if fnmatchcase(command.name.lower(), pattern)]
        for command in shown:
            named = command.help.startswith(command.name)  # most begin with how it is typed
            call.print(command.help if named else f"{command.name}: {command.help}")
        call.print(f"{len(shown)} commands")

    return handler


def _help(commands: CommandRegistry) -> Handler:
    show_commands = _cmdlist(commands)

    def handler(call: Invocation) -> None:
        cvar = commands.cvars.find(call.arg(1))
        if cvar is None:
            show_commands(call)
            return
        call.print(f'{flag_text(cvar)} {cvar.name} "{cvar.value}"')
        for line in describe(cvar):
            call.print(line)
        if call.arg(1) in commands:
            show_commands(call)

    return handler


def _echo(call: Invocation) -> None:
    call.print(call.rest())
