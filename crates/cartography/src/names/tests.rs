//! Names on small test maps: which names are set, and where.

use sandtable_pack::{
    Area, Arrival, Basis, Crest, Crossing, CrossingKind, Facing, Farm, FeatureId, FeatureLabel,
    GroundLength, GroundPoint, Hill, Pack, PackParts, Place, Polygon, Polyline, Pose, Road,
    RoadKind, Text, Watercourse, WatercourseKind, sample,
};
use sandtable_sheet::{Item, Point, Rect, Sheet, TextRun};

use crate::battlefield::map_sheet;
use crate::frame::MapFrame;
use crate::names::placer::is_under;
use crate::options::{MapOptions, Overlay};
use crate::set_up;
use crate::set_up::positions::SetUpSides;

/// Returns the sample's map without its names.
fn parts() -> PackParts {
    let mut parts = sample::parts();
    parts.labels.features.values_mut().for_each(|label| label.name = None);
    parts
}

fn name(parts: &mut PackParts, id: &str, name: &str) {
    let label =
        FeatureLabel { name: Some(Text::plain(name)), basis: Basis::Data, accuracy_m: None };
    parts.labels.features.insert(sample::id(id), label);
}

fn draw(parts: PackParts) -> Sheet {
    let pack = Pack::new(parts).expect("valid map");
    map_sheet(&pack, &MapOptions::default())
}

/// Returns the names on the map.
fn names(sheet: &Sheet) -> Vec<&TextRun> {
    let layer = sheet.layers.iter().find(|layer| layer.name == "names");
    let clips = layer.into_iter().flat_map(|layer| &layer.items);
    let items = clips.flat_map(|item| match item {
        Item::Clip { items, .. } => items.as_slice(),
        _ => &[],
    });
    items.filter_map(|item| if let Item::Text(run) = item { Some(run) } else { None }).collect()
}

fn at(x: i32, y: i32) -> GroundPoint {
    GroundPoint::from_metres(x, y)
}

/// Returns the position of a place of the sample's map on the sheet: 8 km at 1:16,000, 17 mm of
/// margin.
fn on_sheet(x: i32, y: i32) -> Point {
    Point::new(17.0 + f64::from(x) / 16.0, 17.0 + f64::from(8_000 - y) / 16.0)
}

fn square(x: i32, y: i32, side: i32) -> Polygon {
    let exterior = vec![at(x, y), at(x + side, y), at(x + side, y + side), at(x, y + side)];
    Polygon { exterior, holes: Vec::new() }
}

fn stream(parts: &mut PackParts, id: &str, from: (i32, i32), to: (i32, i32)) {
    parts.map.watercourses.push(Watercourse {
        id: sample::id(id),
        kind: WatercourseKind::Stream,
        width: GroundLength::from_metres(3),
        parts: vec![Polyline(vec![at(from.0, from.1), at(to.0, to.1)])],
    });
}

#[test]
fn split_course_repeats_name_by_length() {
    let mut parts = parts();
    // Two adjacent pieces of 150 mm each form a course of 300 mm, which gets two names.
    stream(&mut parts, "brook", (600, 1_400), (3_000, 1_400));
    stream(&mut parts, "brook-lower", (600, 1_200), (3_000, 1_200));
    name(&mut parts, "brook", "Willow Brook");
    name(&mut parts, "brook-lower", "Willow Brook");
    let sheet = draw(parts);
    let names = names(&sheet);
    assert_eq!(names.len(), 2);
    let nearest = names[0]
        .glyphs
        .iter()
        .flat_map(|a| names[1].glyphs.iter().map(move |b| a.at.distance(b.at)));
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!(nearest >= 40.0, "{nearest} mm apart");
    assert_eq!(sheet.omitted_names, Vec::<String>::new());
}

#[test]
fn crossings_and_fields_are_named() {
    let mut parts = parts();
    stream(&mut parts, "brook", (600, 1_400), (3_000, 1_400));
    parts.map.crossings.push(Crossing {
        id: sample::id("millers-ford"),
        kind: CrossingKind::Ford,
        at: at(1_500, 1_400),
        over: sample::id("brook"),
        road: None,
    });
    name(&mut parts, "brook", "Willow Brook");
    name(&mut parts, "millers-ford", "Miller's Ford");
    let field = Area { id: sample::id("peach-field"), parts: vec![square(5_500, 3_000, 500)] };
    parts.scenery.fields.push(field);
    name(&mut parts, "peach-field", "The Peach Field");
    let sheet = draw(parts);
    let texts: Vec<&str> = names(&sheet).iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["Willow Brook", "Miller’s Ford", "The Peach Field"]);
}

