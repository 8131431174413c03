//! Resolves objectives: parts of the map that are worth points.

use sandtable_authored::to_printed;
use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{ObjectiveGround, ObjectiveId, Polygon, SideId, Surroundings};
use sandtable_source::{Diagnostic, Message, Span, Spanned, code, message};

use super::moments::distance;
use crate::pub_battles::context::{Context, unknown_side};
use crate::pub_battles::forces::position;
use crate::pub_battles::forces::position::Outside;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, LayerClass, Objective};
use sandtable_map::Ground;

/// The layer classes that can be an objective.
const AREAS: &[LayerClass] = &[
    LayerClass::Zone,
    LayerClass::Hill,
    LayerClass::Buildings,
    LayerClass::Woods,
    LayerClass::Marsh,
    LayerClass::Impassable,
    LayerClass::Water,
    LayerClass::Orchard,
    LayerClass::Field,
];

/// Resolves the readable objectives, with their titles.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
) -> Vec<(pack::Objective, pack::Text)> {
    let mut ids: BTreeMap<&str, Span> = BTreeMap::new();
    let mut objectives = Vec::new();
    for written in context.scenario.objectives.iter().flatten() {
        if let Some(&first) = ids.get(written.id.0.as_str()) {
            crate::pub_battles::context::duplicate_id(reporter, &written.id, first, "objective");
        } else {
            ids.insert(&written.id.0, written.id.span);
        }
        if let Some(objective) = resolve_one(reporter, context, written) {
            objectives.push((objective, to_printed(&written.title)));
        }
    }
    objectives
}

fn resolve_one(
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
        // An unknown side was reported, so no pack is written.
        side: side.flatten(),
        counted: written
            .counted
            .as_ref()
            .map_or(pack::ObjectiveTiming::AtEnd, |counted| counted.value.0),
    })
}

/// Returns a side of the battle, or `None` after reporting that it cannot be found.
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
    let id = &written.id.0;
    let fault = |message: Message, span: Span, label: &str| {
        Diagnostic::new(code::OBJECTIVE_GROUND, message)
            .at(span, label)
            .help("use `at` and `within`, or `area` with the id of a zone, hill, village or wood")
    };
    match (&written.at, &written.within, &written.area) {
        (Some(at), Some(within), None) => {
            let within = distance(reporter, context, within);
            let centre = position::point(reporter, context, at)?;
            if !context.ground.frame.contains(centre) {
                let name = format!("objective `{id}`");
                let subject = (Outside::Place, name.as_str());
                position::report_outside(reporter, context, subject, at.span, centre, None);
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
                    Some(&feature) => fault(
                        message!("objective `{id}` uses a feature that is not an area"),
                        area.span,
                        "not an area",
                    )
                    .also(feature, "defined here"),
                    None => Diagnostic::new(
                        code::UNKNOWN_NAME,
                        message::not_found("area", &area.0),
                    )
                    .at(area.span, "unknown area")
                    .did_you_mean(area, context.ground.features.keys().map(|id| id.as_str()))
                    .help("use a zone, hill, village or wood of the map, or `at` and `within`"),
                };
                reporter.diagnostics.push(diagnostic);
            }
            found.map(ObjectiveGround::Area)
        }
        // An unreadable value was reported.
        (_, None, None) | (None, _, None)
            if ["at", "within", "area"].iter().any(|key| reporter.is_unread(written.span, key)) =>
        {
            None
        }
        (Some(at), None, None) => {
            reporter.diagnostics.push(fault(
                message!("objective `{id}` has no size"),
                at.span,
                "`within` not set",
            ));
            None
        }
        (None, Some(within), None) => {
            reporter.diagnostics.push(fault(
                message!("objective `{id}` has no place"),
                within.span,
                "`at` not set",
            ));
            None
        }
        (None, None, None) => {
            reporter.diagnostics.push(fault(
                message!("objective `{id}` has no place"),
                written.span,
                "neither `at` nor `area` is set",
            ));
            None
        }
        (_, _, Some(area)) => {
            reporter.diagnostics.push(fault(
                message!("objective `{id}` has two places"),
                area.span,
                "conflicts with `at` or `within`",
            ));
            None
        }
    }
}

/// The polygons of an area feature.
fn parts(ground: &Ground, id: &str) -> Option<Vec<Polygon>> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let areas = map.areas().chain(scenery.areas()).map(|area| (&area.id, &area.parts));
    let mut all = areas.chain(map.hills.iter().map(|hill| (&hill.id, &hill.parts)));
    all.find(|(known, _)| known.as_str() == id).map(|(_, parts)| parts.clone())
}
