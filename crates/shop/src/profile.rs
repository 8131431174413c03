//! The validated profile.

use std::fmt;
use std::ops::Deref;

use sandtable_pack::{BlockProfile, PaperLength, Rgb};
use sandtable_source::choice;

/// What a print shop asks for, without contradictions.
#[derive(Clone, Debug, PartialEq)]
pub struct ShopProfile(Terms);

/// The parts of a profile; they may contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Its name.
    pub id: String,
    /// Who prints by it.
    pub target: PrintedBy,
    /// One thing on a page, or as many as it holds.
    pub layout: Layout,
    /// How far art reaches beyond the trim.
    pub bleed: PaperLength,
    /// How far inside the trim letters and symbols stay.
    pub safe_zone: PaperLength,
    /// Between the trims of neighbours on one page.
    pub gutter: PaperLength,
    /// The lines that machines cut by.
    pub cut: Cut,
    /// Marks outside the bleed.
    pub marks: Marks,
    /// The finest lines.
    pub lines: Lines,
    /// The smallest letters, and how they are written.
    pub lettering: Lettering,
    /// The colours that the shop takes.
    pub colours: Colours,
    /// All inks together.
    pub ink_limit: Percent,
    /// Pictures have so many dots to the inch at least.
    pub resolution: u32,
    /// The standard whose keys are asked for.
    pub standard: Standard,
    /// The printing condition that colours are meant for.
    pub output_intent: Option<OutputIntent>,
    /// Backs of chits and cards.
    pub duplex: Duplex,
    /// How long a ruler comes out of the printer, and what goes in.
    pub printer: Printer,
    /// The blocks that stickers are for; `None` for those of the scenario.
    pub blocks: Option<BlockProfile>,
}

choice! {
    /// Who prints by a profile.
    pub enum PrintedBy("target") {
        /// A printer at home.
        Home = "home",
        /// A print shop.
        Shop = "shop",
    }
}

choice! {
    /// How things lie on pages.
    pub enum Layout("layout") {
        /// Each thing has a page of its own.
        OneUp = "one-up",
        /// As many as a page holds.
        Ganged = "ganged",
    }
}

/// Lines that machines cut and crease by: spot inks that no plate is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The name of the ink along which stickers are cut, and their backing is not.
    pub kiss: String,
    /// The name of the ink along which all is cut through: chits, cards, sticks.
    pub through: String,
    /// Other names under which the shop's machine knows a cut line.
    pub also: Vec<String>,
    /// The name of the ink of fold lines, along which paper is creased.
    pub crease: String,
    /// How wide the line is drawn.
    pub width: PaperLength,
    /// How it looks on screens.
    pub colour: Rgb,
    /// No corner is sharper.
    pub corner_radius: PaperLength,
    /// Between two kiss cuts at least.
    pub spacing: PaperLength,
}

/// What a machine does along the lines of an ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// It cuts the face of a sticker and leaves its backing whole.
    KissCut,
    /// It cuts all through.
    ThroughCut,
    /// It cuts, as the shop has it set up.
    Cut,
    /// It creases.
    Crease,
}

impl Tool {
    /// As reports name it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::KissCut => "kiss-cut",
            Self::ThroughCut => "through-cut",
            Self::Cut => "cut",
            Self::Crease => "crease",
        }
    }
}

impl Cut {
    /// What is done along an ink of this name; nothing along one that is printed. Shops spell `KissCut` and
    /// `Kiss-Cut` alike.
    pub fn tool(&self, ink: &str) -> Option<Tool> {
        let ink = plain(ink);
        let is = |name: &String| plain(name) == ink;
        match () {
            () if is(&self.kiss) => Some(Tool::KissCut),
            () if is(&self.through) => Some(Tool::ThroughCut),
            () if self.also.iter().any(is) => Some(Tool::Cut),
            () if is(&self.crease) => Some(Tool::Crease),
            () => None,
        }
    }
}

/// A name as a machine compares it.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

choice! {
    /// Marks by which plates or a cutting machine are aligned.
    pub enum Registration("style of registration marks") {
        /// None.
        None = "none",
        /// A cross in a ring, on every plate.
        Crosses = "crosses",
        /// Black dots, which the camera of a cutting machine looks for.
        Dots = "dots",
    }
}

/// Marks outside the bleed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Lines at the corners, by which a guillotine cuts.
    pub crop: bool,
    /// What plates or a cutting machine are aligned by.
    pub registration: Registration,
    /// From the trim to the marks.
    pub offset: PaperLength,
}

/// The finest lines that hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines {
    /// Ink on paper.
    pub positive: PaperLength,
    /// White, or a light colour, out of a dark one.
    pub reversed: PaperLength,
}

choice! {
    /// How letters are written.
    pub enum TextMode("text mode") {
        /// As text in embedded fonts.
        Fonts = "fonts",
        /// As outlines.
        Outlines = "outlines",
    }
}

/// The smallest letters, and how they are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// What is to be read.
    pub smallest: PaperLength,
    /// Credits and the digest.
    pub fine_print: PaperLength,
    /// How letters are written.
    pub mode: TextMode,
}

choice! {
    /// The colours that a shop takes.
    pub enum Colours("colour mode") {
        /// Grey, CMYK and spot inks.
        Cmyk = "cmyk",
        /// RGB too: the shop, or the printer, converts it.
        Any = "any",
    }
}

