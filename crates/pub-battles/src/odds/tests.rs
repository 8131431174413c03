use sandtable_pack::sample;

use super::*;

fn fighter(kind: PieceType) -> Fighter {
    Fighter {
        kind,
        own_type: None,
        quality: Quality::Regular,
        status: Status::Fresh,
        retreats: RetreatPolicy::Never,
    }
}

fn duel(attacker: impl Into<Lead>, defender: impl Into<Lead>) -> Duel {
    Duel {
        attackers: vec![attacker.into()],
        defenders: vec![defender.into()],
        bombards: false,
        supports: [SupportPolicy::TakesPlace; 2],
    }
}

fn solve(duel: &Duel) -> Odds {
    odds(&sample::ruleset(), duel).expect("valid duel")
}

fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

fn sum(fate: &Fate) -> f64 {
    fate.fresh + fate.spent + fate.retreated + fate.eliminated
}

const ALL: [PieceType; 5] = [
    PieceType::Infantry,
    PieceType::Cavalry,
    PieceType::Dragoons,
    PieceType::Artillery,
    PieceType::Detachment,
];

const COVER: u8 = 1;
const FLANK: u8 = 2;
const RIVER: u8 = 4;
const COLUMN: u8 = 8;

/// The same duel in these circumstances.
fn with_bits(bits: u8, mut duel: Duel) -> Duel {
    let on = |bit: u8| bits & bit != 0;
    let face = if on(FLANK) { Face::Rear } else { Face::Front };
    duel.attackers[0] = Lead { face, river: on(RIVER), ..duel.attackers[0].clone() };
    duel.defenders[0] = Lead { cover: on(COVER), column: on(COLUMN), ..duel.defenders[0].clone() };
    duel
}

/// For every pair of fighters, four outcomes add up to 1, and at least one piece leaves.
#[test]
fn fates_add_up() {
    let attackers = ALL.into_iter().filter(|&kind| kind != PieceType::Artillery);
    let pairs = attackers.flat_map(|attacker| ALL.map(|defender| (attacker, defender)));
    let of_arms = pairs.flat_map(|(attacker, defender)| {
        [0, 15].map(|bits| with_bits(bits, duel(fighter(attacker), fighter(defender))))
    });
    let infantry = || fighter(PieceType::Infantry);
    let of_infantry = (1..15).map(|bits| with_bits(bits, duel(infantry(), infantry())));
    for case in of_arms.chain(of_infantry) {
        let odds = solve(&case);
        close(sum(&odds.attacker), 1.0);
        close(sum(&odds.defender), 1.0);
        let stays = |fate: &Fate| fate.fresh + fate.spent;
        assert!(stays(&odds.attacker) + stays(&odds.defender) < 1.0 + 1e-12, "{case:?}");
        assert!(odds.expected_rounds >= 1.0 - 1e-12);
    }
}

/// Computed by hand for two detachments: each needs one hit with one die. A round ends the combat
/// with probability 3/4, and each is destroyed with probability 2/3.
#[test]
fn detachments_by_hand() {
    let odds = solve(&duel(fighter(PieceType::Detachment), fighter(PieceType::Detachment)));
    close(odds.expected_rounds, 4.0 / 3.0);
    for fate in [odds.attacker, odds.defender] {
        close(fate.eliminated, 2.0 / 3.0);
        close(fate.fresh, 1.0 / 3.0);
    }
}

/// Computed by hand for two Spent militia pieces: any hit destroys, and 1 in 64 rounds has no
/// effect.
#[test]
fn spent_militias_by_hand() {
    let militia = Fighter {
        quality: Quality::Militia,
        status: Status::Spent,
        ..fighter(PieceType::Infantry)
    };
    let odds = solve(&duel(militia.clone(), militia));
    close(odds.expected_rounds, 64.0 / 63.0);
    for fate in [odds.attacker, odds.defender] {
        close(fate.eliminated, 56.0 / 63.0);
        close(fate.spent, 7.0 / 63.0);
    }
}

/// PB-14.2: a battery that destroys or drives off an attacker takes no fire. An attacking
/// detachment is destroyed with probability 7/8 before it fires.
#[test]
fn pb_14_2_artillery_fires_first() {
    let odds = solve(&duel(fighter(PieceType::Detachment), fighter(PieceType::Artillery)));
    assert!(odds.attacker.eliminated > 7.0 / 8.0);
    assert!(odds.defender.fresh > 7.0 / 8.0);
    assert!(odds.rules.iter().any(|rule| rule == "PB-14.2"));
}

