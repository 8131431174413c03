//! The job of a print shop: what is printed, how often, on what, and how it is finished; as a page to read
//! and as JSON for programs.

use sandtable_pack::{Language, Pack, PaperLength};
use sandtable_shop::{Flip, Layout, Registration, Standard};
use serde::Serialize;

use crate::cards::{Span, lines};
use crate::figures::shortest;
use crate::paper::Size;
use crate::press::Press;
use crate::sheet::{Ink, Item, Path, Point, Sheet, Stroke};
use crate::typeface::{Face, LEAST_POINTS, Lettering, fitted, shape};
use crate::words::{self, Words, say, version};

/// A file of the job.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Its name in the folder.
    pub file: String,
    /// The name of its thumbnail.
    pub thumbnail: String,
    /// What it is, in all languages.
    pub what: Words,
    /// Its pages.
    pub pages: usize,
    /// The sizes of its pages when they are trimmed, and how many fronts have each; never empty.
    pub sizes: Vec<(Size, usize)>,
    /// What it is printed on, if that has a name.
    pub stock: Option<String>,
    /// What that is made of.
    pub material: Material,
    /// How things come out of its sheets.
    pub cutting: Cutting,
    /// The sizes of the things that are cut out of it in one copy, and how many have each; `None` for what
    /// is only trimmed.
    pub things: Option<Vec<(Size, usize)>>,
    /// Do backs follow their fronts?
    pub hinto_backs: bool,
    /// Is anything folded?
    pub is_folded: bool,
}

/// What things are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Material {
    /// Maps and what is read.
    Paper,
    /// Chits, cards, sticks.
    Card,
    /// Stickers.
    SelfAdhesive,
}

/// How things come out of their sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cutting {
    /// Their pages are trimmed.
    Trim,
    /// A machine cuts their face and leaves the backing whole.
    Kiss,
    /// A machine cuts all through.
    Through,
    /// They lie on labels that are cut already.
    Labels,
}

impl Material {
    fn words(self) -> Words {
        match self {
            Self::Paper => words::PAPER,
            Self::Card => words::CARD,
            Self::SelfAdhesive => words::SELF_ADHESIVE,
        }
    }
}

/// Everything that a shop has to know beside the files.
pub(crate) struct Job<'a> {
    /// The battle.
    pub pack: &'a Pack,
    /// The earlier version, where only what changed since is printed.
    pub since: Option<&'a Pack>,
    /// Language of the words on the page.
    pub language: Language,
    /// For whom it is made.
    pub press: &'a Press,
    /// How often everything is printed.
    pub copies: u32,
    /// The files.
    pub entries: Vec<Entry>,
}

