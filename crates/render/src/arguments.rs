//! The command line of `sandtable render`.

use std::path::PathBuf;
use std::sync::Arc;

use sandtable_cli::{
    Access, BoundedRead, Exit, FileSet, LoadedFile, Terminal, check_writable, open_any_pack,
    open_profile, open_stock, read_bounded, whole_number,
};
use sandtable_components::{Format, GameScale, Paper, PaperOrder, PrintOrder, Product};
use sandtable_pack::{
    AnyPack, Choice as _, HiddenReserves, Language, PaperLength, Scale, SideId, StyleName,
};
use sandtable_sheet::{Press, ReliefInk, Target};
use sandtable_shop::{
    DEFAULT, DEFAULT_STOCK, HOME, PrintedBy, ShopProfile, Stock, built_in, built_in_names,
};
use sandtable_source::all_of;

use crate::files::print;
use crate::findings::TextCheck;
use crate::print_error::PrintError;
use crate::printed_file::PrintedFile;
use crate::{earlier_job, findings};

/// Print a battle: map, stickers, sticks and cards, as PDF and PNG
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Output, in the folder of --out:
  map.pdf, .png         the map, true to scale
  set-up.pdf, .png      the map with the set-up
  stickers.pdf, -N.png  stickers for the blocks
  chits.pdf             chits for the cup
  sticks.pdf            measuring sticks
  charts.pdf            ranges, terrain, combat, victory
  turn-track.pdf        turns, nights, reinforcements
  order-of-battle.pdf   the forces of each side
  reserve-cards.pdf     cards that hide reserves
  booklet.pdf           the battle in words
  proof.pdf, .png       the terrain as the engine reads it: --only proof
  calibration.pdf       to measure a printer: --only calibration
  map-a4.pdf            the map in tiles: --paper a4
  map.svg               the map in named layers: --as svg
  job/                  for a press: --target shop
  stickers-since-….pdf  only what changed: --since
  map-kriegsspiel.pdf   the game at 1:8,000: --kriegsspiel

For a FAB battle: map, set-up, stickers (block labels), chits (assets and events), markers, charts, turn-track, order-of-battle \
(set-up cards).

The map is printed whole if it fits the paper, otherwise in tiles. PROFILE is a file or a built-in profile: default, perf-cut, \
thru-cut, dieline, home.

Examples:
  sandtable render gettysburg.pack --out out
  sandtable render gettysburg.pack --only map --dpi 150
  sandtable render gettysburg.pack --lang fr --style survey
  sandtable render gettysburg.pack --paper a4
  sandtable render gettysburg.pack --side union
  sandtable render gettysburg.pack --target shop --copies 50
  sandtable render new.pack --since old.pack
  sandtable render g.pack --target shop --profile shop.yaml
  sandtable render gettysburg.pack --only proof --as svg")]
