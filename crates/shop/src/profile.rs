//! The validated profile.

use std::fmt;
use std::ops::Deref;

use sandtable_pack::{BlockProfile, PaperLength, Rgb};
use sandtable_source::choice;

/// The validated, consistent requirements of a print shop.
#[derive(Clone, Debug, PartialEq)]
pub struct ShopProfile(Terms);

/// The parts of a profile, which may contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The id of the profile.
    pub id: String,
    /// The kind of printer.
    pub target: PrintedBy,
    /// One component on a page, or as many as fit.
    pub layout: Layout,
    /// Distance that art extends beyond the trim.
    pub bleed: PaperLength,
    /// Distance that text and symbols keep from the trim.
    pub safe_zone: PaperLength,
    /// Distance between the trims of neighbours on one page.
    pub gutter: PaperLength,
    /// The lines that machines cut and crease along.
    pub cut: Cut,
    /// Marks outside the bleed.
    pub marks: Marks,
    /// Minimum line widths.
    pub lines: Lines,
    /// The smallest text sizes, and whether text becomes outlines.
    pub lettering: Lettering,
    /// The colours that the shop accepts.
    pub colours: Colours,
    /// Maximum sum of all inks.
    pub ink_limit: Percent,
    /// Minimum resolution of pictures, in dots per inch.
    pub resolution: u32,
    /// The standard that files must meet.
    pub standard: Standard,
    /// The printing condition of the colours.
    pub output_intent: Option<OutputIntent>,
    /// The alignment of backs with fronts.
    pub duplex: Duplex,
    /// The printer's scale errors and maximum sheet width.
    pub printer: Printer,
    /// The blocks that stickers are for; `None` for the scenario's own blocks.
    pub blocks: Option<BlockProfile>,
}

choice! {
    /// The kind of printer that a profile is for.
    pub enum PrintedBy("target") {
        /// A printer at home.
        Home = "home",
        /// A print shop.
        Shop = "shop",
    }
}

choice! {
    /// The layout of components on pages.
    pub enum Layout("layout") {
        /// One component on each page.
        OneUp = "one-up",
        /// As many components as fit on a page.
        Ganged = "ganged",
    }
}

/// Lines that machines cut and crease along: spot inks without a printing plate.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The name of the ink for kiss cuts (stickers), which leave the backing whole.
    pub kiss: String,
    /// The name of the ink for cuts through all layers (chits, cards and sticks).
    pub through: String,
    /// Other names for cut lines on the shop's machine.
    pub aliases: Vec<String>,
    /// The name of the ink for fold lines, where paper is creased.
    pub crease: String,
    /// The line width.
    pub width: PaperLength,
    /// The colour of cut lines on screen.
    pub colour: Rgb,
    /// Minimum corner radius.
    pub corner_radius: PaperLength,
    /// Minimum distance between kiss cuts.
    pub spacing: PaperLength,
}

/// The operation of a machine along the lines of an ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Cuts the face of a sticker and leaves its backing whole.
    KissCut,
    /// Cuts through all layers.
    ThroughCut,
    /// Cuts in a way that the shop chooses.
    Cut,
    /// Presses a fold line.
    Crease,
}

impl Tool {
    /// The name of the operation in reports.
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
    /// The operation along lines of this ink; `None` for a printing ink. Shops treat `KissCut` and
    /// `Kiss-Cut` as the same name.
    pub fn tool(&self, ink: &str) -> Option<Tool> {
        let ink = normalise(ink);
        let is_ink = |name: &String| normalise(name) == ink;
        match () {
            () if is_ink(&self.kiss) => Some(Tool::KissCut),
            () if is_ink(&self.through) => Some(Tool::ThroughCut),
            () if self.aliases.iter().any(is_ink) => Some(Tool::Cut),
            () if is_ink(&self.crease) => Some(Tool::Crease),
            () => None,
        }
    }
}

/// Normalises a name for comparison.
fn normalise(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

choice! {
    /// Marks to align plates or a cutting machine.
    pub enum Registration("style of registration marks") {
        /// None.
        None = "none",
        /// A cross in a ring, on every plate.
        Crosses = "crosses",
        /// Black dots for the camera of a cutting machine.
        Dots = "dots",
    }
}

/// Marks outside the bleed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Lines at the corners, for a guillotine.
    pub crop: bool,
    /// Marks to align plates or a cutting machine.
    pub registration: Registration,
    /// Distance from the trim to the marks.
    pub offset: PaperLength,
}

/// The finest lines that print reliably.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines {
    /// Ink on paper.
    pub positive: PaperLength,
    /// Reversed: a white or light line in a dark area.
    pub reversed: PaperLength,
}

choice! {
    /// The form of text in files.
    pub enum TextMode("text mode") {
        /// As text in embedded fonts.
        Fonts = "fonts",
        /// As outlines.
        Outlines = "outlines",
    }
}

