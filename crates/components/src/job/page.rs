//! The job ticket as a readable page.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::figures::format_shortest;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{Language, PaperLength};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Sheet, Span, Stroke, fit, lines, shape,
};
use sandtable_shop::{Flip, Layout, Registration, Standard};

use super::{Cutting, Entry, Finishing, Job, count_of, ends};
use crate::paper::Size;

/// The size of the page, in millimetres.
const WIDTH: f64 = 210.0;
const HEIGHT: f64 = 297.0;
const MARGIN: f64 = 18.0;
/// The left edges of the table columns, measured from the margin; the last column is finishing.
const COLUMNS: [f64; 6] = [0.0, 62.0, 93.0, 104.0, 122.0, 146.0];

impl Job<'_> {
    /// The job ticket, always on A4.
    pub fn sheet(&self) -> Sheet {
        let length = PaperLength::from_millimetres;
        let mut sheet = Sheet::new("job-sheet".to_owned(), length(WIDTH), length(HEIGHT));
        let mut page = Page { language: self.language, items: Vec::new(), y: MARGIN + 8.0 };
        page.line(self.battle.title(self.language), Face::Semibold, 20.0);
        page.y += 8.0;
        page.line(translate(words::sheets::JOB_TICKET, self.language), Face::Italic, 12.0);
        if let Some(old) = self.since {
            page.y += 6.0;
            page.line(&old.changes_note(self.language), Face::Semibold, 10.0);
        }
        page.y += 9.0;
        for (key, value) in self.facts() {
            page.fact(key, &value);
        }
        page.y += 5.0;
        page.table(self);
        page.foot(&self.battle.version());
        sheet.add_layer("job", page.items);
        sheet
    }

    /// The facts that apply to all files.
    fn facts(&self) -> Vec<(Words, String)> {
        let (profile, language) = (&self.press.profile, self.language);
        let mut facts = vec![
            (words::sheets::COPIES, self.copies.to_string()),
            (
                words::sheets::BLEED,
                format!("{} mm", format_shortest(profile.bleed.millimetres(), 2, language)),
            ),
        ];
        let standard = (self.standard() == Standard::PdfX4).then_some("PDF/X-4");
        let colours = [self.condition(), standard];
        let colours = colours.into_iter().flatten().collect::<Vec<_>>().join(", ");
        if !colours.is_empty() {
            facts.push((words::sheets::COLOURS, format!("CMYK · {colours}")));
        }
        let is_any = |is: &dyn Fn(&Entry) -> bool| self.entries.iter().any(is);
        let cut = &profile.cut;
        let lines = [
            (words::sheets::KISS_CUT, &cut.kiss, is_any(&|entry| entry.cutting == Cutting::Kiss)),
            (
                words::sheets::THROUGH_CUT,
                &cut.through,
                is_any(&|entry| entry.cutting == Cutting::Through),
            ),
            (words::sheets::FOLD_LINE, &cut.crease, is_any(&|entry| entry.is_folded)),
        ];
        let lines = lines.into_iter().filter(|(.., is_used)| *is_used);
        facts.extend(lines.map(|(words, spot, _)| (words, spot.clone())));
        let mut marks = Vec::new();
        if profile.marks.crop {
            marks.push(translate(words::sheets::CROP_MARKS, language));
        }
        if profile.marks.registration != Registration::None {
            marks.push(translate(words::sheets::REGISTRATION_MARKS, language));
        }
        if !marks.is_empty() {
            facts.push((words::sheets::MARKS, marks.join(", ")));
        }
        let layout = match profile.layout {
            Layout::OneUp => words::sheets::ONE_UP,
            Layout::Ganged => words::sheets::GANGED,
        };
        facts.push((words::sheets::LAYOUT, translate(layout, language).to_owned()));
        facts.push((words::sheets::PROFILE, profile.id.clone()));
        facts
    }
}

/// A size in human-readable form.
fn in_words(size: Size, language: Language) -> String {
    let [width, height] =
        [size.0, size.1].map(|side| format_shortest(side.millimetres(), 2, language));
    format!("{width} × {height}")
}

