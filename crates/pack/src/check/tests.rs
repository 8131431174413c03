//! Each line breaks one guarantee of the sample battle, and one fault is found.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::FaultKind;
use crate::model::{
    Act, Area, Arrival, Baggage, ComponentPool, Counted, DetachmentPool, Edge, Effect, Element,
    ElevationGrid, Entry, Farm, Fate, ForceLimits, Formation, FreeGame, FreeSide, GraticuleTick,
    Labels, Modifier, Moment, Objective, ObjectiveGround, OwnType, PieceLabel, PieceType, Place,
    Points, Polygon, Prohibition, Reinforcement, Reserve, SetUpGround, SpecialPoints, SpecialRule,
    Subject, Surroundings, Symbol, Text, Trigger, Watercourse, WatercourseKind, Weather,
};
use crate::pack::{Pack, PackParts};
use crate::sample::{self, id};
use crate::units::{Elevation, GroundLength, GroundPoint, PaperLength, Scale};

fn faults(change: impl FnOnce(&mut PackParts)) -> Vec<String> {
    let mut parts = sample::parts();
    change(&mut parts);
    match Pack::new(parts) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

fn one(expected: &str, change: impl FnOnce(&mut PackParts)) {
    assert_eq!(faults(change), [expected]);
}

fn train(name: &str, start: Arrival) -> Baggage {
    Baggage { id: id(name), packed: true, start, zone: None }
}

#[test]
fn reserves_have_an_hq() {
    one("scenario.json: HQ blue-corps: cannot be in reserve", |parts| {
        parts.scenario.sides[0].commands[0].headquarters.start = Arrival::Reserve(Reserve::Army);
    });
    one(
        "scenario.json: piece blue-cavalry: is in reserve with an army HQ that is not there",
        |parts| {
            parts.scenario.sides[0].commander = None;
            parts.scenario.sides[0].commands[0].pieces[4].start = Arrival::Reserve(Reserve::Army);
        },
    );
    one("scenario.json: train park: is in reserve with a command, but belongs to none", |parts| {
        parts.scenario.sides[0].baggage.push(train("park", Arrival::Reserve(Reserve::Command)));
    });
    one("scenario.json: train blue-train: is unpacked, but not on the map", |parts| {
        let train = &mut parts.scenario.sides[0].commands[0].baggage[0];
        (train.packed, train.start) = (false, Arrival::Reserve(Reserve::Command));
    });
    assert_eq!(
        faults(|parts| {
            for piece in &mut parts.scenario.sides[0].commands[0].pieces {
                piece.start = Arrival::Reserve(Reserve::Command);
            }
        }),
        [""; 0]
    );
}

#[test]
fn names_are_given_once_and_trains_arrive() {
    one("scenario.json: train blue-cavalry: is defined twice", |parts| {
        parts.scenario.sides[0]
            .baggage
            .push(train("blue-cavalry", Arrival::Reserve(Reserve::Army)));
    });
    one("scenario.json: piece red-cavalry: is defined twice", |parts| {
        let pool = DetachmentPool { pieces: vec![id("red-cavalry")], commands: Vec::new() };
        parts.scenario.sides[1].detachments = Some(pool);
    });
    one(
        "scenario.json: detachments of red: may go to `blue-corps`, which is no command of the side",
        |parts| {
            let pool = DetachmentPool { pieces: Vec::new(), commands: vec![id("blue-corps")] };
            parts.scenario.sides[1].detachments = Some(pool);
        },
    );
    one("labels.json: piece scouts: has no label", |parts| {
        let pool = DetachmentPool { pieces: vec![id("scouts")], commands: Vec::new() };
        parts.scenario.sides[1].detachments = Some(pool);
    });
    one("scenario.json: command blue-army: the train `park` never arrives", |parts| {
        parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
    });
    one("scenario.json: train park: never arrives", |parts| {
        parts.scenario.sides[0].commander = None;
        parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
    });
}

#[test]
fn reinforcements_come_by_entries_on_possible_rolls() {
    let arrival = |alternatives: &[&str], roll| Reinforcement {
        day: 1,
        turn: 2,
        entry: id("south"),
        alternatives: alternatives.iter().map(|name| id(name)).collect(),
        roll,
        at_once: false,
        command: id("blue-army"),
        formation: Formation::Line,
        elements: vec![Element::Baggage(id("park"))],
    };
    let with = |arrival: Reinforcement| {
        move |parts: &mut PackParts| {
            parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
            parts.scenario.sides[0].reinforcements.push(arrival);
        }
    };
    assert_eq!(faults(with(arrival(&["north"], Some(3)))), [""; 0]);
    one(
        "scenario.json: reinforcement 0 of blue: enters at `moon`, which is no entry",
        with(arrival(&["moon"], None)),
    );
    for roll in [0, 6, 255] {
        one(
            "scenario.json: reinforcement 0 of blue: rolls for less than 1 or more than 5",
            with(arrival(&[], Some(roll))),
        );
    }
}

#[test]
fn own_types_have_a_row_of_their_arm() {
    let own = |like, dice| {
        let mut rules = *sample::ruleset().piece(PieceType::Artillery);
        rules.dice = dice;
        OwnType { like, qualities: BTreeSet::new(), rules }
    };
    let with = |own: Option<OwnType>| {
        move |parts: &mut PackParts| {
            parts.ruleset.types = own.map(|own| (id("horse-guns"), own)).into_iter().collect();
            parts.scenario.sides[0].commands[0].pieces[3].own_type = Some(id("horse-guns"));
        }
    };
    assert_eq!(faults(with(Some(own(PieceType::Artillery, 3)))), [""; 0]);
    one(
        "scenario.json: piece blue-artillery: is of the type `horse-guns`, which has no row",
        with(None),
    );
    one(
        "scenario.json: piece blue-artillery: is not of the arm that its type `horse-guns` is like",
        with(Some(own(PieceType::Cavalry, 3))),
    );
    one(
        "ruleset.json: type horse-guns: has impossible dice",
        with(Some(own(PieceType::Artillery, 0))),
    );
}

#[test]
fn zones_are_on_the_map_and_for_those_who_are_set_up() {
    let ring = [(0, 0), (8_000, 0), (8_000, 4_000)].map(|(x, y)| GroundPoint::from_metres(x, y));
    let zone = Area {
        id: id("south-half"),
        parts: vec![Polygon { exterior: ring.to_vec(), holes: Vec::new() }],
    };
    let with = |zone: Option<Area>, start: Option<Arrival>| {
        move |parts: &mut PackParts| {
            parts.map.zones.extend(zone);
            let piece = &mut parts.scenario.sides[0].commands[0].pieces[0];
            piece.zone = Some(id("south-half"));
            piece.start = start.unwrap_or(piece.start);
        }
    };
    assert_eq!(faults(with(Some(zone.clone()), None)), [""; 0]);
    one(
        "scenario.json: piece blue-infantry-1: is set up in `south-half`, which is no zone",
        with(None, None),
    );
    one(
        "scenario.json: piece blue-infantry-1: has a zone of set-up, but is not set up",
        with(Some(zone), Some(Arrival::Reserve(Reserve::Command))),
    );
}

#[test]
fn an_open_calendar_reaches_as_far_as_there_are_days() {
    one("scenario.json: open_ended: does not reach turn 8 of day 9", |parts| {
        parts.scenario.calendar.open_ended = true;
    });
    assert_eq!(
        faults(|parts| {
            parts.scenario.calendar.open_ended = true;
            parts.scenario.calendar.days = 9;
        }),
        [""; 0]
    );
}

#[test]
fn weather_comes_in_order_on_turns_of_the_battle() {
    let with = |weather: &[(u8, u8, i32)]| {
        let weather: Vec<Weather> = weather
            .iter()
            .map(|&(day, turn, metres)| Weather {
                from: Moment { day, turn },
                visibility: Some(GroundLength::from_metres(metres)),
            })
            .collect();
        move |parts: &mut PackParts| {
            parts.labels.weather = vec![Text::plain("Mist"); weather.len()];
            parts.scenario.weather = weather;
        }
    };
    assert_eq!(faults(with(&[(1, 1, 500), (1, 2, 900)])), [""; 0]);
    one(
        "scenario.json: weather 1: does not come after the one before",
        with(&[(1, 2, 500), (1, 2, 900)]),
    );
    one(
        "scenario.json: weather 0: speaks of turn 1 of day 2, which is no turn of the battle",
        with(&[(2, 1, 500)]),
    );
    one(
        "scenario.json: weather 0: has a distance that is not between 0 and 100 km",
        with(&[(1, 1, 0)]),
    );
    one("labels.json: weather: is not that of the scenario", |parts| {
        parts.scenario.weather =
            vec![Weather { from: Moment { day: 1, turn: 1 }, visibility: None }];
    });
}

#[test]
fn objectives_have_ground_on_the_map() {
    let objective = |ground| Objective {
        id: id("hill"),
        ground,
        points: 3,
        side: None,
        counted: Counted::AtEnd,
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
    one(&format!("{place}: is defined twice"), with(vec![good.clone(), good.clone()]));
    one(&format!("{place}: lies outside the frame"), with(vec![objective(around(9_000, 300))]));
    one(
        &format!("{place}: has a distance that is not between 0 and 100 km"),
        with(vec![objective(around(10, -1))]),
    );
    one(&format!("{place}: has no area"), with(vec![objective(ObjectiveGround::Area(Vec::new()))]));
    one(
        &format!("{place}: is not worth 1 to 1,000 points"),
        with(vec![Objective { points: 0, ..good.clone() }]),
    );
    one(
        &format!("{place}: counts for neither side"),
        with(vec![Objective { side: Some(id("green")), ..good }]),
    );
    one("labels.json: objective hill: has no label", |parts| {
        parts.scenario.objectives = vec![objective(around(10, 300))];
    });
}

#[test]
fn special_rules_speak_of_what_is_there() {
    let with = |who: Vec<Subject>, effect: Effect| {
        move |parts: &mut PackParts| {
            parts.labels.special_rules = BTreeMap::from([(id("rule"), Text::plain("A rule"))]);
            parts.scenario.special_rules = vec![SpecialRule { id: id("rule"), who, effect }];
        }
    };
    let all = vec![
        Subject::Side(id("red")),
        Subject::Command(id("red-army")),
        Subject::Piece(id("red-train")),
    ];
    assert_eq!(faults(with(all, Effect::TextOnly)), [""; 0]);
    let points =
        |side: &str, points, when| Effect::Victory(SpecialPoints { side: id(side), points, when });
    let forbid = |acts: &[Act], until| {
        Effect::Forbid(Prohibition { acts: acts.iter().copied().collect(), until })
    };
    let never = Moment { day: 3, turn: 1 };
    let cases = [
        (vec![Subject::Piece(id("red"))], Effect::TextOnly, "speaks of `red`, which is not there"),
        (
            vec![Subject::Command(id("blue"))],
            Effect::TextOnly,
            "speaks of `blue`, which is not there",
        ),
        (
            vec![Subject::Side(id("green"))],
            Effect::TextOnly,
            "speaks of `green`, which is not there",
        ),
        (
            vec![],
            Effect::FrozenUntil(never),
            "speaks of turn 1 of day 3, which is no turn of the battle",
        ),
        (
            vec![],
            Effect::ActivateWhen(Trigger::EnemyWithin(GroundLength::ZERO)),
            "has a distance that is not between 0 and 100 km",
        ),
        (
            vec![],
            Effect::ActivateWhen(Trigger::Destroyed(id("moon"))),
            "waits for `moon`, which is not there",
        ),
        (
            vec![],
            Effect::Modifier(Modifier { die: 0, when: crate::Fight::Always }),
            "does not change a die by 1 or 2",
        ),
        (
            vec![],
            Effect::Modifier(Modifier { die: -128, when: crate::Fight::Always }),
            "does not change a die by 1 or 2",
        ),
        (vec![], points("red", 0, Fate::Survived), "is not worth 1 to 1,000 points"),
        (vec![], points("green", 1, Fate::Survived), "gives points to neither side"),
        (vec![], points("red", 1, Fate::Left(id("moon"))), "speaks of `moon`, which is no entry"),
        (vec![], forbid(&[], None), "forbids nothing"),
        (
            vec![],
            forbid(&[Act::Move], Some(never)),
            "speaks of turn 1 of day 3, which is no turn of the battle",
        ),
    ];
    for (who, effect, message) in cases {
        one(&format!("scenario.json: special rule rule: {message}"), with(who, effect));
    }
    one("labels.json: special rule rule: has no text", |parts| {
        parts.scenario.special_rules =
            vec![SpecialRule { id: id("rule"), who: Vec::new(), effect: Effect::TextOnly }];
    });
}

#[test]
fn more_blocks_than_can_be_numbered_are_refused() {
    let found = faults(|parts| {
        let command = &mut parts.scenario.sides[0].commands[0];
        let piece = command.pieces[0].clone();
        for number in 0..5_000 {
            let mut piece = piece.clone();
            piece.id = id(&format!("extra-{number}"));
            let label = PieceLabel { name: "Extra".to_owned(), strength: None };
            parts.labels.pieces.insert(piece.id.clone(), label);
            command.pieces.push(piece);
        }
    });
    assert_eq!(found, ["scenario.json: sides: have more than 4096 blocks"]);
}

/// What terrain, rules and drawings reckon with must not overflow there.
#[test]
fn numbers_at_their_limits_are_refused() {
    let far = [-1, i32::MIN, i32::MAX, 10_000_001].map(GroundLength::from_centimetres);
    for length in far {
        one("ruleset.json: distances: must lie between 0 and 100 km", |parts| {
            parts.ruleset.distances.contact_tolerance = length;
        });
        one("ruleset.json: distances: must lie between 0 and 100 km", |parts| {
            parts.ruleset.distances.support_gap = length;
        });
        one("map.json: watercourse brook: has a width that is not between 0 and 100 km", |parts| {
            parts.map.watercourses.push(Watercourse {
                id: id("brook"),
                kind: WatercourseKind::Stream,
                width: length,
                parts: Vec::new(),
            });
        });
    }
    for number in [101, u32::MAX] {
        let message = "ruleset.json: victory: multiplies points by more than 100";
        one(message, |parts| parts.ruleset.victory.rout_multiplier = number);
        one(message, |parts| parts.ruleset.victory.broken_multiplier = number);
        one(message, |parts| parts.ruleset.victory.forced_back_multiplier = number);
    }
    let points: [fn(&mut Points) -> &mut u32; 4] =
        [|p| &mut p.militia, |p| &mut p.regular, |p| &mut p.elite, |p| &mut p.guard];
    for field in points {
        one("ruleset.json: Cavalry: is worth more than 1,000 points", |parts| {
            let row = parts.ruleset.pieces.get_mut(&PieceType::Cavalry).expect("every arm");
            *field(&mut row.points) = 1_001;
        });
    }
}

#[test]
fn elevation_reaches_no_farther_than_can_be_reckoned() {
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
        one("elevation.json: reaches farther than 400 km", grid(origin, cell));
    }
}

#[test]
fn times_and_days_are_of_the_calendar() {
    one("scenario.json: dawn_minutes: is no time of day", |parts| {
        parts.scenario.calendar.dawn_minutes = 1_440;
    });
    for date in ["", "1863-02-29", "1863-7-2", "18630702"] {
        one("scenario.json: date: is no day of the calendar", |parts| {
            parts.scenario.calendar.date = date.to_owned();
        });
    }
    one("labels.json: published: is no day of the calendar", |parts| {
        parts.labels.published = Some("today".to_owned());
    });
}

#[test]
fn scenery_is_that_of_the_sheet() {
    one("scenery.json: place town: rank is not 1 to 3", |parts| {
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
        one("scenery.json: graticule 0: lies beyond its edge", |parts| {
            parts.scenery.graticule.push(tick(Edge::West, metres, "50° N"));
        });
    }
    one("scenery.json: graticule 0: has a label of more than 20 characters", |parts| {
        parts.scenery.graticule.push(tick(Edge::West, 1, "somewhere near the middle"));
    });
    one("scenery.json: graticule: has more than 400 ticks", |parts| {
        parts.scenery.graticule = vec![tick(Edge::North, 1, "10° E"); 401];
    });
    one("scenery.json: farm mill: names the symbol mill, which is not there", |parts| {
        let at = GroundPoint::new(0, 0);
        parts.scenery.farms.push(Farm { id: id("mill"), at, symbol: Some(id("mill")) });
    });
    one("style.json: symbol mill: draws nothing", |parts| {
        parts.style.symbols.insert(id("mill"), Symbol { title: None, shapes: Vec::new() });
    });
    for denominator in [1_000, 200_000] {
        one("map.json: scale: makes a sheet that is not 80 to 5,080 mm long and wide", |parts| {
            parts.map.scale = Scale::new(denominator).expect("a scale");
        });
    }
}

#[test]
fn rings_run_round_their_ground() {
    let ring = |corners: &[[i32; 2]]| corners.iter().copied().map(GroundPoint::from).collect();
    let outline: Vec<GroundPoint> = ring(&[[0, 0], [900, 0], [900, 900], [0, 900]]);
    let hole: Vec<GroundPoint> = ring(&[[100, 100], [100, 200], [200, 200]]);
    let reversed = |ring: &[GroundPoint]| ring.iter().rev().copied().collect::<Vec<_>>();
    let wood = |exterior: &[GroundPoint], hole: &[GroundPoint]| {
        let part = Polygon { exterior: exterior.to_vec(), holes: vec![hole.to_vec()] };
        faults(|parts| parts.map.woods.push(Area { id: id("wood"), parts: vec![part] }))
    };
    assert_eq!(wood(&outline, &hole), [""; 0]);
    let wrong =
        ["map.json: feature wood: has a ring that encloses nothing or runs the wrong way round"];
    assert_eq!(wood(&reversed(&outline), &hole), wrong);
    assert_eq!(wood(&outline, &reversed(&hole)), wrong);
    assert_eq!(wood(&ring(&[[0, 0], [5, 5], [9, 9]]), &hole), wrong);
}

#[test]
fn labels_can_be_printed() {
    for strength in [0, 100_001] {
        one("labels.json: piece blue-cavalry: is not 1 to 100,000 men strong", |parts| {
            let label = PieceLabel { name: "Cavalry".to_owned(), strength: Some(strength) };
            parts.labels.pieces.insert(id("blue-cavalry"), label);
        });
    }
    for accuracy in [-1.0, f64::NAN, f64::INFINITY] {
        one("labels.json: feature high-road: is known to no distance", |parts| {
            let label = parts.labels.features.values_mut().next().expect("one");
            label.accuracy_m = Some(accuracy);
        });
    }
    for side in [0.0, 1.9, 80.1, f64::NAN, f64::INFINITY] {
        one(
            "labels.json: block_profile: is not 2 to 80 mm each way with room for labels",
            |parts| {
                parts.labels.block_profile.height = PaperLength::from_millimetres(side);
            },
        );
    }
    one("labels.json: languages: are not one to three", |parts| parts.labels.languages.clear());
}

#[test]
fn texts_cannot_move_a_cursor() {
    let title =
        |text: &str| faults(|parts| parts.labels.title = Text::plain(format!("Before{text}after")));
    for good in ["", " ", "\n", "\t", "\\", "\"", "/", "é", "日本", "\\u001b"] {
        assert_eq!(title(good), [""; 0], "{good:?}");
    }
    for bad in ["\0", "\u{7}", "\u{8}", "\r", "\u{c}", "\u{1b}", "\\\u{1b}"] {
        assert_eq!(title(bad), ["labels.json: holds a control character"], "{bad:?}");
    }
    for bad in ['\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}'] {
        let found = format!("labels.json: holds the character U+{:04X}", u32::from(bad));
        assert_eq!(title(&bad.to_string()), [found]);
    }
    one("ruleset.json: holds a control character", |parts| {
        parts.ruleset.id.push('\u{1b}');
    });
}

#[test]
fn a_pack_can_always_be_read_again() {
    let faults = {
        let mut parts = sample::parts();
        let corner = |n: i32| GroundPoint::new(400_000 + n % 2, 300_000 + n % 3);
        parts.map.roads[0].parts[0].0 = (0..2_200_000).map(corner).collect();
        Pack::new(parts).expect_err("34 MB of corners")
    };
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].kind, FaultKind::TooLarge);
    assert_eq!(faults[0].to_string(), "map.json: 34 MiB, of at most 32");
}

