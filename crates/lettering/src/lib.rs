//! The vendored typeface and how labels are set on stickers: what the renderer draws and what the
//! compiler promises of it are one and the same.
//!
//! It deliberately knows nothing of sheets, inks and places: it sets lines of type and measures
//! them, in millimetres of paper. No font of the machine is read.

mod face_lines;
mod sticker;
mod typeface;

pub use face_lines::{
    PlacedLine, band_base, headquarters_lines, lie_upon_each_other, piece_lines, piece_note,
};
pub use sandtable_pack::Face;
pub use sticker::{BAND_SHARE, BAR_SHARE, CHIT_SIDE, FACE_MARGIN, GROUND, Label, MARK, SAFE};
pub use typeface::{
    LEAST_POINTS, Lettering, Line, LineGlyph, POINT, fitted, font, font_file, missing_letter, set,
};
