//! Limits on the work for one file. A small malicious file can demand a lot of work; a large file
//! for a press only needs work in proportion to its size.

/// Bytes of a PDF.
pub const MAX_FILE_SIZE: u64 = 512 << 20;
/// Pages.
pub(crate) const PAGES: usize = 2_000;
/// Bytes of one stream, decompressed.
pub(crate) const STREAM: usize = 256 << 20;
/// Bytes of all streams, decompressed.
pub(crate) const DECOMPRESSED: usize = 1 << 30;
/// Operators of all pages. The operators of a form count each time it is drawn.
pub(crate) const OPERATIONS: u64 = 20_000_000;
/// Nesting depth of forms.
pub(crate) const DEPTH: u32 = 12;
/// Nesting depth of saved graphics states.
pub(crate) const STATES: usize = 512;
/// Text runs of a page with recorded positions.
pub(crate) const TEXTS: usize = 200_000;
/// Comparisons between the text runs of a page and the points of its cut lines.
pub(crate) const COMPARISONS: usize = 20_000_000;
/// Pictures listed per page.
pub(crate) const IMAGES: usize = 500;
