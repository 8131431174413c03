//! PB-3.36: rivers have crossings, and roads cross them where one is.

use sandtable_pack::{FeatureId, GroundPoint, GroundVector, Polyline, WatercourseKind};
use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::authored::LayerClass;
use crate::session::Session;

/// A bridge or ford serves a road that meets the river within this distance of it, in centimetres.
const BRIDGE_REACH: i64 = 5_000;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    let ground = battle.context.ground;
    if session.may_lack(LayerClass::Watercourse) || session.may_lack(LayerClass::Crossing) {
        return;
    }
    let map = &ground.map;
    // The reaches of one river carry one name: a crossing of any of them serves.
    let name = |id: &FeatureId| ground.features.get(id).and_then(|label| label.name.as_ref());
    for river in map.watercourses.iter().filter(|water| water.kind == WatercourseKind::River) {
        let same = |other: &FeatureId| {
            *other == river.id || (name(other).is_some() && name(other) == name(&river.id))
        };
        let crossings: Vec<_> =
            map.crossings.iter().filter(|crossing| same(&crossing.over)).collect();
        if crossings.is_empty()
            && let Some(&span) = ground.spans.get(river.id.as_str())
        {
            session.diagnostics.push(
                Diagnostic::new(
                    code::RIVER_WITHOUT_CROSSING,
                    format!("nobody can cross the river `{}`", river.id),
                )
                .rule("PB-3.36")
                .at(span, "no bridge and no ford")
                .help("add bridges or fords to a layer of class `crossing`, or make it a stream"),
            );
            continue;
        }
        for road in &map.roads {
            for at in meetings(&road.parts, &river.parts) {
                let served = crossings.iter().any(|crossing| {
                    crossing.at.distance_squared(at) <= BRIDGE_REACH * BRIDGE_REACH
                });
                let place = ground.frame.coordinate_of(at);
                if !served && let Some(&span) = ground.spans.get(road.id.as_str()) {
                    session.diagnostics.push(
                        Diagnostic::new(
                            code::ROAD_WITHOUT_CROSSING,
                            format!(
                                "the road `{}` meets the river `{}` without bridge or ford",
                                road.id, river.id
                            ),
                        )
                        .rule("PB-3.36")
                        .at(
                            span,
                            format!(
                                "near longitude {:.6}, latitude {:.6}",
                                place.longitude, place.latitude
                            ),
                        )
                        .help("add a bridge or ford there, or end the road at the bank"),
                    );
                }
            }
        }
    }
}

/// Where lines cross.
fn meetings(one: &[Polyline], other: &[Polyline]) -> Vec<GroundPoint> {
    let segments = |lines: &[Polyline]| -> Vec<(GroundPoint, GroundPoint)> {
        lines.iter().flat_map(|line| line.0.windows(2).map(|pair| (pair[0], pair[1]))).collect()
    };
    let others = segments(other);
    let mut found = Vec::new();
    for (a, b) in segments(one) {
        for &(c, d) in &others {
            let apart = a.x.max(b.x) < c.x.min(d.x)
                || c.x.max(d.x) < a.x.min(b.x)
                || a.y.max(b.y) < c.y.min(d.y)
                || c.y.max(d.y) < a.y.min(b.y);
            if apart {
                continue;
            }
            let side = |from: GroundPoint, to: GroundPoint, point: GroundPoint| {
                (to - from).cross(point - from).signum()
            };
            let crossed = side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
            let way: GroundVector = b - a;
            let across = way.cross(d - c);
            if crossed && across != 0 {
                let along = (c - a).cross(d - c) as f64 / across as f64;
                found.push(GroundPoint::new(
                    a.x + (along * f64::from(way.x)).round() as i32,
                    a.y + (along * f64::from(way.y)).round() as i32,
                ));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}
