//! Orders of battle of free sides, against the base `data/oob/base.scenario.yaml` on the map of the
//! small battle. Each file in `data/oob/bad` marks with `~ ST0000` the lines that must be reported.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sandtable_compile::{
    CommittedOrders, MergeError, Orders, OrdersOutcome, Scope, check, merge, read_committed,
    read_orders, read_orders_text, start_of_orders, umpire_findings,
};
use sandtable_pack::{AnyPack, Edge, Pack, SideId};
use sandtable_source::{Colour, ProjectPath, Severity, code};

use crate::support::{Battle, battle, data, run};

fn folder() -> PathBuf {
    data().join("oob")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).expect("readable file")
}

/// The base with two free sides, with part of its text replaced.
fn base_with(from: &str, to: &str) -> Pack {
    let scenario = text("base.scenario.yaml");
    assert_eq!(scenario.matches(from).count(), 1, "{from}");
    let mut files = battle();
    files.0.insert("scenario.yaml".to_owned(), scenario.replace(from, to).into_bytes());
    match run(&files).pack {
        Some(AnyPack::PubBattles(pack)) => *pack,
        _ => panic!("invalid base"),
    }
}

fn base() -> Pack {
    base_with("format: 1", "format: 1")
}

fn read(text: &str, base: &Pack) -> OrdersOutcome {
    read_orders_text("my.oob.yaml", text.as_bytes().to_vec(), base)
}

fn orders(text: &str, base: &Pack) -> Orders {
    let outcome = read(text, base);
    let shown = rendered(&outcome);
    outcome.orders.unwrap_or_else(|| panic!("{shown}"))
}

fn rendered(outcome: &OrdersOutcome) -> String {
    sandtable_source::human(&outcome.sources, &outcome.diagnostics, false, Colour::Never, 120)
}

/// The line and code of each diagnostic except notes; all must be in the file that was read.
fn reported(outcome: &OrdersOutcome) -> BTreeSet<(u32, String)> {
    let findings = outcome.diagnostics.sorted();
    let findings = findings.iter().filter(|finding| finding.severity != Severity::Note);
    findings
        .map(|finding| {
            assert!(!finding.help.is_empty(), "{finding:?} has no help");
            for label in &finding.labels {
                let file = outcome.sources.file(label.place.file()).path();
                assert!(file.ends_with(".oob.yaml"), "{finding:?} points to {file}");
            }
            let place = finding.labels.first().expect("every diagnostic has a label").place;
            (place.positions(&outcome.sources).0.line, finding.code.to_string())
        })
        .collect()
}

fn marks(text: &str) -> BTreeSet<(u32, String)> {
    let lines = (1_u32..).zip(text.lines());
    lines
        .flat_map(|(line, text)| {
            text.match_indices("~ ST").map(move |(at, _)| (line, text[at + 2..at + 8].to_owned()))
        })
        .collect()
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("readable entry").path()).collect();
    files.sort();
    files
}

