//! The QGIS style of each terrain class, based on the map's style.

use sandtable_pack::{Rgb, Style};

use super::column::quote_column;
use super::element::{Element, Setting};
use super::style::{LayerStyle, Stroke, Symbol, colour, translucent};
use super::{Class, Layer};
use sandtable_authored::LayerClass;
use sandtable_authored::fab::MapLayerClass;
use sandtable_map::ShapeKind;

/// The conspicuous colour for features of unknown kind.
const UNKNOWN: Rgb = Rgb { red: 214, green: 0, blue: 147 };
/// The legend text for all other kinds.
const OTHERS: &str = "unknown: choose a kind";

/// The style of a layer.
pub fn layer_style(layer: &Layer, style: &Style) -> LayerStyle {
    match layer.class {
        Class::Ground(class) => ground_style(layer, class, style),
        Class::Areas => {
            let tint = Stroke::tint(translucent(style.sheet.paper, 140));
            LayerStyle::Single(Symbol::fill([tint, Stroke::line(colour(style.sheet.black), 0.35)]))
        }
        Class::Area(MapLayerClass::Water) => {
            let tint = Stroke::tint(colour(style.water.tint));
            LayerStyle::Single(Symbol::fill([tint, Stroke::line(colour(style.water.line), 0.25)]))
        }
        Class::Area(MapLayerClass::River) => LayerStyle::Single(river(style, 1.1)),
        Class::Area(MapLayerClass::Road) => {
            LayerStyle::Single(cased(style.sheet.black, style.roads.pike, 1.6, 1.1))
        }
        Class::Area(MapLayerClass::Place) => landmarks(layer, style),
    }
}

fn ground_style(layer: &Layer, class: LayerClass, style: &Style) -> LayerStyle {
    let (black, paper) = (style.sheet.black, style.sheet.paper);
    let by_kind = |kinds: Vec<(&'static str, &'static str, Symbol)>| {
        LayerStyle::ByValue(layer.keys.kind.clone(), add_unknown_kind(layer, kinds))
    };
    match class {
        LayerClass::Woods => {
            let crown =
                Stroke::mark("circle", colour(style.woods.crown), colour(style.woods.shade), 1.1);
            let edge = Stroke::line(colour(style.woods.shade), 0.2);
            LayerStyle::Single(Symbol::fill([
                Stroke::tint(colour(style.woods.tint)),
                Stroke::dots(1.7 * style.woods.spacing.get(), crown),
                edge,
            ]))
        }
        LayerClass::Orchard => {
            let crown =
                Stroke::mark("circle", colour(style.woods.crown), colour(style.woods.shade), 0.7);
            LayerStyle::Single(Symbol::fill([
                Stroke::tint(colour(style.woods.orchard_tint)),
                Stroke::dots(1.5 * style.woods.orchard_spacing.get(), crown),
            ]))
        }
        LayerClass::Field => {
            LayerStyle::Single(Symbol::fill([Stroke::dashes(colour(black), 0.15, 1.2, 0.8)]))
        }
        LayerClass::Marsh => {
            let reeds = Stroke::dashes(colour(style.water.line), 0.2, 2.0, 1.0);
            let edge = Stroke::dashes(colour(style.water.line), 0.15, 0.5, 0.5);
            LayerStyle::Single(Symbol::fill([Stroke::hatching(0, 1.0, reeds), edge]))
        }
        LayerClass::Impassable => {
            let lines = || Stroke::line(colour(black), 0.15);
            LayerStyle::Single(Symbol::fill([
                Stroke::hatching(45, 0.8, lines()),
                Stroke::hatching(-45, 0.8, lines()),
                Stroke::line(colour(black), 0.3),
            ]))
        }
        LayerClass::Water => LayerStyle::Single(Symbol::fill([
            Stroke::tint(colour(style.water.tint)),
            Stroke::line(colour(style.water.line), 2.0 * style.water.bank.get()),
        ])),
        LayerClass::Buildings => {
            let buildings = &style.buildings;
            let hatch = Stroke::line(colour(buildings.line), buildings.hatch.get());
            LayerStyle::Single(Symbol::fill([
                Stroke::tint(colour(buildings.tint)),
                Stroke::hatching(45, buildings.hatch_spacing.get(), hatch),
                Stroke::line(colour(buildings.line), buildings.outline.get()),
            ]))
        }
        // Levels are drawn over one another, which makes higher ones darker.
        LayerClass::Hill => LayerStyle::Single(Symbol::fill([
            Stroke::tint(translucent(style.hills.ink, 26)),
            Stroke::line(colour(style.hills.ink), 2.0 * style.hills.edge.get()),
        ])),
        LayerClass::Crest => {
            let line =
                Stroke::dashes(colour(style.hills.ink), 1.5 * style.hills.crest.get(), 2.4, 0.9);
            LayerStyle::Single(Symbol::line([line]))
        }
        LayerClass::Watercourse => by_kind(vec![
            ("river", "river", river(style, style.water.least_river.get())),
            (
                "stream",
                "stream",
                downstream(
                    style,
                    [Stroke::line(colour(style.water.line), style.water.stream.get())],
                ),
            ),
        ]),
        LayerClass::Crossing => by_kind(vec![
            (
                "bridge",
                "bridge",
                Symbol::marks([Stroke::mark("square", colour(paper), colour(black), 1.9)]),
            ),
            (
                "ford",
                "ford",
                Symbol::marks([Stroke::mark(
                    "cross2",
                    colour(black),
                    colour(style.water.line),
                    2.2,
                )]),
            ),
        ]),
        LayerClass::Road => {
            let roads = &style.roads;
            let lane = Stroke::dashes(
                colour(black),
                1.5 * roads.lane.get(),
                roads.lane_dash.get(),
                roads.lane_gap.get(),
            );
            let casing =
                |fill, width: f64, line: f64| cased(black, fill, width, width - 2.0 * line);
            by_kind(vec![
                ("pike", "pike", casing(roads.pike, roads.pike_width.get(), roads.pike_line.get())),
                ("road", "road", casing(roads.road, roads.road_width.get(), roads.road_line.get())),
                ("lane", "lane", Symbol::line([lane])),
            ])
        }
        LayerClass::Railroad => {
            let roads = &style.roads;
            let rail = roads.rail.get();
            let ties = || {
                let tie = Stroke::mark("line", colour(black), colour(black), 1.5 * roads.tie.get());
                Stroke::marks_along(roads.tie_spacing.get(), tie)
            };
            let solid = || Stroke::line(colour(black), rail);
            let broken = || Stroke::dashes(colour(black), rail, 2.2, 1.0);
            by_kind(vec![
                ("in-use", "in use", Symbol::line([solid(), ties()])),
                ("unfinished", "unfinished", Symbol::line([broken(), ties()])),
                ("cut", "cut", Symbol::line([broken()])),
            ])
        }
        LayerClass::Farm => LayerStyle::Single(Symbol::marks([Stroke::mark(
            "square",
            colour(black),
            colour(black),
            1.1,
        )])),
        LayerClass::Place => LayerStyle::Single(Symbol::marks([Stroke::mark(
            "circle",
            colour(style.sheet.accent),
            colour(paper),
            1.3,
        )])),
        LayerClass::Zone => LayerStyle::Single(Symbol::fill([Stroke::dashes(
            colour(style.sheet.accent),
            0.4,
            3.0,
            1.5,
        )])),
    }
}

