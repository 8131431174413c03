//! The vendored typeface and the setting of sticker labels. The renderer draws from this crate and
//! the compiler checks with it, so their results agree.
//!
//! It deliberately knows nothing of sheets, inks and positions: it sets lines of type and measures
//! them, in paper millimetres. It never reads system fonts.

mod direction;
mod face_lines;
mod sticker;
mod typeface;

pub use direction::{Direction, direction};
pub use face_lines::{
    PlacedLine, band_baseline, headquarters_lines, lines_overlap, piece_lines, piece_note,
};
pub use sandtable_pack::Face;
pub use sticker::{
    BACKGROUND, BAND_SHARE, BAR_SHARE, CHIT_SIDE, FACE_MARGIN, Label, SAFE_DISTANCE, STRIPE_WIDTH,
};
pub use typeface::{
    Font, Lettering, Line, LineGlyph, MIN_POINTS, POINT, fit, font, font_file, missing_character,
    typeset, unprintable_character,
};
