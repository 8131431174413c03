use sandtable_pack::sample;

use super::*;
use crate::state::Location;

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

fn rules(odds: &Odds) -> Vec<&str> {
    odds.rules.iter().map(String::as_str).collect()
}

/// The listed rules are exactly the rules that the engine applied.
#[test]
fn only_applied_rules_are_listed() {
    let plain = duel(elite(), fighter(PieceType::Artillery));
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

/// The pieces of PB-T120 lose what the digest says for its dice and decisions.
#[test]
fn pb_t120_worked_example() {
    let (ruleset, duel) = (sample::ruleset(), worked_example());
    let table = Table::set(&ruleset, &duel).expect("valid duel");
    let [first, second, third, lead, support, fourth] = <[PieceIndex; 6]>::try_from(
        table.troops.iter().map(|troop| troop.piece).collect::<Vec<_>>(),
    )
    .expect("six pieces");
    let places = |game: &Game| -> Vec<Option<PieceIndex>> {
        let combat = game.state.combat.as_ref().expect("the combat has begun");
        combat.places.iter().map(|place| place.piece).collect()
    };
    assert_eq!(places(&table.game), [lead, first, third, fourth].map(Some));
    let mut dice = [[4, 5, 6], [4, 2, 1], [3, 5, 1], [3, 2, 1], [6, 3, 2], [5, 4, 1]].into_iter();
    let mut game = table.game.clone();
    while !matches!(game.node(), Node::Over(_)) {
        let input = match game.node() {
            Node::Dice { .. } => Input::Dice(dice.next().expect("six fires").to_vec()),
            Node::Decision { question, .. } => Input::Action(match question {
                Question::StayOrRetire(piece) if piece == third => Action::Retire,
                Question::StayOrRetire(_) => Action::Stay,
                Question::RetreatDirection(piece) => {
                    straightest_retreat(&game, piece).expect("a way")
                }
                // 3 fires at A; 2 and B take the places of 1 and A.
                _ => game.proposals().swap_remove(0),
            }),
            other => panic!("{other:?}"),
        };
        game.apply(&input).expect("legal input");
    }
    assert!(dice.next().is_none());
    assert!(matches!(game.state.piece(lead).place, Location::Destroyed { .. }));
    for (piece, is_spent) in
        [(first, true), (second, true), (third, true), (support, true), (fourth, false)]
    {
        assert_eq!(game.is_spent(piece), is_spent, "{piece:?}");
    }
}

/// The results of many games agree with the exact odds, for every piece.
#[test]
fn odds_match_played_games() {
    let cavalry = || fighter(PieceType::Cavalry);
    let careful = Fighter { retreats: RetreatPolicy::WhenSpent, ..infantry() };
    let mut two_batteries = bombardment(supported(infantry()));
    two_batteries.attackers.push(at(Face::LeftFlank, fighter(PieceType::Artillery)));
    let mut two_attackers = duel(elite(), supported(careful));
    two_attackers.attackers.push(at(Face::RightFlank, cavalry()));
    for (case, games) in [
        (with_bits(COVER, duel(elite(), infantry())), 20_000),
        (two_batteries, 5_000),
        (two_attackers, 2_000),
    ] {
        let (exact, ruleset) = (solve(&case), sample::ruleset());
        let table = Table::set(&ruleset, &case).expect("valid duel");
        let solver =
            Solver { duel: &case, table: &table, cache: BTreeMap::new(), rules: BTreeSet::new() };
        let mut dice =
            sandtable_engine::RandomStream::new(1, sandtable_engine::StreamPurpose::Dice);
        let mut sums = vec![Fate::default(); table.troops.len()];
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
            for (sum, troop) in sums.iter_mut().zip(&table.troops) {
                add(sum, &troop.fate(&game));
            }
        }
        // Five standard deviations.
        let tolerance = 2.5 / f64::from(games).sqrt();
        for (sum, exact) in sums.iter().zip(fates(&exact)) {
            let pairs = outcomes(sum).into_iter().zip(outcomes(&exact));
            for (count, exact) in pairs {
                let share = count / f64::from(games);
                assert!((share - exact).abs() < tolerance, "{share} {exact}");
            }
        }
    }
}

fn outcomes(fate: &Fate) -> [f64; 4] {
    [fate.fresh, fate.spent, fate.retreated, fate.eliminated]
}

fn add(sum: &mut Fate, fate: &Fate) {
    sum.fresh += fate.fresh;
    sum.spent += fate.spent;
    sum.retreated += fate.retreated;
    sum.eliminated += fate.eliminated;
}

/// The fates of all pieces in table order.
fn fates(odds: &Odds) -> Vec<Fate> {
    let of = |side: &'static str, first: Fate| {
        let others = odds.others.iter().filter(move |other| other.side == side);
        std::iter::once(first).chain(others.map(|other| other.fate))
    };
    of("attacker", odds.attacker).chain(of("defender", odds.defender)).collect()
}

fn bombardment(defender: impl Into<Lead>) -> Duel {
    Duel { bombards: true, ..duel(fighter(PieceType::Artillery), defender) }
}