/// Adds the entry for unknown kinds.
fn add_unknown_kind(
    layer: &Layer,
    mut kinds: Vec<(&'static str, &'static str, Symbol)>,
) -> Vec<(&'static str, &'static str, Symbol)> {
    let conspicuous = match layer.class.shape() {
        ShapeKind::Points => {
            Symbol::marks([Stroke::mark("star", colour(UNKNOWN), colour(UNKNOWN), 3.0)])
        }
        ShapeKind::Lines => Symbol::line([Stroke::line(colour(UNKNOWN), 0.6)]),
        ShapeKind::Polygons => Symbol::fill([Stroke::line(colour(UNKNOWN), 0.6)]),
    };
    kinds.push(("", OTHERS, conspicuous));
    kinds
}

/// A cased line: two outer lines with a fill between them, joined at junctions.
fn cased(line: Rgb, fill: Rgb, width: f64, inner: f64) -> Symbol {
    let inner = (inner * 100.0).round() / 100.0;
    Symbol::line([Stroke::line(colour(line), width), Stroke::line(colour(fill), inner).pass(1)])
}

fn river(style: &Style, width: f64) -> Symbol {
    let water = &style.water;
    let inner = ((width - 2.0 * water.bank.get()).max(0.2) * 100.0).round() / 100.0;
    let lines =
        [Stroke::line(colour(water.line), width), Stroke::line(colour(water.tint), inner).pass(1)];
    downstream(style, lines)
}

/// Adds arrowheads that show the drawing direction.
fn downstream(style: &Style, lines: impl IntoIterator<Item = Stroke>) -> Symbol {
    let ink = colour(style.water.line);
    let head = Stroke::mark("filled_arrowhead", ink.clone(), ink, 1.6);
    let heads = Stroke::marks_along(22.0, head).pass(2);
    Symbol::line(lines.into_iter().chain([heads]))
}

/// The style of an area map's places.
fn landmarks(layer: &Layer, style: &Style) -> LayerStyle {
    let (black, paper) = (colour(style.sheet.black), colour(style.sheet.paper));
    let mark = |shape, fill: &str, size| {
        Symbol::marks([Stroke::mark(shape, fill.to_owned(), black.clone(), size)])
    };
    let kinds = vec![
        ("town", "town", mark("circle", &paper, 2.0)),
        ("port", "port", mark("half_square", &paper, 2.4)),
        ("airfield", "airfield", mark("cross", &black, 3.0)),
        ("height", "height", mark("triangle", &black, 2.0)),
        ("fort", "fort", mark("square", &paper, 2.2)),
        ("bridge", "bridge", mark("line", &black, 3.0)),
        ("region", "region", mark("circle", &paper, 0.4)),
    ];
    LayerStyle::ByValue(layer.keys.kind.clone(), add_unknown_kind(layer, kinds))
}