/// Whether the text of a name overlaps a rectangle on the sheet.
fn overlaps(run: &TextRun, rect: Rect) -> bool {
    // Glyphs are about half an em wide, and as high above their origin.
    run.glyphs.iter().any(|g| rect.contains(g.at.translate(run.size * 0.25, -run.size * 0.25)))
}

#[test]
fn village_and_hill_names_avoid_houses() {
    let mut parts = parts();
    let mut houses = Vec::new();
    // Sixteen blocks of 100 m around the place, and the same on a hill.
    for (village, x) in [(0, 1_000), (1, 5_600)] {
        for block in 0..16 {
            let (column, row) = (block % 4, block / 4);
            let corner = (x + column * 120, 5_000 + row * 120);
            let id = sample::id(&format!("block-{village}-{block}"));
            parts.map.buildings.push(Area { id, parts: vec![square(corner.0, corner.1, 100)] });
            let (low, high) =
                (on_sheet(corner.0, corner.1), on_sheet(corner.0 + 100, corner.1 + 100));
            houses.push(Rect::new(low.x, high.y, high.x, low.y));
        }
    }
    let place = Place { id: sample::id("weiler"), at: at(1_230, 5_230), rank: 2 };
    parts.scenery.places.push(place);
    let hill: FeatureId = sample::id("berg");
    parts.map.hills.push(Hill {
        id: hill.clone(),
        level: 1,
        parts: vec![square(5_000, 4_500, 1_600)],
    });
    parts.map.crests.push(Crest {
        id: sample::id("berg-crest"),
        hill,
        parts: vec![Polyline(vec![at(5_700, 5_230), at(5_900, 5_230)])],
    });
    for block in 0..32 {
        name(&mut parts, &format!("block-{}-{}", block / 16, block % 16), "House");
    }
    name(&mut parts, "weiler", "Weiler am See");
    name(&mut parts, "berg", "Der Hohe Berg");
    name(&mut parts, "berg-crest", "Der Hohe Berg");
    let sheet = draw(parts);
    let names = names(&sheet);
    let texts: Vec<&str> = names.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["Der Hohe Berg", "Weiler am See"]);
    for run in names {
        assert!(!houses.iter().any(|house| overlaps(run, *house)), "{}", run.text);
    }
}

/// A hill without a drawn crest, a marsh and a lake each have their name in their middle.
#[test]
fn names_hills_without_crests_and_wet_ground() {
    let mut parts = parts();
    parts.map.hills.push(Hill {
        id: sample::id("berg"),
        level: 1,
        parts: vec![square(5_000, 4_500, 1_200)],
    });
    parts.map.marsh.push(Area { id: sample::id("moor"), parts: vec![square(1_000, 1_000, 900)] });
    name(&mut parts, "berg", "Der Hohe Berg");
    name(&mut parts, "moor", "Großes Moor");
    parts.map.water.push(Area { id: sample::id("see"), parts: vec![square(1_000, 6_000, 900)] });
    name(&mut parts, "see", "Kleiner See");
    let sheet = draw(parts);
    let names = names(&sheet);
    let texts: Vec<&str> = names.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["Der Hohe Berg", "Kleiner See", "Großes Moor"]);
    let corners = [(5_000, 4_500), (1_000, 6_000), (1_000, 1_000)];
    for (run, (x, y)) in names.into_iter().zip(corners) {
        let (low, high) = (on_sheet(x, y), on_sheet(x + 1_200, y + 1_200));
        assert!(overlaps(run, Rect::new(low.x, high.y, high.x, low.y)), "{}", run.text);
    }
}

/// A hill and the hamlet at its foot have the same name, and both get it. A place without houses on
/// a hill shares the hill's name, so the name is set once.
#[test]
fn hamlet_and_hill_share_name() {
    let with = |houses: bool| {
        let mut parts = parts();
        parts.map.hills.push(Hill {
            id: sample::id("berg"),
            level: 1,
            parts: vec![square(5_000, 4_500, 1_200)],
        });
        let place = Place { id: sample::id("weiler"), at: at(4_550, 5_050), rank: 2 };
        parts.scenery.places.push(place);
        if houses {
            let block = Area { id: sample::id("block"), parts: vec![square(4_500, 5_000, 100)] };
            parts.map.buildings.push(block);
            name(&mut parts, "block", "House");
        }
        name(&mut parts, "berg", "Genestrello");
        name(&mut parts, "weiler", "Genestrello");
        let sheet = draw(parts);
        assert_eq!(sheet.omitted_names, Vec::<String>::new());
        names(&sheet).len()
    };
    assert_eq!([with(true), with(false)], [2, 1]);
}

