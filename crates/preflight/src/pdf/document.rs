//! Facts about the whole file: printing conditions, PDF/X keys, layers and forbidden features.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Object};

use crate::geometry::{Area, Point};
use crate::pdf::boxes::Boxes;
use crate::pdf::objects::{Objects, as_dictionary, decode_text, stream_bytes};
use crate::report::{IntentFacts, PdfXFacts};

/// The maximum size of metadata, in bytes.
const MAX_METADATA_SIZE: usize = 4 << 20;
/// The maximum number of layers, annotations and nested dictionaries to read.
const MAX_ITEMS: usize = 10_000;
/// The maximum depth of nested dictionaries.
const MAX_DEPTH: u32 = 8;
/// The PDF/X-4 version string.
const PDF_X_4: &str = "PDF/X-4";

/// The PDF version: the later of the versions in the catalog and in the first line.
pub(crate) fn version(objects: Objects<'_>) -> String {
    let catalog = objects.0.catalog().ok();
    let named = catalog.and_then(|catalog| objects.name(catalog, b"Version")).unwrap_or_default();
    let header = crate::pdf::objects::printable_name(objects.0.version.as_bytes());
    if named > header { named } else { header }
}

/// The output intents.
pub(crate) fn intents(objects: Objects<'_>) -> Vec<IntentFacts> {
    let catalog = objects.0.catalog().ok();
    let intents = catalog.and_then(|catalog| objects.array(catalog, b"OutputIntents"));
    let intents = intents.unwrap_or_default().iter().take(16);
    intents
        .filter_map(|intent| as_dictionary(objects.resolve(intent)?))
        .map(|intent| IntentFacts {
            kind: objects.name(intent, b"S").unwrap_or_default(),
            identifier: objects
                .text(intent, b"OutputConditionIdentifier")
                .or_else(|| objects.text(intent, b"OutputCondition"))
                .unwrap_or_default(),
            profile_embedded: objects
                .get(intent, b"DestOutputProfile")
                .is_some_and(|profile| profile.as_stream().is_ok()),
        })
        .collect()
}

/// The names of layers.
pub(crate) fn layers(objects: Objects<'_>) -> Vec<String> {
    let catalog = objects.0.catalog().ok();
    let properties = catalog.and_then(|catalog| objects.dictionary(catalog, b"OCProperties"));
    let groups = properties.and_then(|properties| objects.array(properties, b"OCGs"));
    let groups = groups.unwrap_or_default().iter().take(MAX_ITEMS);
    groups
        .filter_map(|group| objects.text(as_dictionary(objects.resolve(group)?)?, b"Name"))
        .collect()
}

/// The XMP metadata as text; empty if there is none.
fn metadata(objects: Objects<'_>) -> String {
    let catalog = objects.0.catalog().ok();
    let stream = catalog.and_then(|catalog| objects.get(catalog, b"Metadata")?.as_stream().ok());
    let bytes =
        stream.and_then(|stream| stream_bytes(stream, MAX_METADATA_SIZE)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The value of a property in XMP metadata, which may be an attribute or an element.
fn property<'m>(metadata: &'m str, name: &str) -> Option<&'m str> {
    let mut rest = metadata;
    while let Some(at) = rest.find(name) {
        let after = rest[at + name.len()..].trim_start();
        let value = match after.strip_prefix('>') {
            Some(inner) => inner.split('<').next(),
            None => after
                .strip_prefix('=')
                .map(str::trim_start)
                .and_then(|value| value.strip_prefix(['"', '\'']))
                .and_then(|value| value.split(['"', '\'']).next()),
        };
        // Search on if this is neither an attribute nor an element.
        if let Some(value) = value {
            return Some(value.trim());
        }
        rest = &rest[at + name.len()..];
    }
    None
}

/// Checks the PDF/X-4 keys: the claimed version, missing keys and forbidden features.
pub(crate) fn pdf_x(
    objects: Objects<'_>,
    intents: &[IntentFacts],
    pages: &[Option<Boxes>],
    unembedded: &BTreeSet<String>,
) -> PdfXFacts {
    let metadata = metadata(objects);
    let info = objects.dictionary(&objects.0.trailer, b"Info");
    let in_info = |key: &[u8]| info.and_then(|info| objects.text(info, key));
    let in_metadata = property(&metadata, "GTS_PDFXVersion").map(str::to_owned);
    let claimed = in_metadata.clone().or_else(|| in_info(b"GTS_PDFXVersion"));
    let mut missing = Vec::new();
    let mut add_missing = |is_missing: bool, what: &str| {
        if is_missing {
            missing.push(what.to_owned());
        }
    };
    add_missing(
        !in_metadata.as_deref().is_some_and(|version| version.starts_with(PDF_X_4)),
        "`GTS_PDFXVersion` (“PDF/X-4”)",
    );
    for (name, what) in [
        ("CreateDate", "xmp:CreateDate"),
        ("ModifyDate", "xmp:ModifyDate"),
        ("MetadataDate", "xmp:MetadataDate"),
        ("DocumentID", "xmpMM:DocumentID"),
        ("VersionID", "xmpMM:VersionID"),
        ("RenditionClass", "xmpMM:RenditionClass"),
        ("dc:title", "dc:title"),
    ] {
        add_missing(!metadata.contains(name), &format!("`{what}`"));
    }
    let trapped = in_info(b"Trapped").or_else(|| property(&metadata, "Trapped").map(str::to_owned));
    add_missing(!matches!(trapped.as_deref(), Some("True" | "False")), "`Trapped`");
    add_missing(objects.array(&objects.0.trailer, b"ID").is_none(), "the file ID");
    let intent = intents.iter().find(|intent| intent.kind == "GTS_PDFX");
    add_missing(intent.is_none(), "an output intent of type `GTS_PDFX`");
    add_missing(
        intent.is_some_and(|intent| !intent.profile_embedded),
        "the colour profile of the output intent",
    );
    let boxes = || pages.iter().flatten();
    add_missing(
        boxes().any(|boxes| boxes.trim.is_none() && boxes.art.is_none()),
        "a TrimBox on every page",
    );
    add_missing(!unembedded.is_empty(), "embedded fonts");
    let mut forbidden = Vec::new();
    let mut add_forbidden = |is_present: bool, what: &str| {
        if is_present {
            forbidden.push(what.to_owned());
        }
    };
    add_forbidden(objects.0.was_encrypted() || objects.0.is_encrypted(), "encryption");
    add_forbidden(has_script(objects), "JavaScript");
    add_forbidden(
        boxes().any(|boxes| boxes.trim.is_some() && boxes.art.is_some()),
        "both a TrimBox and an ArtBox on a page",
    );
    add_forbidden(boxes().any(|boxes| !is_nested(boxes)), "page boxes that are not nested");
    add_forbidden(has_annotations(objects, pages), "annotations within the bleed");
    let is_contradictory = in_info(b"GTS_PDFXVersion")
        .zip(in_metadata)
        .is_some_and(|(info, metadata)| info != metadata);
    add_forbidden(
        is_contradictory,
        "different values of `GTS_PDFXVersion` in the Info dictionary and the metadata",
    );
    PdfXFacts {
        keys_present: missing.is_empty() && forbidden.is_empty(),
        claimed,
        missing,
        forbidden,
    }
}

