//! Every style value that a map may change prints at both ends of its range.

use sandtable_pack::{
    Elevation, ElevationGrid, GroundLength, GroundPoint, MapStyle, Pack, Scale, Style, StyleName,
};
use sandtable_render::{Format, PrintOrder, Product, Target, print};
use serde_json::{Value, json};

use crate::support;

/// Candidate minimum and maximum values; the first one that the style accepts is used.
const RANGE_CANDIDATES: [[&str; 6]; 2] = [
    ["0.02 mm", "0.2 mm", "5 pt", "0.1 m", "0", "1"],
    ["100 mm", "10 mm", "200 pt", "1000 m", "500", "50"],
];

/// Returns the style with all values of a section at one end.
fn at_end(section: &str, end: usize) -> Style {
    let built_in = Style::built_in(StyleName::Staff);
    let mut style = serde_json::to_value(built_in).expect("a style is JSON");
    style["relief"] = json!({ "hachures": true, "contours": true, "shading": true });
    let mut changed = 0;
    for pointer in leaves(&style[section], &format!("/{section}")) {
        let before = style.pointer(&pointer).expect("the pointer was found").clone();
        let ends = RANGE_CANDIDATES[end].iter().map(|text| match &before {
            Value::String(_) => json!(text),
            _ => text.parse::<f64>().map_or(Value::Null, |number| json!(number)),
        });
        let accepted = ends.chain([json!(1.0)]).find(|value| {
            *style.pointer_mut(&pointer).expect("style value") = value.clone();
            serde_json::from_value::<Style>(style.clone()).is_ok()
        });
        changed += usize::from(accepted.is_some());
        if accepted.is_none() {
            // Colours, fonts and switches have no range.
            *style.pointer_mut(&pointer).expect("style value") = before;
        }
    }
    assert!(changed > 0, "{section}");
    serde_json::from_value(style).expect("valid style")
}

/// Returns the JSON pointers of the values in a table.
fn leaves(table: &Value, at: &str) -> Vec<String> {
    match table {
        Value::Object(keys) => {
            keys.iter().flat_map(|(key, value)| leaves(value, &format!("{at}/{key}"))).collect()
        }
        _ => vec![at.to_owned()],
    }
}

/// Prints a small map in a style, with or without relief, at home and for a shop.
fn prints(style: &Style, has_relief: bool) {
    let mut parts = support::battlefield(12).into_parts();
    let own = Some(Box::new(style.clone()));
    parts.style = MapStyle { name: StyleName::Staff, own, ..MapStyle::default() };
    parts.elevation = has_relief.then(coarse_ground);
    let pack = Pack::new(parts).expect("valid style");
    for target in [Target::Home, Target::Shop(Box::default())] {
        let order = PrintOrder {
            products: vec![Product::Map],
            formats: vec![Format::Pdf, Format::Png],
            dpi: 50,
            scale: Scale::new(200_000),
            target,
            ..PrintOrder::default()
        };
        for file in print(&pack, &order).expect("printable order").files {
            file.write(std::io::sink()).expect("writable file");
        }
    }
}

/// Returns elevation waves of 30 m, sampled every 100 m.
fn coarse_ground() -> ElevationGrid {
    let (columns, rows) = (83, 83);
    let heights = (0..columns * rows).map(|index| {
        let (column, row) = (index % columns, index / columns);
        let wave = libm::sin(f64::from(column) * 0.4) * libm::cos(f64::from(row) * 0.3);
        Elevation::from_metres_rounded(150.0 + 30.0 * wave).expect("elevation within range")
    });
    ElevationGrid {
        origin: GroundPoint::from_metres(-100, -100),
        cell: GroundLength::from_metres(100),
        columns,
        rows,
        heights: heights.collect(),
    }
}

#[test]
fn style_values_print_at_both_ends() {
    let sections = [
        "hachures",
        "contours",
        "shading",
        "woods",
        "water",
        "roads",
        "buildings",
        "hills",
        "names",
    ];
    for section in sections {
        for end in [0, 1] {
            for has_relief in [true, false] {
                prints(&at_end(section, end), has_relief);
            }
        }
    }
}

/// The two edge lines leave no space between them.
#[test]
fn prints_road_narrower_than_lines() {
    let mut style =
        serde_json::to_value(Style::built_in(StyleName::Plain)).expect("a style is JSON");
    style["roads"]["road_line"] = json!("1 mm");
    style["roads"]["pike_line"] = json!("0.6 mm");
    prints(&serde_json::from_value(style).expect("valid style"), true);
}
