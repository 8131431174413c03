//! Converts an SVG file to outlines on paper. Rejects features that cannot be printed instead of
//! approximating them: colours must be solid, text must be outlines, and nothing may be
//! transparent.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_pack::{Rgb, Symbol, SymbolPaint, SymbolShape, SymbolStep};
use sandtable_source::{Message, is_unprintable, message};
use usvg::{
    BlendMode, FillRule, Group, LineCap, Node, Options, Paint, PaintOrder, Tree, roxmltree,
};

use super::paper::{Paper, Place};
use super::visibility::Visibility;

/// The maximum depth of nested elements.
const DEEPEST: usize = 100;
/// The maximum number of elements in a file.
const MOST_ELEMENTS: usize = 20_000;
/// The minimum line width, in thousandths of a millimetre; finer lines are widened to it.
const FINEST_UM: u32 = 20;
/// The maximum number of diagnostics for one symbol.
const MOST_TROUBLES: usize = 10;
/// The help for transparent parts.
const OPAQUE: &str = "give it full opacity, and a lighter colour if it should be paler";

/// A converted drawing.
#[derive(Debug)]
pub struct Drawing {
    /// The outlines, relative to the centre of the page.
    pub shapes: Vec<SymbolShape>,
    /// The byte range of the `svg` tag, if shapes extend beyond the page.
    pub beyond_page: Option<Range<usize>>,
}

/// The kind of problem in a symbol file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// The file is not readable SVG.
    Unreadable,
    /// The drawing has unprintable features.
    Drawing,
}

/// The reason why a file is unusable as a symbol.
#[derive(Debug)]
pub struct Trouble {
    pub kind: TroubleKind,
    pub message: Message,
    /// The byte range of the problem.
    pub at: Range<usize>,
    pub label: String,
    pub help: String,
}

/// Converts an SVG file to outlines `width_mm` wide on paper.
pub fn drawing(text: &str, width_mm: f64) -> Result<Drawing, Vec<Trouble>> {
    let unreadable = |message: &'static str, at, label: String, help: &str| {
        let (kind, message, help) = (TroubleKind::Unreadable, message.into(), help.to_owned());
        vec![Trouble { kind, message, at, label, help }]
    };
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        nodes_limit: 8 * MOST_ELEMENTS as u32,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let why: String = error.to_string().chars().filter(|c| !is_unprintable(*c)).collect();
        let (at, why) = match error {
            roxmltree::Error::UnclosedRootNode => {
                (text.trim_end().len(), "the file is incomplete".to_owned())
            }
            _ => (offset(text, error.pos()), why),
        };
        let help = "save the drawing again as “Plain SVG” from the program that created it";
        unreadable("the symbol is not valid SVG", at..at, why, help)
    })?;
    let root = document.root_element();
    let root_tag = tag(&root);
    if root.tag_name().name() != "svg" {
        let label = format!("the root element is `{}`", root.tag_name().name());
        let help = "use a drawing saved as SVG: in Inkscape, File › Save As › Plain SVG";
        return Err(unreadable("the symbol is not an SVG file", root_tag, label, help));
    }
    let elements = || root.descendants().filter(|node| node.is_element());
    if elements().count() > MOST_ELEMENTS || is_deeper(root, DEEPEST) {
        let label =
            format!("more than {MOST_ELEMENTS} elements, or more than {DEEPEST} nested ones");
        let help = "use only a few strokes: simplify it, or ungroup and unite its parts";
        return Err(unreadable("the drawing of the symbol is too complex", root_tag, label, help));
    }
    let mut finder = Finder::new(root);
    let visibility = Visibility::new(&document);
    for node in elements().filter(|node| is_svg(node) && has_content(node)) {
        let (noun, help) = match node.tag_name().name() {
            "text" | "flowRoot" => {
                ("text", "convert text to outlines: in Inkscape, Path › Object to Path")
            }
            "image" => {
                ("image", "trace it, in Inkscape by Path › Trace Bitmap, and remove the image")
            }
            "foreignObject" => ("foreign object", "remove it"),
            _ => continue,
        };
        if visibility.is_drawn(node) {
            finder.refuse(tag(&node), noun, help);
        }
    }
    let options = Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).map_err(|_| {
        let help = "give it a size: in Inkscape, Edit › Resize Page to Content; by hand, `viewBox=\"0 0 24 24\"`";
        let label = "no width and height, and no `viewBox`".to_owned();
        unreadable("the symbol has no size", root_tag.clone(), label, help)
    })?;
    let paper = Paper::new(&tree, width_mm);
    finder.group(tree.root(), &paper);
    finder.finish(&tree, root_tag)
}

