//! Limits on the work for one file. A small malicious file can demand a lot of work; a large file
//! for a press only needs work in proportion to its size.

/// The maximum size of a PDF, in bytes.
pub const MAX_FILE_SIZE: u64 = 512 << 20;
/// The maximum number of pages.
pub(crate) const PAGES: usize = 2_000;
/// The maximum decompressed size of one stream, in bytes.
pub(crate) const STREAM: usize = 256 << 20;
/// The maximum decompressed size of all streams, in bytes.
pub(crate) const DECOMPRESSED: usize = 1 << 30;
/// The maximum work for a small file: about a second. The unit is one painted cell; other work is
/// charged by its measured cost in cells.
const BASE_WORK: u64 = 250_000_000;
/// The work that each byte of a file adds. A large file for a press needs work in proportion to its
/// size.
const WORK_PER_BYTE: u64 = 200;
/// The maximum number of operands of one operator, with the elements of its arrays. Programs write
/// a few thousand at most, in lines of text.
pub(crate) const OPERANDS: usize = 100_000;
/// The work of one byte of a content stream.
pub(crate) const CONTENT_BYTE: u64 = 4;
/// The work of one operator. The operators of a form count each time it is drawn.
pub(crate) const OPERATOR: u64 = 250;
/// The work of one point of a painted path, for each spot ink.
pub(crate) const POINT: u64 = 6;
/// The work of one ink of a colour.
pub(crate) const INK: u64 = 20;
/// The work of one cell of a colour that blends with the paint below.
pub(crate) const BLENDED: u64 = 8;
/// The work of one cell of a picture, for each component of its colours.
pub(crate) const PIXEL: u64 = 16;
/// The work of one character of text.
pub(crate) const CHARACTER: u64 = 6;
/// The work of one comparison of a text run with a point of a cut line.
pub(crate) const COMPARISON: u64 = 80;
/// The work of finding whether a layer is hidden.
pub(crate) const LAYER: u64 = 5_000;
/// The work of one width of a font.
pub(crate) const WIDTH: u64 = 15;

/// The maximum decompressed size of one object stream, in bytes, in a file with this number of
/// them. All are unpacked before anything else is read.
pub(crate) fn object_stream(streams: usize) -> usize {
    ((64 << 20) / streams.max(1)).clamp(1 << 20, 8 << 20)
}

/// The maximum work for a file of this many bytes.
pub(crate) fn work(bytes: usize) -> u64 {
    BASE_WORK + WORK_PER_BYTE * bytes as u64
}
/// The maximum nesting depth of forms.
pub(crate) const DEPTH: u32 = 12;
/// The maximum nesting depth of saved graphics states.
pub(crate) const STATES: usize = 512;
/// The maximum number of text runs per page with recorded positions.
pub(crate) const TEXTS: usize = 200_000;
/// The maximum number of pictures listed per page.
pub(crate) const IMAGES: usize = 500;
