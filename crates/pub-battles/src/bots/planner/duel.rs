//! What a fight is worth when both parties leave it at the right moment.
//!
//! A small game is solved: rounds of fire, after each the defender and then the attacker may leave
//! (PB-22.3). Values are in thousandths of a point, from the attacker's side.

use sandtable_pack::{FirstHit, Status, StatusEffect};

use super::solved;
use crate::combat::fire::{FireKind, HitResult, Target};

/// One party of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Party {
    /// What it gives up when it leaves the ground, in thousandths of a point.
    pub ground: i32,
    /// What its loss is worth, in thousandths of a point.
    pub weight: i32,
    /// Dice that it throws in a round; those of several pieces against one together.
    pub dice: u8,
    /// A die of this or more hits.
    pub hits_on: u8,
    /// Modifier of its dice.
    pub modifier: i8,
    /// Fresh or Spent.
    pub spent: bool,
    /// Was it hit before in this combat?
    pub hit_before: bool,
    /// It has one state only: any hit destroys it (PB-24.6).
    pub frail: bool,
    /// What the first hit of the combat does (PB-24.4, PB-24.5).
    pub first_hit: Toughness,
    /// It is destroyed when it has to leave (PB-14.4, PB-25.2).
    pub trapped: bool,
}

/// What the first hit of a combat does to a piece.
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

/// How a party stands in a fight: Fresh or Spent, hit before or not.
type Standing = usize;
const STANDINGS: usize = 4;
/// How a party may stand after a fire, by how it stood: unhurt, shaken, Spent.
const AFTER: [[Standing; 3]; STANDINGS] = [[0, 2, 3], [1, 3, 3], [2, 2, 3], [3, 3, 3]];
/// The same, each once.
const COMES_TO: [&[Standing]; STANDINGS] = [&[0, 2, 3], &[1, 3], &[2, 3], &[3]];
/// By the standing of attacker and defender.
type Values = [[f64; STANDINGS]; STANDINGS];
/// Rounds after which a fight is taken for over: by then hardly one goes on.
const ROUNDS: usize = 8;
/// The greatest number of hits that matters.
const MOST_HITS: usize = 4;

/// What one fire does to a party.
#[derive(Clone, Copy)]
enum Blow {
    /// It stands.
    Stands(Standing),
    /// It is gone, at this loss.
    Gone(f64),
}

/// Loss of a piece that has become Spent or has left: shares of its weight.
const SPENT: f64 = 0.22;
const DRIVEN: f64 = 0.30;

impl Party {
    /// All but ground and weight, in 31 bits.
    fn key(self) -> u64 {
        let Self { dice, hits_on, modifier, spent, hit_before, frail, first_hit, trapped, .. } =
            self;
        let whole = u64::from(dice) << 22
            | u64::from(hits_on) << 14
            | u64::from(modifier.cast_unsigned()) << 6;
        let flags = [spent, hit_before, frail, trapped].into_iter();
        let flags = flags.fold(0, |bits, flag| bits << 1 | u64::from(flag));
        whole | flags << 2 | first_hit as u64
    }

    const fn standing(self) -> Standing {
        self.spent as usize + 2 * self.hit_before as usize
    }

    fn target(self, standing: Standing) -> Target {
        Target {
            status: if standing & 1 == 1 { Status::Spent } else { Status::Fresh },
            states: if self.frail { StatusEffect::OneState } else { StatusEffect::FreshAndSpent },
            first_hit: match self.first_hit {
                Toughness::Tough => FirstHit::Absorbed,
                Toughness::Plain => FirstHit::Normal,
                Toughness::Weak => FirstHit::Double,
            },
            hit_before: standing & 2 == 2,
        }
    }

    fn weight(self) -> f64 {
        f64::from(self.weight)
    }

