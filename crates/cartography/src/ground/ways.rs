//! Roads by class and railroads by state.

use sandtable_pack::{Railroad, RailroadKind, Road, RoadKind, RoadStyle};
use sandtable_sheet::{Ink, Item, Path, Point, Stroke};

use crate::frame::MapFrame;

/// Draws lanes, then the lines of roads and pikes, then their surfaces, which opens junctions.
pub(crate) fn roads(
    roads: &[Road],
    frame: &MapFrame,
    style: &RoadStyle<Ink>,
    black: Ink,
) -> Vec<Item> {
    let of = |kind| {
        let mut path = Path::new();
        for road in roads.iter().filter(|r| r.kind == kind) {
            path.add(&frame.lines(&road.parts));
        }
        path
    };
    let (lanes, plain, pikes) = (of(RoadKind::Lane), of(RoadKind::Road), of(RoadKind::Pike));
    let surface = |path: &Path, ink, width: f64, line: f64| {
        Some(Item::line(path.clone(), Stroke::round(ink, between(width, line)?)))
    };
    [
        Some(Item::line(lanes, lane(style, black))),
        Some(Item::line(plain.clone(), Stroke::solid(black, style.road_width.get()))),
        Some(Item::line(pikes.clone(), Stroke::solid(black, style.pike_width.get()))),
        surface(&plain, style.road, style.road_width.get(), style.road_line.get()),
        surface(&pikes, style.pike, style.pike_width.get(), style.pike_line.get()),
    ]
    .into_iter()
    .flatten()
    .filter(|item| item.vertex_count() > 0)
    .collect()
}

/// Returns the dashed line of a lane.
pub(crate) fn lane(style: &RoadStyle<Ink>, black: Ink) -> Stroke {
    Stroke::dashed(black, style.lane.get(), &[style.lane_dash.get(), style.lane_gap.get()])
}

/// Returns the width between the two lines of a road, or `None` if the lines fill it.
pub(crate) fn between(width: f64, line: f64) -> Option<f64> {
    Some(width - line * 2.0).filter(|between| *between > 0.0)
}

/// Returns the total width of a drawn road.
pub(crate) fn drawn_width(kind: RoadKind, style: &RoadStyle<Ink>) -> f64 {
    match kind {
        RoadKind::Pike => style.pike_width.get(),
        RoadKind::Road => style.road_width.get(),
        RoadKind::Lane => style.lane.get(),
    }
}

/// Draws railroads: rails with ties for working lines, a dashed double line for graded ones, and
/// teeth that point down into cuts.
pub(crate) fn railroads(
    railroads: &[Railroad],
    frame: &MapFrame,
    style: &RoadStyle<Ink>,
    black: Ink,
) -> Vec<Item> {
    let mut items = Vec::new();
    for railroad in railroads {
        let path = frame.lines(&railroad.parts);
        let lines: Vec<Vec<Point>> = railroad.parts.iter().map(|p| frame.line(p)).collect();
        match railroad.kind {
            RailroadKind::InUse => {
                items.push(Item::line(path, Stroke::solid(black, style.rail.get())));
                let half = style.tie.get() / 2.0;
                let ties = crossbars(&lines, style.tie_spacing.get(), -half, half);
                items.push(Item::line(ties, Stroke::solid(black, 0.16)));
            }
            RailroadKind::Unfinished => {
                items.push(Item::line(path.clone(), Stroke::dashed(black, 0.62, &[2.2, 0.7])));
                items.push(Item::line(path, Stroke::solid(style.road, 0.36)));
            }
            RailroadKind::Cut => {
                let spacing = style.tie_spacing.get() * 0.4;
                for (near, far) in [(0.45, 1.25), (-0.45, -1.25)] {
                    let teeth = crossbars(&lines, spacing, near, far);
                    items.push(Item::line(teeth, Stroke::solid(black, 0.15)));
                }
                for offset in [1.25, -1.25] {
                    for line in &lines {
                        let brink = offset_line(line, offset);
                        items.push(Item::line(Path::line(&brink), Stroke::solid(black, 0.15)));
                    }
                }
            }
        }
    }
    items
}

/// Returns short lines perpendicular to others, evenly spaced, between two offsets to the right.
pub(crate) fn crossbars(lines: &[Vec<Point>], spacing: f64, near: f64, far: f64) -> Path {
    let mut path = Path::new();
    for line in lines {
        let mut left = spacing / 2.0;
        for pair in line.windows(2) {
            let length = pair[0].distance(pair[1]);
            if length < 1e-9 {
                continue;
            }
            let (nx, ny) = (-(pair[1].y - pair[0].y) / length, (pair[1].x - pair[0].x) / length);
            while left < length {
                let place = pair[0].toward(pair[1], left / length);
                path.add_line(&[
                    place.translate(nx * near, ny * near),
                    place.translate(nx * far, ny * far),
                ]);
                left += spacing;
            }
            left -= length;
        }
    }
    path
}

/// Returns a line offset to its right by a distance, vertex by vertex.
pub(crate) fn offset_line(line: &[Point], distance: f64) -> Vec<Point> {
    (0..line.len())
        .map(|i| {
            let (a, b) = (line[i.saturating_sub(1)], line[(i + 1).min(line.len() - 1)]);
            let length = a.distance(b).max(1e-9);
            line[i].translate(-(b.y - a.y) / length * distance, (b.x - a.x) / length * distance)
        })
        .collect()
}
