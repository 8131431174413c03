//! Exact odds of a combat round: the engine's own code, with every number of hits that its dice can
//! show. Nothing of the rules is written here a second time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sandtable_pack::fab::{
    Area, Asset, AssetKind, Battle, BattleParts, ChitBox, ChitStart, Class, Draws, Edge, EndRule,
    EntryPolicy, Formation, Markers, NearestEntry, Order, Phase, Quality, Ruleset, Scene, Start,
    SupplySource, Terrain, TurnEntry, Unit, UnitStart, UnitType, VictoryRules,
};
use sandtable_pack::{
    AreaId, BorderId, ChitId, ConnectionId, FormationId, PackFault, ScenarioId, SideId, TerrainId,
    TypeId, UnitId,
};
use smallvec::SmallVec;

use crate::action::{Action, Input, Node, Piece, Question};
use crate::event::Happening;
use crate::field::Battlefield;
use crate::fire::succeeds;
use crate::game::{Diary, Game};
use crate::index::SideIndex;

/// A unit of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelUnit {
    /// Its class.
    pub class: Class,
    /// Its quality, the same at every step.
    pub quality: Quality,
    /// Its steps, 1 to 4.
    pub steps: u8,
    /// Is it in order?
    pub order: Order,
    /// Is it in supply?
    pub supplied: bool,
}

/// When an attacker aborts who may (FAB-6.41b).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbortPolicy {
    /// He takes all hits.
    Never,
    /// As soon as he may.
    Always,
    /// When the hits left would eliminate as many steps as he has.
    WhenDestroyed,
}

/// Whether a defender absorbs a hit who may (FAB-6.42b, FAB-6.42c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsorbPolicy {
    /// He takes it.
    Never,
    /// He absorbs it.
    Always,
}

/// Two forces in an area, for one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Units of the attacker, of one formation.
    pub attackers: Vec<DuelUnit>,
    /// Units of the defender, of one formation.
    pub defenders: Vec<DuelUnit>,
    /// Artillery assets of both, veteran.
    pub artillery: [u8; 2],
    /// Battle assets of both, veteran infantry.
    pub battle: [u8; 2],
    /// Terrain Difficulty Number of the area.
    pub difficulty: u8,
    /// Is the defender in fieldworks?
    pub fieldworks: bool,
    /// Did all attackers cross rivers, one a blown bridge at least (FAB-5.35e)?
    pub river_assault: bool,
    /// When the attacker aborts.
    pub abort: AbortPolicy,
    /// Does the defender absorb a hit of artillery by disorder?
    pub disorder: AbsorbPolicy,
    /// Does the defender absorb a hit of close fire by retreating?
    pub retreat: AbsorbPolicy,
}

/// What comes of a round, as probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelOdds {
    /// Of so many steps lost by the attacker's units: from none.
    pub attacker_steps: Vec<f64>,
    /// Of so many steps lost by the defender's units: from none.
    pub defender_steps: Vec<f64>,
    /// No unit of the attacker is left.
    pub attacker_eliminated: f64,
    /// No unit of the defender is left.
    pub defender_eliminated: f64,
    /// The attack was aborted.
    pub aborted: f64,
    /// The defenders who are left retreated.
    pub retreated: f64,
    /// A defender who is left is disordered.
    pub disordered: f64,
    /// Nobody of the defender's is left in the area.
    pub taken: f64,
    /// An exploitation opportunity arises (FAB-6.8a).
    pub exploitation: f64,
    /// Assets lost by the attacker and by the defender, on average.
    pub assets: [f64; 2],
    /// The rules that were applied.
    pub rules: BTreeSet<&'static str>,
}

impl DuelOdds {
    /// Before anything is counted.
    fn nothing(duel: &Duel) -> Self {
        let none = |units: &[DuelUnit]| {
            let steps: usize = units.iter().map(|unit| usize::from(unit.steps)).sum();
            vec![0.0; steps + 1]
        };
        Self {
            attacker_steps: none(&duel.attackers),
            defender_steps: none(&duel.defenders),
            attacker_eliminated: 0.0,
            defender_eliminated: 0.0,
            aborted: 0.0,
            retreated: 0.0,
            disordered: 0.0,
            taken: 0.0,
            exploitation: 0.0,
            assets: [0.0; 2],
            rules: BTreeSet::new(),
        }
    }
}

