#[path = "../../tests/support/nine_areas.rs"]
mod fixture;

use sandtable_pack::fab::{MapPlace, Markers, NamedLine, PackParts, PlaceKind, RimLine, sample};
use sandtable_pack::{
    AreaId, GroundLength, GroundPoint, Language, PackFault, Polyline, SideId, StyleName, Text,
};
use sandtable_sheet::{TextRun, text_runs as texts_of};

use super::tests::fixture::{nine_areas, place};
use super::*;
use crate::set_up::positions::SetUpSides;
use crate::style::Style;

/// Returns the rules digest's fixture with its nine squares of 10 km, and a road from area 1 to
/// area 2.
fn pack() -> Pack {
    with_map(map()).expect("valid pack")
}

fn with_map(map: AreaMap) -> Result<Pack, Vec<PackFault>> {
    Pack::new(PackParts { map: Some(map), ..sample::pack().into_parts() })
}

fn map() -> AreaMap {
    let at = |x: i32, y: i32| place((x, y), 2);
    let road = NamedLine { name: None, parts: vec![Polyline(vec![at(5, 5), at(15, 5)])] };
    let port = MapPlace { name: Text::plain("Port Echo"), kind: PlaceKind::Port, at: at(17, 17) };
    let map = nine_areas("fixture", "The Fixture", 2, 100_000);
    AreaMap { roads: vec![road], places: vec![port], ..map }
}

fn options(language: Language, style: StyleName) -> AreaMapOptions {
    AreaMapOptions { language, style: Style::built_in(style), scale: None, set_up: None }
}

fn sheet() -> Sheet {
    area_map_sheet(&pack(), &options(Language::En, StyleName::Staff)).expect("the pack has a map")
}

fn texts(sheet: &Sheet) -> Vec<String> {
    sheet.text_runs().map(|run: &TextRun| run.text.clone()).collect()
}

#[test]
fn map_is_true_to_scale() {
    let pack = pack();
    let map = pack.map().expect("the pack has a map");
    let options = options(Language::En, StyleName::Staff);
    let frame = frame(map, &options);
    // 34 km at 1:100,000.
    assert!((frame.rect.width() - 340.0).abs() < 1e-9);
    let one = frame.place(map.areas[&AreaId::new("1").expect("valid id")].seat);
    let two = frame.place(map.areas[&AreaId::new("2").expect("valid id")].seat);
    assert!((one.distance(two) - 100.0).abs() < 1e-9);
}

