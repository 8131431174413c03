use sandtable_pack::fab::sample;

use super::*;

fn unit(class: Class, quality: Quality, steps: u8) -> DuelUnit {
    DuelUnit { class, quality, steps, order: Order::Good, supplied: true }
}

fn duel(attackers: Vec<DuelUnit>, defenders: Vec<DuelUnit>) -> Duel {
    Duel {
        attackers,
        defenders,
        assets: [Vec::new(), Vec::new()],
        difficulty: 0,
        fieldworks: false,
        river_assault: false,
        abort: AbortPolicy::Never,
        disorder: AbsorbPolicy::Never,
        retreat: AbsorbPolicy::Never,
    }
}

fn odds(duel: &Duel) -> DuelOdds {
    duel_odds(duel, &sample::series()).expect("the duel is valid")
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

fn assets(kind: AssetKind, count: usize) -> Vec<DuelAsset> {
    vec![DuelAsset { kind, class: INFANTRY, quality: VETERAN }; count]
}

const INFANTRY: Class = Class::Infantry;
const VETERAN: Quality = Quality::Veteran;

#[test]
fn two_single_steps() {
    let odds = odds(&duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 1)]));
    // The defender fires first, with Success Number 5; an attacker that is hit does not fire.
    assert!(is_close(odds.attacker_eliminated, 0.5) && is_close(odds.defender_eliminated, 0.25));
    assert!(is_close(odds.attacker_steps[1], 0.5) && is_close(odds.defender_steps[0], 0.75));
    assert!(is_close(odds.exploitation, 0.0), "no hit is left");
}

/// A slow check that tries all die results instead of numbers of hits.
fn odds_by_faces(duel: &Duel, game: &Game, chance: f64, odds: &mut DuelOdds) {
    if game.state.tasks.is_empty() {
        add_outcome(duel, game, chance, odds);
        return;
    }
    match game.node() {
        Node::Dice(dice) => {
            let all = 10_u32.pow(u32::from(dice));
            for faces in 0..all {
                let die = |place: u8| (faces / 10_u32.pow(u32::from(place)) % 10) as u8 + 1;
                let shown = Input::Dice((0..dice).map(die).collect());
                odds_by_faces(
                    duel,
                    &apply_input(game, shown).expect("dice are legal"),
                    chance / f64::from(all),
                    odds,
                );
            }
        }
        Node::Decision { side, question } => {
            let action = answer(duel, game, side, question);
            odds_by_faces(
                duel,
                &apply_input(game, Input::Action(action)).expect("policy answers are legal"),
                chance,
                odds,
            );
        }
        Node::Cup(_) | Node::Over(_) => unreachable!("a round draws nothing"),
    }
}

#[test]
fn hit_counts_match_all_faces() {
    let mut one = duel(
        vec![unit(Class::Armour, Quality::Elite, 2)],
        vec![unit(INFANTRY, Quality::Recruit, 1)],
    );
    one.assets = [assets(AssetKind::Artillery, 1), Vec::new()];
    one.difficulty = 1;
    one.disorder = AbsorbPolicy::Always;
    let fast = odds(&one);
    let field =
        Battle::new(BattleParts { scene: scene(&one), ruleset: rules_for(&sample::series()) });
    let field = Arc::new(Battlefield::new(field.expect("the duel is valid")));
    let mut slow = DuelOdds::empty(&one);
    odds_by_faces(&one, &duel_game(&one, field), 1.0, &mut slow);
    let all = |odds: &DuelOdds| {
        let steps = odds.attacker_steps.iter().chain(&odds.defender_steps).copied();
        let ends = [odds.defender_eliminated, odds.taken, odds.exploitation, odds.disordered];
        steps.chain(ends).collect::<Vec<f64>>()
    };
    for (fast, slow) in all(&fast).into_iter().zip(all(&slow)) {
        assert!((fast - slow).abs() < 1e-9, "{fast} {slow}");
    }
    assert_eq!(fast.rules, slow.rules);
}