/// The odds of a duel by a ruleset, or what is wrong with it.
pub fn duel_odds(duel: &Duel, ruleset: &Ruleset) -> Result<DuelOdds, Vec<PackFault>> {
    let battle = Battle::new(BattleParts { scene: scene(duel), ruleset: rules_for(ruleset) })?;
    let game = laid_out(duel, Arc::new(Battlefield::new(battle)));
    let mut odds = DuelOdds::nothing(duel);
    follow(duel, &game, 1.0, &mut odds);
    Ok(odds)
}

/// Every way in which the round can go on, down to its end.
fn follow(duel: &Duel, game: &Game, chance: f64, odds: &mut DuelOdds) {
    if game.state.tasks.is_empty() {
        count(duel, game, chance, odds);
        return;
    }
    match game.node() {
        Node::Dice(dice) => {
            for (hits, part) in chances(&game.fire_numbers()).into_iter().enumerate() {
                if part > 0.0 {
                    // A natural 1 always hits and a natural 10 never: any way to so many hits will do.
                    let shown = (0..usize::from(dice)).map(|die| if die < hits { 1 } else { 10 });
                    follow(duel, &after(game, Input::Dice(shown.collect())), chance * part, odds);
                }
            }
        }
        Node::Decision { side, question } => {
            let action = answer(duel, game, side, question);
            follow(duel, &after(game, Input::Action(action)), chance, odds);
        }
        Node::Cup(_) | Node::Over(_) => unreachable!("a round draws nothing and ends no battle"),
    }
}

fn after(game: &Game, input: Input) -> Game {
    let mut next = game.clone();
    next.apply(&input).expect("what the policies answer is legal");
    next
}

/// How likely each number of hits is, from none, with these Success Numbers.
fn chances(numbers: &[i8]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for &number in numbers {
        let good = (1..=10).filter(|&die| succeeds(die, number)).count();
        let hit = good as f64 / 10.0;
        let mut next = vec![0.0; chances.len() + 1];
        for (hits, chance) in chances.iter().enumerate() {
            next[hits] += chance * (1.0 - hit);
            next[hits + 1] += chance * hit;
        }
        chances = next;
    }
    chances
}

/// What the policies say.
fn answer(duel: &Duel, game: &Game, side: SideIndex, question: Question) -> Action {
    let absorb = |policy: AbsorbPolicy, action: Action| match policy {
        AbsorbPolicy::Always => action,
        AbsorbPolicy::Never => Action::Stand,
    };
    match question {
        Question::Assign => {
            let own = game.in_box(side, ChitBox::Available);
            Action::Assign(own.collect::<SmallVec<_>>())
        }
        Question::Disorder => absorb(duel.disorder, Action::AcceptDisorder),
        Question::GiveGround => absorb(duel.retreat, Action::GiveGround),
        Question::Abort => {
            let left = game.state.units_in(game.round().area, side).iter();
            let steps: u8 = left.map(|&unit| game.state.unit(unit).steps).sum();
            let aborts = match duel.abort {
                AbortPolicy::Never => false,
                AbortPolicy::Always => true,
                AbortPolicy::WhenDestroyed => game.batch().hits >= steps,
            };
            // Who cannot go back over the river takes what comes.
            if aborts && game.judge_abort().is_ok() { Action::Abort } else { Action::PressOn }
        }
        // Battle assets before units, and among units whoever has most steps.
        Question::Lose => {
            let targets = game.loss_targets(game.role_of(side));
            let rank = |piece: &Piece| match piece {
                Piece::Asset(_) => u8::MAX,
                Piece::Unit(unit) => game.state.unit(*unit).steps,
            };
            let chosen = targets.iter().copied().max_by_key(rank);
            Action::Lose(chosen.expect("somebody takes the loss"))
        }
        // The point is the unit with most steps; the fewest retreats are chosen in order.
        Question::Lead => {
            let leaders = game.leaders(game.role_of(side));
            let rank = |piece: &Piece| match piece {
                Piece::Asset(_) => 0,
                Piece::Unit(unit) => game.state.unit(*unit).steps,
            };
            let chosen = leaders.iter().rev().copied().max_by_key(rank);
            Action::Lead(chosen.expect("somebody leads"))
        }
        Question::Retreat | Question::Clear => {
            game.proposals().into_iter().next().expect("something is always legal")
        }
        _ => Action::Done,
    }
}

