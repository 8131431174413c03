//! Suites that cross crates live in `tests/tests`, their data in `tests/data`.