/// PB-24.8: the results of a bombardment in the open, in cover, and on a flank or column (PB-A94).
#[test]
fn pb_24_8_bombardment_by_hand() {
    let of = |kind, quality, status| Fighter { kind, quality, status, ..infantry() };
    let (foot, fresh, spent) = (PieceType::Infantry, Status::Fresh, Status::Spent);
    let hits = |threshold: f64, bits| (bits, (7.0 - threshold) / 6.0);
    for (bits, hit) in
        [hits(4.0, 0), hits(5.0, COVER), hits(3.0, FLANK), hits(3.0, COLUMN), hits(4.0, 3)]
    {
        let miss: f64 = 1.0 - hit;
        let count =
            [miss * miss * miss, 3.0 * miss * miss * hit, 3.0 * miss * hit * hit, hit * hit * hit];
        let some = 1.0 - count[0];
        for (target, fresh, spent) in [
            (of(foot, Quality::Regular, fresh), count[0], count[1]),
            (of(foot, Quality::Regular, spent), 0.0, count[0]),
            (of(foot, Quality::Elite, fresh), count[0] + count[1], count[2]),
            (of(foot, Quality::Elite, spent), 0.0, count[0] + count[1]),
            (of(foot, Quality::Militia, fresh), count[0], 0.0),
            (of(PieceType::Detachment, Quality::Regular, fresh), 1.0 - some, 0.0),
        ] {
            let odds = solve(&with_bits(bits, bombardment(target.clone())));
            close(odds.defender.fresh, fresh);
            close(odds.defender.spent, spent);
            close(odds.defender.retreated, 1.0 - fresh - spent);
            close(odds.defender.eliminated, 0.0);
            close(odds.attacker.fresh, 1.0);
        }
    }
}

/// PB-T63: each bombardment starts anew, so an elite piece absorbs one hit of each battery.
#[test]
fn pb_t63_two_batteries_by_hand() {
    let mut two = bombardment(elite());
    two.attackers.push(fighter(PieceType::Artillery).into());
    let odds = solve(&two);
    close(odds.defender.fresh, 1.0 / 4.0);
    close(odds.defender.spent, 3.0 / 8.0);
    close(odds.defender.retreated, 3.0 / 8.0);
}

/// PB-15.8: the Support of a bombarded lead takes its place or retreats.
#[test]
fn pb_15_8_support_of_bombarded_lead() {
    let mut duel = bombardment(supported(infantry()));
    let holds = solve(&duel);
    close(holds.defender.retreated, 0.5);
    close(holds.others[0].fate.fresh, 1.0);
    duel.supports[1] = SupportPolicy::Retreats;
    close(solve(&duel).others[0].fate.retreated, 0.5);
}

/// PB-13.3, computed by hand for an attack on a detachment with another behind it. A Support that
/// takes its lead's place fights on with the odds of two detachments.
#[test]
fn pb_13_3_supported_detachment_by_hand() {
    let detachment = || fighter(PieceType::Detachment);
    let lead = Lead { support: Some(detachment()), ..detachment().into() };
    let mut duel = duel(detachment(), lead);
    let odds = solve(&duel);
    let support = |odds: &Odds| odds.others[0].fate;
    close(odds.attacker.eliminated, 8.0 / 9.0);
    close(odds.defender.eliminated, 2.0 / 3.0);
    close(support(&odds).eliminated, 2.0 / 9.0);
    close(support(&odds).fresh, 7.0 / 9.0);
    duel.supports[1] = SupportPolicy::Retreats;
    let odds = solve(&duel);
    close(odds.attacker.eliminated, 2.0 / 3.0);
    close(support(&odds).retreated, 2.0 / 3.0);
}

/// PB-T109: enemies in front and at the rear of a supported pair fight two combats, both on flanks.
#[test]
fn pb_t109_envelopment_is_two_combats() {
    // Detachments do not retreat, so neither defender pushes the other.
    let detachment = || fighter(PieceType::Detachment);
    let flank = solve(&with_bits(FLANK, duel(detachment(), detachment())));
    let lead = Lead { support: Some(detachment()), ..detachment().into() };
    let mut pair = duel(detachment(), lead);
    pair.attackers.push(at(Face::Rear, detachment()));
    let odds = solve(&pair);
    assert!(rules(&odds).contains(&"PB-18.6"), "{:?}", odds.rules);
    let expected = [flank.attacker, flank.attacker, flank.defender, flank.defender];
    for (found, expected) in fates(&odds).iter().zip(expected) {
        close(found.eliminated, expected.eliminated);
        close(found.fresh, expected.fresh);
    }
    close(odds.expected_rounds, 2.0 * flank.expected_rounds);
}

/// PB-T153: under the quick-start rules, a single attacker at the side is not on a flank, and two
/// attackers are.
#[test]
fn pb_t153_second_attacker_makes_flank() {
    let by_quick_start = |duel: &Duel| odds(&sample::quick_start_ruleset(), duel).expect("valid");
    let mut duel = duel(at(Face::LeftFlank, infantry()), infantry());
    let one = by_quick_start(&duel);
    assert!(!rules(&one).contains(&"PB-Q18"), "{:?}", one.rules);
    duel.attackers.push(infantry().into());
    let two = by_quick_start(&duel);
    assert!(rules(&two).contains(&"PB-Q18"), "{:?}", two.rules);
    assert!(two.defender.eliminated > one.defender.eliminated);
}