/// A name covered by a block of the set-up moves next to it. If another name is in the way, the map
/// stays as it is.
#[test]
fn set_up_blocks_displace_names() {
    let mut parts = parts();
    for (id, place) in [("keys", at(3_000, 5_000)), ("mill", at(6_500, 6_500))] {
        parts.scenery.places.push(Place { id: sample::id(id), at: place, rank: 2 });
    }
    name(&mut parts, "keys", "Cross Keys");
    name(&mut parts, "mill", "Mill");
    let pose = Pose { centre: at(3_200, 5_050), facing: Facing::UP };
    parts.scenario.sides[0].commands[0].pieces[0].start = Arrival::Line(pose);
    let pack = Pack::new(parts).expect("valid map");
    let overlay = Overlay::SetUp(SetUpSides::Both);
    let (map, set_up) = (
        map_sheet(&pack, &MapOptions::default()),
        map_sheet(&pack, &MapOptions { overlay, ..MapOptions::default() }),
    );
    let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(17.0, 17.0));
    let blocks = set_up::positions::covered_paper(&pack, &frame, &SetUpSides::Both);
    let named = |sheet, name| {
        names(sheet).into_iter().find(|run| run.text == name).cloned().expect("the name is set")
    };
    let [on_map, on_set_up] = [&map, &set_up].map(|sheet| named(sheet, "Cross Keys"));
    assert!(is_under(&on_map, &blocks) && !is_under(&on_set_up, &blocks));
    assert!(on_set_up.glyphs[0].at.distance(on_sheet(3_000, 5_000)) < 25.0);
    assert_eq!(named(&map, "Mill"), named(&set_up, "Mill"));
}

#[test]
fn crowded_farm_keeps_its_name() {
    let mut parts = parts();
    for (column, row) in (0..25).map(|i| (i % 5 - 2, i / 5 - 2)) {
        let id = sample::id(&format!("farm-{}-{}", column + 2, row + 2));
        parts.scenery.farms.push(Farm {
            id,
            at: at(2_000 + column * 43, 2_000 + row * 33),
            symbol: None,
        });
    }
    name(&mut parts, "farm-2-2", "George Bushman farm");
    for (column, row) in (0..25).map(|i| (i % 5, i / 5)).filter(|farm| *farm != (2, 2)) {
        let id = sample::id(&format!("farm-{column}-{row}"));
        let label = FeatureLabel { name: None, basis: Basis::Data, accuracy_m: None };
        parts.labels.features.insert(id, label);
    }
    let sheet = draw(parts);
    assert_eq!(sheet.omitted_names, Vec::<String>::new());
}

fn road(parts: &mut PackParts, id: &str, course: &[(i32, i32)]) {
    parts.map.roads.push(Road {
        id: sample::id(id),
        kind: RoadKind::Road,
        parts: vec![Polyline(course.iter().map(|(x, y)| at(*x, *y)).collect())],
    });
}

#[test]
fn town_name_is_near_and_clear() {
    let mut parts = parts();
    let (left, bottom) = (3_500, 4_000);
    for block in 0..16 {
        let corner = (left + block % 4 * 120, bottom + block / 4 * 120);
        let id = sample::id(&format!("block-{block}"));
        parts.map.buildings.push(Area { id, parts: vec![square(corner.0, corner.1, 100)] });
        name(&mut parts, &format!("block-{block}"), "House");
    }
    let town = Place { id: sample::id("middleton"), at: at(3_740, 4_240), rank: 1 };
    parts.scenery.places.push(town);
    name(&mut parts, "middleton", "Middleton");
    // Two roads leave on each side except one, where the name fits only further along.
    let mut ways = Vec::new();
    for (side, (x, y)) in [(1, 0), (-1, 0), (0, 1)].into_iter().enumerate() {
        for apart in [-150, 150] {
            let (from_x, from_y) = (3_740 + y * apart + x * 240, 4_240 + x * apart + y * 240);
            ways.push((side * 2 + usize::from(apart > 0), (from_x, from_y), (x, y)));
        }
    }
    for (index, from, (x, y)) in ways {
        road(&mut parts, &format!("way-{index}"), &[from, (from.0 + x * 900, from.1 + y * 900)]);
        name(&mut parts, &format!("way-{index}"), "Way");
    }
    for apart in [-200, -80, 80, 200] {
        let from = (3_740 + apart, 4_000);
        road(&mut parts, &format!("south-{}", apart + 200), &[from, (from.0 + apart, 3_700)]);
    }
    let roads: Vec<Vec<Point>> = parts
        .map
        .roads
        .iter()
        .map(|road| road.parts[0].0.iter().map(|p| on_sheet(p.x / 100, p.y / 100)).collect())
        .collect();
    let sheet = draw(parts);
    let names = names(&sheet);
    let town = names.iter().find(|run| run.text == "MIDDLETON").expect("the town is named");
    let (from, to) = (town.glyphs[0].at, town.glyphs[town.glyphs.len() - 1].at);
    let letters = Rect::new(from.x, from.y - town.size * 0.6, to.x + town.size * 0.6, from.y);
    for road in roads {
        for step in 0..=400 {
            let place = road[0].toward(road[1], f64::from(step) / 400.0);
            assert!(!letters.contains(place), "a road runs through {letters:?} at {place:?}");
        }
    }
    let (low, high) = (on_sheet(left, bottom), on_sheet(left + 460, bottom + 460));
    let houses = Rect::new(low.x, high.y, high.x, low.y);
    assert!(letters.intersects(&houses.expand(6.0)), "{letters:?} far from {houses:?}");
}

