//! Bridges that carry no road, and two crossings on one spot.

use rstar::RTree;
use rstar::primitives::GeomWithData;
use sandtable_pack::CrossingKind;
use sandtable_source::{Diagnostic, code};

use super::runs::Runs;
use super::{VISIBLE, length, near, on_paper};
use crate::authored::LayerClass;
use crate::map::Ground;
use crate::map::apart::apart;
use crate::map::crossing::REACH;
use crate::session::Session;

/// Reports crossings that serve nobody.
pub(super) fn check(session: &mut Session<'_>, ground: &Ground) {
    if !session.may_lack(LayerClass::Road) {
        without_road(session, ground);
    }
    on_one_spot(session, ground);
}

/// A bridge without road or railroad. A ford needs none.
fn without_road(session: &mut Session<'_>, ground: &Ground) {
    let railroads = ground.scenery.railroads.iter().flat_map(|railroad| &railroad.parts);
    let railroads = Runs::of_lines(railroads.map(|part| part.0.as_slice()));
    let bridges = ground.map.crossings.iter().filter(|crossing| {
        crossing.kind == CrossingKind::Bridge
            && crossing.road.is_none()
            && railroads.nearest(crossing.at, REACH as i32, |_| true).is_none()
            && !ground.lost_its_corner(crossing.at)
    });
    for bridge in bridges {
        let Some(&span) = ground.spans.get(bridge.id.as_str()) else { continue };
        session.diagnostics.push(
            Diagnostic::new(
                code::BRIDGE_WITHOUT_ROAD,
                format!("the bridge `{}` over `{}` carries no road", bridge.id, bridge.over),
            )
            .rule("PB-34.5")
            .at(span, format!("no road within 30 m, {}", near(ground, bridge.at)))
            .help("move it to where the road meets the water, draw the road, or make it a `ford`"),
        );
    }
}

fn on_one_spot(session: &mut Session<'_>, ground: &Ground) {
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
        let between = apart(crossing.at, other.at);
        session.diagnostics.push(
            Diagnostic::new(
                code::CROSSING_TWICE,
                format!("`{}` and `{}` are on one spot", other.id, crossing.id),
            )
            .at(span, format!("{} apart, {}", length(between), near(ground, crossing.at)))
            .also(first, "the first one")
            .help("one bridge or ford is enough there: take the other one out, or move it to its own place"),
        );
    }
}
