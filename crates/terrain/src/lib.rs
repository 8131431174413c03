//! Sandtable: terrain.
