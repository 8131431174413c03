//! Writes the display list of the bench's map as GeoJSON, to be drawn by other programs
//! (`benches/peers.py`): `cargo run --release -p sandtable-render --example layers -- FOLDER`.
//!
//! Coordinates are millimetres of paper, `y` up. `sheet.json` lists the files in drawing order,
//! each with the properties common to its features. Each curve becomes four line segments. Clip
//! paths, halos and the positions of glyphs after the first are omitted.

#[path = "../tests/support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path as FilePath, PathBuf};

use sandtable_cartography::{MapOptions, map_sheet};
use sandtable_render::Sheet;
use sandtable_sheet::{Cap, Ink, Item, Metadata, Path, Point, Segment, Symbol, pdf};
use serde_json::{Value, json};

/// Vertices per woods boundary and river, as in the bench: about 27,000 authored vertices in total.
const BENDS: u32 = 4_500;
/// The number of line segments for a curve.
const PIECES: u32 = 4;

/// The features of a layer grouped by style, in order of first use.
type FeatureGroups = Vec<(Value, Vec<Value>)>;

fn main() -> std::io::Result<()> {
    let folder: PathBuf = std::env::args_os().nth(1).expect("a folder to write into").into();
    fs::create_dir_all(&folder)?;
    let sheet = map_sheet(&support::battlefield(BENDS), &MapOptions::default());
    let mut files = Vec::new();
    for (index, layer) in sheet.layers.iter().enumerate() {
        let mut alike = FeatureGroups::new();
        layer.items.iter().for_each(|item| add(item, &sheet, &mut alike));
        for (number, (look, features)) in alike.into_iter().enumerate() {
            let name = format!("{index:02}-{}-{number}.geojson", layer.name.replace(' ', "-"));
            let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
            fs::write(folder.join(&name), text)?;
            files.push(json!({ "file": name, "look": look }));
        }
    }
    for (number, symbol) in sheet.symbols().iter().enumerate() {
        fs::write(folder.join(format!("symbol-{number}.svg")), svg(symbol))?;
    }
    write_sheet(&folder, &sheet, files)
}

fn write_sheet(folder: &FilePath, sheet: &Sheet, files: Vec<Value>) -> std::io::Result<()> {
    let size = [sheet.width, sheet.height].map(|side| side.millimetres());
    let sheets = std::slice::from_ref(sheet);
    let pdf_bytes = pdf(sheets, &Metadata::default()).map_or(0, |bytes| bytes.len());
    let list = json!({ "millimetres": size, "layers": files, "our_pdf_bytes": pdf_bytes });
    fs::write(folder.join("sheet.json"), list.to_string())
}

/// Adds the features of an item to the group with their style.
fn add(item: &Item, sheet: &Sheet, alike: &mut FeatureGroups) {
    let height = sheet.height.millimetres();
    let at = |point: Point| json!([round(point.x), round(height - point.y)]);
    let mut add_feature = |look: Value, geometry: Value, properties: Value| {
        let feature = json!({ "type": "Feature", "geometry": geometry, "properties": properties });
        match alike.iter_mut().find(|(other, _)| *other == look) {
            Some((_, features)) => features.push(feature),
            None => alike.push((look, vec![feature])),
        }
    };
    match item {
        Item::Fill { path, ink, .. } => {
            let rings: Vec<Value> = runs(path)
                .iter()
                .filter(|run| run.len() > 2)
                .map(|run| run.iter().chain(run.first()).copied().map(at).collect())
                .collect();
            // It is unknown which rings are holes, so all rings form one even-odd polygon.
            add_feature(
                json!({ "fill": colour(*ink) }),
                json!({ "type": "Polygon", "coordinates": rings }),
                json!({}),
            );
        }
        Item::Line { path, stroke } => {
            let lines: Vec<Value> = runs(path)
                .iter()
                .filter(|run| run.len() > 1)
                .map(|run| run.iter().copied().map(at).collect())
                .collect();
            let cap = if stroke.cap == Cap::Round { "round" } else { "butt" };
            let look = json!({ "line": colour(stroke.ink), "cap": cap, "dashes": stroke.dashes });
            let geometry = json!({ "type": "MultiLineString", "coordinates": lines });
            add_feature(look, geometry, json!({ "width": stroke.width }));
        }
        Item::Stamps { symbol, at: places } => {
            let this = sheet.symbol(*symbol);
            let number = sheet.symbols().iter().position(|other| std::ptr::eq(this, other));
            let places: Vec<Value> = places.iter().copied().map(at).collect();
            let geometry = json!({ "type": "MultiPoint", "coordinates": places });
            add_feature(json!({ "symbol": number }), geometry, json!({}));
        }
        Item::Text(run) => {
            let Some(first) = run.glyphs.first() else { return };
            let rotation = libm::atan2(first.slant.sine, first.slant.cosine).to_degrees();
            let geometry = json!({ "type": "Point", "coordinates": at(first.at) });
            let properties = json!({ "text": run.text, "size": run.size, "turned": rotation });
            add_feature(json!({ "text": colour(run.ink) }), geometry, properties);
        }
        Item::Clip { items, .. } => items.iter().for_each(|item| add(item, sheet, alike)),
    }
}

/// Returns the points of a path, grouped by line and ring.
fn runs(path: &Path) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for segment in path.segments() {
        match *segment {
            Segment::Move(to) => runs.push(vec![to]),
            Segment::Line(to) => runs.last_mut().expect("a path begins with a move").push(to),
            Segment::Cubic(a, b, to) => {
                let run = runs.last_mut().expect("a path begins with a move");
                let from = *run.last().expect("a run has its first point");
                run.extend(
                    (1..=PIECES)
                        .map(|i| curve_point(from, a, b, to, f64::from(i) / f64::from(PIECES))),
                );
            }
            Segment::Close => {
                let run = runs.last_mut().expect("a path begins with a move");
                run.extend(run.first().copied());
            }
        }
    }
    runs
}

/// Returns the point of a Bézier curve at a parameter from 0 to 1.
fn curve_point(from: Point, a: Point, b: Point, to: Point, share: f64) -> Point {
    let (ab, bc, cd) = (from.toward(a, share), a.toward(b, share), b.toward(to, share));
    ab.toward(bc, share).toward(bc.toward(cd, share), share)
}

/// Rounds to five decimal places.
fn round(millimetres: f64) -> f64 {
    (millimetres * 1e5).round() / 1e5
}

fn colour(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns a symbol as a separate drawing, in millimetres.
fn svg(symbol: &Symbol) -> String {
    let reach = symbol.reach;
    let side = reach * 2.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" viewBox=\"{} {} {side} {side}\">",
        -reach, -reach
    );
    for item in &symbol.items {
        let (path, paint) = match item {
            Item::Fill { path, ink, .. } => (path, format!("fill=\"{}\"", colour(*ink))),
            Item::Line { path, stroke } => (
                path,
                format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
                    colour(stroke.ink),
                    stroke.width
                ),
            ),
            // Symbols contain only filled shapes and lines.
            Item::Text(_) | Item::Stamps { .. } | Item::Clip { .. } => continue,
        };
        let d: String = path.segments().iter().map(path_data).collect();
        text += &format!("<path d=\"{d}\" {paint}/>");
    }
    text + "</svg>"
}

fn path_data(segment: &Segment) -> String {
    match segment {
        Segment::Move(p) => format!("M{} {}", p.x, p.y),
        Segment::Line(p) => format!("L{} {}", p.x, p.y),
        Segment::Cubic(a, b, p) => format!("C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, p.x, p.y),
        Segment::Close => "Z".to_owned(),
    }
}
