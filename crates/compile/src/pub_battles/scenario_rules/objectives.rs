//! Ground that is worth points.

use sandtable_authored::printed;
use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{ObjectiveGround, ObjectiveId, Polygon, SideId, Surroundings};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use super::moments::distance;
use crate::pub_battles::context::{Context, unknown_side};
use crate::pub_battles::forces::position;
use crate::pub_battles::forces::position::Outside;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, LayerClass, Objective};
use sandtable_map::Ground;

/// What may be an objective's ground.
const AREAS: &[LayerClass] = &[
    LayerClass::Zone,
    LayerClass::Hill,
    LayerClass::Buildings,
    LayerClass::Woods,
    LayerClass::Marsh,
    LayerClass::Impassable,
    LayerClass::Orchard,
    LayerClass::Field,
];

/// The objectives that could be read, with what they are called.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
) -> Vec<(pack::Objective, pack::Text)> {
    let mut ids: BTreeMap<&str, Span> = BTreeMap::new();
    let mut objectives = Vec::new();
    for written in context.scenario.objectives.iter().flatten() {
        if let Some(&first) = ids.get(written.id.0.as_str()) {
            crate::pub_battles::context::twice(reporter, &written.id, first, "objective");
        } else {
            ids.insert(&written.id.0, written.id.span);
        }
        if let Some(objective) = one(reporter, context, written) {
            objectives.push((objective, printed(&written.title)));
        }
    }
    objectives
}

fn one(
    reporter: &mut Reporter,
    context: &Context<'_>,
    written: &Objective,
) -> Option<pack::Objective> {
    let side = written.r#for.as_ref().map(|name| side(reporter, context, name));
    let ground = ground(reporter, context, written)?;
    Some(pack::Objective {
        id: ObjectiveId::new(&written.id).ok()?,
        ground,
        points: written.points.0 as u32,
        // An unknown side was reported: no pack comes of it.
        side: side.flatten(),
        counted: written
            .counted
            .as_ref()
            .map_or(pack::ObjectiveTiming::AtEnd, |counted| counted.value.0),
    })
}

/// A side of the battle; `None` after having said that there is none.
pub(crate) fn side(
    reporter: &mut Reporter,
    context: &Context<'_>,
    name: &Spanned<Id>,
) -> Option<SideId> {
    if context.scenario.sides.0.iter().any(|(id, _)| id.value == name.0) {
        return SideId::new(name).ok();
    }
    reporter.diagnostics.push(unknown_side(context.scenario, name, name.span));
    None
}

fn ground(
    reporter: &mut Reporter,
    context: &Context<'_>,
    written: &Objective,
) -> Option<ObjectiveGround> {
    let fault = |message: &str, span: Span, label: &str| {
        Diagnostic::new(
            code::OBJECTIVE_GROUND,
            message!("the objective `{}` {message}", written.id.0),
        )
        .at(span, label)
        .help("give it `at` and `within`, or `area` with the id of a zone, hill, village or wood")
    };
    match (&written.at, &written.within, &written.area) {
        (Some(at), Some(within), None) => {
            let within = distance(reporter, context, within);
            let centre = position::point(reporter, context, at)?;
            if !context.ground.frame.holds(centre) {
                let name = format!("the objective `{}`", written.id.0);
                let what = (Outside::Place, name.as_str());
                position::outside(reporter, context, what, at.span, centre, None);
                return None;
            }
            Some(ObjectiveGround::Around(Surroundings { centre, within: within? }))
        }
        (None, None, Some(area)) => {
            let found = parts(context.ground, area);
            let is_other = context.ground.spans.contains_key(&area.0);
            if found.is_none()
                && (is_other || !reporter.lacks_layer(&area.0, area.span, AREAS))
                && !reporter.excuses_feature(&area.0, AREAS)
            {
                let diagnostic = match context.ground.spans.get(&area.0) {
                    Some(&feature) => {
                        fault("lies on a feature that covers no ground", area.span, "no area")
                            .also(feature, "drawn here")
                    }
                    None => Diagnostic::new(
                        code::UNKNOWN_NAME,
                        message!("the map has no area `{}`", area.0),
                    )
                    .at(area.span, "no such feature")
                    .did_you_mean(area, context.ground.features.keys().map(|id| id.as_str()))
                    .help(
                        "name a zone, hill, village or wood of the map, or give `at` and `within`",
                    ),
                };
                reporter.diagnostics.push(diagnostic);
            }
            found.map(ObjectiveGround::Area)
        }
        // A value that could not be read was reported.
        (_, None, None) | (None, _, None)
            if ["at", "within", "area"].iter().any(|key| reporter.is_unread(written.span, key)) =>
        {
            None
        }
        (Some(at), None, None) => {
            reporter.diagnostics.push(fault("has no size", at.span, "a place without `within`"));
            None
        }
        (None, Some(within), None) => {
            reporter.diagnostics.push(fault(
                "has no place",
                within.span,
                "a distance without `at`",
            ));
            None
        }
        (None, None, None) => {
            reporter.diagnostics.push(fault("is nowhere", written.span, "neither `at` nor `area`"));
            None
        }
        (_, _, Some(area)) => {
            reporter.diagnostics.push(fault(
                "is in two places",
                area.span,
                "beside `at` or `within`",
            ));
            None
        }
    }
}

/// The polygons of a feature that covers ground.
fn parts(ground: &Ground, id: &str) -> Option<Vec<Polygon>> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let areas = map.areas().chain(scenery.areas()).map(|area| (&area.id, &area.parts));
    let mut all = areas.chain(map.hills.iter().map(|hill| (&hill.id, &hill.parts)));
    all.find(|(known, _)| known.as_str() == id).map(|(_, parts)| parts.clone())
}
