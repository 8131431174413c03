//! Sight over hills, crests, woods and villages, compared with a slow reference on random ground
//! that often has vertices on the line.

use crate::field::{DEPTH, area, cases, crest, field, hill, metres, polygon, rectangle};
use proptest::prelude::*;
use sandtable_pack::{GroundPoint, Map, Polygon};
use sandtable_terrain::Terrain;

use crate::sight_judge;

/// A random polygon with vertices on a 100 m grid, through which many sight lines pass.
fn outline() -> impl Strategy<Value = Polygon> {
    (0..20_i32, 0..20_i32, 1..9_i32, 1..9_i32, 0..3_u8).prop_map(|(x, y, w, h, kind)| {
        let (x, y, w, h) = (100 * x, 100 * y, 100 * w, 100 * h);
        match kind {
            0 => rectangle(x, y, x + w, y + h),
            1 => polygon(&[(x, y), (x + w, y), (x, y + h)]),
            _ => polygon(&[(x + w, y), (x + 2 * w, y + h), (x + w, y + 2 * h), (x, y + h)]),
        }
    })
}

fn ground() -> impl Strategy<Value = Map> {
    let hills =
        prop::collection::vec((1..4_u8, outline(), prop::option::of((0..4_u8, 0..9_i32))), 0..5);
    let woods = prop::collection::vec(outline(), 0..3);
    (hills, woods, prop::option::of(outline())).prop_map(|(hills, woods, town)| {
        let mut map = field();
        for (index, (level, part, line)) in hills.into_iter().enumerate() {
            if !map.hills.iter().all(|hill| cut_evenly(&hill.parts[0], &part)) {
                continue;
            }
            let name = format!("hill-{index}");
            if let Some((kind, shift)) = line {
                map.crests.push(crest(
                    &format!("crest-{index}"),
                    &name,
                    &crest_points(&part, kind, shift),
                ));
            }
            map.hills.push(hill(&name, level, part));
        }
        let mut covers: Vec<Polygon> = Vec::new();
        for part in woods.into_iter().chain(town.clone()) {
            if covers.iter().all(|cover| cut_evenly(cover, &part)) {
                covers.push(part);
            }
        }
        map.buildings = covers
            .pop_if(|last| town.as_ref() == Some(last))
            .map(|part| area("town", vec![part]))
            .into_iter()
            .collect();
        map.woods = vec![area("woods", covers)];
        map
    })
}

/// Whether the edges of two polygons intersect only at whole centimetres. Otherwise the vertices of
/// their union are rounded, and a point on an edge is slightly off it.
fn cut_evenly(one: &Polygon, other: &Polygon) -> bool {
    let edges = |part: &Polygon| -> Vec<[i64; 4]> {
        let ring = part.exterior.iter().zip(part.exterior.iter().cycle().skip(1));
        ring.map(|(p, q)| [p.x, p.y, q.x - p.x, q.y - p.y].map(i64::from)).collect()
    };
    edges(one).iter().all(|&[x, y, dx, dy]| {
        edges(other).iter().all(|&[u, v, du, dv]| {
            let under = dx * dv - dy * du;
            let (along, beside) = ((u - x) * dv - (v - y) * du, (u - x) * dy - (v - y) * dx);
            let is_between = |share: i64| share * under.signum() >= 0 && share.abs() <= under.abs();
            let is_whole =
                |way: i64| (i128::from(way) * i128::from(along)) % i128::from(under) == 0;
            under == 0
                || !(is_between(along) && is_between(beside))
                || (is_whole(dx) && is_whole(dy))
        })
    })
}

/// A straight or bent crest from side to side of a hill.
fn crest_points(part: &Polygon, kind: u8, shift: i32) -> Vec<(i32, i32)> {
    let metres = |place: &GroundPoint| (place.x / 100, place.y / 100);
    let (first, third) = (metres(&part.exterior[0]), metres(&part.exterior[2]));
    let second = metres(&part.exterior[1]);
    let half = ((first.0 + third.0) / 2, (first.1 + third.1) / 2);
    match kind {
        0 => vec![first, third],
        1 => vec![first, (half.0 + 10 * shift, half.1), third],
        2 => vec![second, half],
        _ => {
            vec![(half.0, half.1 - 300), (half.0, half.1 + 50), (half.0 + 10 * shift, half.1 + 300)]
        }
    }
}

/// A point on the grid or anywhere else.
fn place() -> impl Strategy<Value = GroundPoint> {
    prop_oneof![
        3 => (0..56_i32, 0..56_i32).prop_map(|(x, y)| metres(50 * x, 50 * y)),
        1 => (0..280_000_i32, 0..280_000_i32).prop_map(|(x, y)| GroundPoint::new(x, y)),
    ]
}

/// Several lines of sight on the same ground.
fn lines() -> impl Strategy<Value = Vec<(GroundPoint, GroundPoint)>> {
    prop::collection::vec((place(), place()), 40)
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn pb_16_3_sight_agrees_with_the_judge(map in ground(), lines in lines()) {
        let terrain = Terrain::new(&map);
        for (a, b) in lines.into_iter().filter(|(a, b)| a != b) {
            if let Some(judged) = sight_judge::sees(&map, a, b, DEPTH) {
                let seen = terrain.line_of_sight(a, b, DEPTH);
                prop_assert_eq!(seen, judged, "{:?} to {:?}", a, b);
            }
        }
    }

    /// PB-A102: sight works in both directions.
    #[test]
    fn pb_16_3_sight_is_mutual(map in ground(), lines in lines()) {
        let terrain = Terrain::new(&map);
        for (a, b) in lines {
            prop_assert_eq!(
                terrain.line_of_sight(a, b, DEPTH), terrain.line_of_sight(b, a, DEPTH),
                "{:?} and {:?}", a, b
            );
        }
    }
}
