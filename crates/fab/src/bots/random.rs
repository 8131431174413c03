//! Any legal action, every one of those that come to mind equally likely.

use sandtable_rules::RandomStream;

use super::Bot;
use crate::action::{Action, Question};
use crate::view::View;

pub(super) struct Random;

impl Bot for Random {
    fn decide(&mut self, view: &View<'_>, _: Question, thoughts: &mut RandomStream) -> Action {
        let proposals = view.proposals();
        thoughts.pick(&proposals).cloned().unwrap_or(Action::Done)
    }
}
