//! Sandtable: render.
