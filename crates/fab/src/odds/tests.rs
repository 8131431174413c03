use sandtable_pack::fab::{FireKind, Lasting, RelativeSide, sample};

use super::*;

fn unit(class: Class, quality: Quality, steps: u8) -> DuelUnit {
    DuelUnit { class, quality, steps, order: Order::Good, supplied: true }
}

fn duel(attackers: Vec<DuelUnit>, defenders: Vec<DuelUnit>) -> Duel {
    Duel {
        attackers,
        defenders,
        assets: Default::default(),
        events: Default::default(),
        difficulty: 0,
        fieldworks: false,
        river_assault: false,
        abort: AbsorbPolicy::Never,
        disorder: AbsorbPolicy::Never,
        retreat: AbsorbPolicy::Never,
        morale: false,
    }
}

fn odds(duel: &Duel) -> DuelOdds {
    duel_odds(duel, &sample::series()).expect("the duel is valid")
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

fn assets(kind: AssetKind, count: usize) -> Vec<DuelAsset> {
    vec![DuelAsset { kind, class: INFANTRY, quality: VETERAN, engineer: false }; count]
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
        vec![DuelUnit { supplied: false, ..unit(Class::Armour, Quality::Elite, 2) }],
        vec![unit(INFANTRY, Quality::Recruit, 1)],
    );
    one.difficulty = 1;
    one.morale = true;
    compare_with_all_faces(&one);
    one.attackers[0].supplied = true;
    one.assets = [assets(AssetKind::Artillery, 1), Vec::new()];
    one.events[1] = vec![Effect::ExtraDice { n: 1, sn: 4, step: FireKind::Artillery }];
    one.disorder = AbsorbPolicy::Always;
    compare_with_all_faces(&one);
}

fn compare_with_all_faces(one: &Duel) {
    let fast = odds(one);
    let field =
        Battle::new(BattleParts { scene: scene(one), ruleset: rules_for(&sample::series()) });
    let field = Arc::new(Battlefield::new(field.expect("the duel is valid")));
    let mut slow = DuelOdds::empty(one);
    odds_by_faces(one, &duel_game(one, field), 1.0, &mut slow);
    let all = |odds: &DuelOdds| {
        let steps = odds.attacker_steps.iter().chain(&odds.defender_steps).copied();
        let ends = [odds.defender_eliminated, odds.taken, odds.exploitation, odds.disordered];
        let Morale { passed, disordered, step_lost, surrendered } = odds.morale;
        let checks = [odds.exploiting, passed, disordered, step_lost, surrendered];
        steps.chain(ends).chain(checks).collect::<Vec<f64>>()
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
            for policy in [AbsorbPolicy::Never, AbsorbPolicy::Always, AbsorbPolicy::WhenDestroyed] {
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
    one.abort = AbsorbPolicy::Always;
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

/// FAB-9.34a: units out of supply get no assets and no event; the odds report them as unused.
#[test]
fn unsupplied_assets_are_unused() {
    let mut hungry = unit(INFANTRY, VETERAN, 2);
    hungry.supplied = false;
    let mut duel = duel(vec![hungry], vec![unit(INFANTRY, VETERAN, 2)]);
    duel.assets = [assets(AssetKind::Artillery, 1), assets(AssetKind::Artillery, 1)];
    let found = odds(&duel);
    assert_eq!((found.unused, found.event_unused), ([1, 0], [false, false]));
    duel.assets[0].clear();
    duel.events[0] = vec![Effect::ExtraDice { n: 1, sn: 5, step: FireKind::Close }];
    let found = odds(&duel);
    assert_eq!((found.unused, found.event_unused), ([0, 0], [true, false]));
}

/// FAB-6.22b: events add dice or change Success Numbers; computed by hand for single steps.
#[test]
fn fab_6_22b_events_by_hand() {
    let mut one = duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 1)]);
    one.events[0] = vec![Effect::ExtraDice { n: 1, sn: 5, step: FireKind::Artillery }];
    let found = odds(&one);
    assert!(is_close(found.attacker_eliminated, 0.25), "{found:?}");
    assert!(is_close(found.defender_eliminated, 0.5 + 0.5 * 0.25));
    assert!(is_close(found.assets[0], 0.0), "an event is no asset");
    let (side, fire) = (RelativeSide::Enemy, Some(FireKind::Close));
    let weaken = Effect::SnModifier { side, fire, n: -1, duration: Lasting::Round };
    one.events[0] = vec![weaken.clone()];
    let found = odds(&one);
    assert!(is_close(found.attacker_eliminated, 0.4), "{found:?}");
    assert!(is_close(found.defender_eliminated, 0.6 * 0.5));
    one.events[0].push(weaken);
    let refused = duel_odds(&one, &sample::series());
    assert!(
        matches!(&refused, Err(DuelError::Refused(refusal)) if refusal.rule.0 == "FAB-A54"),
        "{refused:?}"
    );
}