/// Equal pieces without advantages have equal odds.
#[test]
fn even_fight_has_even_odds() {
    let odds = solve(&duel(fighter(PieceType::Infantry), fighter(PieceType::Infantry)));
    close(odds.attacker.eliminated, odds.defender.eliminated);
    close(odds.attacker.fresh, odds.defender.fresh);
}

/// Cover, flank, river and column each help the side that should benefit.
#[test]
fn circumstances_help_the_right_side() {
    let even = duel(fighter(PieceType::Infantry), fighter(PieceType::Infantry));
    let base = solve(&even).attacker.eliminated;
    let with = |bits| solve(&with_bits(bits, even.clone())).attacker.eliminated;
    assert!(with(COVER) > base);
    assert!(with(FLANK) < base);
    assert!(with(RIVER) > base);
    assert!(with(COLUMN) < base);
    // PB-23.7: flank effects are not cumulative.
    close(with(FLANK | COLUMN), with(COLUMN));
}

/// A side that leaves once Spent loses fewer pieces.
#[test]
fn retreat_saves_the_piece() {
    let infantry = fighter(PieceType::Infantry);
    let careful = Fighter { retreats: RetreatPolicy::WhenSpent, ..infantry.clone() };
    let stubborn = solve(&duel(infantry.clone(), infantry.clone())).attacker;
    let careful = solve(&duel(careful, infantry)).attacker;
    assert!(careful.eliminated < stubborn.eliminated);
    assert!(careful.retreated > stubborn.retreated);
}

/// PB-27.1: cavalry that withdraws before any dice are rolled has fought no round.
#[test]
fn pb_27_1_withdrawal_fights_no_round() {
    let cavalry = Fighter {
        status: Status::Spent,
        retreats: RetreatPolicy::WhenSpent,
        ..fighter(PieceType::Cavalry)
    };
    let odds = solve(&duel(fighter(PieceType::Infantry), cavalry.clone()));
    close(odds.defender.retreated, 1.0);
    close(odds.expected_rounds, 0.0);
    assert!(rules(&odds).contains(&"PB-27.1"), "{:?}", odds.rules);
    // A piece that stays although it may leave has applied no rule.
    let stays = Fighter { retreats: RetreatPolicy::Never, ..cavalry.clone() };
    let odds = solve(&duel(fighter(PieceType::Infantry), stays));
    assert!(!rules(&odds).contains(&"PB-27.1"), "{:?}", odds.rules);
    assert!(!rules(&odds).contains(&"PB-22.3"), "{:?}", odds.rules);
    // PB-27.1: cavalry cannot withdraw from cavalry.
    let odds = solve(&duel(fighter(PieceType::Cavalry), cavalry));
    assert!(odds.expected_rounds >= 1.0 && !rules(&odds).contains(&"PB-27.1"));
}

#[test]
fn pb_12_4_artillery_does_not_attack() {
    let refused = odds(
        &sample::ruleset(),
        &duel(fighter(PieceType::Artillery), fighter(PieceType::Infantry)),
    );
    assert_eq!(refused.map_err(|refusal| refusal.rule.0), Err("PB-12.4"));
}

/// The results of many games agree with the exact odds.
#[test]
fn odds_match_played_games() {
    let elite = Fighter { quality: Quality::Elite, ..fighter(PieceType::Infantry) };
    let case = with_bits(COVER, duel(elite, fighter(PieceType::Infantry)));
    let exact = solve(&case);
    let ruleset = sample::ruleset();
    let table = Table::set(&ruleset, &case).expect("valid duel");
    let solver =
        Solver { duel: &case, table: &table, cache: BTreeMap::new(), rules: BTreeSet::new() };
    let mut dice = sandtable_engine::RandomStream::new(1, sandtable_engine::StreamPurpose::Dice);
    let games = 20_000_u32;
    let mut eliminated = 0_u32;
    for _ in 0..games {
        let mut game = table.game.clone();
        while !solver.is_over(&game) {
            let input = match game.node() {
                Node::Dice { count, sides } => {
                    Input::Dice((0..count).map(|_| dice.roll_die(sides)).collect())
                }
                _ => solver.inputs(&game).swap_remove(0).1,
            };
            game.apply(&input).expect("legal input");
        }
        eliminated += u32::from(table.troops[0].fate(&game).eliminated > 0.0);
    }
    // The tolerance is five standard deviations for 20,000 games, 1.8 %.
    let share = f64::from(eliminated) / f64::from(games);
    assert!((share - exact.attacker.eliminated).abs() < 0.018, "{share} {exact:?}");
}

fn rules(odds: &Odds) -> Vec<&str> {
    odds.rules.iter().map(String::as_str).collect()
}

