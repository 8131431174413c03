//! Hills that make sense: levels inside one another, crests on their hills (PB-34.3, PB-3.16).

use sandtable_pack::{GroundPoint, Hill, Polygon};
use sandtable_source::{Diagnostic, code};

use super::{Ground, outline};
use crate::authored::LayerClass;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, ground: &mut Ground) {
    crests_have_hills(session, ground);
    if session.may_lack(LayerClass::Hill) {
        return;
    }
    levels_are_nested(session, ground);
    crests_lie_on_hills(session, ground);
}

/// A crest without its hill is reported; one whose hill lies outside the frame goes with it.
fn crests_have_hills(session: &mut Session<'_>, ground: &mut Ground) {
    let Ground { map, spans, .. } = ground;
    let hills: Vec<&str> = map.hills.iter().map(|hill| hill.id.as_str()).collect();
    map.crests.retain(|crest| {
        let hill = crest.hill.as_str();
        let kept = hills.contains(&hill);
        if !kept && !spans.contains_key(hill) && !session.excuses(hill) {
            let mut diagnostic = Diagnostic::new(
                code::HILL_OF_CREST,
                format!("the crest `{}` belongs to no hill", crest.id),
            )
            .rule("PB-3.16")
            .did_you_mean(hill, hills.iter().copied())
            .help(format!("give its property `hill` the id of a hill; there is no `{hill}`"));
            if let Some(&span) = spans.get(crest.id.as_str()) {
                diagnostic = diagnostic.at(span, "this crest");
            }
            session.diagnostics.push(diagnostic);
        }
        kept
    });
}

/// A level that lies on no ground of the level below is a wrong number or a stray outline.
fn levels_are_nested(session: &mut Session<'_>, ground: &Ground) {
    for hill in ground.map.hills.iter().filter(|hill| hill.level > 1) {
        let corners: Vec<GroundPoint> =
            hill.parts.iter().flat_map(|part| part.exterior.iter().copied()).collect();
        let below = ground.map.hills.iter().filter(|below| below.level + 1 == hill.level);
        if most_lie_in(&corners, below) {
            continue;
        }
        let Some(&span) = ground.spans.get(hill.id.as_str()) else { continue };
        session.diagnostics.push(
            Diagnostic::new(
                code::HILL_LEVEL,
                format!("`{}` is of level {} but does not lie on level {}", hill.id, hill.level, hill.level - 1),
            )
            .rule("PB-3.16")
            .at(span, "most of its outline lies elsewhere")
            .help("give it the right `level`, or draw the level below it around it: levels count from 1 upwards"),
        );
    }
}

fn crests_lie_on_hills(session: &mut Session<'_>, ground: &Ground) {
    for crest in &ground.map.crests {
        let hills = ground.map.hills.iter().filter(|hill| hill.id == crest.hill);
        let points: Vec<GroundPoint> =
            crest.parts.iter().flat_map(|part| part.0.iter().copied()).collect();
        if most_lie_in(&points, hills) {
            continue;
        }
        let Some(&span) = ground.spans.get(crest.id.as_str()) else { continue };
        session.diagnostics.push(
            Diagnostic::new(
                code::CREST_OFF_HILL,
                format!("the crest `{}` does not lie on its hill `{}`", crest.id, crest.hill),
            )
            .rule("PB-3.16")
            .at(span, "most of it lies elsewhere")
            .help("move it onto the hill, or name the hill on which it lies"),
        );
    }
}

/// Do at least half of some points lie in hills?
fn most_lie_in<'h>(points: &[GroundPoint], hills: impl Iterator<Item = &'h Hill>) -> bool {
    let parts: Vec<&Polygon> = hills.flat_map(|hill| &hill.parts).collect();
    let inside =
        |&&point: &&GroundPoint| parts.iter().any(|part| outline::inside(&part.exterior, point));
    2 * points.iter().filter(inside).count() >= points.len()
}
