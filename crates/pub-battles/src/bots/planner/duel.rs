//! The value of a fight if each side leaves at the moment that is best for it.
//!
//! The fight is a small game with an exact solution: rounds of fire, after each of which the
//! defender and then the attacker may leave (PB-22.3). Values are in thousandths of a point, from
//! the attacker's point of view.

use sandtable_pack::{FirstHit, Status, StatusEffect};

use super::fight_cache;
use crate::combat::fire::{FireKind, HitResult, Target};

/// One party of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Party {
    /// The value of the ground that it gives up by leaving, in thousandths of a point.
    pub ground: i32,
    /// The cost of losing it, in thousandths of a point.
    pub weight: i32,
    /// The number of dice per round; the total if several pieces fight one piece.
    pub dice: u8,
    /// The lowest die roll that hits.
    pub hits_on: u8,
    /// The modifier to its die rolls.
    pub modifier: i8,
    /// Whether the party is Spent rather than Fresh.
    pub spent: bool,
    /// Whether the party was hit earlier in this combat.
    pub was_hit: bool,
    /// Whether the party has only one state, in which any hit destroys it (PB-24.6).
    pub is_frail: bool,
    /// The effect of the first hit of the combat (PB-24.4, PB-24.5).
    pub first_hit: Toughness,
    /// Whether the party is destroyed if it has to leave (PB-14.4, PB-25.2).
    pub is_trapped: bool,
}

/// The effect of the first hit of a combat on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toughness {
    Tough,
    Plain,
    Weak,
}

impl From<FirstHit> for Toughness {
    fn from(first_hit: FirstHit) -> Self {
        match first_hit {
            FirstHit::Absorbed => Self::Tough,
            FirstHit::Normal => Self::Plain,
            FirstHit::Double => Self::Weak,
        }
    }
}

/// The state of a party in a fight: Fresh or Spent, hit before or not.
type FightState = usize;
const STATES: usize = 4;
/// The possible states after a fire (unhurt, shaken, Spent), by the state before it.
const STATES_AFTER_FIRE: [[FightState; 3]; STATES] = [[0, 2, 3], [1, 3, 3], [2, 2, 3], [3, 3, 3]];
/// The same states without repeats.
const REACHABLE_STATES: [&[FightState]; STATES] = [&[0, 2, 3], &[1, 3], &[2, 3], &[3]];
/// Values by the states of attacker and defender.
type Values = [[f64; STATES]; STATES];
/// The number of rounds after which a fight is assumed to be finished; very few last longer.
const MAX_ROUNDS: usize = 8;
/// The maximum number of hits that matters.
const MAX_HITS: usize = 4;

/// The result of one fire on a party.
#[derive(Clone, Copy)]
enum FireResult {
    /// The party stays in the fight, in this state.
    Remains(FightState),
    /// The party leaves the fight, with this loss.
    Leaves(f64),
}

/// The loss of a piece that has become Spent or has left, as a proportion of its weight.
const SPENT_LOSS: f64 = 0.22;
const RETREAT_LOSS: f64 = 0.30;

impl Party {
    /// All fields except ground and weight, in 31 bits.
    fn key(self) -> u64 {
        let Self {
            dice,
            hits_on,
            modifier,
            spent,
            was_hit: hit_before,
            is_frail: frail,
            first_hit,
            is_trapped: trapped,
            ..
        } = self;
        let fields = u64::from(dice) << 22
            | u64::from(hits_on) << 14
            | u64::from(modifier.cast_unsigned()) << 6;
        let flags = [spent, hit_before, frail, trapped].into_iter();
        let flags = flags.fold(0, |bits, flag| bits << 1 | u64::from(flag));
        fields | flags << 2 | first_hit as u64
    }

    const fn state(self) -> FightState {
        self.spent as usize + 2 * self.was_hit as usize
    }

    fn target(self, state: FightState) -> Target {
        Target {
            status: if state & 1 == 1 { Status::Spent } else { Status::Fresh },
            states: if self.is_frail {
                StatusEffect::OneState
            } else {
                StatusEffect::FreshAndSpent
            },
            first_hit: match self.first_hit {
                Toughness::Tough => FirstHit::Absorbed,
                Toughness::Plain => FirstHit::Normal,
                Toughness::Weak => FirstHit::Double,
            },
            hit_before: state & 2 == 2,
        }
    }

