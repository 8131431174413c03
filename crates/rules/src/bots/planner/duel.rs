//! What a fight is worth when both parties leave it at the right moment.
//!
//! A small game is solved: rounds of fire, after each the defender and then the attacker may leave
//! (PB-22.3). Values are in thousandths of a point, from the attacker's side.

use sandtable_pack::{FirstHit, Status, StatusEffect};

use crate::hits::{FireKind, HitResult, Target};

/// One party of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Party {
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
    /// What its loss is worth, in thousandths of a point.
    pub weight: i32,
    /// What it gives up when it leaves the ground, in thousandths of a point.
    pub ground: i32,
    /// It is destroyed when it has to leave (PB-14.4).
    pub trapped: bool,
}

/// What the first hit of a combat does to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    /// What its fire from afar costs a target, in thousandths of a point (PB-15.3).
    pub fn bombardment(self, target: Self) -> i32 {
        let loss = |hits: usize| match target.struck(target.standing(), hits, FireKind::Bombardment)
        {
            Blow::Stands(standing) => target.worn(standing),
            Blow::Gone(loss) => loss,
        };
        let value: f64 =
            self.chances().into_iter().enumerate().map(|(hits, chance)| chance * loss(hits)).sum();
        value.round() as i32
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

/// A fight of an attacker against a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fight {
    pub attacker: Party,
    pub defender: Party,
    /// The defender's fire of the first round comes first (PB-14.2).
    pub defender_first: bool,
}

impl Fight {
    /// What it is worth to the attacker, in thousandths of a point.
    pub fn value(&self) -> i32 {
        let fires = Fires::of(self);
        let solved = self.solve(&fires);
        let begin = (self.attacker.standing(), self.defender.standing());
        let value = match self.defender_first {
            true => self.first_round_of_guns(&fires, &solved),
            false => self.round(&fires, &solved, begin),
        };
        value.round() as i32
    }

    /// What the attacker gains by staying rather than leaving now; the defender when it is negative.
    pub fn worth_staying(&self, attacker: bool) -> i32 {
        let fires = Fires::of(self);
        let begin = (self.attacker.standing(), self.defender.standing());
        let stays = self.round(&fires, &self.solve(&fires), begin);
        let gain = match attacker {
            true => stays + self.attacker.left(),
            false => self.defender.left() - stays,
        };
        gain.round() as i32
    }

    /// The values of standings after the fire of a round, before anybody may leave.
    fn solve(&self, fires: &Fires) -> Values {
        let every = |value: &dyn Fn(Standing, Standing) -> f64| -> Values {
            std::array::from_fn(|a| std::array::from_fn(|d| value(a, d)))
        };
        let mut values = every(&|a, d| self.defender.worn(d) - self.attacker.worn(a));
        for _ in 0..ROUNDS {
            values = every(&|a, d| {
                let stay = self.round(fires, &values, (a, d));
                let attacker_leaves = self.defender.worn(d) - self.attacker.left();
                let defender_leaves = self.defender.left() - self.attacker.worn(a);
                stay.max(attacker_leaves).min(defender_leaves)
            });
        }
        values
    }

    fn after(&self, values: &Values, a: Blow, d: Blow) -> f64 {
        match (a, d) {
            (Blow::Stands(a), Blow::Stands(d)) => values[a][d],
            (Blow::Stands(a), Blow::Gone(loss)) => loss - self.attacker.worn(a),
            (Blow::Gone(loss), Blow::Stands(d)) => self.defender.worn(d) - loss,
            (Blow::Gone(ours), Blow::Gone(theirs)) => theirs - ours,
        }
    }

    /// One round in which both fire at once.
    fn round(&self, fires: &Fires, values: &Values, (a, d): (Standing, Standing)) -> f64 {
        let mut value = 0.0;
        for (&give, &defender) in fires.given().zip(&fires.on_defender[d]) {
            for (&take, &attacker) in fires.taken().zip(&fires.on_attacker[a]) {
                value += give * take * self.after(values, attacker, defender);
            }
        }
        value
    }

    /// PB-14.2: the guns fire, and whoever is left fires back.
    fn first_round_of_guns(&self, fires: &Fires, values: &Values) -> f64 {
        let (a, d) = (self.attacker.standing(), self.defender.standing());
        let mut value = 0.0;
        for (&take, &attacker) in fires.taken().zip(&fires.on_attacker[a]) {
            match attacker {
                gone @ Blow::Gone(_) => value += take * self.after(values, gone, Blow::Stands(d)),
                stands => {
                    for (&give, &defender) in fires.given().zip(&fires.on_defender[d]) {
                        value += take * give * self.after(values, stands, defender);
                    }
                }
            }
        }
        value
    }
}

/// What the fire of each party may do, looked up in every round.
struct Fires {
    /// Chances of the attacker's hits, and of the defender's.
    given: [f64; MOST_HITS + 1],
    taken: [f64; MOST_HITS + 1],
    dice_given: usize,
    dice_taken: usize,
    /// What so many hits do, by the standing of who is hit.
    on_attacker: [[Blow; MOST_HITS + 1]; STANDINGS],
    on_defender: [[Blow; MOST_HITS + 1]; STANDINGS],
}

impl Fires {
    fn of(fight: &Fight) -> Self {
        let blows = |party: Party| {
            std::array::from_fn(|standing| {
                std::array::from_fn(|hits| party.struck(standing, hits, FireKind::Combat))
            })
        };
        Self {
            given: fight.attacker.chances(),
            taken: fight.defender.chances(),
            dice_given: fight.attacker.dice.into(),
            dice_taken: fight.defender.dice.into(),
            on_attacker: blows(fight.attacker),
            on_defender: blows(fight.defender),
        }
    }

    /// The chances of the attacker's hits, up to all of its dice.
    fn given(&self) -> impl Iterator<Item = &f64> {
        self.given.iter().take(self.dice_given + 1)
    }

    /// The chances of the defender's hits, up to all of its dice.
    fn taken(&self) -> impl Iterator<Item = &f64> {
        self.taken.iter().take(self.dice_taken + 1)
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

    #[test]
    fn spent_troops_leave_fresh_ones() {
        let fight = fight(regular(true, 0), regular(false, 0));
        assert!(fight.worth_staying(true) < 0);
        assert!(fight.worth_staying(false) > 0);
    }
}
