//! Repairs polygons: unclosed outlines, repeated positions, spikes, winding, crossings, overlapping
//! parts, and holes outside the outline.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_pack::{GroundPoint, double_area};

use super::text::{Corner, Style};
use super::union::separate;
use super::{Repair, Verdict, count_of, removed_repeats_text, reread};
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, has_area};
use crate::geometry::outline;
use crate::geometry::outline::{Fault, Outlines};
use crate::geometry::shared_ground::breadth;
use crate::geometry::spike;
use crate::mistakes::crossing_cause::{Slip, find_slip};
use crate::mistakes::stray_vertex::far_vertex;
use sandtable_authored::Frame;

/// The maximum number of crossings examined to classify them, and the number that is too large to
/// split a ring: the time to split it grows with the crossings.
const MAX_EXAMINED_CROSSINGS: usize = 10_000;
/// The maximum number of decimals for new vertices: 0.1 mm.
const MOST_DECIMALS: usize = 9;

/// An unclosed ring: the position indices of its vertices, and their points.
#[derive(Clone, Debug)]
struct Ring {
    corners: Vec<usize>,
    points: Vec<GroundPoint>,
}

/// Repairs a polygon feature; shapes narrower than `visible` centimetres are invisible.
pub fn repair(frame: &Frame, visible: f64, feature: &Feature<'_>, shape: &Shape) -> Verdict {
    let point = |position: usize| frame.point(shape.positions[position].into());
    let ranges: Vec<Range<usize>> = shape.rings().collect();
    let mut tidy = RingRepairs::default();
    let mut polygons: Vec<Vec<Ring>> = Vec::new();
    for part in shape.polygons() {
        let mut rings = Vec::new();
        for (number, range) in ranges[part].iter().enumerate() {
            match tidy.ring(shape, range.clone(), number > 0, point) {
                Some(ring) => rings.push(ring),
                None if number > 0 => tidy.empty_holes += 1,
                // A part too thin to draw does no harm.
                None if has_area(&shape.positions[range.clone()]) => return Verdict::Good,
                None => {
                    return Verdict::Left(
                        "a ring encloses no area (draw it again, or remove it)".to_owned(),
                    );
                }
            }
        }
        polygons.push(rings);
    }
    let before = area(polygons.iter().map(|rings| rings.iter().map(|ring| ring.points.as_slice())));
    let repaired = repair_polygons(frame, shape, visible, polygons, &mut tidy);
    let done = tidy.descriptions();
    let repaired = match (repaired, tidy.far) {
        (Ok(_), _) if done.is_empty() => return Verdict::Good,
        (_, Some(why)) | (Err(why), None) => return Verdict::Left(why),
        (Ok(repaired), None) => repaired,
    };
    let Some((word, coordinates)) = &shape.written else {
        return Verdict::Left("a geometry collection cannot be repaired here (in QGIS, use Processing Toolbox › Fix geometries)".to_owned());
    };
    let style = Style::of(feature, shape, coordinates);
    let new = repaired.iter().flatten().flatten().any(|corner| matches!(corner, Corner::New(_)));
    let most = if new { MOST_DECIMALS.max(style.decimals) } else { style.decimals };
    for decimals in style.decimals..=most {
        let (text, grows) = style.polygons(&repaired, decimals);
        let kind = if grows || style.is_multi() { "MultiPolygon" } else { "Polygon" };
        let Some(after) = reread(kind, &text).and_then(|shape| valid_area(frame, &shape)) else {
            continue;
        };
        let mut edits = vec![(coordinates.clone(), text)];
        if grows {
            edits.push((word.clone(), "\"MultiPolygon\"".to_owned()));
        }
        let is_turned_only = tidy.reversed > 0 && done.len() == 1;
        return Verdict::Repairs(Repair {
            repairs: done,
            is_turned_only,
            area: Some((before, after)),
            edits,
        });
    }
    Verdict::Left("the repaired polygon would not be valid either (draw it again)".to_owned())
}

/// The repairs of a feature's rings.
#[derive(Default)]
struct RingRepairs {
    closed: usize,
    repeated: usize,
    spikes: usize,
    reversed: usize,
    empty_holes: usize,
    /// The reason not to repair: a vertex far from its outline.
    far: Option<String>,
    /// Descriptions of other repairs.
    more: Vec<String>,
}