/// Returns the text runs of a layer, sorted.
fn layer_texts(sheet: &Sheet, layer: &str) -> Vec<String> {
    let layer = sheet.layers.iter().find(|one| one.name == layer).expect("the layer exists");
    let mut texts: Vec<String> =
        texts_of(&layer.items).into_iter().map(|run| run.text.clone()).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn areas_show_name_number_and_points() {
    let (pack, sheet) = (pack(), sheet());
    let scene = pack.battle().scene();
    let mut signs = Vec::new();
    for area in &scene.areas {
        let label = &pack.labels().areas[&area.id];
        signs.extend([label.name.get(Language::En).to_owned(), label.number.clone()]);
        signs.extend(area.vp.values().map(ToString::to_string));
    }
    signs.sort_unstable();
    assert_eq!(layer_texts(&sheet, "areas' signs"), signs);
    let entries = scene.entries.iter();
    let mut letters: Vec<String> =
        entries.flat_map(|entry| vec![entry.letter.to_string(); entry.areas.len()]).collect();
    letters.sort_unstable();
    assert_eq!(layer_texts(&sheet, "entries"), letters);
}

/// FAB-4.2a: the track shows the draws of each side in each phase.
#[test]
fn turn_track_shows_draws() {
    let (pack, texts) = (pack(), texts(&sheet()));
    for turn in &pack.battle().scene().turn_track {
        for draws in turn.draws.values() {
            let drawn = format!("{} · {}", draws.first, draws.second);
            assert!(texts.contains(&drawn), "{drawn}");
        }
    }
    for words in ["Cup", "Available", "Used", "Eliminated"] {
        assert_eq!(texts.iter().filter(|text| *text == words).count(), 2, "{words}");
    }
}

/// FAB-G4: a river edge has one bridge.
#[test]
fn river_borders_have_one_bridge() {
    let sheet = sheet();
    let layer =
        sheet.layers.iter().find(|layer| layer.name == "bridges").expect("the layer exists");
    let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
    let decks = items.iter().filter(|item| matches!(item, Item::Fill { .. })).count();
    let pack = pack();
    let edges = pack.battle().scene().edges.iter();
    assert_eq!(decks, edges.filter(|edge| edge.border.as_str() == "river").count());
    assert_eq!(decks, 4);
}

/// Returns the positions of bridge decks that no drawn road crosses.
fn decks(sheet: &Sheet) -> Vec<Point> {
    let layer =
        sheet.layers.iter().find(|layer| layer.name == "bridges").expect("the layer exists");
    let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
    let fills = items.iter().filter_map(|item| match item {
        Item::Fill { path, .. } => path.bounds(),
        _ => None,
    });
    fills.map(|rect| rect.centre()).collect()
}

/// A river border has one bridge: at the map's own bridge if there is one, with that bridge's name.
#[test]
fn bridge_uses_map_position() {
    let pack = pack();
    let [one, other] = bridged(&pack);
    let map = pack.map().expect("the pack has a map");
    let border = map.borders.iter().find(|border| {
        [&border.left, &border.right] == [&one, &other]
            || [&border.left, &border.right] == [&other, &one]
    });
    let line = &border.expect("they are neighbours").parts[0].0;
    let (from, to) = (line[0], line[line.len() - 1]);
    let part = |from: i32, to: i32| from + (to - from) / 5;
    let at = GroundPoint::new(part(from.x, to.x), part(from.y, to.y));
    let name = Text::plain("Old Bridge");
    let sheet = draw_map(|map| {
        map.places.push(MapPlace { name: name.clone(), kind: PlaceKind::Bridge, at });
    });
    let frame = frame(map, &options(Language::En, StyleName::Staff));
    let place = frame.place(at);
    let near = decks(&sheet).into_iter().filter(|deck| deck.distance(place) < 0.5).count();
    assert_eq!((near, decks(&sheet).len()), (1, 4));
    assert_eq!(
        decks(&draw_map(|_| {})).iter().filter(|deck| deck.distance(place) < 0.5).count(),
        0
    );
    assert!(layer_texts(&sheet, "names").contains(&"Old Bridge".to_owned()));
    // The only symbol is the port's; the bridge has none.
    let signs = |sheet: &Sheet| {
        let layer =
            sheet.layers.iter().find(|layer| layer.name == "places").expect("the layer exists");
        let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
        items.len()
    };
    assert_eq!(signs(&sheet), signs(&draw_map(|_| {})));
}

/// No road runs through water: if two roads cross a river border, both crossings have rails.
#[test]
fn roads_over_rivers_have_rails() {
    let pack = pack();
    let map = pack.map().expect("the pack has a map");
    let [one, other] = bridged(&pack).map(|area| map.areas[&area].seat);
    let road = |aside: i32| {
        // The second road is offset along the river, which separates the areas in one direction or
        // the other.
        let (right, up) = if one.x == other.x { (aside, 0) } else { (0, aside) };
        let moved = |at: GroundPoint| GroundPoint::new(at.x + right, at.y + up);
        NamedLine { name: None, parts: vec![Polyline(vec![moved(one), moved(other)])] }
    };
    let rails = |roads: &[i32]| {
        let sheet = draw_map(|map| map.roads.extend(roads.iter().map(|aside| road(*aside))));
        let layer =
            sheet.layers.iter().find(|layer| layer.name == "bridges").expect("the layer exists");
        let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
        items.iter().filter(|item| matches!(item, Item::Line { .. })).count()
    };
    assert_eq!([rails(&[]), rails(&[0]), rails(&[-200_000, 200_000])], [4, 4, 5]);
}

/// Rivers end at the edge of the land.
#[test]
fn river_border_ends_at_coast() {
    let sheet = sheet();
    let layer =
        sheet.layers.iter().find(|layer| layer.name == "borders").expect("the layer exists");
    let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
    assert_eq!(items.iter().filter(|item| matches!(item, Item::Clip { .. })).count(), 1);
}

/// Terrain types of equal difficulty look different, on the map and in its legend.
#[test]
fn kinds_of_terrain_look_different() {
    let mut parts = pack().into_parts();
    let terrain = &mut parts.battle.scene.terrain;
    let kinds = terrain.clone();
    let twin = |kind: &sandtable_pack::fab::Terrain| sandtable_pack::fab::Terrain {
        id: sandtable_pack::TerrainId::new(&format!("{}-twin", kind.id)).expect("valid id"),
        ..kind.clone()
    };
    terrain.extend(kinds.iter().map(twin));
    let textures = ground::textures(&parts.battle.scene);
    for kind in &kinds {
        let (plain, other) = (textures[&kind.id], textures[&twin(kind).id]);
        assert_eq!((plain, plain == other), (ground::Texture::Plain, false), "{}", kind.id);
    }
    let pack = pack();
    let options = options(Language::En, StyleName::Staff);
    let frame = frame(pack.map().expect("the pack has a map"), &options);
    let input = SheetInput::new(&pack, pack.map().expect("the pack has a map"), &frame, &options);
    let field = Rect::from_size(0.0, 0.0, 40.0, 20.0);
    let marks = |texture| ground::texture(&input, (texture, 1), field, |at| field.contains(at));
    assert_eq!(marks(ground::Texture::Plain), None);
    assert!(marks(ground::Texture::Squares).is_some());
}

/// Land beyond the areas has only a name.
#[test]
fn region_has_name_without_sign() {
    let at = GroundPoint::new(120_000, 1_700_000);
    let sheet = draw_map(|map| {
        map.places = vec![MapPlace { name: Text::plain("Elsewhere"), kind: PlaceKind::Region, at }];
    });
    assert!(sheet.omitted_names.is_empty(), "{:?}", sheet.omitted_names);
    assert!(layer_texts(&sheet, "names").iter().any(|name| name.eq_ignore_ascii_case("elsewhere")));
    assert!(sheet.layers.iter().all(|layer| layer.name != "places"));
}

/// A place name stays in its area if it fits there, so that it does not cross a border.
#[test]
fn name_prefers_to_avoid_borders() {
    let at = place((9, 12), 2);
    let sheet = draw_map(|map| {
        let name = Text::plain("Borderby");
        map.places.push(MapPlace { name, kind: PlaceKind::Town, at });
    });
    let frame = frame(&map(), &options(Language::En, StyleName::Staff));
    let border = frame.place(place((10, 12), 2)).x;
    let run = sheet.text_runs().find(|run| run.text == "Borderby").expect("the name is set");
    let bounds = run.bounds().expect("the text has glyphs");
    assert!(bounds.right < border, "{bounds:?} {border}");
}

/// Returns a zigzag line in steps of a metre.
fn zigzag(corners: i32) -> Polyline {
    Polyline((0..corners).map(|k| GroundPoint::new(1_200_000, 200_000 + 100 * (k % 2))).collect())
}

/// Draws a changed map in English.
fn draw_map(change: impl FnOnce(&mut AreaMap)) -> Sheet {
    let mut map = map();
    change(&mut map);
    let pack = with_map(map).expect("valid change");
    area_map_sheet(&pack, &options(Language::En, StyleName::Staff)).expect("the pack has a map")
}

/// River names, water names and entry letters that do not fit are reported.
#[test]
fn reports_unplaced_names() {
    let short = |from: (i32, i32), to: (i32, i32)| {
        Polyline([from, to].map(|(x, y)| GroundPoint::new(x * 100_000, y * 100_000)).to_vec())
    };
    let brook = |name: &str, line| NamedLine { name: Some(Text::plain(name)), parts: vec![line] };
    let sheet = draw_map(|map| {
        map.rivers.push(brook("A River Longer Than The Map Is Wide, By Far, In Every Language, With Every Letter Of Its Whole Long Name", short((3, 3), (9, 3))));
        map.rivers.push(brook("Avon", short((3, 4), (11, 4))));
        map.rim.clear();
    });
    let is_reported = |what: &str| sheet.omitted_names.iter().any(|name| name.contains(what));
    assert!(is_reported("A River Longer") && !is_reported("Avon"), "{:?}", sheet.omitted_names);
    assert!(texts(&sheet).contains(&"Avon".to_owned()));
    let pack = pack();
    let entries = &pack.battle().scene().entries;
    for entry in entries {
        for area in &entry.areas {
            let name = pack.labels().areas[area].name.get(Language::En);
            assert!(
                is_reported(&format!("{} ({name})", entry.letter)),
                "{:?}",
                sheet.omitted_names
            );
        }
    }
}

/// A town with the name of its own area gets no second name, but a town with the name of another
/// area does.
#[test]
fn place_yields_name_only_to_own_area() {
    let pack = pack();
    let name = |area: &str| pack.labels().areas[&AreaId::new(area).expect("valid id")].name.clone();
    let count = |called: Text| {
        let word = called.get(Language::En).to_owned();
        let sheet = draw_map(|map| map.places[0].name = called);
        texts(&sheet).into_iter().filter(|text| *text == word).count()
    };
    // Port Echo is in the middle area of the nine.
    assert_eq!([count(name("5")), count(name("1"))], [1, 2]);
}

/// The label of an area without a number holds its id instead, which is not printed.
#[test]
fn id_is_not_printed_as_number() {
    let mut parts = pack().into_parts();
    let named = AreaId::new("5").expect("valid id");
    let label = |parts: &mut PackParts, number: &str| {
        parts.labels.areas.get_mut(&named).expect("the area has a label").number =
            number.to_owned();
    };
    label(&mut parts, "XV");
    let count = |parts: PackParts| {
        let pack = Pack::new(parts).expect("valid pack");
        let sheet = area_map_sheet(&pack, &options(Language::En, StyleName::Staff));
        let signs = layer_texts(&sheet.expect("the pack has a map"), "areas' signs");
        (signs.len(), signs.contains(&"XV".to_owned()))
    };
    let (all, has_number) = count(parts);
    assert!(has_number);
    assert_eq!(all, count(pack().into_parts()).0);
    assert_eq!(area_number(&pack(), &named), Some("5"));
}

/// One side's set-up names no unit of the other side. Both sides' set-up has every block that
/// starts on the map.
#[test]
fn set_up_shows_labels_of_side() {
    let pack = pack();
    let scene = pack.battle().scene();
    let shown = |whose: SetUpSides| {
        let options =
            AreaMapOptions { set_up: Some(whose), ..options(Language::En, StyleName::Staff) };
        let sheet = area_map_sheet(&pack, &options).expect("the pack has a map");
        (sheet.name.clone(), layer_texts(&sheet, "set-up"))
    };
    let names = |side: &SideId| {
        let units = scene.units.iter().filter(|unit| {
            unit.side == *side && matches!(unit.start, sandtable_pack::fab::UnitStart::SetUp { .. })
        });
        let labels = pack.labels();
        units.map(|unit| labels.units[&unit.id].get(Language::En).to_owned()).collect::<Vec<_>>()
    };
    let (name, both) = shown(SetUpSides::Both);
    assert_eq!(name, "set-up");
    for (own, other) in [(0, 1), (1, 0)] {
        let (name, one) = shown(SetUpSides::Side(scene.sides[own].clone()));
        assert_eq!(name, format!("set-up-{}", scene.sides[own]));
        let (own, other) = (names(&scene.sides[own]), names(&scene.sides[other]));
        assert!(
            !own.is_empty() && own.iter().all(|name| one.contains(name) && both.contains(name))
        );
        assert!(other.iter().all(|name| !one.contains(name)), "{one:?}");
    }
}

/// The set-up map notes units that begin in reserve and out of order.
#[test]
fn set_up_notes_unusual_states() {
    use sandtable_pack::fab::{Order, UnitStart};

    let mut parts = pack().into_parts();
    let units = &mut parts.battle.scene.units;
    let is_recovering = units.iter_mut().find_map(|unit| match &mut unit.start {
        UnitStart::SetUp { order, .. } => Some(std::mem::replace(order, Order::Recovering)),
        _ => None,
    });
    assert_eq!(is_recovering, Some(Order::Good));
    let told = |pack: &Pack, language| {
        let set_up = Some(SetUpSides::Both);
        let options = AreaMapOptions { set_up, ..options(language, StyleName::Staff) };
        layer_texts(&area_map_sheet(pack, &options).expect("the pack has a map"), "set-up")
    };
    let changed = Pack::new(parts).expect("valid pack");
    for (language, word) in
        Language::ALL.into_iter().zip(["recovery", "en recuperación", "en récupération"])
    {
        assert!(told(&changed, language).contains(&word.to_owned()));
        assert!(!told(&pack(), language).contains(&word.to_owned()));
    }
}

/// Markers present at the start are on the set-up map, each on the sheets of sides that may see it
/// (FAB-D35).
#[test]
fn set_up_shows_markers_in_place() {
    let pack = with_markers();
    let shown = |whose: SetUpSides, scale: u32| {
        let options = AreaMapOptions {
            set_up: Some(whose),
            scale: Scale::new(scale),
            ..options(Language::En, StyleName::Staff)
        };
        area_map_sheet(&pack, &options).expect("the pack has a map")
    };
    let lies = |sheet: &Sheet| {
        let all = layer_texts(sheet, "set-up");
        ["Fieldworks", "Roadblock", "Bridge"].map(|word| all.iter().any(|text| text == word))
    };
    let [blue, red] = pack.battle().scene().sides.clone();
    let both = shown(SetUpSides::Both, 100_000);
    assert_eq!(both.omitted_names, Vec::<String>::new());
    assert_eq!(lies(&both), [true; 3]);
    assert_eq!(lies(&shown(SetUpSides::Side(blue), 100_000)), [true, false, true]);
    assert_eq!(lies(&shown(SetUpSides::Side(red), 100_000)), [false, true, true]);
    // A blown-bridge marker is on its bridge: halfway along the border.
    let frame =
        frame(pack.map().expect("the pack has a map"), &options(Language::En, StyleName::Staff));
    let [one, other] =
        bridged(&pack).map(|area| pack.map().expect("the pack has a map").areas[&area].seat);
    let bridge = frame.place(one).toward(frame.place(other), 0.5);
    let layer = both.layers.iter().find(|layer| layer.name == "set-up").expect("the layer exists");
    let runs = texts_of(&layer.items);
    let word = runs.iter().find(|run| run.text == "Bridge").expect("the marker has text");
    assert!(
        word.bounds().expect("the text has glyphs").centre().distance(bridge) < 8.0,
        "{bridge:?} {:?}",
        word.bounds()
    );
    // A sheet that is too small is reported.
    let small = shown(SetUpSides::Both, 1_500_000);
    for what in ["Fieldworks (", "Bridge blown ("] {
        assert!(
            small.omitted_names.iter().any(|name| name.contains(what)),
            "{:?}",
            small.omitted_names
        );
    }
}

/// No label crosses a border: it is in its area, or next to it with a leader.
#[test]
fn labels_never_cross_borders() {
    let pack = with_markers();
    let map = pack.map().expect("the pack has a map");
    let mut lines = 0;
    for scale in [100_000, 200_000, 260_000, 320_000, 400_000] {
        let options = AreaMapOptions {
            set_up: Some(SetUpSides::Both),
            scale: Scale::new(scale),
            ..options(Language::En, StyleName::Staff)
        };
        let sheet = area_map_sheet(&pack, &options).expect("the pack has a map");
        let frame = frame(map, &options);
        let layer =
            sheet.layers.iter().find(|layer| layer.name == "set-up").expect("the layer exists");
        let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
        let wide = |wanted: f64| {
            items.iter().filter_map(move |item| match item {
                Item::Line { path, stroke } if (stroke.width - wanted).abs() < 1e-9 => {
                    path.bounds()
                }
                _ => None,
            })
        };
        lines += wide(1.4).count();
        // The blown-bridge marker is on its border.
        let bridge = {
            let [one, other] = bridged(&pack).map(|area| map.areas[&area].seat);
            frame.place(one).toward(frame.place(other), 0.5)
        };
        let plots: Vec<area_room::Plot> =
            map.areas.values().map(|area| area_room::Plot::of(&frame, &area.parts)).collect();
        let labels = wide(1.2).filter(|rect| !rect.contains(bridge));
        let across = labels.filter(|rect| plots.iter().any(|plot| plot.edges.intersects(rect)));
        let omitted_count = sheet.omitted_names.iter().filter(|name| name.contains(" (")).count();
        assert!(across.count() <= omitted_count, "1:{scale}: {:?}", sheet.omitted_names);
    }
    assert!(lines > 0, "some do not fit in their area");
}

/// Returns the areas on both sides of the first river.
fn bridged(pack: &Pack) -> [AreaId; 2] {
    let mut edges = pack.battle().scene().edges.iter();
    let edge = edges.find(|edge| edge.border.as_str() == "river").expect("there is a river");
    [edge.a.clone(), edge.b.clone()]
}

/// Returns the fixture with fieldworks of Blue, a roadblock of Red and a blown bridge.
fn with_markers() -> Pack {
    let [one, other] = bridged(&pack());
    let mut parts = pack().into_parts();
    let scene = &mut parts.battle.scene;
    let [blue, red] = scene.sides.clone();
    let stands = |area: &AreaId, side: &SideId| {
        scene.units.iter().any(|unit| {
            unit.side == *side
                && matches!(&unit.start, sandtable_pack::fab::UnitStart::SetUp { area: at, .. } if at == area)
        })
    };
    let areas = || scene.areas.iter().map(|area| area.id.clone());
    let held = areas().find(|area| stands(area, &blue) && !stands(area, &red));
    let empty = areas().find(|area| {
        scene.control.get(area) == Some(&red) && !stands(area, &blue) && !stands(area, &red)
    });
    scene.markers = Markers {
        fieldworks: [(held.expect("Blue is on the map"), blue)].into(),
        roadblocks: [(empty.expect("Red holds an empty area"), red)].into(),
        blown: [(one, other)].into(),
    };
    Pack::new(parts).expect("they are valid")
}

/// The symbol of a place under its area's name is displaced, and the place name is set.
#[test]
fn sign_avoids_area_name() {
    let seat = place((15, 15), 2);
    let town = |name: &str, at| MapPlace { name: Text::plain(name), kind: PlaceKind::Town, at };
    let sheet = draw_map(|map| {
        // The area's name covers some of these places, whatever its position.
        for (number, x) in (11..20).enumerate() {
            map.places.push(town(&format!("Hamlet {number}"), place((x, 15), 2)));
        }
        map.places.push(town("Middle", seat));
    });
    assert_eq!(sheet.omitted_names, Vec::<String>::new());
    let names = layer_texts(&sheet, "names");
    assert_eq!(names.iter().filter(|name| name.starts_with("Hamlet")).count(), 9);
    assert!(names.contains(&"Middle".to_owned()));
}

/// A place name is to the right of its symbol, or elsewhere if a road runs there.
#[test]
fn name_avoids_road() {
    let at = GroundPoint::new(1_300_000, 1_900_000);
    let start = |with_road: bool| {
        let sheet = draw_map(|map| {
            // On a map without roads, roads are drawn from label to label.
            let y = if with_road { at.y } else { at.y - 400_000 };
            let ends = [at.x, at.x + 500_000].map(|x| GroundPoint::new(x, y));
            map.roads = vec![NamedLine { name: None, parts: vec![Polyline(ends.to_vec())] }];
            let name = Text::plain("Village");
            map.places.push(MapPlace { name, kind: PlaceKind::Town, at });
        });
        let layer =
            sheet.layers.iter().find(|layer| layer.name == "names").expect("the layer exists");
        let run = texts_of(&layer.items).into_iter().find(|run| run.text == "Village");
        run.expect("the name fits").glyphs[0].at
    };
    let (clear, off) = (start(false), start(true));
    // Text of 9 points is 2.2 mm high; the name was at the height of the road.
    assert!((off.y - clear.y).abs() > 2.0 || off.x < clear.x, "{clear:?} {off:?}");
}

/// Names of crowded places are set smaller, in two lines, or with a leader.
#[test]
fn crowded_names_shrink_before_omission() {
    let sheet = draw_map(|map| {
        for (number, x) in (0..6).enumerate() {
            let at = GroundPoint::new(1_300_000 + 36_000 * x, 1_900_000 + 31_000 * (x % 3));
            let name = Text::plain(format!("Little Village {number}"));
            map.places.push(MapPlace { name, kind: PlaceKind::Town, at });
        }
    });
    assert_eq!(sheet.omitted_names, Vec::<String>::new());
    let layer = sheet.layers.iter().find(|layer| layer.name == "names").expect("the layer exists");
    let Item::Clip { items, .. } = &layer.items[0] else { panic!("clipped") };
    let leaders = items.iter().filter(|item| matches!(item, Item::Line { .. })).count();
    let halves = texts_of(items).into_iter().filter(|run| run.text.starts_with("Village"));
    assert!(leaders + halves.count() > 0);
}

#[test]
fn draws_map_with_many_vertices() {
    let mut map = map();
    map.rim
        .extend(map.areas.keys().map(|area| RimLine { area: area.clone(), line: zigzag(9_000) }));
    map.borders[0].parts.push(zigzag(50_000));
    map.roads.push(NamedLine { name: None, parts: vec![zigzag(50_000)] });
    let pack = with_map(map).expect("the map is within the limits");
    let options = options(Language::En, StyleName::Staff);
    assert!(area_map_sheet(&pack, &options).is_some());
}

#[test]
fn rejects_map_beyond_limits() {
    let long = Polyline(vec![GroundPoint::new(0, 0), GroundPoint::new(3_400_000, 3_400_000)]);
    let tick = |label: &str| sandtable_pack::GraticuleTick {
        edge: sandtable_pack::Edge::North,
        offset: GroundLength::ZERO,
        label: label.to_owned(),
    };
    type Corruption = fn(&mut AreaMap, Polyline);
    let spoilt: [(Corruption, &str); 4] = [
        (|map, _| map.roads[0].parts.push(zigzag(600_000)), "more than 500000 vertices"),
        (|map, long| map.roads[0].parts.extend(vec![long; 2_500]), "1205 m long on paper"),
        (|map, _| map.places = vec![map.places[0].clone(); 5_001], "exceed 5000"),
        (
            |map, _| {
                map.areas.values_mut().next().expect("there are nine areas").parts[0]
                    .exterior
                    .reverse()
            },
            "wrong winding",
        ),
    ];
    for (spoil, what) in spoilt {
        let mut map = map();
        spoil(&mut map, long.clone());
        let faults = with_map(map).expect_err(what);
        assert!(faults.iter().any(|fault| fault.message.contains(what)), "{what}: {faults:?}");
    }
    let mut map = map();
    map.graticule = vec![tick(&"9".repeat(21)); 401];
    let faults = with_map(map).expect_err("many long ticks");
    assert_eq!(faults.len(), 402, "{:?}", faults.first());
}

#[test]
fn text_and_signs_stay_on_sheet() {
    for style in StyleName::ALL {
        for language in Language::ALL {
            let sheet =
                area_map_sheet(&pack(), &options(language, style)).expect("the pack has a map");
            let page = Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres());
            for run in sheet.text_runs() {
                let out = run.glyphs.iter().find(|glyph| !page.contains(glyph.at));
                assert!(out.is_none(), "{}: {out:?}", run.text);
            }
            assert!(sheet.omitted_names.is_empty(), "{:?}", sheet.omitted_names);
        }
    }
}
