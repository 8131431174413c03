//! PB-3.26, PB-31.1: a line of communication comes near the army that it supplies. An army's area
//! is the convex hull of its initial positions and entries.

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Spanned, code, message};
use sandtable_terrain::Shape;

use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::arrival::ArrivalKeys;
use sandtable_authored::Id;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for DistantLine { side, name, distance: away } in distant_lines(battle) {
        // An unknown entry may be near the line.
        if battle.forces[side].arrivals.iter().any(ArrivalKeys::lacks_entry) {
            continue;
        }
        let army = &battle.forces[side].id.value;
        reporter.diagnostics.push(
            Diagnostic::new(
                code::SUPPLY_LINE_ASIDE,
                message!("road `{}` does not come near the troops of `{army}`", name.0),
            )
            .rule("PB-3.26")
            .subject(name.0.as_str())
            .at(name.span, format!("passes {} m from them", away.centimetres() / 100))
            .help(format!("use a road that leads off the map from the rear of `{army}`; a road near an entry of its reinforcements also counts")),
        );
    }
}

/// A line of communication that is far from its army.
pub(crate) struct DistantLine<'b> {
    pub(crate) side: usize,
    pub(crate) name: &'b Spanned<Id>,
    distance: GroundLength,
}

/// Returns the lines of communication that are far from their armies.
pub(crate) fn distant_lines<'b>(battle: &'b Battle<'_>) -> Vec<DistantLine<'b>> {
    let mut found = Vec::new();
    for side in 0..battle.forces.len() {
        let (Some(named), ground) = (named_lines(battle, side), army_hull(battle, side)) else {
            // An unusable line may be the correct one.
            continue;
        };
        for (name, line) in named {
            if let Some(away) = distance_from_line(battle, line, &ground) {
                found.push(DistantLine { side, name, distance: away });
            }
        }
    }
    found
}

/// The lines of a side with their names; `None` if any line is unusable.
fn named_lines<'b>(
    battle: &'b Battle<'_>,
    side: usize,
) -> Option<Vec<(&'b Spanned<Id>, &'b [GroundPoint])>> {
    let forces = &battle.forces[side];
    let lines = &forces.side.lines_of_communication;
    let written = forces.authored.lines_of_communication.as_ref()?;
    let line_of = |name| {
        let name: &Spanned<Id> = name;
        let line = lines.iter().find(|line| line.road.as_str() == name.0)?;
        Some((name, line.path.0.as_slice()))
    };
    written.value.iter().map(line_of).collect()
}

/// The convex hull of an army's blocks and entries.
fn army_hull(battle: &Battle<'_>, side: usize) -> Vec<GroundPoint> {
    let own = battle.blocks.iter().filter(|one| one.block.side == side);
    let places = own.filter_map(|one| one.shape.as_ref().map(Shape::place));
    let entries = battle.forces[side].arrivals.iter().flat_map(|arrival| arrival.entries());
    hull(places.chain(entries.map(|(entry, _)| entry.at)).collect())
}

/// The distance between a line and an army's area. `None` if the line comes near, or if it barely
/// enters the map, which another check reports.
fn distance_from_line(
    battle: &Battle<'_>,
    line: &[GroundPoint],
    ground: &[GroundPoint],
) -> Option<GroundLength> {
    // The maximum distance of a line that comes near.
    let near = battle.context.ruleset.distances.foot_third;
    let length: GroundLength = line.windows(2).map(|run| run[0].distance(run[1])).sum();
    let away = line_distance(line, ground);
    (away > near && length >= near).then_some(away)
}

/// The convex hull of the points, counter-clockwise.
fn hull(mut places: Vec<GroundPoint>) -> Vec<GroundPoint> {
    places.sort_unstable_by_key(|place| (place.x, place.y));
    places.dedup();
    if places.len() < 2 {
        return places;
    }
    let mut vertices: Vec<GroundPoint> = Vec::new();
    let back: Vec<GroundPoint> = places.iter().rev().skip(1).copied().collect();
    let mut first = 1;
    for (number, &place) in places.iter().chain(&back).enumerate() {
        if number == places.len() {
            first = vertices.len();
        }
        while vertices.len() > first
            && (vertices[vertices.len() - 1] - vertices[vertices.len() - 2])
                .cross(place - vertices[vertices.len() - 2])
                <= 0
        {
            vertices.pop();
        }
        vertices.push(place);
    }
    vertices.pop();
    vertices
}

/// The minimum distance between a line and a convex area; 0 if the line enters the area.
fn line_distance(line: &[GroundPoint], area: &[GroundPoint]) -> GroundLength {
    sample_points(line).map(|place| distance(place, area)).min().unwrap_or(GroundLength::ZERO)
}

/// Samples points along a line: its vertices and one point every 25 m.
pub(super) fn sample_points(line: &[GroundPoint]) -> impl DoubleEndedIterator<Item = GroundPoint> {
    const STEP: i32 = 2_500;
    line.windows(2).flat_map(|run| {
        let steps = run[0].distance(run[1]).centimetres() / STEP + 1;
        (0..=steps).map(move |step| interpolate(run[0], run[1], f64::from(step) / f64::from(steps)))
    })
}

/// Interpolates between two points.
fn interpolate(from: GroundPoint, to: GroundPoint, part: f64) -> GroundPoint {
    GroundPoint::new(
        from.x + (f64::from(to.x - from.x) * part).round() as i32,
        from.y + (f64::from(to.y - from.y) * part).round() as i32,
    )
}

/// The distance between a point and a convex area.
fn distance(place: GroundPoint, area: &[GroundPoint]) -> GroundLength {
    if let [only] = area {
        return place.distance(*only);
    }
    let edges = || (0..area.len()).map(|at| (area[at], area[(at + 1) % area.len()]));
    let is_area = area.len() > 2;
    if is_area && edges().all(|(from, to)| (to - from).cross(place - from) >= 0) {
        return GroundLength::ZERO;
    }
    let nearest = edges().map(|(from, to)| {
        let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let along = f64::from(place.x - from.x) * x + f64::from(place.y - from.y) * y;
        interpolate(from, to, (along / (x * x + y * y)).clamp(0.0, 1.0)).distance(place)
    });
    nearest.min().unwrap_or(GroundLength::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gap_is_the_smallest_distance() {
        let at = GroundPoint::from_metres;
        let square = [at(0, 0), at(100, 0), at(50, 50), at(100, 100), at(0, 100), at(50, 0)];
        let area = hull(square.to_vec());
        assert_eq!(area, [at(0, 0), at(100, 0), at(100, 100), at(0, 100)]);
        let metres = GroundLength::from_metres;
        assert_eq!(line_distance(&[at(300, 50), at(200, 50), at(200, 900)], &area), metres(100));
        assert_eq!(line_distance(&[at(-500, 50), at(500, 50)], &area), GroundLength::ZERO);
        assert_eq!(line_distance(&[at(130, 140), at(500, 500)], &area), metres(50));
        assert_eq!(
            line_distance(&[at(0, 90), at(25, 65), at(50, 40)], &hull(vec![at(0, 40), at(0, 40)])),
            GroundLength::from_centimetres(3_536)
        );
        let row = hull(vec![at(0, 0), at(10, 0), at(20, 0)]);
        assert_eq!(row, [at(0, 0), at(20, 0)]);
        assert_eq!(line_distance(&[at(5, 30), at(90, 90)], &row), metres(30));
        assert_eq!(line_distance(&[at(5, 30)], &[]), GroundLength::ZERO);
    }
}