impl RingRepairs {
    /// Returns a closed ring without repeated positions and spikes, with GeoJSON winding; `None` if
    /// it encloses no area.
    fn ring(
        &mut self,
        shape: &Shape,
        range: Range<usize>,
        hole: bool,
        point: impl Fn(usize) -> GroundPoint,
    ) -> Option<Ring> {
        let positions = &shape.positions;
        let (first, last) = (range.start, range.end - 1);
        let closed = first < last && positions[first] == positions[last];
        let end = if closed { last } else { range.end };
        let mut corners: Vec<usize> = Vec::with_capacity(range.len());
        let mut repeated = 0;
        for position in first..end {
            if corners.last().is_some_and(|&before| positions[before] == positions[position]) {
                repeated += 1;
            } else {
                corners.push(position);
            }
        }
        if corners.len() > 1 && positions[first] == positions[corners[corners.len() - 1]] {
            corners.pop();
            repeated += 1;
        }
        // Positions in the same centimetre stay unchanged, but the search for spikes skips them.
        let all: Vec<GroundPoint> = corners.iter().map(|&corner| point(corner)).collect();
        let mut apart: Vec<usize> =
            (0..all.len()).filter(|&index| index == 0 || all[index] != all[index - 1]).collect();
        while apart.len() > 1 && all[apart[apart.len() - 1]] == all[apart[0]] {
            apart.pop();
        }
        let points: Vec<GroundPoint> = apart.iter().map(|&index| all[index]).collect();
        if let Some(far) = far_vertex(&points) {
            let Position { longitude, latitude } = positions[corners[apart[far]]];
            self.far.get_or_insert_with(|| {
                format!("its vertex at longitude {longitude}, latitude {latitude} is far off its boundary (check for a wrong digit, or delete it)")
            });
        }
        let trimmed = spike::trim_spikes(&points);
        if trimmed.kept_indices.len() < 3 {
            return None;
        }
        self.closed += usize::from(!closed);
        self.repeated += repeated;
        self.spikes += trimmed.tips.len();
        let mut kept = vec![true; corners.len()];
        let mut stays = trimmed.kept_indices.iter().peekable();
        for (number, &index) in apart.iter().enumerate() {
            kept[index] = stays.next_if(|&&stay| stay == number).is_some();
        }
        let mut keep = kept.iter();
        corners.retain(|_| keep.next().copied().unwrap_or(true));
        let mut ring =
            Ring { points: corners.iter().map(|&corner| point(corner)).collect(), corners };
        if (double_area(&ring.points) > 0) == hole {
            // Reversing keeps the first vertex.
            ring.corners[1..].reverse();
            ring.points[1..].reverse();
            self.reversed += 1;
        }
        Some(ring)
    }

    fn descriptions(&self) -> Vec<String> {
        let mut done = Vec::new();
        let mut add = |count: usize, words: String| {
            if count > 0 {
                done.push(words);
            }
        };
        add(self.closed, format!("closed {}", count_of(self.closed, "ring")));
        add(self.repeated, removed_repeats_text(self.repeated));
        add(self.spikes, format!("removed {}", count_of(self.spikes, "spike")));
        add(self.empty_holes, format!("removed {}", count_of(self.empty_holes, "empty hole")));
        add(self.reversed, format!("reversed {}", count_of(self.reversed, "ring")));
        done.extend(self.more.iter().cloned());
        done
    }
}

