//! Checks the bytes of a PDF and builds its report.

use std::collections::BTreeSet;

use lopdf::{Document, LoadOptions, ObjectId};
use sandtable_shop::ShopProfile;
use sandtable_source::{Diagnostic, Diagnostics, Message, SourceMap, Span, code, message};

use crate::page_lines::PageLines;
use crate::painted_page::PaintedPage;
use crate::painting::interpreter::Budget;
use crate::pdf::boxes::Boxes;
use crate::pdf::document;
use crate::pdf::objects::Objects;
use crate::pdf::optional_content::OptionalContent;
use crate::report::FileFacts;
use crate::report::page_facts as facts;
use crate::{checks, limits};

/// The result of checking a file.
#[derive(Debug)]
pub struct Preflight {
    /// The contents of the file.
    pub facts: FileFacts,
    /// The diagnostics about everything that a print shop would object to.
    pub diagnostics: Diagnostics,
    /// The lines that diagnostics point to: one for each page, and one for the whole file.
    pub sources: SourceMap,
}

/// Reads a PDF and checks it against a profile.
pub fn preflight(shown: &str, bytes: &[u8], profile: &ShopProfile) -> Preflight {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let facts = FileFacts { file: shown.to_owned(), ..FileFacts::default() };
    let document = match open_document(bytes) {
        Ok(document) => document,
        Err(error) => {
            let file = sources.add_without_text(shown);
            diagnostics.push(error.at(Span::new(file, 0..0), ""));
            return Preflight { facts, diagnostics, sources };
        }
    };
    let objects = Objects(&document);
    let ids: Vec<ObjectId> = document.get_pages().into_values().take(limits::PAGES + 1).collect();
    let is_truncated = ids.len() > limits::PAGES;
    let ids = &ids[..ids.len().min(limits::PAGES)];
    let boxes: Vec<Option<Boxes>> = ids.iter().map(|id| Boxes::read(objects, *id)).collect();
    let version = document::version(objects);
    let lines = PageLines::new(shown, &version, &boxes, &mut sources);
    let mut facts = FileFacts {
        pdf_version: Some(version),
        output_intents: document::intents(objects),
        layers: document::layers(objects),
        digest: document::printed_digest(objects),
        ..facts
    };
    let layers = OptionalContent::read(objects);
    facts.hidden_layers = layers.hidden_layers(objects);
    let mut budget = Budget::new(layers);
    let mut work = limits::work(bytes.len());
    let mut fonts = BTreeSet::new();
    for (index, (id, boxes)) in ids.iter().zip(&boxes).enumerate() {
        let Some(boxes) = boxes else {
            diagnostics.push(
                Diagnostic::new(code::PDF_DAMAGED, message!("page {} has no size", index + 1))
                    .at(lines.page(index), "no readable MediaBox")
                    .help("export the file again from the program that created it"),
            );
            continue;
        };
        if work == 0 {
            break;
        }
        let page = PaintedPage::paint(objects, *id, *boxes, profile, &mut budget, &mut work);
        facts.pages.push(facts::page_facts(index + 1, &page, profile));
        fonts.extend(page.contents.fonts.iter().cloned());
        checks::check_page(index, &page, profile, &lines, &mut diagnostics);
    }
    let unembedded = fonts.iter().filter(|font| !font.embedded).map(|font| font.name.clone());
    let unembedded = unembedded.collect();
    facts.pdf_x = document::pdf_x(objects, &facts.output_intents, &boxes, &unembedded);
    facts.fonts = fonts.into_iter().collect();
    if ids.is_empty() {
        diagnostics.push(
            Diagnostic::new(code::PDF_UNREADABLE, "this PDF has no pages")
                .at(lines.whole(), "no pages")
                .help("export the file again from the program that created it"),
        );
    }
    let exceeded = match () {
        () if is_truncated => Some(format!("{} pages", limits::PAGES)),
        () if work == 0 => Some(format!(
            "{} million steps of painting for its size",
            limits::work(bytes.len()) / 1_000_000
        )),
        () if budget.is_exhausted => {
            Some(format!("{} MB of unpacked streams", limits::DECOMPRESSED >> 20))
        }
        () => None,
    };
    if let Some(limit) = exceeded {
        diagnostics.push(
            Diagnostic::new(
                code::PDF_TOO_MUCH,
                message!("this PDF exceeds the limit of {limit}; the report is incomplete"),
            )
            .at(lines.whole(), "a file for a press never needs so much")
            .help(
                "split it into several files, or export it with simpler paths and smaller pictures",
            ),
        );
    }
    checks::check_file(&facts, profile, &document, &lines, &mut diagnostics);
    Preflight { facts, diagnostics, sources }
}

/// The help for a corrupt file.
const TRUNCATED: &str =
    "the file may be truncated: download or export it again; for details, run `qpdf --check FILE`";

/// Opens the document, or returns a diagnostic with the reason for the failure.
fn open_document(bytes: &[u8]) -> Result<Document, Box<Diagnostic>> {
    if bytes.len() as u64 > limits::MAX_FILE_SIZE {
        return Err(Diagnostic::new(
            code::FILE_TOO_LARGE,
            message!("this file is larger than {} MB", limits::MAX_FILE_SIZE >> 20),
        )
        .help("split it into several files")
        .into());
    }
    let unreadable = |why: Message| Diagnostic::new(code::PDF_UNREADABLE, why);
    let head = &bytes[..bytes.len().min(1_024)];
    if !head.windows(5).any(|window| window == b"%PDF-") {
        return Err(unreadable("this file is not a PDF".into())
            .help("export it as PDF from your program; a PDF begins with `%PDF-`")
            .into());
    }
    let streams = bytes.windows(7).filter(|window| window == b"/ObjStm").count();
    let options = LoadOptions {
        max_decompressed_size: Some(limits::object_stream(streams)),
        ..LoadOptions::default()
    };
    let document =
        Document::load_mem_with_options(bytes, options).map_err(|error| match error {
            lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_) => locked_diagnostic(),
            lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { limit }) => {
                let limit = limit >> 20;
                let why = message!("this PDF exceeds the limit of {limit} MB in an object stream");
                Diagnostic::new(code::PDF_TOO_MUCH, why)
                    .help("split it into several files, or export it without object streams")
            }
            lopdf::Error::Xref(_) => {
                unreadable("cannot read this PDF: its cross-reference table is damaged".into())
                    .help(TRUNCATED)
            }
            other => unreadable(message!("cannot read this PDF: {other}")).help(TRUNCATED),
        })?;
    match document.is_encrypted() {
        true => Err(locked_diagnostic().into()),
        false => Ok(document),
    }
}

fn locked_diagnostic() -> Diagnostic {
    Diagnostic::new(code::PDF_LOCKED, "this PDF is encrypted with a password")
        .help("save it without a password, since shops reject files that they cannot open: with the password, run `qpdf --decrypt --password=… IN OUT`")
}