/// A free side of the sample battle that may set up anywhere.
fn free() -> FreeSide {
    FreeSide {
        sets_up: Some(SetUpGround::Anywhere),
        entries: Vec::new(),
        enters: BTreeMap::new(),
        pool: None,
        limits: ForceLimits {
            commands: 64,
            least_rating: 0,
            most_rating: 6,
            points: None,
            baggage: None,
            detachments: None,
            reinforcements: true,
        },
    }
}

/// The sample battle without the order of battle of red, who is free.
fn without_red(side: FreeSide) -> impl Fn(&mut PackParts) {
    move |parts| {
        let sides = BTreeMap::from([(id("red"), side.clone())]);
        parts.scenario.free_game = Some(FreeGame { sides });
        let red = &mut parts.scenario.sides[1];
        (red.commander, red.commands) = (None, Vec::new());
        red.lines_of_communication = Vec::new();
        parts.labels = Labels::by_ids("A sample battle", &parts.scenario.sides, []);
    }
}

#[test]
fn a_free_side_may_be_left_out_as_a_whole() {
    let entry = |name: &str, edge| Entry {
        id: id(name),
        at: if edge == Edge::North {
            GroundPoint::from_metres(4_000, 8_000)
        } else {
            GroundPoint::from_metres(0, 10)
        },
        edge,
        road: None,
    };
    let on_map = |side: FreeSide| {
        move |parts: &mut PackParts| {
            without_red(side)(parts);
            let entries = [entry("top", Edge::North), entry("left", Edge::West)];
            for entry in entries {
                parts.labels.entries.insert(entry.id.clone(), Text::plain("An entry"));
                parts.map.entries.push(entry);
            }
        }
    };
    let by = |edge, name: &str| FreeSide {
        sets_up: None,
        enters: BTreeMap::from([(edge, vec![id(name)])]),
        ..free()
    };
    for good in [free(), by(Edge::North, "top"), FreeSide { entries: vec![id("left")], ..free() }] {
        assert_eq!(faults(on_map(good)), [""; 0]);
    }
    let limited = |change: &dyn Fn(&mut ForceLimits)| {
        let mut side = free();
        change(&mut side.limits);
        side
    };
    let pool = |pool| FreeSide { pool: Some(pool), ..free() };
    for (bad, message) in [
        (FreeSide { sets_up: None, ..free() }, "neither sets up nor enters"),
        (
            FreeSide { entries: vec![id("left")], ..by(Edge::North, "top") },
            "has entries for a set-up that it has not",
        ),
        (
            FreeSide { sets_up: Some(SetUpGround::Zone(id("moon"))), ..free() },
            "is set up in `moon`, which is no zone",
        ),
        (by(Edge::West, "top"), "enters at `top`, which is not on West"),
        (by(Edge::West, "moon"), "enters at `moon`, which is no entry"),
        (
            FreeSide { enters: BTreeMap::from([(Edge::East, Vec::new())]), ..free() },
            "has no entry on the edge East",
        ),
        (FreeSide { entries: vec![id("top"), id("top")], ..free() }, "enters at `top` twice"),
        (limited(&|limits| limits.commands = 0), "is not limited to 1 to 64 commands"),
        (limited(&|limits| limits.commands = 65), "is not limited to 1 to 64 commands"),
        (limited(&|limits| limits.least_rating = 7), "has no range of ratings within 0 to 6"),
        (limited(&|limits| limits.most_rating = 7), "has no range of ratings within 0 to 6"),
        (limited(&|limits| limits.points = Some(0)), "is not limited to 1 to 4,096,000 points"),
        (
            limited(&|limits| limits.baggage = Some(1_001)),
            "is limited to more than 1,000 trains or detachments",
        ),
        (
            pool(ComponentPool {
                arms: BTreeMap::from([(PieceType::Infantry, 1_001)]),
                types: BTreeMap::new(),
            }),
            "has more than 1,000 pieces of a type to choose from",
        ),
        (
            pool(ComponentPool {
                arms: BTreeMap::new(),
                types: BTreeMap::from([(id("lancers"), 1)]),
            }),
            "chooses from `lancers`, which is no type",
        ),
    ] {
        one(&format!("scenario.json: free side red: {message}"), on_map(bad));
    }
    one("scenario.json: side red: has no commands, and an order of battle beside them", |parts| {
        without_red(free())(parts);
        parts.scenario.sides[1].edges_of_choice = vec![Edge::North];
        parts.scenario.sides[1].baggage = vec![train("park", pose_of(parts))];
        let label = PieceLabel { name: "Park".to_owned(), strength: None };
        parts.labels.pieces.insert(id("park"), label);
    });
    one("scenario.json: free side green: is neither side", |parts| {
        let sides = BTreeMap::from([(id("green"), free())]);
        parts.scenario.free_game = Some(FreeGame { sides });
    });
    one("scenario.json: free_game: leaves nothing free", |parts| {
        parts.scenario.free_game = Some(FreeGame { sides: BTreeMap::new() });
    });
}