    fn weight(self) -> f64 {
        f64::from(self.weight)
    }

    /// The states that the party may reach.
    const fn reachable_states(self) -> &'static [FightState] {
        REACHABLE_STATES[self.state()]
    }

    /// The effects of its fire on another party, by that party's state.
    fn fire_on(self, other: Self) -> [Effect; STATES] {
        let mut effects = [Effect::default(); STATES];
        let chances = &self.chances()[..MAX_HITS.min(self.dice.into()) + 1];
        for &state in other.reachable_states() {
            effects[state] = Effect::of(chances, other, state);
        }
        effects
    }

    /// The party's loss if it ends in this state.
    fn loss_in(self, state: FightState) -> f64 {
        if state & 1 == 1 && !self.spent { SPENT_LOSS * self.weight() } else { 0.0 }
    }

    /// The party's loss if it leaves.
    fn loss_on_leaving(self) -> f64 {
        if self.is_trapped {
            return self.weight();
        }
        let share = if self.spent { RETREAT_LOSS - SPENT_LOSS } else { RETREAT_LOSS };
        share * self.weight() + f64::from(self.ground)
    }

    /// The cost of becoming Spent on the march, in thousandths of a point.
    pub fn disorder_cost(self) -> i32 {
        if self.spent { 0 } else { (SPENT_LOSS * self.weight()).round() as i32 }
    }

    /// The cost to a target of one fire, in thousandths of a point.
    pub fn fire_cost(self, target: Self, kind: FireKind) -> i32 {
        let loss = |hits: usize| match target.take_fire(target.state(), hits, kind) {
            FireResult::Remains(state) => target.loss_in(state),
            FireResult::Leaves(loss) => loss,
        };
        let value: f64 =
            self.chances().into_iter().enumerate().map(|(hits, chance)| chance * loss(hits)).sum();
        value.round() as i32
    }

    /// The chance that one fire scores this many hits.
    pub fn chance_of_hits(self, hits: usize) -> f64 {
        self.chances()[hits.min(MAX_HITS)]
    }

    fn take_fire(self, state: FightState, hits: usize, fire: FireKind) -> FireResult {
        let next = if hits > 0 { state | 2 } else { state };
        match self.target(state).result(hits as u8, fire) {
            HitResult::Unshaken => FireResult::Remains(next),
            HitResult::Spent => FireResult::Remains(next | 1),
            HitResult::Retreat | HitResult::SpentAndRetreat => {
                FireResult::Leaves(self.loss_on_leaving())
            }
            HitResult::Destroyed => FireResult::Leaves(self.weight()),
        }
    }

    /// The chances of 0, 1, … hits; the last entry covers that many or more.
    fn chances(self) -> [f64; MAX_HITS + 1] {
        let showing = 7 - i16::from(self.hits_on) + i16::from(self.modifier);
        let hit = f64::from(showing.clamp(0, 6)) / 6.0;
        let mut chances = [0.0; MAX_HITS + 1];
        chances[0] = 1.0;
        for _ in 0..self.dice {
            for hits in (0..=MAX_HITS).rev() {
                let stays = if hits == MAX_HITS { 1.0 } else { 1.0 - hit };
                let from_below = if hits > 0 { chances[hits - 1] * hit } else { 0.0 };
                chances[hits] = chances[hits] * stays + from_below;
            }
        }
        chances
    }
}

/// The key of a fight in the tables of solved fights.
pub(super) type Key = (u64, u64, u64);

/// A fight of an attacker against a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    pub defender: Party,
    pub attacker: Party,
    /// Whether the defender fires first in the first round (PB-14.2).
    pub defender_first: bool,
}

impl Fight {
    /// All fields packed into three numbers.
    fn key(self) -> Key {
        let Self { attacker, defender, defender_first } = self;
        let both = |one: i32, other: i32| {
            u64::from(one.cast_unsigned()) << 32 | u64::from(other.cast_unsigned())
        };
        (
            both(defender.ground, attacker.ground),
            both(defender.weight, attacker.weight),
            defender.key() << 32 | attacker.key() << 1 | u64::from(defender_first),
        )
    }

    /// The same fight with a Spent attacker.
    pub fn with_spent_attacker(self) -> Self {
        Self { attacker: Party { spent: true, ..self.attacker }, ..self }
    }