#[test]
fn reports_each_mistake_once_in_place() {
    let base = base();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for case in files_of(&folder().join("bad")) {
        let text = std::fs::read_to_string(&case).expect("readable file");
        let outcome = read(&text, &base);
        let expected = marks(&text);
        assert!(!expected.is_empty(), "no marks in {case:?}");
        if reported(&outcome) != expected || outcome.orders.is_some() {
            failures.push(format!("{case:?}: expected {expected:?}\n{}", rendered(&outcome)));
        }
        seen.extend(expected.into_iter().map(|(_, code)| code));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for code in [
        code::ORDERS_SIDE,
        code::ORDERS_BASE,
        code::ORDERS_WAY,
        code::ORDERS_ENTRY,
        code::ORDERS_GROUND,
        code::ORDERS_POOL,
        code::ORDERS_LIMIT,
        code::ORDERS_COORDINATE,
    ] {
        assert!(seen.contains(&code.to_string()), "{code} has no case");
    }
}

#[test]
fn good_orders_give_no_diagnostics() {
    let base = base();
    for file in ["good/blue.oob.yaml", "good/red.oob.yaml"] {
        let outcome = read(&text(file), &base);
        assert_eq!(reported(&outcome), BTreeSet::new(), "{}", rendered(&outcome));
        assert!(outcome.orders.is_some());
    }
    let red = orders(&text("good/red.oob.yaml"), &base);
    assert_eq!(red.edge(), Some(Edge::North));
    assert_eq!(red.side().commands.len(), 1);
    assert_eq!(red.pieces().len(), 2);
    let blue = orders(&text("good/blue.oob.yaml"), &base);
    assert_eq!(blue.edge(), None);
    // A commander and a corps; three pieces and one from the pool.
    assert_eq!((blue.commands().len(), blue.pieces().len()), (2, 4));
}

/// A scenario and an order of battle give the same side of a pack.
#[test]
fn orders_equal_side_of_scenario() {
    let blue = text("good/blue.oob.yaml");
    let keys = &blue[blue.find("commander:").expect("the key is set")..];
    let indented: String = keys.lines().map(|line| format!("    {line}\n")).collect();
    let scenario = text("base.scenario.yaml");
    let scenario =
        scenario.replace("    title: Blue Army\n", &format!("    title: Blue Army\n{indented}"));
    // Blue is no longer free in that scenario.
    let from = scenario.find("    blue:\n      sets_up").expect("free side");
    let to = scenario.find("    red:\n      enters").expect("the red side");
    let scenario = format!("{}{}", &scenario[..from], &scenario[to..]);
    let mut files = battle();
    files.0.insert("scenario.yaml".to_owned(), scenario.into_bytes());
    let Some(AnyPack::PubBattles(written)) = run(&files).pack else { panic!("invalid battle") };
    let base = base();
    let merged = merge(&base, &[orders(&blue, &base)]).expect("compatible orders");
    assert_eq!(written.scenario().sides[0], merged.scenario().sides[0]);
    assert_eq!(written.labels().pieces, merged.labels().pieces);
    assert_eq!(written.labels().commands, merged.labels().commands);
}

#[test]
fn only_free_sides_have_orders() {
    let scenario = std::fs::read(data().join("good/free-side-that-enters.scenario.yaml"))
        .expect("readable file");
    let mut files = battle();
    files.0.insert("scenario.yaml".to_owned(), scenario);
    let Some(AnyPack::PubBattles(base)) = run(&files).pack else { panic!("invalid battle") };
    let free: Vec<&SideId> = base.scenario().sides_without_orders().map(|side| &side.id).collect();
    let fixed = base
        .scenario()
        .sides
        .iter()
        .find(|side| !free.contains(&&side.id))
        .expect("side that is not free");
    let outcome = read(&format!("format: 1\nside: {}\ncommands: []\n", fixed.id), &base);
    assert_eq!(reported(&outcome), BTreeSet::from([(2, code::ORDERS_SIDE.to_string())]));
    // The orders are read against a battle without free sides.
    let Some(AnyPack::PubBattles(whole)) = run(&battle()).pack else { panic!("invalid battle") };
    let outcome = read(&text("good/red.oob.yaml"), &whole);
    assert_eq!(reported(&outcome), BTreeSet::from([(2, code::ORDERS_SIDE.to_string())]));
}

#[test]
fn orders_need_their_base() {
    let mut files = battle();
    files.0.insert("my.oob.yaml".to_owned(), text("good/red.oob.yaml").into_bytes());
    let outcome = check(&files, &ProjectPath::from_file_name("my.oob.yaml"));
    let findings = outcome.diagnostics.sorted();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].code, code::OTHER_FILE);
    assert!(findings[0].help[0].contains("sandtable oob check"), "{:?}", findings[0].help);
    // The orders are read from a file instead of bytes.
    let outcome = read_orders(&files, &ProjectPath::from_file_name("my.oob.yaml"), &base());
    assert!(outcome.orders.is_some(), "{}", rendered(&outcome));
    let none = Battle(BTreeMap::new());
    let outcome = read_orders(&none, &ProjectPath::from_file_name("my.oob.yaml"), &base());
    assert!(outcome.orders.is_none() && outcome.diagnostics.has_errors());
}

