//! The structure of a PDF: objects, page boxes, fonts, printing conditions.

pub(crate) mod boxes;
pub(crate) mod document;
pub(crate) mod font;
pub(crate) mod objects;
pub(crate) mod optional_content;
