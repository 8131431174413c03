//! Print shop output: separation of inks and lines, marks around a page, and the post-pass over a
//! finished PDF.

pub(crate) mod cut_layer;
pub(crate) mod file;
pub(crate) mod marks;
pub(crate) mod operators;
pub(crate) mod overprint;
pub(crate) mod pdf_x;
pub(crate) mod target;