pub struct RenderArguments {
    /// A pack; `sandtable render` also accepts a scenario and compiles it first, and with `--only map`
    /// a map without a scenario
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,
    /// Folder for the files; created if missing
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Print only these products
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PRODUCT,…")]
    pub only: Vec<Product>,
    /// Formats of the files; by default pdf and png, or only pdf with --target shop
    #[arg(long = "as", value_enum, value_delimiter = ',', value_name = "FORMAT,…")]
    pub formats: Vec<Format>,
    /// Paper of the map: a4, a3, letter, tabloid or WxHmm; by default, one sheet of the map's own
    /// size
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<Paper>,
    /// White margin along each edge of --paper
    #[arg(long, value_name = "MM", default_value = "5mm", value_parser = millimetres, requires = "paper")]
    pub margin: PaperLength,
    /// Overlap of neighbouring tiles
    #[arg(long, value_name = "MM", default_value = "10mm", value_parser = millimetres, requires = "paper")]
    pub overlap: PaperLength,
    /// Stock for stickers and cards (cards that do not fit go on A4): a file, or a4, a3, sra3,
    /// letter, tabloid, roll-300, avery-l7651, avery-l7654, avery-l7160, avery-5160
    #[arg(long, value_name = "STOCK", default_value = DEFAULT_STOCK)]
    pub stock: String,
    /// Scale of the map, such as 20000 for 1:20,000: for viewing, not for play
    #[arg(long, value_name = "N", value_parser = scale)]
    pub scale: Option<Scale>,
    /// Print the whole game at 1:16,896, the scale of the publisher's measuring sticks and blocks
    #[arg(long, conflicts_with = "scale")]
    pub publisher_scale: bool,
    /// Print the whole game for Kriegsspiel: at 1:8,000, with four small blocks for each block
    #[arg(long, conflicts_with_all = ["scale", "publisher_scale"])]
    pub kriegsspiel: bool,
    /// Print the components of one side only; the map stays complete
    #[arg(long, value_name = "ID", value_parser = side)]
    pub side: Option<SideId>,
    /// Printer of the PDFs
    #[arg(long, value_enum, value_name = "TARGET", default_value_t = TargetWord::Home)]
    pub target: TargetWord,
    /// Requirements of the shop, or measured scale of a home printer
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// Ink of hachures and contours with --target shop: k, or a spot ink such as "PANTONE 469
    /// C=#5e3a24"
    #[arg(long, value_name = "INK")]
    pub relief_ink: Option<ReliefInk>,
    /// Number of copies that a shop prints
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = |text: &str| whole_number::<u32>(text, 1, 100_000))]
    pub copies: u32,
    /// Print only stickers, chits, sticks, cards and lines of charts that are new or different
    /// since this earlier pack
    #[arg(long, value_name = "OLD.pack")]
    pub since: Option<PathBuf>,
    /// Dots per inch of the pictures
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = |text: &str| whole_number::<u32>(text, 20, 2400))]
    pub dpi: u32,
    /// Style of the map: staff, survey or plain; by default, the map's own
    #[arg(long, value_name = "STYLE", value_parser = style)]
    pub style: Option<StyleName>,
    /// Language of all text: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub lang: Language,
}

/// The kind of printer of the PDFs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TargetWord {
    /// A home printer: RGB
    Home,
    /// A print shop: CMYK, with bleed, relief in one ink
    Shop,
}

impl RenderArguments {
    /// Prints a pack into the folder and reports the files.
    pub fn run(&self, pack: &AnyPack, terminal: &Terminal) -> Exit {
        self.print(pack, terminal).unwrap_or_else(|exit| exit)
    }

    fn paper_order(&self) -> Option<PaperOrder> {
        self.paper.clone().map(|paper| PaperOrder {
            paper,
            margin: self.margin,
            overlap: self.overlap,
        })
    }

