//! A synthetic battlefield for tests and benches: rolling ground, woods, watercourses, roads and a
//! town.

#[allow(dead_code, reason = "not every test that shares this module needs it")]
#[path = "../../../cartography/tests/support/nine_areas.rs"]
mod nine_areas;

use sandtable_pack::{
    Area, Basis, Crest, Crossing, CrossingKind, Edge, Elevation, ElevationGrid, Farm, FeatureLabel,
    GraticuleTick, GroundLength, GroundPoint, Hill, Pack, Piece, PieceLabel, Place, Polygon,
    Polyline, Road, RoadKind, Text, Watercourse, WatercourseKind, fab, sample,
};

/// Returns the sample with `pieces` pieces in total in the first commands of both sides.
#[allow(dead_code, reason = "not every test that shares this module needs it")]
pub fn large_army(pieces: usize) -> Pack {
    let mut parts = sample::parts();
    for (side, name) in parts.scenario.sides.iter_mut().zip(["blue", "red"]) {
        let template = side.commands[0].pieces[0].clone();
        side.commands[0].pieces = (0..pieces / 2)
            .map(|i| Piece { id: sample::id(&format!("{name}-{i}")), ..template.clone() })
            .collect();
        for piece in &side.commands[0].pieces {
            let label = PieceLabel { name: piece.id.to_string(), strength: None };
            parts.labels.pieces.insert(piece.id.clone(), label);
        }
    }
    Pack::new(parts).expect("valid copies")
}

/// Returns a battlefield on the sample's 8 × 8 km frame, with `bends` vertices per woods boundary.
pub fn battlefield(bends: u32) -> Pack {
    let mut parts = sample::parts();
    let mut labels = Vec::new();
    let mut label = |id: &str, name: &str| {
        labels.push((id.to_owned(), name.to_owned()));
        sample::id(id)
    };
    let at = GroundPoint::from_metres;
    for (index, (x, y)) in
        [(1_500, 1_500), (6_200, 5_200), (1_700, 6_300), (6_000, 1_900)].into_iter().enumerate()
    {
        let blob = blob(x, y, 900.0, bends, index as u32);
        let id = label(&format!("wood-{index}"), &format!("Wood {index}"));
        parts.map.woods.push(Area { id, parts: vec![blob] });
    }
    parts.map.roads.push(Road {
        id: label("ridge-road", "Ridge Road"),
        kind: RoadKind::Road,
        parts: vec![Polyline(vec![
            at(0, 3_000),
            at(2_345, 3_210),
            at(5_000, 4_321),
            at(8_000, 4_000),
        ])],
    });
    parts.map.roads.push(Road {
        id: label("old-lane", "Old Lane"),
        kind: RoadKind::Lane,
        parts: vec![Polyline(vec![at(2_345, 3_210), at(3_000, 6_000)])],
    });
    parts.map.watercourses.push(Watercourse {
        id: label("broad-water", "Broad Water"),
        kind: WatercourseKind::River,
        width: GroundLength::from_metres(30),
        parts: vec![wave(7_000, 8_000, 0, bends)],
    });
    parts.map.watercourses.push(Watercourse {
        id: label("brook", "Willow Brook"),
        kind: WatercourseKind::Stream,
        width: GroundLength::from_metres(4),
        parts: vec![wave(3_300, 7_500, 300, bends)],
    });
    parts.map.crossings.push(Crossing {
        id: label("long-bridge", "Long Bridge"),
        kind: CrossingKind::Bridge,
        at: at(7_000, 4_107),
        over: sample::id("broad-water"),
        road: Some(sample::id("ridge-road")),
    });
    parts.map.hills.push(Hill {
        id: label("round-hill", "Round Hill"),
        level: 1,
        parts: vec![blob(2_500, 4_700, 500.0, 40, 9)],
    });
    parts.map.crests.push(Crest {
        id: label("round-hill-crest", "Round Hill"),
        hill: sample::id("round-hill"),
        parts: vec![Polyline(vec![at(2_300, 4_500), at(2_500, 4_700), at(2_700, 4_900)])],
    });
    for (index, (x, y)) in [(3_850, 3_500), (4_020, 3_500), (3_850, 3_700)].into_iter().enumerate()
    {
        let id = label(&format!("block-{index}"), "Town");
        let exterior = vec![at(x, y), at(x + 130, y), at(x + 130, y + 150), at(x, y + 150)];
        parts.map.buildings.push(Area { id, parts: vec![Polygon { exterior, holes: Vec::new() }] });
    }
    let town = label("town", "Middleton");
    parts.scenery.places.push(Place { id: town, at: at(4_000, 3_600), rank: 1 });
    for index in 0..12 {
        let id = label(&format!("farm-{index}"), &format!("{} farm", NAMES[index as usize]));
        let place = at(600 + (index * 611) % 6_800, 500 + (index * 1_733) % 6_900);
        parts.scenery.farms.push(Farm { id, at: place, symbol: None });
    }
    for (edge, offset) in
        [(Edge::North, 2_000), (Edge::East, 3_000), (Edge::South, 2_000), (Edge::West, 3_000)]
    {
        let offset = GroundLength::from_metres(offset);
        parts
            .scenery
            .graticule
            .push(GraticuleTick { edge, offset, label: "50°30′ N".to_owned() });
    }
    parts.elevation = Some(rolling_ground());
    parts.labels.map_title = Text::plain("Middleton");
    parts.labels.published = Some("2026-11-21".to_owned());
    for (id, name) in labels {
        let known =
            FeatureLabel { name: Some(Text::plain(name)), basis: Basis::Data, accuracy_m: None };
        parts.labels.features.insert(sample::id(&id), known);
    }
    Pack::new(parts).expect("valid battlefield")
}

