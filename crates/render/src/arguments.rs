//! The command line of `sandtable render`.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, open_profile, open_stock, write_atomically};
use sandtable_pack::{Language, Pack, PaperLength, Scale, SideId, StyleName};
use sandtable_shop::{DEFAULT, DEFAULT_STOCK, Printer};

use crate::files::{Format, PrintError, PrintOrder, Product, print};
use crate::paper::{Paper, PaperOrder};
use crate::press::{Press, ReliefInk, Target};

/// Print a battle: map, stickers, sticks and cards, as PDF and PNG
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
What is made, in the folder of --out:
  map.pdf, .png         the map, true to scale
  set-up.pdf, .png      the map with the set-up
  stickers.pdf, -N.png  stickers for the blocks
  chits.pdf             chits for the cup
  sticks.pdf            sticks to measure with
  charts.pdf            ranges, terrain, combat, victory
  turn-track.pdf        turns, nights, who comes when
  order-of-battle.pdf   who fights for each side
  reserve-cards.pdf     cards behind which reserves hide
  booklet.pdf           the battle in words
  proof.pdf, .png       what the engine reads: --only proof
  map-a4.pdf            the map in tiles: --paper a4
  map.svg               the map in named layers: --as svg
  map-shop.pdf          the map for a press: --target shop

Paper that holds the map takes it whole; any other gets tiles. PROFILE is a file, or comes with the program: default, kiss-cut, \
thru-cut, dieline, home.

Examples:
  sandtable render gettysburg.pack --out out
  sandtable render gettysburg.pack --only map --dpi 150
  sandtable render gettysburg.pack --lang fr --style survey
  sandtable render gettysburg.pack --paper a4
  sandtable render gettysburg.pack --side union
  sandtable render gettysburg.pack --only map --target shop
  sandtable render g.pack --target shop --profile shop.yaml
  sandtable render gettysburg.pack --only proof --as svg")]
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
    /// Formats of the files
    #[arg(long = "as", value_enum, value_delimiter = ',', value_name = "FORMAT,…",
          default_values_t = [Format::Pdf, Format::Png])]
    pub formats: Vec<Format>,
    /// Paper of the map: a4, a3, letter, tabloid or WxHmm; a sheet of its own size if left out
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<Paper>,
    /// What stays white along each edge of --paper
    #[arg(long, value_name = "MM", default_value = "5mm", value_parser = millimetres, requires = "paper")]
    pub margin: PaperLength,
    /// How much of the map neighbouring tiles share
    #[arg(long, value_name = "MM", default_value = "10mm", value_parser = millimetres, requires = "paper")]
    pub overlap: PaperLength,
    /// What stickers and cards are printed on: a file, or a4, a3, sra3, letter, tabloid, roll-300, avery-l7651, avery-l7654, avery-l7160, avery-5160
    #[arg(long, value_name = "STOCK", default_value = DEFAULT_STOCK)]
    pub stock: String,
    /// Scale of the map, as in 20000 for 1:20,000: to look at, not to play on
    #[arg(long, value_name = "N", value_parser = scale)]
    pub scale: Option<Scale>,
    /// Print the things of one side only; the map is both sides'
    #[arg(long, value_name = "ID", value_parser = side)]
    pub side: Option<SideId>,
    /// For whom the PDFs are made
    #[arg(long, value_enum, value_name = "TARGET", default_value_t = TargetWord::Home)]
    pub target: TargetWord,
    /// What the shop asks for; of a printer at home, how long its rulers come out
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// The one ink of hachures and contours with --target shop: k, or a spot ink as in "PANTONE 469 C=#5e3a24"
    #[arg(long, value_name = "INK")]
    pub relief_ink: Option<ReliefInk>,
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

/// For whom PDFs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TargetWord {
    /// A printer at home: RGB
    Home,
    /// A print shop: CMYK, with bleed, relief in one ink
    Shop,
}

impl RenderArguments {
    /// Prints a pack into the folder and says what was made.
    pub fn run(&self, pack: &Pack, terminal: &Terminal) -> Exit {
        let (target, printer) = match self.target(terminal) {
            Ok(target) => target,
            Err(exit) => return exit,
        };
        let stock = match open_stock(&self.stock, terminal) {
            Ok(opened) => opened.value,
            Err(exit) => return exit,
        };
        let order = PrintOrder {
            only: self.only.clone(),
            formats: self.formats.clone(),
            dpi: self.dpi,
            language: self.lang,
            style: self.style,
            scale: self.scale,
            side: self.side.clone(),
            stock,
            target,
            printer,
            paper: self.paper.clone().map(|paper| PaperOrder {
                paper,
                margin: self.margin,
                overlap: self.overlap,
            }),
        };
        let printed = match print(pack, &order) {
            Ok(printed) => printed,
            Err(error) => {
                terminal.complain(&error.to_string());
                return match error {
                    PrintError::Pdf(_) | PrintError::Stock(_) => Exit::Bad,
                    PrintError::Paper(_)
                    | PrintError::Side { .. }
                    | PrintError::StickersNotToScale => Exit::Unusable,
                };
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
                "no room on the map for {}: set smaller type for their kind (`style: names:` in the map), shorten them, or take other names away",
                printed.left_out.join(", ")
            ));
        }
        Exit::Fine
    }

    /// For whom the files are made, and what a printer at home makes of 100 mm; `Err` says how to end
    /// when that cannot be told.
    fn target(&self, terminal: &Terminal) -> Result<(Target, Printer), Exit> {
        if self.relief_ink.is_some() && self.target == TargetWord::Home {
            terminal.complain("--relief-ink is an ink of a print shop: add --target shop");
            return Err(Exit::Unusable);
        }
        let profile = open_profile(self.profile.as_deref().unwrap_or(DEFAULT), terminal)?.value;
        let printer = profile.printer;
        let target = match self.target {
            TargetWord::Home => Target::Home,
            TargetWord::Shop => {
                let relief = self.relief_ink.clone().unwrap_or_default();
                Target::Shop(Box::new(Press { profile, relief }))
            }
        };
        Ok((target, printer))
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

/// A length on paper, as in `10mm` or `10`.
fn millimetres(text: &str) -> Result<PaperLength, String> {
    let number = text.strip_suffix("mm").unwrap_or(text).trim();
    number
        .parse()
        .ok()
        .filter(|mm| (0.0..=200.0).contains(mm))
        .map(PaperLength::from_millimetres)
        .ok_or_else(|| "use millimetres from 0 to 200, as in 10mm".to_owned())
}

/// The number of a scale, as in `20000` or `1:20000`.
fn scale(text: &str) -> Result<Scale, String> {
    text.strip_prefix("1:")
        .unwrap_or(text)
        .parse()
        .ok()
        .filter(|denominator| (1_000..=500_000).contains(denominator))
        .and_then(Scale::new)
        .ok_or_else(|| "use a number from 1000 to 500000, as in 20000 for 1:20,000".to_owned())
}

fn side(id: &str) -> Result<SideId, String> {
    SideId::new(id).map_err(|error| error.to_string())
}
