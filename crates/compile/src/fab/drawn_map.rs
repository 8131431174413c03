//! The pack's drawn map, clipped to its frame.

use std::collections::BTreeMap;

use sandtable_pack::fab as pack;
use sandtable_pack::{AreaId, Polygon, Polyline};
use sandtable_terrain::label_position;

use sandtable_map::{AreaGround, clip_line};

/// Returns the drawn map; `None` if an area is entirely outside the frame.
pub(crate) fn area_map(ground: &AreaGround) -> Option<pack::AreaMap> {
    let ids: Vec<AreaId> =
        ground.areas.iter().map(|area| AreaId::new(&area.id).ok()).collect::<Option<_>>()?;
    let mut areas = BTreeMap::new();
    for (id, parts) in ids.iter().zip(&ground.shapes) {
        let parts: Vec<Polygon> = parts.iter().flat_map(|part| ground.clip(part)).collect();
        let (seat, _) = label_position(&parts)?;
        areas.insert(id.clone(), pack::AreaShape { parts, seat });
    }
    let (mut borders, mut rim) = (Vec::new(), Vec::new());
    for arc in ground.mesh.arcs().iter() {
        let parts = clip_line(&ground.frame, &arc.line);
        match (arc.left, arc.right) {
            (Some(left), Some(right)) => {
                let [left, right] = [left, right].map(|area| ids[area].clone());
                borders.push(pack::BorderLine { left, right, parts });
            }
            (Some(area), None) => {
                let lines = parts.into_iter();
                rim.extend(lines.map(|line| pack::RimLine { area: ids[area].clone(), line }));
            }
            (None, Some(area)) => {
                let lines = parts.into_iter().map(|mut line| {
                    line.0.reverse();
                    line
                });
                rim.extend(lines.map(|line| pack::RimLine { area: ids[area].clone(), line }));
            }
            (None, None) => {}
        }
    }
    borders.retain(|border| !border.parts.is_empty());
    Some(pack::AreaMap {
        id: ground.id.clone(),
        title: ground.title.clone(),
        subtitle: ground.subtitle.clone(),
        width: ground.frame.width,
        height: ground.frame.height,
        scale: ground.scale,
        north: ground.north,
        units: ground.units,
        style: ground.style,
        areas,
        borders,
        rim,
        rivers: lines(ground, &ground.rivers),
        roads: lines(ground, &ground.roads),
        water: ground
            .water
            .iter()
            .map(|water| pack::NamedGround {
                name: water.name.clone(),
                parts: water.parts.iter().flat_map(|part| ground.clip(part)).collect(),
            })
            .filter(|water| !water.parts.is_empty())
            .collect(),
        places: ground
            .places
            .iter()
            .filter(|place| ground.frame.contains(place.at))
            .map(|place| pack::MapPlace {
                name: place.name.clone(),
                kind: place.kind,
                at: place.at,
            })
            .collect(),
        graticule: ground.graticule.clone(),
        credits: ground.credits.clone(),
    })
}

fn lines(ground: &AreaGround, drawn: &[sandtable_map::DrawnLine]) -> Vec<pack::NamedLine> {
    let line = |line: &sandtable_map::DrawnLine| pack::NamedLine {
        name: line.name.clone(),
        parts: line
            .parts
            .iter()
            .flat_map(|part| clip_line(&ground.frame, part))
            .collect::<Vec<Polyline>>(),
    };
    drawn.iter().map(line).filter(|line| !line.parts.is_empty()).collect()
}
