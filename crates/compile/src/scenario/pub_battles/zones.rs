//! Zones of set-up (PB-3.9): areas of the map, and whether a place lies in one.

use sandtable_pack::{Area, FeatureId, GroundPoint, Polygon};
use sandtable_source::{Diagnostic, Spanned, code};

use super::Context;
use crate::authored::{Id, LayerClass};
use crate::session::Session;

/// The zone of a name; `None` after having said that there is none.
pub(super) fn resolve(
    session: &mut Session<'_>,
    context: &Context<'_>,
    name: &Spanned<Id>,
) -> Option<Spanned<FeatureId>> {
    let ground = context.ground;
    let found = ground.map.zones.iter().find(|zone| zone.id.as_str() == name.0);
    if let Some(zone) = found {
        return Some(Spanned { value: zone.id.clone(), span: name.span });
    }
    let is_other = ground.spans.contains_key(&name.0);
    if !is_other && session.lacks_layer(&name.0, name.span, &[LayerClass::Zone])
        || session.excuses_feature(&name.0, &[LayerClass::Zone])
    {
        return None;
    }
    let known = ground.map.zones.iter().map(|zone| zone.id.as_str());
    let diagnostic = match ground.spans.get(&name.0) {
        Some(&feature) => Diagnostic::new(code::NOT_A_ZONE, format!("`{}` is no zone", name.0))
            .at(name.span, "not a feature of class `zone`")
            .also(feature, "drawn here"),
        None => Diagnostic::new(code::UNKNOWN_NAME, format!("the map has no zone `{}`", name.0))
            .at(name.span, "no such zone")
            .did_you_mean(name, known),
    };
    session.diagnostics.push(
        diagnostic.rule("PB-3.9").help(
            "name a feature of a layer of class `zone`; add such a layer if the map has none",
        ),
    );
    None
}

/// Does a place lie in an area? Its edge belongs to it.
pub(super) fn holds(area: &Area, place: GroundPoint) -> bool {
    area.parts.iter().any(|part| within(part, place))
}

/// By the rule of even and odd, over the exterior and the holes.
fn within(polygon: &Polygon, place: GroundPoint) -> bool {
    let mut inside = false;
    for ring in polygon.rings() {
        for (index, &from) in ring.iter().enumerate() {
            let to = ring[(index + 1) % ring.len()];
            let turn = (to - from).cross(place - from);
            let between = |a: i32, b: i32, v: i32| (a.min(b)..=a.max(b)).contains(&v);
            if turn == 0 && between(from.x, to.x, place.x) && between(from.y, to.y, place.y) {
                return true;
            }
            if (from.y > place.y) != (to.y > place.y) && (turn > 0) == (to.y > from.y) {
                inside = !inside;
            }
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_is_not_inside_and_the_edge_is() {
        let square = |from: i32, to: i32| {
            [(from, from), (to, from), (to, to), (from, to)]
                .map(|(x, y)| GroundPoint::new(x, y))
                .to_vec()
        };
        let area = Area {
            id: FeatureId::new("zone").expect("kebab-case"),
            parts: vec![Polygon { exterior: square(0, 100), holes: vec![square(40, 60)] }],
        };
        for (x, y, inside) in [
            (10, 10, true),
            (50, 50, false),
            (0, 50, true),
            (100, 100, true),
            (101, 50, false),
            (-1, 0, false),
            (40, 50, true),
            (30, 40, true),
        ] {
            assert_eq!(holds(&area, GroundPoint::new(x, y)), inside, "{x}, {y}");
        }
    }
}
