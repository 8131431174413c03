//! Limits on the work for one file. Small malicious files can demand a lot of work; large files for
//! a press need only work in proportion to their size.

/// Bytes of a PDF.
pub const FILE: u64 = 512 << 20;
/// Pages.
pub(crate) const PAGES: usize = 2_000;
/// Bytes of one stream, decompressed.
pub(crate) const STREAM: usize = 256 << 20;
/// Bytes of all streams, decompressed.
pub(crate) const UNPACKED: usize = 1 << 30;
/// Operators of all pages. Operators of a form count each time it is drawn.
pub(crate) const OPERATIONS: u64 = 20_000_000;
/// Depth of nested forms.
pub(crate) const DEPTH: u32 = 12;
/// Depth of saved graphics states.
pub(crate) const STATES: usize = 512;
/// Text runs of a page with recorded positions.
pub(crate) const TEXTS: usize = 200_000;
/// Comparisons of a page's text runs with points of its cut lines.
pub(crate) const COMPARED: usize = 20_000_000;
/// Listed pictures of a page.
pub(crate) const IMAGES: usize = 500;
