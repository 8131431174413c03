//! Tests of all FAB components in every language.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_house_style::words;
use sandtable_pack::fab::{
    Mobility, Pack, PackParts, Quality, SupplyForAssets, Unit, UnitSize, UnitStart, UnitSymbol,
    sample,
};
use sandtable_pack::{BlockProfile, Language, PaperLength, SideId, Text};
use sandtable_sheet::{Item, MIN_POINTS, POINT, Point, Rotation, text_runs};
use sandtable_shop::{DEFAULT, built_in};

use super::*;
use crate::cards;
use crate::component::Component;
use crate::order::product::Product;
use crate::shop_objections::{Violation, faults};
use crate::stickers::ComponentSettings;

fn making(language: Language) -> ComponentSettings {
    let length = PaperLength::from_millimetres;
    let room = (length(186.0), length(255.0));
    ComponentSettings {
        language,
        blocks: BlockProfile::CUBES,
        bleed: 3.0,
        folds_backs: false,
        is_kriegsspiel: false,
        room,
    }
}

/// The fixture with a change.
fn changed_pack(change: impl FnOnce(&mut PackParts)) -> Pack {
    let mut parts = sample::pack().into_parts();
    change(&mut parts);
    Pack::new(parts).expect("valid change")
}

fn all_labels(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let sides = pack.battle().scene().sides.iter();
    sides.flat_map(|side| labels(pack, side, making)).collect()
}

/// All components of a pack.
fn all(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let mut things = all_labels(pack, making);
    for side in &pack.battle().scene().sides {
        things.extend(counters(pack, side, making));
    }
    things.extend(markers(pack, making));
    things.extend(cards(pack, making));
    things
}

fn cards(pack: &Pack, making: &ComponentSettings) -> Vec<Component> {
    let sides = pack.battle().scene().sides.iter();
    let mut things: Vec<Component> =
        sides.flat_map(|side| set_up_cards(pack, side, making)).collect();
    things.extend(cards::charts(&charts(pack, making), making));
    things
}

/// Violations of a shop's profile.
fn shop_faults(things: &[Component]) -> Vec<Violation> {
    faults(Product::Stickers, things, &built_in(DEFAULT).expect("built-in profile exists"), None)
}

/// FAB-2.2a: one block per unit.
#[test]
fn every_unit_has_one_label() {
    let pack = sample::pack();
    let labels = all_labels(&pack, &making(Language::En));
    let keys: BTreeSet<String> = labels.iter().map(|label| label.key.clone()).collect();
    let units = &pack.battle().scene().units;
    assert_eq!(labels.len(), units.len());
    assert_eq!(keys, units.iter().map(|unit| format!("sticker {}", unit.id)).collect());
    let sizes: BTreeSet<u64> =
        labels.iter().flat_map(|one| [one.width(), one.height()]).map(f64::to_bits).collect();
    assert_eq!(sizes.len(), 1, "all are squares of one size");
}

/// The dots of a label after this many counter-clockwise quarter turns. Each has its centre relative
/// to the label's centre, and the colours drawn around it, including the light plate below.
fn dots(label: &Component, quarters: u8) -> Vec<(Point, Vec<[u8; 3]>)> {
    let turn = (0..quarters)
        .fold(Rotation::NONE, |turn, _| Rotation { cosine: turn.sine, sine: -turn.cosine });
    let (x, y) = (label.width() / 2.0, label.height() / 2.0);
    let mut dots: Vec<(Point, Vec<[u8; 3]>)> = Vec::new();
    let mut plate = None;
    for item in label.front.iter().skip(1) {
        let Item::Fill { path, ink, .. } = item else { continue };
        let Some(bounds) = path.bounds() else { continue };
        let at = turn.transform_point(Point::default(), bounds.centre().translate(-x, -y));
        let is_round = path.segments().len() == 10;
        let is_square = (bounds.width() - bounds.height()).abs() < 1e-9;
        match dots.last_mut() {
            _ if !is_square => {}
            Some((last, inks)) if is_round && last.distance(at) < 1e-9 => inks.push(ink.rgb),
            _ if is_round && bounds.width() > 1.2 => {
                let plate = plate.filter(|(below, side, _)| {
                    at.distance(*below) < 1e-9 && *side > bounds.width()
                });
                dots.push((at, plate.into_iter().map(|plate| plate.2).chain([ink.rgb]).collect()));
            }
            _ => plate = Some((at, bounds.width(), ink.rgb)),
        }
    }
    dots
}

