//! What a commander reckons with: how strong a stack is, and how an attack would go. All in tenths and
//! hundredths as whole numbers, so that no machine's arithmetic changes a game.

use sandtable_pack::fab::{Class, Order, Quality};

use crate::view::{Block, View};
use sandtable_pack::fab::{AreaIndex, UnitIndex};

/// Steps and fire of units that fight together. Steps in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Force {
    /// Units.
    pub(super) units: i32,
    /// Steps, times 100.
    pub(super) steps: i32,
    /// Sum over all steps of what they add to the base Success Number, times 100.
    pub(super) skill: i32,
}

impl Force {
    /// With another unit.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            units: self.units + other.units,
            steps: self.steps + other.steps,
            skill: self.skill + other.skill,
        }
    }

    /// Without one of its units.
    pub(super) fn without(self, other: Self) -> Self {
        Self {
            units: self.units - other.units,
            steps: self.steps - other.steps,
            skill: self.skill - other.skill,
        }
    }

    /// Hits times 100 that its close fire is worth, with this modifier of its Success Number.
    pub(super) fn hits(self, base: i32, modifier: i32) -> i32 {
        if self.steps == 0 {
            return 0;
        }
        let number = (base + modifier) * 100 + self.skill * 100 / self.steps;
        self.steps * number.clamp(100, 900) / 1_000
    }
}

/// What a side knows of the enemy's strength where it sees only backs of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// Steps of an unknown enemy unit, times 100.
    unknown: i32,
    /// The base Success Number.
    pub(super) base: i32,
}

impl Estimate {
    /// From all enemy units that have not been lost, at full strength: their order of battle is known.
    pub(super) fn new(view: &View<'_>) -> Self {
        let field = view.field();
        let (mut steps, mut units) = (0, 0);
        for unit in view.enemies_left() {
            steps += i32::from(field.unit(unit).full()) * 100;
            units += 1;
        }
        // A unit that has fought is rarely at full strength.
        let unknown = if units == 0 { 200 } else { steps * 9 / (units * 10) };
        Self { unknown, base: i32::from(field.rules().combat_table.base) }
    }

    /// An enemy block.
    pub(super) fn block(&self, view: &View<'_>, block: &Block) -> Force {
        let impaired = i32::from(block.order != Order::Good) + i32::from(!block.supplied);
        let (steps, skill) = match block.label {
            Some((unit, steps)) => {
                let card = view.field().unit(unit);
                (i32::from(steps) * 100, skill(card.quality(steps), card.class))
            }
            None => (self.unknown, 0),
        };
        Force { units: 1, steps, skill: steps * (skill - impaired) }
    }

    /// All enemy blocks in an area.
    pub(super) fn enemies(&self, view: &View<'_>, area: AreaIndex) -> Force {
        let blocks = view.unsorted_blocks_in(area);
        blocks.fold(Force::default(), |all, block| all.and(self.block(view, &block)))
    }

    /// A unit of the side's own; nothing while it is in disorder and cannot attack.
    pub(super) fn own(&self, view: &View<'_>, unit: UnitIndex) -> Force {
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

    /// How an attack in an area would go: hits times 100 on the defender and on the attacker.
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
        // The defender fires first; what he hits fires no more.
        let suffered = defenders.hits(self.base, 0);
        let left = (attackers.steps - suffered.min(attackers.steps)).max(0);
        let part = if attackers.steps == 0 { 0 } else { left * 100 / attackers.steps };
        let modifier = -difficulty - i32::from(works);
        let fire = attackers.hits(self.base, modifier) * part / 100 + guns * 50;
        (fire - if works { 100.min(fire) } else { 0 }, suffered)
    }
}

/// What quality and class add to a Success Number against ordinary infantry.
fn skill(quality: Quality, class: Class) -> i32 {
    let of_quality = match quality {
        Quality::Recruit => -1,
        Quality::Veteran => 0,
        Quality::Elite => 1,
    };
    of_quality + i32::from(class == Class::Armour)
}

/// Worth of an area: what it gives to whoever holds it, and so takes from the other.
pub(super) fn worth(view: &View<'_>, area: AreaIndex) -> i32 {
    let card = view.field().area(area);
    let points = i32::from(card.vp[0]) + i32::from(card.vp[1]);
    let sources = card.feeds.iter().filter(|feeds| **feeds).count() as i32;
    // Ground is worth a little by itself: it keeps routes open. A source feeds everybody.
    points * 100 + 12 + 120 * sources
}