/// Counts an end of the round.
fn count(duel: &Duel, game: &Game, chance: f64, odds: &mut DuelOdds) {
    let sides = [(SideIndex::First, &duel.attackers), (SideIndex::Second, &duel.defenders)];
    let [attacker_lost, defender_lost] = sides.map(|(side, units)| {
        let before: u8 = units.iter().map(|unit| unit.steps).sum();
        let own = game.field.units().filter(|&unit| game.side_of(unit) == side);
        let left: u8 = own.map(|unit| game.state.unit(unit).steps).sum();
        usize::from(before - left)
    });
    odds.attacker_steps[attacker_lost] += chance;
    odds.defender_steps[defender_lost] += chance;
    let mut add = |holds: bool, to: fn(&mut DuelOdds) -> &mut f64| {
        if holds {
            *to(odds) += chance;
        }
    };
    let happened =
        |what: fn(&Happening) -> bool| game.diary().iter().any(|event| what(&event.what));
    let area = game.field.area_of("field").expect("the duel is fought there");
    let left = |side: SideIndex| {
        game.field.units().any(|unit| game.side_of(unit) == side && game.state.unit(unit).steps > 0)
    };
    add(!left(SideIndex::First), |odds| &mut odds.attacker_eliminated);
    add(!left(SideIndex::Second), |odds| &mut odds.defender_eliminated);
    add(happened(|what| matches!(what, Happening::Aborted { .. })), |odds| &mut odds.aborted);
    let gone = !game.has_forces(area, SideIndex::Second);
    add(gone && left(SideIndex::Second), |odds| &mut odds.retreated);
    let disordered = game.field.units().any(|unit| {
        game.side_of(unit) == SideIndex::Second
            && game.state.unit(unit).order == Order::Disordered
            && game.state.unit(unit).steps > 0
    });
    add(disordered, |odds| &mut odds.disordered);
    add(gone && left(SideIndex::First), |odds| &mut odds.taken);
    let exploits = happened(|what| matches!(what, Happening::ExploitationChance { .. }));
    add(exploits, |odds| &mut odds.exploitation);
    for side in SideIndex::BOTH {
        let lost = game.in_box(side, ChitBox::Eliminated).count();
        odds.assets[side.index()] += chance * lost as f64;
    }
    odds.rules.extend(game.diary().iter().map(|event| event.rule.0));
}

/// The ruleset as far as a duel needs it: limits that speak of a battle's own names are left out.
fn rules_for(ruleset: &Ruleset) -> Ruleset {
    let mut rules = ruleset.clone();
    rules.defender_artillery.clear();
    rules.reserve.markers.clear();
    rules.reserve.formation_markers.clear();
    rules
}

macro_rules! id {
    ($type:ident, $text:expr) => {
        $type::new($text).expect("ids of a duel are kebab-case")
    };
}