/// The name of a file by its content, copies and size: from the smallest to the largest, if there are
/// several.
pub(crate) fn file_name(what: &str, sizes: &[(Size, usize)], copies: u32) -> String {
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

/// The smallest and the largest of some sizes, by what they cover.
fn ends(sizes: &[(Size, usize)]) -> [Size; 2] {
    let area = |size: &Size| size.0.millimetres() * size.1.millimetres();
    let by_area = |one: &Size, other: &Size| area(one).total_cmp(&area(other));
    let nothing = (PaperLength::ZERO, PaperLength::ZERO);
    let sizes = || sizes.iter().map(|(size, _)| *size);
    [sizes().min_by(by_area).unwrap_or(nothing), sizes().max_by(by_area).unwrap_or(nothing)]
}

/// A size as people read it.
fn in_words(size: Size, language: Language) -> String {
    let [width, height] = [size.0, size.1].map(|side| shortest(side.millimetres(), 2, language));
    format!("{width} × {height}")
}

/// How a file is finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
enum Finishing {
    /// Cut to the trim of the page.
    Trim,
    /// Cut along a spot ink, and the backing not.
    KissCut { spot: String },
    /// Cut through along a spot ink.
    ThroughCut { spot: String },
    /// Not cut: labels are cut already.
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
    /// The document for programs.
    pub fn json(&self) -> String {
        let labels = self.pack.labels();
        let profile = &self.press.profile;
        let document = JsonJob {
            battle: self.pack.scenario().id.as_str(),
            title: labels.title.get(self.language),
            published: labels.published.as_deref(),
            pack_digest: self.pack.pack_digest().to_string(),
            since_digest: self.since.map(|old| old.pack_digest().to_string()),
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
            what: entry.what[0],
            pages: entry.pages,
            width_mm: hundredths(largest.0),
            height_mm: hundredths(largest.1),
            sizes: entry.sizes.iter().map(size).collect(),
            copies: self.copies,
            stock: entry.stock.as_deref(),
            material: entry.material,
            sides: if entry.hinto_backs { 2 } else { 1 },
            flip: self.flip(entry).map(Flip::word),
            things: entry.things.as_ref().map(|things| count_of(things)),
            thing_sizes: entry.things.iter().flatten().map(thing).collect(),
            finishing: self.finishing(entry),
        }
    }

    /// The printing condition that the files name: one whose ICC profile comes with the program.
    fn condition(&self) -> Option<&str> {
        let intent = self.press.profile.output_intent.as_ref()?;
        intent.icc().map(|_| intent.identifier.as_str())
    }

    /// The standard whose keys the files have: without a printing condition there are none.
    fn standard(&self) -> Standard {
        self.condition().map_or(Standard::None, |_| self.press.profile.standard)
    }

    /// About which edge the sheets of a file are turned.
    fn flip(&self, entry: &Entry) -> Option<Flip> {
        entry.hinto_backs.then_some(self.press.profile.duplex.flip)
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

    /// The page to read: A4, whatever the rest is printed on.
    pub fn sheet(&self) -> Sheet {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("job-sheet".to_owned(), length(WIDTH), length(HEIGHT));
        let mut page = Page { language: self.language, items: Vec::new(), y: MARGIN + 8.0 };
        let labels = self.pack.labels();
        page.line(labels.title.get(self.language), Face::Semibold, 20.0);
        page.y += 8.0;
        page.line(say(words::JOB_SHEET, self.language), Face::Italic, 12.0);
        if let Some(old) = self.since {
            page.y += 6.0;
            page.line(&words::changes_since(old, self.language), Face::Semibold, 10.0);
        }
        page.y += 9.0;
        for (key, value) in self.facts() {
            page.fact(key, &value);
        }
        page.y += 5.0;
        page.table(self);
        page.foot(&version(self.pack));
        sheet.add_layer("job", page.items);
        sheet
    }

    /// What holds for all files.
    fn facts(&self) -> Vec<(Words, String)> {
        let (profile, language) = (&self.press.profile, self.language);
        let mut facts = vec![
            (words::COPIES, self.copies.to_string()),
            (words::BLEED, format!("{} mm", shortest(profile.bleed.millimetres(), 2, language))),
        ];
        let standard = (self.standard() == Standard::PdfX4).then_some("PDF/X-4");
        let colours = [self.condition(), standard];
        let colours = colours.into_iter().flatten().collect::<Vec<_>>().join(", ");
        if !colours.is_empty() {
            facts.push((words::COLOURS, format!("CMYK · {colours}")));
        }
        let is_any = |is: &dyn Fn(&Entry) -> bool| self.entries.iter().any(is);
        let cut = &profile.cut;
        let lines = [
            (words::KISS_CUT, &cut.kiss, is_any(&|entry| entry.cutting == Cutting::Kiss)),
            (words::THROUGH_CUT, &cut.through, is_any(&|entry| entry.cutting == Cutting::Through)),
            (words::FOLD_LINE, &cut.crease, is_any(&|entry| entry.is_folded)),
        ];
        let lines = lines.into_iter().filter(|(.., is_used)| *is_used);
        facts.extend(lines.map(|(words, spot, _)| (words, spot.clone())));
        let mut marks = Vec::new();
        if profile.marks.crop {
            marks.push(say(words::CROP_MARKS, language));
        }
        if profile.marks.registration != Registration::None {
            marks.push(say(words::REGISTRATION_MARKS, language));
        }
        if !marks.is_empty() {
            facts.push((words::MARKS, marks.join(", ")));
        }
        let layout = match profile.layout {
            Layout::OneUp => words::ONE_UP,
            Layout::Ganged => words::GANGED,
        };
        facts.push((words::LAYOUT, say(layout, language).to_owned()));
        facts.push((words::PROFILE, profile.id.clone()));
        facts
    }
}

/// Sizes that differ by less are one, in millimetres.
const SAME_SIZE: f64 = 0.05;

/// How many there are of each size, in the order in which they come.
pub(crate) fn counted(all: impl Iterator<Item = Size>) -> Vec<(Size, usize)> {
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

/// How many there are in all.
fn count_of(sizes: &[(Size, usize)]) -> usize {
    sizes.iter().map(|(_, count)| count).sum()
}

/// How many there are of each size; of many sizes, from which to which.
fn each_size(sizes: &[(Size, usize)], language: Language) -> String {
    const TOLD: usize = 5;
    if sizes.len() > TOLD {
        let [smallest, largest] = ends(sizes).map(|size| in_words(size, language));
        let from_to = say(words::FROM_TO, language);
        return from_to.replace("{smallest}", &smallest).replace("{largest}", &largest);
    }
    let each = sizes.iter().map(|(size, count)| {
        say(words::OF_SIZE, language)
            .replace("{count}", &count.to_string())
            .replace("{size}", &in_words(*size, language))
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Hundredths of a millimetre are enough for a shop, and short.
fn hundredths(length: PaperLength) -> f64 {
    (length.millimetres() * 100.0).round() / 100.0
}

/// The page, in millimetres.
const WIDTH: f64 = 210.0;
const HEIGHT: f64 = 297.0;
const MARGIN: f64 = 18.0;
const BLACK: Ink = Ink::new("black", 0x1c1916);
/// Where the columns of the table begin, from the margin; the last one is that of finishing.
const COLUMNS: [f64; 6] = [0.0, 70.0, 93.0, 104.0, 122.0, 146.0];

/// The page as far as it is written.
struct Page {
    language: Language,
    items: Vec<Item>,
    /// Where the next base line is.
    y: f64,
}

impl Page {
    fn put(&mut self, text: &str, x: f64, room: f64, lettering: Lettering) {
        let line = fitted(text, lettering, room, LEAST_POINTS);
        self.items.push(Item::Text(line.at(Point::new(x, self.y), BLACK)));
    }

    fn line(&mut self, text: &str, face: Face, points: f64) {
        self.put(text, MARGIN, WIDTH - 2.0 * MARGIN, Lettering::new(face, points));
    }

    fn fact(&mut self, key: Words, value: &str) {
        let key = say(key, self.language);
        self.put(key, MARGIN, 44.0, Lettering::new(Face::Italic, 9.5));
        self.put(value, MARGIN + 46.0, 128.0, Lettering::new(Face::Regular, 9.5));
        self.y += 5.2;
    }

    fn rule(&mut self, y: f64, width: f64) {
        let ends = [Point::new(MARGIN, y), Point::new(WIDTH - MARGIN, y)];
        self.items.push(Item::line(Path::line(&ends), Stroke::full(BLACK, width)));
    }

    /// A row of the table, whose cells take as many lines as they need; how high it is.
    fn row(&mut self, cells: [&str; 6], face: Face) -> f64 {
        const LINE: f64 = 3.6;
        let lettering = Lettering::new(face, 8.0);
        let mut height = LINE;
        for (index, cell) in cells.into_iter().enumerate() {
            let end = COLUMNS.get(index + 1).copied().unwrap_or(WIDTH - 2.0 * MARGIN + 2.0);
            let room = end - COLUMNS[index] - 2.0;
            let set = lines(&[Span::new(cell, lettering, BLACK)], room, 0.0);
            for (number, line) in set.iter().enumerate() {
                let at = Point::new(MARGIN + COLUMNS[index], self.y + LINE * number as f64);
                self.items.extend(line.at(at));
            }
            height = height.max(LINE * set.len() as f64);
        }
        height
    }

    fn table(&mut self, job: &Job<'_>) {
        let language = self.language;
        let head =
            [words::FILE, words::SIZE, words::PAGES, words::COPIES, words::STOCK, words::FINISHING]
                .map(|words| say(words, language));
        self.row(head, Face::SemiboldItalic);
        self.rule(self.y + 1.8, 0.4);
        self.y += 6.4;
        for entry in &job.entries {
            let size = match &entry.sizes[..] {
                [(size, _)] => format!("{} mm", in_words(*size, language)),
                sizes => say(words::SIZES, language).replace("{count}", &sizes.len().to_string()),
            };
            let finishing: Vec<String> = job
                .finishing(entry)
                .into_iter()
                .map(|step| match step {
                    Finishing::Trim => say(words::TRIM, language).to_owned(),
                    Finishing::KissCut { spot } => {
                        say(words::KISS_CUT_ALONG, language).replace("{spot}", &spot)
                    }
                    Finishing::ThroughCut { spot } => {
                        say(words::CUT_THROUGH_ALONG, language).replace("{spot}", &spot)
                    }
                    Finishing::CutAlready => say(words::CUT_ALREADY, language).to_owned(),
                    Finishing::Fold { .. } => say(words::FOLD, language).to_owned(),
                })
                .collect();
            let height = self.row(
                [
                    &entry.file,
                    &size,
                    &entry.pages.to_string(),
                    &job.copies.to_string(),
                    entry.stock.as_deref().unwrap_or(say(entry.material.words(), language)),
                    &finishing.join(", "),
                ],
                Face::Regular,
            );
            self.y += height;
            let mut what = say(entry.what, language).to_owned();
            if let Some(things) = &entry.things {
                let count = count_of(things).to_string();
                let things = match entry.cutting {
                    Cutting::Labels => words::THINGS_ON_LABELS,
                    Cutting::Kiss | Cutting::Through | Cutting::Trim => words::THINGS,
                };
                let colon = say(words::COLON, language);
                let things = say(things, language).replace("{count}", &count);
                what = format!("{what}{colon} {things}");
            }
            what = format!("{what} · {}", say(entry.material.words(), language));
            // Of what lies together on sheets the things, of what has pages of its own these.
            let sizes = entry.things.as_ref().filter(|_| entry.sizes.len() == 1);
            let sizes = sizes.unwrap_or(&entry.sizes);
            if entry.things.is_some() || entry.sizes.len() > 1 {
                what = format!("{what} · {}", each_size(sizes, language));
            }
            if let Some(flip) = job.flip(entry) {
                let backs = match flip {
                    Flip::ShortEdge => words::BACKS_SHORT_EDGE,
                    Flip::LongEdge | Flip::None => words::BACKS_LONG_EDGE,
                };
                what = format!("{what} · {}", say(backs, language));
            }
            self.put(&what, MARGIN, WIDTH - 2.0 * MARGIN, Lettering::new(Face::Italic, 7.5));
            self.rule(self.y + 1.8, 0.12);
            self.y += 6.2;
        }
    }

    fn foot(&mut self, version: &str) {
        let line = shape(version, Lettering::new(Face::Regular, LEAST_POINTS));
        let end = Point::new(WIDTH - MARGIN, HEIGHT - 10.0);
        self.items.push(Item::Text(line.ending(end, BLACK)));
    }
}
