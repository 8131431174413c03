//! Interprets the content of a page and paints it in cells.

pub(crate) mod annotations;
pub(crate) mod canvas;
pub(crate) mod colour_space;
pub(crate) mod current_colour;
pub(crate) mod glyphs;
pub(crate) mod interpreter;
pub(crate) mod operands;
pub(crate) mod outline;
pub(crate) mod page_contents;
pub(crate) mod paths;
pub(crate) mod patterns;
pub(crate) mod picture;
pub(crate) mod state;
pub(crate) mod text;