    /// How it may come to stand.
    const fn standings(self) -> &'static [Standing] {
        COMES_TO[self.standing()]
    }

    /// What its fire does to another, by how that one stands.
    fn fire_on(self, other: Self) -> [Effect; STANDINGS] {
        let mut effects = [Effect::default(); STANDINGS];
        let chances = &self.chances()[..MOST_HITS.min(self.dice.into()) + 1];
        for &standing in other.standings() {
            effects[standing] = Effect::of(chances, other, standing);
        }
        effects
    }

    /// What it has lost when it stands like this at the end.
    fn worn(self, standing: Standing) -> f64 {
        if standing & 1 == 1 && !self.spent { SPENT * self.weight() } else { 0.0 }
    }

    /// What it has lost when it leaves.
    fn left(self) -> f64 {
        if self.trapped {
            return self.weight();
        }
        let share = if self.spent { DRIVEN - SPENT } else { DRIVEN };
        share * self.weight() + f64::from(self.ground)
    }

    /// What it costs to become Spent on the way, in thousandths of a point.
    pub fn disorder_costs(self) -> i32 {
        if self.spent { 0 } else { (SPENT * self.weight()).round() as i32 }
    }

    /// What one fire of it costs a target, in thousandths of a point.
    pub fn fire_costs(self, target: Self, kind: FireKind) -> i32 {
        let loss = |hits: usize| match target.struck(target.standing(), hits, kind) {
            Blow::Stands(standing) => target.worn(standing),
            Blow::Gone(loss) => loss,
        };
        let value: f64 =
            self.chances().into_iter().enumerate().map(|(hits, chance)| chance * loss(hits)).sum();
        value.round() as i32
    }

    /// The chance that one fire of it hits so often.
    pub fn chance_of(self, hits: usize) -> f64 {
        self.chances()[hits.min(MOST_HITS)]
    }

    fn struck(self, standing: Standing, hits: usize, fire: FireKind) -> Blow {
        let next = if hits > 0 { standing | 2 } else { standing };
        match self.target(standing).result(hits as u8, fire) {
            HitResult::Unshaken => Blow::Stands(next),
            HitResult::Spent => Blow::Stands(next | 1),
            HitResult::Retreat | HitResult::SpentAndRetreat => Blow::Gone(self.left()),
            HitResult::Destroyed => Blow::Gone(self.weight()),
        }
    }

    /// Chances of 0, 1, … hits; the last stands for itself and more.
    fn chances(self) -> [f64; MOST_HITS + 1] {
        let showing = 7 - i16::from(self.hits_on) + i16::from(self.modifier);
        let hit = f64::from(showing.clamp(0, 6)) / 6.0;
        let mut chances = [0.0; MOST_HITS + 1];
        chances[0] = 1.0;
        for _ in 0..self.dice {
            for hits in (0..=MOST_HITS).rev() {
                let stays = if hits == MOST_HITS { 1.0 } else { 1.0 - hit };
                let from_below = if hits > 0 { chances[hits - 1] * hit } else { 0.0 };
                chances[hits] = chances[hits] * stays + from_below;
            }
        }
        chances
    }
}

/// All of a fight.
pub(super) type Key = (u64, u64, u64);

/// A fight of an attacker against a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    pub defender: Party,
    pub attacker: Party,
    /// The defender's fire of the first round comes first (PB-14.2).
    pub defender_first: bool,
}

impl Fight {
    /// All of it in three numbers, by which it is looked up.
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

    /// The same with an attacker that comes to it Spent.
    pub fn shaken(self) -> Self {
        Self { attacker: Party { spent: true, ..self.attacker }, ..self }
    }

    /// What it is worth to the attacker, in thousandths of a point.
    pub fn value(&self) -> i32 {
        solved::value(self.key(), || self.work_out_value())
    }

    /// What the attacker gains by staying rather than leaving now; the defender when it is negative.
    pub fn worth_staying(&self, attacker: bool) -> i32 {
        solved::worth_staying((self.key(), attacker), || self.work_out_staying(attacker))
    }

