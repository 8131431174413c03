//! Watercourses that flow against each other. Neighbours show the direction where the elevation is
//! too flat.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, Watercourse};
use sandtable_source::{Diagnostic, code, message};

use super::water_course::{WHOLE_RISE, upstream};
use super::waters::{End, Waters};
use crate::checks::measure::near;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The rise of each watercourse from start to end according to the elevation, in metres.
pub type Rises<'g> = BTreeMap<&'g FeatureId, f64>;

/// Reports watercourses that join end to end, or would beyond the frame. Adds their ids to those
/// drawn upstream.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    waters: &Waters<'_>,
    rises: &Rises<'_>,
    reversed: &mut BTreeSet<String>,
) {
    report_opposed_lines(reporter, ground, waters, rises, reversed);
    reaches(reporter, ground, waters, rises, reversed);
}

/// Reports points where lines end from both sides and no watercourse continues. The line that falls
/// least is drawn upstream.
fn report_opposed_lines(
    reporter: &mut Reporter,
    ground: &Ground,
    waters: &Waters<'_>,
    rises: &Rises<'_>,
    reversed: &mut BTreeSet<String>,
) {
    let mut reported: BTreeSet<Vec<usize>> = BTreeSet::new();
    for line in &waters.lines {
        let at = line.end(End::Mouth);
        let meeting = waters.meeting_at(at);
        let is_mouth = |&number: &usize| {
            let reach = i64::from(waters.joining_distance);
            waters.lines[number].end(End::Mouth).distance_squared(at) <= reach * reach
        };
        let is_reversed =
            |&number: &usize| reversed.contains(waters.lines[number].water.id.as_str());
        if meeting.len() < 2
            || waters.is_at_edge(at)
            || waters.is_wet(at)
            || !meeting.iter().all(is_mouth)
            || meeting.iter().any(is_reversed)
            || !reported.insert(meeting.clone())
        {
            continue;
        }
        let rise = |number: usize| rises.get(&waters.lines[number].water.id).copied();
        let by_rise = |a: &usize, b: &usize| {
            let flat = |number| rise(number).unwrap_or(0.0);
            flat(*a).total_cmp(&flat(*b)).then(b.cmp(a))
        };
        let Some(&wrong) = meeting.iter().max_by(|a, b| by_rise(a, b)) else { continue };
        let Some(&other) = meeting.iter().find(|&&number| number != wrong) else { continue };
        let (water, other) = (waters.lines[wrong].water, waters.lines[other].water);
        let (Some(&span), Some(&other_span)) =
            (ground.spans.get(water.id.as_str()), ground.spans.get(other.id.as_str()))
        else {
            continue;
        };
        let is_known = water.id != other.id && rise(wrong).is_some_and(|rise| rise > -WHOLE_RISE);
        let finding = match is_known {
            true => upstream(water),
            false => Diagnostic::new(
                code::WATER_UPHILL,
                message!("`{}` and `{}` run against each other", water.id, other.id),
            )
            .help("reverse the one drawn upstream: in QGIS, Advanced digitizing › Reverse line; or draw the missing water downstream"),
        };
        reversed.insert(water.id.as_str().to_owned());
        reporter.diagnostics.push(
            finding
                .at(span, format!("ends where `{}` ends too, {}", other.id, near(ground, at)))
                .also(other_span, "no water continues from the end of this one"),
        );
    }
}

/// The maximum number of lines with one name; a more frequent name is generic, such as “Run”.
const MAX_SAME_NAME_LINES: usize = 20;

/// For two lines with the same name divided by the frame, reports the one that contradicts the
/// other's direction.
fn reaches(
    reporter: &mut Reporter,
    ground: &Ground,
    waters: &Waters<'_>,
    rises: &Rises<'_>,
    reversed: &mut BTreeSet<String>,
) {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, line) in waters.lines.iter().enumerate() {
        let label = ground.features.get(&line.water.id);
        if let Some(name) = label.and_then(|label| label.name.as_ref()) {
            named.entry(&name.en).or_default().push(number);
        }
    }
    let rise = |water: &Watercourse| rises.get(&water.id).copied();
    for lines in named.into_values().filter(|lines| lines.len() <= MAX_SAME_NAME_LINES) {
        for (rank, &second) in lines.iter().enumerate() {
            let before = lines[..rank].iter();
            // The nearest line with the same name, and the closest ends of both.
            let ends = before.flat_map(|&first| {
                let pairs = End::BOTH.map(|end| End::BOTH.map(|other| (first, other, end)));
                pairs.into_iter().flatten()
            });
            let nearest = ends.min_by_key(|&(first, other, end)| {
                let [from, to] = [waters.lines[first].end(other), waters.lines[second].end(end)];
                from.distance_squared(to)
            });
            let Some((first, other, end)) = nearest else { continue };
            let at = [waters.lines[first].end(other), waters.lines[second].end(end)];
            let [first, second] = [first, second].map(|number| waters.lines[number].water);
            if other != end
                || first.id == second.id
                || !at.into_iter().all(|end| waters.is_at_edge(end))
                || [first, second].iter().any(|water| reversed.contains(water.id.as_str()))
            {
                continue;
            }
            let (Some(one), Some(two)) = (rise(first), rise(second)) else { continue };
            let (wrong, other) = if one > two { (first, second) } else { (second, first) };
            // Two streams with the same name may both leave the map, if both fall.
            if one.max(two) <= -WHOLE_RISE {
                continue;
            }
            let (Some(&span), Some(&other_span)) =
                (ground.spans.get(wrong.id.as_str()), ground.spans.get(other.id.as_str()))
            else {
                continue;
            };
            reversed.insert(wrong.id.as_str().to_owned());
            let label = match end {
                End::Mouth => "both leave the map",
                End::Source => "both enter the map",
            };
            reporter.diagnostics.push(
                upstream(wrong)
                    .at(
                        span,
                        format!(
                            "section of the same water as `{}`: {label} {}",
                            other.id,
                            near(ground, at[0])
                        ),
                    )
                    .also(other_span, "the other section"),
            );
        }
    }
}
