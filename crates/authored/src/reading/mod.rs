//! Reads authored files: bytes become a spanned tree, then a type with its diagnostics.

pub(crate) mod default_notes;
pub(crate) mod digit_typo;
pub(crate) mod encoding;
pub(crate) mod file_kind;
pub(crate) mod folder_listing;
pub(crate) mod foreign_file;
pub(crate) mod include;
pub(crate) mod missing_layers;
pub(crate) mod repeated_items;
pub(crate) mod reporter;
pub(crate) mod similar_file;
pub(crate) mod source_reader;
pub(crate) mod wording;
