//! Limits on the size and depth of any text.

/// How deeply values may be nested.
pub const MAX_DEPTH: usize = 64;

/// How many values a file may hold, those that aliases repeat included.
pub const MAX_NODES: usize = 500_000;

/// The bytes of a decimal megabyte.
pub(crate) const MEGABYTE: usize = 1_000_000;

/// How long a text may be, in bytes.
pub const MAX_TEXT_BYTES: usize = 16 * MEGABYTE;

/// The parser options, also used for trial parses.
pub(crate) fn parser_options() -> granit_parser::Options {
    granit_parser::options! {
        emit_comments: false,
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    }
}