/// The listed rules are exactly the rules that the engine applied.
#[test]
fn only_applied_rules_are_listed() {
    let elite = Fighter { quality: Quality::Elite, ..fighter(PieceType::Infantry) };
    let plain = duel(elite, fighter(PieceType::Artillery));
    let odds = solve(&plain);
    for rule in ["PB-14.2", "PB-14.4", "PB-23.1", "PB-24.4"] {
        assert!(rules(&odds).contains(&rule), "{rule} {:?}", odds.rules);
    }
    let circumstances = ["PB-23.3", "PB-23.4", "PB-23.5", "PB-23.6"];
    assert!(circumstances.iter().all(|rule| !rules(&odds).contains(rule)));
    let all = |duel: Duel| rules(&solve(&duel)).join(" ");
    assert!(all(with_bits(COVER, plain.clone())).contains("PB-23.3"));
    assert!(all(with_bits(FLANK, plain.clone())).contains("PB-23.4"));
    assert!(all(with_bits(RIVER, plain.clone())).contains("PB-23.5"));
    // PB-23.7: flank effects are not cumulative; PB-23.8: they are cumulative with cover.
    let both = rules(&solve(&with_bits(COLUMN | FLANK, plain.clone()))).join(" ");
    for rule in ["PB-23.4", "PB-23.6", "PB-23.7"] {
        assert!(both.contains(rule), "{rule} {both}");
    }
    let one = all(with_bits(FLANK, plain.clone()));
    assert!(!one.contains("PB-23.7") && !one.contains("PB-23.8"), "{one}");
    assert!(all(with_bits(FLANK | COVER, plain.clone())).contains("PB-23.8"));
    // PB-A108: a piece that crossed the river or is in column fires at −1; two flanks cancel each
    // other.
    let infantry = || fighter(PieceType::Infantry);
    let even = duel(infantry(), infantry());
    for (bits, is_ruled) in [(0, false), (1, false), (2, false), (4, true), (8, true), (6, true)] {
        let listed = all(with_bits(bits, even.clone()));
        assert_eq!(listed.contains("PB-A108"), is_ruled, "{bits} {listed}");
    }
    let mut one_way = sample::ruleset();
    one_way.rulings.river_effect_both_ways = false;
    let one_way_odds = super::odds(&one_way, &with_bits(4, even)).expect("valid duel");
    assert!(!rules(&one_way_odds).contains(&"PB-A108"), "{:?}", one_way_odds.rules);
    // Rulings come after the rules.
    let order: Vec<bool> = odds.rules.iter().map(|rule| rule.starts_with("PB-A")).collect();
    assert!(order.is_sorted(), "{:?}", odds.rules);
}

/// PB-3.37: a type defined by the ruleset fights according to its own row.
#[test]
fn pb_3_37_own_types_fight() {
    let mut ruleset = sample::ruleset();
    let like = PieceType::Cavalry;
    let row = PieceRules { dice: 4, ..*ruleset.piece(like) };
    let cuirassiers: TypeId = sample::id("cuirassiers");
    let own = sandtable_pack::OwnType { like, qualities: BTreeSet::new(), rules: row };
    ruleset.types.insert(cuirassiers.clone(), own);
    let infantry = || fighter(PieceType::Infantry);
    let of = |own_type| {
        let attacker = Fighter { own_type, ..fighter(like) };
        odds(&ruleset, &duel(attacker, infantry())).map(|odds| odds.defender.eliminated)
    };
    let (plain, heavy) =
        (of(None).expect("valid duel"), of(Some(cuirassiers)).expect("valid duel"));
    assert!(heavy > plain, "{heavy} {plain}");
    let refused = of(Some(sample::id("mamelukes")));
    assert_eq!(refused.map_err(|refusal| refusal.rule.0), Err("PB-3.37"));
    let spent = Fighter { status: Status::Spent, ..fighter(PieceType::Detachment) };
    let refused = odds(&ruleset, &duel(infantry(), spent));
    assert_eq!(refused.map_err(|refusal| refusal.rule.0), Err("PB-A10"));
}