    fn work_out_value(&self) -> i32 {
        let fires = Fires::of(self);
        let solved = self.solve(&fires);
        let value = match self.defender_first {
            true => self.first_round_of_guns(&fires, &solved),
            false => fires.round(&solved, self.begin()),
        };
        value.round() as i32
    }

    fn work_out_staying(&self, attacker: bool) -> i32 {
        let fires = Fires::of(self);
        let stays = fires.round(&self.solve(&fires), self.begin());
        let gain = match attacker {
            true => stays + self.attacker.left(),
            false => self.defender.left() - stays,
        };
        gain.round() as i32
    }

    /// How both stand before the first fire.
    const fn begin(&self) -> (Standing, Standing) {
        (self.attacker.standing(), self.defender.standing())
    }

    /// The values of standings after the fire of a round, before anybody may leave; only of those
    /// that can come up.
    fn solve(&self, fires: &Fires) -> Values {
        let mut values = Values::default();
        let (attackers, defenders) = (self.attacker.standings(), self.defender.standings());
        // Who leaves, or is gone, is not fought on with: that stays the same in all rounds.
        let (mut attacker_leaves, mut defender_leaves) = (values, values);
        let mut losses = [[Losses::default(); STANDINGS]; STANDINGS];
        for &a in attackers {
            for &d in defenders {
                values[a][d] = self.defender.worn(d) - self.attacker.worn(a);
                attacker_leaves[a][d] = self.defender.worn(d) - self.attacker.left();
                defender_leaves[a][d] = self.defender.left() - self.attacker.worn(a);
                losses[a][d] = Losses::of(&fires.on_attacker[a], &fires.on_defender[d]);
            }
        }
        for _ in 0..ROUNDS {
            let before = values;
            let mut is_settled = true;
            for &a in attackers {
                for &d in defenders {
                    let (attacker_leaves, defender_leaves) =
                        (attacker_leaves[a][d], defender_leaves[a][d]);
                    // Where the defender leaves at once nobody asks what comes of staying.
                    let value = match attacker_leaves < defender_leaves {
                        true => {
                            let fires = (&fires.on_attacker[a], &fires.on_defender[d]);
                            let stay = losses[a][d].added_to(both_stand(fires, &before));
                            stay.max(attacker_leaves).min(defender_leaves)
                        }
                        false => defender_leaves,
                    };
                    is_settled &= value.to_bits() == before[a][d].to_bits();
                    values[a][d] = value;
                }
            }
            // From the same comes the same again.
            if is_settled {
                break;
            }
        }
        values
    }

    /// PB-14.2: the guns fire, and whoever is left fires back.
    fn first_round_of_guns(&self, fires: &Fires, values: &Values) -> f64 {
        let (a, d) = self.begin();
        let taken = &fires.on_attacker[a];
        // Who is gone does not fire back.
        let gone = taken.gone * self.defender.worn(d) - taken.loss;
        let unhurt = Effect { gone: 0.0, loss: 0.0, ..*taken };
        gone + exchange(&unhurt, &fires.on_defender[d], values)
    }
}

/// What the fire of each party does to the other, by the standing of who is hit.
struct Fires {
    on_attacker: [Effect; STANDINGS],
    on_defender: [Effect; STANDINGS],
}

/// What a fire does to a party that stands in a certain way.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// How it may stand afterwards: unhurt, shaken, Spent; with the chance of each.
    stands: [(Standing, f64); 3],
    /// What it is then worn by, each with its chance.
    worn: f64,
    /// The chance that it is gone.
    gone: f64,
    /// What is lost with it, times that chance.
    loss: f64,
}

