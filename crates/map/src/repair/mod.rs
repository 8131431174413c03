//! `check --fix`: repairs unambiguous mistakes in a map's layers by editing the author's text.
//! Bytes outside repaired geometries stay unchanged.
//!
//! Reports unsafe repairs without making them. Re-reads and checks repaired features before output.

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

/// The repairs in the layers of a map.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// The layers with repaired or unrepaired features, in map order.
    pub layers: Vec<RepairedLayer>,
}

/// The repairs in one layer.
#[derive(Clone, Debug)]
pub struct RepairedLayer {
    /// The layer's file.
    pub path: ProjectPath,
    /// The file's path for messages.
    pub shown: String,
    /// The text of the repaired file; `None` if nothing was repaired.
    pub text: Option<String>,
    /// The repairs by feature.
    pub features: Vec<RepairedFeature>,
}

/// The repairs of one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairedFeature {
    /// The feature's id; empty if it has none.
    pub id: String,
    /// The line on which the feature starts.
    pub line: u32,
    /// The repairs in order.
    pub repairs: Vec<String>,
    /// Whether the only repair was to rewind outlines, which is invisible.
    pub is_turned_only: bool,
    /// The area of polygons before and after the repair, in square metres.
    pub area: Option<(f64, f64)>,
    /// The reason why the feature was not repaired, or only partly.
    pub unrepaired_reason: Option<String>,
    /// The replaced byte ranges of the file, with their new text.
    pub edits: Vec<(Range<usize>, String)>,
}

/// The repair of a feature's geometry.
pub(crate) struct Repair {
    repairs: Vec<String>,
    is_turned_only: bool,
    area: Option<(f64, f64)>,
    /// The replaced ranges of the file, with their new text.
    edits: Vec<(Range<usize>, String)>,
}

/// The result of checking a feature.
pub(crate) enum Verdict {
    /// The feature needs no repair.
    Good,
    Repairs(Repair),
    Left(String),
}

/// Repairs the layers of a map file, or of a scenario's map.
pub fn repair(files: &dyn Files, path: &ProjectPath) -> Repairs {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    find_map(&mut sources, &mut reporter, path)
        .and_then(|path| repair_map(&mut sources, &mut reporter, &path))
        .unwrap_or_default()
}

/// The map in a file, or the map that a scenario names.
fn find_map(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<ProjectPath> {
    let file = sources.read_text(reporter, path, None)?;
    let tree = sources.parse(reporter, file)?;
    match FileKind::detect(&tree) {
        Some(FileKind::Map) => Some(path.clone()),
        Some(FileKind::Scenario) => match &tree.entry("map")?.value.value {
            sandtable_source::Value::Text(map) => path.resolve(map, sandtable_source::LEVELS_UP),
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
    let frame = crate::frame::read(reporter, &crate::frame::AuthoredLimits::of(&map))?;
    let mut sheets: Vec<Sheet> = Vec::new();
    for layer in &map.layers.value {
        let Some(path) = path.resolve(&layer.file.value, 0) else { continue };
        // The class is invalid.
        if reporter.is_stand_in(layer.class.span) {
            continue;
        }
        // Duplicate files are a mistake in the map, not in a layer.
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

/// Shared data for repairing the layers of a map.
struct Table {
    frame: Frame,
    snaps: snap::Snaps,
    /// The width below which shapes are invisible, in centimetres.
    visible: f64,
}

/// A layer file.
pub(crate) struct Sheet {
    path: ProjectPath,
    file: FileId,
    class: LayerClass,
    /// The id property.
    key: Option<String>,
}

impl Sheet {
    /// Passes each readable feature with its id to `take`.
    fn for_each(
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
    sheet.for_each(sources, reporter, |feature, id| {
        let (done, edits_of_it) = (Vec::new(), Vec::new());
        let mut repaired = RepairedFeature {
            id,
            line: 0,
            repairs: done,
            is_turned_only: false,
            area: None,
            unrepaired_reason: None,
            edits: edits_of_it,
        };
        match repair_feature(table, sheet, feature) {
            Verdict::Good => return,
            Verdict::Left(why) => repaired.unrepaired_reason = Some(why),
            Verdict::Repairs(repair) => {
                repaired.repairs = repair.repairs;
                repaired.is_turned_only = repair.is_turned_only;
                repaired.area = repair.area;
                repaired.edits.clone_from(&repair.edits);
                edits.extend(repair.edits);
            }
        }
        found.push((feature.label_span(), repaired));
    });
    if found.is_empty() {
        return None;
    }
    let source = sources.texts.file(sheet.file);
    let line = |span: Span| source.position(span.start as usize).line;
    let features =
        found.into_iter().map(|(span, feature)| RepairedFeature { line: line(span), ..feature });
    let text = (!edits.is_empty()).then(|| text::apply_edits(source.text(), edits));
    Some(RepairedLayer {
        path: sheet.path.clone(),
        shown: source.path().to_owned(),
        text,
        features: features.collect(),
    })
}

fn repair_feature(table: &Table, sheet: &Sheet, feature: &Feature<'_>) -> Verdict {
    // Unreadable and misplaced features have separate diagnostics, and only their author can fix
    // them.
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

/// Removes repeated positions from lines, and replaces moved ones.
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
        // Only the author can fix a line with no length.
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
    let done = Vec::from_iter((repeated > 0).then(|| removed_repeats_text(repeated)));
    Verdict::Repairs(Repair { repairs: done, is_turned_only: false, area: None, edits })
}

fn removed_repeats_text(count: usize) -> String {
    format!("removed {}", count_of(count, "repeated position"))
}

/// Formats a count, such as "one spike" or "3 spikes".
fn count_of(count: usize, noun: &str) -> String {
    match count {
        1 => format!("one {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Parses repaired coordinates again.
fn reread(kind: &str, coordinates: &str) -> Option<Shape> {
    let text = format!("{{\"type\": \"{kind}\", \"coordinates\": {coordinates}}}");
    shape::shape(&text, 0..text.len()).ok()
}