    fn print(&self, pack: &AnyPack, terminal: &Terminal) -> Result<Exit, Exit> {
        let profile = self.profile(terminal)?;
        let stock = open_stock(&self.stock, terminal)?;
        let since = self.since.as_deref().map(|old| open_any_pack(old, terminal)).transpose()?;
        let target = match self.target {
            TargetWord::Home => Target::Home,
            TargetWord::Shop => Target::Shop(Box::new(Press {
                profile: profile.value.clone(),
                relief: self.relief_ink.clone().unwrap_or_default(),
            })),
        };
        let order = PrintOrder {
            products: self.only.clone(),
            formats: self.formats(),
            dpi: self.dpi,
            sheet_dpi: None,
            language: self.lang,
            style: self.style,
            scale: self.scale,
            game_scale: match (self.publisher_scale, self.kriegsspiel) {
                (_, true) => GameScale::Kriegsspiel,
                (true, _) => GameScale::Publisher,
                _ => GameScale::Own,
            },
            side: self.side.clone(),
            stock: stock.value.clone(),
            target,
            home: match self.target {
                TargetWord::Home => profile.value.clone(),
                TargetWord::Shop => PrintOrder::default().home,
            },
            copies: self.copies,
            since: since.map(Arc::new),
            paper: self.paper_order(),
        };
        let printed =
            print(pack, &order).map_err(|error| self.report_failure(&error, &stock, terminal))?;
        let found = findings::report_too_wide(&printed.too_wide, &profile);
        terminal.show_diagnostics(&profile.sources, &found);
        if found.has_errors() {
            return Err(Exit::Failure);
        }
        let found = findings::report_too_few_sheets(&printed.sheets, self.copies, &stock);
        terminal.show_diagnostics(&stock.sources, &found);
        if found.has_errors() {
            return Err(Exit::Failure);
        }
        // A job ticket names the profile and stock; home printing has none.
        if self.target == TargetWord::Shop {
            let (id, title) = (&profile.value.id, &stock.value.title);
            let found = findings::report_missing_letter(id, profile.places.span("id"));
            terminal.show_diagnostics(&profile.sources, &found);
            let found = findings::report_missing_letter(title, stock.places.span("title"));
            terminal.show_diagnostics(&stock.sources, &found);
        }
        let is_pack = self.input.extension().is_some_and(|extension| extension == "pack");
        let checked = if is_pack { TextCheck::None } else { TextCheck::Compiled };
        let found = printed.findings(&profile, checked);
        terminal.show_diagnostics(&profile.sources, &found);
        if found.has_errors() {
            return Err(Exit::Failure);
        }
        if !printed.substituted_stocks.is_empty() {
            let words: Vec<&str> = printed.substituted_stocks.iter().map(|it| it.word()).collect();
            terminal.print_wrapped(&format!(
                "stock `{}` is too small for {}, which need 138 by 190 mm within the margins: using A4; to use a larger stock, add --stock and --only",
                stock.value.id,
                words.join(", ")
            ));
        }
        for told in printed.cut_text_messages() {
            terminal.print_wrapped(&told);
        }
        if !printed.removed.is_empty() {
            terminal.print_wrapped(&format!(
                "remove these from the box, they are no longer in this version: {}",
                printed.removed.join(", ")
            ));
        }
        if printed.files.is_empty() && self.since.is_some() {
            terminal.print_wrapped("no components have changed, nothing to print");
        }
        let has_no_hidden_reserves = |pack: &AnyPack| match pack {
            AnyPack::PubBattles(pack) => {
                pack.ruleset().rulings.hidden_reserves == HiddenReserves::Off
            }
            AnyPack::Fab(_) => false,
        };
        if self.only.contains(&Product::ReserveCards) && has_no_hidden_reserves(pack) {
            terminal.print_wrapped(
                "no reserve cards printed: this battle has no hidden reserves (`hidden_reserves: off`)",
            );
        }
        self.write(&printed.files, terminal)?;
        if let Some(told) = printed.omitted_names_message() {
            terminal.print_wrapped(&told);
        }
        Ok(Exit::Success)
    }

    /// Writes the files, removes leftovers of an earlier job, and reports both.
    fn write(&self, files: &[PrintedFile], terminal: &Terminal) -> Result<(), Exit> {
        let failed = |error: &dyn std::fmt::Display| {
            terminal.print_error(&error.to_string());
            Exit::UsageError
        };
        let places: Vec<PathBuf> = files.iter().map(|file| self.out.join(&file.name)).collect();
        check_writable(places.iter().map(PathBuf::as_path), terminal)?;
        if files.is_empty() {
            return Ok(());
        }
        let mut set =
            FileSet::in_folder(&self.out, Access::Usual).map_err(|error| failed(&error))?;
        let (mut removed, mut lines) = (Vec::new(), Vec::new());
        for (file, path) in files.iter().zip(&places) {
            let mut bytes = Vec::new();
            file.write(&mut bytes).map_err(|error| failed(&format!("{}: {error}", file.name)))?;
            set.add(path, &bytes, Access::Usual).map_err(|error| failed(&error))?;
            if (file.product, file.format) == (Product::Job, Format::Json) {
                removed = self.leftovers(file, files);
                removed.retain(|path| set.remove(path));
            }
            lines.push(format!("{} ({} kB)", path.display(), bytes.len().div_ceil(1_000)));
        }
        set.commit().map_err(|error| failed(&error))?;
        for path in removed {
            terminal.print_wrapped(&format!("removed {} of an earlier order", path.display()));
        }
        lines.iter().for_each(|line| terminal.print_message(line));
        Ok(())
    }

    /// The files that only an earlier job has, by the list that the new one will replace.
    fn leftovers(&self, list: &PrintedFile, files: &[PrintedFile]) -> Vec<PathBuf> {
        let earlier = read_bounded(&self.out.join(&list.name), earlier_job::MAX_BYTES);
        let Ok(BoundedRead::Complete(earlier)) = earlier else { return Vec::new() };
        let folder = list.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let written = files.iter().map(|file| file.name.as_str());
        let names = earlier_job::leftover_files(&earlier, folder, written);
        names.into_iter().map(|name| self.out.join(name)).collect()
    }

