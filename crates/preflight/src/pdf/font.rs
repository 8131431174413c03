//! Fonts: the facts that a shop checks, and the widths of characters.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object, ObjectId};

use crate::pdf::objects::{Objects, as_dictionary, number};
use crate::report::FontFacts;

/// A font of a page.
#[derive(Clone, Debug)]
pub(crate) struct Font {
    pub(crate) facts: FontFacts,
    pub(crate) id: Option<ObjectId>,
    /// Whether each character takes two bytes.
    is_wide: bool,
    /// Advance widths in thousandths of the size.
    widths: BTreeMap<u32, f64>,
    default_width: f64,
    /// The height of the characters, as a multiple of the size. It differs from 1 only in Type 3
    /// fonts.
    pub(crate) height: f64,
}

/// The maximum number of widths to read.
const MAX_WIDTHS: usize = 70_000;

impl Font {
    /// Reads a font. Returns `None` if the object is not a dictionary.
    pub(crate) fn read<'d>(objects: Objects<'d>, object: &'d Object) -> Option<Self> {
        let id = objects.id(object);
        let font = as_dictionary(objects.resolve(object)?)?;
        let kind = objects.name(font, b"Subtype").unwrap_or_default();
        let is_wide = kind == "Type0";
        let inner = match is_wide {
            true => objects
                .array(font, b"DescendantFonts")
                .and_then(|fonts| objects.resolve(fonts.first()?)?.as_dict().ok()),
            false => Some(font),
        };
        let inner = inner.unwrap_or(font);
        let name = objects.name(font, b"BaseFont").or_else(|| objects.name(font, b"Name"));
        let name = name.unwrap_or_else(|| "(unnamed)".to_owned());
        let descriptor = objects.dictionary(inner, b"FontDescriptor");
        let has_key = |key: &[u8]| descriptor.is_some_and(|it| objects.get(it, key).is_some());
        let program = ["FontFile", "FontFile2", "FontFile3"];
        let is_embedded = kind == "Type3" || program.iter().any(|key| has_key(key.as_bytes()));
        let tag = name.split_once('+').map(|(tag, _)| tag);
        let is_subset = kind == "Type3"
            || tag.is_some_and(|tag| tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()));
        let kind = match (kind.as_str(), objects.name(inner, b"Subtype").as_deref()) {
            ("Type0", Some("CIDFontType0")) => "CID Type 0".to_owned(),
            ("Type0", Some("CIDFontType2")) => "CID TrueType".to_owned(),
            ("Type1", _) => "Type 1".to_owned(),
            ("Type3", _) => "Type 3".to_owned(),
            ("", _) => "unknown".to_owned(),
            (kind, _) => kind.to_owned(),
        };
        let height = match kind.as_str() {
            "Type 3" => type_3_height(objects, font).unwrap_or(1.0),
            _ => 1.0,
        };
        let (widths, default_width) = match is_wide {
            true => (cid_widths(objects, inner), objects.number(inner, b"DW").unwrap_or(1_000.0)),
            false => {
                let missing = descriptor.and_then(|it| objects.number(it, b"MissingWidth"));
                (simple_widths(objects, font), missing.unwrap_or(500.0))
            }
        };
        Some(Self {
            id,
            facts: FontFacts { name, kind, embedded: is_embedded, subset: is_subset },
            is_wide,
            widths,
            default_width,
            height,
        })
    }

    /// The number of widths.
    pub(crate) fn width_count(&self) -> usize {
        self.widths.len()
    }

    /// The advance of each character of a string, as a multiple of the size, and whether it is a
    /// space.
    pub(crate) fn advances<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = (f64, bool)> + 't {
        let bytes = if self.is_wide { 2 } else { 1 };
        text.chunks(bytes).map(move |code| {
            let code = code.iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
            let width = self.widths.get(&code).copied().unwrap_or(self.default_width);
            (width / 1_000.0, !self.is_wide && code == 32)
        })
    }
}

fn type_3_height(objects: Objects<'_>, font: &Dictionary) -> Option<f64> {
    let matrix = objects.numbers(font, b"FontMatrix")?;
    let bounds = objects.numbers(font, b"FontBBox")?;
    let height = (bounds.get(3)? - bounds.get(1)?) * matrix.get(3)?;
    (height.abs() > 1e-6).then_some(height.abs())
}

fn simple_widths(objects: Objects<'_>, font: &Dictionary) -> BTreeMap<u32, f64> {
    let first = objects.number(font, b"FirstChar").unwrap_or(0.0).clamp(0.0, 255.0) as u32;
    let widths = objects.array(font, b"Widths").unwrap_or_default().iter().take(256);
    let widths = widths.map(|width| objects.resolve(width).and_then(number).unwrap_or(0.0));
    (first..).zip(widths).collect()
}

/// Reads widths of the forms `c [w …]` and `c_first c_last w`.
fn cid_widths(objects: Objects<'_>, font: &Dictionary) -> BTreeMap<u32, f64> {
    let mut widths = BTreeMap::new();
    let mut parts = objects.array(font, b"W").unwrap_or_default().iter().take(MAX_WIDTHS);
    let character_code =
        |object: &Object| number(object).map(|value| value.clamp(0.0, 65_535.0) as u32);
    while let Some(first) = parts.next().and_then(|part| character_code(objects.resolve(part)?)) {
        match parts.next().and_then(|part| objects.resolve(part)) {
            Some(Object::Array(list)) => {
                for (code, width) in (first..).zip(list.iter().take(MAX_WIDTHS)) {
                    let width = objects.resolve(width).and_then(number).unwrap_or(0.0);
                    widths.insert(code, width);
                }
            }
            Some(last) => {
                let width = parts.next().and_then(|part| number(objects.resolve(part)?));
                let (Some(last), Some(width)) = (character_code(last), width) else { break };
                for code in first..=last {
                    widths.insert(code, width);
                }
            }
            None => break,
        }
        if widths.len() > MAX_WIDTHS {
            break;
        }
    }
    widths
}
