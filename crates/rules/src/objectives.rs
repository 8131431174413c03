//! Ground worth points. It is held by the side that alone has combat pieces on it at the end of a
//! turn, and by whoever held it last when both have some or nobody has any.

use sandtable_pack::{Counted, Objective, ObjectiveGround};
use sandtable_terrain::Shape;
use serde::Serialize;

use crate::flow::NIGHTFALL;
use crate::game::Game;
use crate::roster::SideIndex;

/// Who holds an objective, and what it has given so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Holding {
    /// Who held it last.
    pub holder: Option<SideIndex>,
    /// Points that were counted before the end.
    pub counted: [u32; 2],
}

impl Game {
    /// At the end of a turn: who holds what, and what that gives at once.
    pub(crate) fn count_objectives(&mut self) {
        let ends_day = self.state.turn == NIGHTFALL && !self.state.night;
        for index in 0..self.state.objectives.len() {
            let objective = &self.field.pack.scenario().objectives[index];
            let stands = SideIndex::BOTH.map(|side| self.stands_on(objective, side));
            let mut holding = self.state.objectives[index];
            holding.holder = match stands {
                [true, false] => Some(SideIndex::First),
                [false, true] => Some(SideIndex::Second),
                _ => holding.holder,
            };
            let counts_now = match objective.counted {
                Counted::EachTurn => !self.state.night,
                Counted::EachDay => ends_day,
                Counted::Once => holding.counted == [0; 2],
                Counted::AtEnd => false,
            };
            if let Some(side) = holding.holder.filter(|&side| self.counts_for(objective, side))
                && counts_now
            {
                holding.counted[side.index()] += objective.points;
            }
            self.state.objectives[index] = holding;
        }
    }

    /// Points of a side for ground, if the battle ended now.
    pub(crate) fn objective_points(&self, side: SideIndex) -> u32 {
        let objectives = self.field.pack.scenario().objectives.iter();
        objectives
            .zip(&self.state.objectives)
            .map(|(objective, holding)| {
                let at_end = objective.counted == Counted::AtEnd
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

    fn stands_on(&self, objective: &Objective, side: SideIndex) -> bool {
        self.troops(side).map(|(_, shape)| Shape::place(shape)).any(|place| {
            match &objective.ground {
                ObjectiveGround::Around(around) => around.centre.distance(place) <= around.within,
                ObjectiveGround::Area(parts) => parts.iter().any(|part| part.holds(place)),
            }
        })
    }
}
