//! `schema`: the JSON schemas for editors.

use std::borrow::Cow;
use std::path::PathBuf;

use sandtable_cli::{Access, Exit, FileSet, Terminal, check_writable};

/// Write the JSON schemas of scenarios, maps, rulesets and packs
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
Editors with the YAML language server use them through the first line of a file, which \
gives the path of the schema relative to that file:

# yaml-language-server: $schema=schema/scenario.schema.json

Examples:
  sandtable schema --out schema
  sandtable schema --markdown docs/formats")]
pub struct SchemaArgs {
    /// The folder to write the schemas to
    #[arg(long, value_name = "DIR", required_unless_present = "markdown")]
    out: Option<PathBuf>,
    /// The folder for Markdown pages that list every key of every file
    #[arg(long, value_name = "DIR")]
    markdown: Option<PathBuf>,
}

impl SchemaArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let schemas = self.out.iter().flat_map(|folder| {
            let schemas = sandtable_authored::schemas().iter();
            schemas.map(move |(name, text)| (folder.join(name), Cow::Borrowed(*text)))
        });
        let pages = self.markdown.iter().flat_map(|folder| {
            let pages = sandtable_authored::schema_pages().into_iter();
            pages.map(move |(name, text)| (folder.join(name), Cow::Owned(text)))
        });
        let files: Vec<_> = schemas.chain(pages).collect();
        if let Err(exit) = check_writable(files.iter().map(|(file, _)| file.as_path()), terminal) {
            return exit;
        }
        let write = || {
            let mut set = FileSet::default();
            for folder in self.out.iter().chain(&self.markdown) {
                set.add_folder(folder, Access::Usual)?;
            }
            for (file, text) in &files {
                set.add(file, text.as_bytes(), Access::Usual)?;
            }
            set.commit()
        };
        if let Err(error) = write() {
            terminal.print_error(&error.to_string());
            return Exit::UsageError;
        }
        files.iter().for_each(|(file, _)| terminal.print_message(&file.display().to_string()));
        Exit::Success
    }
}
