//! A line of communication leads from the battlefield to the map's edge and does not cross itself
//! (PB-3.26, PB-31.1).

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    // A shorter road only cuts a corner of the map and does not reach the battlefield.
    let shortest = battle.context.ruleset.distances.foot_third;
    for forces in &battle.forces {
        let written = forces.authored.lines_of_communication.iter().flat_map(|lines| &lines.value);
        for name in written {
            let lines = &forces.side.lines_of_communication;
            let Some(line) = lines.iter().find(|line| line.road.as_str() == name.0) else {
                continue;
            };
            let path = &line.path.0;
            let length: GroundLength = path.windows(2).map(|run| run[0].distance(run[1])).sum();
            if length < shortest {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::SUPPLY_LINE_SHORT,
                        message!("road `{}` barely enters the map", name.0),
                    )
                    .rule("PB-3.26")
                    .at(name.span, format!("only {length} of it are inside the frame, but {shortest} are needed"))
                    .help("use a road that leads from the battlefield off the map, or enlarge the frame"),
                );
            }
            if let Some(place) = crossing(path) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::SUPPLY_LINE_CROSSES,
                        message!("road `{}` crosses itself", name.0),
                    )
                    .rule("PB-3.26")
                    .at(
                        name.span,
                        format!(
                            "a line of communication runs one way; it crosses itself at {}",
                            battle.context.coordinate(place)
                        ),
                    )
                    .help("draw the loop as a separate road"),
                );
            }
        }
    }
}

/// The point where a line first crosses itself. Segments are sorted from left to right, so that
/// only overlapping ranges are compared.
fn crossing(line: &[GroundPoint]) -> Option<GroundPoint> {
    let mut runs: Vec<(i32, usize)> =
        line.windows(2).enumerate().map(|(n, run)| (run[0].x.min(run[1].x), n)).collect();
    runs.sort_unstable();
    let mut found: Option<(usize, GroundPoint)> = None;
    for (order, &(_, one)) in runs.iter().enumerate() {
        let right = line[one].x.max(line[one + 1].x);
        for &(_, other) in runs[order + 1..].iter().take_while(|(left, _)| *left <= right) {
            // Neighbouring segments share a vertex.
            if one.abs_diff(other) > 1
                && segments_cross([line[one], line[one + 1]], [line[other], line[other + 1]])
            {
                let first = one.min(other);
                if found.is_none_or(|(before, _)| first < before) {
                    found = Some((first, line[one.max(other)]));
                }
            }
        }
    }
    found.map(|(_, place)| place)
}

/// Whether two segments cross or touch.
fn segments_cross([a, b]: [GroundPoint; 2], [c, d]: [GroundPoint; 2]) -> bool {
    let side =
        |from: GroundPoint, to: GroundPoint, at: GroundPoint| (to - from).cross(at - from).signum();
    let are_disjoint = a.y.max(b.y) < c.y.min(d.y) || c.y.max(d.y) < a.y.min(b.y);
    !are_disjoint && side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}
