//! Tests of all cut-out components in every language.

use sandtable_cartography::{MapOptions, SetUpSides, set_up_miniature};
use sandtable_pack::{
    Arrival, CommandLabel, Element, Formation, GroundLength, Language, Pack, PaperLength,
    PieceLabel, PointsModel, Reinforcement, Scale, Text, sample,
};
use sandtable_sheet::{Item, MIN_POINTS, POINT, Point, Rect, THROUGH_CUT, Target};
use sandtable_shop::{DEFAULT, built_in, built_in_stock};

use super::booklet::booklet;
use super::*;
use crate::component::Component;
use crate::imposition::sheets::Lot;
use crate::imposition::{self, Spacing};
use crate::order::product::Product;
use crate::shop_objections::{Violation, glyph_bounds};

pub(crate) fn making(language: Language) -> ComponentSettings {
    let length = PaperLength::from_millimetres;
    let blocks = Pack::new(sample::parts()).expect("valid sample").labels().block_profile;
    ComponentSettings {
        language,
        blocks,
        bleed: 1.0,
        folds_backs: true,
        is_kriegsspiel: false,
        room: (length(186.0), length(255.0)),
    }
}

pub(crate) fn sample_pack() -> Pack {
    Pack::new(sample::parts()).expect("valid sample")
}

/// The violations that `render` reports for components under the profile of most shops.
fn faults(things: &[Component]) -> Vec<Violation> {
    let shop = built_in(DEFAULT).expect("built-in profile exists");
    crate::shop_objections::faults(Product::Charts, things, &shop, None)
}

/// The text on components.
pub(crate) fn texts(things: &[Component]) -> Vec<String> {
    let items = things.iter().flat_map(|thing| [&thing.front, &thing.back]);
    items.flat_map(|items| sandtable_sheet::text_runs(items)).map(|run| run.text.clone()).collect()
}

fn everything(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let mut things = sticks(pack, making);
    things.extend(charts(&charts_of_battle(pack, making), making));
    things.extend(turn_track(pack, None, making));
    for side in &pack.scenario().sides {
        things.extend(order_of_battle(pack, side, making));
        things.extend(reserve_cards(pack, side, making));
    }
    things
}

