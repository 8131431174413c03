use std::collections::BTreeMap;

use proptest::prelude::*;
use sandtable_pack::{
    ComponentPool, Digest, Edge, ForceLimits, Formation, FreeGame, FreeSide, Pack, PieceType,
    Quality, Reserve, SetUpGround, SideId, sample,
};

use super::*;
use crate::match_sheet::Match;
use crate::scheme::{Contribution, Item, Slot};

/// The small battle. The whole first side counts as the player's choice.
fn sample_pack() -> Pack {
    Pack::new(sample::parts()).expect("the sample is valid")
}

fn sheet(pack: &Pack) -> Match {
    let sides =
        [0, 1].map(|at| (pack.scenario().sides[at].id.to_string(), Contribution([at as u8; 16])));
    let entries = pack.map().entries.iter().map(|entry| entry.id.to_string()).collect();
    Match::new(Digest::compute(b"base"), 2, 8, 4, entries, sides).expect("valid match")
}

fn forces(pack: &Pack) -> Vec<Force> {
    let sides = pack.scenario().sides.iter();
    sides
        .map(|side| Force::from_pack(pack, &side.id, None).expect("the side has a force"))
        .collect()
}

fn index_items(sheet: &Match, items: &[(Slot, Item)]) -> Vec<(u32, Item)> {
    items
        .iter()
        .map(|(slot, item)| (sheet.shape().index(*slot).expect("the slot exists"), item.clone()))
        .collect()
}

fn read_force(sheet: &Match, side: &SideId, items: &[(u32, Item)]) -> Result<Force, SlotReadError> {
    Force::read(sheet, side, items.iter().map(|(at, item)| (*at, item)))
}

#[test]
fn round_trips_force() {
    let pack = sample_pack();
    let sheet = sheet(&pack);
    for force in forces(&pack) {
        let items = index_items(&sheet, &force.write(&sheet).expect("the force fits its slots"));
        let again =
            read_force(&sheet, &force.side, &items).unwrap_or_else(|error| panic!("{error}"));
        assert!(again == force, "{}", force.side);
    }
}

