//! A commander's survey of the map: the value of each area, the forces in it, and its pull on
//! units.

use super::commander::Weights;
use super::estimate::{Estimate, Force, area_value};
use crate::view::View;
use sandtable_pack::fab::AreaIndex;
use sandtable_pack::fab::{Battlefield, UNCONNECTED};

/// Values each area by its enemies and goals.
pub(super) fn survey(
    view: &View<'_>,
    estimate: &Estimate,
    weights: &Weights,
    worth: &Worth,
) -> Vec<AreaAssessment> {
    let field = view.field();
    let side = view.side();
    let new = |(area, &worth): (AreaIndex, &i32)| AreaAssessment {
        worth,
        is_held: view.area(area).control == side,
        ..AreaAssessment::default()
    };
    let mut ground: Vec<AreaAssessment> =
        field.areas().zip(&worth.value_by_area).map(new).collect();
    for area in view.forces_of(side.other()).iter() {
        let force = estimate.enemy_force(view, area);
        ground[area.index()].enemies = force;
        for &(beside, _) in &field.area(area).neighbours {
            let threat = &mut ground[beside.index()].threat;
            *threat = force.steps.max(*threat);
        }
    }
    // The pull of goals to take or hold decreases with distance.
    let order = || worth.areas_by_value.iter().map(|&area| (area, ground[area.index()]));
    let to_take = order().filter(|(_, ground)| !ground.is_held);
    let to_hold = order().filter(|(_, ground)| ground.is_held && ground.threat > 0);
    let goals = to_take
        .map(|(area, ground)| (area, ground.worth))
        .chain(to_hold.map(|(area, ground)| (area, ground.worth * 2 / 3)));
    let pull = pull(field, goals, weights);
    for (ground, pull) in ground.iter_mut().zip(pull) {
        ground.pull = pull;
    }
    ground
}

/// A commander's assessment of an area.
#[derive(Clone, Copy, Default)]
pub(super) struct AreaAssessment {
    /// The area's value.
    pub(super) worth: i32,
    /// The area's pull on units.
    pub(super) pull: i32,
    /// Whether the commander's side controls the area.
    pub(super) is_held: bool,
    /// The friendly force that would attack or hold the area.
    pub(super) own: Force,
    /// The planned number of units in the area.
    pub(super) stack: usize,
    /// The number of units due to arrive next turn.
    pub(super) landing: usize,
    /// Whether an enemy could reach the area before those arrivals.
    pub(super) is_exposed: bool,
    /// The value of the planned force, recomputed whenever a unit joins or leaves the force.
    pub(super) force_value: i32,
    /// The enemy force in the area.
    pub(super) enemies: Force,
    /// The strongest enemy force in an adjacent area.
    pub(super) threat: i32,
}

/// The values of the areas of a battle.
pub(super) struct Worth {
    /// The value of each area.
    value_by_area: Vec<i32>,
    /// The areas, most valuable first.
    areas_by_value: Vec<AreaIndex>,
}

impl Worth {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut order: Vec<AreaIndex> = view.field().areas().collect();
        let of: Vec<i32> = order.iter().map(|&area| area_value(view, area)).collect();
        order.sort_by_key(|area| -of[area.index()]);
        Self { value_by_area: of, areas_by_value: order }
    }
}

/// The pull of goals on each area: only the strongest goal counts, and pull decreases with
/// distance. Stronger goals are visited first, so most of the others are skipped early.
fn pull(
    field: &Battlefield,
    goals: impl Iterator<Item = (AreaIndex, i32)>,
    weights: &Weights,
) -> Vec<i32> {
    let mut pull = vec![0; field.areas().len()];
    let mut pull_by_distance = [0; UNCONNECTED as usize + 1];
    let farthest = field.max_distance();
    for (goal, value) in goals {
        // If another goal pulls at least as strongly at this goal's area, it also does so further
        // on, because both pulls decrease over the same distance.
        if pull[goal.index()] >= value {
            continue;
        }
        for (far, felt) in (0..=farthest).zip(&mut pull_by_distance) {
            *felt = value * 100 / (100 + weights.distance_decay * i32::from(far));
        }
        for (strongest, &far) in pull.iter_mut().zip(field.distances_from(goal)) {
            *strongest = pull_by_distance[usize::from(far)].max(*strongest);
        }
    }
    pull
}