/// FAB-6.33: engineers that survive remove the fieldworks, which would otherwise absorb the only
/// hit. The defender's hit falls on the engineers.
#[test]
fn fab_6_33_engineers_clear_fieldworks() {
    let mut one = duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 1)]);
    one.fieldworks = true;
    one.assets[0] = assets(AssetKind::Battle, 1);
    one.assets[0][0].engineer = true;
    let found = odds(&one);
    assert!(is_close(found.defender_eliminated, 0.5 * 0.5), "{found:?}");
    assert!(is_close(found.assets[0], 0.5) && found.rules.contains(&FAB_6_33));
    one.assets[0].clear();
    assert!(is_close(odds(&one).defender_eliminated, 0.0));
}

/// FAB-6.42c1: a defender with two steps that retreats only to survive does so after two hits or
/// more, of which it absorbs one.
#[test]
fn fab_6_42c1_retreat_to_survive_by_hand() {
    let mut one = duel(vec![unit(INFANTRY, VETERAN, 4)], vec![unit(INFANTRY, VETERAN, 2)]);
    let binomial = |dice: i32, hits: i32| {
        let ways = (0..hits).fold(1, |ways, index| ways * (dice - index) / (index + 1));
        f64::from(ways) * (0..dice).fold(1.0, |product, _| product * 0.5)
    };
    // The defender's hits are taken first; the remaining steps fire.
    let by_hits = |most: i32, least: i32| -> f64 {
        let fire = |lost: i32| -> f64 {
            (least..=(4 - lost).min(most)).map(|hits| binomial(4 - lost, hits)).sum()
        };
        (0..=2).map(|lost| binomial(2, lost) * fire(lost)).sum()
    };
    let found = odds(&one);
    assert!(is_close(found.defender_eliminated, by_hits(4, 2)) && is_close(found.retreated, 0.0));
    one.retreat = AbsorbPolicy::WhenDestroyed;
    let found = odds(&one);
    assert!(is_close(found.defender_eliminated, by_hits(4, 3)), "{found:?}");
    assert!(is_close(found.retreated, by_hits(2, 2)), "{found:?}");
    one.retreat = AbsorbPolicy::Always;
    assert!(is_close(odds(&one).retreated, by_hits(2, 1)));
}

/// FAB-6.41b1: an attacker whose battle asset takes one of the hits is not destroyed, so it does not
/// abort.
#[test]
fn fab_6_41b1_assets_count_before_an_abort() {
    let mut one = duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 2)]);
    one.abort = AbsorbPolicy::WhenDestroyed;
    // The first hit must be taken; it eliminates the only step.
    assert!(is_close(odds(&one).aborted, 0.0));
    one.assets[0] = assets(AssetKind::Battle, 1);
    // After the first hit on the asset, the second hit would eliminate the unit.
    assert!(is_close(odds(&one).aborted, 0.25));
    one.assets[0] = assets(AssetKind::Battle, 2);
    assert!(is_close(odds(&one).aborted, 0.0));
}

/// FAB-6.8b: armour checks morale to exploit, with Success Number 7 if Elite and 5 if Veteran.
#[test]
fn fab_6_8b_armour_exploits() {
    for (quality, passes) in [(Quality::Elite, 0.7), (VETERAN, 0.5)] {
        let one = duel(vec![unit(Class::Armour, quality, 2)], vec![unit(INFANTRY, VETERAN, 1)]);
        // Losses may lower the quality only of units with a quality for each step.
        let found = odds(&one);
        assert!(found.exploitation > 0.0 && found.rules.contains(&FAB_6_8B));
        assert!(is_close(found.exploiting, found.exploitation * passes), "{found:?}");
    }
}

/// FAB-9.4: the worked cases of the check for being out of supply.
#[test]
fn fab_t111_to_t115_morale_checks() {
    let (good, disordered) = (Order::Good, Order::Disordered);
    let check = |quality, order, steps, expected: [f64; 4]| {
        let unit = DuelUnit { order, supplied: false, ..unit(INFANTRY, quality, steps) };
        let found = odds(&Duel { morale: true, ..duel(vec![unit], Vec::new()) });
        let Morale { passed, disordered, step_lost, surrendered } = found.morale;
        let results = [passed, disordered, step_lost, surrendered].into_iter().zip(expected);
        results.for_each(|(found, expected)| assert!(is_close(found, expected), "{found}"));
        let gone = if steps == 1 { step_lost + surrendered } else { surrendered };
        assert!(is_close(found.attacker_eliminated, gone));
        assert!(is_close(found.attacker_steps[usize::from(steps)], gone));
        assert!(is_close(found.defender_eliminated, 0.0) && is_close(found.taken, 0.0));
    };
    check(VETERAN, good, 3, [0.4, 0.6, 0.0, 0.0]);
    check(VETERAN, Order::Recovering, 3, [0.3, 0.7, 0.0, 0.0]);
    check(VETERAN, disordered, 3, [0.3, 0.0, 0.6, 0.1]);
    check(Quality::Recruit, disordered, 2, [0.1, 0.0, 0.6, 0.3]);
    check(Quality::Elite, disordered, 3, [0.5, 0.0, 0.5, 0.0]);
    check(VETERAN, disordered, 1, [0.3, 0.0, 0.6, 0.1]);
    // FAB-9.4a: units in supply do not check.
    let one = Duel { morale: true, ..duel(vec![unit(INFANTRY, VETERAN, 2)], Vec::new()) };
    assert_eq!(odds(&one).morale, Morale::default());
}
