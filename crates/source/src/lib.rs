//! Sandtable: source.