/// FAB-2.3h: a block that loses a step is turned a quarter counter-clockwise, and shows its new
/// value on top. FAB-2.3i: the dot colour is the quality of that step. On labels of every colour,
/// dots have a light plate and differ in shape: a ring, a disc, or a disc with a point.
#[test]
fn fab_2_3h_top_edge_shows_steps_left() {
    let pack = changed_pack(|parts| {
        parts.battle.scene.units[0].quality_by_step =
            vec![Quality::Recruit, Quality::Recruit, Quality::Veteran, Quality::Elite];
    });
    let [white, black, red] = [[0xff, 0xff, 0xff], [0x1c, 0x19, 0x16], [0xc8, 0x10, 0x2e]];
    let drawn = |quality: Quality| match quality {
        Quality::Recruit => vec![white, black, white],
        Quality::Veteran => vec![white, black],
        Quality::Elite => vec![white, red, white],
    };
    for unit in &pack.battle().scene().units {
        let Unit { side, quality_by_step, .. } = unit;
        let key = format!("sticker {}", unit.id);
        let labels = labels(&pack, side, &making(Language::En));
        let label = labels.iter().find(|label| label.key == key).expect("the unit has a label");
        let full = quality_by_step.len();
        for lost in 0..4 {
            let mut above = dots(label, lost);
            above.retain(|(at, _)| at.y < -label.height() * 0.25 && at.x.abs() < -at.y);
            let left = full.saturating_sub(usize::from(lost));
            assert_eq!(above.len(), left, "{key} without {lost}");
            assert!(above.iter().map(|(at, _)| at.x).sum::<f64>().abs() < 1e-6, "in the middle");
            let quality = left.checked_sub(1).map(|step| drawn(quality_by_step[step]));
            let is_drawn = |inks: &Vec<[u8; 3]>| Some(inks) == quality.as_ref();
            assert!(above.iter().all(|(_, inks)| is_drawn(inks)), "{key} without {lost}");
        }
    }
}

#[test]
fn components_meet_shop_requirements() {
    for pack in [sample::pack(), changed_pack(hostile_pack)] {
        for language in Language::ALL {
            let making = making(language);
            let things = all(&pack, &making);
            assert_eq!(shop_faults(&things), []);
            let faces = things.iter().flat_map(|thing| [&thing.front, &thing.back]);
            let found = faces.flat_map(|face| text_runs(face));
            let least = found.map(|run| run.size).fold(f64::INFINITY, f64::min);
            assert!(least >= MIN_POINTS * POINT - 1e-9, "{least}");
        }
    }
}

/// Gives a pack names that fit nowhere, and every symbol.
fn hostile_pack(parts: &mut PackParts) {
    for (number, unit) in parts.battle.scene.units.iter().enumerate() {
        let symbol = UnitSymbol::ALL[number % UnitSymbol::ALL.len()];
        parts.labels.symbols.insert(unit.unit_type.clone(), symbol);
        parts.labels.sizes.insert(unit.id.clone(), UnitSize::Army);
    }
    for unit in &mut parts.battle.scene.units {
        unit.quality_by_step = vec![Quality::Veteran; 4];
    }
    let labels = &mut parts.labels;
    let names = labels.units.values_mut().chain(labels.chits.values_mut());
    let sides = labels.sides.values_mut().chain(labels.formations.values_mut());
    for name in names.chain(sides.map(|banner| &mut banner.name)) {
        *name = Text::plain("Hohenlohe-Ingelfingen, Prinz Friedrich Ludwig zu, gyqpj");
    }
    for area in labels.areas.values_mut() {
        area.number = "an-area-that-has-no-number".to_owned();
    }
}

/// Two corners distinguish the second side in black-and-white print; they overlap no dot and no
/// text.
#[test]
fn second_side_is_marked_without_colour() {
    let pack = sample::pack();
    let sides = &pack.battle().scene().sides;
    let corners = |side| {
        let labels = labels(&pack, side, &making(Language::En));
        let is_corner =
            |item: &&Item| matches!(item, Item::Fill { path, .. } if path.segments().len() == 4);
        labels.iter().map(|label| label.front.iter().filter(is_corner).count()).collect::<Vec<_>>()
    };
    assert!(corners(&sides[0]).iter().all(|count| *count == 0));
    assert!(corners(&sides[1]).iter().all(|count| *count == 2));
    // The corners are the same on every background.
    let labels = labels(&pack, &sides[1], &making(Language::En));
    let inks = labels.iter().flat_map(|label| &label.front).filter_map(|item| match item {
        Item::Fill { path, ink, .. } if path.segments().len() == 4 => Some(ink.rgb),
        _ => None,
    });
    assert_eq!(inks.collect::<BTreeSet<_>>().len(), 1);
}

