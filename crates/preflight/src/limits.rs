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
/// The maximum number of operators on all pages. The operators of a form count each time it is
/// drawn.
pub(crate) const OPERATIONS: u64 = 20_000_000;
/// The maximum nesting depth of forms.
pub(crate) const DEPTH: u32 = 12;
/// The maximum nesting depth of saved graphics states.
pub(crate) const STATES: usize = 512;
/// The maximum number of text runs per page with recorded positions.
pub(crate) const TEXTS: usize = 200_000;
/// The maximum number of comparisons between a page's text runs and the points of its cut lines.
pub(crate) const COMPARISONS: usize = 20_000_000;
/// The maximum number of pictures listed per page.
pub(crate) const IMAGES: usize = 500;