/// Both sides use the same ids for a corps and a piece. This is not reported, and merging makes the
/// ids distinct.
#[test]
fn merge_distinguishes_ids_of_sides() {
    let base = base();
    let [blue, red] =
        ["good/blue.oob.yaml", "good/red.oob.yaml"].map(|file| orders(&text(file), &base));
    let merged = merge(&base, &[blue.clone(), red.clone()]).expect("compatible orders");
    assert_eq!(merged.scenario().missing_orders(), None);
    let [one, other] = &merged.scenario().sides;
    assert_eq!(one.commands[0].id.as_str(), "blue-corps");
    assert_eq!(other.commands[0].id.as_str(), "red-corps");
    let pieces = |side: &sandtable_pack::Side| -> Vec<String> {
        side.pieces().map(|piece| piece.id.to_string()).collect()
    };
    assert_eq!(pieces(one), ["blue-navy", "teal", "cyan"]);
    assert_eq!(pieces(other), ["red-navy", "rose"]);
    assert_eq!(merged.labels().pieces["blue-navy"].name, "Navy");
    assert_eq!(merged.labels().pieces["red-navy"].name, "Ruby");
    assert_eq!(merged.labels().commands["red-corps"].leader, "C. Rimson");
    // The order of merging does not matter.
    let turned = merge(&base, &[red.clone(), blue.clone()]).expect("compatible orders");
    assert_eq!(turned.pack_digest(), merged.pack_digest());
    // Sheets of a battle with secrets show the digest of its base, which does not help to guess
    // orders.
    let one_side = merge(&base, std::slice::from_ref(&blue)).expect("compatible orders");
    for pack in [&base, &merged, &one_side] {
        assert_eq!(pack.printed_digest(), base.pack_digest());
    }
    assert_ne!(one_side.pack_digest(), base.pack_digest());
    // A single merged side keeps its ids, and the other side is still free.
    let half = merge(&base, std::slice::from_ref(&red)).expect("compatible orders");
    let awaited = half.scenario().missing_orders().expect("missing blue orders");
    assert_eq!(awaited.sides, [SideId::new("blue").expect("valid id")]);
    assert_eq!(pieces(&half.scenario().sides[1]), ["navy", "rose"]);
    let rest = merge(&half, std::slice::from_ref(&blue)).expect("compatible orders");
    assert_eq!(rest.scenario().missing_orders(), None);
    // Reading orders against a pack that already has this side is reported.
    let outcome = read(&text("good/red.oob.yaml"), &half);
    assert_eq!(reported(&outcome), BTreeSet::from([(2, code::ORDERS_SIDE.to_string())]));
    // No side can be merged twice.
    let blue_id = || SideId::new("blue").expect("valid id");
    assert_eq!(
        merge(&base, &[blue.clone(), blue.clone()]),
        Err(MergeError::DuplicateOrders(blue_id()))
    );
    assert_eq!(merge(&merged, &[blue]), Err(MergeError::DuplicateOrders(blue_id())));
    let Some(AnyPack::PubBattles(whole)) = run(&battle()).pack else { panic!("invalid battle") };
    assert!(matches!(merge(&whole, &[red]), Err(MergeError::NotFree(_))));
}

/// The template for a player is valid without changes, for each side and any agreement.
#[test]
fn template_is_valid() {
    for (from, to) in [
        ("format: 1", "format: 1"),
        ("sets_up: { zone: south-bank }", "sets_up: anywhere"),
        ("ratings: { least: 1, most: 4 }", "ratings: { least: 5, most: 6 }"),
        ("infantry: 3, cavalry: 1", "cavalry: 1"),
        ("baggage: 2", "baggage: 0"),
        ("enters: { north: [north], east: [fields] }", "sets_up: anywhere"),
    ] {
        let base = base_with(from, to);
        for side in &base.scenario().sides {
            let start = start_of_orders(&base, &side.id);
            let outcome = read(&start, &base);
            assert!(outcome.orders.is_some(), "{from} → {to}\n{start}\n{}", rendered(&outcome));
        }
    }
}