#[test]
fn chances_sum_to_one() {
    let qualities = [Quality::Recruit, VETERAN, Quality::Elite];
    for attackers in 1..=2 {
        for quality in qualities {
            for policy in [AbortPolicy::Never, AbortPolicy::Always, AbortPolicy::WhenDestroyed] {
                let mut one = duel(
                    vec![unit(Class::Armour, quality, 3); attackers],
                    vec![unit(INFANTRY, VETERAN, 4), unit(INFANTRY, Quality::Recruit, 2)],
                );
                let both = |count| {
                    [assets(AssetKind::Artillery, count), assets(AssetKind::Battle, count)].concat()
                };
                one.assets = [both(2), both(1)];
                one.fieldworks = true;
                one.abort = policy;
                one.disorder = AbsorbPolicy::Always;
                one.retreat = AbsorbPolicy::Always;
                let odds = odds(&one);
                for chances in [&odds.attacker_steps, &odds.defender_steps] {
                    assert!(is_close(chances.iter().sum(), 1.0), "{chances:?}");
                }
            }
        }
    }
}

/// FAB-6.24b: an asset compares its own class and quality with the point unit.
#[test]
fn assets_use_their_own_quality() {
    let lost = |asset| {
        let mut one = duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 4)]);
        one.assets[0] = vec![asset];
        let odds = odds(&one);
        odds.defender_steps.iter().enumerate().map(|(steps, share)| steps as f64 * share).sum()
    };
    let battle = assets(AssetKind::Battle, 1)[0];
    let plain: f64 = lost(battle);
    assert!(plain < lost(DuelAsset { quality: Quality::Elite, ..battle }));
    assert!(plain > lost(DuelAsset { quality: Quality::Recruit, ..battle }));
    assert!(plain < lost(DuelAsset { class: Class::Armour, ..battle }));
}

#[test]
fn fab_t81_t82_aborted_river_assault_recrosses() {
    let mut one = duel(vec![unit(INFANTRY, VETERAN, 3)], vec![unit(INFANTRY, VETERAN, 3)]);
    one.river_assault = true;
    one.abort = AbortPolicy::Always;
    let odds = odds(&one);
    // The cases with two or three hits from three dice at Success Number 5.
    assert!(is_close(odds.aborted, 0.5) && is_close(odds.exploitation, 0.0));
}

/// FAB-6.31: assets beyond the limits are refused, with the rule.
#[test]
fn excess_assets_are_refused() {
    for (kind, side, most, rule) in
        [(AssetKind::Artillery, 0, 2, "FAB-6.31"), (AssetKind::Artillery, 1, 1, "FAB-6.31")]
    {
        let mut duel = duel(vec![unit(INFANTRY, VETERAN, 3)], vec![unit(INFANTRY, VETERAN, 3)]);
        duel.assets[side] = assets(kind, most);
        duel_odds(&duel, &sample::series()).expect("the assets are legal");
        duel.assets[side] = assets(kind, most + 1);
        match duel_odds(&duel, &sample::series()) {
            Err(DuelError::Refused(refusal)) => assert_eq!(refusal.rule.0, rule),
            other => panic!("{other:?}"),
        }
    }
}

/// The order of units has no effect.
#[test]
fn unit_order_does_not_matter() {
    for [first, second] in [
        [unit(INFANTRY, VETERAN, 3), unit(Class::Armour, VETERAN, 3)],
        [unit(INFANTRY, Quality::Elite, 3), unit(INFANTRY, Quality::Recruit, 3)],
        [
            unit(INFANTRY, VETERAN, 3),
            DuelUnit { order: Order::Disordered, ..unit(INFANTRY, VETERAN, 3) },
        ],
        [unit(INFANTRY, VETERAN, 3), DuelUnit { supplied: false, ..unit(INFANTRY, VETERAN, 3) }],
    ] {
        let one = odds(&duel(vec![first, second], vec![first, second]));
        let other = odds(&duel(vec![second, first], vec![second, first]));
        let pairs = one.attacker_steps.iter().zip(&other.attacker_steps);
        for (one, other) in pairs.chain(one.defender_steps.iter().zip(&other.defender_steps)) {
            assert!(is_close(*one, *other), "{one} {other}");
        }
    }
}

/// FAB-9.34a: units out of supply get no assets; the odds report those assets as unused.
#[test]
fn unsupplied_assets_are_unused() {
    let mut hungry = unit(INFANTRY, VETERAN, 2);
    hungry.supplied = false;
    let mut duel = duel(vec![hungry], vec![unit(INFANTRY, VETERAN, 2)]);
    duel.assets = [assets(AssetKind::Artillery, 1), assets(AssetKind::Artillery, 1)];
    assert_eq!(odds(&duel).unused, [1, 0]);
}
