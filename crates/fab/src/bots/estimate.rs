//! Estimates of the strength of a stack and of the outcome of an attack. All values are integers in
//! tenths and hundredths, so games are the same on every machine.

use sandtable_pack::fab::{Class, Order, Quality};

use crate::view::{Block, View};
use sandtable_pack::fab::{AreaIndex, UnitIndex};

/// The steps and firepower of units that fight together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Force {
    /// The number of units.
    pub(super) units: i32,
    /// The number of steps, times 100.
    pub(super) steps: i32,
    /// The sum of all steps' modifiers to the base Success Number, times 100.
    pub(super) skill: i32,
}

impl Force {
    /// The sum of this force and another.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            units: self.units + other.units,
            steps: self.steps + other.steps,
            skill: self.skill + other.skill,
        }
    }

    /// This force minus the force of one of its units.
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            units: self.units - other.units,
            steps: self.steps - other.steps,
            skill: self.skill - other.skill,
        }
    }

    /// The expected hits of the force's close fire, times 100, with a modifier to its Success
    /// Number.
    pub(super) fn hits(self, base: i32, modifier: i32) -> i32 {
        if self.steps == 0 {
            return 0;
        }
        let number = (base + modifier) * 100 + self.skill * 100 / self.steps;
        self.steps * number.clamp(100, 900) / 1_000
    }
}

/// A side's knowledge of the strength of hidden enemy blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The steps of an unknown enemy unit, times 100.
    unknown_steps: i32,
    /// The base Success Number.
    pub(super) base: i32,
}

impl Estimate {
    /// Averages all enemy units that have not been lost, at full strength. Their order of battle is
    /// known.
    pub(super) fn new(view: &View<'_>) -> Self {
        let field = view.field();
        let (mut steps, mut units) = (0, 0);
        for unit in view.enemies_left() {
            steps += i32::from(field.unit(unit).max_steps()) * 100;
            units += 1;
        }
        // A unit that has fought is rarely at full strength.
        let unknown = if units == 0 { 200 } else { steps * 9 / (units * 10) };
        Self { unknown_steps: unknown, base: i32::from(field.rules().combat_table.base) }
    }

    /// The force of an enemy block.
    pub(super) fn block(&self, view: &View<'_>, block: &Block) -> Force {
        let impaired = i32::from(block.order != Order::Good) + i32::from(!block.supplied);
        let (steps, skill) = match block.label {
            Some((unit, steps)) => {
                let card = view.field().unit(unit);
                (i32::from(steps) * 100, skill(card.quality(steps), card.class))
            }
            None => (self.unknown_steps, 0),
        };
        Force { units: 1, steps, skill: steps * (skill - impaired) }
    }

    /// The force of all enemy blocks in an area.
    pub(super) fn enemy_force(&self, view: &View<'_>, area: AreaIndex) -> Force {
        let blocks = view.unsorted_blocks_in(area);
        blocks.fold(Force::default(), |all, block| all.plus(self.block(view, &block)))
    }

    /// The force of a friendly unit; zero while it is disordered and cannot attack.
    pub(super) fn own_force(&self, view: &View<'_>, unit: UnitIndex) -> Force {
        let Some(state) = view.unit(unit) else { return Force::default() };
        if state.steps == 0 {
            return Force::default();
        }
        let card = view.field().unit(unit);
        let impaired = i32::from(state.order != Order::Good) + i32::from(!state.supplied);
        let steps = i32::from(state.steps) * 100;
        let skill = skill(card.quality(state.steps), card.class);
        Force { units: 1, steps, skill: steps * (skill - impaired) }
    }

    /// The expected outcome of an attack in an area: hits times 100 on the defender and on the
    /// attacker.
    pub(super) fn attack(
        &self,
        view: &View<'_>,
        attackers: Force,
        area: AreaIndex,
        defenders: Force,
        guns: i32,
    ) -> (i32, i32) {
        let difficulty = i32::from(view.field().area(area).difficulty);
        let works = view.area(area).fieldworks == Some(view.side().other());
        // The defender fires first; steps that are hit do not fire.
        let suffered = defenders.hits(self.base, 0);
        let left = (attackers.steps - suffered.min(attackers.steps)).max(0);
        let part = if attackers.steps == 0 { 0 } else { left * 100 / attackers.steps };
        let modifier = -difficulty - i32::from(works);
        let fire = attackers.hits(self.base, modifier) * part / 100 + guns * 50;
        (fire - if works { 100.min(fire) } else { 0 }, suffered)
    }
}

/// The modifier for quality and class to the Success Number against ordinary infantry.
fn skill(quality: Quality, class: Class) -> i32 {
    let quality_modifier = match quality {
        Quality::Recruit => -1,
        Quality::Veteran => 0,
        Quality::Elite => 1,
    };
    quality_modifier + i32::from(class == Class::Armour)
}

/// The value of an area: the gain of the side that holds it, which is the other side's loss.
pub(super) fn area_value(view: &View<'_>, area: AreaIndex) -> i32 {
    let card = view.field().area(area);
    let points = i32::from(card.vp[0]) + i32::from(card.vp[1]);
    let sources = card.has_source.iter().filter(|feeds| **feeds).count() as i32;
    // Every area has some value because it keeps routes open. A source supplies the whole side.
    points * 100 + 12 + 120 * sources
}