/// PB-Q18, PB-Q19, PB-Q23: in the quick-start rules the river has no effect, only the rear is a
/// flank, and artillery fires first in every round. Editions 3.1 and 3.2 give the same odds.
#[test]
fn odds_by_other_editions() {
    let infantry = || fighter(PieceType::Infantry);
    let even = duel(infantry(), infantry());
    let quick = |duel: &Duel| odds(&sample::quick_start_ruleset(), duel).expect("valid duel");
    let lost = |odds: &Odds| odds.attacker.eliminated;
    close(lost(&quick(&with_bits(RIVER, even.clone()))), lost(&quick(&even)));
    close(lost(&quick(&even)), lost(&solve(&even)));
    let flank = quick(&with_bits(FLANK, even.clone()));
    close(lost(&flank), lost(&solve(&with_bits(FLANK, even.clone()))));
    assert!(rules(&flank).contains(&"PB-Q18"), "{:?}", flank.rules);
    let guns = duel(infantry(), fighter(PieceType::Artillery));
    let guns_lost = |odds: &Odds| odds.defender.eliminated;
    assert!(guns_lost(&quick(&guns)) < guns_lost(&solve(&guns)), "it fires first in every round");
    assert!(rules(&quick(&guns)).contains(&"PB-Q19"));
    for duel in [even, guns] {
        let third = odds(&sample::ruleset_3_1(), &duel).expect("valid duel");
        let ruleset = "pub-battles/3.1".to_owned();
        assert_eq!(third, Odds { ruleset, ..solve(&duel) });
    }
}

/// PB-3.27, PB-A9: among the arms, only infantry has qualities. A type defined by the ruleset lists
/// its qualities.
#[test]
fn pb_3_27_only_infantry_has_qualities() {
    let mut ruleset = sample::ruleset();
    let like = PieceType::Cavalry;
    let horse_guards: TypeId = sample::id("horse-guards");
    let own = sandtable_pack::OwnType {
        like,
        qualities: BTreeSet::from([Quality::Guard]),
        rules: *ruleset.piece(like),
    };
    ruleset.types.insert(horse_guards.clone(), own);
    let refused_by = |kind, own_type: Option<TypeId>, quality| {
        let defender = Fighter { own_type, quality, ..fighter(kind) };
        let odds = odds(&ruleset, &duel(fighter(PieceType::Infantry), defender));
        odds.err().map(|refusal| refusal.rule.0)
    };
    for kind in ALL {
        for quality in [Quality::Militia, Quality::Elite, Quality::Guard] {
            let refused = (kind != PieceType::Infantry).then_some("PB-3.27");
            assert_eq!(refused_by(kind, None, quality), refused, "{kind:?} {quality:?}");
        }
    }
    assert_eq!(refused_by(like, Some(horse_guards.clone()), Quality::Guard), None);
    assert_eq!(refused_by(like, Some(horse_guards), Quality::Elite), Some("PB-3.27"));
}

/// Notes list requests without effect, each with its rule.
#[test]
fn requests_without_effect_are_noted() {
    let infantry = || fighter(PieceType::Infantry);
    let river = with_bits(RIVER, duel(infantry(), infantry()));
    let notes = |ruleset: &Ruleset, duel: &Duel| odds(ruleset, duel).expect("valid duel").notes;
    assert!(notes(&sample::ruleset(), &river).is_empty());
    let quick = notes(&sample::quick_start_ruleset(), &river);
    assert!(matches!(quick.as_slice(), [note] if note.contains("PB-Q23")), "{quick:?}");
    for (kind, rule) in [(PieceType::Detachment, "PB-A10"), (PieceType::Artillery, "PB-14.4")] {
        let careful = Fighter { retreats: RetreatPolicy::WhenSpent, ..fighter(kind) };
        let case = duel(infantry(), careful);
        let notes_of_case = notes(&sample::ruleset(), &case);
        assert!(
            matches!(notes_of_case.as_slice(), [note] if note.contains(rule)),
            "{notes_of_case:?}"
        );
        // The note is correct: the odds do not change.
        let stubborn = solve(&duel(infantry(), fighter(kind)));
        assert_eq!(solve(&case).defender, stubborn.defender);
    }
}

fn infantry() -> Fighter {
    fighter(PieceType::Infantry)
}

fn elite() -> Fighter {
    Fighter { quality: Quality::Elite, ..infantry() }
}

fn supported(fighter: Fighter) -> Lead {
    Lead { support: Some(infantry()), ..fighter.into() }
}

fn at(face: Face, fighter: Fighter) -> Lead {
    Lead { face, ..fighter.into() }
}

/// The combat of PB-T120: an elite piece with Support attacks a supported piece in front, a second
/// piece attacks its flank, and a third attacks the second's flank.
fn worked_example() -> Duel {
    let mut duel = duel(supported(elite()), supported(infantry()));
    duel.attackers.push(at(Face::LeftFlank, infantry()));
    duel.defenders.push(Lead { enemy: 1, ..at(Face::RightFlank, infantry()) });
    duel
}

#[test]
fn pb_t120_timing() {
    let start = std::time::Instant::now();
    let odds = solve(&worked_example());
    panic!("{:?} {odds:#?}", start.elapsed());
}
