//! Converts external polygons, such as municipalities, to the areas of a map. Groups polygons by a
//! table, dissolves and simplifies them, and drafts a graph.

pub(crate) mod output;
pub(crate) mod table;

use std::collections::BTreeSet;

use sandtable_pack::{GroundLength, GroundPoint, Polygon, double_area};
use sandtable_source::{
    Diagnostic, Diagnostics, Files, ProjectPath, SourceMap, Span, code, message,
};
use sandtable_terrain::{Arcs, Corner, Mesh};

use crate::areas::table::{Group, Table};
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::{
    BorderDrawing, DrawnArea, DrawnLine, Ids, MAX_LAYER_BYTES, Tie, default_along,
};
use sandtable_map::{IdOf, Layer, LayerSource, area_bounds, area_lines, area_polygons};

/// The inputs and options of an import.
pub struct AreaImport {
    /// The polygons.
    pub polygons: ProjectPath,
    /// The property that holds the polygons' names.
    pub property: String,
    /// The table that assigns polygons to areas.
    pub table: ProjectPath,
    /// River lines, which may run along borders.
    pub rivers: Option<ProjectPath>,
    /// Road lines, which may cross borders.
    pub roads: Option<ProjectPath>,
    /// The distance within which vertices are merged.
    pub snap: GroundLength,
    /// The side of the smallest square to keep. Vertices that form smaller triangles are removed; 0
    /// keeps all.
    pub detail: GroundLength,
    /// The distance within which a river runs along a border. By default, it equals that of a map
    /// without a setting (FAB-G13). It is at least `detail`, because simplification moves borders
    /// by up to that distance.
    pub along: Option<GroundLength>,
}

/// The result of an import.
pub struct ImportedAreas {
    /// The polygons of the areas, as GeoJSON.
    pub areas: String,
    /// Areas and edges in scenario syntax.
    pub graph: String,
    /// A short summary.
    pub summary: String,
}

/// A part of a feature, the unit of grouping.
pub(crate) struct Part {
    /// The index of the feature.
    feature: usize,
    /// The number of the part; the largest part is 1.
    number: usize,
    polygon: Polygon,
}

/// Imports areas and reports every mistake in one run. If there are errors, it returns no files to
/// write.
pub fn import_areas(
    files: &dyn Files,
    import: &AreaImport,
) -> (Option<ImportedAreas>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let imported = run_import(&mut sources, &mut reporter, import);
    let failed = reporter.diagnostics.has_errors();
    (imported.filter(|_| !failed), reporter.close(), sources.texts)
}