/// Whether an element belongs to SVG and not to the data of a program.
fn is_svg(node: &roxmltree::Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_none_or(|namespace| namespace == "http://www.w3.org/2000/svg")
}

/// Whether an element draws something: programs leave empty texts behind.
fn has_content(node: &roxmltree::Node<'_, '_>) -> bool {
    !matches!(node.tag_name().name(), "text" | "flowRoot")
        || node.descendants().any(|inner| {
            inner.is_text() && inner.text().is_some_and(|text| !text.trim().is_empty())
                || inner.tag_name().name() == "tref"
        })
}

/// Collects outlines and unprintable features.
struct Finder {
    /// The opening tags of elements, by id.
    tags: BTreeMap<String, Range<usize>>,
    root: Range<usize>,
    shapes: Vec<SymbolShape>,
    /// The bounding box of the visible outlines, in units of the drawing.
    bounds: Option<usvg::Rect>,
    troubles: Vec<Trouble>,
}

impl Finder {
    fn new(root: roxmltree::Node<'_, '_>) -> Self {
        let named = root.descendants().filter(|node| node.is_element());
        let tags = named.filter_map(|node| Some((node.attribute("id")?.to_owned(), tag(&node))));
        let tags = tags.collect();
        Self { tags, root: tag(&root), shapes: Vec::new(), bounds: None, troubles: Vec::new() }
    }

    fn refuse(&mut self, at: Range<usize>, noun: &str, help: &str) {
        let message = message!("unsupported {noun} in symbol");
        let is_reported = |other: &Trouble| other.message == message && other.at == at;
        if self.troubles.len() < MOST_TROUBLES && !self.troubles.iter().any(is_reported) {
            let (label, help) = (format!("{noun} here"), help.to_owned());
            self.troubles.push(Trouble { kind: TroubleKind::Drawing, message, at, label, help });
        }
    }

    /// The opening tag of an element, or of the root if the element has no id.
    fn tag_of(&self, id: &str) -> Range<usize> {
        self.tags.get(id).unwrap_or(&self.root).clone()
    }

