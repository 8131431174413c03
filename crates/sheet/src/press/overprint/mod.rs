//! Overprint and knockout, set in a finished file because krilla cannot.
//!
//! Small and thin objects in black ink overprint: text, lines up to half a millimetre, and shapes
//! no larger than small text. They would show white where plates are out of register. Cut and fold
//! lines always overprint: they have no plate, so a knockout would be white. A spot-colour relief
//! overprints too. Everything else knocks out, including black areas, which would otherwise show
//! the inks below.

pub(crate) mod shape;
pub(crate) mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::overprint::shape::Shape;
use super::overprint::state::{Ink, PaintMode, State};
use crate::press::operators::{Operator, Operators};
use crate::press::target::BlackInk;

/// The names of the two graphics states in each stream's resources.
const OVERPRINT: &str = "SandtableOver";
const KNOCKOUT: &str = "SandtableOut";
/// Sets overprint on all pages: for the named spot inks, and for small black objects as `black`
/// says.
///
/// Returns the forms that use only one of these inks, by the ink's index.
pub(crate) fn set_overprint(
    document: &mut Document,
    spots: &[&str],
    black: BlackInk,
) -> lopdf::Result<BTreeMap<ObjectId, usize>> {
    let state = |over: bool| {
        dictionary! { "Type" => "ExtGState", "OP" => over, "op" => over, "OPM" => i64::from(over) }
    };
    let over = document.add_object(state(true));
    let out = document.add_object(state(false));
    let mut pass = Pass { document, spots, black, states: [over, out], forms: BTreeMap::new() };
    let pages: Vec<ObjectId> = pass.document.get_pages().into_values().collect();
    for page in pages {
        pass.page(page)?;
    }
    Ok(pass.forms.into_iter().filter_map(|(id, only)| Some((id, only?))).collect())
}

struct Pass<'d> {
    document: &'d mut Document,
    spots: &'d [&'d str],
    black: BlackInk,
    states: [ObjectId; 2],
    /// The visited forms, each with its spot ink if it uses no other ink.
    forms: BTreeMap<ObjectId, Option<usize>>,
}

