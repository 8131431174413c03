//! Sandtable: rules.
