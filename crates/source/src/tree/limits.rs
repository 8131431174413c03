//! How large and how deep a text may be, whoever wrote it.

/// How deeply values may be nested.
pub const MAX_DEPTH: usize = 64;

/// How many values a file may hold, those that aliases repeat included.
pub const MAX_NODES: usize = 500_000;

/// Bytes of a megabyte, as people count.
pub(crate) const MEGABYTE: usize = 1_000_000;

/// How long a text may be, in bytes.
pub const MAX_TEXT_BYTES: usize = 16 * MEGABYTE;

/// How texts are read, whether for good or to try something.
pub(crate) fn parser_options() -> granit_parser::Options {
    granit_parser::options! {
        emit_comments: false,
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    }
}
