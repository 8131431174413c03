//! The command line of `sandtable render`.

use std::path::PathBuf;

use sandtable_pack::Language;

use crate::files::{PrintOrder, Product};

/// Print a battle: its map and its stickers, as PDF and PNG.
#[derive(Clone, Debug, clap::Args)]
pub struct RenderArguments {
    /// A pack.
    pub input: PathBuf,
    /// Folder for the files; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Print only these.
    #[arg(long, value_delimiter = ',', value_name = "PRODUCT,…")]
    pub only: Vec<Product>,
    /// Dots per inch of the pictures.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(20..=2400))]
    pub dpi: u32,
    /// Language of all words: en, es or fr.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub lang: Language,
}

impl RenderArguments {
    /// The order that these arguments make.
    pub fn order(&self) -> PrintOrder {
        PrintOrder { only: self.only.clone(), dpi: self.dpi, language: self.lang }
    }
}

fn language(code: &str) -> Result<Language, String> {
    Language::ALL
        .into_iter()
        .find(|language| language.code() == code)
        .ok_or_else(|| "use en, es or fr".to_owned())
}