    /// Reports why an order cannot be printed and returns the exit code.
    fn report_failure(
        &self,
        error: &PrintError,
        stock: &LoadedFile<Stock>,
        terminal: &Terminal,
    ) -> Exit {
        match error {
            PrintError::Stock { product, things } => {
                let found = findings::report_larger_than_stock(*product, things, stock);
                terminal.show_diagnostics(&stock.sources, &found);
                Exit::Failure
            }
            PrintError::Pdf(_) | PrintError::RawSheet { .. } | PrintError::NoMap => {
                terminal.print_error(&error.to_string());
                Exit::Failure
            }
            PrintError::Paper(_)
            | PrintError::Side { .. }
            | PrintError::WrongScale(_)
            | PrintError::ProductOfOtherSystem(_)
            | PrintError::OtherSystem
            | PrintError::ScaleOfOtherSystem => {
                terminal.print_error(&error.to_string());
                Exit::UsageError
            }
        }
    }

    /// Returns the requested formats; a shop needs no pictures.
    fn formats(&self) -> Vec<Format> {
        match self.target {
            _ if !self.formats.is_empty() => self.formats.clone(),
            TargetWord::Home => vec![Format::Pdf, Format::Png],
            TargetWord::Shop => vec![Format::Pdf],
        }
    }

    /// Reads the profile of the shop or of the home printer; `Err` is the exit code if that fails.
    fn profile(&self, terminal: &Terminal) -> Result<LoadedFile<ShopProfile>, Exit> {
        let of_a_shop =
            [("--relief-ink", self.relief_ink.is_some()), ("--copies", self.copies > 1)];
        let mut given = of_a_shop.into_iter().filter(|(_, is_given)| *is_given);
        if let (TargetWord::Home, Some((option, _))) = (self.target, given.next()) {
            terminal.print_error(&format!("`{option}` requires `--target shop`"));
            return Err(Exit::UsageError);
        }
        let usual = match self.target {
            TargetWord::Home => HOME,
            TargetWord::Shop => DEFAULT,
        };
        let profile = open_profile(self.profile.as_deref().unwrap_or(usual), terminal)?;
        let id = &profile.value.id;
        match (self.target, profile.value.target) {
            (TargetWord::Shop, PrintedBy::Home) => {
                let is_of_a_shop = |name: &&str| {
                    built_in(name).is_some_and(|known| known.target == PrintedBy::Shop)
                };
                let shops: Vec<&str> = built_in_names().filter(is_of_a_shop).collect();
                terminal.print_error(&format!(
                    "`{id}` is a home printer profile, without bleed and marks: remove `--target shop`, or use or extend a shop profile: {}",
                    all_of(shops)
                ));
                Err(Exit::UsageError)
            }
            (TargetWord::Home, PrintedBy::Shop) => {
                terminal.print_wrapped(&format!(
                    "`{id}` is a shop profile, of which home printing uses only `printer`, `duplex` and `blocks`: add `extends: home` to it, or print with --target shop"
                ));
                Ok(profile)
            }
            _ => Ok(profile),
        }
    }
}

fn style(word: &str) -> Result<StyleName, String> {
    StyleName::from_word(word).ok_or_else(|| "expected `staff`, `survey` or `plain`".to_owned())
}

/// Parses a length on paper, such as `10mm` or `10`.
fn millimetres(text: &str) -> Result<PaperLength, String> {
    let number = text.strip_suffix("mm").unwrap_or(text).trim();
    number
        .parse()
        .ok()
        .filter(|mm| (0.0..=200.0).contains(mm))
        .map(PaperLength::from_millimetres)
        .ok_or_else(|| "expected millimetres between 0 and 200, such as `10mm`".to_owned())
}

/// Parses the number of a scale, such as `20000` or `1:20000`.
fn scale(text: &str) -> Result<Scale, String> {
    text.strip_prefix("1:")
        .unwrap_or(text)
        .parse()
        .ok()
        .filter(|denominator| (1_000..=5_000_000).contains(denominator))
        .and_then(Scale::new)
        .ok_or_else(|| {
            "expected a whole number between 1000 and 5000000, such as `20000` for 1:20,000"
                .to_owned()
        })
}

fn side(id: &str) -> Result<SideId, String> {
    SideId::new(id).map_err(|error| error.to_string())
}