/// Whether each box is inside the next larger one.
pub(crate) fn is_nested(boxes: &Boxes) -> bool {
    const SLACK: f64 = 0.01;
    let bleed = boxes.art_area();
    boxes.media.contains_area(bleed, SLACK)
        && boxes.crop.is_none_or(|crop| boxes.media.contains_area(crop, SLACK))
        && [boxes.trim, boxes.art]
            .into_iter()
            .flatten()
            .all(|inner| bleed.contains_area(inner, SLACK))
}

/// Whether the file contains a script.
fn has_script(objects: Objects<'_>) -> bool {
    fn contains_script(object: &Object, depth: u32) -> bool {
        let Some(dictionary) = as_dictionary(object) else {
            return match object {
                Object::Array(items) if depth < MAX_DEPTH => {
                    items.iter().any(|item| contains_script(item, depth + 1))
                }
                _ => false,
            };
        };
        let is_action = |key: &[u8]| {
            dictionary.get(key).and_then(Object::as_name).is_ok_and(|s| s == b"JavaScript")
        };
        is_action(b"S")
            || dictionary.has(b"JavaScript")
            || (depth < MAX_DEPTH
                && dictionary.iter().any(|(_, value)| contains_script(value, depth + 1)))
    }
    objects.0.objects.values().any(|object| contains_script(object, 0))
}

/// Whether a page has annotations within its bleed, other than printer's marks.
fn has_annotations(objects: Objects<'_>, pages: &[Option<Boxes>]) -> bool {
    objects.0.get_pages().values().zip(pages).any(|(page, boxes)| {
        let Some((page, boxes)) = objects.0.get_dictionary(*page).ok().zip(boxes.as_ref()) else {
            return false;
        };
        let annotations = objects.array(page, b"Annots").unwrap_or_default().iter().take(MAX_ITEMS);
        annotations.filter_map(|it| as_dictionary(objects.resolve(it)?)).any(|annotation| {
            let kind = objects.name(annotation, b"Subtype");
            let is_mark = matches!(kind.as_deref(), Some("PrinterMark" | "TrapNet"));
            let area = objects.numbers(annotation, b"Rect");
            let area = area.as_deref().and_then(|sides| match sides {
                [a, b, c, d] => Some(Area::from_corners(Point::new(*a, *b), Point::new(*c, *d))),
                _ => None,
            });
            !is_mark && area.is_none_or(|area| area.intersection(boxes.art_area()).is_some())
        })
    })
}

/// The pack digest printed in a Sandtable file: `gettysburg 1a2b… · Sandtable 0.1`.
pub(crate) fn printed_digest(objects: Objects<'_>) -> Option<String> {
    const LIMIT: usize = 64 << 20;
    let info = objects.dictionary(&objects.0.trailer, b"Info");
    let creator = info.and_then(|info: &Dictionary| match objects.get(info, b"Creator")? {
        Object::String(bytes, _) => Some(decode_text(bytes)),
        _ => None,
    });
    if creator.as_deref() != Some("Sandtable") {
        return None;
    }
    let numbers: Vec<u32> = objects.0.get_pages().keys().copied().take(200).collect();
    let label = numbers.iter().find_map(|page| {
        let text = objects.0.extract_text_with_limit(&[*page], LIMIT).ok()?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.windows(2).position(|pair| pair[0] == "·" && pair[1] == "Sandtable")?;
        let (name, digest) = (words.get(at.checked_sub(2)?)?, words.get(at - 1)?);
        let is_digest = digest.len() >= 8 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_digest.then(|| format!("{name} {digest}"))
    });
    label.map(|written| crate::pdf::objects::printable_name(written.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::property;

    #[test]
    fn reads_attributes_and_elements() {
        let attribute = r#"<rdf:Description pdfxid:GTS_PDFXVersion="PDF/X-4" a="b"/>"#;
        let element = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>";
        for metadata in [attribute, element] {
            assert_eq!(property(metadata, "GTS_PDFXVersion"), Some("PDF/X-4"));
        }
        assert_eq!(property("<x>GTS_PDFXVersion</x>", "GTS_PDFXVersion"), None);
    }
}
