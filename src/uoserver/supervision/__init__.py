"""Who looks after a running server: monitoring over HTTP, Agones fleets, a service manager."""

from .supervision import Supervision

__all__ = ["Supervision"]