#[test]
fn text_meets_shop_requirements() {
    for language in Language::ALL {
        let making = making(language);
        let things = everything(&sample_pack(), &making);
        let found = faults(&things);
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn component_keys_are_unique() {
    let things = everything(&sample_pack(), &making(Language::En));
    let mut keys: Vec<&str> = things.iter().map(|thing| thing.key.as_str()).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

/// PB-1.3, PB-1.4: at any map scale, stick lengths are the ground length divided by the scale. Tabs
/// do not count towards the length of joined pieces.
#[test]
fn pb_1_4_sticks_are_as_long_as_the_ground() {
    for denominator in [8_000, 16_000, 16_896, 25_000] {
        let mut parts = sample::parts();
        parts.map.scale = Scale::new(denominator).expect("valid scale");
        let pack = Pack::new(parts).expect("valid changed scale");
        let things = sticks(&pack, &making(Language::En));
        for (key, metres) in [
            ("stick foot", 2_280),
            ("stick mounted", 3_243),
            ("stick foot-column", 4_560),
            ("stick mounted-column", 6_486),
        ] {
            let ground = GroundLength::from_metres(metres);
            let expected = pack.map().scale.to_paper(ground).millimetres();
            let is_piece = |thing: &&Component| {
                let number = thing.key.strip_prefix(key);
                number.is_some_and(|n| n.is_empty() || n.starts_with(' '))
            };
            let pieces: Vec<&Component> = things.iter().filter(is_piece).collect();
            let tabs = (pieces.len() - 1) as f64 * sticks::TAB;
            let length = pieces.iter().map(|piece| piece.width()).sum::<f64>() - tabs;
            assert!((length - expected).abs() < 1e-6, "{key} 1:{denominator}: {length}");
            assert!(pieces.iter().all(|piece| piece.width() <= 255.0 + 1e-6), "{key}");
            // The stick's thirds are folds or ends of pieces.
            let folds: usize = pieces.iter().map(|piece| piece.folds.len()).sum();
            let thirds = if key.ends_with("column") { 6 } else { 3 };
            assert!(folds + pieces.len() >= thirds, "{key} 1:{denominator}: {folds}");
        }
    }
}

#[test]
fn sticks_print_lengths_and_scale() {
    let printed = texts(&sticks(&sample_pack(), &making(Language::En))).join("\n");
    for words in ["1:16,000", "760 m · 831 yd", "3,243 m", "command range", "bombardment"] {
        assert!(printed.contains(words), "{words} in {printed}");
    }
}

/// A pack with sixty commands per side, each with eight pieces, all with long names. Every second
/// command is a reinforcement.
fn large_pack() -> Pack {
    let mut parts = sample::parts();
    for (side, name) in parts.scenario.sides.iter_mut().zip(["blue", "red"]) {
        let template = side.commands[0].clone();
        let piece = template.pieces[0].clone();
        side.commands.truncate(1);
        for number in 0..60_u8 {
            let mut command = template.clone();
            command.id = sample::id(&format!("{name}-corps-{number}"));
            command.headquarters.id = command.id.clone();
            command.baggage.clear();
            let comes = number % 2 == 1;
            if comes {
                command.headquarters.start = Arrival::Reinforcement;
            }
            command.pieces = (0..8)
                .map(|i| sandtable_pack::Piece {
                    id: sample::id(&format!("{name}-{number}-{i}")),
                    start: if comes { Arrival::Reinforcement } else { piece.start },
                    ..piece.clone()
                })
                .collect();
            let title = Text::plain("Corps of Observation of the Lower Rhine and the Moselle");
            let leader = "Field Marshal Count von Hohenlohe-Ingelfingen the Younger".to_owned();
            let short = if number % 3 == 0 { "Observation".to_owned() } else { number.to_string() };
            let short = Text::plain(short);
            parts.labels.commands.insert(
                command.id.clone(),
                CommandLabel { title, short, leader, leader_short: None },
            );
            for piece in &command.pieces {
                let label = PieceLabel {
                    name: format!("Donaudampfschifffahrtsgesellschafts-Division {}", piece.id),
                    strength: Some(12_345),
                };
                parts.labels.pieces.insert(piece.id.clone(), label);
            }
            if comes {
                let of = |piece: &sandtable_pack::Piece| Element::Piece(piece.id.clone());
                let pieces = command.pieces.iter().map(of);
                side.reinforcements.push(Reinforcement {
                    day: 1,
                    turn: 2 + (number / 10),
                    entry: sample::id(if name == "blue" { "south" } else { "north" }),
                    alternatives: Vec::new(),
                    roll: None,
                    at_once: false,
                    command: command.id.clone(),
                    formation: Formation::Column,
                    elements: std::iter::once(Element::Headquarters).chain(pieces).collect(),
                });
            }
            side.commands.push(command);
        }
    }
    parts.labels.title = Text::plain("A battle whose title is as long as no title should ever be");
    Pack::new(parts).expect("copies are valid")
}

#[test]
fn large_armies_fill_several_cards() {
    let pack = large_pack();
    for language in Language::ALL {
        let making = making(language);
        let things = everything(&pack, &making);
        let found = faults(&things);
        assert!(found.is_empty(), "{found:#?}");
        let (width, height) = (186.0, 255.0);
        for thing in &things {
            let upright = thing.width() <= width && thing.height() <= height;
            let across = thing.height() <= width && thing.width() <= height;
            assert!(upright || across, "{} is {} × {}", thing.key, thing.width(), thing.height());
        }
    }
    let side = &pack.scenario().sides[0];
    let cards = order_of_battle(&pack, side, &making(Language::En));
    assert!(cards.len() > 4, "{}", cards.len());
    let printed = texts(&cards).join(" ");
    for piece in side.pieces().filter(|piece| piece.id.as_str().contains("-5")) {
        let id = piece.id.as_str();
        assert!(printed.contains(id), "no card has {id}");
    }
}

/// The cards of one side name no piece and no reinforcement of the other.
#[test]
fn cards_of_one_side_hide_the_other() {
    let pack = large_pack();
    let [blue, red] = &pack.scenario().sides;
    let making = making(Language::En);
    let mut cards = order_of_battle(&pack, blue, &making);
    cards.extend(reserve_cards(&pack, blue, &making));
    cards.extend(turn_track(&pack, Some(&blue.id), &making));
    let printed = texts(&cards);
    let other = pack.labels().sides[&red.id].title.get(Language::En);
    assert!(printed.iter().all(|text| !text.contains("red-") && text != other));
    // Ten commands of both sides arrive on one turn, more than its box holds, so an ellipsis marks
    // the cut.
    assert!(texts(&turn_track(&pack, None, &making)).contains(&"…".to_owned()));
    assert!(!texts(&turn_track(&sample_pack(), None, &making)).contains(&"…".to_owned()));
}

/// PB-9.1: every headquarters has a card, including the army's, and all cards of a side have the
/// same outside.
#[test]
fn pb_9_1_every_headquarters_has_a_reserve_card() {
    let pack = sample_pack();
    let making = making(Language::Fr);
    for side in &pack.scenario().sides {
        let cards = reserve_cards(&pack, side, &making);
        assert_eq!(cards.len(), side.headquarters().count());
        let sizes: Vec<_> = cards.iter().map(|card| card.size).collect();
        assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
        for card in &cards {
            assert_eq!(card.folds.len(), 2);
            let places = making.blocks.thickness.millimetres() + 1.0;
            let is_place = |item: &&Item| match item {
                Item::Line { path, .. } => {
                    path.bounds().is_some_and(|b| (b.height() - places).abs() < 1e-6)
                }
                _ => false,
            };
            // Five pieces and a train.
            assert_eq!(card.front.iter().filter(is_place).count(), 6, "{}", card.key);
        }
    }
}

#[test]
fn turn_track_has_all_turns_and_nights() {
    let mut parts = sample::parts();
    parts.scenario.calendar.days = 3;
    parts.scenario.calendar.first_turn = 5;
    let pack = Pack::new(parts).expect("valid days");
    let cards = turn_track(&pack, None, &making(Language::En));
    assert_eq!(cards.len(), 3);
    let printed: Vec<Vec<String>> =
        cards.iter().map(|card| texts(std::slice::from_ref(card))).collect();
    let nights =
        printed.iter().filter(|texts| texts.iter().any(|text| text == "Night turn")).count();
    assert_eq!(nights, 2, "there is no night after the last day");
    assert!(printed[1].iter().any(|text| text.contains("19 June 1815")), "{:?}", printed[1]);
    assert!(printed[0].iter().any(|text| text == "The battle begins"));
    assert!(printed[2].iter().any(|text| text == "Last turn"));
}

/// The booklet has the size of the stock's sheets and lists every piece of both sides or of one.
/// Only the version has text below six points.
#[test]
fn booklet_is_complete_in_every_language() {
    let pack = large_pack();
    let stock = built_in_stock("letter").expect("built-in stock exists");
    let [blue, red] = pack.scenario().sides.each_ref();
    for language in Language::ALL {
        let making = making(language);
        let options = MapOptions { language, ..MapOptions::default() };
        let shown = SetUpSides::Side(blue.id.clone());
        let set_up_map =
            |width: f64| set_up_miniature(&pack, &options, &shown, Point::new(0.0, 0.0), width);
        let pages = booklet(&pack, "booklet", Some(&blue.id), &stock, &set_up_map, &making);
        assert!(pages.len() > 4, "{}", pages.len());
        let mut printed = Vec::new();
        for page in &pages {
            assert_eq!((page.width, page.height), (stock.width, stock.height));
            let edge = Rect::new(0.0, 0.0, 215.9, 279.4).expand(-10.0);
            for item in page.layers.iter().flat_map(|layer| &layer.items) {
                let Item::Text(run) = item else { continue };
                let is_version = run.text.contains("Sandtable");
                let least = if is_version { 5.0 } else { MIN_POINTS };
                assert!(run.size >= least * POINT - 1e-9, "{:?}", run.text);
                let mut letters = run.glyphs.iter().filter_map(|glyph| glyph_bounds(run, glyph));
                assert!(letters.all(|it| edge.intersection(&it) == Some(it)), "{:?}", run.text);
                printed.push(run.text.clone());
            }
        }
        let printed = printed.join(" ");
        for piece in blue.pieces().filter(|piece| piece.id.as_str().contains("-7")) {
            assert!(printed.contains(piece.id.as_str()), "{}", piece.id);
        }
        assert!(!printed.contains("red-"), "{}", red.id);
        // The hours of a turn stay on one line.
        assert!(printed.contains("\u{a0}–\u{a0}"), "{printed}");
    }
}

/// Blocks of any size, maps of any scale, A5 paper: every component fits and is legible.
#[test]
fn extreme_battles_fit_sheets() {
    let length = PaperLength::from_millimetres;
    for (side, denominator, room) in [
        (2.0, 1_000, (186.0, 255.0)),
        (80.0, 500_000, (186.0, 255.0)),
        (38.0, 100, (124.0, 168.0)),
        (80.0, 16_000, (124.0, 168.0)),
    ] {
        let mut parts = large_pack().into_parts();
        parts.map.scale = Scale::new(denominator).expect("valid scale");
        // Skip maps that are too large to print.
        let Ok(pack) = Pack::new(parts) else { continue };
        let mut making = making(Language::Es);
        making.room = (length(room.0), length(room.1));
        making.blocks.length = length(side);
        making.blocks.height = length(side);
        making.blocks.thickness = length(side);
        for thing in everything(&pack, &making) {
            let found = faults(std::slice::from_ref(&thing));
            assert!(found.is_empty(), "blocks of {side} mm, 1:{denominator}: {found:#?}");
            let (width, height) = (thing.width() - 1e-6, thing.height() - 1e-6);
            let has_room = width <= room.0 && height <= room.1;
            let across = height <= room.0 && width <= room.1;
            assert!(has_room || across, "{} is {width} × {height} in {room:?}", thing.key);
        }
    }
}

/// A shop's machine cuts along every line in the cut ink, so folds have another ink.
#[test]
fn folds_are_not_cut_lines() {
    let pack = sample_pack();
    let things = reserve_cards(&pack, &pack.scenario().sides[0], &making(Language::En));
    let lot = Lot { components: things, heading: String::new(), key: Vec::new() };
    let stock = built_in_stock("a4").expect("built-in stock exists");
    let spacing =
        Spacing::of(&Target::Shop(Box::default()), &crate::order::PrintOrder::default().home);
    let sheets = imposition::sheets("reserve-cards", &[lot], &stock, &spacing, THROUGH_CUT, None);
    let sheets = sheets.expect("they fit");
    let inks = |name: &str| {
        let layers = sheets[0].layers.iter().filter(|layer| layer.name == name);
        let inks = layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Line { stroke, .. } => Some(stroke.ink),
            _ => None,
        });
        inks.collect::<Vec<_>>()
    };
    assert_eq!(inks("cut lines"), [THROUGH_CUT]);
    assert!(!inks("folds").is_empty() && !inks("folds").contains(&THROUGH_CUT));
}

/// A battle of one day ends at nightfall; its cards do not mention nights.
#[test]
fn pb_4_4_one_day_battles_have_no_night() {
    for (days, nights) in [(1, false), (2, true)] {
        let mut parts = sample::parts();
        parts.scenario.calendar.days = days;
        // Under this ruling, a note mentions the pieces that return.
        parts.ruleset.rulings.points_model = PointsModel::Current;
        let pack = Pack::new(parts).expect("valid calendar");
        let printed = texts(&everything(&pack, &making(Language::En))).join(" ");
        for words in ["at night, no piece", "return at night", "Night turn"] {
            assert_eq!(printed.contains(words), nights, "{words} in {days} days");
        }
    }
}

/// The quick-start rules have no hidden reserves, no altering and no nights (PB-Q1); cards do not
/// mention them.
#[test]
fn pb_q1_cards_by_other_rulesets() {
    for (ruleset, hides) in [(sample::ruleset_3_1(), true), (sample::quick_start_ruleset(), false)]
    {
        let mut parts = sample::parts();
        parts.ruleset = ruleset;
        parts.scenario.calendar.days = 2;
        let pack = Pack::new(parts).expect("valid ruleset");
        for language in Language::ALL {
            let making = making(language);
            let things = everything(&pack, &making);
            let found = faults(&things);
            assert!(found.is_empty(), "{found:#?}");
            assert_eq!(things.iter().any(|thing| thing.key.starts_with("reserve")), hides);
        }
        let printed = texts(&everything(&pack, &making(Language::En))).join("\n");
        for words in ["Night turn", "Alter the turn order", "field of fire; ", "Broken", "Spotting"]
        {
            assert_eq!(printed.contains(words), hides, "{words} in {printed}");
        }
    }
}