const NAMES: [&str; 12] = [
    "Adams", "Baker", "Carter", "Dawson", "Ellis", "Foster", "Grant", "Hughes", "Irving", "Jones",
    "Keller", "Lewis",
];

/// Returns a ring around a centre in metres, counter-clockwise.
fn blob(x: i32, y: i32, radius: f64, bends: u32, seed: u32) -> Polygon {
    let exterior = (0..bends)
        .map(|i| {
            let angle = f64::from(i) * std::f64::consts::TAU / f64::from(bends);
            let wobble = libm::sin(angle * 5.0 + f64::from(seed)) * 0.18
                + libm::sin(angle * f64::from(bends) * 0.31) * 0.02;
            let reach = radius * (1.0 + wobble) * 100.0;
            GroundPoint::new(
                x * 100 + (libm::cos(angle) * reach) as i32,
                y * 100 + (libm::sin(angle) * reach) as i32,
            )
        })
        .collect();
    Polygon { exterior, holes: Vec::new() }
}

/// Returns a wavy north-south line across the field.
fn wave(x: i32, from: i32, to: i32, bends: u32) -> Polyline {
    let points = (0..=bends)
        .map(|i| {
            let share = f64::from(i) / f64::from(bends);
            let side = libm::sin(share * 25.0) * 150.0;
            let y = f64::from(from) + f64::from(to - from) * share;
            GroundPoint::new(x * 100 + (side * 100.0) as i32, (y * 100.0) as i32)
        })
        .collect();
    Polyline(points)
}

fn rolling_ground() -> ElevationGrid {
    let (columns, rows) = (803, 803);
    let heights = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(column, row)| {
            let (x, y) = (f64::from(column) / 55.0, f64::from(row) / 70.0);
            let height = 150.0 + 22.0 * libm::sin(x) * libm::cos(y) + 9.0 * libm::sin(x * 2.3 + y);
            Elevation::from_metres_rounded(height).expect("elevation within range")
        })
        .collect();
    ElevationGrid {
        origin: GroundPoint::from_metres(-10, -10),
        cell: GroundLength::from_metres(10),
        columns,
        rows,
        heights,
    }
}

/// Returns the FAB fixture as an island of nine areas of 10 × 10 km, with a road, rivers, a town
/// and a hill. At the start, one area has fieldworks and a bridge is blown.
#[allow(dead_code, reason = "not every test that shares this module needs it")]
pub fn island() -> fab::Pack {
    let at = |x: i32, y: i32| nine_areas::place((x, y), 8);
    let place =
        |name: &str, kind, x, y| fab::MapPlace { name: Text::plain(name), kind, at: at(x, y) };
    let sea = Polygon {
        exterior: vec![at(-8, -8), at(38, -8), at(38, 38), at(-8, 38)],
        holes: Vec::new(),
    };
    let map = fab::AreaMap {
        roads: vec![fab::NamedLine {
            name: None,
            parts: vec![Polyline(vec![at(1, 3), at(7, 6), at(15, 3), at(22, 7), at(29, 12)])],
        }],
        water: vec![fab::NamedGround { name: Some(Text::plain("Open Sea")), parts: vec![sea] }],
        places: vec![
            place("Echo", fab::PlaceKind::Town, 7, 6),
            place("Foxtrot", fab::PlaceKind::Height, 12, 18),
        ],
        ..nine_areas::nine_areas("island", "The Island", 8, 160_000)
    };
    let mut parts = fab::sample::pack().into_parts();
    let scene = &mut parts.battle.scene;
    scene.markers.fieldworks.insert(sample::id("4"), scene.sides[1].clone());
    scene.markers.blown.insert((sample::id("2"), sample::id("5")));
    fab::Pack::new(fab::PackParts { map: Some(map), ..parts }).expect("valid pack")
}