    fn group(&mut self, group: &Group, paper: &Paper) {
        if group.opacity().get() <= 0.0 || !has_visible_path(group) {
            return;
        }
        let at = self.tag_of(group.id());
        if group.opacity().get() < 1.0 || group.blend_mode() != BlendMode::Normal {
            self.refuse(at.clone(), "transparency", OPAQUE);
        }
        if group.clip_path().is_some() {
            let help = "cut the shapes themselves: in Inkscape, Object › Clip › Release, then Path › Intersection";
            self.refuse(at.clone(), "clipping", help);
        }
        if group.mask().is_some() {
            self.refuse(at.clone(), "mask", "remove the mask, and cut the shapes themselves");
        }
        if !group.filters().is_empty() {
            let help =
                "remove the filter (such as blur or shadow): in Inkscape, Filters › Remove Filters";
            self.refuse(at, "filter", help);
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, paper),
                Node::Path(path) => self.path(path, paper),
                // These are reported with their elements.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &usvg::Path, paper: &Paper) {
        if !path.is_visible() {
            return;
        }
        let bounds = path.abs_stroke_bounding_box();
        self.bounds = match self.bounds {
            None => Some(bounds),
            Some(all) => usvg::Rect::from_ltrb(
                all.left().min(bounds.left()),
                all.top().min(bounds.top()),
                all.right().max(bounds.right()),
                all.bottom().max(bounds.bottom()),
            ),
        };
        let place = Place(path.abs_transform());
        let mut from = (0.0, 0.0);
        let steps: Vec<SymbolStep> =
            path.data().segments().map(|segment| paper.step(segment, &place, &mut from)).collect();
        let at = self.tag_of(path.id());
        let fill = path.fill().filter(|fill| fill.opacity().get() > 0.0).and_then(|fill| {
            let colour = self.colour(fill.paint(), fill.opacity().get(), &at)?;
            let drawn = match fill.rule() {
                FillRule::NonZero => SymbolPaint::Filled,
                FillRule::EvenOdd => SymbolPaint::FilledWithHoles,
            };
            Some(SymbolShape { colour, drawn, path: steps.clone() })
        });
        let stroke = path.stroke().filter(|stroke| stroke.opacity().get() > 0.0);
        let line = stroke.and_then(|stroke| {
            let colour = self.colour(stroke.paint(), stroke.opacity().get(), &at)?;
            let growth = place.growth();
            let width = paper.length(f64::from(stroke.width().get()) * growth);
            let dashes = stroke.dasharray().unwrap_or_default().iter();
            let dashes: Vec<u32> =
                dashes.map(|dash| paper.length(f64::from(*dash) * growth)).collect();
            // Dashes too fine to print become a solid line.
            let is_visible =
                dashes.len() <= 16 && dashes.iter().map(|d| u64::from(*d)).sum::<u64>() >= 50;
            let drawn = SymbolPaint::Line {
                width_um: width.max(FINEST_UM),
                round: stroke.linecap() != LineCap::Butt,
                dashes_um: if is_visible { dashes } else { Vec::new() },
            };
            Some(SymbolShape { colour, drawn, path: steps })
        });
        match path.paint_order() {
            PaintOrder::FillAndStroke => self.shapes.extend(fill.into_iter().chain(line)),
            PaintOrder::StrokeAndFill => self.shapes.extend(line.into_iter().chain(fill)),
        }
    }

    fn colour(&mut self, paint: &Paint, opacity: f32, at: &Range<usize>) -> Option<Rgb> {
        let solid = "give it one solid colour: in Inkscape, Object › Fill and Stroke › Flat color";
        match paint {
            Paint::Color(colour) => {
                if opacity < 1.0 {
                    self.refuse(at.clone(), "transparency", OPAQUE);
                }
                Some(Rgb { red: colour.red, green: colour.green, blue: colour.blue })
            }
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => {
                self.refuse(at.clone(), "gradient", solid);
                None
            }
            Paint::Pattern(_) => {
                self.refuse(at.clone(), "pattern", solid);
                None
            }
        }
    }

    fn finish(mut self, tree: &Tree, root: Range<usize>) -> Result<Drawing, Vec<Trouble>> {
        if !self.troubles.is_empty() {
            return Err(self.troubles);
        }
        let size = tree.size();
        let slack = size.width().max(size.height()) * 0.05;
        let is_outside = self.bounds.is_some_and(|drawn| {
            drawn.right() < 0.0
                || drawn.bottom() < 0.0
                || drawn.left() > size.width()
                || drawn.top() > size.height()
        });
        let is_beyond = self.bounds.is_some_and(|drawn| {
            drawn.left() < -slack
                || drawn.top() < -slack
                || drawn.right() > size.width() + slack
                || drawn.bottom() > size.height() + slack
        });
        let whole = Symbol { title: None, shapes: std::mem::take(&mut self.shapes) };
        let trouble = |message: Message, label: &str, help: &str| {
            let (kind, at) = (TroubleKind::Drawing, root.clone());
            let (label, help) = (label.to_owned(), help.to_owned());
            vec![Trouble { kind, message, at, label, help }]
        };
        if whole.shapes.is_empty() || is_outside {
            let help = "in Inkscape, Edit › Resize Page to Content; shapes need a fill or a stroke";
            return Err(trouble(
                "the symbol draws nothing".into(),
                "nothing visible on its page",
                help,
            ));
        }
        if let Some(fault) = whole.fault() {
            let help = "use only a few strokes: in Inkscape, Path › Simplify, and Edit › Resize Page to Content";
            return Err(trouble(message!("the symbol {fault}"), "this drawing", help));
        }
        Ok(Drawing { shapes: whole.shapes, beyond_page: is_beyond.then_some(root) })
    }
}