/// Slot text is frozen with the scheme and never changes.
#[test]
fn slot_text_is_frozen() {
    let pack = sample_pack();
    let sheet = sheet(&pack);
    let mut text = String::new();
    for force in forces(&pack) {
        for (slot, item) in force.write(&sheet).expect("the force fits its slots") {
            text += &format!("== {}: {slot}\n{}", force.side, item.text());
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/secret-orders/slots.txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() && !std::path::Path::new(path).exists() {
        std::fs::write(path, &text).expect("writable");
    }
    assert_eq!(text, std::fs::read_to_string(path).expect("the file exists"));
}

#[test]
fn rejects_altered_slot_text() {
    let pack = sample_pack();
    let sheet = sheet(&pack);
    let force = &forces(&pack)[0];
    let items = index_items(&sheet, &force.write(&sheet).expect("the force fits its slots"));
    let changed = |from: &str, to: &str| {
        let mut other = items.clone();
        let at = other.iter().position(|(_, item)| item.text().contains(from)).expect(from);
        other[at].1 = Item::new(&other[at].1.text().replacen(from, to, 1)).expect("valid item");
        read_force(&sheet, &force.side, &other).err().map(|slot_read_error| slot_read_error.kind)
    };
    assert_eq!(changed("side ", "side of "), Some(SlotReadErrorKind::Line(1)));
    assert_eq!(changed("sets up", "sets up\nsets up"), Some(SlotReadErrorKind::NotCanonical));
    assert_eq!(changed("piece ", "piece  "), Some(SlotReadErrorKind::Line(5)));
    assert_eq!(changed(" regular ", " splendid "), Some(SlotReadErrorKind::Line(5)));
    let mut headless = items.clone();
    headless.retain(|(at, _)| *at != 0);
    assert_eq!(
        read_force(&sheet, &force.side, &headless).err().map(|one| one.kind),
        Some(SlotReadErrorKind::Side)
    );
    let beyond = [(sheet.shape().slots(), Item::new("x").expect("valid item"))];
    assert_eq!(
        read_force(&sheet, &force.side, &beyond).err().map(|one| one.kind),
        Some(SlotReadErrorKind::NoSlot)
    );
}

/// The small battle as a base pack with a free first side.
fn base_pack(pool: Option<ComponentPool>, limits: ForceLimits) -> Pack {
    let mut parts = sample::parts();
    let entries: Vec<_> = parts.map.entries.iter().map(|entry| entry.id.clone()).collect();
    let side = parts.scenario.sides[0].id.clone();
    let free = FreeSide {
        sets_up: Some(SetUpGround::Anywhere),
        entries,
        enters: BTreeMap::new(),
        pool,
        limits,
    };
    // The base pack has no order of battle for the free side.
    let free_side = &mut parts.scenario.sides[0];
    *free_side = sandtable_pack::Side {
        id: side.clone(),
        commander: None,
        commands: Vec::new(),
        baggage: Vec::new(),
        detachments: None,
        lines_of_communication: Vec::new(),
        edges_of_choice: Vec::new(),
        reinforcements: Vec::new(),
    };
    parts.scenario.free_game = Some(FreeGame { sides: BTreeMap::from([(side, free)]) });
    Pack::new(parts).unwrap_or_else(|faults| panic!("{faults:?}"))
}

const NO_LIMITS: ForceLimits = ForceLimits {
    commands: 64,
    least_rating: 0,
    most_rating: 6,
    points: None,
    baggage: None,
    detachments: None,
    reinforcements: true,
};

#[test]
fn reports_breaches_of_agreement() {
    let pack = sample_pack();
    let force = &forces(&pack)[0];
    assert_eq!(force.breaches(&base_pack(None, NO_LIMITS)), []);
    let points: u32 = force
        .blocks
        .iter()
        .filter_map(|block| match &block.kind {
            BlockKind::Piece(piece) => piece.worth(&pack),
            _ => None,
        })
        .sum();
    assert!(points > 1);
    let told = |limits: ForceLimits| force.breaches(&base_pack(None, limits));
    assert_eq!(told(ForceLimits { points: Some(points), ..NO_LIMITS }), []);
    assert_eq!(
        told(ForceLimits { points: Some(points - 1), ..NO_LIMITS }),
        [Breach::Points(points, points - 1)]
    );
    let empty = force.breaches(&base_pack(Some(ComponentPool::default()), NO_LIMITS));
    assert!(
        empty.iter().any(
            |one| matches!(one, Breach::Pool { type_name, most: 0, .. } if type_name == "infantry")
        ),
        "{empty:?}"
    );
    let plenty = [
        PieceType::Infantry,
        PieceType::Artillery,
        PieceType::Cavalry,
        PieceType::Dragoons,
        PieceType::Detachment,
    ];
    let plenty = ComponentPool { arms: plenty.map(|one| (one, 99)).into(), types: BTreeMap::new() };
    assert_eq!(force.breaches(&base_pack(Some(plenty), NO_LIMITS)), []);
    assert_ne!(told(ForceLimits { most_rating: 0, ..NO_LIMITS }), []);
    assert_eq!(pack.scenario().free_game, None);
    assert_eq!(force.breaches(&pack), [Breach::NotFree]);
}

/// Orders that only another program could seal are rejected on full opening.
#[test]
fn opening_rejects_forged_orders() {
    let pack = sample_pack();
    let base = base_pack(None, NO_LIMITS);
    let honest = &forces(&pack)[0];
    let told = |change: &dyn Fn(&mut Force)| {
        let mut force = honest.clone();
        change(&mut force);
        // Read the orders from slots, like any others.
        let sheet = sheet(&pack);
        let items = index_items(&sheet, &force.write(&sheet).expect("the force fits its slots"));
        read_force(&sheet, &force.side, &items).expect("valid slots").breaches(&base)
    };
    assert_eq!(told(&|_| {}), []);
    let piece = |force: &Force| {
        let is_piece = |block: &Block| matches!(block.kind, BlockKind::Piece(_));
        force.blocks.iter().position(is_piece).expect("there is one")
    };
    // One division arrives in two turns, so the player could choose the better one later.
    let split_arrival = told(&|force| {
        let at = piece(force);
        let (command, entry) = (force.blocks[at].command, pack.map().entries[0].id.clone());
        for turn in [4, 6] {
            let mut block = force.blocks[at].clone();
            block.place = Place::Arrival(force.arrivals.len());
            block.zone = None;
            force.blocks.push(block);
            force.arrivals.push(ArrivalGroup {
                day: 1,
                turn,
                entry: entry.clone(),
                command,
                alternatives: Vec::new(),
                roll: None,
                at_once: false,
                formation: Formation::Line,
            });
        }
    });
    assert!(
        split_arrival.iter().any(|breach| matches!(breach, Breach::DuplicateId(_))),
        "{split_arrival:?}"
    );
    let headless = told(&|force| {
        force.blocks.retain(|block| {
            block.command == 0 || !matches!(block.kind, BlockKind::Headquarters(_))
        });
    });
    assert!(headless.contains(&Breach::Headquarters(1)), "{headless:?}");
    let out_of_range = told(&|force| {
        let at = piece(force);
        if let Place::Line(pose) = &mut force.blocks[at].place {
            pose.centre.x = -1;
        }
    });
    assert!(
        out_of_range.iter().any(|breach| matches!(breach, Breach::OutsideZone(_))),
        "{out_of_range:?}"
    );
    let own_type = told(&|force| {
        let at = piece(force);
        if let BlockKind::Piece(piece) = &mut force.blocks[at].kind {
            piece.type_name = "old-guard".to_owned();
        }
    });
    assert!(own_type.iter().any(|breach| matches!(breach, Breach::UnknownType(_))), "{own_type:?}");
    // PB-3.27: only infantry has qualities other than regular.
    let elite_artillery = told(&|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind
                && piece.type_name == "artillery"
            {
                piece.quality = Quality::Elite;
            }
        }
    });
    assert!(matches!(elite_artillery.as_slice(), [Breach::UnknownType(_)]), "{elite_artillery:?}");
    // The side sets up, but has nothing on the map.
    let nothing_set_up = told(&|force| {
        let entry = pack.map().entries[0].id.clone();
        for block in &mut force.blocks {
            block.place = Place::Arrival(force.arrivals.len());
            block.zone = None;
            force.arrivals.push(ArrivalGroup {
                day: 1,
                turn: 4,
                entry: entry.clone(),
                command: block.command,
                alternatives: Vec::new(),
                roll: None,
                at_once: false,
                formation: Formation::Line,
            });
        }
    });
    assert!(nothing_set_up.contains(&Breach::NothingSetUp), "{nothing_set_up:?}");
    let unknown = told(&|force| force.lines.push(sample::id("no-such-road")));
    assert_eq!(unknown, [Breach::UnknownId("no-such-road".to_owned())]);
}

