//! Sandtable: runner.