/// The number of each size, or the range if there are many sizes.
fn each_size(sizes: &[(Size, usize)], language: Language) -> String {
    const LISTED_SIZES: usize = 5;
    if sizes.len() > LISTED_SIZES {
        let [smallest, largest] = ends(sizes).map(|size| in_words(size, language));
        let from_to = translate(words::sheets::FROM_TO, language);
        return from_to.replace("{smallest}", &smallest).replace("{largest}", &largest);
    }
    let each = sizes.iter().map(|(size, count)| {
        translate(words::sheets::COUNT_AND_SIZE, language)
            .replace("{count}", &count.to_string())
            .replace("{size}", &in_words(*size, language))
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The page written so far.
struct Page {
    language: Language,
    items: Vec<Item>,
    /// The next baseline.
    y: f64,
}

impl Page {
    fn put(&mut self, text: &str, x: f64, room: f64, lettering: Lettering) {
        let line = fit(text, lettering, room, MIN_POINTS);
        self.items.push(Item::Text(line.at(Point::new(x, self.y), BLACK)));
    }

    fn line(&mut self, text: &str, face: Face, points: f64) {
        self.put(text, MARGIN, WIDTH - 2.0 * MARGIN, Lettering::new(face, points));
    }

    fn fact(&mut self, key: Words, value: &str) {
        let key = translate(key, self.language);
        self.put(key, MARGIN, 44.0, Lettering::new(Face::Italic, 9.5));
        self.put(value, MARGIN + 46.0, 128.0, Lettering::new(Face::Regular, 9.5));
        self.y += 5.2;
    }

    fn rule(&mut self, y: f64, width: f64) {
        let ends = [Point::new(MARGIN, y), Point::new(WIDTH - MARGIN, y)];
        self.items.push(Item::line(Path::line(&ends), Stroke::solid(BLACK, width)));
    }

    /// Writes a table row, whose cells wrap, and returns its height.
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
        let head = [
            words::sheets::FILE,
            words::sheets::SIZE,
            words::sheets::PAGES,
            words::sheets::COPIES,
            words::sheets::STOCK,
            words::sheets::FINISHING,
        ]
        .map(|words| translate(words, language));
        self.row(head, Face::SemiboldItalic);
        self.rule(self.y + 1.8, 0.4);
        self.y += 6.4;
        for entry in &job.entries {
            let size = match &entry.sizes[..] {
                [(size, _)] => format!("{} mm", in_words(*size, language)),
                sizes => translate(words::sheets::SIZES, language)
                    .replace("{count}", &sizes.len().to_string()),
            };
            // The page size has its own line, without breaks.
            let page = translate(words::sheets::PAGE_SIZE, language)
                .replace("{size}", &in_words(entry.page, language))
                .replace(' ', "\u{a0}");
            let size = format!("{size} {page}");
            let finishing: Vec<String> = job
                .finishing(entry)
                .into_iter()
                .map(|step| match step {
                    Finishing::Trim => translate(words::sheets::TRIM, language).to_owned(),
                    Finishing::KissCut { spot } => {
                        translate(words::sheets::KISS_CUT_ALONG, language).replace("{spot}", &spot)
                    }
                    Finishing::ThroughCut { spot } => {
                        translate(words::sheets::CUT_THROUGH_ALONG, language)
                            .replace("{spot}", &spot)
                    }
                    Finishing::CutAlready => {
                        translate(words::sheets::CUT_ALREADY, language).to_owned()
                    }
                    Finishing::Fold { .. } => translate(words::sheets::FOLD, language).to_owned(),
                })
                .collect();
            let height = self.row(
                [
                    &entry.file,
                    &size,
                    &entry.pages.to_string(),
                    &job.copies.to_string(),
                    entry.stock.as_deref().unwrap_or(translate(entry.material.words(), language)),
                    &finishing.join(", "),
                ],
                Face::Regular,
            );
            self.y += height;
            let mut what = translate(entry.product_words, language).to_owned();
            if let Some(things) = &entry.component_sizes {
                let count = count_of(things).to_string();
                let things = match entry.cutting {
                    Cutting::Labels => words::sheets::COMPONENTS_ON_LABELS,
                    Cutting::Kiss | Cutting::Through | Cutting::Trim => words::sheets::COMPONENTS,
                };
                let colon = translate(words::COLON, language);
                let things = translate(things, language).replace("{count}", &count);
                what = format!("{what}{colon} {things}");
            }
            what = format!("{what} · {}", translate(entry.material.words(), language));
            // The component sizes for ganged sheets; the page sizes for one component per page.
            let sizes = entry.component_sizes.as_ref().filter(|_| entry.sizes.len() == 1);
            let sizes = sizes.unwrap_or(&entry.sizes);
            if entry.component_sizes.is_some() || entry.sizes.len() > 1 {
                what = format!("{what} · {}", each_size(sizes, language));
            }
            if let Some(flip) = job.flip(entry) {
                let backs = match flip {
                    Flip::ShortEdge => words::sheets::BACKS_SHORT_EDGE,
                    Flip::LongEdge | Flip::None => words::sheets::BACKS_LONG_EDGE,
                };
                what = format!("{what} · {}", translate(backs, language));
            }
            self.put(&what, MARGIN, WIDTH - 2.0 * MARGIN, Lettering::new(Face::Italic, 7.5));
            self.rule(self.y + 1.8, 0.12);
            self.y += 6.2;
        }
    }

    fn foot(&mut self, version: &str) {
        let line = shape(version, Lettering::new(Face::Regular, MIN_POINTS));
        let end = Point::new(WIDTH - MARGIN, HEIGHT - 10.0);
        self.items.push(Item::Text(line.ending(end, BLACK)));
    }
}
