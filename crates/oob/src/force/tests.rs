use std::collections::BTreeMap;

use proptest::prelude::*;
use sandtable_pack::{
    ComponentPool, Digest, Edge, ForceLimits, Formation, FreeGame, FreeSide, Pack, PieceType,
    Quality, Reserve, SetUpGround, SideId, sample,
};

use super::*;
use crate::match_sheet::Match;
use crate::scheme::{Contribution, Item, Slot};

/// The small battle. The whole first side counts as chosen by its player.
fn small() -> Pack {
    Pack::new(sample::parts()).expect("the sample is valid")
}

fn sheet(pack: &Pack) -> Match {
    let sides =
        [0, 1].map(|at| (pack.scenario().sides[at].id.to_string(), Contribution([at as u8; 16])));
    let entries = pack.map().entries.iter().map(|entry| entry.id.to_string()).collect();
    Match::new(Digest::of(b"base"), 2, 8, 4, entries, sides).expect("it is valid")
}

fn forces(pack: &Pack) -> Vec<Force> {
    let sides = pack.scenario().sides.iter();
    sides.map(|side| Force::of_pack(pack, &side.id, None).expect("the side has a force")).collect()
}

fn indexed(sheet: &Match, items: &[(Slot, Item)]) -> Vec<(u32, Item)> {
    items
        .iter()
        .map(|(slot, item)| (sheet.shape().index(*slot).expect("it exists"), item.clone()))
        .collect()
}

fn read(sheet: &Match, side: &SideId, items: &[(u32, Item)]) -> Result<Force, SlotReadError> {
    Force::read(sheet, side, items.iter().map(|(at, item)| (*at, item)))
}

#[test]
fn a_force_is_read_as_it_was_written() {
    let pack = small();
    let sheet = sheet(&pack);
    for force in forces(&pack) {
        let items = indexed(&sheet, &force.write(&sheet).expect("it fits"));
        let again = read(&sheet, &force.side, &items).unwrap_or_else(|error| panic!("{error}"));
        assert!(again == force, "{}", force.side);
    }
}

