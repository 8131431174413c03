//! Diaries of short battles. Each game is a data file, `diaries/NAME.game`, with its expected diary
//! in `diaries/NAME.txt`. `UPDATE_EXPECTED=1 cargo test -p sandtable-pub-battles --test cases
//! diary` rewrites the expected files.
//!
//! Each line of a game is a block or map feature or, after `begin`, an action or a die roll.
//! Distances are metres; facings are `up`, `down`, `left` and `right`.

use sandtable_engine::GameInfo;
use sandtable_pack::{
    Arrival, Basis, Facing, FeatureLabel, PackParts, PieceType, Place, Quality, Text,
    WatercourseKind, sample,
};
use sandtable_pub_battles::{Action, Diarist, Input, Leg, Node, Question, SideIndex};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

/// Plays the game in a data file.
fn play_game(game: &str) -> Table {
    let lines = game.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut lines = lines.filter(|line| !line.trim().is_empty());
    let mut setup = Setup::new();
    for line in lines.by_ref() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["begin"] {
            break;
        }
        setup = set_up(setup, &words);
    }
    let mut table = setup.begin();
    for line in lines {
        play(&mut table, &line.split_whitespace().collect::<Vec<_>>());
    }
    table
}

/// The diary of the game in a data file.
fn diary_of(game: &str) -> String {
    let table = play_game(game);
    let played = GameInfo { seed: 1, players: ["hand", "hand"] };
    Diarist::new(table.game.field()).diary(Some(played), table.game.diary())
}

fn number(word: &str) -> i32 {
    word.parse().unwrap_or_else(|_| panic!("invalid number {word}"))
}

fn side(word: &str) -> SideIndex {
    match word {
        "blue" => BLUE,
        "red" => RED,
        _ => panic!("invalid side {word}"),
    }
}

fn facing(word: &str) -> Facing {
    match word {
        "up" => Facing::UP,
        "down" => Facing::DOWN,
        "left" => Facing::LEFT,
        "right" => Facing::RIGHT,
        _ => panic!("invalid facing {word}"),
    }
}

fn set_up(setup: Setup, words: &[&str]) -> Setup {
    match *words {
        ["place", name, x, y] => {
            setup.change(|parts| named_place(parts, name, number(x), number(y)))
        }
        ["woods", name, x, y, to_x, to_y] => {
            setup.woods(name, at(number(x), number(y)), at(number(to_x), number(to_y)))
        }
        ["river", name, y] => setup.water(name, WatercourseKind::River, number(y)),
        ["headquarters", owner, x, y, way] => {
            setup.hq(side(owner), pose(number(x), number(y), facing(way)))
        }
        ["command", owner, name, x, y, way] => {
            let hq = pose(number(x), number(y), facing(way));
            setup.another_command(side(owner), &[&name.to_lowercase()], hq)
        }
        ["days", days] => setup.change(|parts| parts.scenario.calendar.days = number(days) as u8),
        ["turn", turn] => {
            setup.change(|parts| parts.scenario.calendar.first_turn = number(turn) as u8)
        }
        ["no-rout"] => setup.change(|parts| {
            for row in parts.ruleset.pieces.values_mut() {
                row.counts_for_rout = false;
            }
        }),
        [owner, kind, name, x, y, way, ref more @ ..] => {
            let kind = match kind {
                "infantry" => PieceType::Infantry,
                "cavalry" => PieceType::Cavalry,
                "artillery" => PieceType::Artillery,
                "detachment" => PieceType::Detachment,
                _ => panic!("invalid arm {kind}"),
            };
            let start = pose(number(x), number(y), facing(way));
            let start = match more.contains(&"column") {
                true => Arrival::Column(start),
                false => Arrival::Line(start),
            };
            let id = name.to_lowercase();
            let mut setup = setup.piece_starting(side(owner), &id, kind, start).change(|parts| {
                let label = parts.labels.pieces.get_mut(id.as_str()).expect("the piece exists");
                label.name = name.to_owned();
            });
            for word in more {
                setup = match *word {
                    "column" => setup,
                    "spent" => setup.spent(&id),
                    "militia" => setup.quality(&id, Quality::Militia),
                    "elite" => setup.quality(&id, Quality::Elite),
                    _ => panic!("unknown piece word {word}"),
                };
            }
            setup
        }
        _ => panic!("unknown set-up line {words:?}"),
    }
}

