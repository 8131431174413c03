"""An independent reader of the event logs of FAB games. It shares no code with the engine."""

from .auditor import Violation, audit

# Rules that every set of games between planners must give reason to check.
# fmt: off
REQUIRED = (
    "FAB-2.1a", "FAB-2.2a", "FAB-2.3g", "FAB-2.3h", "FAB-2.4b", "FAB-2.4d", "FAB-3", "FAB-3.1",
    "FAB-3.4", "FAB-3.5", "FAB-4.1", "FAB-4.1a2", "FAB-4.1c1", "FAB-4.1c2", "FAB-4.1c4",
    "FAB-4.1c6", "FAB-4.1d", "FAB-4.2a", "FAB-4.2b", "FAB-4.3", "FAB-4.21", "FAB-4.34c",
    "FAB-4.35c", "FAB-5.1a", "FAB-5.1b", "FAB-5.2", "FAB-5.4a", "FAB-5.4b", "FAB-5.4c", "FAB-5.21a",
    "FAB-5.21c", "FAB-5.22a", "FAB-5.22b", "FAB-5.23a", "FAB-5.23c", "FAB-5.32a", "FAB-5.32d",
    "FAB-5.32g", "FAB-5.34a", "FAB-5.34b", "FAB-5.35b", "FAB-5.35c", "FAB-5.35d1", "FAB-5.35d2",
    "FAB-5.35d3", "FAB-5.35e", "FAB-6.1a", "FAB-6.1b", "FAB-6.2", "FAB-6.2b", "FAB-6.2d", "FAB-6.3",
    "FAB-6.5", "FAB-6.5a", "FAB-6.6a", "FAB-6.6f", "FAB-6.7a", "FAB-6.7b", "FAB-6.8a", "FAB-6.8b",
    "FAB-6.21", "FAB-6.22", "FAB-6.22a", "FAB-6.22b", "FAB-6.22c", "FAB-6.23a", "FAB-6.23b",
    "FAB-6.23c", "FAB-6.24a", "FAB-6.24b", "FAB-6.24e", "FAB-6.25", "FAB-6.26", "FAB-6.27",
    "FAB-6.28", "FAB-6.29", "FAB-6.32", "FAB-6.41a", "FAB-6.41b1", "FAB-6.41b3", "FAB-6.42a",
    "FAB-6.42b", "FAB-6.42c1", "FAB-6.42d", "FAB-6.43", "FAB-7.1a", "FAB-7.2a", "FAB-7.31b",
    "FAB-7.41", "FAB-7.42", "FAB-8.1", "FAB-8.1b", "FAB-8.3", "FAB-8.21", "FAB-8.22", "FAB-8.23a",
    "FAB-8.23b", "FAB-8.24a", "FAB-8.26", "FAB-8.27", "FAB-8.31", "FAB-8.32", "FAB-9.4a",
    "FAB-9.4b", "FAB-9.4c", "FAB-9.5", "FAB-9.31", "FAB-9.32", "FAB-9.33b", "FAB-9.34d", "FAB-9.35",
    "FAB-14.8", "FAB-19.0", "FAB-A2", "FAB-A10", "FAB-A18", "FAB-A27", "FAB-A28", "FAB-A31",
    "FAB-A51", "FAB-A52", "FAB-A68", "FAB-D5", "FAB-D16", "FAB-D23", "FAB-E2", "FAB-G8", "FAB-S10",
    "FAB-S22", "FAB-S25", "FAB-S26",
)
# fmt: on

__all__ = ["REQUIRED", "Violation", "audit"]