/// A control marker names its side and its purpose.
#[test]
fn control_markers_have_words() {
    let pack = sample::pack();
    let markers = markers(&pack, &making(Language::En));
    let control = markers.iter().find(|marker| marker.key.starts_with("marker control"));
    let items = &control.expect("there is one").front;
    let printed: Vec<String> = text_runs(items).into_iter().map(|run| run.text.clone()).collect();
    let sides = &pack.battle().scene().sides;
    let name = pack.labels().sides[&sides[0]].name.get(Language::En);
    assert!(
        printed.contains(&name.to_owned()) && printed.contains(&"control".to_owned()),
        "{printed:?}"
    );
}

/// FAB-2.1d: all chits of a cup have the same back. FAB-8.1a: reusable Special Actions stay in
/// boxes, and the two faces of each differ.
#[test]
fn fab_2_1d_cup_chits_share_a_back() {
    let pack = sample::pack();
    let scene = pack.battle().scene();
    for side in &scene.sides {
        let counters = counters(&pack, side, &making(Language::En));
        let is_reusable = |thing: &&Component| {
            scene.reusable.iter().any(|action| format!("chit {}", action.id) == thing.key)
        };
        let (actions, cup): (Vec<_>, Vec<_>) = counters.iter().partition(is_reusable);
        let of_side = scene.assets.iter().filter(|asset| asset.side == *side).count()
            + scene.events.iter().filter(|event| event.side == *side).count();
        assert_eq!(cup.len(), of_side);
        assert!(cup.iter().all(|thing| thing.back == cup[0].back && !thing.back.is_empty()));
        assert_eq!(actions.len(), scene.reusable.iter().filter(|one| one.side == *side).count());
        assert!(actions.iter().all(|thing| thing.front != thing.back));
    }
}

/// FAB-D30, FAB-D23: the ruleset sets the number of markers; the default is the maximum number that
/// can be on the map at once.
#[test]
fn fab_d30_marker_counts_suffice() {
    let counted = |pack: &Pack| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for thing in markers(pack, &making(Language::En)) {
            let kind = thing.key.rsplit_once(' ').expect("the key ends in a number").0.to_owned();
            *counts.entry(kind).or_default() += 1;
        }
        counts
    };
    let usual = counted(&sample::pack());
    let of = |kind: &str| usual[&format!("marker {kind}")];
    // Nine areas; ten units, five per side; two engineers; two reserve markers per side.
    assert_eq!([of("control"), of("disorder"), of("out-of-supply")], [9, 10, 10]);
    assert_eq!([of("fieldworks"), of("roadblock"), of("turn")], [9, 2, 1]);
    assert_eq!([of("reserve blue"), of("reserve red")], [2, 2]);
    let few = counted(&changed_pack(|parts| {
        let limits = &mut parts.battle.ruleset.marker_limits;
        (limits.fieldworks, limits.blown) = (Some(3), Some(1));
        (limits.roadblock, limits.exploitation) = (Some(4), Some(2));
    }));
    let kinds = ["fieldworks", "blown-bridge", "roadblock", "exploitation"];
    assert_eq!(kinds.map(|kind| few[&format!("marker {kind}")]), [3, 1, 4, 2]);
}

/// FAB-2.3c: disorder and recovery are two faces of one marker. A control marker also has a face
/// for each side.
#[test]
fn fab_2_3c_markers_have_two_faces() {
    let folded = ComponentSettings { folds_backs: true, ..making(Language::En) };
    for thing in markers(&sample::pack(), &making(Language::En)) {
        let is_turned = ["control", "disorder", "fieldworks", "roadblock"]
            .into_iter()
            .any(|kind| thing.key.contains(kind));
        assert_eq!(!thing.back.is_empty(), is_turned, "{}", thing.key);
        assert!(thing.front != thing.back);
    }
    let folds = markers(&sample::pack(), &folded);
    assert_eq!(folds.iter().filter(|thing| thing.folds.len() == 1).count(), 9 + 10 + 9 + 2);
}