/// PB-T181: an attacker at the side of a pair fires only at the lead; the Support can step up.
#[test]
fn pb_t181_attack_on_the_side_of_a_pair() {
    let mut pair = duel(infantry(), supported(infantry()));
    pair.attackers.push(at(Face::LeftFlank, infantry()));
    let table_of = |duel| Table::set(&sample::ruleset(), duel).expect("valid duel").game;
    let game = table_of(&pair);
    let combat = game.state.combat.as_ref().expect("one combat");
    assert_eq!(combat.places.len(), 3);
    assert!(combat.places[0].support.is_some() && game.state.enveloped.is_empty());
}

/// PB-T118, PB-T119, PB-T180: cavalry and Fresh dragoons withdraw from infantry before combat.
#[test]
fn pb_t118_t119_withdrawal_before_combat() {
    let leaves =
        |kind, status| Fighter { status, retreats: RetreatPolicy::BeforeCombat, ..fighter(kind) };
    let (cavalry, dragoons) = (PieceType::Cavalry, PieceType::Dragoons);
    let (fresh, spent) = (Status::Fresh, Status::Spent);
    for (kind, status, column, enemy, withdraws) in [
        (cavalry, fresh, 0, PieceType::Infantry, true),
        (cavalry, spent, 0, PieceType::Infantry, true),
        (cavalry, fresh, 0, PieceType::Detachment, true),
        (cavalry, fresh, COLUMN, PieceType::Infantry, false),
        (cavalry, fresh, 0, PieceType::Cavalry, false),
        (dragoons, fresh, 0, PieceType::Infantry, true),
        (dragoons, spent, 0, PieceType::Infantry, false),
        (PieceType::Infantry, fresh, 0, PieceType::Infantry, false),
    ] {
        let odds = solve(&with_bits(column, duel(fighter(enemy), leaves(kind, status))));
        let case = format!("{kind:?} {status:?} {column} {enemy:?}");
        assert_eq!(odds.expected_rounds < 1e-12, withdraws, "{case}");
        assert_eq!(odds.defender.retreated > 1.0 - 1e-12, withdraws, "{case}");
        let notes = odds.notes.join(" ");
        assert_eq!(notes.contains("PB-27.1"), !withdraws, "{case} {notes}");
    }
    // PB-A141: cavalry that attacked does not withdraw.
    let odds = solve(&duel(leaves(cavalry, fresh), infantry()));
    assert_eq!(odds.notes, ["no attacker may withdraw before combat (PB-27.1)"]);
    // PB-A140: one infantry piece among the attackers is enough.
    let mut mixed = duel(fighter(cavalry), leaves(cavalry, fresh));
    mixed.attackers.push(at(Face::LeftFlank, infantry()));
    close(solve(&mixed).defender.retreated, 1.0);
}

/// Combats and bombardments that cannot happen are refused, with the rule.
#[test]
fn impossible_duels_are_refused() {
    let guns = || fighter(PieceType::Artillery);
    let in_column = Lead { column: true, ..infantry().into() };
    let with_guns = Lead { support: Some(guns()), ..infantry().into() };
    let two_in_front = Duel {
        attackers: vec![infantry().into(), infantry().into()],
        ..duel(infantry(), infantry())
    };
    let two_targets =
        Duel { defenders: vec![infantry().into(), infantry().into()], ..bombardment(infantry()) };
    let nobody = Lead { enemy: 1, ..infantry().into() };
    let spent_guns = Fighter { status: Status::Spent, ..guns() };
    for (case, rule) in [
        (duel(in_column.clone(), infantry()), "PB-A55"),
        (duel(infantry(), Lead { support: Some(infantry()), ..in_column }), "PB-A55"),
        (duel(infantry(), with_guns), "PB-13.4"),
        (two_in_front, "PB-6.4"),
        (two_targets, "PB-15.1"),
        (duel(nobody, infantry()), "PB-12.1"),
        (Duel { bombards: true, ..duel(infantry(), infantry()) }, "PB-15.1"),
        (Duel { attackers: vec![guns().into(); 4], ..bombardment(infantry()) }, "PB-6.4"),
        (Duel { bombards: true, ..duel(spent_guns, infantry()) }, "PB-15.9"),
    ] {
        let refused = odds(&sample::ruleset(), &case).map_err(|refusal| refusal.rule.0);
        assert_eq!(refused.err(), Some(rule), "{case:?}");
    }
    let cavalry_support = Lead { support: Some(infantry()), ..fighter(PieceType::Cavalry).into() };
    let case = duel(cavalry_support, infantry());
    assert!(odds(&sample::ruleset(), &case).is_ok());
    let refused = odds(&sample::quick_start_ruleset(), &case).map_err(|refusal| refusal.rule.0);
    assert_eq!(refused.err(), Some("PB-Q20"));
}
