"""What the parts of a client connection share: its state, its commands, the events to return."""

from __future__ import annotations

from ..commands import CommandOverflowError, CommandSender, ServerCommandReceiver
from .config import ClientConfig
from .events import ConnStateChanged, Disconnected, Event
from .states import ConnInput, ConnState, next_conn_state
from .usercmds import UserCmdLog


class ClientSession:
    """The base of `ClientConnection`, which its level and its downloads work on."""

    def __init__(self, config: ClientConfig) -> None:
        self.config = config
        self.state = ConnState.DISCONNECTED
        self.message_acknowledge = 0
        """Sequence of the newest server message."""
        self.commands = CommandSender()
        self.server_commands = ServerCommandReceiver()
        self.usercmds = UserCmdLog()
        self.farewell_due = False
        """Whether the server is still to be told that the client has left."""
        self._events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Add an event to those the current call returns."""
        self._events.append(event)

    def take_events(self) -> list[Event]:
        """Return the events since the last call."""
        events, self._events = self._events, []
        return events

    def take(self, happened: ConnInput) -> None:
        """Move to the next state; `LocalProtocolError` where the table has none."""
        old, self.state = self.state, next_conn_state(self.state, happened)
        if old != self.state:
            self.emit(ConnStateChanged(old, self.state))

    def send_command(self, text: str) -> None:
        """Queue a reliable command.

        Raises `LocalProtocolError` for empty text; when 64 commands wait unanswered the client
        disconnects, as a retail client does (EXE_ERR_CLIENT_CMD_OVERFLOW).
        """
        try:
            self.commands.add(text)
        except CommandOverflowError:
            self.fault("EXE_ERR_CLIENT_CMD_OVERFLOW")

    def fault(self, reason: str) -> None:
        """End the connection. Whatever the reason, the server is told, so that it keeps no slot."""
        if self.state != ConnState.DISCONNECTED:
            self.farewell_due = self.state >= ConnState.CONNECTED
            self.take(ConnInput.DISCONNECT)
            self.emit(Disconnected(reason))