/// FAB-4.2a, FAB-4.1: the turn card has the draws of all turns, and the arrivals of the selected
/// side.
#[test]
fn the_turn_card_has_draws_and_arrivals() {
    let pack = sample::pack();
    let scene = pack.battle().scene();
    for language in Language::ALL {
        for only in [None, Some(&scene.sides[0]), Some(&scene.sides[1])] {
            let cards = turn_track(&pack, only, &making(language));
            let printed: Vec<String> = cards
                .iter()
                .flat_map(|card| text_runs(&card.front))
                .map(|run| run.text.trim().to_owned())
                .collect();
            let draws = scene.turn_track.iter().flat_map(|turn| turn.draws.values());
            for draws in draws {
                let line = format!("{} · {}", draws.first, draws.second);
                assert!(
                    printed.iter().any(|text| text.starts_with(&line)),
                    "{line} in {printed:?}"
                );
            }
            for unit in &scene.units {
                let comes = matches!(unit.start, UnitStart::Reinforcement { .. })
                    && only.is_none_or(|only| *only == unit.side);
                let name = pack.labels().units[&unit.id].get(language);
                let is_told = printed.iter().any(|text| {
                    text.split([' ', ';', '.', '\u{a0}', '–']).any(|word| word == name)
                });
                assert_eq!(is_told, comes, "{name} in {printed:?}");
            }
        }
    }
}

/// A battle's own words and symbols override those of the series.
#[test]
fn prints_border_titles_and_asset_symbols() {
    let printed = |pack: &Pack, language| {
        let of = making(language);
        let cards = cards::charts(&charts(pack, &of), &of);
        let texts = cards.iter().flat_map(|card| text_runs(&card.front));
        texts.map(|run| run.text.trim().to_owned()).collect::<Vec<_>>()
    };
    let (river, words) = ("river", ["The deep Po", "El Po profundo", "Le Po profond"]);
    let pack = changed_pack(|parts| {
        let scene = &parts.battle.scene;
        let asset = scene.assets[0].id.clone();
        parts.labels.asset_symbols.insert(asset, UnitSymbol::Ship);
        let [en, es, fr] = words.map(str::to_owned);
        let title = Text { en, es: Some(es), fr: Some(fr) };
        let id = sandtable_pack::BorderId::new(river).expect("valid id");
        parts.labels.border_types.insert(id, title);
    });
    for (language, title) in Language::ALL.into_iter().zip(words) {
        assert!(printed(&pack, language).iter().any(|text| text == title), "{title}");
        assert!(printed(&sample::pack(), language).iter().all(|text| text != title));
    }
    let side = &pack.battle().scene().assets[0].side;
    let of = making(Language::En);
    let (ship, guns) = (counters(&pack, side, &of), counters(&sample::pack(), side, &of));
    let others = ship.iter().zip(&guns).filter(|(one, other)| one != other);
    assert_eq!(others.count(), 1);
}

/// No marker breaks a word of its meaning, in any language.
#[test]
fn markers_do_not_break_words() {
    let meanings = [
        words::areas::CONTROL,
        words::areas::DISORDER,
        words::areas::RECOVERY_MARKER,
        words::areas::FIELDWORKS,
        words::areas::BLOWN,
        words::areas::ROADBLOCK,
        words::areas::RESERVE,
        words::areas::EXPLOITATION,
        words::areas::OUT_OF_SUPPLY,
        words::areas::RIVER_ASSAULT,
        words::TURN,
    ];
    let pack = sample::pack();
    let sides = &pack.labels().sides;
    for language in Language::ALL {
        let known: BTreeSet<String> = meanings
            .into_iter()
            .flat_map(|words| words::translate(words, language).split_whitespace())
            .chain(sides.values().flat_map(|side| side.name.get(language).split_whitespace()))
            .map(str::to_lowercase)
            .collect();
        for thing in markers(&sample::pack(), &making(language)) {
            for run in text_runs(&thing.front).into_iter().chain(text_runs(&thing.back)) {
                for word in run.text.split_whitespace() {
                    assert!(known.contains(&word.to_lowercase()), "{}: {word}", thing.key);
                }
            }
        }
    }
}

/// The same pack gives identical components, down to every coordinate.
#[test]
fn output_is_deterministic() {
    let making = making(Language::Es);
    assert_eq!(all(&sample::pack(), &making), all(&sample::pack(), &making));
}

/// The card of a side names all its units, assets, events and Special Actions.
#[test]
fn set_up_card_names_all_pieces() {
    let pack = sample::pack();
    let scene = pack.battle().scene();
    for language in Language::ALL {
        for side in &scene.sides {
            let cards = set_up_cards(&pack, side, &making(language));
            let printed: Vec<String> = cards
                .iter()
                .flat_map(|card| text_runs(&card.front))
                .map(|run| run.text.clone())
                .collect();
            let printed = printed.join(" ");
            let units = scene.units.iter().filter(|unit| unit.side == *side);
            let units = units.map(|unit| pack.labels().units[&unit.id].get(language));
            let assets = scene.assets.iter().filter(|one| one.side == *side).map(|one| &one.id);
            let events = scene.events.iter().filter(|one| one.side == *side).map(|one| &one.id);
            let chits = assets.chain(events).map(|id| pack.labels().chits[id].get(language));
            for name in units.chain(chits) {
                assert!(printed.contains(name), "{name} in {printed}");
            }
        }
    }
}

