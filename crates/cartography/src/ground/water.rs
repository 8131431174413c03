//! Water: rivers between two banks, streams as lines that widen into two banks, and marsh as
//! strokes of water and reeds.

use std::collections::BTreeMap;

use sandtable_pack::{Area, WaterStyle, Watercourse, WatercourseKind};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Stroke};

use crate::frame::MapFrame;

/// Returns the maximum width of a watercourse on paper, in millimetres.
pub(crate) fn drawn_width(course: &Watercourse, frame: &MapFrame, style: &WaterStyle<Ink>) -> f64 {
    match course.kind {
        WatercourseKind::River => frame.length(course.width).max(style.least_river.get()),
        WatercourseKind::Stream => stream_width(course, frame, style),
    }
}

/// The minimum width of a stream with two banks on paper, in millimetres.
const TWO_BANKS: f64 = 0.5;
/// The line width of each bank.
const STREAM_BANK: f64 = 0.13;

/// Returns the maximum width of a stream: its true width if that is enough for two banks.
fn stream_width(course: &Watercourse, frame: &MapFrame, style: &WaterStyle<Ink>) -> f64 {
    let own = frame.length(course.width).min(style.least_river.get() / 2.0);
    if own < TWO_BANKS { style.stream.get() } else { own.max(style.stream.get()) }
}

/// Draws streams, then river banks, then river surfaces, which open confluences.
pub(crate) fn watercourses(
    courses: &[Watercourse],
    frame: &MapFrame,
    style: &WaterStyle<Ink>,
) -> Vec<Item> {
    let of = |kind| courses.iter().filter(move |c| c.kind == kind);
    let mut items = Vec::new();
    let streams: Vec<Vec<Vec<Point>>> = of(WatercourseKind::Stream)
        .map(|course| course.parts.iter().map(|part| frame.line(part)).collect())
        .collect();
    let ways = lengths_upstream(&streams, frame.rect, style.growth.get());
    let widths = of(WatercourseKind::Stream)
        .flat_map(|course| course.parts.iter().map(|_| stream_width(course, frame, style)));
    let mut surfaces = Vec::new();
    for ((line, way), width) in streams.iter().flatten().zip(ways).zip(widths) {
        for (path, width) in stream(line, way, width, style) {
            surfaces.extend(surface(&path, width, style));
            items.push(Item::line(path, Stroke::round(style.line, width)));
        }
    }
    items.append(&mut surfaces);
    for course in of(WatercourseKind::River) {
        let width = drawn_width(course, frame, style) + style.bank.get() * 2.0;
        items.push(Item::line(frame.curves(&course.parts), Stroke::round(style.line, width)));
    }
    for course in of(WatercourseKind::River) {
        let width = drawn_width(course, frame, style);
        items.push(Item::line(frame.curves(&course.parts), Stroke::round(style.tint, width)));
        // A dashed line marks the current in the middle, as on engraved maps.
        let current = Stroke::dashed(style.line, 0.08, &[3.5, 1.6, 1.2, 1.6]);
        items.push(Item::line(frame.curves(&course.parts), current));
    }
    items
}

/// Returns the length of watercourse upstream of each stream part, in millimetres, up to the length
/// that affects widths. It includes the parts before it, and streams that end where it begins. A
/// stream that enters across the frame counts as longer.
fn lengths_upstream(streams: &[Vec<Vec<Point>>], frame: Rect, growth: f64) -> Vec<f64> {
    const MEET: f64 = 0.8;
    // The maximum number of confluences to follow at one point; following more would make no
    // difference.
    const MAX_CONFLUENCES: usize = 16;
    let inner = frame.expand(-0.1);
    let lines: Vec<&Vec<Point>> = streams.iter().flatten().collect();
    let lengths: Vec<f64> =
        lines.iter().map(|l| l.windows(2).map(|w| w[0].distance(w[1])).sum()).collect();
    let cell = |p: Point| ((p.x / MEET).floor() as i64, (p.y / MEET).floor() as i64);
    let mut ends: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(end) = line.last() {
            let here = ends.entry(cell(*end)).or_default();
            if here.len() < MAX_CONFLUENCES {
                here.push(index);
            }
        }
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
    for (index, line) in lines.iter().enumerate() {
        let Some(start) = line.first() else { continue };
        let (column, row) = cell(*start);
        for around in
            (column - 1..=column + 1).flat_map(|c| (row - 1..=row + 1).map(move |r| (c, r)))
        {
            let near = ends.get(&around).into_iter().flatten().copied().filter(|other| {
                *other != index
                    && lines[*other].last().is_some_and(|end| end.distance(*start) < MEET)
            });
            above[index].extend(near);
        }
    }
    let mut first = 0;
    for parts in streams {
        let after = above[first..first + parts.len()].iter_mut().enumerate().skip(1);
        after.for_each(|(part, above)| above.push(first + part - 1));
        first += parts.len();
    }
    let mut ways: Vec<f64> = lines
        .iter()
        .map(|l| if l.first().is_some_and(|p| !inner.contains(*p)) { growth / 2.0 } else { 0.0 })
        .collect();
    // Each round extends the length over one more confluence; further rounds would make no visible
    // difference.
    for _ in 0..64 {
        let next: Vec<f64> = (0..lines.len())
            .map(|index| {
                let from = above[index].iter().map(|other| ways[*other] + lengths[*other]);
                from.fold(ways[index], f64::max).min(growth)
            })
            .collect();
        if next == ways {
            break;
        }
        ways = next;
    }
    ways
}

