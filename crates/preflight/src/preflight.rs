//! From the bytes of a PDF to what is told of it.

use std::collections::BTreeSet;

use lopdf::{Document, LoadOptions, ObjectId};
use sandtable_shop::ShopProfile;
use sandtable_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span, code};

use crate::bleed::{Cover, beyond_cut, beyond_trim};
use crate::boxes::{Boxes, resources};
use crate::canvas::{Canvas, Clip};
use crate::geometry::{MILLIMETRES, Matrix};
use crate::interpret::{Budget, Interpreter, Run};
use crate::objects::Objects;
use crate::page_contents::PageContents;
use crate::report::{FileFacts, rounded};
use crate::safe_zone::near_cuts;
use crate::state::State;
use crate::{checks, document, facts, limits};

/// What was found.
#[derive(Debug)]
pub struct Preflight {
    /// What the file is made of.
    pub facts: FileFacts,
    /// What a shop would object to.
    pub diagnostics: Diagnostics,
    /// A line for each page, and one for the whole file, that findings point to.
    pub sources: SourceMap,
}

/// A page as it was painted.
pub(crate) struct PaintedPage {
    pub(crate) boxes: Boxes,
    pub(crate) contents: PageContents,
    /// The bleed beyond each edge of the trim.
    pub(crate) edges: [Cover; 4],
    /// The bleed beyond cut lines.
    pub(crate) cuts: Cover,
}

/// Reads a PDF and measures it against a profile.
pub fn preflight(shown: &str, bytes: &[u8], profile: &ShopProfile) -> Preflight {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let facts = FileFacts { file: shown.to_owned(), ..FileFacts::default() };
    let document = match open(bytes) {
        Ok(document) => document,
        Err(finding) => {
            let file = sources.add_without_text(shown);
            diagnostics.push(finding.at(Span::new(file, 0..0), ""));
            return Preflight { facts, diagnostics, sources };
        }
    };
    let objects = Objects(&document);
    let ids: Vec<ObjectId> = document.get_pages().into_values().take(limits::PAGES + 1).collect();
    let is_cut_short = ids.len() > limits::PAGES;
    let ids = &ids[..ids.len().min(limits::PAGES)];
    let boxes: Vec<Option<Boxes>> = ids.iter().map(|id| Boxes::read(objects, *id)).collect();
    let version = document::version(objects);
    let lines = Lines::new(shown, &version, &boxes, &mut sources);
    let mut facts = FileFacts {
        pdf_version: Some(version),
        output_intents: document::intents(objects),
        layers: document::layers(objects),
        digest: document::digest(objects),
        ..facts
    };
    let mut budget = Budget::default();
    let mut work = 0;
    let mut fonts = BTreeSet::new();
    for (index, (id, boxes)) in ids.iter().zip(&boxes).enumerate() {
        let Some(boxes) = boxes else {
            diagnostics.push(
                Diagnostic::new(code::PDF_DAMAGED, format!("page {} has no size", index + 1))
                    .at(lines.page(index), "no MediaBox that can be read")
                    .help("export the file again from the program that made it"),
            );
            continue;
        };
        let page = paint(objects, *id, *boxes, profile, &mut budget, &mut work);
        facts.pages.push(facts::page(index + 1, &page, profile));
        fonts.extend(page.contents.fonts.iter().cloned());
        checks::page(index, &page, profile, &lines, &mut diagnostics);
    }
    let unembedded = fonts.iter().filter(|font| !font.embedded).map(|font| font.name.clone());
    let unembedded = unembedded.collect();
    facts.pdf_x = document::pdf_x(objects, &facts.output_intents, &boxes, &unembedded);
    facts.fonts = fonts.into_iter().collect();
    if ids.is_empty() {
        diagnostics.push(
            Diagnostic::new(code::PDF_UNREADABLE, "this PDF has no pages")
                .at(lines.whole(), "nothing to print")
                .help("export the file again from the program that made it"),
        );
    }
    if budget.is_spent || is_cut_short {
        diagnostics.push(
            Diagnostic::new(code::PDF_TOO_MUCH, "this PDF holds more than is looked at: what is told of it is not all")
                .at(lines.whole(), "no file for a press needs so much")
                .help("divide it into several files, or let its program write simpler paths and smaller pictures"),
        );
    }
    checks::file(&facts, profile, &document, &lines, &mut diagnostics);
    Preflight { facts, diagnostics, sources }
}