/// Returns the polygons without crossings, overlaps and outside holes, as closed rings; or the
/// reason why they cannot be repaired.
fn repair_polygons(
    frame: &Frame,
    shape: &Shape,
    visible: f64,
    mut polygons: Vec<Vec<Ring>>,
    tidy: &mut RingRepairs,
) -> Result<Vec<Vec<Vec<Corner>>>, String> {
    let plain = |polygons: &[Vec<Ring>]| -> Vec<Vec<Vec<GroundPoint>>> {
        let points = |ring: &Ring| {
            let mut points = ring.points.clone();
            points.dedup();
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            points
        };
        polygons.iter().map(|rings| rings.iter().map(points).collect()).collect()
    };
    let ground = plain(&polygons);
    let outlines = Outlines::new(&ground);
    let meetings = outlines.meetings(MAX_EXAMINED_CROSSINGS);
    let mut crosses = meetings.iter().any(|meeting| meeting.fault == Fault::Crossing);
    let mut overlaps = meetings.iter().any(|meeting| meeting.fault == Fault::Overlap);
    if !crosses {
        overlaps |= !outlines.nested().is_empty();
        stray_holes(&mut polygons, &ground, &outlines, &mut tidy.more)?;
        crosses = meetings.is_empty() && Outlines::new(&plain(&polygons)).cut().is_some();
    }
    if !crosses && !overlaps {
        let closed = |ring: &Ring| {
            ring.corners
                .iter()
                .chain(ring.corners.first())
                .map(|&corner| Corner::Kept(corner))
                .collect()
        };
        return Ok(polygons.iter().map(|rings| rings.iter().map(closed).collect()).collect());
    }
    if let Some(first) = meetings.first()
        && first.fault == Fault::Crossing
        && let Some((start, _, slip)) = find_slip(&ground, first.segments)
    {
        let points = ground.iter().flatten().flatten();
        return Err(describe_slip(
            shape,
            &polygons,
            &points.copied().collect::<Vec<_>>(),
            start,
            slip,
        ));
    }
    if outlines.is_tangled(MAX_EXAMINED_CROSSINGS) {
        return Err(format!(
            "its rings cross in {MAX_EXAMINED_CROSSINGS} or more places, or are too dense to count them, which is too much to split: draw it again"
        ));
    }
    let drawn = polygons.len();
    let (parts, omitted) = separate(&plain(&polygons))?;
    let narrowest = parts.iter().map(|rings| width(rings)).min_by(f64::total_cmp);
    if let Some(narrowest) = narrowest.filter(|narrowest| *narrowest < visible)
        && parts.len() > drawn
    {
        return Err(format!(
            "splitting its ring would leave a part {:.1} m wide, which is invisible: move the vertices where it crosses itself, or redraw it there",
            narrowest / 100.0
        ));
    }
    // Splitting rewinds the outlines, so do not count reversed ones.
    tidy.reversed = 0;
    let done = &mut tidy.more;
    if crosses {
        done.push(match meetings.is_empty() {
            true => "split it where its rings touch".to_owned(),
            false => "split its crossing ring".to_owned(),
        });
    }
    if overlaps {
        done.push("joined overlapping parts".to_owned());
    }
    if omitted > 0 {
        done.push(format!("omitted {} below 1 m²", count_of(omitted, "scrap")));
    }
    let mut kept: BTreeMap<GroundPoint, usize> = BTreeMap::new();
    for ring in polygons.iter().flatten() {
        for (&corner, &point) in ring.corners.iter().zip(&ring.points) {
            kept.entry(point).or_insert(corner);
        }
    }
    let corner = |point: &GroundPoint| match kept.get(point) {
        Some(&corner) => Corner::Kept(corner),
        None => Corner::New(frame.point_to_coordinate(*point)),
    };
    let mut parts: Vec<Vec<Vec<Corner>>> = parts
        .iter()
        .map(|rings| {
            let mut rings: Vec<_> =
                rings.iter().map(|ring| from_first_kept(ring.iter().map(corner))).collect();
            // The outline stays first.
            rings[1..].sort_by_key(|ring| order(ring[0]));
            rings
        })
        .collect();
    parts.sort_by_key(|rings| order(rings[0][0]));
    for ring in parts.iter_mut().flatten() {
        ring.push(ring[0]);
    }
    Ok(parts)
}

/// Describes the mistake that made an outline cross itself; `points` holds the points of all rings
/// in sequence.
fn describe_slip(
    shape: &Shape,
    polygons: &[Vec<Ring>],
    points: &[GroundPoint],
    start: usize,
    slip: Slip,
) -> String {
    let place = |corner: usize| {
        let at = points[start + corner];
        let rings = polygons.iter().flatten();
        let mut corners = rings.flat_map(|ring| ring.points.iter().zip(&ring.corners));
        let position = corners.find(|(point, _)| **point == at).map_or(0, |(_, corner)| *corner);
        let Position { longitude, latitude } = shape.positions[position];
        format!("longitude {longitude}, latitude {latitude}")
    };
    match slip {
        Slip::Stray(corner) => format!(
            "its vertex at {} is far off its boundary (check for a wrong digit, or delete it)",
            place(corner)
        ),
        Slip::Swapped([one, other]) => format!(
            "its vertices at {} and {} are probably swapped (swap them by hand)",
            place(one),
            place(other)
        ),
    }
}

