//! The printer and the engine agree on every accepted polygon: the same ground inside, the same
//! ground in its holes.

use proptest::prelude::*;
use sandtable_pack::{AnyPack, GroundPoint, Polygon};
use sandtable_terrain::{GroundKind, Terrain};

use crate::support::{battle, run};

/// A ring around a centre: its radii in steps of the circle, in degrees. Rings of the same centre
/// are nested, cross or touch.
fn ring(centre: [i32; 2], radii: &[i32], clockwise: bool) -> Vec<[f64; 2]> {
    let mut ring: Vec<[f64; 2]> = (0..radii.len())
        .map(|step| {
            let angle = std::f64::consts::TAU * step as f64 / radii.len() as f64;
            let radius = f64::from(radii[step]) * 0.001;
            let along = |middle: i32, part: f64| f64::from(middle) * 0.002 + radius * part;
            [10.0 + along(centre[0], libm::cos(angle)), 50.0 + along(centre[1], libm::sin(angle))]
        })
        .collect();
    if clockwise {
        ring.reverse();
    }
    ring.push(ring[0]);
    ring
}

fn rings() -> impl Strategy<Value = Vec<Vec<[f64; 2]>>> {
    let outer = (prop::collection::vec(8..18_i32, 6..20), any::<bool>());
    let hole = ([-4..=4_i32, -4..=4], prop::collection::vec(1..6_i32, 3..9), any::<bool>());
    ([-10..=10_i32, -3..=3], outer, prop::collection::vec(hole, 0..4)).prop_map(
        |(middle, (radii, clockwise), holes)| {
            let mut rings = vec![ring(middle, &radii, clockwise)];
            rings.extend(holes.into_iter().map(|([x, y], radii, clockwise)| {
                ring([middle[0] + x, middle[1] + y], &radii, clockwise)
            }));
            rings
        },
    )
}

/// How often a closed ring runs around a point, counter-clockwise; `None` if the point is on it.
fn winding(ring: &[GroundPoint], place: GroundPoint) -> Option<i32> {
    let mut winding = 0;
    for (index, &from) in ring.iter().enumerate() {
        let to = ring[(index + 1) % ring.len()];
        let turn = (to - from).cross(place - from);
        let within = |a: i32, b: i32, v: i32| (a.min(b)..=a.max(b)).contains(&v);
        if turn == 0 && within(from.x, to.x, place.x) && within(from.y, to.y, place.y) {
            return None;
        }
        match (from.y <= place.y, to.y <= place.y) {
            (true, false) if turn > 0 => winding += 1,
            (false, true) if turn < 0 => winding -= 1,
            _ => {}
        }
    }
    Some(winding)
}

/// Whether a point is inside by the even-odd rule, and by the non-zero rule if holes run against
/// their exterior. `None` if the point is on an edge.
fn printed(parts: &[Polygon], place: GroundPoint) -> Option<[bool; 2]> {
    let (mut crossed, mut sum) = (0, 0);
    for part in parts {
        for (index, ring) in part.rings().enumerate() {
            let winding = winding(ring, place)?;
            crossed += winding;
            sum += if index == 0 { winding.abs() } else { -winding.abs() };
        }
    }
    Some([crossed % 2 != 0, sum != 0])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, max_global_rejects: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A point is inside for the printer, by either fill rule, exactly when it is inside for the
    /// engine.
    #[test]
    fn printer_and_engine_agree(
        parts in prop::collection::vec(rings(), 1..3),
        places in prop::collection::vec((0..600_000_i32, 0..600_000_i32), 200),
    ) {
        let mut battle = battle();
        let feature = serde_json::json!({
            "type": "FeatureCollection",
            "features": [{
                "type": "Feature",
                "geometry": { "type": "MultiPolygon", "coordinates": parts },
                "properties": { "id": "wood", "basis": "data" },
            }],
        });
        battle.0.insert("layers/woods.geojson".to_owned(), feature.to_string().into_bytes());
        let Some(AnyPack::PubBattles(pack)) = run(&battle).pack else {
            return Err(TestCaseError::reject("refused"));
        };
        let terrain = Terrain::new(pack.map());
        let [wood] = pack.map().woods.as_slice() else { panic!("one wood") };
        for (x, y) in places {
            let place = GroundPoint::new(x, y);
            if let Some(printed) = printed(&wood.parts, place) {
                let engine = terrain.kinds_at(place).contains(&GroundKind::Woods);
                prop_assert_eq!(printed, [engine; 2], "{:?} of {:?}", place, &wood.parts);
            }
        }
    }
}
