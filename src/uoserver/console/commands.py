"""Console commands: the registry, and the scripts that hold what still has to run.

Each `CommandRegistry.execute` call is one script with a queue of its own: ``exec`` and ``vstr``
put their text at its front, ``wait N`` holds its rest for N server frames while other scripts
(rcon among them) go on. Command lines and config files are trusted, yet a loop in one must not
stop the server: what one script may do within one frame is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from uoproto.text import tokenize
from uoserver.console.cvars import CvarRegistry
from uoserver.console.errors import CommandError, ConsoleError
from uoserver.console.numbers import to_int
from uoserver.console.tokens import join, split_commands

MAX_COMMANDS_PER_FRAME: Final = 20_000
"""Ends a ``vstr`` loop without ``wait``."""
MAX_INSERTS_PER_FRAME: Final = 1000
MAX_FILES_PER_FRAME: Final = 64
"""Ends a file that runs itself, each turn of which reads a file."""
MAX_QUEUED_COMMANDS: Final = 100_000
"""Stops a script that grows faster than it runs (``vstr`` of two ``vstr``)."""
MAX_WAITING_SCRIPTS: Final = 64
MAX_NESTING: Final = 16
"""Handlers that call `CommandRegistry.execute` themselves, one inside another."""
MAX_COMMAND_CHARS: Final = 16_384
MAX_WAIT_FRAMES: Final = 1_000_000

Print = Callable[[str], None]
"""Takes one line of output without its newline."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """One call of a command: ``words[0]`` is its name as typed; `print` is where to answer."""

    words: tuple[str, ...]
    print: Print

    def arg(self, index: int, default: str = "") -> str:
        """Return word `index`, or `default` when there are fewer."""
        return self.words[index] if index < len(self.words) else default

    def rest(self, first: int = 1) -> str:
        """Return the words from `first` on, joined by single blanks."""
        return join(self.words, first)


Handler = Callable[[Invocation], None]
"""Runs a command; raises ConsoleError with the line to print when it cannot."""


@dataclass(frozen=True, slots=True)
class Command:
    """A registered command; `name` keeps the spelling it was registered with."""

    name: str
    handler: Handler
    help: str


@dataclass(slots=True)
class _Script:
    queue: deque[str]
    print: Print
    allowed: frozenset[str] | None = None
    without: frozenset[str] = frozenset()
    note: str = ""
    file: str = ""
    wait: int = 0
    inserts: int = 0  # in this frame
    files: int = 0  # in this frame


class CommandRegistry:
    """Runs console text: commands first, then cvar names, else one line of complaint.

    `read_file` returns the text of a config file or None when there is none to read.
    """

    def __init__(
        self,
        cvars: CvarRegistry,
        print: Print,  # noqa: A002 (it stands in for the builtin)
        read_file: Callable[[str], str | None] = lambda _name: None,
    ) -> None:
        self.cvars = cvars
        self._print = print
        self._read_file = read_file
        self._commands: dict[str, Command] = {}
        self._waiting: list[_Script] = []
        self._running: list[_Script] = []
        self.register("exec", self._exec, "exec FILE: run the commands of a file")
        self.register("vstr", self._vstr, "vstr NAME: run the value of a cvar as commands")
        self.register(
            "wait",
            self._wait,
            "wait [N]: hold the rest of its own line or file for N server frames",
        )

    def register(self, name: str, handler: Handler, help: str) -> None:  # noqa: A002
        """Add a command; a second registration of a name replaces the first."""
        self._commands[name.lower()] = Command(name, handler, help)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._commands

    def __iter__(self) -> Iterator[Command]:
        """In alphabetical order."""
        return iter(sorted(self._commands.values(), key=lambda command: command.name.lower()))

    @property
    def waiting(self) -> bool:
        """Whether a script is held by ``wait``."""
        return bool(self._waiting)

    def waits(self) -> list[tuple[str, int]]:
        """Return what ``wait`` holds: the last file each script executed, and its frames to go."""
        return [(script.file or "a command", script.wait) for script in self._waiting]

    # -- running -------------------------------------------------------------------------------

    def execute(
        self,
        text: str,
        print: Print | None = None,  # noqa: A002
        allowed: frozenset[str] | None = None,
        without: frozenset[str] = frozenset(),
        note: str = "",
    ) -> None:
        """Run console text now, up to its end or its first ``wait``.

        `print` takes the output until then; what runs after a ``wait`` answers on the console.
        With `allowed` only commands and cvars of these names (lower case) run, each on its own
        behind ``;`` or in a file or a ``vstr`` too. Commands named in `without` are passed over
        there, also behind a ``wait``; with `note` that is told, the command's name in front of it.
        """
        queue = deque(split_commands(text))
        script = _Script(queue, print or self._print, allowed, without, note)
        if len(self._running) >= MAX_NESTING:
            script.print("commands nest too deeply, not run")
            return
        self._run(script)

    def frame(self) -> None:
        """Count one server frame: scripts whose ``wait`` is over go on."""
        waiting, self._waiting = self._waiting, []
        for script in waiting:
            script.wait -= 1
            if script.wait > 0:
                self._waiting.append(script)
            else:
                script.inserts = script.files = 0
                self._run(script)

    def _run(self, script: _Script) -> None:
        self._running.append(script)
        try:
            commands = 0
            while script.queue and not script.wait:
                if commands >= MAX_COMMANDS_PER_FRAME:
                    self._stop(script, f"more than {commands} commands in one frame")
                    return
                commands += 1
                self._run_command(script.queue.popleft(), script)
        finally:
            self._running.pop()
        if not script.queue:
            return
        if len(self._waiting) >= MAX_WAITING_SCRIPTS:
            self._stop(script, "too many scripts wait")
            return
        script.print = self._print
        self._waiting.append(script)

    @staticmethod
    def _stop(script: _Script, reason: str) -> None:
        script.queue.clear()
        script.print(f"{reason}, the rest is dropped")

    def _run_command(self, text: str, script: _Script) -> None:
        print = script.print  # noqa: A001
        if len(text) > MAX_COMMAND_CHARS:
            print(f"command longer than {MAX_COMMAND_CHARS} characters, not run")
            return
        words = tokenize(text)
        if not words:
            return
        name = words[0].lower()
        if script.allowed is not None and name not in script.allowed:
            print(f'"{words[0]}" is not allowed to you')
            return
        if name in script.without:
            if script.note:
                print(f"{name} {script.note}")
            return
        call = Invocation(tuple(words), print)
        command = self._commands.get(name)
        try:
            if command is not None:
                command.handler(call)
            else:
                self._cvar(call)
        except ConsoleError as error:
            print(str(error))

    def _cvar(self, call: Invocation) -> None:
        """Show the cvar named, in the form tools parse (operators), or set it."""
        cvar = self.cvars.find(call.words[0])
        if cvar is None:
            raise CommandError(f'Unknown command "{call.words[0]}"')
        if len(call.words) > 1:
            note = self.cvars.set(cvar.name, call.rest()).note
            if note:
                call.print(note)
            return
        call.print(f'"{cvar.name}" is:"{cvar.value}^7" default:"{cvar.default}^7"')
        if cvar.latched is not None:
            call.print(f'latched: "{cvar.latched}"')

    # -- commands that work on the running script ----------------------------------------------

    def _insert(self, text: str) -> None:
        script = self._running[-1]
        script.inserts += 1
        commands = split_commands(text)
        if script.inserts > MAX_INSERTS_PER_FRAME:
            self._stop(script, "exec or vstr runs itself")
        elif len(script.queue) + len(commands) > MAX_QUEUED_COMMANDS:
            self._stop(script, f"more than {MAX_QUEUED_COMMANDS} commands wait")
        else:
            script.queue.extendleft(reversed(commands))

    def _exec(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError("usage: exec FILE")
        name = call.words[1]
        if "." not in name.rsplit("/", 1)[-1]:
            name += ".cfg"
        script = self._running[-1]
        script.files += 1
        if script.files > MAX_FILES_PER_FRAME:
            self._stop(script, f"more than {MAX_FILES_PER_FRAME} files executed in one frame")
            return
        text = self._read_file(name)
        if text is None:
            raise CommandError(f"couldn't exec {name}")
        call.print(f"execing {name}")
        script.file = name
        self._insert(text)

    def _vstr(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError("usage: vstr NAME")
        self._insert(self.cvars.get(call.words[1]))

    def _wait(self, call: Invocation) -> None:
        frames = to_int(call.arg(1, "1"))
        self._running[-1].wait = max(1, min(frames, MAX_WAIT_FRAMES))