impl Pass<'_> {
    fn page(&mut self, page: ObjectId) -> lopdf::Result<()> {
        let content = self.document.get_page_content(page);
        let streams = self.document.get_page_contents(page);
        let dictionary = self.document.get_dictionary(page)?;
        let resources = self.resources(dictionary)?;
        let marked = self.mark_stream(&content, &resources, 1.0, Some(PaintMode::Knockout))?;
        let mut stream = Stream::new(Dictionary::new(), Vec::new());
        compress(&mut stream, &marked.bytes)?;
        for stream in streams {
            self.document.objects.remove(&stream);
        }
        let content = self.document.add_object(stream);
        let resources = self.with_states(resources);
        let page = self.document.get_dictionary_mut(page)?;
        page.set("Contents", content);
        page.set("Resources", resources);
        Ok(())
    }

    /// Processes a form once, at the scale of its first use.
    fn form(&mut self, id: ObjectId, scale: f64) -> lopdf::Result<()> {
        let stream = self.document.get_object(id)?.as_stream()?;
        if self.forms.contains_key(&id) || !stream.dict.has_type(b"XObject") {
            return Ok(());
        }
        let mut stream = stream.clone();
        if stream.dict.get(b"Subtype").and_then(Object::as_name)? != b"Form" {
            return Ok(());
        }
        self.forms.insert(id, None);
        if stream.dict.has(b"Filter") {
            stream.decompress()?;
        }
        let resources = self.resources(&stream.dict)?;
        let marked = self.mark_stream(&stream.content, &resources, scale, None)?;
        self.forms.insert(id, marked.sole_spot);
        compress(&mut stream, &marked.bytes)?;
        let resources = self.with_states(resources);
        stream.dict.set("Resources", resources);
        self.document.objects.insert(id, Object::Stream(stream));
        Ok(())
    }

    /// Returns the resources of a page or form; empty if it defines none.
    fn resources(&self, of: &Dictionary) -> lopdf::Result<Dictionary> {
        match of.get(b"Resources") {
            Ok(resources) => self.document.dereference(resources)?.1.as_dict().cloned(),
            Err(_) => Ok(Dictionary::new()),
        }
    }

    /// Returns resources with both graphics states.
    fn with_states(&self, mut resources: Dictionary) -> Dictionary {
        let known = resources.get(b"ExtGState").and_then(|known| self.document.dereference(known));
        let mut states = known.and_then(|(_, known)| known.as_dict().cloned()).unwrap_or_default();
        for (name, id) in [OVERPRINT, KNOCKOUT].into_iter().zip(self.states) {
            states.set(name, id);
        }
        resources.set("ExtGState", states);
        resources
    }

    fn resource<'o>(
        &'o self,
        resources: &'o Dictionary,
        kind: &[u8],
        name: &[u8],
    ) -> Option<(Option<ObjectId>, &'o Object)> {
        let (_, all) = self.document.dereference(resources.get(kind).ok()?).ok()?;
        self.document.dereference(all.as_dict().ok()?.get(name).ok()?).ok()
    }

    /// Returns the index of a colour space's spot ink.
    fn spot(&self, resources: &Dictionary, name: &[u8]) -> Option<usize> {
        let space = self.resource(resources, b"ColorSpace", name);
        let space = space.and_then(|(_, space)| space.as_array().ok());
        let name = space.and_then(|parts| parts.get(1)?.as_name().ok());
        self.spots.iter().position(|spot| name == Some(spot.as_bytes()))
    }

    /// Processes the form that an operator draws, if any; returns the form's only spot ink.
    fn process_drawn_form(
        &mut self,
        resources: &Dictionary,
        operator: &Operator<'_>,
        scale: f64,
    ) -> lopdf::Result<Option<usize>> {
        let name = operator.last_name().unwrap_or_default();
        let object = self.resource(resources, b"XObject", name);
        let Some(id) = object.and_then(|(id, _)| id) else { return Ok(None) };
        self.form(id, scale)?;
        Ok(self.forms.get(&id).copied().flatten())
    }

    /// Returns a stream in which each object is painted in its graphics state.
    fn mark_stream(
        &mut self,
        stream: &[u8],
        resources: &Dictionary,
        scale: f64,
        way: Option<PaintMode>,
    ) -> lopdf::Result<MarkedStream> {
        let mut state = State::new(scale, way);
        let mut stack: Vec<State> = Vec::new();
        let mut shape = Shape::default();
        let mut marked = MarkedStream::default();
        let mut copied = 0;
        // The inks of all painted objects; `None` for inks that are not spot inks.
        let mut inks: BTreeSet<Option<usize>> = BTreeSet::new();
        for operator in Operators::new(stream) {
            if state.apply(&operator, |name| self.spot(resources, name)) {
                continue;
            }
            match operator.name {
                b"q" => stack.push(state),
                b"Q" => state = stack.pop().unwrap_or(state),
                b"m" | b"l" | b"c" | b"v" | b"y" | b"re" => {
                    shape.start.get_or_insert(operator.start);
                    // Size matters for black ink only.
                    if state.fill == Ink::Black {
                        shape.add(&operator);
                    }
                }
                b"n" => shape = Shape::default(),
                b"Do" => {
                    inks.insert(self.process_drawn_form(resources, &operator, state.scale)?);
                }
                _ => {}
            }
            let painted = state.painted_inks(&operator, self.black, &mut shape);
            if painted.is_empty() {
                continue;
            }
            inks.extend(painted.iter().map(|(ink, _)| match ink {
                Ink::Spot(number) => Some(*number),
                Ink::Black | Ink::Other => None,
            }));
            let is_over = painted.iter().all(|(_, way)| *way == PaintMode::Overprint);
            let way = if is_over { PaintMode::Overprint } else { PaintMode::Knockout };
            // Nothing may come between a path and its painting operator.
            let start = std::mem::take(&mut shape).start.unwrap_or(operator.start);
            if state.mode != Some(way) {
                marked.bytes.extend(&stream[copied..start]);
                marked.bytes.extend(format!("/{} gs ", way.name()).into_bytes());
                copied = start;
                state.mode = Some(way);
            }
        }
        marked.bytes.extend(&stream[copied..]);
        marked.sole_spot = inks.pop_first().flatten().filter(|_| inks.is_empty());
        Ok(marked)
    }
}

/// Compresses a stream's bytes as krilla would have done.
fn compress(stream: &mut Stream, bytes: &[u8]) -> lopdf::Result<()> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::new(6));
    packed.write_all(bytes)?;
    stream.set_content(packed.finish()?);
    stream.dict.set("Filter", "FlateDecode");
    Ok(())
}

