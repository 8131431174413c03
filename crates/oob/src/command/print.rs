//! `oob print`: what one side needs at the table, and nothing of the other.

use std::path::PathBuf;

use sandtable_cli::{Exit, Staged, Terminal, judge_places, open_stock, stage_private};
use sandtable_pack::{AnyPack, Language};
use sandtable_render::{Format, PrintOrder, Product, print};

use super::given::{base, force, orders, unusable};

/// Print stickers, chits, order of battle and reserve cards of one side
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The files are readable to nobody but their owner.

Example:
  sandtable oob print union.oob.yaml --pack base.pack --out union")]
pub(super) struct PrintArguments {
    /// The order of battle
    #[arg(value_name = "FILE.oob.yaml")]
    file: PathBuf,
    /// The base pack
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
    /// Folder for the files; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What stickers and cards are printed on, as for `sandtable render`
    #[arg(long, value_name = "STOCK", default_value = "a4")]
    stock: String,
    /// Language of all words: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    lang: Language,
}

/// What one side cuts out and keeps behind its screen.
const OF_A_SIDE: [Product; 4] =
    [Product::Stickers, Product::Chits, Product::OrderOfBattle, Product::ReserveCards];

impl PrintArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let base = base(&self.pack, terminal)?;
        let orders = orders(&self.file, &base, terminal)?;
        let side = orders.side().id.clone();
        let (pack, _) = force(&orders, &base, terminal)?;
        let order = PrintOrder {
            only: OF_A_SIDE.to_vec(),
            formats: vec![Format::Pdf],
            side: Some(side),
            language: self.lang,
            stock: open_stock(&self.stock, terminal)?.value,
            ..PrintOrder::default()
        };
        let printed = print(&AnyPack::PubBattles(Box::new(pack)), &order)
            .map_err(|error| unusable(terminal, &format!("cannot print it: {error}")))?;
        for told in printed.told_cut_short() {
            terminal.tell(&told);
        }
        let paths: Vec<PathBuf> =
            printed.files.iter().map(|file| self.out.join(&file.name)).collect();
        judge_places(paths.iter().map(PathBuf::as_path), terminal)?;
        let mut staged: Vec<Staged> = Vec::new();
        for (path, file) in paths.iter().zip(&printed.files) {
            let mut bytes = Vec::new();
            file.write(&mut bytes)
                .map_err(|error| unusable(terminal, &format!("cannot draw it: {error}")))?;
            staged.push(
                stage_private(path, &bytes)
                    .map_err(|error| unusable(terminal, &error.to_string()))?,
            );
        }
        staged
            .into_iter()
            .try_for_each(Staged::put)
            .map_err(|error| unusable(terminal, &error.to_string()))?;
        paths.iter().for_each(|path| terminal.say(&path.display().to_string()));
        Ok(Exit::Fine)
    }
}

fn language(text: &str) -> Result<Language, String> {
    match text {
        "en" => Ok(Language::En),
        "es" => Ok(Language::Es),
        "fr" => Ok(Language::Fr),
        _ => Err("use en, es or fr".to_owned()),
    }
}