fn run_import(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &AreaImport,
) -> Option<ImportedAreas> {
    let table = Table::read(sources, reporter, &import.table);
    let polygons = open(sources, reporter, &import.polygons)?;
    let frame = frame(&sources.texts, reporter, polygons)?;
    let property = import.property.as_str();
    let layer = Layer { source: polygons, id: IdOf::Name(property), name: None, noun: "polygon" };
    let mut features = Vec::new();
    let mut ids = Ids::new();
    if !area_polygons(sources, reporter, &frame, &layer, &mut ids, &mut features).is_whole {
        return None;
    }
    let rivers = lines(sources, reporter, &frame, import.rivers.as_ref(), "river");
    let roads = lines(sources, reporter, &frame, import.roads.as_ref(), "road");
    let parts = parts(&features);
    let (groups, grouping) = table?.into_groups(reporter, &features, &parts)?;
    let raw: Vec<Vec<Polygon>> = parts.iter().map(|part| vec![part.polygon.clone()]).collect();
    let mesh = Mesh::new(&raw, import.snap);
    let overlapping = report_overlaps(reporter, &frame, &mesh, &features, &parts);
    let joined = mesh.arcs().merge(&grouping);
    let areas = joined.simplified(import.detail);
    let pieces = areas.polygons();
    let is_reported = |group: usize| overlapping.iter().any(|&part| grouping[part] == Some(group));
    report_vanished(reporter, &groups, &pieces, is_reported);
    report_detached(reporter, &groups, &grouping, &pieces, &features, &parts, &joined);
    let along = import.along.unwrap_or_else(|| default_along(import.snap).max(import.detail));
    let drawing =
        BorderDrawing { arcs: &areas, rivers: &rivers, roads: &roads, snap: import.snap, along };
    let (ties, _) = drawing.ties();
    let is_merged = |(part, group): (&Part, &Option<usize>)| group.map(|_| part.feature);
    let merged: BTreeSet<usize> = parts.iter().zip(&grouping).filter_map(is_merged).collect();
    Some(ImportedAreas {
        areas: output::geojson(&frame, &groups, &pieces),
        graph: output::graph(&groups, &pieces, &ties),
        summary: format!(
            "merged {} into {}; {} with a shared border, {} touching only at vertices",
            count(merged.len(), "polygon"),
            count(groups.len(), "area"),
            count(ties.len(), "pair"),
            count_vertex_pairs(&mesh, &grouping, &ties)
        ),
    })
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Counts area pairs that touch only at vertices.
fn count_vertex_pairs(mesh: &Mesh, grouping: &[Option<usize>], ties: &[Tie]) -> usize {
    let areas = |corner: Corner| {
        let [one, other] = corner.areas.map(|part| grouping[part]);
        Some([one?.min(other?), one?.max(other?)])
    };
    let mut pairs: Vec<[usize; 2]> = mesh.corners().into_iter().filter_map(areas).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|pair| pair[0] != pair[1] && ties.iter().all(|tie| tie.areas != *pair));
    pairs.len()
}

/// Reads a GeoJSON file from the command line.
fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<LayerSource> {
    let bytes = sources.read_bytes(reporter, path, MAX_LAYER_BYTES, None)?;
    let file = sources.add_file(reporter, path, bytes)?;
    Some(LayerSource { file, at: Span::new(file, 0..0) })
}

/// Returns a frame around all polygons of a file. It must be near them, but its exact position does
/// not matter.
fn frame(texts: &SourceMap, reporter: &mut Reporter, polygons: LayerSource) -> Option<Frame> {
    let Some([west, south, east, north]) = area_bounds(texts, reporter, polygons.file)? else {
        reporter.diagnostics.push(
            Diagnostic::new(code::LAYER_EMPTY, "no polygons in this file")
                .at(polygons.at, "no polygons here")
                .help("pass the GeoJSON file with the polygons of the areas"),
        );
        return None;
    };
    let centre =
        Coordinate { longitude: f64::midpoint(west, east), latitude: f64::midpoint(south, north) };
    let side = GroundLength::from_metres(100_000);
    Some(Frame::new(centre, side, side, 0.0))
}

fn lines(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    frame: &Frame,
    path: Option<&ProjectPath>,
    noun: &'static str,
) -> Vec<DrawnLine> {
    let mut drawn = Vec::new();
    let opened = path.and_then(|path| open(sources, reporter, path));
    if let Some(opened) = opened {
        let layer = Layer { source: opened, id: IdOf::Number, name: None, noun };
        area_lines(sources, reporter, frame, &layer, &mut Ids::new(), &mut drawn);
    }
    drawn
}

/// The parts of all features, sorted by size within each feature.
fn parts(features: &[DrawnArea]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (feature, drawn) in features.iter().enumerate() {
        let mut own: Vec<&Polygon> = drawn.parts.iter().collect();
        own.sort_by_key(|polygon| std::cmp::Reverse(double_area(&polygon.exterior).abs()));
        parts.extend(own.into_iter().zip(1..).map(|(polygon, number)| Part {
            feature,
            number,
            polygon: polygon.clone(),
        }));
    }
    parts
}