    /// The value to the attacker, in thousandths of a point.
    pub fn value(&self) -> i32 {
        fight_cache::value(self.key(), || self.compute_value())
    }

    /// One party's gain from staying rather than leaving now: the attacker's if `attacker`, or the
    /// defender's.
    pub fn worth_staying(&self, attacker: bool) -> i32 {
        fight_cache::worth_staying((self.key(), attacker), || self.compute_staying(attacker))
    }

    fn compute_value(&self) -> i32 {
        let fires = Fires::of(self);
        let solved = self.solve(&fires);
        let value = match self.defender_first {
            true => self.first_round_of_guns(&fires, &solved),
            false => fires.round(&solved, self.initial_states()),
        };
        value.round() as i32
    }

    fn compute_staying(&self, attacker: bool) -> i32 {
        let fires = Fires::of(self);
        let stays = fires.round(&self.solve(&fires), self.initial_states());
        let gain = match attacker {
            true => stays + self.attacker.loss_on_leaving(),
            false => self.defender.loss_on_leaving() - stays,
        };
        gain.round() as i32
    }

    /// The states of both parties before the first fire.
    const fn initial_states(&self) -> (FightState, FightState) {
        (self.attacker.state(), self.defender.state())
    }

    /// The values of states after the fire of a round, before either party may leave. Only
    /// reachable states have a value.
    fn solve(&self, fires: &Fires) -> Values {
        let mut values = Values::default();
        let (attackers, defenders) =
            (self.attacker.reachable_states(), self.defender.reachable_states());
        // If a party leaves or is lost, the fight ends, so these values are the same in all rounds.
        let (mut attacker_leaves, mut defender_leaves) = (values, values);
        let mut losses = [[Losses::default(); STATES]; STATES];
        for &a in attackers {
            for &d in defenders {
                values[a][d] = self.defender.loss_in(d) - self.attacker.loss_in(a);
                attacker_leaves[a][d] = self.defender.loss_in(d) - self.attacker.loss_on_leaving();
                defender_leaves[a][d] = self.defender.loss_on_leaving() - self.attacker.loss_in(a);
                losses[a][d] = Losses::of(&fires.on_attacker[a], &fires.on_defender[d]);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let before = values;
            let mut is_settled = true;
            for &a in attackers {
                for &d in defenders {
                    let (attacker_leaves, defender_leaves) =
                        (attacker_leaves[a][d], defender_leaves[a][d]);
                    // If the defender leaves at once, the value of staying does not matter.
                    let value = match attacker_leaves < defender_leaves {
                        true => {
                            let fires = (&fires.on_attacker[a], &fires.on_defender[d]);
                            let stay = losses[a][d].add_to(both_stay(fires, &before));
                            stay.max(attacker_leaves).min(defender_leaves)
                        }
                        false => defender_leaves,
                    };
                    is_settled &= value.to_bits() == before[a][d].to_bits();
                    values[a][d] = value;
                }
            }
            // Further rounds would repeat the same values.
            if is_settled {
                break;
            }
        }
        values
    }

    /// PB-14.2: the artillery fires, and the attacker fires back if it is still in the fight.
    fn first_round_of_guns(&self, fires: &Fires, values: &Values) -> f64 {
        let (a, d) = self.initial_states();
        let taken = &fires.on_attacker[a];
        // A party that is gone does not fire back.
        let gone = taken.gone_chance * self.defender.loss_in(d) - taken.loss;
        let unhurt = Effect { gone_chance: 0.0, loss: 0.0, ..*taken };
        gone + exchange(&unhurt, &fires.on_defender[d], values)
    }
}

/// The effects of each party's fire on the other, by the target's state.
struct Fires {
    on_attacker: [Effect; STATES],
    on_defender: [Effect; STATES],
}

/// The effect of a fire on a party in a certain state.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// The states after it (unhurt, shaken, Spent), each with its chance.
    states: [(FightState, f64); 3],
    /// The expected loss in the states after the fire.
    state_loss: f64,
    /// The chance that the party is gone.
    gone_chance: f64,
    /// The expected loss from the party being gone.
    loss: f64,
}