/// The smallest text sizes, and whether text becomes outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// The smallest text other than fine print.
    pub smallest: PaperLength,
    /// The smallest text of credits and the digest.
    pub fine_print: PaperLength,
    /// The form of text in files.
    pub mode: TextMode,
}

choice! {
    /// The colours that a shop accepts.
    pub enum Colours("colour mode") {
        /// Grey, CMYK and spot inks.
        Cmyk = "cmyk",
        /// RGB too: the shop or the printer converts the colours.
        Any = "any",
    }
}

choice! {
    /// The standard that files must meet.
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
    /// The name in the ICC registry, such as `FOGRA39`.
    pub identifier: String,
}

/// Printing conditions with their ICC profiles.
const CONDITIONS: [(&str, &[u8]); 1] =
    [("FOGRA39", include_bytes!("../profiles/icc/FOGRA39L_coated.icc"))];

impl OutputIntent {
    /// The names of the conditions with built-in ICC profiles.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        CONDITIONS.into_iter().map(|(name, _)| name)
    }

    /// The ICC profile of the condition, if it is built in.
    pub fn icc(&self) -> Option<&'static [u8]> {
        CONDITIONS.into_iter().find(|(name, _)| *name == self.identifier).map(|(_, icc)| icc)
    }
}

/// A proportion in percent.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Percent(f64);

impl Percent {
    /// Creates a percentage.
    pub const fn new(hundredths: f64) -> Self {
        Self(hundredths)
    }

    /// The percentage as a number.
    pub const fn hundredths(self) -> f64 {
        self.0
    }

    /// The proportion: 1 for 100 %.
    pub const fn fraction(self) -> f64 {
        self.0 / 100.0
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0)
    }
}

/// A measured printer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printer {
    /// Printed length of a ruler across the page: 99.6 % for 99.6 mm of 100.
    pub x: Percent,
    /// Printed length of a ruler up the page.
    pub y: Percent,
    /// The width of the widest sheet that the printer accepts.
    pub widest: Option<PaperLength>,
}

impl Printer {
    /// The larger of the two scale factors, as a proportion.
    pub fn stretch(&self) -> f64 {
        self.x.fraction().max(self.y.fraction())
    }
}

impl Default for Printer {
    /// No scale error.
    fn default() -> Self {
        Self { x: Percent::new(100.0), y: Percent::new(100.0), widest: None }
    }
}

choice! {
    /// The edge that sheets are flipped on.
    pub enum Flip("flip edge") {
        /// The long edge, like the pages of a book.
        LongEdge = "long-edge",
        /// The short edge, like the leaves of a calendar.
        ShortEdge = "short-edge",
        /// Not flipped: backs are next to fronts, to be folded.
        None = "none",
    }
}

/// The alignment of backs with fronts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duplex {
    /// The edge that sheets are flipped on.
    pub flip: Flip,
    /// Rightward shift of backs; negative is left.
    pub right: PaperLength,
    /// Downward shift of backs; negative is up.
    pub down: PaperLength,
}

/// Terms that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TermsFault {
    /// The bleeds of neighbouring components would overlap.
    BleedExceedsGutter,
    /// Neighbouring components would be cut closer together than the machine can.
    SpacingExceedsGutter,
    /// The fine print is larger than the smallest text.
    FinePrintExceedsSmallest,
    /// Marks would be inside the art.
    MarksInBleed,
    /// Blocks that cannot carry a sticker.
    ImpossibleBlocks,
    /// A machine would cut where paper is folded.
    SameCreaseInk,
    /// A machine cannot distinguish kiss cuts from through cuts.
    SameCutInk,
    /// PDF/X-4 requires a printing condition.
    StandardWithoutIntent,
}

impl ShopProfile {
    /// Creates a profile from its terms, or returns all their contradictions.
    pub fn new(terms: Terms) -> Result<Self, Vec<TermsFault>> {
        let is_ganged = terms.layout == Layout::Ganged;
        let has_marks = terms.marks.crop || terms.marks.registration != Registration::None;
        let faults: Vec<TermsFault> = [
            (is_ganged && terms.bleed * 2.0 > terms.gutter, TermsFault::BleedExceedsGutter),
            (is_ganged && terms.cut.spacing > terms.gutter, TermsFault::SpacingExceedsGutter),
            (
                terms.lettering.fine_print > terms.lettering.smallest,
                TermsFault::FinePrintExceedsSmallest,
            ),
            (has_marks && terms.marks.offset < terms.bleed, TermsFault::MarksInBleed),
            (
                terms.blocks.as_ref().is_some_and(|blocks| !blocks.is_possible()),
                TermsFault::ImpossibleBlocks,
            ),
            (terms.cut.tool(&terms.cut.crease) != Some(Tool::Crease), TermsFault::SameCreaseInk),
            (terms.cut.tool(&terms.cut.through) != Some(Tool::ThroughCut), TermsFault::SameCutInk),
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

    /// Returns the terms, to be changed and validated again.
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
