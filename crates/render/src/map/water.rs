//! Rivers between two banks, streams as lines that grow, marsh as strokes of water and reeds.

use sandtable_pack::{Area, Watercourse, WatercourseKind};

use super::frame::MapFrame;
use crate::sheet::{Item, Path, Point, Stroke};
use crate::style::WaterStyle;

/// Width in which a watercourse is drawn where it is fully grown, in millimetres.
pub(super) fn drawn_width(course: &Watercourse, frame: &MapFrame, style: &WaterStyle) -> f64 {
    match course.kind {
        WatercourseKind::River => frame.length(course.width).max(style.least_river),
        WatercourseKind::Stream => style.stream,
    }
}

/// Streams first, then the banks of rivers, then their surface, so that mouths open into rivers.
pub(super) fn watercourses(
    courses: &[Watercourse],
    frame: &MapFrame,
    style: &WaterStyle,
) -> Vec<Item> {
    let of = |kind| courses.iter().filter(move |c| c.kind == kind);
    let mut items = Vec::new();
    for course in of(WatercourseKind::Stream) {
        for part in &course.parts {
            items.extend(stream(&frame.line(part), style));
        }
    }
    for course in of(WatercourseKind::River) {
        let width = drawn_width(course, frame, style) + style.bank * 2.0;
        items.push(Item::line(frame.curves(&course.parts), Stroke::round(style.line, width)));
    }
    for course in of(WatercourseKind::River) {
        let width = drawn_width(course, frame, style);
        items.push(Item::line(frame.curves(&course.parts), Stroke::round(style.tint, width)));
        // A thread of current in the middle, as engravers put it.
        let current = Stroke::dashed(style.line, 0.08, &[3.5, 1.6, 1.2, 1.6]);
        items.push(Item::line(frame.curves(&course.parts), current));
    }
    items
}

/// A stream in a few weights, finest at its source.
fn stream(line: &[Point], style: &WaterStyle) -> Vec<Item> {
    const WEIGHTS: usize = 6;
    let mut pieces: Vec<Vec<Point>> = vec![Vec::new(); WEIGHTS];
    let mut way = 0.0;
    let step = style.growth / WEIGHTS as f64;
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        let mut done = 0.0;
        while done < length {
            let weight = (((way + done) / step) as usize).min(WEIGHTS - 1);
            let end = if weight == WEIGHTS - 1 {
                length
            } else {
                ((weight + 1) as f64 * step - way).clamp(done + 1e-6, length)
            };
            let (a, b) =
                (pair[0].toward(pair[1], done / length), pair[0].toward(pair[1], end / length));
            let piece = &mut pieces[weight];
            if piece.is_empty() {
                piece.push(a);
            }
            piece.push(b);
            done = end;
        }
        way += length;
    }
    pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.len() > 1)
        .map(|(weight, piece)| {
            let share = (weight as f64 + 0.5) / WEIGHTS as f64;
            let width = style.source + (style.stream - style.source) * share;
            let mut path = Path::new();
            path.add_curve(piece);
            Item::line(path, Stroke::round(style.line, width))
        })
        .collect()
}

/// Marsh: lines of water with tufts of reed.
pub(super) fn marsh(areas: &[Area], frame: &MapFrame, style: &WaterStyle) -> Vec<Item> {
    areas.iter().filter_map(|area| reeds(frame.area(&area.parts), style)).collect()
}

/// Marsh inside an outline; `None` for an outline without points.
pub(super) fn reeds(outline: Path, style: &WaterStyle) -> Option<Item> {
    let (mut lines, mut reeds) = (Path::new(), Path::new());
    let bounds = outline.bounds()?;
    let (first, last) = ((bounds.top / 0.7).floor() as i64, (bounds.bottom / 0.7).ceil() as i64);
    for row in first..=last {
        let y = row as f64 * 0.7;
        let shift = (row.rem_euclid(3)) as f64 * 1.1;
        let start = (bounds.left / 3.3).floor() as i64;
        for column in start..=(bounds.right / 3.3).ceil() as i64 {
            let x = column as f64 * 3.3 + shift;
            lines.add_line(&[Point::new(x, y), Point::new(x + 2.3, y)]);
            if row.rem_euclid(2) == 0 {
                for lean in [-0.22, 0.0, 0.22] {
                    let foot = Point::new(x + 1.15, y);
                    reeds.add_line(&[foot, foot.moved(lean, -0.5)]);
                }
            }
        }
    }
    Some(Item::Clip {
        path: outline,
        items: vec![
            Item::line(lines, Stroke::full(style.line, 0.12)),
            Item::line(reeds, Stroke::full(style.line, 0.1)),
        ],
    })
}