/// Whether any path of a group is visible. Effects of hidden layers do not matter.
fn has_visible_path(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(inner) => inner.opacity().get() > 0.0 && has_visible_path(inner),
        Node::Path(path) => path.is_visible(),
        Node::Image(_) | Node::Text(_) => false,
    })
}

/// The start of an element's opening tag, such as `<path`.
fn tag(node: &roxmltree::Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    let name = node.tag_name().name().len() + 1;
    range.start..(range.start + name).min(range.end)
}

/// Whether elements are nested deeper than `most`.
fn is_deeper(root: roxmltree::Node<'_, '_>, most: usize) -> bool {
    // Iterative, because deeply nested files would overflow the stack.
    let (mut node, mut depth) = (root, 1);
    loop {
        if depth > most {
            return true;
        }
        if let Some(inner) = node.first_element_child() {
            (node, depth) = (inner, depth + 1);
            continue;
        }
        while node.next_sibling_element().is_none() {
            let Some(outer) = node.parent_element().filter(|_| node != root) else { return false };
            (node, depth) = (outer, depth - 1);
        }
        let Some(next) = node.next_sibling_element().filter(|_| node != root) else { return false };
        node = next;
    }
}

/// The byte offset of a row and column, both counted from 1.
fn offset(text: &str, place: roxmltree::TextPos) -> usize {
    let row = place.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or_default();
    let column = line.char_indices().nth(place.col.saturating_sub(1) as usize);
    start + column.map_or(line.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sandtable_pack::SymbolPoint;

    use super::*;

    fn page(inside: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{inside}</svg>"#)
    }

    /// The outlines of shapes on a page of 20 × 10 units, printed 4 mm wide: 200 µm for each unit.
    fn shapes(inside: &str) -> Vec<SymbolShape> {
        drawing(&page(inside), 4.0).expect("valid drawing").shapes
    }

    fn at(right_um: i32, down_um: i32) -> SymbolPoint {
        SymbolPoint { right_um, down_um }
    }

    #[test]
    fn converts_drawing_relative_to_page_centre() {
        use SymbolStep::{Close, Line, Move};
        let shapes = shapes(
            r##"<g transform="translate(10 5) scale(2)">
            <path fill="#123456" fill-rule="evenodd" d="M0 0h1v-1z"/></g>"##,
        );
        assert_eq!(shapes.len(), 1);
        assert_eq!(shapes[0].colour, Rgb { red: 0x12, green: 0x34, blue: 0x56 });
        assert_eq!(shapes[0].drawn, SymbolPaint::FilledWithHoles);
        let steps = [Move(at(0, 0)), Line(at(400, 0)), Line(at(400, -400)), Close];
        assert_eq!(shapes[0].path, steps);
    }

    #[test]
    fn lines_keep_their_width_and_dashes() {
        let line = |style: &str| {
            let shape = format!(r##"<path d="M1 1h9" fill="none" stroke="#000" {style}/>"##);
            shapes(&shape)[0].drawn.clone()
        };
        let drawn = |width_um, round, dashes: &[u32]| SymbolPaint::Line {
            width_um,
            round,
            dashes_um: dashes.to_vec(),
        };
        assert_eq!(line(""), drawn(200, false, &[]));
        assert_eq!(line(r#"stroke-width=".01""#), drawn(FINEST_UM, false, &[]));
        let twice = r#"stroke-linecap="round" stroke-dasharray="2 1" transform="scale(2)""#;
        assert_eq!(line(twice), drawn(400, true, &[800, 400]));
        assert_eq!(line(r#"stroke-dasharray=".01 .01""#), drawn(200, false, &[]));
    }

    #[test]
    fn quadratic_curves_become_cubic() {
        let shapes = shapes(r#"<path d="M10 5q3 0 3 3"/>"#);
        let curve = SymbolStep::Curve(at(400, 0), at(600, 200), at(600, 600));
        assert_eq!(shapes[0].path[..2], [SymbolStep::Move(at(0, 0)), curve]);
    }

    #[test]
    fn omits_invisible_shapes() {
        let one = r#"<path d="M1 1h9v9z"/>
            <path d="M1 1h9v9z" visibility="hidden"/><path d="M1 1h9v9z" fill-opacity="0"/>
            <g display="none"><path d="M1 1h9v9z"/><text>note</text></g>
            <g visibility="hidden" opacity=".5"><path d="M1 1h900v9z"/></g><text/>"#;
        assert_eq!(shapes(one).len(), 1);
        assert_eq!(drawing(&page(one), 4.0).expect("valid drawing").beyond_page, None);
    }

    #[test]
    fn reads_no_other_files() {
        let picture = page(r#"<image href="/etc/hostname" width="5" height="5"/>"#);
        let troubles = drawing(&picture, 4.0).expect_err("images are rejected");
        assert_eq!(troubles.len(), 1);
        assert!(troubles[0].message.contains("unsupported image"), "{troubles:?}");
    }

    #[test]
    fn rejects_endless_files() {
        let deep = page(&"<g>".repeat(50_000)) + &"</g>".repeat(50_000);
        let nested = page(&format!("{}{}", "<g>".repeat(50_000), "</g>".repeat(50_000)));
        let wide = page(&"<g/>".repeat(MOST_ELEMENTS));
        let bomb = r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">
            <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
            <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;">]>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">&e;&e;&e;&e;</svg>"#;
        let itself = page(r##"<g id="a"><use href="#a"/></g>"##);
        for (name, text) in [
            ("deep", &*deep),
            ("nested", &nested),
            ("wide", &wide),
            ("bomb", bomb),
            ("itself", &itself),
        ] {
            let troubles = drawing(text, 4.0).expect_err(name);
            assert_eq!(troubles.len(), 1, "{name}: {troubles:?}");
        }
    }

    proptest! {
        /// Any text gives a valid symbol, or diagnostics with spans inside the text.
        #[test]
        fn any_text_is_drawn_or_refused(
            spoilt in "(<[a-z]{0,4}|[ MmLlQqCcZzHhVvAa0-9.,-]{0,9}|[\"'=/>&;é]| (d|fill|viewBox|transform)=\"|url\\(#a\\)){0,24}",
            at in 0..400_usize,
            width in 0.3..60.0_f64,
        ) {
            let whole = page(r##"<defs><linearGradient id="a"/></defs><g id="b" transform="rotate(30 2 2)">
                <path d="M1 1q2 2 4 0t4 0a3 2 10 0 1 2 2z" fill="#a00" stroke="#000" stroke-dasharray="1 2"/>
                </g><use href="#b" x="3"/><style>path { stroke-width: 2 }</style>"##);
            let at = (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at));
            let mut text = whole;
            text.insert_str(at.unwrap_or(0), &spoilt);
            match drawing(&text, width) {
                Ok(drawing) => {
                    let symbol = Symbol { title: None, shapes: drawing.shapes };
                    prop_assert_eq!(symbol.fault(), None);
                }
                Err(troubles) => {
                    prop_assert!(!troubles.is_empty());
                    for trouble in troubles {
                        prop_assert!(text.get(trouble.at.clone()).is_some(), "{:?}", trouble);
                        prop_assert!(!trouble.help.is_empty() && !trouble.label.is_empty());
                    }
                }
            }
        }
    }
}
