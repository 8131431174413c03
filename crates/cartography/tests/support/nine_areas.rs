//! FAB's fixture as nine areas of 10 × 10 km, shared by tests of several crates.

use sandtable_pack::fab::{AreaMap, AreaShape, BorderLine, RimLine};
use sandtable_pack::{
    AreaId, Facing, GroundLength, GroundPoint, MapId, Polygon, Polyline, Scale, StyleName, Text,
};

/// Returns the point at an offset in kilometres from the lower left corner of the areas, on a map
/// with a border `around` them.
pub fn place((x, y): (i32, i32), around: i32) -> GroundPoint {
    GroundPoint::new(100_000 * (x + around), 100_000 * (y + around))
}

/// Returns a map of three rows of three areas with a border of `around` kilometres, and no other
/// features.
pub fn nine_areas(name: &str, title: &str, around: i32, scale: u32) -> AreaMap {
    let at = |x: i32, y: i32| place((x, y), around);
    let id = |k: i32| AreaId::new(&(k + 1).to_string()).expect("valid id");
    let (mut areas, mut borders, mut rim) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..9 {
        let (x, y) = (10 * (k % 3), 10 * (k / 3));
        let corners = [at(x, y), at(x + 10, y), at(x + 10, y + 10), at(x, y + 10)];
        let parts = vec![Polygon { exterior: corners.to_vec(), holes: Vec::new() }];
        areas.push((id(k), AreaShape { parts, seat: at(x + 5, y + 5) }));
        let sides = [(0, -3, y == 0), (1, 1, x == 20), (2, 3, y == 20), (3, -1, x == 0)];
        for (side, step, is_rim) in sides {
            let line = Polyline(vec![corners[side], corners[(side + 1) % 4]]);
            if is_rim {
                rim.push(RimLine { area: id(k), line });
            } else if step > 0 {
                borders.push(BorderLine { left: id(k), right: id(k + step), parts: vec![line] });
            }
        }
    }
    let side = GroundLength::from_metres(1_000 * (30 + 2 * around));
    AreaMap {
        id: MapId::new(name).expect("valid id"),
        title: Text::plain(title),
        subtitle: None,
        width: side,
        height: side,
        scale: Scale::new(scale).expect("valid scale"),
        north: Facing::UP,
        units: sandtable_pack::UnitSystem::Imperial,
        style: StyleName::Staff,
        areas: areas.into_iter().collect(),
        borders,
        rim,
        rivers: Vec::new(),
        roads: Vec::new(),
        water: Vec::new(),
        places: Vec::new(),
        graticule: Vec::new(),
        credits: Vec::new(),
    }
}
