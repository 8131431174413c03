//! The `sandtable` command: one match over its subcommands.

fn main() {}
