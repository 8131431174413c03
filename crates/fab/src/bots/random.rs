//! A bot that picks a proposal with uniform probability.

use sandtable_engine::RandomStream;

use crate::game::Game;
use crate::game::action::{Action, Question};
use crate::view::View;
use sandtable_engine::Bot;

pub(super) struct Random;

impl Bot<Game> for Random {
    fn decide(&mut self, view: &View<'_>, _: Question, thoughts: &mut RandomStream) -> Action {
        let proposals = view.proposals();
        thoughts.pick(&proposals).cloned().unwrap_or(Action::Done)
    }
}
