//! Implements `engine::Game`: the version, nodes, dice and bots that `engine::play` uses.

use std::sync::Arc;

use sandtable_engine::{Bot, BotKind, Diary, PendingInput, RandomStream, Refusal, RuleId};
use sandtable_pack::Digest;
use sandtable_pack::fab::ChitBox;
use smallvec::SmallVec;

use crate::bots;
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Question};
use crate::game::event::Event;
use crate::state::Verdict;
use crate::view::View;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{ChitIndex, SideIndex};

impl sandtable_engine::Game for Game {
    type Battlefield = Battlefield;
    type Action = Action;
    type Input = Input;
    type Node = Node;
    type Question = Question;
    type View<'g> = View<'g>;
    type Event = Event;
    type End = Verdict;

    /// Raise this by one whenever golden games (`tests/golden.rs`) change on purpose.
    const ENGINE: u32 = 3;
    const STEP_LIMIT: u32 = 200_000;

    fn new(field: Arc<Battlefield>, diary: Diary) -> Self {
        Self::new(field, diary)
    }

    fn node(&self) -> Node {
        self.node()
    }

    fn pending_input(node: &Node) -> PendingInput<Question, Verdict> {
        match *node {
            Node::Decision { side, question } => {
                PendingInput::Decision { side: side.index(), question }
            }
            Node::Cup(_) => PendingInput::Draw,
            Node::Dice(count) => PendingInput::Dice(count),
            Node::Over(verdict) => PendingInput::Ended(verdict),
        }
    }

    /// FAB-E4: each chit in a cup is equally likely; chits are indexed in id order.
    fn chance_input(&self, node: &Node, dice: &mut RandomStream) -> Option<Input> {
        match *node {
            Node::Dice(count) => Some(Input::Dice((0..count).map(|_| dice.roll_die(10)).collect())),
            Node::Cup(side) => {
                let chits: SmallVec<[ChitIndex; 64]> = self.in_box(side, ChitBox::Cup).collect();
                dice.pick(&chits).copied().map(Input::Drawn)
            }
            Node::Decision { .. } | Node::Over(_) => None,
        }
    }

    fn view(&self, side: usize) -> View<'_> {
        View::new(self, SideIndex::BOTH[side])
    }

    fn fallback(&self) -> Option<Action> {
        self.proposals().into_iter().next()
    }

    fn apply(&mut self, input: &Input) -> Result<RuleId, Refusal> {
        self.apply(input)
    }

    fn action(input: &Input) -> Option<&Action> {
        match input {
            Input::Action(action) => Some(action),
            Input::Drawn(_) | Input::Dice(_) => None,
        }
    }

    fn broken_invariant(&self) -> Option<&'static str> {
        self.broken_invariant().map(|rule| rule.0)
    }

    fn digest(&self) -> Digest {
        self.digest()
    }

    fn diary(&self) -> &[Event] {
        self.diary()
    }

    fn player(kind: BotKind) -> Box<dyn Bot<Self>> {
        bots::player(kind)
    }
}

impl From<Action> for Input {
    fn from(action: Action) -> Self {
        Self::Action(action)
    }
}
