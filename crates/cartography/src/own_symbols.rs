//! A map designer's own drawings as sheet items.

use std::collections::BTreeMap;

use sandtable_pack::{self as pack, Mark, StyleName, SymbolPaint, SymbolPoint, SymbolStep, Text};
use sandtable_sheet::{Cap, Ink, Item, Path, Point, Rotation, Segment, Stroke, Symbol};

/// The map's own symbols in a style.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnSymbols(BTreeMap<String, OwnSymbol>);

/// One of the map's own symbols, drawn around its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnSymbol {
    /// Its title in the legend.
    pub title: Option<Text>,
    /// Its drawing.
    items: Vec<Item>,
    /// Its radius from the centre, in millimetres.
    pub reach: f64,
}

impl OwnSymbols {
    /// Returns the symbols of a map for a named style.
    pub fn of(style: &pack::MapStyle, name: StyleName) -> Self {
        let own = |symbol: &pack::Symbol| OwnSymbol::of(symbol);
        Self(
            style
                .symbols_in(name)
                .map(|(id, symbol)| (id.as_str().to_owned(), own(symbol)))
                .collect(),
        )
    }

    /// Returns the symbol that replaces a mark.
    pub fn mark(&self, mark: Mark) -> Option<&OwnSymbol> {
        self.0.get(mark.word())
    }

    /// Returns the symbol with a name.
    pub fn named(&self, id: &pack::SymbolId) -> Option<&OwnSymbol> {
        self.0.get(id.as_str())
    }

    /// Returns the symbols that farms use by name, with their names.
    pub(crate) fn farm_symbols(&self) -> impl Iterator<Item = (&str, &OwnSymbol)> {
        let named = self.0.iter().filter(|(name, _)| Mark::from_word(name).is_none());
        named.map(|(name, own)| (name.as_str(), own))
    }
}

impl OwnSymbol {
    fn of(symbol: &pack::Symbol) -> Self {
        let mut reach = 0.0_f64;
        let items = symbol.shapes.iter().map(|shape| {
            let ink = Ink {
                name: "symbol",
                rgb: [shape.colour.red, shape.colour.green, shape.colour.blue],
            };
            let points = shape.path.iter().flat_map(SymbolStep::points).map(on_paper);
            let middle = Point::new(0.0, 0.0);
            let far = points.map(|point| point.distance(middle)).fold(0.0, f64::max);
            let path = Path::from_segments(shape.path.iter().map(segment).collect());
            reach = reach.max(far);
            match &shape.drawn {
                SymbolPaint::Filled => Item::fill(path, ink),
                SymbolPaint::FilledWithHoles => Item::fill_with_holes(path, ink),
                SymbolPaint::Line { width_um, round, dashes_um } => {
                    let width = millimetres(i64::from(*width_um));
                    reach = reach.max(far + width / 2.0);
                    let dashes = dashes_um.iter().map(|um| millimetres(i64::from(*um))).collect();
                    let cap = if *round { Cap::Round } else { Cap::Butt };
                    Item::line(path, Stroke { ink, width, cap, dashes })
                }
            }
        });
        let items = items.collect();
        Self { title: symbol.title.clone(), items, reach }
    }

    /// Returns the drawing as a reusable symbol, scaled by `size`.
    pub(crate) fn symbol(&self, size: f64) -> Symbol {
        let items = self.items.iter().map(|item| scale_path(item, size)).collect();
        Symbol { items, reach: self.reach * size }
    }

    /// Returns the items rotated, with their centre at a point.
    pub(crate) fn place_symbol(&self, at: Point, slant: Rotation) -> impl Iterator<Item = Item> {
        self.items.iter().map(move |item| item.transform(at, slant))
    }

    /// Returns the items, scaled down if needed to fit a half width and half height.
    pub(crate) fn fit_into(&self, at: Point, half: f64) -> impl Iterator<Item = Item> {
        let size = (half / self.reach).min(1.0);
        self.items.iter().map(move |item| scale_path(item, size).transform(at, Rotation::NONE))
    }
}

fn millimetres(um: i64) -> f64 {
    um as f64 / 1000.0
}

fn on_paper(point: SymbolPoint) -> Point {
    Point::new(millimetres(point.right_um.into()), millimetres(point.down_um.into()))
}

fn segment(step: &SymbolStep) -> Segment {
    match *step {
        SymbolStep::Move(to) => Segment::Move(on_paper(to)),
        SymbolStep::Line(to) => Segment::Line(on_paper(to)),
        SymbolStep::Curve(a, b, to) => Segment::Cubic(on_paper(a), on_paper(b), on_paper(to)),
        SymbolStep::Close => Segment::Close,
    }
}