#[test]
fn names_avoid_communication_arrowheads() {
    let mut parts = parts();
    // A line of communication along nearly the whole road leaves no stretch free.
    let line = &mut parts.scenario.sides[0].lines_of_communication[0];
    let road = line.road.as_str().to_owned();
    line.path.0[0].y = 800_000 - line.path.0[1].y;
    let heads: Vec<Point> = line.path.0.iter().map(|p| on_sheet(p.x / 100, p.y / 100)).collect();
    name(&mut parts, &road, "The Road of the Long Supply");
    let sheet = draw(parts);
    let names = names(&sheet);
    assert_eq!(names.len(), 1);
    let nearest = names[0].glyphs.iter().flat_map(|glyph| {
        heads
            .windows(2)
            .map(move |pair| crate::ground::houses::distance_to(glyph.at, pair[0], pair[1]))
    });
    // An arrowhead extends 1.25 mm to either side of its road.
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!(nearest > 1.25, "{nearest} mm from the line");
}

/// Lines run in all directions, as designers draw them: text is never upside down, and vertical
/// text reads upwards.
#[test]
fn names_are_never_upside_down() {
    let mut parts = parts();
    let ways = [
        ((500, 700), (7_500, 700)),
        ((7_500, 1_500), (500, 1_500)),
        ((7_500, 2_300), (500, 4_300)),
        ((7_500, 6_700), (500, 4_700)),
        ((800, 7_700), (800, 5_000)),
        ((7_200, 7_200), (7_200, 7_900)),
    ];
    for (index, (from, to)) in ways.into_iter().enumerate() {
        let id = format!("way-{index}");
        name(&mut parts, &id, &format!("Way {index}"));
        parts.map.roads.push(Road {
            id: sample::id(&id),
            kind: RoadKind::Road,
            parts: vec![Polyline(vec![at(from.0, from.1), at(to.0, to.1)])],
        });
    }
    let sheet = draw(parts);
    let names = names(&sheet);
    let ways: Vec<_> = names.iter().filter(|run| run.text.starts_with("Way ")).collect();
    assert!(ways.len() >= 6, "{:?}", sheet.omitted_names);
    for run in ways {
        let slant = run.glyphs[0].slant;
        assert!(slant.cosine > 0.1 || slant.sine < -0.9, "{}: {slant:?}", run.text);
    }
}

/// A ridge's name is spread along its crest as long as it still reads as one name.
#[test]
fn ridge_name_is_letter_spaced() {
    let long = |metres: i32| {
        let mut parts = parts();
        let (left, right) = (4_000 - metres / 2, 4_000 + metres / 2);
        let exterior = [(left - 200, 4_700), (right + 200, 4_700), (right + 200, 5_300)]
            .into_iter()
            .chain([(left - 200, 5_300)])
            .map(|(x, y)| at(x, y))
            .collect();
        let outline = Polygon { exterior, holes: Vec::new() };
        parts.map.hills = vec![Hill { id: sample::id("ridge"), level: 1, parts: vec![outline] }];
        parts.map.crests = vec![Crest {
            id: sample::id("ridge-crest"),
            hill: sample::id("ridge"),
            parts: vec![Polyline(vec![at(left, 5_000), at(right, 5_000)])],
        }];
        name(&mut parts, "ridge", "Long Ridge");
        let sheet = draw(parts);
        let names = names(&sheet);
        let run = names.iter().find(|run| run.text == "Long Ridge").expect("the name fits");
        let (first, last) = (run.glyphs[0].at, run.glyphs[run.glyphs.len() - 1].at);
        (first.distance(last), run.size)
    };
    let ((short, _), (wide, size)) = (long(1_000), long(3_000));
    assert!(wide > short * 1.3, "{short} {wide}");
    // Nine gaps of at most 0.6 of the type size, plus the glyphs themselves.
    assert!(wide < size * 9.0 * 1.3, "{wide} at {size}");
}