/// An opening is rejected for every error that `check` derives from committed data alone.
#[test]
fn opening_rejects_impossible_battles() {
    let pack = sample_pack();
    let base = base_pack(None, NO_LIMITS);
    let honest = &forces(&pack)[0];
    let messages = |change: &dyn Fn(&mut Force)| {
        let mut force = honest.clone();
        change(&mut force);
        let sheet = sheet(&pack);
        let items = index_items(&sheet, &force.write(&sheet).expect("the force fits its slots"));
        let breaches =
            read_force(&sheet, &force.side, &items).expect("valid slots").breaches(&base);
        assert!(breaches.iter().any(Breach::does_not_fit), "{breaches:?}");
        breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let assert_reported = |words: &str, change: &dyn Fn(&mut Force)| {
        let found = messages(change);
        assert!(found.contains(words), "{words}: {found}");
    };
    let is_in_command = |block: &Block| block.command > 0;
    assert_reported("has no command", &|force| {
        force.blocks.retain(|block| block.command == 0);
    });
    assert_reported("no line of communication", &|force| {
        let at = force.blocks.iter().position(is_in_command).expect("there is one");
        let command = force.blocks[at].command;
        force.lines.clear();
        force.blocks.push(train(command, true, Place::Reserve(Reserve::Command)));
    });
    assert_reported("unpacked but not on the map", &|force| {
        let at = force.blocks.iter().position(is_in_command).expect("there is one");
        let command = force.blocks[at].command;
        force.blocks.push(train(command, false, Place::Reserve(Reserve::Command)));
    });
    assert_reported("must not be in reserve", &|force| {
        let is_hq = |block: &&mut Block| matches!(block.kind, BlockKind::Headquarters(_));
        let leader = force.blocks.iter_mut().filter(|block| is_in_command(block)).find(is_hq);
        let leader = leader.expect("there is one");
        leader.place = Place::Reserve(Reserve::Command);
    });
    assert_reported("is set up in column, but only pieces may be", &|force| {
        let is_hq = |block: &&mut Block| matches!(block.kind, BlockKind::Headquarters(_));
        let leader = force.blocks.iter_mut().find(is_hq).expect("there is one");
        if let Place::Line(pose) = leader.place {
            leader.place = Place::Column(pose);
        }
    });
    assert_reported("has no chit", &|force| {
        for block in force.blocks.iter_mut().filter(|block| is_in_command(block)) {
            if let BlockKind::Headquarters(of) = &mut block.kind {
                of.has_chit = false;
            }
        }
    });
    assert_reported("strength must be between 1 and 100,000 men", &|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind {
                piece.strength = Some(0);
            }
        }
    });
    assert_reported("numbered without gaps", &|force| {
        let last = force.blocks.iter().map(|block| block.command).max().expect("there is one");
        for block in force.blocks.iter_mut().filter(|block| block.command == last) {
            block.command += 1;
        }
        for arriving in force.arrivals.iter_mut().filter(|one| one.command == last) {
            arriving.command += 1;
        }
    });
    assert_reported("reinforcement 1 of ", &|force| {
        let at = force.blocks.iter().position(|block| matches!(block.kind, BlockKind::Piece(_)));
        let mut block = force.blocks.remove(at.expect("there is one"));
        (block.place, block.zone) = (Place::Arrival(force.arrivals.len()), None);
        let command = block.command;
        force.blocks.push(block);
        force.arrivals.push(ArrivalGroup {
            day: 1,
            turn: pack.scenario().calendar.last_turn,
            entry: pack.map().entries[0].id.clone(),
            command,
            alternatives: Vec::new(),
            roll: Some(6),
            at_once: false,
            formation: Formation::Line,
        });
    });
    // Diagnostics from the checks of an author's file.
    assert_reported("(ST0513)", &|force| {
        for block in &mut force.blocks {
            if let (BlockKind::Piece(_), Place::Line(pose)) = (&block.kind, block.place) {
                block.place = Place::Column(pose);
            }
        }
    });
    assert_reported("this label is empty (ST0430)", &|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind {
                piece.name.clear();
            }
        }
    });
    assert_reported("(ST0504)", &|force| {
        let is_piece = |block: &&mut Block| matches!(block.kind, BlockKind::Piece(_));
        let mut pieces = force.blocks.iter_mut().filter(is_piece);
        let (one, other) = (pieces.next().expect("one"), pieces.next().expect("another"));
        other.place = one.place;
    });
    assert_reported("has no pieces", &|force| {
        force
            .blocks
            .retain(|block| block.command != 1 || !matches!(block.kind, BlockKind::Piece(_)));
    });
}

