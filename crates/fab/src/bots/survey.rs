//! What a commander sees in the map: what each area is worth, who is there, and what draws units there.

use super::commander::Weights;
use super::estimate::{Estimate, Force, worth};
use crate::view::View;
use sandtable_pack::fab::AreaIndex;
use sandtable_pack::fab::{APART, Battlefield};

/// What the enemies and the goals make of each area.
pub(super) fn survey(
    view: &View<'_>,
    estimate: &Estimate,
    weights: &Weights,
    worth: &Worth,
) -> Vec<Ground> {
    let field = view.field();
    let side = view.side();
    let new = |(area, &worth): (AreaIndex, &i32)| Ground {
        worth,
        held: view.area(area).control == side,
        ..Ground::default()
    };
    let mut ground: Vec<Ground> = field.areas().zip(&worth.of).map(new).collect();
    for area in view.forces_of(side.other()).iter() {
        let force = estimate.enemies(view, area);
        ground[area.index()].enemies = force;
        for &(beside, _) in &field.area(area).neighbours {
            let threat = &mut ground[beside.index()].threat;
            *threat = force.steps.max(*threat);
        }
    }
    // What there is to take or to hold, as it is felt from afar.
    let order = || worth.order.iter().map(|&area| (area, ground[area.index()]));
    let to_take = order().filter(|(_, ground)| !ground.held);
    let to_hold = order().filter(|(_, ground)| ground.held && ground.threat > 0);
    let goals = to_take
        .map(|(area, ground)| (area, ground.worth))
        .chain(to_hold.map(|(area, ground)| (area, ground.worth * 2 / 3)));
    let pull = pull(field, goals, weights);
    for (ground, pull) in ground.iter_mut().zip(pull) {
        ground.pull = pull;
    }
    ground
}

/// An area, as a commander sees it.
#[derive(Clone, Copy, Default)]
pub(super) struct Ground {
    /// What it is worth.
    pub(super) worth: i32,
    /// What draws units there.
    pub(super) pull: i32,
    /// Does the commander's side control it?
    pub(super) held: bool,
    /// What of one's own would attack or hold it.
    pub(super) own: Force,
    /// Units that would be there.
    pub(super) stack: usize,
    /// Units that are to land there next turn.
    pub(super) landing: usize,
    /// If some are: could an enemy be there before them?
    pub(super) exposed: bool,
    /// What those who would be there are worth; found again with each that comes or goes.
    pub(super) stood: i32,
    /// Enemies there.
    pub(super) enemies: Force,
    /// The strongest enemies beside it.
    pub(super) threat: i32,
}

/// What the areas of a battle are worth.
pub(super) struct Worth {
    /// Of each.
    of: Vec<i32>,
    /// The areas, those that are worth most first.
    order: Vec<AreaIndex>,
}

impl Worth {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut order: Vec<AreaIndex> = view.field().areas().collect();
        let of: Vec<i32> = order.iter().map(|&area| worth(view, area)).collect();
        order.sort_by_key(|area| -of[area.index()]);
        Self { of, order }
    }
}

/// How strongly goals draw units to each area: the strongest of them counts, the less the farther it
/// is. The stronger come first, so that most of the others are soon known to be felt nowhere.
fn pull(
    field: &Battlefield,
    goals: impl Iterator<Item = (AreaIndex, i32)>,
    weights: &Weights,
) -> Vec<i32> {
    let mut pull = vec![0; field.areas().len()];
    let mut felt = [0; APART as usize + 1];
    let farthest = field.farthest();
    for (goal, value) in goals {
        // Where another goal is felt as strongly as this one, it is so everywhere: whoever goes on from here has come
        // as far from both.
        if pull[goal.index()] >= value {
            continue;
        }
        for (far, felt) in (0..=farthest).zip(&mut felt) {
            *felt = value * 100 / (100 + weights.far * i32::from(far));
        }
        for (strongest, &far) in pull.iter_mut().zip(field.distances_from(goal)) {
            *strongest = felt[usize::from(far)].max(*strongest);
        }
    }
    pull
}
