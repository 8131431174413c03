use geo::{Area as _, BooleanOps as _};

use super::*;

/// An area with corners in metres.
fn area(corners: &[(i32, i32)]) -> Vec<Polygon> {
    let exterior = corners.iter().map(|&(x, y)| GroundPoint::new(100 * x, 100 * y)).collect();
    vec![Polygon { exterior, holes: Vec::new() }]
}

fn square(x: i32, y: i32, side: i32) -> Vec<Polygon> {
    area(&[(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
}

fn mesh(areas: &[Vec<Polygon>]) -> Mesh {
    Mesh::new(areas, GroundLength::from_centimetres(50))
}

fn lengths(arcs: &Arcs) -> Vec<([usize; 2], f64)> {
    arcs.borders().iter().map(|border| (border.areas, border.length)).collect()
}

/// The nine-area fixture of the rules digest.
fn fixture() -> Vec<Vec<Polygon>> {
    (0..9).map(|k| square(10 * (k % 3), 10 * (k / 3), 10)).collect()
}

#[test]
fn fab_t1_twelve_borders_and_eight_corners() {
    let mesh = mesh(&fixture());
    let numbered = |pair: [usize; 2]| (pair[0] + 1, pair[1] + 1);
    let borders: Vec<_> =
        mesh.arcs().borders().iter().map(|border| numbered(border.areas)).collect();
    let declared = [
        (1, 2),
        (1, 4),
        (2, 3),
        (2, 5),
        (3, 6),
        (4, 5),
        (4, 7),
        (5, 6),
        (5, 8),
        (6, 9),
        (7, 8),
        (8, 9),
    ];
    assert_eq!(borders, declared);
    let corners: Vec<_> = mesh.corners().iter().map(|corner| numbered(corner.areas)).collect();
    assert_eq!(corners, [(1, 5), (2, 4), (2, 6), (3, 5), (4, 8), (5, 7), (5, 9), (6, 8)]);
    assert!(mesh.arcs().borders().iter().all(|border| (border.length - 10.0).abs() < 1e-9));
    assert!(mesh.overlaps().is_empty());
    assert!(mesh.arcs().gaps().is_empty());
    assert_eq!(
        mesh.arcs().areas_at_rim().into_iter().collect::<Vec<_>>(),
        [0, 1, 2, 3, 5, 6, 7, 8]
    );
}

#[test]
fn vertices_on_side_split_it() {
    // Two squares next to one long side: two T-junctions, one of them half a metre off the side.
    let long = area(&[(0, 0), (10, 0), (10, 20), (0, 20)]);
    let mut upper = square(10, 10, 10);
    upper[0].exterior[0].x += 40;
    let mesh = mesh(&[long, square(10, 0, 10), upper]);
    let pairs: Vec<_> =
        lengths(mesh.arcs()).into_iter().map(|(pair, length)| (pair, length.round())).collect();
    assert_eq!(pairs, [([0, 1], 10.0), ([0, 2], 10.0), ([1, 2], 10.0)]);
    assert!(mesh.overlaps().is_empty());
    assert!(mesh.arcs().gaps().is_empty());
}

#[test]
fn near_vertices_snap() {
    let mut right = square(10, 0, 10);
    for corner in &mut right[0].exterior {
        corner.x += 30;
        corner.y -= 20;
    }
    let mesh = mesh(&[square(0, 0, 10), right]);
    assert_eq!(lengths(mesh.arcs()), [([0, 1], 10.0)]);
}

#[test]
fn distant_vertices_do_not_snap() {
    let mesh = mesh(&[square(0, 0, 10), square(11, 0, 10)]);
    assert!(mesh.arcs().borders().is_empty());
    assert!(mesh.corners().is_empty());
}

#[test]
fn two_stretches_are_one_border() {
    // Two areas around a lake that touch each other above and below it.
    let left = area(&[(0, 0), (10, 0), (10, 4), (5, 4), (5, 6), (10, 6), (10, 10), (0, 10)]);
    let right = area(&[(10, 0), (20, 0), (20, 10), (10, 10), (10, 6), (15, 6), (15, 4), (10, 4)]);
    let mesh = mesh(&[left, right]);
    assert_eq!(lengths(mesh.arcs()), [([0, 1], 8.0)]);
    assert_eq!(mesh.arcs().borders()[0].stretches.len(), 2);
    let gaps = mesh.arcs().gaps();
    assert_eq!(gaps.len(), 1);
    assert_eq!((gaps[0].ground, gaps[0].areas.as_slice()), (20.0, &[0, 1][..]));
}

#[test]
fn overlaps_are_reported_with_common_point() {
    let crossing = mesh(&[square(0, 0, 10), square(6, 6, 10)]).overlaps();
    assert_eq!(crossing.len(), 1);
    assert!((crossing[0].ground - 16.0).abs() < 1e-6);
    let GroundPoint { x, y } = crossing[0].at;
    assert!((600..=1_000).contains(&x) && (600..=1_000).contains(&y));
    let inside = mesh(&[square(0, 0, 10), square(2, 2, 3)]).overlaps();
    assert_eq!(
        inside.iter().map(|one| (one.areas, one.ground)).collect::<Vec<_>>(),
        [([0, 1], 9.0)]
    );
    let in_a_corner = mesh(&[square(0, 0, 10), square(0, 0, 3)]).overlaps();
    assert_eq!(in_a_corner.len(), 1);
    let same = mesh(&[square(0, 0, 10), square(0, 0, 10)]).overlaps();
    assert!((same[0].ground - 100.0).abs() < 1e-6);
}

#[test]
fn area_in_hole_is_neighbour() {
    let mut outer = square(0, 0, 10);
    outer[0].holes = vec![vec![
        GroundPoint::new(200, 200),
        GroundPoint::new(200, 500),
        GroundPoint::new(500, 500),
        GroundPoint::new(500, 200),
    ]];
    let mesh = mesh(&[outer.clone(), square(2, 2, 3)]);
    assert_eq!(lengths(mesh.arcs()), [([0, 1], 12.0)]);
    assert!(mesh.overlaps().is_empty());
    assert_eq!(mesh.arcs().polygons()[0][0].holes.len(), 1);
}

#[test]
fn outlines_may_run_either_way() {
    let mut areas = fixture();
    for area in areas.iter_mut().step_by(2) {
        area[0].exterior.reverse();
    }
    let mesh = mesh(&areas);
    assert_eq!(mesh.arcs().borders().len(), 12);
    assert!(mesh.overlaps().is_empty());
}

#[test]
fn joined_areas_lose_the_borders_between_them() {
    let table = [Some(0), Some(0), Some(0), Some(1), Some(1), Some(1), None, Some(2), Some(2)];
    let joined = mesh(&fixture()).arcs().merge(&table);
    assert_eq!(lengths(&joined), [([0, 1], 30.0), ([1, 2], 20.0)]);
    let areas: Vec<i128> = joined
        .polygons()
        .iter()
        .map(|parts| parts.iter().map(|part| double_area(&part.exterior) / 20_000).sum())
        .collect();
    assert_eq!(areas, [300, 300, 200]);
    assert_eq!(joined.polygons()[0][0].exterior.len(), 8, "corners between joined areas stay");
}

#[test]
fn self_touching_areas_split_or_have_hole() {
    // Squares 0, 2, 4, 6 and 8 of a chequerboard touch only at corners; the others surround square
    // 4.
    let board: Vec<Option<usize>> = (0..9).map(|k| Some(k % 2)).collect();
    let joined = mesh(&fixture()).arcs().merge(&board);
    let parts = joined.polygons();
    assert_eq!(parts[0].len(), 5);
    assert_eq!(parts[1].len(), 4);
    let ring: Vec<Option<usize>> = (0..9).map(|k| Some(usize::from(k == 4 || k == 8))).collect();
    let parts = mesh(&fixture()).arcs().merge(&ring).polygons();
    assert_eq!((parts[0].len(), parts[0][0].holes.len()), (1, 1));
}

#[test]
fn simpler_arcs_are_shared_and_keep_their_ends() {
    let wave = |x: i32| (0..=20).map(move |y| (x + y % 2, y));
    let mut left: Vec<(i32, i32)> = vec![(0, 20), (0, 0)];
    left.extend(wave(10));
    let mut right: Vec<(i32, i32)> = vec![(30, 0), (30, 20)];
    right.extend(wave(10).collect::<Vec<_>>().into_iter().rev());
    let mesh = mesh(&[area(&left), area(&right)]);
    assert_eq!(mesh.arcs().borders()[0].stretches[0].len(), 21);
    let simple = mesh.arcs().simplified(GroundLength::from_metres(5));
    assert_eq!(simple.borders()[0].stretches[0].len(), 2);
    assert_eq!(lengths(&simple), [([0, 1], 20.0)]);
    let ground = |arcs: &Arcs| -> Vec<i128> {
        arcs.polygons().iter().map(|parts| double_area(&parts[0].exterior)).collect()
    };
    assert_eq!(ground(&simple).iter().sum::<i128>(), ground(mesh.arcs()).iter().sum::<i128>());
}

#[test]
fn a_narrow_area_does_not_collapse() {
    // Simplification would turn both sides of a sliver into the same straight line.
    let bank = |off: i32| (0..=10).map(move |x| (10 * x, off + (x % 2) * 3));
    let mut north: Vec<(i32, i32)> = bank(2).collect();
    north.extend([(100, 50), (0, 50)]);
    let mut south: Vec<(i32, i32)> = vec![(0, -50), (100, -50)];
    south.extend(bank(0).collect::<Vec<_>>().into_iter().rev());
    let mut sliver: Vec<(i32, i32)> = bank(0).collect();
    sliver.extend(bank(2).collect::<Vec<_>>().into_iter().rev());
    let simple = mesh(&[area(&north), area(&south), area(&sliver)])
        .arcs()
        .simplified(GroundLength::from_metres(40));
    assert!(simplified_mesh_is_valid(&simple));
    assert_eq!(simple.polygons()[2].len(), 1);
}

fn simplified_mesh_is_valid(arcs: &Arcs) -> bool {
    Mesh::new(&arcs.polygons(), GroundLength::from_centimetres(1)).overlaps().is_empty()
}

fn geo_polygon(area: &[Polygon]) -> geo::Polygon {
    let corners = area[0].exterior.iter().map(|at| (f64::from(at.x), f64::from(at.y)));
    geo::Polygon::new(corners.collect(), Vec::new())
}

/// Detection does not depend on the ring's first vertex.
#[test]
fn vertex_in_neighbour_is_found() {
    let mut areas = fixture();
    // The upper right area, with the corner shared by four areas dragged into the middle area.
    let corners = [(17, 16), (30, 20), (30, 30), (20, 30)];
    for first in 0..corners.len() {
        let mut turned = corners;
        turned.rotate_left(first);
        areas[8] = area(&turned);
        let overlaps = mesh(&areas).overlaps();
        let pairs: Vec<[usize; 2]> = overlaps.iter().map(|overlap| overlap.areas).collect();
        // The dragged sides also pass over a corner of the two adjacent areas.
        assert!(pairs.contains(&[4, 8]), "{first}: {overlaps:?}");
        for overlap in &overlaps {
            let [one, other] = overlap.areas.map(|area| geo_polygon(&areas[area]));
            let common = one.intersection(&other).unsigned_area() / 1e4;
            assert!((common - overlap.ground).abs() < 1e-6, "{overlap:?}");
        }
    }
}

/// Drags three corners in a net of nine areas at random and finds exactly the overlapping pairs.
#[test]
fn overlaps_match_every_pair() {
    let mut seed: u32 = 16_000;
    let mut next = |below: i32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as i32 % below
    };
    let mut found = 0;
    for _ in 0..400 {
        let mut areas = fixture();
        for _ in 0..3 {
            let (area, corner) = (next(9) as usize, next(4) as usize);
            // Drag by less than half a side, so that rings do not cross themselves.
            let (east, north) = (next(801) - 400, next(801) - 400);
            let GroundPoint { x, y } = fixture()[area][0].exterior[corner];
            areas[area][0].exterior[corner] = GroundPoint::new(x + east, y + north);
        }
        let mesh = mesh(&areas);
        let overlapping: Vec<[usize; 2]> =
            mesh.overlaps().iter().map(|overlap| overlap.areas).collect();
        for one in 0..9 {
            for other in one + 1..9 {
                let [first, second] = [one, other].map(|area| geo_polygon(&areas[area]));
                let common = first.intersection(&second).unsigned_area() / 1e4;
                let is_told = overlapping.contains(&[one, other]);
                // Ignore overlaps that snapping may have created or removed.
                if !(0.001..8.0).contains(&common) {
                    assert_eq!(is_told, common > 1.0, "{one} and {other}: {common} m², {areas:?}");
                }
                found += usize::from(is_told);
            }
        }
    }
    assert!(found > 400, "{found}");
}