/// The text of slots is frozen with the scheme and never changes.
#[test]
fn the_text_of_slots_is_frozen() {
    let pack = small();
    let sheet = sheet(&pack);
    let mut text = String::new();
    for force in forces(&pack) {
        for (slot, item) in force.write(&sheet).expect("it fits") {
            text += &format!("== {}: {slot}\n{}", force.side, item.text());
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/secret-orders/slots.txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() && !std::path::Path::new(path).exists() {
        std::fs::write(path, &text).expect("writable");
    }
    assert_eq!(text, std::fs::read_to_string(path).expect("it exists"));
}

#[test]
fn a_text_that_is_written_in_another_way_is_refused() {
    let pack = small();
    let sheet = sheet(&pack);
    let force = &forces(&pack)[0];
    let items = indexed(&sheet, &force.write(&sheet).expect("it fits"));
    let changed = |from: &str, to: &str| {
        let mut other = items.clone();
        let at = other.iter().position(|(_, item)| item.text().contains(from)).expect(from);
        other[at].1 = Item::new(&other[at].1.text().replacen(from, to, 1)).expect("it is an item");
        read(&sheet, &force.side, &other).err().map(|slot_read_error| slot_read_error.kind)
    };
    assert_eq!(changed("side ", "side of "), Some(SlotReadErrorKind::Line(1)));
    assert_eq!(changed("sets up", "sets up\nsets up"), Some(SlotReadErrorKind::OtherWay));
    assert_eq!(changed("piece ", "piece  "), Some(SlotReadErrorKind::Line(5)));
    assert_eq!(changed(" regular ", " splendid "), Some(SlotReadErrorKind::Line(5)));
    let mut headless = items.clone();
    headless.retain(|(at, _)| *at != 0);
    assert_eq!(
        read(&sheet, &force.side, &headless).err().map(|one| one.kind),
        Some(SlotReadErrorKind::Side)
    );
    let beyond = [(sheet.shape().slots(), Item::new("x").expect("it is an item"))];
    assert_eq!(
        read(&sheet, &force.side, &beyond).err().map(|one| one.kind),
        Some(SlotReadErrorKind::NoSlot)
    );
}

/// The small battle as a base pack with a free first side.
fn base(pool: Option<ComponentPool>, limits: ForceLimits) -> Pack {
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

const FREE: ForceLimits = ForceLimits {
    commands: 64,
    least_rating: 0,
    most_rating: 6,
    points: None,
    baggage: None,
    detachments: None,
    reinforcements: true,
};

#[test]
fn what_was_agreed_is_kept_or_told() {
    let pack = small();
    let force = &forces(&pack)[0];
    assert_eq!(force.breaches(&base(None, FREE)), []);
    let points: u32 = force
        .blocks
        .iter()
        .filter_map(|block| match &block.kind {
            BlockKind::Piece(piece) => piece.worth(&pack),
            _ => None,
        })
        .sum();
    assert!(points > 1);
    let told = |limits: ForceLimits| force.breaches(&base(None, limits));
    assert_eq!(told(ForceLimits { points: Some(points), ..FREE }), []);
    assert_eq!(
        told(ForceLimits { points: Some(points - 1), ..FREE }),
        [Breach::Points(points, points - 1)]
    );
    let empty = force.breaches(&base(Some(ComponentPool::default()), FREE));
    assert!(
        empty.iter().any(
            |one| matches!(one, Breach::Pool { of_type, most: 0, .. } if of_type == "infantry")
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
    assert_eq!(force.breaches(&base(Some(plenty), FREE)), []);
    assert_ne!(told(ForceLimits { most_rating: 0, ..FREE }), []);
    assert_eq!(pack.scenario().free_game, None);
    assert_eq!(force.breaches(&pack), [Breach::NotFree]);
}

/// Orders that only another program could seal are rejected when they are fully opened.
#[test]
fn what_a_cheat_commits_to_is_told_when_it_is_opened() {
    let pack = small();
    let base = base(None, FREE);
    let honest = &forces(&pack)[0];
    let told = |change: &dyn Fn(&mut Force)| {
        let mut force = honest.clone();
        change(&mut force);
        // Read the orders from slots, like any others.
        let sheet = sheet(&pack);
        let items = indexed(&sheet, &force.write(&sheet).expect("it fits"));
        read(&sheet, &force.side, &items).expect("it parses").breaches(&base)
    };
    assert_eq!(told(&|_| {}), []);
    let piece = |force: &Force| {
        let is_piece = |block: &Block| matches!(block.kind, BlockKind::Piece(_));
        force.blocks.iter().position(is_piece).expect("there is one")
    };
    // One division arrives in two turns, so the player could choose the better one later.
    let twice = told(&|force| {
        let at = piece(force);
        let (command, entry) = (force.blocks[at].command, pack.map().entries[0].id.clone());
        for turn in [4, 6] {
            let mut block = force.blocks[at].clone();
            block.place = Place::Arrival(force.arrivals.len());
            block.zone = None;
            force.blocks.push(block);
            force.arrivals.push(Arriving {
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
    assert!(twice.iter().any(|breach| matches!(breach, Breach::DuplicateId(_))), "{twice:?}");
    let headless = told(&|force| {
        force.blocks.retain(|block| {
            block.command == 0 || !matches!(block.kind, BlockKind::Headquarters(_))
        });
    });
    assert!(headless.contains(&Breach::Headquarters(1)), "{headless:?}");
    let beyond = told(&|force| {
        let at = piece(force);
        if let Place::Line(pose) = &mut force.blocks[at].place {
            pose.centre.x = -1;
        }
    });
    assert!(beyond.iter().any(|breach| matches!(breach, Breach::OutsideZone(_))), "{beyond:?}");
    let own_type = told(&|force| {
        let at = piece(force);
        if let BlockKind::Piece(piece) = &mut force.blocks[at].kind {
            piece.of_type = "old-guard".to_owned();
        }
    });
    assert!(own_type.iter().any(|breach| matches!(breach, Breach::Type(_))), "{own_type:?}");
    // PB-3.27: only infantry has qualities other than regular.
    let splendid = told(&|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind
                && piece.of_type == "artillery"
            {
                piece.quality = Quality::Elite;
            }
        }
    });
    assert!(matches!(splendid.as_slice(), [Breach::Type(_)]), "{splendid:?}");
    // The side sets up, but has nothing on the map.
    let hidden = told(&|force| {
        let entry = pack.map().entries[0].id.clone();
        for block in &mut force.blocks {
            block.place = Place::Arrival(force.arrivals.len());
            block.zone = None;
            force.arrivals.push(Arriving {
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
    assert!(hidden.contains(&Breach::NothingSetUp), "{hidden:?}");
    let unknown = told(&|force| force.lines.push(sample::id("no-such-road")));
    assert_eq!(unknown, [Breach::Unknown("no-such-road".to_owned())]);
}

/// An opening is rejected for everything that `check` rejects and that depends on committed data
/// only.
#[test]
fn what_no_battle_may_have_is_told_when_it_is_opened() {
    let pack = small();
    let base = base(None, FREE);
    let honest = &forces(&pack)[0];
    let told = |change: &dyn Fn(&mut Force)| {
        let mut force = honest.clone();
        change(&mut force);
        let sheet = sheet(&pack);
        let items = indexed(&sheet, &force.write(&sheet).expect("it fits"));
        let breaches = read(&sheet, &force.side, &items).expect("it parses").breaches(&base);
        assert!(breaches.iter().any(Breach::does_not_fit), "{breaches:?}");
        breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let assert_told = |words: &str, change: &dyn Fn(&mut Force)| {
        let found = told(change);
        assert!(found.contains(words), "{words}: {found}");
    };
    let of_command = |block: &Block| block.command > 0;
    assert_told("has no command", &|force| {
        force.blocks.retain(|block| block.command == 0);
    });
    assert_told("no line of communication", &|force| {
        let at = force.blocks.iter().position(of_command).expect("there is one");
        let command = force.blocks[at].command;
        force.lines.clear();
        force.blocks.push(train(command, true, Place::Reserve(Reserve::Command)));
    });
    assert_told("unpacked but not on the map", &|force| {
        let at = force.blocks.iter().position(of_command).expect("there is one");
        let command = force.blocks[at].command;
        force.blocks.push(train(command, false, Place::Reserve(Reserve::Command)));
    });
    assert_told("must not be in reserve", &|force| {
        let leads = |block: &&mut Block| matches!(block.kind, BlockKind::Headquarters(_));
        let leader = force.blocks.iter_mut().filter(|block| of_command(block)).find(leads);
        let leader = leader.expect("there is one");
        leader.place = Place::Reserve(Reserve::Command);
    });
    assert_told("is set up in column, but only pieces may be", &|force| {
        let leads = |block: &&mut Block| matches!(block.kind, BlockKind::Headquarters(_));
        let leader = force.blocks.iter_mut().find(leads).expect("there is one");
        if let Place::Line(pose) = leader.place {
            leader.place = Place::Column(pose);
        }
    });
    assert_told("has no chit", &|force| {
        for block in force.blocks.iter_mut().filter(|block| of_command(block)) {
            if let BlockKind::Headquarters(of) = &mut block.kind {
                of.chit = false;
            }
        }
    });
    assert_told("strength must be between 1 and 100,000 men", &|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind {
                piece.strength = Some(0);
            }
        }
    });
    assert_told("numbered without gaps", &|force| {
        let last = force.blocks.iter().map(|block| block.command).max().expect("there is one");
        for block in force.blocks.iter_mut().filter(|block| block.command == last) {
            block.command += 1;
        }
        for arriving in force.arrivals.iter_mut().filter(|one| one.command == last) {
            arriving.command += 1;
        }
    });
    assert_told("reinforcement 1 of ", &|force| {
        let at = force.blocks.iter().position(|block| matches!(block.kind, BlockKind::Piece(_)));
        let mut block = force.blocks.remove(at.expect("there is one"));
        (block.place, block.zone) = (Place::Arrival(force.arrivals.len()), None);
        let command = block.command;
        force.blocks.push(block);
        force.arrivals.push(Arriving {
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
    assert_told("(ST0513)", &|force| {
        for block in &mut force.blocks {
            if let (BlockKind::Piece(_), Place::Line(pose)) = (&block.kind, block.place) {
                block.place = Place::Column(pose);
            }
        }
    });
    assert_told("this label is empty (ST0430)", &|force| {
        for block in &mut force.blocks {
            if let BlockKind::Piece(piece) = &mut block.kind {
                piece.name.clear();
            }
        }
    });
    assert_told("(ST0504)", &|force| {
        let is_piece = |block: &&mut Block| matches!(block.kind, BlockKind::Piece(_));
        let mut pieces = force.blocks.iter_mut().filter(is_piece);
        let (one, other) = (pieces.next().expect("one"), pieces.next().expect("another"));
        other.place = one.place;
    });
    assert_told("has no pieces", &|force| {
        force
            .blocks
            .retain(|block| block.command != 1 || !matches!(block.kind, BlockKind::Piece(_)));
    });
}

fn train(command: u8, packed: bool, place: Place) -> Block {
    Block {
        command,
        kind: BlockKind::Train { id: sample::id("waggons"), packed },
        place,
        zone: None,
    }
}

/// The codes that count for openings are existing errors, and the list has not grown.
#[test]
fn what_is_asked_is_frozen() {
    use sandtable_source::{CODES, Severity};
    for asked in agreement::ASKED {
        let entry = CODES.iter().find(|entry| entry.code.to_string() == *asked);
        let entry = entry.unwrap_or_else(|| panic!("{asked} no longer exists"));
        assert_eq!(entry.severity, Severity::Error, "{asked}");
    }
    assert!(agreement::ASKED.is_sorted());
    assert_eq!(agreement::ASKED.len(), 54, "later checks do not count for `oob/1`");
}

/// If two forms of text had the same meaning, one order of battle would have two forms. So only the
/// text that our commands write is valid.
#[test]
fn a_force_is_written_in_one_way_only() {
    let pack = small();
    let sheet = sheet(&pack);
    let side = &pack.scenario().sides[0].id;
    let honest = indexed(&sheet, &forces(&pack)[0].write(&sheet).expect("it fits"));
    let refused = |change: &dyn Fn(&mut BTreeMap<u32, Item>)| {
        let mut items: BTreeMap<u32, Item> = honest.iter().cloned().collect();
        change(&mut items);
        let items: Vec<_> = items.into_iter().collect();
        read(&sheet, side, &items).err().map(|slot_read_error| slot_read_error.kind)
    };
    let other_way = Some(SlotReadErrorKind::OtherWay);
    assert_eq!(refused(&|_| {}), None);
    let index = |slot| sheet.shape().index(slot).expect("it exists");
    let named = |name: &str| {
        let name = name.to_owned();
        let at = index(Slot::Start { command: 1 });
        let text =
            honest.iter().find(|(found, _)| *found == at).expect("the slot has an item").1.text();
        let line = text.lines().find(|line| line.starts_with("name ")).expect("it has a name");
        let text = text.replacen(line, &format!("name {name}"), 1);
        refused(&move |items| {
            items.insert(at, Item::new(&text).expect("it is an item"));
        })
    };
    assert_eq!(named("Barnes"), None);
    // An author may put two spaces between words; both are committed.
    assert_eq!(named("Old  Barnes"), None);
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
        assert_eq!(named(name), other_way, "{name:?}");
    }
    let road = &pack.map().roads[0].id;
    assert_eq!(
        refused(&|items| {
            let text = format!("line {road}\nline {road}\n");
            items.insert(1, Item::new(&text).expect("it is an item"));
        }),
        other_way
    );
    assert_eq!(
        refused(&|items| {
            let arrival = Slot::Arrival { day: 1, turn: 7, entry: 0, command: 1 };
            items.insert(index(arrival), Item::new("enter line\n").expect("it is an item"));
        }),
        other_way
    );
    // A duplicate alternative entry, an alternative equal to the entry, and (below) a duplicate
    // command.
    let entries = sheet.entries();
    let comes = |or: &str| {
        let arrival = Slot::Arrival { day: 1, turn: 7, entry: 0, command: 1 };
        let text = format!("enter line{or}\npiece late infantry regular fresh enters\nname Late\n");
        refused(&|items| {
            items.insert(index(arrival), Item::new(&text).expect("it is an item"));
        })
    };
    let other = entries.get(1).map_or("elsewhere", String::as_str);
    assert_eq!(comes(&format!(" or {other}")), None);
    assert_eq!(comes(&format!(" or {other} or {other}")), other_way);
    assert_eq!(comes(&format!(" or {}", entries[0])), other_way);
    assert_eq!(
        refused(&|items| {
            let text = "detachment guides Guides\nto corps\nto corps\n";
            items.insert(index(Slot::Detachments), Item::new(text).expect("it is an item"));
        }),
        other_way
    );
    assert_eq!(
        refused(&|items| {
            let at = index(Slot::Start { command: 1 });
            let text = items[&at].text().to_owned();
            // The HQ must come first.
            let (hq, rest) = text.split_at(text.find("piece ").expect("it has a piece"));
            items.insert(at, Item::new(&format!("{rest}{hq}")).expect("it is an item"));
        }),
        other_way
    );
}

#[test]
fn who_enters_by_an_edge_stands_nowhere_and_comes_by_what_was_offered() {
    let pack = small();
    let mut force = forces(&pack).remove(0);
    force.edge = Some(Edge::North);
    let told = force.breaches(&base(None, FREE));
    assert!(told.contains(&Breach::Edge("north")), "{told:?}");
    assert!(told.iter().any(|one| matches!(one, Breach::SetUp(_))), "{told:?}");
}

proptest! {
    /// No text causes a panic, and writing a valid text again gives the same text.
    #[test]
    fn any_text_is_read_or_refused(lines in prop::collection::vec("(hq|piece|train|enter|side|line|to|detachment|name|title) [a-z0-9 -]{0,30}", 0..6), slot in 0_u32..40) {
        let pack = small();
        let sheet = sheet(&pack);
        let side = &pack.scenario().sides[0].id;
        let head = Item::new(&format!("side {side}\nsets up\n")).expect("it is an item");
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        if let Ok(item) = Item::new(&text) {
            let items: BTreeMap<u32, Item> = [(0, head), (slot, item)].into();
            let items: Vec<_> = items.into_iter().collect();
            if let Ok(force) = read(&sheet, side, &items) {
                let again = indexed(&sheet, &force.write(&sheet).expect("it was read"));
                let filled = items.into_iter().filter(|(_, item)| !item.is_empty()).collect::<Vec<_>>();
                prop_assert!(again == filled);
            }
        }
    }
}
