//! The formats of extracts, detected by their first bytes.

pub(crate) mod overpass;
pub(crate) mod pbf;
mod pbf_messages;
pub(crate) mod xml;

use sandtable_source::{Diagnostic, ProjectPath, Span, code, message};

use crate::compression::{CompressionError, decompress};
use crate::osm::element::Elements;
use crate::osm::extract::Extract;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};

/// The maximum file size, in bytes.
const MAX_OSM_BYTES: u64 = 256 * MEGABYTE;

/// Reads a file into the extract; if that fails, reports the reason and returns `None`.
pub(crate) fn read(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    extract: &mut Extract,
) -> Option<(Span, Elements)> {
    const FORMATS: &str = "use OSM XML (`.osm`, from openstreetmap.org › Export or JOSM), `.osm.pbf`, or \
                          GeoJSON from overpass-turbo.eu › Export; `osmium cat FILE -o map.osm.pbf` converts \
                          other formats";
    let bytes = sources.read_bytes(reporter, path, MAX_OSM_BYTES, None)?;
    let shown = sources.display_path(path);
    let bytes = match decompress(bytes.as_slice(), MAX_OSM_BYTES) {
        Ok(content) => content.unwrap_or(bytes),
        Err(error) => {
            let at = Span::new(sources.texts.add_without_text(shown), 0..0);
            reporter.diagnostics.push(compression_error(&error).at(at, ""));
            return None;
        }
    };
    if pbf::is_pbf(&bytes) {
        let file = sources.texts.add_without_text(shown);
        let at = Span::new(file, 0..0);
        let fault = pbf::read(&bytes, extract).err();
        if let Some(pbf::PbfError { block, message: what }) = &fault {
            reporter.diagnostics.push(
                Diagnostic::new(code::OSM_UNREADABLE, message!("cannot read block {block} of this file: {what}"))
                    .at(at, "")
                    .help("download it again; if it is too large, choose a smaller region or cut one out with \
                          `osmium extract`"),
            );
        }
        return fault.is_none().then(|| (at, Elements::default()));
    }
    let start = bytes
        .iter()
        .position(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte));
    match start.map(|at| bytes[at]) {
        Some(b'<') => {
            let file = sources.add_file(reporter, path, bytes)?;
            let text = sources.texts.file(file).text();
            let fault = xml::read(text, extract).err();
            if let Some(xml::Fault { at, message: what }) = &fault {
                let at = char_start(text, *at);
                let end = char_start(text, (at + 40).min(text.len()));
                let end = text[at..end].find('\n').map_or(end, |line| at + line);
                let at = Span::new(file, at..end);
                let finding = |message: &'static str| {
                    Diagnostic::new(code::OSM_UNREADABLE, message).at(at, what.clone())
                };
                let has_root = |start: &str| {
                    let is_end = |c: char| c.is_whitespace() || c == '>' || c == '/';
                    text.split(start).skip(1).any(|rest| rest.starts_with(is_end))
                };
                let finding = match has_root("<osm") {
                    _ if has_root("<osmChange") => {
                        finding("this file has changes of OpenStreetMap, not an extract")
                            .help("apply it to an extract: `osmium apply-changes map.osm changes.osc -o new.osm`")
                    }
                    true if !text.trim_end().ends_with("</osm>") => {
                        finding("this OSM XML file is not complete")
                            .help("download or save it again")
                    }
                    true => finding("cannot read this OSM XML file").help(
                        "correct this line or download the file again; if it is too large, choose a smaller region",
                    ),
                    false => finding("this file is not OSM XML"),
                };
                reporter.diagnostics.push(finding.help(FORMATS));
            }
            fault.is_none().then(|| (Span::new(file, 0..0), Elements::default()))
        }
        Some(b'{') => {
            let file = sources.add_file(reporter, path, bytes)?;
            let text = sources.texts.file(file).text();
            if text.contains("\"elements\"") && !text.contains("\"FeatureCollection\"") {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::OSM_UNREADABLE,
                        "this file is JSON from Overpass, not GeoJSON",
                    )
                    .at(Span::new(file, 0..1), "")
                    .help("start the query with `[out:xml]`, or export the result as GeoJSON"),
                );
                return None;
            }
            let elements = overpass::read(sources, reporter, file, extract)?;
            Some((Span::new(file, 0..0), elements))
        }
        _ => {
            let file = sources.texts.add_without_text(shown);
            reporter.diagnostics.push(
                Diagnostic::new(code::OSM_UNREADABLE, "this file is not an OpenStreetMap extract")
                    .at(Span::new(file, 0..0), "")
                    .help(FORMATS),
            );
            None
        }
    }
}

fn compression_error(error: &CompressionError) -> Diagnostic {
    match error {
        CompressionError::Unsupported { format, help } => Diagnostic::new(
            code::OSM_UNREADABLE,
            message!("this file is {format}, which is not supported"),
        )
        .help(*help),
        CompressionError::Corrupt { format, message: what } => Diagnostic::new(
            code::OSM_UNREADABLE,
            message!("cannot decompress this file with {format}: {what}"),
        )
        .help("download it again"),
        CompressionError::TooLarge { format } => Diagnostic::new(
            code::OSM_UNREADABLE,
            message!("this file is larger than 256 MB when decompressed with {format}"),
        )
        .help("choose a smaller region, or cut one out with `osmium extract`"),
    }
}

/// The start of the character that contains a byte.
fn char_start(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