/// Adds a named place; `Peach-Orchard` becomes the Peach Orchard.
fn named_place(parts: &mut PackParts, name: &str, x: i32, y: i32) {
    let id: sandtable_pack::FeatureId = sample::id(&name.to_lowercase());
    let name = Some(Text::plain(name.replace('-', " ")));
    let label = FeatureLabel { name, basis: Basis::Derived, accuracy_m: None };
    parts.labels.features.insert(id.clone(), label);
    parts.scenery.places.push(Place { id, at: at(x, y), rank: 3 });
}

fn play(table: &mut Table, words: &[&str]) {
    match *words {
        ["activate", owner] => table.activate(side(owner)),
        ["activate-command-of", name] => table.activate_command_of(name),
        ["face", name, enemy] => {
            table.act(Action::Face { piece: table.piece(name), enemy: table.piece(enemy) });
        }
        ["draw", owner] => table.draw(side(owner)),
        ["delay", owner] => {
            let chit = table.command(side(owner));
            table.act(Action::Delay { roller: table.hq(side(owner)), chit });
        }
        ["pass"] => table.pass(),
        ["attack", attacker, defender] => table.attack(attacker, defender),
        ["march", name, x, y] => {
            let march = table.march(name, vec![Leg::To(at(number(x), number(y)))]);
            table.act(march);
        }
        ["ride", owner, x, y] => {
            let legs = vec![Leg::To(at(number(x), number(y)))];
            let march = sandtable_pub_battles::March::new(table.hq(side(owner)), legs);
            table.act(Action::March(march));
        }
        ["end"] => table.end(),
        ["finish"] => table.finish_moves(),
        ["dice", ref dice @ ..] => {
            let dice: Vec<u8> = dice.iter().map(|die| number(die) as u8).collect();
            table.dice(&dice);
        }
        ["resolve", name] => {
            table.act(Action::Resolve(table.piece(name)));
        }
        ["stay"] => table.stay(),
        ["retire"] => {
            table.act(Action::Retire);
        }
        ["retreat"] => table.retreat(),
        ["take-place"] => {
            table.act(Action::TakePlace);
        }
        ["rally", name] => {
            table.act(Action::Rally { piece: table.piece(name), facing: None });
        }
        ["hold"] => {
            table.act(Action::HoldField);
        }
        ["recover", name] => {
            table.act(Action::Recover(table.piece(name)));
        }
        // No piece moves until the night ends or a turn begins.
        ["sleep"] => {
            while table.game.state().night {
                match table.game.node() {
                    Node::Cup(chits) => {
                        table.apply(Input::Drawn(chits[0]));
                    }
                    Node::Decision { question: Question::Activation(_), .. } => table.end(),
                    Node::Decision { question: Question::Alter, .. } => table.pass(),
                    _ => return,
                }
            }
        }
        _ => panic!("unknown action {words:?}; next: {:?}", table.game.node()),
    }
}

/// Compares the diary of a game with the expected one.
fn check_diary(name: &str, game: &str, expected: &str) {
    let diary = diary_of(game);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/diaries");
        std::fs::write(folder.join(format!("{name}.txt")), &diary).expect("the diary is written");
        return;
    }
    assert_eq!(
        diary, expected,
        "{name}: UPDATE_EXPECTED=1 cargo test -p sandtable-pub-battles --test cases diary"
    );
}

/// A single line names the day in a battle of several days.
#[test]
fn single_lines_name_the_day() {
    let openings = |game: &str| {
        let table = play_game(game);
        let diarist = Diarist::new(table.game.field());
        let opening = |line: String| line.split(": ").next().unwrap_or_default().to_owned();
        let mut lines: Vec<String> =
            table.game.diary().iter().map(|event| opening(diarist.line(event))).collect();
        lines.dedup();
        lines
    };
    let night = openings(include_str!("../diaries/the_night.game"));
    assert_eq!(night, ["Day 1, turn 8", "Night after day 1", "Day 2, turn 1"]);
    assert_eq!(openings(include_str!("../diaries/a_rout.game")), ["Turn 1"]);
}

macro_rules! stories {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let name = stringify!($name);
            check_diary(
                name,
                include_str!(concat!("../diaries/", stringify!($name), ".game")),
                include_str!(concat!("../diaries/", stringify!($name), ".txt")),
            );
        }
    )* };
}

stories! {
    a_day_of_two_commands
    qualities
    pushed_back
    over_the_river
    by_choice
    the_night
    a_rout
    cut_off
    turned_to_meet_him
    one_fight_in_two_places
}
