"""The dedicated server: clients, connectionless commands, maps, frames, and the asyncio shell."""
