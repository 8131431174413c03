//! Bridges without a road, fords next to their road, and duplicate crossings.

use rstar::RTree;
use rstar::primitives::GeomWithData;
use sandtable_pack::{Crossing, CrossingKind, FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::measure::{VISIBLE, length, near, on_paper};
use crate::geometry::distance::distance_between;
use crate::geometry::runs::Runs;
use crate::ground::Ground;
use crate::mistakes::shift::Displacement;
use crate::placement::crossing::REACH;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// Reports misplaced and duplicate crossings.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    if !reporter.may_be_incomplete(LayerClass::Road) {
        report_crossings_without_road(reporter, ground);
    }
    report_crossings_on_one_spot(reporter, ground);
}

/// Reports bridges without a road or railroad, and fords near a road that intersects the same
/// watercourse without a crossing. A ford far from roads needs no road.
fn report_crossings_without_road(reporter: &mut Reporter, ground: &Ground) {
    let railroads = ground.scenery.railroads.iter().flat_map(|railroad| &railroad.parts);
    let railroads = Runs::from_lines(railroads.map(|part| part.0.as_slice()));
    let crossings = ground.map.crossings.iter().filter(|crossing| {
        crossing.road.is_none()
            && railroads.nearest(crossing.at, REACH as i32, |_| true).is_none()
            && !ground.is_near_removed_vertex(crossing.at)
    });
    let meetings = Meetings::of(ground);
    for crossing in crossings {
        let Some(&span) = ground.spans.get(crossing.id.as_str()) else { continue };
        let meeting = meetings.nearest_uncrossed_meeting(ground, crossing);
        let is_ford = crossing.kind == CrossingKind::Ford;
        if is_ford && meeting.is_none_or(|(_, at)| distance_between(at, crossing.at) > FORD_REACH) {
            continue;
        }
        let (noun, fault) = match is_ford {
            true => ("ford", "is not on its road"),
            false => ("bridge", "has no road"),
        };
        let finding = Diagnostic::new(
            code::BRIDGE_WITHOUT_ROAD,
            message!("{noun} `{}` over `{}` {fault}", crossing.id, crossing.over),
        )
        .rule("PB-34.5")
        .at(span, format!("no road within 30 m, {}", near(ground, crossing.at)));
        let finding = match meeting {
            None => finding.help(
                "move it to the place where the road meets the water, draw the road, or change it to a `ford`",
            ),
            Some((road, at)) => {
                let way = Displacement { east: at.x - crossing.at.x, north: at.y - crossing.at.y };
                let place = ground.frame.point_to_coordinate(at);
                finding.help(format!(
                    "`{road}` meets this water {} from here, without a bridge or ford: move the {noun} there, to [{:.6}, {:.6}]",
                    way.words(&ground.frame, 1.0),
                    place.longitude,
                    place.latitude
                ))
            }
        };
        reporter.diagnostics.push(finding);
    }
}

/// The search distance along the watercourse for a misplaced bridge's correct place, in
/// centimetres.
const MAX_DISPLACEMENT: i32 = 50_000;

/// The maximum distance of a ford from the point where its road intersects the watercourse, in
/// centimetres.
const FORD_REACH: f64 = 10_000.0;

/// The runs of all roads with their road ids, for finding where roads intersect a watercourse.
struct Meetings<'g> {
    roads: Runs,
    owners: Vec<&'g FeatureId>,
}

impl<'g> Meetings<'g> {
    fn of(ground: &'g Ground) -> Self {
        let roads = &ground.map.roads;
        let lines =
            || roads.iter().flat_map(|road| road.parts.iter().map(move |part| (&road.id, part)));
        Self {
            roads: Runs::from_lines(lines().map(|(_, part)| part.0.as_slice())),
            owners: lines().map(|(id, _)| id).collect(),
        }
    }

    /// Returns the nearest point, with its road, where a road intersects the crossing's watercourse
    /// and no other crossing exists.
    fn nearest_uncrossed_meeting(
        &self,
        ground: &Ground,
        crossing: &Crossing,
    ) -> Option<(&'g FeatureId, GroundPoint)> {
        let water = ground.map.watercourses.iter().find(|water| water.id == crossing.over)?;
        let runs = Runs::from_lines(water.parts.iter().map(|part| part.0.as_slice()));
        let near = runs.near(crossing.at, crossing.at, MAX_DISPLACEMENT);
        let meetings = near.flat_map(|run| {
            let roads = self.roads.near(run.from, run.to, 0);
            roads.filter_map(|road| Some((road.line, run.meets(road)?)))
        });
        let bare = meetings.map(|(line, at)| (distance_between(at, crossing.at), line, at)).filter(
            |(way, line, at)| {
                // A crossing on another road may be just as near.
                let is_served = |other: &Crossing| {
                    other.id != crossing.id
                        && other.road.as_ref() == Some(self.owners[*line])
                        && distance_between(other.at, *at) <= REACH
                };
                *way <= f64::from(MAX_DISPLACEMENT) && !ground.map.crossings.iter().any(is_served)
            },
        );
        let nearest =
            bare.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))?;
        Some((self.owners[nearest.1], nearest.2))
    }
}

fn report_crossings_on_one_spot(reporter: &mut Reporter, ground: &Ground) {
    let crossings = &ground.map.crossings;
    let places = crossings.iter().enumerate();
    let places = places.map(|(number, crossing)| {
        GeomWithData::new([f64::from(crossing.at.x), f64::from(crossing.at.y)], number)
    });
    let tree = RTree::bulk_load(places.collect());
    let reach = f64::from(on_paper(ground, VISIBLE));
    for (number, crossing) in crossings.iter().enumerate() {
        let at = [f64::from(crossing.at.x), f64::from(crossing.at.y)];
        let before = tree
            .locate_within_distance(at, reach * reach)
            .map(|entry| entry.data)
            .filter(|&other| other < number)
            .min();
        let Some(other) = before.map(|other| &crossings[other]) else { continue };
        let (Some(&span), Some(&first)) =
            (ground.spans.get(crossing.id.as_str()), ground.spans.get(other.id.as_str()))
        else {
            continue;
        };
        let between = distance_between(crossing.at, other.at);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::CROSSING_TWICE,
                message!("`{}` and `{}` are in one place", other.id, crossing.id),
            )
            .at(span, format!("{} apart, {}", length(between), near(ground, crossing.at)))
            .also(first, "the first one")
            .help("remove one of them, or move it to its right place"),
        );
    }
}