fn train(command: u8, packed: bool, place: Place) -> Block {
    Block {
        command,
        kind: BlockKind::Train { id: sample::id("waggons"), is_packed: packed },
        place,
        zone: None,
    }
}

/// The codes that count for openings are existing errors, and no code was added.
#[test]
fn frozen_codes_never_change() {
    use sandtable_source::{CODES, Severity};
    for asked in agreement::FROZEN_CODES {
        let entry = CODES.iter().find(|entry| entry.code.to_string() == *asked);
        let entry = entry.unwrap_or_else(|| panic!("{asked} no longer exists"));
        assert_eq!(entry.severity, Severity::Error, "{asked}");
    }
    assert!(agreement::FROZEN_CODES.is_sorted());
    assert_eq!(agreement::FROZEN_CODES.len(), 54, "later checks do not count for `oob/1`");
}

/// Only the text that our commands write is valid. Two texts with one meaning would give one order
/// of battle two forms.
#[test]
fn each_force_has_one_text() {
    let pack = sample_pack();
    let sheet = sheet(&pack);
    let side = &pack.scenario().sides[0].id;
    let honest =
        index_items(&sheet, &forces(&pack)[0].write(&sheet).expect("the force fits its slots"));
    let refused = |change: &dyn Fn(&mut BTreeMap<u32, Item>)| {
        let mut items: BTreeMap<u32, Item> = honest.iter().cloned().collect();
        change(&mut items);
        let items: Vec<_> = items.into_iter().collect();
        read_force(&sheet, side, &items).err().map(|slot_read_error| slot_read_error.kind)
    };
    let not_canonical = Some(SlotReadErrorKind::NotCanonical);
    assert_eq!(refused(&|_| {}), None);
    let index = |slot| sheet.shape().index(slot).expect("the slot exists");
    let with_name = |name: &str| {
        let name = name.to_owned();
        let at = index(Slot::Start { command: 1 });
        let text =
            honest.iter().find(|(found, _)| *found == at).expect("the slot has an item").1.text();
        let line =
            text.lines().find(|line| line.starts_with("name ")).expect("the slot has a name");
        let text = text.replacen(line, &format!("name {name}"), 1);
        refused(&move |items| {
            items.insert(at, Item::new(&text).expect("valid item"));
        })
    };
    assert_eq!(with_name("Barnes"), None);
    // An author may put two spaces between words; both spaces are committed.
    assert_eq!(with_name("Old  Barnes"), None);
    for name in [
        "Barnes ",
        " Barnes",
        "Bar\u{202E}nes",
        "Bar\u{200B}nes",
        "A\u{2028}B",
        "\u{3164}",
        "\u{2800}",
        "Barnes\u{FE0F}",
        "\u{FFFC}",
    ] {
        assert_eq!(with_name(name), not_canonical, "{name:?}");
    }
    let road = &pack.map().roads[0].id;
    assert_eq!(
        refused(&|items| {
            let text = format!("line {road}\nline {road}\n");
            items.insert(1, Item::new(&text).expect("valid item"));
        }),
        not_canonical
    );
    assert_eq!(
        refused(&|items| {
            let arrival = Slot::Arrival { day: 1, turn: 7, entry: 0, command: 1 };
            items.insert(index(arrival), Item::new("enter line\n").expect("valid item"));
        }),
        not_canonical
    );
    // A duplicate alternative entry, an alternative equal to the entry, and (below) a duplicate
    // command.
    let entries = sheet.entries();
    let with_alternatives = |or: &str| {
        let arrival = Slot::Arrival { day: 1, turn: 7, entry: 0, command: 1 };
        let text = format!("enter line{or}\npiece late infantry regular fresh enters\nname Late\n");
        refused(&|items| {
            items.insert(index(arrival), Item::new(&text).expect("valid item"));
        })
    };
    let other = entries.get(1).map_or("elsewhere", String::as_str);
    assert_eq!(with_alternatives(&format!(" or {other}")), None);
    assert_eq!(with_alternatives(&format!(" or {other} or {other}")), not_canonical);
    assert_eq!(with_alternatives(&format!(" or {}", entries[0])), not_canonical);
    assert_eq!(
        refused(&|items| {
            let text = "detachment guides Guides\nto corps\nto corps\n";
            items.insert(index(Slot::Detachments), Item::new(text).expect("valid item"));
        }),
        not_canonical
    );
    assert_eq!(
        refused(&|items| {
            let at = index(Slot::Start { command: 1 });
            let text = items[&at].text().to_owned();
            // The HQ must come first.
            let (hq, rest) = text.split_at(text.find("piece ").expect("the slot has a piece"));
            items.insert(at, Item::new(&format!("{rest}{hq}")).expect("valid item"));
        }),
        not_canonical
    );
}

