//! Sandtable: pack.
