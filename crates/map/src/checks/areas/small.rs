//! Features that nobody can see at the map's scale: splinters left by cutting, single houses in a
//! layer of town blocks, lines that are hardly points.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, GroundPoint, Polygon, Polyline};
use sandtable_source::{Diagnostic, FileId, Span, code, first_few};

use crate::checks::measure::{VISIBLE, area, length, near, on_paper};
use crate::geometry::shared_ground::{area_of, breadth};
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// A line shorter than this on paper, in millimetres, is a point: 16 m at 1:16,000.
const SHORTEST: f64 = 1.0;

/// What is so many times as long as it is wide is a splinter.
const SPLINTER: f64 = 5.0;

/// A feature that is too small, or a part of one.
struct Small<'g> {
    id: &'g FeatureId,
    span: Span,
    message: String,
    place: GroundPoint,
}

/// Reports each file's small features by the first of them.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let mut all: Vec<Small<'_>> = Vec::new();
    let (map, scenery) = (&ground.map, &ground.scenery);
    let areas = [&map.woods, &map.buildings, &map.marsh, &map.impassable];
    let areas = areas.into_iter().chain([&scenery.orchards, &scenery.fields]).flatten();
    let areas = areas.map(|area| (&area.id, &area.parts));
    let areas = areas.chain(map.hills.iter().map(|hill| (&hill.id, &hill.parts)));
    for (id, parts) in areas {
        if let Some(&span) = ground.spans.get(id.as_str()) {
            all.extend(small_area(ground, id, span, parts));
        }
    }
    let roads = map.roads.iter().map(|road| (&road.id, &road.parts));
    let waters = map.watercourses.iter().map(|water| (&water.id, &water.parts));
    for (id, parts) in roads.chain(waters) {
        if let Some(&span) = ground.spans.get(id.as_str()) {
            all.extend(small_line(ground, id, span, parts));
        }
    }
    let mut by_file: BTreeMap<FileId, Vec<Small<'_>>> = BTreeMap::new();
    for small in all {
        by_file.entry(small.span.file).or_default().push(small);
    }
    for small in by_file.into_values() {
        let Some(first) = small.first() else { continue };
        let mut diagnostic = Diagnostic::new(code::TOO_SMALL, first.message.clone())
            .at(first.span, near(ground, first.place))
            .help(format!(
                "what is less than {} wide at {} decides nothing: take it out, or draw its group as one outline",
                length(f64::from(on_paper(ground, VISIBLE))),
                map.scale
            ));
        if small.len() > 1 {
            let named: Vec<String> =
                small[1..].iter().map(|small| format!("`{}`", small.id)).collect();
            diagnostic = diagnostic
                .help(format!("the same holds in this layer for {}", first_few(&named, 4)));
        }
        reporter.diagnostics.push(diagnostic);
    }
}

fn small_area<'g>(
    ground: &Ground,
    id: &'g FeatureId,
    span: Span,
    parts: &[Polygon],
) -> Option<Small<'g>> {
    let narrowest = f64::from(on_paper(ground, VISIBLE));
    let small: Vec<&Polygon> = parts
        .iter()
        .filter(|part| {
            // What the frame cuts off may be larger outside.
            let cut = part.exterior.iter().any(|&corner| edge_at(&ground.frame, corner).is_some());
            !cut && breadth(area_of(part), outline(part)) < narrowest
        })
        .collect();
    let first = small.first()?;
    let what = match small.len() == parts.len() {
        true => format!("`{id}`"),
        false => format!("a part of `{id}`"),
    };
    let (around, scale) = (outline(first), ground.map.scale);
    let width = breadth(area_of(first), around);
    // A splinter is long, and what cannot be seen of it is its width.
    let message = match around / 2.0 > SPLINTER * width {
        true => format!(
            "{what}, {} wide and {} long, is too narrow to be seen at {scale}",
            length(width),
            length(around / 2.0)
        ),
        false => format!("{what}, {}, is too small to be seen at {scale}", area(area_of(first))),
    };
    Some(Small { id, span, message, place: first.exterior[0] })
}

/// The length of all rings, in centimetres.
fn outline(polygon: &Polygon) -> f64 {
    let ring = |ring: &[GroundPoint]| -> f64 {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        pairs.map(|(from, &to)| f64::from(from.distance(to).centimetres())).sum()
    };
    polygon.rings().map(ring).sum()
}

fn small_line<'g>(
    ground: &Ground,
    id: &'g FeatureId,
    span: Span,
    parts: &[Polyline],
) -> Option<Small<'g>> {
    let cut = |point: &GroundPoint| edge_at(&ground.frame, *point).is_some();
    if parts.iter().flat_map(|part| &part.0).any(cut) {
        return None;
    }
    let pairs = parts.iter().flat_map(|part| part.0.windows(2));
    let whole: f64 = pairs.map(|p| f64::from(p[0].distance(p[1]).centimetres())).sum();
    (whole < f64::from(on_paper(ground, SHORTEST))).then(|| Small {
        id,
        span,
        message: format!(
            "`{id}`, {} long, is too short to be seen at {}",
            length(whole),
            ground.map.scale
        ),
        place: parts[0].0[0],
    })
}