/// The width of a polygon in centimetres.
fn width(rings: &[Vec<GroundPoint>]) -> f64 {
    let edges = |ring: &Vec<GroundPoint>| -> f64 {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        pairs.map(|(from, to)| f64::from(from.distance(*to).centimetres())).sum()
    };
    let square_metres = area(std::iter::once(rings.iter().map(Vec::as_slice)));
    breadth(square_metres * 1e4, rings.iter().map(edges).sum())
}

/// Rotates a ring to start at the first of the author's vertices in it.
fn from_first_kept(corners: impl Iterator<Item = Corner>) -> Vec<Corner> {
    let mut corners: Vec<Corner> = corners.collect();
    let first = corners.iter().enumerate().min_by_key(|&(_, &corner)| order(corner));
    let first = first.map_or(0, |(at, _)| at);
    corners.rotate_left(first);
    corners
}

/// The sort key: the author's vertices come first, in their original order.
fn order(corner: Corner) -> usize {
    match corner {
        Corner::Kept(position) => position,
        Corner::New(_) => usize::MAX,
    }
}

/// Moves holes outside their outline to the part around them. Removes holes outside all parts,
/// which does not change the area.
fn stray_holes(
    polygons: &mut [Vec<Ring>],
    ground: &[Vec<Vec<GroundPoint>>],
    outlines: &Outlines,
    done: &mut Vec<String>,
) -> Result<(), String> {
    let misplaced = outlines.misplaced_holes();
    if misplaced.iter().any(|hole| hole.around.is_some()) {
        return Err("a hole is inside another hole: if it is an island, make it a part of the feature; otherwise remove it".to_owned());
    }
    let stray: Vec<usize> = misplaced.iter().map(|hole| hole.hole).collect();
    if stray.is_empty() {
        return Ok(());
    }
    let (mut moved, mut removed, mut first) = (0, 0, 0);
    let mut homeless: Vec<(usize, Ring)> = Vec::new();
    for (number, rings) in ground.iter().enumerate() {
        let mut holes: Vec<Ring> = Vec::new();
        for (points, ring) in rings.iter().zip(std::mem::take(&mut polygons[number])) {
            match stray.binary_search(&first) {
                Ok(_) => homeless.push((number, ring)),
                Err(_) => holes.push(ring),
            }
            first += points.len();
        }
        polygons[number] = holes;
    }
    for (from, hole) in homeless {
        let home = ground.iter().enumerate().position(|(number, rings)| {
            number != from && hole.points.iter().all(|&point| outline::inside(&rings[0], point))
        });
        match home {
            Some(home) => {
                polygons[home].push(hole);
                moved += 1;
            }
            None => removed += 1,
        }
    }
    if moved > 0 {
        done.push(format!("moved {} to another part", count_of(moved, "hole")));
    }
    if removed > 0 {
        done.push(format!("removed {} outside the outer ring", count_of(removed, "hole")));
    }
    Ok(())
}

/// The total area of polygon outlines, ignoring holes, in square metres.
fn area<'r>(polygons: impl Iterator<Item = impl Iterator<Item = &'r [GroundPoint]>>) -> f64 {
    let ring = |(number, ring): (usize, &[GroundPoint])| {
        let area = double_area(ring).unsigned_abs() as f64 / 20_000.0;
        if number > 0 { -area } else { area }
    };
    polygons.map(|rings| rings.enumerate().map(ring).sum::<f64>()).sum()
}

/// The area of a shape in square metres, if it is valid.
fn valid_area(frame: &Frame, shape: &Shape) -> Option<f64> {
    let point = |position: &Position| frame.point((*position).into());
    let ranges: Vec<Range<usize>> = shape.rings().collect();
    let mut polygons: Vec<Vec<Vec<GroundPoint>>> = Vec::new();
    for part in shape.polygons() {
        let mut rings = Vec::new();
        for range in &ranges[part] {
            let mut ring: Vec<GroundPoint> =
                shape.positions[range.clone()].iter().map(point).collect();
            if ring.first() != ring.last() {
                return None;
            }
            ring.dedup();
            if ring.len() > 1 {
                ring.pop();
            }
            let trimmed = spike::trim_spikes(&ring);
            if !trimmed.tips.is_empty() || ring.len() < 3 {
                return None;
            }
            rings.push(ring);
        }
        polygons.push(rings);
    }
    let good = Outlines::new(&polygons).is_valid();
    good.then(|| area(polygons.iter().map(|rings| rings.iter().map(Vec::as_slice))))
}