/// A stream with graphics states added.
#[derive(Default)]
struct MarkedStream {
    bytes: Vec<u8>,
    /// Its only spot ink.
    sole_spot: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a stream with graphics states added, and its only spot ink.
    fn marked(stream: &str, black: BlackInk) -> (String, Option<usize>) {
        let mut document = Document::with_version("1.6");
        let cut = ["Separation", "Cut Contour"].map(Object::from).to_vec();
        let brown = ["Separation", "Brown"].map(Object::from).to_vec();
        let resources = dictionary! { "ColorSpace" => dictionary! { "c0" => cut, "c1" => brown } };
        let mut pass = Pass {
            document: &mut document,
            spots: &["Cut Contour", "Brown"],
            black,
            states: [(1, 0); 2],
            forms: BTreeMap::new(),
        };
        let found = pass.mark_stream(stream.as_bytes(), &resources, 1.0, Some(PaintMode::Knockout));
        let MarkedStream { bytes, sole_spot: only } = found.expect("valid stream");
        let text = String::from_utf8(bytes).expect("valid UTF-8");
        (text.replace("/SandtableOver gs", "OVER").replace("/SandtableOut gs", "OUT"), only)
    }

    #[test]
    fn small_black_and_cut_lines_overprint() {
        for (stream, expected) in [
            // Text, then an area.
            (
                "q 0 0 0 1 k BT (a) Tj ET Q 0 0 1 1 re f",
                "q 0 0 0 1 k BT OVER (a) Tj ET Q 0 0 1 1 re f",
            ),
            (
                "0 0 0 1 k BT (a) Tj ET 1 0 0 0 k 0 0 m 9 9 l f",
                "0 0 0 1 k BT OVER (a) Tj ET 1 0 0 0 k OUT 0 0 m 9 9 l f",
            ),
            // Black with another ink, and grey.
            (
                "0.5 0 0 1 k BT (a) Tj ET 0 0 0 .4 k BT (b) Tj ET",
                "0.5 0 0 1 k BT (a) Tj ET 0 0 0 .4 k BT (b) Tj ET",
            ),
            // Lines: fine and wide, at different scales.
            (
                "0 0 0 1 K 1 w 0 0 m 9 9 l S 2 w 0 0 m 9 9 l S",
                "0 0 0 1 K 1 w OVER 0 0 m 9 9 l S 2 w OUT 0 0 m 9 9 l S",
            ),
            (
                "2 0 0 -2 0 0 cm 0 0 0 1 K 1 w 0 0 m 9 9 l S",
                "2 0 0 -2 0 0 cm 0 0 0 1 K 1 w 0 0 m 9 9 l S",
            ),
            // Areas: small and large.
            (
                "0 0 0 1 k 0 0 9 9 re f 0 0 99 99 re f",
                "0 0 0 1 k OVER 0 0 9 9 re f OUT 0 0 99 99 re f",
            ),
            // Saved states are restored.
            ("0 0 0 1 k q 1 0 0 0 k Q BT (a) Tj ET", "0 0 0 1 k q 1 0 0 0 k Q BT OVER (a) Tj ET"),
            // A cut line of any width, around any area.
            ("/c0 CS 1 SCN 9 w 0 0 99 99 re S", "/c0 CS 1 SCN 9 w OVER 0 0 99 99 re S"),
            // A path that only clips.
            (
                "0 0 0 1 k 0 0 m 9 0 l W n BT (a) Tj ET",
                "0 0 0 1 k 0 0 m 9 0 l W n BT OVER (a) Tj ET",
            ),
        ] {
            assert_eq!(marked(stream, BlackInk::Overprints).0, expected);
        }
        let (text, _) = marked("0 0 0 1 k BT (a) Tj ET", BlackInk::KnocksOut);
        assert!(!text.contains("OVER"), "{text}");
    }

    #[test]
    fn finds_forms_of_one_spot_ink() {
        for (stream, only) in [
            ("q /c0 CS 1 SCN 0 0 9 9 re S Q q /c0 cs 1 scn 0 0 9 9 re f Q", Some(0)),
            ("/c1 CS 1 SCN 0 0 9 9 re S", Some(1)),
            ("/c1 CS 1 SCN 0 0 9 9 re S /c0 CS 0 0 9 9 re S", None),
            ("/c0 CS 1 SCN 0 0 9 9 re S 0 0 0 1 K 0 0 9 9 re S", None),
            ("0 0 m 9 9 l n", None),
        ] {
            assert_eq!(marked(stream, BlackInk::Overprints).1, only, "{stream}");
        }
    }
}
