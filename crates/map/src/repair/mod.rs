//! `check --fix`: repairs in a map's layers what can be repaired without a doubt, by edits in the
//! author's text. Every byte that is not of a repaired geometry stays as it is.
//!
//! What cannot be repaired safely is left alone, and said. What was repaired is read again and checked
//! as any feature before it is given out.

pub(crate) mod polygon;
pub(crate) mod snap;
pub(crate) mod text;
pub(crate) mod union;

use std::ops::Range;

use sandtable_pack::PaperLength;
use sandtable_source::{FileId, Files, ProjectPath, Span};

use crate::checks::measure::VISIBLE;
use crate::geojson;
use crate::geojson::Feature;
use crate::geojson::shape;
use crate::geojson::shape::{Shape, ShapeKind};
use crate::layers::feature;
use crate::mistakes::misplaced;
use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::LayerClass;
use sandtable_authored::{Reporter, SourceReader};

/// What was repaired in the layers of a map.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// The layers in which something was repaired or left, in the order of the map.
    pub layers: Vec<RepairedLayer>,
}

/// What was repaired in one layer.
#[derive(Clone, Debug)]
pub struct RepairedLayer {
    /// The layer's file.
    pub path: ProjectPath,
    /// As it is shown to people.
    pub shown: String,
    /// The file with what was repaired, unless nothing was.
    pub text: Option<String>,
    /// Feature by feature.
    pub features: Vec<RepairedFeature>,
}

/// What was done to one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairedFeature {
    /// Its id; empty if it has none.
    pub id: String,
    /// The line on which it begins.
    pub line: u32,
    /// What was done, in the order in which it was.
    pub done: Vec<String>,
    /// That nothing was done but to turn outlines round, which nobody sees.
    pub is_turned_only: bool,
    /// Square metres before and after, of polygons.
    pub area: Option<(f64, f64)>,
    /// Why it was left as it is, or what of it was.
    pub left: Option<String>,
    /// The stretches of the file, in bytes, that were written anew, and what stands there now.
    pub edits: Vec<(Range<usize>, String)>,
}

/// How a feature's geometry is written anew.
pub(crate) struct Repair {
    done: Vec<String>,
    is_turned_only: bool,
    area: Option<(f64, f64)>,
    /// Stretches of the file and what stands there instead.
    edits: Vec<(Range<usize>, String)>,
}

/// What came of looking at a feature.
pub(crate) enum Verdict {
    /// Nothing is wrong that could be repaired.
    Good,
    Repairs(Repair),
    Left(String),
}

/// Repairs the layers of a scenario's map or of a map.
pub fn repair(files: &dyn Files, path: &ProjectPath) -> Repairs {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    find_map(&mut sources, &mut reporter, path)
        .and_then(|path| repair_map(&mut sources, &mut reporter, &path))
        .unwrap_or_default()
}