/// Returns the surface between the banks of a stream of this width, or `None` if it is a single
/// line.
pub(crate) fn surface(path: &Path, width: f64, style: &WaterStyle<Ink>) -> Option<Item> {
    let stroke = Stroke::round(style.tint, width - STREAM_BANK * 2.0);
    (width >= TWO_BANKS * 0.9).then(|| Item::line(path.clone(), stroke))
}

/// Returns a stream in steps of width up to `full`, finest at its source, which is `above`
/// millimetres before its first point.
fn stream(line: &[Point], above: f64, full: f64, style: &WaterStyle<Ink>) -> Vec<(Path, f64)> {
    const WEIGHTS: usize = 6;
    let mut pieces: Vec<Vec<Point>> = vec![Vec::new(); WEIGHTS];
    let mut way = above;
    let step = style.growth.get() / WEIGHTS as f64;
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
            let mut path = Path::new();
            path.add_curve(piece);
            (path, style.source.get() + (full - style.source.get()) * share)
        })
        .collect()
}

/// Draws lakes and the sea: a tint within a bank.
pub(crate) fn lakes(areas: &[Area], frame: &MapFrame, style: &WaterStyle<Ink>) -> Vec<Item> {
    let outlines: Vec<Path> = areas.iter().map(|area| frame.area(&area.parts)).collect();
    let bank = Stroke::round(style.line, style.bank.get() * 2.0);
    let banks = outlines.iter().map(|outline| Item::line(outline.clone(), bank.clone()));
    let surfaces =
        outlines.iter().map(|outline| Item::fill_with_holes(outline.clone(), style.tint));
    banks.chain(surfaces).collect()
}

/// Draws marsh: lines of water with tufts of reed.
pub(crate) fn marsh(areas: &[Area], frame: &MapFrame, style: &WaterStyle<Ink>) -> Vec<Item> {
    areas.iter().filter_map(|area| reeds(frame.area(&area.parts), style)).collect()
}

/// Draws marsh inside a boundary; `None` for one without points.
pub(crate) fn reeds(outline: Path, style: &WaterStyle<Ink>) -> Option<Item> {
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
                    reeds.add_line(&[foot, foot.translate(lean, -0.5)]);
                }
            }
        }
    }
    Some(Item::Clip {
        path: outline,
        items: vec![
            Item::line(lines, Stroke::solid(style.line, 0.12)),
            Item::line(reeds, Stroke::solid(style.line, 0.1)),
        ],
    })
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundLength, GroundPoint, Polyline, StyleName, sample};

    use super::*;
    use crate::style::Style;

    fn line(from: f64, to: f64) -> Vec<Point> {
        vec![Point::new(from, 50.0), Point::new(to, 50.0)]
    }

    #[test]
    fn stream_parts_form_one_course() {
        let frame = Rect::new(0.0, 0.0, 200.0, 100.0);
        let streams = [
            // Three parts with gaps, a feature that continues the last one, and one from the edge.
            vec![line(10.0, 20.0), line(25.0, 30.0), line(40.0, 60.0)],
            vec![line(60.3, 90.0)],
            vec![vec![Point::new(200.0, 10.0), Point::new(150.0, 10.0)]],
            vec![vec![Point::new(90.0, 50.0), Point::new(91.0, 90.0)]],
        ];
        assert_eq!(lengths_upstream(&streams, frame, 70.0), [0.0, 10.0, 15.0, 35.0, 35.0, 64.7]);
    }

    #[test]
    fn wide_streams_grow_two_banks() {
        let map = sample::parts().map;
        let frame = MapFrame::new(&map, map.scale, Point::new(0.0, 0.0));
        let style = Style::built_in(StyleName::Survey).water.clone();
        let surfaces = |width: i32| {
            let course = Watercourse {
                id: sample::id("run"),
                kind: WatercourseKind::Stream,
                width: GroundLength::from_metres(width),
                parts: vec![Polyline(vec![
                    GroundPoint::from_metres(1_000, 4_000),
                    GroundPoint::from_metres(4_000, 4_000),
                ])],
            };
            let items = watercourses(&[course], &frame, &style);
            let is_water = |item: &&Item| matches!(item, Item::Line { stroke, .. } if stroke.ink == style.tint);
            let surfaces: Vec<Rect> = items
                .iter()
                .filter(is_water)
                .filter_map(
                    |item| if let Item::Line { path, .. } = item { path.bounds() } else { None },
                )
                .collect();
            surfaces.iter().map(Rect::width).sum::<f64>()
        };
        assert!(surfaces(5).abs() < 1e-9, "{} mm", surfaces(5));
        // The first part of the 187 mm is a single line that widens.
        assert!(surfaces(10) > 120.0 && surfaces(10) < 150.0, "{} mm", surfaces(10));
    }

    #[test]
    fn circular_watercourse_terminates() {
        let ring = [vec![line(10.0, 20.0)], vec![line(20.0, 10.0)]];
        assert_eq!(lengths_upstream(&ring, Rect::new(0.0, 0.0, 200.0, 100.0), 70.0), [70.0, 70.0]);
    }
}