/// The smallest battle in which a duel can be fought: the area itself, and one behind each side.
fn scene(duel: &Duel) -> Scene {
    let (attacker, defender) = (id!(SideId, "attacker"), id!(SideId, "defender"));
    let both = [attacker.clone(), defender.clone()];
    let area = |name: &str| Area {
        id: id!(AreaId, name),
        terrain: id!(TerrainId, "ground"),
        vp: BTreeMap::new(),
    };
    let edge = |other: &str| Edge {
        a: id!(AreaId, "field"),
        b: id!(AreaId, other),
        border: id!(BorderId, "open"),
        connection: id!(ConnectionId, "road"),
    };
    let behind = |side: &SideId, name: &str| SupplySource {
        side: side.clone(),
        area: id!(AreaId, name),
        needs_control: true,
        disabled_if_contested: false,
    };
    let mut units = Vec::new();
    let mut assets = Vec::new();
    let mut out_of_supply = BTreeSet::new();
    for (index, (side, list)) in both.iter().zip([&duel.attackers, &duel.defenders]).enumerate() {
        let formation = id!(FormationId, ["attackers", "defenders"][index]);
        for (number, unit) in list.iter().enumerate() {
            let id = id!(UnitId, &format!("{side}-{number}"));
            if !unit.supplied {
                out_of_supply.insert(id.clone());
            }
            units.push(Unit {
                id,
                side: side.clone(),
                formation: formation.clone(),
                unit_type: id!(TypeId, class_name(unit.class)),
                quality_by_step: vec![unit.quality; usize::from(unit.steps)],
                start: UnitStart::SetUp {
                    area: id!(AreaId, "field"),
                    steps: unit.steps,
                    order: unit.order,
                    reserve: false,
                },
            });
        }
        let kinds = [(AssetKind::Artillery, duel.artillery), (AssetKind::Battle, duel.battle)];
        for (kind, counts) in kinds {
            for number in 0..counts[index] {
                let what = if kind == AssetKind::Artillery { "artillery" } else { "battle" };
                assets.push(Asset {
                    id: id!(ChitId, &format!("{side}-{what}-{number}")),
                    side: side.clone(),
                    formation: Some(formation.clone()),
                    kind,
                    class: Class::Infantry,
                    quality: Quality::Veteran,
                    engineer: false,
                    may_retreat: true,
                    dice: 1,
                    any_formation: false,
                    start: ChitStart::In(ChitBox::Available),
                });
            }
        }
    }
    let none = Draws { first: 0, second: 0 };
    Scene {
        id: id!(ScenarioId, "duel"),
        first_player: attacker.clone(),
        formations: vec![
            Formation { id: id!(FormationId, "attackers"), side: attacker.clone() },
            Formation { id: id!(FormationId, "defenders"), side: defender.clone() },
        ],
        unit_types: Class::ALL
            .map(|class| UnitType { id: id!(TypeId, class_name(class)), class, allowance: None })
            .into(),
        terrain: vec![Terrain { id: id!(TerrainId, "ground"), difficulty: duel.difficulty }],
        areas: vec![area("field"), area("rear-of-attacker"), area("rear-of-defender")],
        edges: vec![edge("rear-of-attacker"), edge("rear-of-defender")],
        entries: Vec::new(),
        entry_policy: EntryPolicy {
            nearest: NearestEntry::Graph,
            any_letter_after_delay: true,
            redirect_allowed: BTreeSet::new(),
        },
        supply_sources: vec![
            behind(&attacker, "rear-of-attacker"),
            behind(&defender, "rear-of-defender"),
        ],
        units,
        assets,
        events: Vec::new(),
        reusable: Vec::new(),
        start: Start { turn: 1, player: attacker.clone(), phase: Phase::Combat },
        turn_track: vec![TurnEntry {
            draws: both.iter().map(|side| (side.clone(), none)).collect(),
            net_vp: BTreeMap::new(),
        }],
        victory: VictoryRules { elimination_vp: 0, end: EndRule::HigherVp },
        control: [
            (id!(AreaId, "field"), defender.clone()),
            (id!(AreaId, "rear-of-attacker"), attacker),
            (id!(AreaId, "rear-of-defender"), defender),
        ]
        .into(),
        markers: Markers::default(),
        out_of_supply: Some((out_of_supply, BTreeSet::new())),
        sides: both,
    }
}

const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Infantry => "infantry",
        Class::Armour => "armour",
    }
}

/// The round, about to begin.
fn laid_out(duel: &Duel, field: Arc<Battlefield>) -> Game {
    let mut game = Game::set_up(field, Diary::Kept);
    let area = game.field.area_of("field").expect("the duel is fought there");
    if duel.fieldworks {
        game.state.area_mut(area).fieldworks = Some(SideIndex::Second);
    }
    if duel.river_assault {
        game.state.area_mut(area).river_assault = true;
        let rear = game.field.area_of("rear-of-attacker").expect("the duel has one");
        let border = game.field.between(area, rear).expect("they have a border");
        for unit in game.field.units() {
            game.state.unit_mut(unit).came_by = Some((border, true));
        }
    }
    game.fight(area, None);
    game.advance();
    game
}

#[cfg(test)]
mod tests {
    use sandtable_pack::fab::sample;

    use super::*;

    fn unit(class: Class, quality: Quality, steps: u8) -> DuelUnit {
        DuelUnit { class, quality, steps, order: Order::Good, supplied: true }
    }

