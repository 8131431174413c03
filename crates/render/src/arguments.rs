//! The command line of `sandtable render`.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, write_atomically};
use sandtable_pack::{Language, Pack, StyleName};

use crate::files::{PrintOrder, Product, print};

/// Print a battle: its map and its stickers, as PDF and PNG
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
What is made, in the folder of --out:
  map.pdf, .png         the map, true to scale
  stickers.pdf, -N.png  stickers and chits: print at 100 %

Examples:
  sandtable render gettysburg.pack --out out
  sandtable render gettysburg.pack --only map --dpi 150
  sandtable render gettysburg.pack --lang fr --style survey")]
pub struct RenderArguments {
    /// A pack; `sandtable render` also takes a scenario, and compiles it first
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,
    /// Folder for the files; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Print only these
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PRODUCT,…")]
    pub only: Vec<Product>,
    /// Dots per inch of the pictures
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(20..=2400))]
    pub dpi: u32,
    /// How the map looks: staff, survey or plain; as the map says if left out
    #[arg(long, value_name = "STYLE", value_parser = style)]
    pub style: Option<StyleName>,
    /// Language of all words: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub lang: Language,
}

impl RenderArguments {
    /// Prints a pack into the folder and says what was made.
    pub fn run(&self, pack: &Pack, terminal: &Terminal) -> Exit {
        let order = PrintOrder {
            only: self.only.clone(),
            dpi: self.dpi,
            language: self.lang,
            style: self.style,
        };
        let printed = match print(pack, &order) {
            Ok(printed) => printed,
            Err(error) => {
                terminal.complain(&error.to_string());
                return Exit::Bad;
            }
        };
        for file in &printed.files {
            let mut bytes = Vec::new();
            if let Err(error) = file.write(&mut bytes) {
                terminal.complain(&format!("{}: {error}", file.name));
                return Exit::Unusable;
            }
            let path = self.out.join(&file.name);
            if let Err(error) = write_atomically(&path, &bytes) {
                terminal.complain(&error.to_string());
                return Exit::Unusable;
            }
            terminal.say(&format!("{} ({} kB)", path.display(), bytes.len().div_ceil(1_000)));
        }
        if !printed.left_out.is_empty() {
            terminal.tell(&format!(
                "no room on the map for these names, which are left out: {}",
                printed.left_out.join(", ")
            ));
        }
        Exit::Fine
    }
}

fn style(word: &str) -> Result<StyleName, String> {
    StyleName::ALL
        .into_iter()
        .find(|style| style.word() == word)
        .ok_or_else(|| "use staff, survey or plain".to_owned())
}

fn language(code: &str) -> Result<Language, String> {
    Language::ALL
        .into_iter()
        .find(|language| language.code() == code)
        .ok_or_else(|| "use en, es or fr".to_owned())
}
