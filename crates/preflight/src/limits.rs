//! How much of a file is looked at. Hostile files are small and ask for much; files for a press are
//! large and ask for what they are.

/// Bytes of a PDF.
pub const FILE: u64 = 512 << 20;
/// Pages.
pub(crate) const PAGES: usize = 2_000;
/// Bytes of one stream, unpacked.
pub(crate) const STREAM: usize = 256 << 20;
/// Bytes of all streams, unpacked.
pub(crate) const UNPACKED: usize = 1 << 30;
/// Operators of all pages, those of forms as often as they are drawn.
pub(crate) const OPERATIONS: u64 = 20_000_000;
/// Forms within forms.
pub(crate) const DEPTH: u32 = 12;
/// States put aside within states.
pub(crate) const STATES: usize = 512;
/// Texts of a page whose places are kept.
pub(crate) const TEXTS: usize = 200_000;
/// Comparisons of a page's texts with points of its cut lines.
pub(crate) const COMPARED: usize = 20_000_000;
/// Pictures of a page that are listed.
pub(crate) const IMAGES: usize = 500;
