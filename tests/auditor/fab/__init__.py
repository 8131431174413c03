"""An independent reader of the event logs of FAB games. It shares no code with the engine."""

from .auditor import Violation, audit

# Rules that every set of games between planners must give reason to check.
REQUIRED = ()

__all__ = ["REQUIRED", "Violation", "audit"]