/// Findings never reveal facts of one side to the other.
#[test]
fn umpire_findings_separate_sides() {
    let base = base_with(
        "      enters: { north: [north], east: [fields] }\n",
        "      sets_up: anywhere\n",
    );
    let blue = orders(&text("good/blue.oob.yaml"), &base);
    // Red overlaps Blue's navy at the entry of Blue's reinforcements, and has no route to its
    // supply road.
    let red = text("good/red.oob.yaml")
        .replace("edge: north\n", "")
        .replace("rating: 2 }", "rating: 2, at: { grid: D2.50 }, facing: S }")
        .replace("type: infantry }", "type: infantry, at: { grid: D5.48 }, facing: S }")
        .replace("type: artillery }", "type: artillery, at: { grid: F2.60 }, facing: S }")
        .replace("packed: true", "at: { grid: D2.80 }, facing: S");
    let red = orders(&red[..red.find("reinforcements").expect("the key is set")], &base);
    let merged = merge(&base, &[blue, red]).expect("compatible orders");
    let findings = umpire_findings(&merged);
    let has = |wanted: &str| {
        findings
            .iter()
            .find(|finding| finding.message.contains(wanted))
            .unwrap_or_else(|| panic!("no finding says `{wanted}`: {findings:#?}"))
    };
    assert_eq!(has("overlap").concerns, Scope::BothSides);
    assert_eq!(has("holds entry `fields`").concerns, Scope::BothSides);
    let road = has("no road for a column");
    assert_eq!(road.concerns, Scope::Side(SideId::new("blue").expect("valid id")));
    for finding in &findings {
        let Scope::Side(side) = &finding.concerns else { continue };
        let other =
            merged.scenario().sides.iter().find(|one| one.id != *side).expect("the other side");
        let words: Vec<&str> = finding.message.split('`').collect();
        let ids = other.pieces().map(|piece| piece.id.as_str());
        let ids =
            ids.chain(other.headquarters().map(|hq| hq.id.as_str())).chain([other.id.as_str()]);
        for id in ids {
            assert!(!words.contains(&id), "{finding:?} reveals {id}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Reading any order of battle never panics; the result fits its base or is reported.
    #[test]
    fn corrupted_orders_are_read_or_reported(
        side in prop::sample::select(vec!["blue", "red"]),
        lines in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u8..4), 1..4),
        word in prop::sample::select(vec!["", "~", "[]", "{}", "-1", "99999999999", "blue", "infantry", "{ grid: A1.37 }", "\u{202e}", "&a *a"]),
    ) {
        let whole = text(&format!("good/{side}.oob.yaml"));
        let mut spoilt: Vec<String> = whole.lines().map(str::to_owned).collect();
        for (at, other, change) in lines {
            let (at, other) = (at.index(spoilt.len()), other.index(spoilt.len()));
            match change {
                0 => { let line = spoilt[other].clone(); spoilt.insert(at, line); }
                1 => spoilt.swap(at, other),
                2 => if let Some((key, _)) = spoilt[at].clone().split_once(": ") { spoilt[at] = format!("{key}: {word}"); },
                _ => spoilt[at] = spoilt[at].replacen(char::is_numeric, word, 1),
            }
        }
        let (base, spoilt) = (base(), spoilt.join("\n"));
        let outcome = read(&spoilt, &base);
        reported(&outcome);
        match outcome.orders {
            Some(orders) => prop_assert!(outcome.diagnostics.has_errors() || merge(&base, &[orders]).is_ok(), "{spoilt}"),
            None => prop_assert!(outcome.diagnostics.has_errors(), "{spoilt}"),
        }
    }
}

/// Advice is suited to orders of battle, which have no custom types, no visible enemy ids, and only
/// some entries.
#[test]
fn help_fits_orders_of_battle() {
    let base = base();
    let red = text("good/red.oob.yaml");
    let report = |from: &str, to: &str| {
        let changed = red.replacen(from, to, 1);
        assert_ne!(changed, red, "{from}");
        let told = rendered(&read(&changed, &base));
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let reserve = report("type: artillery }", "type: artillery, at: { reserve: corps } }");
    assert!(!reserve.contains("can Rally before"), "{reserve}");
    let entry = report("entry: north", "entry: norht");
    assert!(entry.contains("help: use `north`"), "{entry}");
    assert!(!entry.contains("fields"), "{entry}");
    let twice = report("id: rose", "id: navy");
    assert!(twice.contains("unique in an order of battle"), "{twice}");
    let elite = report("type: artillery }", "type: artillery, quality: elite }");
    assert!(elite.contains("remove `quality`"), "{elite}");
    assert!(!elite.contains("define a type"), "{elite}");
    let lone = red.replacen("    baggage: { packed: true }\n", "", 1);
    let second = "  - { id: second, title: Second, short: 2, hq: { name: M. Agenta, rating: 1 }, pieces: [{ id: pink, name: Pink, type: infantry }] }\nreinforcements:\n  - { turn: 3, entry: north, command: second }\n";
    let lone = lone.replacen("reinforcements:\n", second, 1);
    let lone = rendered(&read(&lone, &base));
    let lone = lone.split_whitespace().collect::<Vec<_>>().join(" ");
    // PB-32.3: a side that enters by an edge writes no `at`.
    for words in [
        "ST0332",
        "add `commander: { id: …, name: …, rating: … }`, with `at` and `facing` if you are set up",
        "ST0306",
        "or `baggage: { packed: true }` if it enters",
    ] {
        assert!(lone.contains(words), "{words}: {lone}");
    }
    let placed = report("rating: 2 }", "rating: 2, at: { grid: D2.50 } }");
    assert!(placed.contains("remove `at`"), "{placed}");
    assert!(!placed.contains("add `facing:`"), "{placed}");
    let dated = report("turn: 3,", "day: 1815-06-18, turn: 3,");
    assert!(dated.contains("write `day: 1` for the first day"), "{dated}");
    let late = report("turn: 3,", "day: 2, turn: 3,");
    assert!(late.contains("ST0509") && late.contains("move the arrival"), "{late}");
    assert!(!late.contains("extend the calendar"), "{late}");
    let idle = report("type: artillery }", "type: artillery, at: { reserve: corps }, facing: N }");
    assert!(idle.contains("`facing` has no effect on piece `rose`, which is in reserve"), "{idle}");
    let leaderless =
        report("command: corps }", "command: corps, pieces: [navy, rose, corps-train] }");
    assert!(leaderless.contains("add `hq` to the `pieces`"), "{leaderless}");
}

/// The template of `oob new` has a supply road near its troops.
#[test]
fn template_has_line_of_communication() {
    let base = base();
    for side in &base.scenario().sides {
        let outcome = read(&start_of_orders(&base, &side.id), &base);
        let aside = outcome.diagnostics.iter().any(|one| one.code == code::SUPPLY_LINE_ASIDE);
        assert!(!aside, "{}", rendered(&outcome));
    }
}

/// A committed order of battle, without its text.
fn committed_orders(orders: &Orders) -> CommittedOrders {
    let mut side = orders.side().clone();
    let roads = side.lines_of_communication.drain(..).map(|line| line.road).collect();
    let (commands, pieces) = (orders.commands().clone(), orders.pieces().clone());
    CommittedOrders { side, roads, edge: orders.edge(), commands, pieces }
}

/// Orders of battle with all kinds of positions: on the map in line and in column, in a zone, in
/// reserve with either HQ, and as reinforcements.
fn varied_orders(base: &Pack) -> Vec<Orders> {
    let blue = text("good/blue.oob.yaml");
    let with = |from: &str, to: &str| {
        let changed = blue.replacen(from, to, 1);
        assert_ne!(changed, blue, "{from}");
        orders(&changed, base)
    };
    vec![
        orders(&text("good/red.oob.yaml"), base),
        orders(&blue, base),
        with("at: { grid: E5.47 }, facing: N", "at: { reserve: corps }"),
        with("at: { grid: E5.47 }, facing: N", "at: { reserve: blue-army }"),
        with(
            "name: Navy,",
            "name: 'The \"Old\" Navy: 1. \u{c9}lan', strength: 4000, status: spent,",
        ),
        with("    short: B\n", "    short: B\n    zone: south-bank\n"),
        with(
            "type: infantry, at: { grid: D5.49 }, facing: N",
            "type: infantry, at: { grid: D5.49 }, facing: 341.3",
        ),
    ]
}

/// An opened order of battle equals the one in its author's file, to the centimetre, with the same
/// diagnostics.
#[test]
fn opened_orders_equal_their_file() {
    let base = base();
    for one in varied_orders(&base) {
        let outcome = read_committed("opened", &base, &committed_orders(&one));
        let again = outcome.orders.as_ref().unwrap_or_else(|| panic!("{}", rendered(&outcome)));
        assert_eq!(again.side(), one.side());
        assert_eq!((again.edge(), again.pieces()), (one.edge(), one.pieces()));
    }
}

/// Errors in an order of battle that another program committed are rejected.
#[test]
fn rejects_opened_orders_with_errors() {
    use sandtable_pack::Arrival;
    let base = base();
    let report = |change: &dyn Fn(&mut CommittedOrders)| {
        let mut of = committed_orders(&orders(&text("good/blue.oob.yaml"), &base));
        change(&mut of);
        let outcome = read_committed("opened", &base, &of);
        assert!(outcome.orders.is_none(), "{}", rendered(&outcome));
        let errors = outcome.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| one.code).collect::<Vec<_>>()
    };
    let column = report(&|of| {
        let first = &mut of.side.commands[0].pieces[0];
        let Arrival::Line(pose) = first.start else { panic!("the piece is not in line") };
        first.start = Arrival::Column(pose);
    });
    assert_eq!(column, [code::COLUMN_OFF_ROAD]);
    let nameless = report(&|of| of.pieces.values_mut().for_each(|label| label.name.clear()));
    assert!(nameless.iter().all(|one| *one == code::LABEL_EMPTY), "{nameless:?}");
    let short = report(&|of| of.commands.values_mut().for_each(|label| label.short.en.clear()));
    assert!(short.iter().all(|one| *one == code::LABEL_EMPTY), "{short:?}");
    let heaped = report(&|of| {
        let pieces = &mut of.side.commands[0].pieces;
        pieces[1].start = pieces[0].start;
    });
    assert_eq!(heaped, [code::OVERLAP]);
}