/// The card of a side lists its markers on the map at the start; blown bridges are on both cards.
#[test]
fn set_up_card_lists_markers_by_area() {
    let pack = changed_pack(|parts| {
        let scene = &mut parts.battle.scene;
        let [blue, _] = scene.sides.clone();
        let blues = scene.units.iter().find_map(|unit| match &unit.start {
            UnitStart::SetUp { area, .. } if unit.side == blue => Some(area.clone()),
            _ => None,
        });
        scene.markers.fieldworks.insert(blues.expect("Blue has a unit on the map"), blue);
        let river = scene.edges.iter().find(|edge| edge.border.as_str() == "river");
        let river = river.expect("there is a river");
        scene.markers.blown.insert((river.a.clone(), river.b.clone()));
    });
    let printed = |side: &SideId| {
        let cards = set_up_cards(&pack, side, &making(Language::En));
        let runs = cards.iter().flat_map(|card| text_runs(&card.front)).map(|run| run.text.clone());
        let printed = runs.collect::<Vec<_>>().join(" ");
        ["Fieldworks:", "Roadblock:", "Bridge blown:"].map(|words| printed.contains(words))
    };
    let [blue, red] = &pack.battle().scene().sides;
    assert_eq!([printed(blue), printed(red)], [[true, false, true], [false, false, true]]);
}

/// The notes under the charts follow the battle's units and rulings.
#[test]
fn notes_follow_fixed_units_and_rulings() {
    let notes = |pack: &Pack| -> BTreeSet<String> {
        let charts = charts(pack, &making(Language::En)).into_iter();
        charts.flat_map(|chart| chart.notes).collect()
    };
    let before = notes(&sample::pack());
    let after = notes(&changed_pack(|parts| {
        let rulings = &mut parts.battle.ruleset.rulings;
        rulings.supply_for_assets = SupplyForAssets::StatusAndTrace;
        rulings.hidden_boxes = true;
        let scene = &mut parts.battle.scene;
        let armour = &mut scene.unit_types[1];
        assert_eq!(armour.id.as_str(), "arm");
        armour.moves = Mobility::Never;
        scene.units[0].moves = Some(Mobility::ByEvent);
    }));
    let new: Vec<&str> = after.difference(&before).map(|note| &**note).collect();
    assert_eq!(
        new,
        [
            "Assets and events in the cup and in the Available and Used boxes are hidden from the \
             enemy (10.0).",
            "Move or retreat only by an event or a Special Action: b1.",
            "Never move or retreat: arm.",
            "Out of supply: no assets, no reserve, no fieldworks, at most one area, no recovery.",
        ]
    );
    let old: Vec<&str> = before.difference(&after).map(|note| &**note).collect();
    assert_eq!(old.len(), 1);
    assert!(old[0].starts_with("Out of supply: no assets (defender: unless"));
}

/// A changed number of the ruleset changes only its own line of the charts.
#[test]
fn charts_follow_the_ruleset() {
    let lines = |pack: &Pack| -> BTreeMap<String, Vec<String>> {
        let charts = charts(pack, &making(Language::En)).into_iter();
        charts.flat_map(|chart| chart.lines).map(|line| (line.key, line.cells)).collect()
    };
    let before = lines(&sample::pack());
    let after = lines(&changed_pack(|parts| {
        let rules = &mut parts.battle.ruleset;
        rules.allowances.armour = 9;
        rules.connection_types[0].infantry += 1;
        rules.combat_table.class_vs_point.armour.infantry = 3;
        rules.combat_table.disordered = -4;
        rules.surrender.from.veteran = Some(9);
        rules.asset_limits.defender.battle = 4;
    }));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let differ: Vec<&str> = before
        .iter()
        .filter(|(key, cells)| after[*key] != **cells)
        .map(|(key, _)| &**key)
        .collect();
    let way = format!("movement way {}", sample::series().connection_types[0].id);
    let mut expected = vec![
        "assets defender",
        "combat armour",
        "modifier disordered",
        "movement allowance",
        &way,
        "supply veteran",
    ];
    expected.sort_unstable();
    assert_eq!(differ, expected);
    assert_eq!(after["supply veteran"][3], "9–10");
    assert_eq!(after["modifier disordered"][1..3], ["–", "−4"]);
}