/// The text style of a layer's names.
pub struct Lettering {
    ink: Rgb,
    /// The size in points, overridden by the expression if it depends on the feature.
    size: f64,
    size_expression: Option<String>,
    is_italic: bool,
}

/// The lettering of a layer; `None` where names would only clutter the map.
pub fn lettering(layer: &Layer, style: &Style) -> Option<Lettering> {
    let names = &style.names;
    let fixed_size =
        |ink, size: f64, is_italic| Some(Lettering { ink, size, size_expression: None, is_italic });
    let black = style.sheet.black;
    match layer.class {
        Class::Ground(LayerClass::Woods) => {
            fixed_size(style.woods.shade, names.wood.size.get(), true)
        }
        Class::Ground(LayerClass::Hill) => {
            fixed_size(style.hills.ink, names.knoll.size.get(), true)
        }
        Class::Ground(LayerClass::Watercourse) => {
            fixed_size(style.water.name, names.stream.size.get(), true)
        }
        Class::Ground(LayerClass::Road | LayerClass::Railroad) => {
            fixed_size(black, names.road.size.get(), false)
        }
        Class::Ground(LayerClass::Farm | LayerClass::Crossing | LayerClass::Field) => {
            fixed_size(black, names.farm.size.get(), true)
        }
        Class::Ground(LayerClass::Zone) => {
            fixed_size(style.sheet.accent, names.main.size.get(), true)
        }
        Class::Ground(LayerClass::Place) => {
            let [town, main, detail] =
                [&names.town, &names.main, &names.detail].map(|lettering| lettering.size.get());
            let rank = quote_column(&layer.keys.rank);
            let size_expression = format!(
                "CASE WHEN to_int({rank}) = 1 THEN {town} WHEN to_int({rank}) = 2 THEN {main} ELSE {detail} END"
            );
            Some(Lettering {
                ink: black,
                size: main,
                size_expression: Some(size_expression),
                is_italic: false,
            })
        }
        Class::Areas => fixed_size(black, names.main.size.get(), false),
        Class::Area(MapLayerClass::River | MapLayerClass::Water) => {
            fixed_size(style.water.name, names.river.size.get(), true)
        }
        Class::Area(MapLayerClass::Place) => fixed_size(black, names.farm.size.get(), true),
        _ => None,
    }
}

impl Lettering {
    /// The labels of a layer, with a halo in the paper colour.
    pub fn element(&self, layer: &Layer, style: &Style) -> Element {
        let name = match layer.class {
            Class::Areas => &layer.keys.id,
            _ => &layer.keys.name,
        };
        let buffer = Element::new("text-buffer")
            .with("bufferDraw", "1")
            .with("bufferSize", "0.6")
            .with("bufferSizeUnits", "MM")
            .with("bufferColor", colour(style.sheet.paper))
            .with("bufferOpacity", "0.85");
        let text = Element::new("text-style")
            .with("fieldName", name.as_str())
            .with("isExpression", "0")
            .with("fontSize", self.size.to_string())
            .with("fontSizeUnit", "Point")
            .with("fontItalic", if self.is_italic { "1" } else { "0" })
            .with("fontWeight", "50")
            .with("textColor", colour(self.ink))
            .with("textOpacity", "1")
            .with_child(buffer);
        // Labels are around points, along lines, or within polygons.
        let (placement, flags) = match layer.class.shape() {
            ShapeKind::Points => ("6", "1"),
            ShapeKind::Lines => ("3", "10"),
            ShapeKind::Polygons => ("4", "1"),
        };
        let placement = Element::new("placement")
            .with("placement", placement)
            .with("placementFlags", flags)
            // Map readers look for places first.
            .with("priority", if layer.class.has_place_names() { "9" } else { "5" })
            .with("dist", "0.8")
            .with("distUnits", "MM");
        // Only points are obstacles: names are readable over woods and hills, where QGIS would
        // otherwise omit them.
        let is_obstacle = matches!(layer.class.shape(), ShapeKind::Points);
        let rendering = Element::new("rendering")
            .with("mergeLines", "0")
            .with("obstacle", if is_obstacle { "1" } else { "0" });
        let mut settings = Element::new("settings")
            .with("calloutType", "simple")
            .with_child(text)
            .with_child(placement)
            .with_child(rendering);
        if let Some(size_expression) = &self.size_expression {
            let size = Setting::map([
                ("active", Setting::Bool(true)),
                ("expression", Setting::text(size_expression)),
                ("type", Setting::Integer(3)),
            ]);
            let defined = Setting::map([
                ("name", Setting::text("")),
                ("properties", Setting::map([("Size", size)])),
                ("type", Setting::text("collection")),
            ]);
            settings = settings
                .with_child(Element::new("dd_properties").with_child(defined.element(None)));
        }
        Element::new("labeling").with("type", "simple").with_child(settings)
    }
}
