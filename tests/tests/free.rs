//! The free game on the field of Gettysburg in `tests/free`: a base, two orders of battle, and the
//! merged battle.

use sandtable_cli::DiskFiles;
use sandtable_compile::{Orders, compile, merge, read_orders, umpire_findings};
use sandtable_engine::BotKind;
use sandtable_pack::{AnyPack, Arrival, Edge, Pack, PackLimits, read, write};
use sandtable_runner::{RunOptions, run};
use sandtable_source::{Colour, Diagnostics, SourceMap, human};
use sandtable_tests::project;

fn render(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    human(sources, diagnostics, false, Colour::Never, 120)
}

fn base() -> Pack {
    let (files, path) = DiskFiles::for_file(&project().join("tests/free/scenario.yaml"));
    let outcome = compile(&files, &path);
    assert_eq!(render(&outcome.sources, &outcome.diagnostics), "");
    outcome.pack.and_then(AnyPack::pub_battles).expect("the base compiles")
}

fn orders(base: &Pack, side: &str) -> Orders {
    let file = project().join(format!("tests/free/{side}.oob.yaml"));
    let (files, path) = DiskFiles::for_file(&file);
    let outcome = read_orders(&files, &path, base);
    assert_eq!(render(&outcome.sources, &outcome.diagnostics), "", "{side}");
    outcome.orders.expect("an order of battle without errors")
}

#[test]
fn free_game_plays_to_its_end() {
    let base = base();
    assert!(base.scenario().missing_orders().is_some());
    let [union, confederate] = ["union", "confederate"].map(|side| orders(&base, side));
    assert_eq!((union.edge(), confederate.edge()), (None, Some(Edge::North)));
    let merged = merge(&base, &[union, confederate]).expect("both orders of battle fit the base");
    assert!(merged.scenario().missing_orders().is_none());
    let enters = &merged.scenario().sides[1];
    assert!(enters.pieces().all(|piece| piece.start == Arrival::Reinforcement));
    assert_eq!(umpire_findings(&merged), []);
    // Players also receive the battle as a file.
    let merged = read(&write(&merged), PackLimits::default()).expect("a pack");
    let options = RunOptions::new(12, 1, [BotKind::Aggressive, BotKind::Planner]);
    let games = run(&merged.into(), options, || ());
    assert_eq!((games.completed, games.failures.as_slice()), (12, [].as_slice()));
    assert!(
        games.sides["union"].mean_points + games.sides["confederate"].mean_points > 0.0,
        "the sides must score points"
    );
}