/// The map that a file is, or speaks of.
fn find_map(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<ProjectPath> {
    let file = sources.read_text(reporter, path, None)?;
    let tree = sources.parse(reporter, file)?;
    match FileKind::of(&tree) {
        Some(FileKind::Map) => Some(path.clone()),
        Some(FileKind::Scenario) => match &tree.entry("map")?.value.value {
            sandtable_source::Value::Text(map) => path.refer(map, sandtable_source::LEVELS_UP),
            _ => None,
        },
        _ => None,
    }
}

fn repair_map(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<Repairs> {
    let file = sources.read_text(reporter, path, None)?;
    let map: authored::Map = sources.read_tree(reporter, file, FileKind::Map)?;
    let frame = crate::frame::read(reporter, &crate::frame::Framed::of(&map))?;
    let mut sheets: Vec<Sheet> = Vec::new();
    for layer in &map.layers.value {
        let Some(path) = path.refer(&layer.file.value, 0) else { continue };
        // Of what class it is cannot be known.
        if reporter.is_stand_in(layer.class.span) {
            continue;
        }
        // A file that is listed twice is one mistake of the map's.
        if sheets.iter().any(|sheet| sheet.path == path) {
            continue;
        }
        let Some(file) = feature::open(sources, reporter, &path, &layer.file) else { continue };
        sheets.push(Sheet { path, file, class: layer.class.value, key: layer.id.clone() });
    }
    let visible = map.scale.0.to_ground(PaperLength::from_millimetres(VISIBLE));
    let visible = visible.map_or(0.0, |visible| f64::from(visible.centimetres()));
    let snaps = snap::Snaps::of(sources, reporter, &frame, map.scale.0, &sheets);
    let table = Table { frame, snaps, visible };
    let layers = sheets.iter().filter_map(|sheet| repair_layer(sources, reporter, &table, sheet));
    Some(Repairs { layers: layers.collect() })
}

/// What the layers of a map are repaired by.
struct Table {
    frame: Frame,
    snaps: snap::Snaps,
    /// What is narrower, in centimetres, nobody sees.
    visible: f64,
}

/// A layer's file that was read.
pub(crate) struct Sheet {
    path: ProjectPath,
    file: FileId,
    class: LayerClass,
    /// The property that holds the id.
    key: Option<String>,
}

impl Sheet {
    /// Each feature that can be read, with its id.
    fn each(
        &self,
        sources: &SourceReader<'_>,
        reporter: &mut Reporter,
        mut take: impl FnMut(&Feature<'_>, String),
    ) {
        let text = sources.texts.file(self.file).text();
        for at in geojson::features(sources, reporter, self.file).into_iter().flatten() {
            if let Some(feature) = geojson::feature(reporter, self.file, text, at) {
                let key = self.key.as_deref().unwrap_or("id");
                let id = feature.written_id(key).unwrap_or_default();
                take(&feature, id);
            }
        }
    }
}

fn repair_layer(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    table: &Table,
    sheet: &Sheet,
) -> Option<RepairedLayer> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut found: Vec<(Span, RepairedFeature)> = Vec::new();
    sheet.each(sources, reporter, |feature, id| {
        let (done, edits_of_it) = (Vec::new(), Vec::new());
        let mut repaired = RepairedFeature {
            id,
            line: 0,
            done,
            is_turned_only: false,
            area: None,
            left: None,
            edits: edits_of_it,
        };
        match repair_feature(table, sheet, feature) {
            Verdict::Good => return,
            Verdict::Left(why) => repaired.left = Some(why),
            Verdict::Repairs(repair) => {
                repaired.done = repair.done;
                repaired.is_turned_only = repair.is_turned_only;
                repaired.area = repair.area;
                repaired.edits.clone_from(&repair.edits);
                edits.extend(repair.edits);
            }
        }
        found.push((feature.head(), repaired));
    });
    if found.is_empty() {
        return None;
    }
    let source = sources.texts.file(sheet.file);
    let line = |span: Span| source.position(span.start as usize).line;
    let features =
        found.into_iter().map(|(span, feature)| RepairedFeature { line: line(span), ..feature });
    let text = (!edits.is_empty()).then(|| text::edited(source.text(), edits));
    Some(RepairedLayer {
        path: sheet.path.clone(),
        shown: source.path().to_owned(),
        text,
        features: features.collect(),
    })
}

fn repair_feature(table: &Table, sheet: &Sheet, feature: &Feature<'_>) -> Verdict {
    // What cannot be read or lies elsewhere has its own finding: only its author can help.
    let Ok(shape) = feature.shape() else { return Verdict::Good };
    if !misplaced::is_near(&table.frame, &shape) {
        return Verdict::Good;
    }
    match (shape.kind, sheet.class) {
        (ShapeKind::Polygons, _) => polygon::repair(&table.frame, table.visible, feature, &shape),
        (ShapeKind::Lines, _) => table.snaps.lines(sheet, feature, &shape),
        (ShapeKind::Points, LayerClass::Crossing) => table.snaps.point(sheet, feature, &shape),
        (ShapeKind::Points, _) => Verdict::Good,
    }
}

/// Leaves out the repeated positions of lines, and puts new positions in the place of some.
fn lines(feature: &Feature<'_>, shape: &Shape, moved: Vec<(usize, text::Corner)>) -> Verdict {
    let Some((_, coordinates)) = &shape.written else { return Verdict::Good };
    let mut repeated = 0;
    let mut parts = Vec::new();
    for range in shape.rings() {
        let mut line: Vec<text::Corner> = Vec::new();
        for position in range.clone() {
            if position > range.start && shape.positions[position] == shape.positions[position - 1]
            {
                repeated += 1;
                line.pop();
            }
            let new = moved.iter().find(|(moved, _)| *moved == position);
            line.push(new.map_or(text::Corner::Kept(position), |(_, corner)| *corner));
        }
        // A line that goes nowhere is its author's to draw.
        if line.len() < 2 {
            return Verdict::Good;
        }
        parts.push(vec![line]);
    }
    if repeated == 0 && moved.is_empty() {
        return Verdict::Good;
    }
    let style = text::Style::of(feature, shape, coordinates);
    let edits = vec![(coordinates.clone(), style.lines(&parts))];
    let done = Vec::from_iter((repeated > 0).then(|| removed_repeated(repeated)));
    Verdict::Repairs(Repair { done, is_turned_only: false, area: None, edits })
}

fn removed_repeated(count: usize) -> String {
    format!("removed {}", counted(count, "repeated position"))
}

/// "one spike", "3 spikes".
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("one {what}"),
        count => format!("{count} {what}s"),
    }
}

/// The shape of a text that stands for a feature's geometry.
fn reread(kind: &str, coordinates: &str) -> Option<Shape> {
    let text = format!("{{\"type\": \"{kind}\", \"coordinates\": {coordinates}}}");
    shape::shape(&text, 0..text.len()).ok()
}
