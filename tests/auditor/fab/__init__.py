"""An independent reader of the event logs of FAB games. It shares no code with the engine."""

from .auditor import Violation, audit
from .scene import read_pack

__all__ = ["Violation", "audit", "read_pack"]
