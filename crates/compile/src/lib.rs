//! Sandtable: compile.