/// The document, or why there is none.
fn open(bytes: &[u8]) -> Result<Document, Box<Diagnostic>> {
    if bytes.len() as u64 > limits::FILE {
        return Err(Diagnostic::new(
            code::FILE_TOO_LARGE,
            format!("this file is larger than {} MB", limits::FILE >> 20),
        )
        .help("divide it into several files")
        .into());
    }
    let unreadable = |why: &str| Diagnostic::new(code::PDF_UNREADABLE, why.to_owned());
    let head = &bytes[..bytes.len().min(1_024)];
    if !head.windows(5).any(|window| window == b"%PDF-") {
        return Err(unreadable("this file is no PDF")
            .help("name a file that begins with `%PDF-`: let your program export it as PDF")
            .into());
    }
    let options =
        LoadOptions { max_decompressed_size: Some(limits::STREAM), ..LoadOptions::default() };
    let document = Document::load_mem_with_options(bytes, options).map_err(|error| match error {
        lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_) => locked(),
        other => unreadable(&format!("this PDF cannot be read: {other}"))
            .help("it may have been cut short on its way: fetch it once more, or export it again; `qpdf --check FILE` says more"),
    })?;
    match document.is_encrypted() {
        true => Err(locked().into()),
        false => Ok(document),
    }
}

fn locked() -> Diagnostic {
    Diagnostic::new(code::PDF_LOCKED, "this PDF is encrypted with a password")
        .help("save it without a password: shops refuse files that they cannot open; with the password, `qpdf --decrypt --password=… IN OUT` does it")
}

/// Paints a page.
fn paint(
    objects: Objects<'_>,
    id: ObjectId,
    boxes: Boxes,
    profile: &ShopProfile,
    budget: &mut Budget,
    work: &mut u64,
) -> PaintedPage {
    let left = limits::UNPACKED.saturating_sub(budget.unpacked).min(limits::STREAM);
    let content = objects.0.get_page_content_with_limit(id, left);
    budget.is_spent |= content.is_err();
    let content = content.unwrap_or_default();
    budget.unpacked += content.len();
    let canvas = Canvas::new(boxes.media, *work);
    let visible = boxes.crop.and_then(|crop| crop.common(boxes.media)).unwrap_or(boxes.media);
    let state = State::new(Matrix::scale(boxes.unit), Clip::of(visible));
    let mut interpreter = Interpreter::new(objects, budget, profile, canvas, boxes);
    interpreter.follow(&content, &mut Run::new(resources(objects, id), state, 0));
    let Interpreter { canvas, mut contents, .. } = interpreter;
    *work = canvas.work;
    for (point, cell) in canvas.cells() {
        if contents.most_ink.is_none_or(|(most, _)| cell.total().is_some_and(|total| total > most))
            && cell.is_art()
            && boxes.art_reach().contains(point)
        {
            contents.ink(cell.total(), point);
        }
    }
    let bleed = profile.bleed.points();
    let mut cuts = Cover::default();
    for cut in &contents.cuts {
        let cover = beyond_cut(&canvas, cut, bleed);
        cuts.reached += cover.reached;
        cuts.white += cover.white;
        cuts.first = cuts.first.or(cover.first);
    }
    let (near, is_all) = near_cuts(&contents.texts, &contents.cuts, profile.safe_zone.points());
    contents.cut_text = near;
    budget.is_spent |= !is_all;
    let edges = beyond_trim(&canvas, boxes.finished(), bleed);
    PaintedPage { boxes, contents, edges, cuts }
}

/// What findings point to: a line for each page, so that line 3 speaks of page 3, and one for the
/// whole file after them.
pub(crate) struct Lines {
    file: FileId,
    starts: Vec<(usize, usize)>,
}

impl Lines {
    fn new(shown: &str, version: &str, boxes: &[Option<Boxes>], sources: &mut SourceMap) -> Self {
        let mut text = String::new();
        let mut starts = Vec::new();
        let mut add = |line: String| {
            starts.push((text.len(), text.len() + line.len()));
            text.push_str(&line);
            text.push('\n');
        };
        for (index, boxes) in boxes.iter().enumerate() {
            let size = |area: crate::geometry::Area| {
                let [width, height] =
                    [area.width(), area.height()].map(|it| rounded(it * MILLIMETRES));
                format!("{width:.2} × {height:.2} mm")
            };
            add(match boxes {
                Some(boxes) => match boxes.trim {
                    Some(trim) => {
                        format!("page {}: {}, trim {}", index + 1, size(boxes.media), size(trim))
                    }
                    None => format!("page {}: {}", index + 1, size(boxes.media)),
                },
                None => format!("page {}: without a size", index + 1),
            });
        }
        let pages = if boxes.len() == 1 { "page" } else { "pages" };
        add(format!("PDF {version}, {} {pages}", boxes.len()));
        Self { file: sources.add(shown, text), starts }
    }

    /// The line of a page, counted from nought.
    pub(crate) fn page(&self, index: usize) -> Span {
        let (start, end) = self.starts[index.min(self.starts.len() - 1)];
        Span::new(self.file, start..end)
    }

    /// The line of the whole file.
    pub(crate) fn whole(&self) -> Span {
        self.page(self.starts.len() - 1)
    }
}
