//! PB-T159 to PB-T161: the digest's worked cases about scenarios.

use sandtable_pack::{AnyPack, GroundLength, Scale};
use sandtable_source::Severity;

use crate::support::{Battle, battle, run};

/// The rules that the compiler cites when it rejects a battle.
fn refused_by(battle: &Battle) -> Vec<&'static str> {
    let outcome = run(battle);
    assert!(outcome.pack.is_none(), "there is no pack");
    let findings = outcome.diagnostics.sorted();
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.filter_map(|finding| finding.rule).collect()
}

/// The small battle with part of its scenario replaced.
fn edited(from: &str, to: &str) -> Battle {
    battle().edited("scenario.yaml", from, to)
}

/// PB-T159: a rating of 7, a turn 9, and a train without a line of communication.
#[test]
fn pb_t159_rejects_numbers_out_of_range() {
    let cases = [
        ("A. Zure, rating: 3", "A. Zure, rating: 7", "PB-3.22"),
        ("day: 1, turn: 5", "day: 1, turn: 9", "PB-3.23"),
        ("    lines_of_communication: [south-road]\n", "", "PB-3.26"),
    ];
    for (from, to, rule) in cases {
        assert_eq!(refused_by(&edited(from, to)), [rule], "{to}");
    }
}

/// PB-T160: two commands with the same id and therefore the same chit, and a command without an HQ.
#[test]
fn pb_t160_rejects_shared_chit_and_missing_hq() {
    let second = "commands:\n      - id: red-corps\n        title: Red Corps\n        short: R\n        hq: { name: C. Rimson, rating: 2, at: [10.012, 50.018], facing: S }\n";
    let twice = second.replacen("commands:\n", "", 1).replace("10.012", "10.016");
    let twin = edited(second, &format!("{second}        pieces: []\n{twice}"));
    assert!(refused_by(&twin).contains(&"PB-3.20"));
    let hq = "        hq: { name: C. Rimson, rating: 2, at: [10.012, 50.018], facing: S }\n";
    assert_eq!(refused_by(&edited(hq, "")), ["PB-3.20"]);
}

/// PB-T161, PB-1.4: the thirds of a move, and the printed ranges at the map's scale.
#[test]
fn pb_t161_lengths_on_paper() {
    let scales =
        [("1:16000", [47.5, 142.5, 67.56, 202.69]), ("1:16896", [44.98, 134.94, 63.98, 191.94])];
    for (scale, millimetres) in scales {
        let battle =
            battle().edited("map.yaml", "scale: \"1:16000\"", &format!("scale: \"{scale}\""));
        let pack = run(&battle).pack.and_then(AnyPack::pub_battles).expect("valid scales");
        let distances = pack.ruleset().distances;
        let on_paper =
            |ground: GroundLength| Scale::to_paper(pack.map().scale, ground).millimetres();
        let full = |third: GroundLength| third * 3;
        let lengths = [
            distances.foot_third,
            full(distances.foot_third),
            distances.mounted_third,
            full(distances.mounted_third),
        ];
        for (ground, expected) in lengths.into_iter().zip(millimetres) {
            let found = on_paper(ground);
            assert!((found - expected).abs() < 0.006, "{scale}: {found} mm for {expected} mm");
        }
        // The ranges of spotting and bombardment equal a full move on foot.
        assert_eq!(distances.spotting, full(distances.foot_third));
    }
}
