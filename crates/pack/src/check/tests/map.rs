//! Guarantees of the map and its scenery.

use std::collections::BTreeMap;

use super::{assert_only_fault, faults};
use crate::model::{
    Area, Edge, ElevationGrid, Farm, GraticuleTick, Objective, ObjectiveGround, ObjectiveTiming,
    Place, Polygon, Surroundings, Symbol, Text,
};
use crate::pack::PackParts;
use crate::sample::id;
use crate::units::{Elevation, GroundLength, GroundPoint, Scale};

#[test]
fn objectives_are_on_map() {
    let objective = |ground| Objective {
        id: id("hill"),
        ground,
        points: 3,
        side: None,
        counted: ObjectiveTiming::AtEnd,
    };
    let around = |x, within| {
        let within = GroundLength::from_metres(within);
        ObjectiveGround::Around(Surroundings { centre: GroundPoint::from_metres(x, 10), within })
    };
    let with = |objectives: Vec<Objective>| {
        move |parts: &mut PackParts| {
            parts.labels.objectives = BTreeMap::from([(id("hill"), Text::plain("Hill"))]);
            parts.scenario.objectives = objectives;
        }
    };
    let good = objective(around(10, 300));
    assert_eq!(faults(with(vec![good.clone()])), [""; 0]);
    let place = "scenario.json: objective hill";
    assert_only_fault(&format!("{place}: duplicate id"), with(vec![good.clone(), good.clone()]));
    assert_only_fault(
        &format!("{place}: outside the frame"),
        with(vec![objective(around(9_000, 300))]),
    );
    assert_only_fault(
        &format!("{place}: distance must be between 0 and 100 km"),
        with(vec![objective(around(10, -1))]),
    );
    assert_only_fault(
        &format!("{place}: has no area"),
        with(vec![objective(ObjectiveGround::Area(Vec::new()))]),
    );
    assert_only_fault(
        &format!("{place}: points must be between 1 and 1,000"),
        with(vec![Objective { points: 0, ..good.clone() }]),
    );
    assert_only_fault(
        &format!("{place}: unknown side"),
        with(vec![Objective { side: Some(id("green")), ..good }]),
    );
    assert_only_fault("labels.json: objective hill: has no label", |parts| {
        parts.scenario.objectives = vec![objective(around(10, 300))];
    });
}

#[test]
fn elevation_extent_is_limited() {
    let grid = |origin: [i32; 2], cell| {
        move |parts: &mut PackParts| {
            parts.elevation = Some(ElevationGrid {
                origin: origin.into(),
                cell: GroundLength::from_centimetres(cell),
                columns: 3,
                rows: 3,
                heights: vec![Elevation::default(); 9],
            });
        }
    };
    assert_eq!(faults(grid([-1_000, -1_000], 10_000)), [""; 0]);
    for (origin, cell) in [
        ([i32::MIN, 0], 1_000),
        ([0, i32::MAX], 1_000),
        ([0, -40_000_001], 1_000),
        ([0, 0], i32::MAX),
        ([0, 0], 13_333_334),
    ] {
        assert_only_fault("elevation.json: extends beyond 400 km", grid(origin, cell));
    }
}

#[test]
fn scenery_fits_sheet() {
    assert_only_fault("scenery.json: place town: rank must be between 1 and 3", |parts| {
        let at = GroundPoint::new(0, 0);
        parts.scenery.places.push(Place { id: id("town"), at, rank: 0 });
    });
    let tick = |edge, metres, label: &str| GraticuleTick {
        edge,
        offset: GroundLength::from_metres(metres),
        label: label.to_owned(),
    };
    assert_eq!(
        faults(|parts| parts.scenery.graticule.push(tick(Edge::West, 8_000, "50° N"))),
        [""; 0]
    );
    for metres in [-1, 8_001] {
        assert_only_fault("scenery.json: graticule 0: beyond the end of its edge", |parts| {
            parts.scenery.graticule.push(tick(Edge::West, metres, "50° N"));
        });
    }
    assert_only_fault("scenery.json: graticule 0: label is longer than 20 characters", |parts| {
        parts.scenery.graticule.push(tick(Edge::West, 1, "somewhere near the middle"));
    });
    assert_only_fault("scenery.json: graticule: more than 400 ticks", |parts| {
        parts.scenery.graticule = vec![tick(Edge::North, 1, "10° E"); 401];
    });
    assert_only_fault("scenery.json: farm mill: unknown symbol mill", |parts| {
        let at = GroundPoint::new(0, 0);
        parts.scenery.farms.push(Farm { id: id("mill"), at, symbol: Some(id("mill")) });
    });
    assert_only_fault("style.json: symbol mill: is empty", |parts| {
        parts.style.symbols.insert(id("mill"), Symbol { title: None, shapes: Vec::new() });
    });
    for denominator in [1_000, 200_000] {
        assert_only_fault(
            "map.json: scale: sheet must measure between 80 and 5,080 mm in both directions",
            |parts| {
                parts.map.scale = Scale::new(denominator).expect("valid scale");
            },
        );
    }
}

#[test]
fn rings_have_correct_winding() {
    let ring = |corners: &[[i32; 2]]| corners.iter().copied().map(GroundPoint::from).collect();
    let outline: Vec<GroundPoint> = ring(&[[0, 0], [900, 0], [900, 900], [0, 900]]);
    let hole: Vec<GroundPoint> = ring(&[[100, 100], [100, 200], [200, 200]]);
    let reversed = |ring: &[GroundPoint]| ring.iter().rev().copied().collect::<Vec<_>>();
    let wood = |exterior: &[GroundPoint], hole: &[GroundPoint]| {
        let part = Polygon { exterior: exterior.to_vec(), holes: vec![hole.to_vec()] };
        faults(|parts| parts.map.woods.push(Area { id: id("wood"), parts: vec![part] }))
    };
    assert_eq!(wood(&outline, &hole), [""; 0]);
    let wrong = ["map.json: feature wood: has an empty ring or a ring with the wrong winding"];
    assert_eq!(wood(&reversed(&outline), &hole), wrong);
    assert_eq!(wood(&outline, &reversed(&hole)), wrong);
    assert_eq!(wood(&ring(&[[0, 0], [5, 5], [9, 9]]), &hole), wrong);
}