choice! {
    /// The standard whose keys are asked for.
    pub enum Standard("print file standard") {
        /// PDF/X-4.
        PdfX4 = "pdf-x-4",
        /// None.
        None = "none",
    }
}

/// A printing condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputIntent {
    /// Its name in the registry of the ICC, as in `FOGRA39`.
    pub identifier: String,
}

/// Printing conditions with their ICC profiles.
const CONDITIONS: [(&str, &[u8]); 1] =
    [("FOGRA39", include_bytes!("../profiles/icc/FOGRA39L_coated.icc"))];

impl OutputIntent {
    /// The names of the conditions whose ICC profiles come with the program.
    pub fn known() -> impl Iterator<Item = &'static str> {
        CONDITIONS.into_iter().map(|(name, _)| name)
    }

    /// The ICC profile of the condition, where it comes with the program.
    pub fn icc(&self) -> Option<&'static [u8]> {
        CONDITIONS.into_iter().find(|(name, _)| *name == self.identifier).map(|(_, icc)| icc)
    }
}

/// A share of a whole, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Percent(f64);

impl Percent {
    /// So many hundredths.
    pub const fn new(hundredths: f64) -> Self {
        Self(hundredths)
    }

    /// How many hundredths.
    pub const fn hundredths(self) -> f64 {
        self.0
    }

    /// The share: 1 for 100 %.
    pub const fn share(self) -> f64 {
        self.0 / 100.0
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0)
    }
}

/// A printer, measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printer {
    /// How long a ruler came out across: 99.6 % for 99.6 mm of 100.
    pub x: Percent,
    /// How long a ruler came out up.
    pub y: Percent,
    /// The widest sheet that it takes.
    pub widest: Option<PaperLength>,
}

impl Printer {
    /// How much longer than they should be things come out at most, as a share.
    pub fn stretch(&self) -> f64 {
        self.x.share().max(self.y.share())
    }
}

impl Default for Printer {
    /// Everything as long as it was meant to be.
    fn default() -> Self {
        Self { x: Percent::new(100.0), y: Percent::new(100.0), widest: None }
    }
}

choice! {
    /// About which edge sheets are turned.
    pub enum Flip("flip edge") {
        /// Like the leaves of a book that stands upright.
        LongEdge = "long-edge",
        /// Like the leaves of a calendar.
        ShortEdge = "short-edge",
        /// Not at all: backs stand beside fronts, to be folded.
        None = "none",
    }
}

/// How backs come to lie behind fronts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duplex {
    /// About which edge sheets are turned.
    pub flip: Flip,
    /// How far to the right backs are moved; less than nothing is left.
    pub right: PaperLength,
    /// How far down backs are moved; less than nothing is up.
    pub down: PaperLength,
}

/// Terms that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TermsFault {
    /// Art of neighbours would lie upon each other.
    BleedOverGutter,
    /// Neighbours would be cut closer to each other than the machine can.
    SpacingOverGutter,
    /// What may be smaller is larger.
    FinePrintOverSmallest,
    /// Marks would lie in the art.
    MarksInBleed,
    /// Blocks that no sticker can be made for.
    ImpossibleBlocks,
    /// A machine would cut where paper is folded.
    CreaseIsCut,
    /// A machine cannot tell how deep to cut.
    CutsAreOne,
    /// Each PDF/X-4 names the printing condition that its colours are for.
    StandardWithoutIntent,
}

impl ShopProfile {
    /// A profile of terms, or every way in which they contradict each other.
    pub fn new(terms: Terms) -> Result<Self, Vec<TermsFault>> {
        let is_ganged = terms.layout == Layout::Ganged;
        let has_marks = terms.marks.crop || terms.marks.registration != Registration::None;
        let faults: Vec<TermsFault> = [
            (is_ganged && terms.bleed * 2.0 > terms.gutter, TermsFault::BleedOverGutter),
            (is_ganged && terms.cut.spacing > terms.gutter, TermsFault::SpacingOverGutter),
            (
                terms.lettering.fine_print > terms.lettering.smallest,
                TermsFault::FinePrintOverSmallest,
            ),
            (has_marks && terms.marks.offset < terms.bleed, TermsFault::MarksInBleed),
            (
                terms.blocks.as_ref().is_some_and(|blocks| !blocks.is_possible()),
                TermsFault::ImpossibleBlocks,
            ),
            (terms.cut.tool(&terms.cut.crease) != Some(Tool::Crease), TermsFault::CreaseIsCut),
            (terms.cut.tool(&terms.cut.through) != Some(Tool::ThroughCut), TermsFault::CutsAreOne),
            (
                terms.standard == Standard::PdfX4 && terms.output_intent.is_none(),
                TermsFault::StandardWithoutIntent,
            ),
        ]
        .into_iter()
        .filter_map(|(is_fault, fault)| is_fault.then_some(fault))
        .collect();
        if faults.is_empty() { Ok(Self(terms)) } else { Err(faults) }
    }

    /// The terms, to be changed and judged again.
    pub fn into_terms(self) -> Terms {
        self.0
    }
}

impl Deref for ShopProfile {
    type Target = Terms;
    fn deref(&self) -> &Terms {
        &self.0
    }
}
