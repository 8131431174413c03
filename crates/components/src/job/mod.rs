//! The job ticket of a print shop: products, copies, stocks and finishing, as a readable page and
//! as JSON.

pub(crate) mod page;

use sandtable_house_style::words::{self, Words};
use sandtable_pack::{Language, PaperLength};
use sandtable_sheet::Press;
use sandtable_shop::{Flip, Standard};
use serde::Serialize;

use crate::order::subject::Subject;
use crate::paper::Size;

/// A file of the job.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its file name in the folder.
    pub file: String,
    /// The file name of its thumbnail.
    pub thumbnail: String,
    /// Its product, in all languages.
    pub product_words: Words,
    /// The number of pages.
    pub pages: usize,
    /// The trimmed sizes of its pages, with the number of fronts of each; never empty.
    pub sizes: Vec<(Size, usize)>,
    /// The size of its largest page in the file, with bleed and marks.
    pub page: Size,
    /// The name of its stock, if it has one.
    pub stock: Option<String>,
    /// The material of its stock.
    pub material: Material,
    /// How its components are cut.
    pub cutting: Cutting,
    /// The sizes of its cut-out components in one copy, with the number of each; `None` for
    /// products that are only trimmed.
    pub component_sizes: Option<Vec<(Size, usize)>>,
    /// Whether each front is followed by its back.
    pub has_backs: bool,
    /// Whether anything is folded.
    pub is_folded: bool,
}

/// A printing material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Material {
    /// For maps and booklets.
    Paper,
    /// For chits, cards and sticks.
    Card,
    /// For stickers.
    SelfAdhesive,
}

/// A method of cutting components out of their sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// Pages are trimmed.
    Trim,
    /// A machine cuts the face but not the backing.
    Kiss,
    /// A machine cuts through the sheet.
    Through,
    /// Components are on pre-cut labels.
    Labels,
}

impl Material {
    fn words(self) -> Words {
        match self {
            Self::Paper => words::sheets::PAPER,
            Self::Card => words::sheets::CARD,
            Self::SelfAdhesive => words::sheets::SELF_ADHESIVE,
        }
    }
}

/// The instructions of a job, apart from its files.
pub struct Job<'a> {
    /// The battle.
    pub battle: Subject<'a>,
    /// The earlier version, if only changes since then are printed.
    pub since: Option<Subject<'a>>,
    /// Language of the words on the page.
    pub language: Language,
    /// The requirements of the print shop.
    pub press: &'a Press,
    /// The number of copies of everything.
    pub copies: u32,
    /// The files.
    pub entries: Vec<Entry>,
}

/// The file name for a product, with its copies and its size or range of sizes.
pub fn job_file_name(what: &str, sizes: &[(Size, usize)], copies: u32) -> String {
    let short = |size: Size| {
        let (width, height) = (size.0.millimetres(), size.1.millimetres());
        format!("{width:.0}x{height:.0}")
    };
    let [smallest, largest] = ends(sizes).map(short);
    match smallest == largest {
        true => format!("{what}-{largest}mm-{copies}x"),
        false => format!("{what}-{smallest}-to-{largest}mm-{copies}x"),
    }
}

/// The smallest and the largest size, by area.
fn ends(sizes: &[(Size, usize)]) -> [Size; 2] {
    let sizes = || sizes.iter().map(|(size, _)| *size);
    [sizes().min_by(compare_areas).unwrap_or(NOTHING), largest_page(sizes())]
}

/// The largest size, by area.
pub fn largest_page(sizes: impl Iterator<Item = Size>) -> Size {
    sizes.max_by(compare_areas).unwrap_or(NOTHING)
}

const NOTHING: Size = (PaperLength::ZERO, PaperLength::ZERO);

fn compare_areas(one: &Size, other: &Size) -> std::cmp::Ordering {
    let area = |size: &Size| size.0.millimetres() * size.1.millimetres();
    area(one).total_cmp(&area(other))
}

/// A finishing step of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
enum Finishing {
    /// Trimmed to the page.
    Trim,
    /// Cut along a spot ink, but not through the backing.
    KissCut { spot: String },
    /// Cut through along a spot ink.
    ThroughCut { spot: String },
    /// Not cut, because the labels are pre-cut.
    CutAlready,
    /// Folded along a spot ink.
    Fold { spot: String },
}

#[derive(Serialize)]
struct JsonJob<'a> {
    battle: &'a str,
    title: &'a str,
    published: Option<&'a str>,
    pack_digest: String,
    since_digest: Option<String>,
    profile: &'a str,
    printing_condition: Option<&'a str>,
    standard: &'static str,
    bleed_mm: f64,
    copies: u32,
    files: Vec<JsonEntry<'a>>,
}