/// Returns an item of a drawing, scaled around its origin.
fn scale_path(item: &Item, size: f64) -> Item {
    let at = |point: Point| Point::new(point.x * size, point.y * size);
    match item {
        Item::Fill { path, ink, inside } => {
            Item::Fill { path: path.map(at), ink: *ink, inside: *inside }
        }
        Item::Line { path, stroke } => {
            let dashes = stroke.dashes.iter().map(|dash| dash * size).collect();
            let stroke = Stroke { width: stroke.width * size, dashes, ..stroke.clone() };
            Item::line(path.map(at), stroke)
        }
        // A symbol has only filled shapes and lines.
        Item::Text(_) | Item::Stamps { .. } | Item::Clip { .. } => item.clone(),
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{
        Area, Crossing, CrossingKind, Farm, FeatureId, GroundLength, GroundPoint, Language, Pack,
        Polygon, Polyline, Rgb, SymbolShape, Watercourse, WatercourseKind, sample,
    };
    use sandtable_sheet::Sheet;

    use super::*;
    use crate::battlefield::map_sheet;
    use crate::options::MapOptions;
    use crate::style::Style;

    const RED: Rgb = Rgb { red: 200, green: 0, blue: 0 };

    /// Returns a square of 2 mm.
    fn square() -> pack::Symbol {
        let at = |right_um, down_um| SymbolPoint { right_um, down_um };
        let path = vec![
            SymbolStep::Move(at(-1000, -1000)),
            SymbolStep::Line(at(1000, -1000)),
            SymbolStep::Line(at(1000, 1000)),
            SymbolStep::Line(at(-1000, 1000)),
            SymbolStep::Close,
        ];
        let title = Some(Text { es: Some("Iglesia".to_owned()), ..Text::plain("Church") });
        let shapes = vec![SymbolShape { colour: RED, drawn: SymbolPaint::Filled, path }];
        pack::Symbol { title, shapes }
    }

    /// Returns the sheet of a wooded map whose `staff` style uses the square under a name, and
    /// which has a farm that refers to `church`.
    fn sheet(name: &str, look: StyleName) -> Sheet {
        let mut parts = sample::parts();
        let metres = GroundPoint::from_metres;
        parts.style.symbols.insert(sample::id(name), square());
        parts.style.symbols.insert(sample::id("church"), square());
        let corners = [(1_000, 1_000), (2_000, 1_000), (2_000, 2_000), (1_000, 2_000)];
        let exterior = corners.map(|(x, y)| metres(x, y)).to_vec();
        let wood = vec![Polygon { exterior, holes: Vec::new() }];
        parts.map.woods = vec![Area { id: sample::id("wood"), parts: wood }];
        let brook: FeatureId = sample::id("brook");
        parts.map.watercourses.push(Watercourse {
            id: brook.clone(),
            kind: WatercourseKind::Stream,
            width: GroundLength::from_metres(3),
            parts: vec![Polyline(vec![metres(2_500, 3_000), metres(3_500, 3_000)])],
        });
        let (id, kind, at) = (sample::id("bridge"), CrossingKind::Bridge, metres(3_000, 3_000));
        parts.map.crossings.push(Crossing { id, kind, at, over: brook, road: None });
        let symbol = (name == "church").then(|| sample::id("church"));
        parts.scenery.farms.push(Farm {
            id: sample::id("chapel"),
            at: metres(4_000, 4_000),
            symbol,
        });
        let pack = Pack::new(parts).expect("symbols are valid");
        let style = Style::from_map(pack.style(), look);
        map_sheet(&pack, &MapOptions { language: Language::Es, style, ..MapOptions::default() })
    }

    /// Returns the number of squares in the layers with a given name.
    fn squares(sheet: &Sheet, layer: &str) -> usize {
        fn count(sheet: &Sheet, items: &[Item]) -> usize {
            let of = |item: &Item| match item {
                Item::Fill { ink, .. } => usize::from(ink.rgb == [200, 0, 0]),
                Item::Clip { items, .. } => count(sheet, items),
                Item::Stamps { symbol, at } => {
                    at.len() * count(sheet, &sheet.symbol(*symbol).items)
                }
                Item::Line { .. } | Item::Text(_) => 0,
            };
            items.iter().map(of).sum()
        }
        let shown = sheet.layers.iter().filter(|shown| shown.name == layer);
        shown.map(|shown| count(sheet, &shown.items)).sum()
    }

    #[test]
    fn symbol_replaces_its_mark() {
        for (name, layer) in [("tree", "trees"), ("farm", "farms"), ("bridge", "crossings")] {
            assert!(squares(&sheet(name, StyleName::Staff), layer) > 0, "{name}");
            // The map changes only the `staff` style.
            assert_eq!(squares(&sheet(name, StyleName::Survey), layer), 0, "{name}");
        }
    }

    #[test]
    fn farm_keeps_named_symbol_in_all_styles() {
        for look in StyleName::ALL {
            let sheet = sheet("church", look);
            assert_eq!(squares(&sheet, "farms"), 1, "{look:?}");
            assert_eq!(squares(&sheet, "furniture"), 1, "{look:?}: in the legend");
        }
    }

    #[test]
    fn rotates_and_shrinks_symbol() {
        let own = OwnSymbol::of(&square());
        assert!((own.reach - 2.0_f64.sqrt()).abs() < 1e-9);
        let bounds = |item: &Item| match item {
            Item::Fill { path, .. } => path.bounds().expect("the path has points"),
            other => panic!("{other:?}"),
        };
        let eighth = Rotation::towards(Point::new(0.0, 0.0), Point::new(1.0, 1.0));
        let turned = bounds(
            &own.place_symbol(Point::new(10.0, 5.0), eighth)
                .next()
                .expect("the symbol has an item"),
        );
        assert!((turned.width() - 2.0 * own.reach).abs() < 1e-9, "{turned:?}");
        assert!((turned.centre().x - 10.0).abs() < 1e-9 && (turned.centre().y - 5.0).abs() < 1e-9);
        let small = bounds(
            &own.fit_into(Point::new(0.0, 0.0), 0.5).next().expect("the symbol has an item"),
        );
        assert!((small.width() - 0.5 * 2.0_f64.sqrt()).abs() < 1e-9, "{small:?}");
        assert!((bounds(&own.symbol(2.0).items[0]).width() - 4.0).abs() < 1e-9);
    }
}
