//! Features too small to be visible at the map's scale: slivers left by clipping, single houses in
//! a layer of town blocks, and very short lines.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, GroundPoint, Polygon, Polyline};
use sandtable_source::{Diagnostic, FileId, Message, Span, code, first_few, message};

use crate::checks::measure::{VISIBLE, area, length, near, on_paper};
use crate::geometry::shared_ground::{area_of, breadth};
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// The minimum visible line length on paper, in millimetres: 16 m at 1:16,000.
const SHORTEST: f64 = 1.0;

/// The minimum ratio of length to width of a sliver.
const MIN_SLIVER_RATIO: f64 = 5.0;

/// A feature, or a part of one, that is too small.
struct Small<'g> {
    id: &'g FeatureId,
    span: Span,
    message: Message,
    place: GroundPoint,
}

/// Reports the small features of each file in one diagnostic.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let mut all: Vec<Small<'_>> = Vec::new();
    let (map, scenery) = (&ground.map, &ground.scenery);
    let areas = [&map.woods, &map.buildings, &map.marsh, &map.impassable, &map.water];
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
                "features less than {} wide at {} decide nothing: remove them, or draw each group as one area",
                length(f64::from(on_paper(ground, VISIBLE))),
                map.scale
            ));
        if small.len() > 1 {
            let named: Vec<String> =
                small[1..].iter().map(|small| format!("`{}`", small.id)).collect();
            diagnostic =
                diagnostic.help(format!("also too small in this layer: {}", first_few(&named, 4)));
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
            // A part clipped by the frame may continue outside it.
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
    // A sliver may be long; only its width is too small to see.
    let message = match around / 2.0 > MIN_SLIVER_RATIO * width {
        true => message!(
            "{what}, {} wide and {} long, is too narrow to see at {scale}",
            length(width),
            length(around / 2.0)
        ),
        false => message!("{what}, {}, is too small to see at {scale}", area(area_of(first))),
    };
    Some(Small { id, span, message, place: first.exterior[0] })
}

/// The total perimeter of all rings, in centimetres.
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
        message: message!(
            "`{id}`, {} long, is too short to see at {}",
            length(whole),
            ground.map.scale
        ),
        place: parts[0].0[0],
    })
}
