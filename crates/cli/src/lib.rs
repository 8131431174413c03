//! Sandtable: cli.