impl Effect {
    fn of(chances: &[f64], on: Party, standing: Standing) -> Self {
        let stands = AFTER[standing].map(|standing| (standing, 0.0));
        let mut effect = Self { stands, ..Self::default() };
        for (hits, &chance) in chances.iter().enumerate() {
            match on.struck(standing, hits, FireKind::Combat) {
                Blow::Stands(next) => {
                    let same = effect.stands.iter_mut().find(|(other, _)| *other == next);
                    if let Some((_, share)) = same {
                        *share += chance;
                    }
                    effect.worn += chance * on.worn(next);
                }
                Blow::Gone(loss) => {
                    effect.gone += chance;
                    effect.loss += chance * loss;
                }
            }
        }
        effect
    }

    /// The chance that it is still there.
    fn stays(&self) -> f64 {
        self.stands.iter().map(|(_, chance)| chance).sum()
    }
}

impl Fires {
    fn of(fight: &Fight) -> Self {
        let Fight { attacker, defender, .. } = *fight;
        Self { on_attacker: defender.fire_on(attacker), on_defender: attacker.fire_on(defender) }
    }

    /// One round in which both fire at once.
    fn round(&self, values: &Values, (a, d): (Standing, Standing)) -> f64 {
        exchange(&self.on_attacker[a], &self.on_defender[d], values)
    }
}

/// What comes of a fire on the attacker and one on the defender that are independent of each other.
fn exchange(attacker: &Effect, defender: &Effect, values: &Values) -> f64 {
    Losses::of(attacker, defender).added_to(both_stand((attacker, defender), values))
}

/// What comes of it where both still stand.
fn both_stand((attacker, defender): (&Effect, &Effect), values: &Values) -> f64 {
    let mut value = 0.0;
    for (a, take) in attacker.stands {
        for (d, give) in defender.stands {
            value += take * give * values[a][d];
        }
    }
    value
}

/// What comes of it where one of them is gone, or both.
#[derive(Clone, Copy, Default)]
struct Losses {
    attacker_gone: f64,
    defender_gone: f64,
    both_gone: f64,
}

impl Losses {
    fn of(attacker: &Effect, defender: &Effect) -> Self {
        Self {
            attacker_gone: attacker.gone * defender.worn - attacker.loss * defender.stays(),
            defender_gone: defender.loss * attacker.stays() - defender.gone * attacker.worn,
            both_gone: attacker.gone * defender.loss - attacker.loss * defender.gone,
        }
    }

    const fn added_to(self, value: f64) -> f64 {
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
            hit_before: false,
            frail: false,
            first_hit: Toughness::Plain,
            weight: 3_000,
            ground: 0,
            trapped: false,
        }
    }

    fn fight(attacker: Party, defender: Party) -> Fight {
        Fight { attacker, defender, defender_first: false }
    }

    #[test]
    fn an_even_fight_is_worth_little_to_either() {
        let even = fight(regular(false, 0), regular(false, 0)).value();
        assert!(even.abs() < 300, "{even}");
    }

    #[test]
    fn a_flank_is_worth_a_lot_and_cover_costs_as_much() {
        let flank = fight(regular(false, 1), regular(false, -1)).value();
        let cover = fight(regular(false, -1), regular(false, 0)).value();
        assert!(flank > 600 && cover < -300, "{flank} {cover}");
    }

    /// Two fights that differ anywhere are two.
    #[test]
    fn no_two_fights_have_one_key() {
        let party = regular(false, 0);
        let others = [
            Party { ground: -1, ..party },
            Party { weight: 2_999, ..party },
            Party { dice: 4, ..party },
            Party { hits_on: 5, ..party },
            Party { modifier: -1, ..party },
            Party { spent: true, ..party },
            Party { hit_before: true, ..party },
            Party { frail: true, ..party },
            Party { first_hit: Toughness::Weak, ..party },
            Party { first_hit: Toughness::Tough, ..party },
            Party { trapped: true, ..party },
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
    fn spent_troops_leave_fresh_ones() {
        let fight = fight(regular(true, 0), regular(false, 0));
        assert!(fight.worth_staying(true) < 0);
        assert!(fight.worth_staying(false) > 0);
    }
}
