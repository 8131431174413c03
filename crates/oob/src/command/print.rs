//! `oob print`: prints the components of one side only.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, open_stock};
use sandtable_components::{Commitments, EnvelopeCover, envelope_cover, plain_envelope};
use sandtable_pack::{AnyPack, Language};
use sandtable_render::{Format, Paper, PrintOrder, Product, print};

use super::files::{build_force, load_orders, open_base};
use super::output::{require_absent, write_private};
use super::printed_sheet::{printed_match, report_shortened};
use super::refusal::usage_error;
use crate::scheme::Commitment;

/// Print the stickers, chits, order of battle and reserve cards of one side
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Only their owner can read the files. One of them is an envelope (envelope.pdf): cut it out, fold it around the order of \
battle and seal it. With --commitment it shows the commitment; without it, there is space for a signature. It does not reveal its contents.

Examples:
  sandtable oob print union.oob.yaml --pack base.pack --out union
  sandtable oob print union.oob.yaml --pack base.pack --out union --commitment 'oob1 9qzv …' --paper letter")]
pub(super) struct PrintArguments {
    /// The order of battle
    #[arg(value_name = "FILE.oob.yaml")]
    file: PathBuf,
    /// The base pack
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
    /// Folder for the files; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Stock for stickers and cards, as for `sandtable render`
    #[arg(long, value_name = "STOCK", default_value = "a4")]
    stock: String,
    /// Language of all text: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
    /// Your commitment for the envelope, as printed by `oob seal`
    #[arg(long, value_name = "TEXT", value_parser = commitment)]
    commitment: Option<Commitment>,
    /// Your opponent's commitment for the envelope; without it, there is space to write it down
    #[arg(long, value_name = "TEXT", value_parser = commitment, requires = "commitment")]
    other: Option<Commitment>,
    /// Paper of the envelope
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    paper: Paper,
}

/// Parses a commitment.
fn commitment(text: &str) -> Result<Commitment, String> {
    Commitment::parse(text).map_err(|error| error.to_string())
}

/// The components that a player cuts out and keeps behind their screen.
const SIDE_PRODUCTS: [Product; 4] =
    [Product::Stickers, Product::Chits, Product::OrderOfBattle, Product::ReserveCards];

impl PrintArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        if self.commitment.is_some() && self.commitment == self.other {
            terminal.print_error(
                "`--other` is your own commitment: two players never have the same one",
            );
            terminal.print_wrapped("if your opponent gave you this one, they copied yours and cannot open it: get another one before you begin");
            return Err(Exit::UsageError);
        }
        let base = open_base(&self.pack, terminal)?;
        let orders = load_orders(&self.file, &base, terminal)?;
        let side = orders.side().id.clone();
        let (pack, _) = build_force(&orders, &base, terminal)?;
        let order = PrintOrder {
            products: SIDE_PRODUCTS.to_vec(),
            formats: vec![Format::Pdf],
            side: Some(side.clone()),
            language: self.lang,
            stock: open_stock(&self.stock, terminal)?.value,
            ..PrintOrder::default()
        };
        let printed = print(&AnyPack::PubBattles(Box::new(pack)), &order).map_err(|error| {
            usage_error(terminal, &format!("cannot print this order of battle: {error}"))
        })?;
        for message in printed.cut_text_messages() {
            terminal.print_wrapped(&message);
        }
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for file in &printed.files {
            let mut bytes = Vec::new();
            file.write(&mut bytes).map_err(|error| {
                usage_error(terminal, &format!("cannot draw this order of battle: {error}"))
            })?;
            files.push((self.out.join(&file.name), bytes));
        }
        let facts = printed_match(&base, &side, self.lang);
        let envelope = match &self.commitment {
            Some(commitment) => {
                let other = self.other.as_ref().map(ToString::to_string);
                let commitments = Commitments { own: commitment.to_string(), other };
                let cover = EnvelopeCover { secret_match: facts, commitments };
                envelope_cover(&cover, self.lang, &self.paper)
            }
            None => plain_envelope(&facts, self.lang, &self.paper),
        };
        let envelope = envelope.map_err(|error| usage_error(terminal, &error.to_string()))?;
        report_shortened(&envelope, terminal);
        files.push((self.out.join("envelope.pdf"), envelope.pdf));
        for (path, _) in &files {
            require_absent(
                path,
                "use another folder with `--out`, or delete the existing file",
                terminal,
            )?;
        }
        write_private(&self.out, &files, terminal)?;
        Ok(Exit::Success)
    }
}
