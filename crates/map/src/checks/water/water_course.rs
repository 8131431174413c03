//! Watercourses that run uphill.

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Watercourse};
use sandtable_source::{Diagnostic, code, message};

use super::water_against;
use super::water_against::Rises;
use super::water_end::GAP;
use super::waters::Waters;
use crate::checks::measure::{length, near, on_paper};
use crate::checks::relief::level::Heights;
use crate::geometry::runs::Run;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The distance between elevation samples along a watercourse, in centimetres.
const STEP: f64 = 2_500.0;
/// The tolerated distance of a line from its valley, in centimetres. Tracings from old surveys are
/// accurate to 20 m, grids to a cell.
const VALLEY_REACH: i32 = 3_000;
/// The tolerated rise of a whole watercourse in metres, due to elevation noise.
pub const WHOLE_RISE: f64 = 2.0;
/// The tolerated rise of a section in metres, for example at embankments, mill dams and bends that
/// a coarse line cuts off.
const PART_RISE: f64 = 6.0;

/// Reports watercourses that rise or flow against others. Returns the ids of watercourses drawn
/// from mouth to source.
pub fn check(reporter: &mut Reporter, ground: &Ground, waters: &Waters<'_>) -> BTreeSet<String> {
    let mut reversed = BTreeSet::new();
    // The rise of each watercourse from start to end, in metres.
    let mut rises = Rises::new();
    for water in &ground.map.watercourses {
        let profile = ground.elevation.as_ref().and_then(|grid| {
            let profiles = water.parts.iter().map(|part| Profile::new(Heights(grid), &part.0));
            profiles.max_by(|a, b| a.climb().total_cmp(&b.climb()))
        });
        rises.extend(profile.as_ref().map(|profile| (&water.id, profile.rise())));
        let Some(&span) = ground.spans.get(water.id.as_str()) else { continue };
        let rises = profile.as_ref().is_some_and(|profile| profile.rise() > WHOLE_RISE);
        let only_source_joined = water.parts.len() == 1
            && profile.as_ref().is_none_or(|profile| profile.rise() >= 0.0)
            && has_only_source_joined(ground, waters, water);
        if rises || only_source_joined {
            reversed.insert(water.id.as_str().to_owned());
            let label = match &profile {
                Some(profile) if rises => format!(
                    "elevation is {:.0} m where it begins and {:.0} m where it ends, {}",
                    profile.first(),
                    profile.last(),
                    near(ground, profile.end())
                ),
                _ => {
                    let points = &water.parts[0].0;
                    format!(
                        "begins at other water but ends at none, {}",
                        near(ground, points[points.len() - 1])
                    )
                }
            };
            let finding = if rises { rising(water) } else { upstream(water) };
            reporter.diagnostics.push(finding.at(span, label));
        } else if let Some(profile) = profile
            && let Some(climb) = profile.steepest().filter(|climb| climb.rise > PART_RISE)
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::WATER_UPHILL,
                    message!("`{}` runs uphill for {}", water.id, length(climb.way)),
                )
                .at(
                    span,
                    format!(
                        "from {:.0} m {} to {:.0} m {}",
                        climb.low,
                        near(ground, climb.from),
                        climb.low + climb.rise,
                        near(ground, climb.to)
                    ),
                )
                .help("move the line into the valley, or reverse the section drawn upstream"),
            );
        }
    }
    water_against::check(reporter, ground, waters, &rises, &mut reversed);
    reversed
}

/// The diagnostic for a line drawn from mouth to source, without a label.
pub fn upstream(water: &Watercourse) -> Diagnostic {
    let message = message!("`{}` is drawn upstream, from its mouth to its source", water.id);
    Diagnostic::new(code::WATER_UPHILL, message)
        .help("draw watercourses downstream: reverse the line; in QGIS, Advanced digitizing › Reverse line")
}

/// The diagnostic for a line that ends higher than it begins, without a label. On flat ground, the
/// cause may be a line that has left its valley.
fn rising(water: &Watercourse) -> Diagnostic {
    let message = message!("`{}` ends higher than it begins", water.id);
    Diagnostic::new(code::WATER_UPHILL, message)
        .help("if it is drawn from its mouth to its source, reverse it; in QGIS, Advanced digitizing › Reverse line")
        .help("if its direction is right, one end is off its valley: move it, or allow this warning")
}

/// Whether a line starts at other water but does not end at any. Such a line was probably drawn
/// from its mouth.
fn has_only_source_joined(ground: &Ground, waters: &Waters<'_>, water: &Watercourse) -> bool {
    let points = &water.parts[0].0;
    let (first, last) = (points[0], points[points.len() - 1]);
    let joined = |at: GroundPoint, reach: i32| {
        waters.is_at_edge(at)
            || waters.nearest(at, reach, |line| waters.lines[line].water.id != water.id).is_some()
            || waters.is_wet(at)
    };
    joined(first, waters.joining_distance)
        && !waters.is_at_edge(first)
        && !joined(last, on_paper(ground, GAP))
        && !ground.is_near_removed_vertex(last)
}

/// The elevation profile of a line.
struct Profile(Vec<(f64, GroundPoint, f64)>);

/// A rising section.
struct Rise {
    low: f64,
    rise: f64,
    way: f64,
    from: GroundPoint,
    to: GroundPoint,
}

impl Profile {
    fn new(heights: Heights<'_>, points: &[GroundPoint]) -> Self {
        let mut found = Vec::new();
        let (mut walked, mut next) = (0.0, 0.0);
        let mut add = |way: f64, at| found.push((way, at, heights.lowest(at, VALLEY_REACH)));
        for (index, pair) in points.windows(2).enumerate() {
            let run = Run { line: 0, index, from: pair[0], to: pair[1] };
            let whole = run.length();
            while next < walked + whole {
                add(next, run.at((next - walked) / whole));
                next += STEP;
            }
            walked += whole;
        }
        add(walked, points[points.len() - 1]);
        Self(found)
    }

    fn first(&self) -> f64 {
        self.0[0].2
    }

    fn last(&self) -> f64 {
        self.0[self.0.len() - 1].2
    }

    fn end(&self) -> GroundPoint {
        self.0[self.0.len() - 1].1
    }

    fn rise(&self) -> f64 {
        self.last() - self.first()
    }

    /// The greatest rise of any section, in metres.
    fn climb(&self) -> f64 {
        self.steepest().map_or(0.0, |climb| climb.rise)
    }

    /// The section with the greatest rise from its lowest to its highest point.
    fn steepest(&self) -> Option<Rise> {
        let mut lowest = self.0[0];
        let mut best: Option<Rise> = None;
        for &(way, at, height) in &self.0 {
            if height < lowest.2 {
                lowest = (way, at, height);
            }
            let rise = height - lowest.2;
            if best.as_ref().is_none_or(|best| rise > best.rise) {
                best =
                    Some(Rise { low: lowest.2, rise, way: way - lowest.0, from: lowest.1, to: at });
            }
        }
        best
    }
}
