//! Limits on text size and nesting.

/// The maximum nesting depth.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of values in a file, including those that aliases repeat.
pub const MAX_NODES: usize = 500_000;

/// The number of bytes in a decimal megabyte.
pub(crate) const MEGABYTE: usize = 1_000_000;

/// The maximum length of a text, in bytes.
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