#[test]
fn edge_entry_excludes_set_up() {
    let pack = sample_pack();
    let mut force = forces(&pack).remove(0);
    force.edge = Some(Edge::North);
    let told = force.breaches(&base_pack(None, NO_LIMITS));
    assert!(told.contains(&Breach::Edge("north")), "{told:?}");
    assert!(told.iter().any(|one| matches!(one, Breach::SetUp(_))), "{told:?}");
}

proptest! {
    /// No text causes a panic, and writing a valid text again gives the same text.
    #[test]
    fn reads_or_rejects_any_text(lines in prop::collection::vec("(hq|piece|train|enter|side|line|to|detachment|name|title) [a-z0-9 -]{0,30}", 0..6), slot in 0_u32..40) {
        let pack = sample_pack();
        let sheet = sheet(&pack);
        let side = &pack.scenario().sides[0].id;
        let head = Item::new(&format!("side {side}\nsets up\n")).expect("valid item");
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        if let Ok(item) = Item::new(&text) {
            let items: BTreeMap<u32, Item> = [(0, head), (slot, item)].into();
            let items: Vec<_> = items.into_iter().collect();
            if let Ok(force) = read_force(&sheet, side, &items) {
                let again = index_items(&sheet, &force.write(&sheet).expect("the force fits its slots"));
                let filled = items.into_iter().filter(|(_, item)| !item.is_empty()).collect::<Vec<_>>();
                prop_assert!(again == filled);
            }
        }
    }
}