#[derive(Serialize)]
struct JsonEntry<'a> {
    file: &'a str,
    thumbnail: &'a str,
    what: &'static str,
    pages: usize,
    width_mm: f64,
    height_mm: f64,
    page_width_mm: f64,
    page_height_mm: f64,
    sizes: Vec<JsonSize>,
    copies: u32,
    stock: Option<&'a str>,
    material: Material,
    sides: u8,
    flip: Option<&'static str>,
    things: Option<usize>,
    thing_sizes: Vec<JsonThings>,
    finishing: Vec<Finishing>,
}

#[derive(Serialize)]
struct JsonThings {
    width_mm: f64,
    height_mm: f64,
    things: usize,
}

#[derive(Serialize)]
struct JsonSize {
    width_mm: f64,
    height_mm: f64,
    fronts: usize,
}

impl Job<'_> {
    /// The job as JSON.
    pub fn json(&self) -> String {
        let profile = &self.press.profile;
        let document = JsonJob {
            battle: self.battle.id().as_str(),
            title: self.battle.title(self.language),
            published: self.battle.publication_date(),
            pack_digest: self.battle.digest().to_string(),
            since_digest: self.since.map(|old| old.digest().to_string()),
            profile: &profile.id,
            printing_condition: self.condition(),
            standard: self.standard().word(),
            bleed_mm: hundredths(profile.bleed),
            copies: self.copies,
            files: self.entries.iter().map(|entry| self.json_entry(entry)).collect(),
        };
        serde_json::to_string_pretty(&document).expect("plain values are JSON") + "\n"
    }

    fn json_entry<'e>(&self, entry: &'e Entry) -> JsonEntry<'e> {
        let size = |(size, fronts): &(Size, usize)| JsonSize {
            width_mm: hundredths(size.0),
            height_mm: hundredths(size.1),
            fronts: *fronts,
        };
        let thing = |(size, things): &(Size, usize)| JsonThings {
            width_mm: hundredths(size.0),
            height_mm: hundredths(size.1),
            things: *things,
        };
        let [_, largest] = ends(&entry.sizes);
        JsonEntry {
            file: &entry.file,
            thumbnail: &entry.thumbnail,
            what: entry.product_words[0],
            pages: entry.pages,
            width_mm: hundredths(largest.0),
            height_mm: hundredths(largest.1),
            page_width_mm: hundredths(entry.page.0),
            page_height_mm: hundredths(entry.page.1),
            sizes: entry.sizes.iter().map(size).collect(),
            copies: self.copies,
            stock: entry.stock.as_deref(),
            material: entry.material,
            sides: if entry.has_backs { 2 } else { 1 },
            flip: self.flip(entry).map(Flip::word),
            things: entry.component_sizes.as_ref().map(|things| count_of(things)),
            thing_sizes: entry.component_sizes.iter().flatten().map(thing).collect(),
            finishing: self.finishing(entry),
        }
    }

    /// The printing condition named in the files, if its ICC profile is built in.
    fn condition(&self) -> Option<&str> {
        let intent = self.press.profile.output_intent.as_ref()?;
        intent.icc().map(|_| intent.identifier.as_str())
    }

    /// The standard whose keys the files contain; none without a printing condition.
    fn standard(&self) -> Standard {
        self.condition().map_or(Standard::None, |_| self.press.profile.standard)
    }

    /// The edge on which the sheets of a file are flipped.
    fn flip(&self, entry: &Entry) -> Option<Flip> {
        entry.has_backs.then_some(self.press.profile.duplex.flip)
    }

    fn finishing(&self, entry: &Entry) -> Vec<Finishing> {
        let cut = &self.press.profile.cut;
        let mut finishing = vec![match entry.cutting {
            Cutting::Trim => Finishing::Trim,
            Cutting::Kiss => Finishing::KissCut { spot: cut.kiss.clone() },
            Cutting::Through => Finishing::ThroughCut { spot: cut.through.clone() },
            Cutting::Labels => Finishing::CutAlready,
        }];
        if entry.is_folded {
            finishing.push(Finishing::Fold { spot: cut.crease.clone() });
        }
        finishing
    }
}

/// The difference below which sizes count as equal, in millimetres.
const SAME_SIZE: f64 = 0.05;

/// The number of each size, in the order of first occurrence.
pub fn count_sizes(all: impl Iterator<Item = Size>) -> Vec<(Size, usize)> {
    let mut sizes: Vec<(Size, usize)> = Vec::new();
    for size in all {
        let is_equal =
            |one: PaperLength, other: PaperLength| (one - other).millimetres().abs() < SAME_SIZE;
        let known = |(known, _): &&mut (Size, usize)| {
            is_equal(known.0, size.0) && is_equal(known.1, size.1)
        };
        match sizes.iter_mut().find(known) {
            Some((_, count)) => *count += 1,
            None => sizes.push((size, 1)),
        }
    }
    sizes
}

/// The total number.
fn count_of(sizes: &[(Size, usize)]) -> usize {
    sizes.iter().map(|(_, count)| count).sum()
}

/// Rounds to hundredths of a millimetre, which is precise enough for a shop.
fn hundredths(length: PaperLength) -> f64 {
    (length.millimetres() * 100.0).round() / 100.0
}