impl Effect {
    fn of(chances: &[f64], on: Party, state: FightState) -> Self {
        let states = STATES_AFTER_FIRE[state].map(|state| (state, 0.0));
        let mut effect = Self { states, ..Self::default() };
        for (hits, &chance) in chances.iter().enumerate() {
            match on.take_fire(state, hits, FireKind::Combat) {
                FireResult::Remains(next) => {
                    let same = effect.states.iter_mut().find(|(other, _)| *other == next);
                    if let Some((_, share)) = same {
                        *share += chance;
                    }
                    effect.state_loss += chance * on.loss_in(next);
                }
                FireResult::Leaves(loss) => {
                    effect.gone_chance += chance;
                    effect.loss += chance * loss;
                }
            }
        }
        effect
    }

    /// The chance that the party is still in the fight.
    fn stays(&self) -> f64 {
        self.states.iter().map(|(_, chance)| chance).sum()
    }
}

impl Fires {
    fn of(fight: &Fight) -> Self {
        let Fight { attacker, defender, .. } = *fight;
        Self { on_attacker: defender.fire_on(attacker), on_defender: attacker.fire_on(defender) }
    }

    /// One round of simultaneous fire.
    fn round(&self, values: &Values, (a, d): (FightState, FightState)) -> f64 {
        exchange(&self.on_attacker[a], &self.on_defender[d], values)
    }
}

/// The expected value of independent fires on the attacker and the defender.
fn exchange(attacker: &Effect, defender: &Effect, values: &Values) -> f64 {
    Losses::of(attacker, defender).add_to(both_stay((attacker, defender), values))
}

/// The part of the expected value in which both stay.
fn both_stay((attacker, defender): (&Effect, &Effect), values: &Values) -> f64 {
    let mut value = 0.0;
    for (a, take) in attacker.states {
        for (d, give) in defender.states {
            value += take * give * values[a][d];
        }
    }
    value
}

/// The parts of the expected value in which one party is gone, or both.
#[derive(Clone, Copy, Default)]
struct Losses {
    attacker_gone: f64,
    defender_gone: f64,
    both_gone: f64,
}

impl Losses {
    fn of(attacker: &Effect, defender: &Effect) -> Self {
        Self {
            attacker_gone: attacker.gone_chance * defender.state_loss
                - attacker.loss * defender.stays(),
            defender_gone: defender.loss * attacker.stays()
                - defender.gone_chance * attacker.state_loss,
            both_gone: attacker.gone_chance * defender.loss - attacker.loss * defender.gone_chance,
        }
    }

    const fn add_to(self, value: f64) -> f64 {
        value + self.attacker_gone + self.defender_gone + self.both_gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regular(spent: bool, modifier: i8) -> Party {
        Party {
            dice: 3,
            hits_on: 4,
            modifier,
            spent,
            was_hit: false,
            is_frail: false,
            first_hit: Toughness::Plain,
            weight: 3_000,
            ground: 0,
            is_trapped: false,
        }
    }

    fn fight(attacker: Party, defender: Party) -> Fight {
        Fight { attacker, defender, defender_first: false }
    }

    #[test]
    fn even_fight_has_little_value() {
        let even = fight(regular(false, 0), regular(false, 0)).value();
        assert!(even.abs() < 300, "{even}");
    }

    #[test]
    fn flank_helps_and_cover_costs() {
        let flank = fight(regular(false, 1), regular(false, -1)).value();
        let cover = fight(regular(false, -1), regular(false, 0)).value();
        assert!(flank > 600 && cover < -300, "{flank} {cover}");
    }

    #[test]
    fn different_fights_have_different_keys() {
        let party = regular(false, 0);
        let others = [
            Party { ground: -1, ..party },
            Party { weight: 2_999, ..party },
            Party { dice: 4, ..party },
            Party { hits_on: 5, ..party },
            Party { modifier: -1, ..party },
            Party { spent: true, ..party },
            Party { was_hit: true, ..party },
            Party { is_frail: true, ..party },
            Party { first_hit: Toughness::Weak, ..party },
            Party { first_hit: Toughness::Tough, ..party },
            Party { is_trapped: true, ..party },
        ];
        let mut keys = vec![fight(party, party).key()];
        keys.push(Fight { defender_first: true, ..fight(party, party) }.key());
        keys.extend(others.iter().map(|&other| fight(other, party).key()));
        keys.extend(others.iter().map(|&other| fight(party, other).key()));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn spent_troops_leave_fresh_enemies() {
        let fight = fight(regular(true, 0), regular(false, 0));
        assert!(fight.worth_staying(true) < 0);
        assert!(fight.worth_staying(false) > 0);
    }
}