/// A place in the middle of ground that no text may cover has its name beside that ground, with
/// a leader line.
#[test]
fn name_without_room_has_leader_line() {
    let mut parts = parts();
    let (low, side) = (3_760, 480);
    parts.map.impassable =
        vec![Area { id: sample::id("fen"), parts: vec![square(low, low, side)] }];
    parts.scenery.places.push(Place { id: sample::id("isle"), at: at(4_000, 4_000), rank: 2 });
    name(&mut parts, "isle", "The Isle");
    let sheet = draw(parts);
    assert_eq!(sheet.omitted_names, Vec::<String>::new());
    let run = *names(&sheet).first().expect("the place is named");
    let (corner, end) = (on_sheet(low, low + side), on_sheet(low + side, low));
    assert!(!overlaps(run, Rect::new(corner.x, corner.y, end.x, end.y)));
    let layer = sheet.layers.iter().find(|layer| layer.name == "names").expect("names");
    let Item::Clip { items, .. } = &layer.items[0] else { panic!("names are clipped") };
    let Item::Line { path, .. } = &items[0] else { panic!("no leader line: {items:?}") };
    let leader = path.bounds().expect("a line").expand(1.0);
    assert!(leader.contains(on_sheet(4_000, 4_000)), "{leader:?}");
    let reaches = |place: Point| leader.expand(2.5).contains(place);
    assert!(run.glyphs.iter().any(|glyph| reaches(glyph.at)), "{leader:?} {:?}", run.glyphs[0].at);
}

/// The name of a river is inside wide water, and larger there.
#[test]
fn river_name_is_inside_wide_water() {
    let river = |metres: i32| {
        let mut parts = parts();
        parts.map.watercourses.push(Watercourse {
            id: sample::id("stream"),
            kind: WatercourseKind::River,
            width: GroundLength::from_metres(metres),
            parts: vec![Polyline(vec![at(600, 1_400), at(3_000, 1_400)])],
        });
        name(&mut parts, "stream", "Elbe");
        let sheet = draw(parts);
        let run = names(&sheet).first().copied().cloned().expect("the river is named");
        let middle = on_sheet(600, 1_400).y;
        let highest = run.glyphs.iter().map(|glyph| (middle - glyph.at.y).abs());
        (run.size, highest.fold(0.0, f64::max))
    };
    let ((size, away), (large, inside)) = (river(25), river(150));
    assert!(away > 1.0 && inside < 2.0 && large > size * 1.2, "{size} {away} {large} {inside}");
}

/// A block of the set-up covers a town and everything near it. The town is named before a farm is,
/// although the farm's name was free on the map.
#[test]
fn set_up_moves_lesser_names_for_towns() {
    let mut parts = parts();
    let town = Place { id: sample::id("town"), at: at(3_000, 5_000), rank: 1 };
    parts.scenery.places.push(town);
    name(&mut parts, "town", "Leipzig");
    // Farms all around take every place next to the block.
    for (number, x) in (2_300..=3_700).step_by(200).enumerate() {
        for (row, y) in [4_500, 4_700, 4_850, 5_150, 5_300, 5_500].into_iter().enumerate() {
            let id = format!("farm-{number}-{row}");
            parts.scenery.farms.push(Farm { id: sample::id(&id), at: at(x, y), symbol: None });
            name(&mut parts, &id, "Hof");
        }
    }
    let pose = Pose { centre: at(3_050, 5_000), facing: Facing::UP };
    parts.scenario.sides[0].commands[0].pieces[0].start = Arrival::Line(pose);
    let pack = Pack::new(parts).expect("valid map");
    let overlay = Overlay::SetUp(SetUpSides::Both);
    let sheet = map_sheet(&pack, &MapOptions { overlay, ..MapOptions::default() });
    assert!(names(&sheet).iter().any(|run| run.text == "LEIPZIG"));
}