/// Reports overlapping polygons, which would make areas overlap, and returns the parts.
fn report_overlaps(
    reporter: &mut Reporter,
    frame: &Frame,
    mesh: &Mesh,
    features: &[DrawnArea],
    parts: &[Part],
) -> Vec<usize> {
    let overlaps = mesh.overlaps();
    for overlap in &overlaps {
        let [one, other] = overlap.areas.map(|part| &features[parts[part].feature]);
        let at = frame.point_to_coordinate(overlap.at);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::POLYGONS_OVERLAP,
                message!("`{}` overlaps `{}`", table::table_name(one), table::table_name(other)),
            )
            .rule("FAB-V10")
            .at(
                other.at,
                format!(
                    "they share {:.0} m², at longitude {:.5}, latitude {:.5}",
                    overlap.ground, at.longitude, at.latitude
                ),
            )
            .also(one.at, "the other polygon")
            .help("clip one of them: in QGIS, Vector › Geoprocessing Tools › Difference…"),
        );
    }
    overlaps.into_iter().flat_map(|overlap| overlap.areas).collect()
}

/// Reports areas that vanish when vertices are merged, unless they overlap others.
fn report_vanished(
    reporter: &mut Reporter,
    groups: &[Group],
    pieces: &[Vec<Polygon>],
    is_reported: impl Fn(usize) -> bool,
) {
    for (number, (group, pieces)) in groups.iter().zip(pieces).enumerate() {
        if !pieces.is_empty() || is_reported(number) {
            continue;
        }
        reporter.diagnostics.push(
            Diagnostic::new(
                code::AREA_SWALLOWED,
                message!("`{}` vanishes when its vertices snap together", group.id),
            )
            .rule("FAB-G11")
            .at(group.at, "its polygons are narrower than `--snap` everywhere")
            .help("use a shorter distance, such as `--snap 1m`"),
        );
    }
}

/// Reports areas with a detached part, which the author can assign to a neighbour.
fn report_detached(
    reporter: &mut Reporter,
    groups: &[Group],
    grouping: &[Option<usize>],
    pieces: &[Vec<Polygon>],
    features: &[DrawnArea],
    parts: &[Part],
    joined: &Arcs,
) {
    for (area, polygons) in pieces.iter().enumerate() {
        // The first is the largest.
        for piece in polygons.iter().skip(1) {
            let Some(neighbour) = neighbour(joined, area, piece) else { continue };
            let is_in = |part: &&Part| {
                part.polygon.exterior.iter().any(|&at| piece.contains(at))
                    && !polygons[0].exterior.iter().any(|&at| part.polygon.contains(at))
            };
            let own = grouping.iter().zip(parts).filter(|(of, _)| **of == Some(area));
            let Some(part) = own.map(|(_, part)| part).find(is_in) else { continue };
            let feature = &features[part.feature];
            let (id, number) = (table::table_name(feature), part.number);
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::AREA_IN_PIECES,
                    message!("part of area `{}` is detached", groups[area].id),
                )
                .at(groups[area].at, format!("next to `{}`", groups[neighbour].id))
                .also(feature.at, format!("part {number} of this polygon"))
                .help(format!(
                    "assign it to its neighbour with a separate line: `{id}#{number},{}`",
                    groups[neighbour].id
                )),
            );
        }
    }
}

/// Returns the neighbour with the longest border to a detached part of an area.
fn neighbour(arcs: &Arcs, area: usize, piece: &Polygon) -> Option<usize> {
    let corners: BTreeSet<&GroundPoint> = piece.exterior.iter().collect();
    let adjacent = arcs.iter().filter_map(|arc| match (arc.left, arc.right) {
        (Some(one), Some(other)) if one == area => Some((other, arc)),
        (Some(other), Some(one)) if one == area => Some((other, arc)),
        _ => None,
    });
    let ends = |arc: &sandtable_terrain::Arc| {
        [arc.line.first(), arc.line.last()].into_iter().flatten().all(|at| corners.contains(at))
    };
    let matching = adjacent.filter(|(_, arc)| ends(arc));
    matching.max_by_key(|(_, arc)| arc.line.len()).map(|(other, _)| other)
}
