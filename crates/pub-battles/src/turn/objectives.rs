//! Objectives: terrain that is worth points. A side takes an objective if it is the only side with
//! combat pieces there at the end of a turn. It then holds the objective until the other side takes
//! it.

use sandtable_pack::{GroundPoint, Objective, ObjectiveGround, ObjectiveTiming};
use sandtable_terrain::Shape;

use crate::battlefield::roster::SideIndex;
use crate::game::Game;
use crate::turn::NIGHTFALL;

/// An objective that is worth points to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoringGround {
    /// A place inside the objective.
    pub place: GroundPoint,
    /// The points for each count of the objective.
    pub points: u32,
    /// Whether the side holds the objective.
    pub is_held: bool,
}

impl Game {
    /// The objectives that are worth points to a side.
    pub(crate) fn scoring_ground(&self, side: SideIndex) -> impl Iterator<Item = ScoringGround> {
        let objectives = self.field.pack.scenario().objectives.iter().zip(&self.state.objectives);
        objectives.filter(move |(objective, _)| self.counts_for(objective, side)).filter_map(
            move |(objective, holding)| {
                let (points, is_held) = (objective.points, holding.holder == Some(side));
                Some(ScoringGround { place: middle(&objective.ground)?, points, is_held })
            },
        )
    }

    /// Updates the holders at the end of a turn and counts their points.
    pub(crate) fn count_objectives(&mut self) {
        let ends_day = self.state.turn == NIGHTFALL && !self.state.night;
        for index in 0..self.state.objectives.len() {
            let objective = &self.field.pack.scenario().objectives[index];
            let stands = SideIndex::BOTH.map(|side| self.has_troops_on(objective, side));
            let mut holding = self.state.objectives[index];
            holding.holder = match stands {
                [true, false] => Some(SideIndex::First),
                [false, true] => Some(SideIndex::Second),
                _ => holding.holder,
            };
            let counts_now = match objective.counted {
                ObjectiveTiming::EachTurn => !self.state.night,
                ObjectiveTiming::EachDay => ends_day,
                ObjectiveTiming::Once => holding.counted == [0; 2],
                ObjectiveTiming::AtEnd => false,
            };
            if let Some(side) = holding.holder.filter(|&side| self.counts_for(objective, side))
                && counts_now
            {
                holding.counted[side.index()] += objective.points;
            }
            self.state.objectives[index] = holding;
        }
    }

    /// A side's points for objectives if the battle ended now.
    pub(crate) fn objective_points(&self, side: SideIndex) -> u32 {
        let objectives = self.field.pack.scenario().objectives.iter();
        objectives
            .zip(&self.state.objectives)
            .map(|(objective, holding)| {
                let at_end = objective.counted == ObjectiveTiming::AtEnd
                    && holding.holder == Some(side)
                    && self.counts_for(objective, side);
                holding.counted[side.index()] + if at_end { objective.points } else { 0 }
            })
            .sum()
    }

    fn counts_for(&self, objective: &Objective, side: SideIndex) -> bool {
        let id = &self.field.pack.scenario().sides[side.index()].id;
        objective.side.as_ref().is_none_or(|only| only == id)
    }

    fn has_troops_on(&self, objective: &Objective, side: SideIndex) -> bool {
        self.troops(side).map(|(_, shape)| Shape::place(shape)).any(|place| {
            match &objective.ground {
                ObjectiveGround::Around(around) => around.centre.distance(place) <= around.within,
                ObjectiveGround::Area(parts) => parts.iter().any(|part| part.contains(place)),
            }
        })
    }
}

/// A place inside an objective: its centre, or a vertex if the centre is outside.
fn middle(ground: &ObjectiveGround) -> Option<GroundPoint> {
    match ground {
        ObjectiveGround::Around(around) => Some(around.centre),
        ObjectiveGround::Area(parts) => {
            let part = parts.first()?;
            let corners = &part.exterior;
            let count = corners.len().max(1) as i64;
            let mean = |axis: fn(&GroundPoint) -> i32| {
                (corners.iter().map(|corner| i64::from(axis(corner))).sum::<i64>() / count) as i32
            };
            let centre = GroundPoint::new(mean(|corner| corner.x), mean(|corner| corner.y));
            if part.contains(centre) { Some(centre) } else { corners.first().copied() }
        }
    }
}