/// Where some piece of blue stands.
fn pose_of(parts: &PackParts) -> Arrival {
    parts.scenario.sides[0].commands[0].pieces[0].start
}

/// A pack without the section is written as it was before there was one.
#[test]
fn what_awaits_orders_says_so() {
    let parts = sample::parts();
    let text = serde_json::to_string(&parts.scenario).expect("JSON");
    assert!(!text.contains("free_game"), "{text}");
    assert_eq!(parts.scenario.awaits_orders(), None);
    let mut parts = sample::parts();
    without_red(free())(&mut parts);
    let waits = parts.scenario.awaits_orders().expect("red is not there");
    assert_eq!(
        waits.to_string(),
        "this is the base of a free game: the order of battle of `red` must be merged in first"
    );
    let again = serde_json::to_string(&parts.scenario).expect("JSON");
    let again: crate::Scenario = serde_json::from_str(&again).expect("a scenario");
    assert_eq!(again, parts.scenario);
    // With an order of battle it is a battle as any other, and still says what was agreed.
    let mut parts = sample::parts();
    let sides = BTreeMap::from([(id("red"), free())]);
    parts.scenario.free_game = Some(FreeGame { sides });
    assert_eq!(parts.scenario.awaits_orders(), None);
    assert!(Pack::new(parts).is_ok());
}