    fn duel(attackers: Vec<DuelUnit>, defenders: Vec<DuelUnit>) -> Duel {
        Duel {
            attackers,
            defenders,
            artillery: [0; 2],
            battle: [0; 2],
            difficulty: 0,
            fieldworks: false,
            river_assault: false,
            abort: AbortPolicy::Never,
            disorder: AbsorbPolicy::Never,
            retreat: AbsorbPolicy::Never,
        }
    }

    fn odds(duel: &Duel) -> DuelOdds {
        duel_odds(duel, &sample::series()).expect("the duel is sound")
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    const INFANTRY: Class = Class::Infantry;
    const VETERAN: Quality = Quality::Veteran;

    #[test]
    fn two_single_steps() {
        let odds = odds(&duel(vec![unit(INFANTRY, VETERAN, 1)], vec![unit(INFANTRY, VETERAN, 1)]));
        // The defender fires first, at 5: whom he hits fires no more.
        assert!(near(odds.attacker_eliminated, 0.5) && near(odds.defender_eliminated, 0.25));
        assert!(near(odds.attacker_steps[1], 0.5) && near(odds.defender_steps[0], 0.75));
        assert!(near(odds.exploitation, 0.0), "no hit is left");
    }

    /// All faces of all dice instead of numbers of hits, as slowly as that is.
    fn by_faces(duel: &Duel, game: &Game, chance: f64, odds: &mut DuelOdds) {
        if game.state.tasks.is_empty() {
            count(duel, game, chance, odds);
            return;
        }
        match game.node() {
            Node::Dice(dice) => {
                let all = 10_u32.pow(u32::from(dice));
                for faces in 0..all {
                    let die = |place: u8| (faces / 10_u32.pow(u32::from(place)) % 10) as u8 + 1;
                    let shown = Input::Dice((0..dice).map(die).collect());
                    by_faces(duel, &after(game, shown), chance / f64::from(all), odds);
                }
            }
            Node::Decision { side, question } => {
                let action = answer(duel, game, side, question);
                by_faces(duel, &after(game, Input::Action(action)), chance, odds);
            }
            Node::Cup(_) | Node::Over(_) => unreachable!("a round draws nothing"),
        }
    }

    #[test]
    fn numbers_of_hits_give_what_all_faces_give() {
        let mut one = duel(
            vec![unit(Class::Armour, Quality::Elite, 2)],
            vec![unit(INFANTRY, Quality::Recruit, 1)],
        );
        one.artillery = [1, 0];
        one.difficulty = 1;
        one.disorder = AbsorbPolicy::Always;
        let fast = odds(&one);
        let field =
            Battle::new(BattleParts { scene: scene(&one), ruleset: rules_for(&sample::series()) });
        let field = Arc::new(Battlefield::new(field.expect("the duel is sound")));
        let mut slow = DuelOdds::nothing(&one);
        by_faces(&one, &laid_out(&one, field), 1.0, &mut slow);
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
    fn chances_sum_to_one_whatever_the_forces() {
        let qualities = [Quality::Recruit, VETERAN, Quality::Elite];
        for attackers in 1..=2 {
            for quality in qualities {
                for policy in [AbortPolicy::Never, AbortPolicy::Always, AbortPolicy::WhenDestroyed]
                {
                    let mut one = duel(
                        vec![unit(Class::Armour, quality, 3); attackers],
                        vec![unit(INFANTRY, VETERAN, 4), unit(INFANTRY, Quality::Recruit, 2)],
                    );
                    one.artillery = [2, 1];
                    one.battle = [2, 1];
                    one.fieldworks = true;
                    one.abort = policy;
                    one.disorder = AbsorbPolicy::Always;
                    one.retreat = AbsorbPolicy::Always;
                    let odds = odds(&one);
                    for chances in [&odds.attacker_steps, &odds.defender_steps] {
                        assert!(near(chances.iter().sum(), 1.0), "{chances:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn fab_t81_t82_a_river_assault_that_is_aborted_goes_back() {
        let mut one = duel(vec![unit(INFANTRY, VETERAN, 3)], vec![unit(INFANTRY, VETERAN, 3)]);
        one.river_assault = true;
        one.abort = AbortPolicy::Always;
        let odds = odds(&one);
        // Two or three hits of three at 5.
        assert!(near(odds.aborted, 0.5) && near(odds.exploitation, 0.0));
    }
}
