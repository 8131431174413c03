//! The implementation of `engine::play`'s game interface: version, nodes, dice and bots. It also
//! supports rule experiments with bots that abstain from some acts.

use std::sync::Arc;

use sandtable_engine::{
    Bot, BotKind, Diary, Keep, Outcome, PendingInput, RandomStream, Refusal, RuleId, Watch,
};
use sandtable_pack::Digest;

use crate::battlefield::Battlefield;
use crate::battlefield::roster::SideIndex;
use crate::bots::{General, Planner, RandomBot};
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Question};
use crate::game::event::Event;
use crate::game::rule_experiment::ForbiddenActs;
use crate::state::victory::BattleEnd;
use crate::view::View;

impl sandtable_engine::Game for Game {
    type Battlefield = Battlefield;
    type Action = Action;
    type Input = Input;
    type Node = Node;
    type Question = Question;
    type View<'g> = View<'g>;
    type Event = Event;
    type End = BattleEnd;

    /// The engine version. Increment it whenever golden games (`tests/cases/play/golden.rs`) change
    /// on purpose.
    const ENGINE: u32 = 9;
    /// The maximum number of inputs in a game: 50 times those of a long battle.
    const STEP_LIMIT: u32 = 500_000;

    fn new(field: Arc<Battlefield>, diary: Diary) -> Self {
        Self::new(field, diary)
    }

    fn node(&self) -> Node {
        self.node()
    }

    fn pending_input(node: &Node) -> PendingInput<Question, BattleEnd> {
        match *node {
            Node::Decision { side, question } => {
                PendingInput::Decision { side: side.index(), question }
            }
            Node::Cup(_) => PendingInput::Draw,
            Node::Dice { count, .. } => PendingInput::Dice(count),
            Node::Over(end) => PendingInput::Ended(end),
        }
    }

    fn chance_input(&self, node: &Node, dice: &mut RandomStream) -> Option<Input> {
        match node {
            Node::Cup(chits) => dice.pick(chits).copied().map(Input::Drawn),
            Node::Dice { count, sides } => {
                Some(Input::Dice((0..*count).map(|_| dice.roll_die(*sides)).collect()))
            }
            Node::Decision { .. } | Node::Over(_) => None,
        }
    }

    fn view(&self, side: usize) -> View<'_> {
        View::new(self, SideIndex::BOTH[side])
    }

    fn fallback(&self) -> Option<Action> {
        let Node::Decision { side, .. } = self.node() else { return None };
        Some(fallback(&View::new(self, side)))
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
        has_overlap(self).then_some("two pieces overlap (PB-6.4)")
    }

    fn digest(&self) -> Digest {
        self.digest()
    }

    fn diary(&self) -> &[Event] {
        self.diary()
    }

    fn player(kind: BotKind) -> Box<dyn Bot<Self>> {
        match kind {
            BotKind::Random => Box::new(RandomBot),
            BotKind::Cautious => Box::new(General::cautious()),
            BotKind::Aggressive => Box::new(General::aggressive()),
            BotKind::Planner => Box::new(Planner::default()),
        }
    }
}

impl From<Action> for Input {
    fn from(action: Action) -> Self {
        Self::Action(action)
    }
}

/// A bot that abstains from some acts. It sees them as illegal, and a legal action replaces any
/// such answer.
struct AbstainingBot<'b> {
    bot: &'b mut dyn Bot<Game>,
    forbidden: ForbiddenActs,
}

impl Bot<Game> for AbstainingBot<'_> {
    fn decide(&mut self, view: &View<'_>, question: Question, chance: &mut RandomStream) -> Action {
        let view = view.without(self.forbidden);
        let action = self.bot.decide(&view, question, chance);
        if self.forbidden.forbids(&action) { fallback(&view) } else { action }
    }
}

/// Plays a battle between any players, each without its forbidden acts. The game keeps a diary.
/// `watch` is called at the beginning, and before and after each input.
pub fn play_with_watch(
    field: &Arc<Battlefield>,
    seed: u64,
    players: [&mut dyn Bot<Game>; 2],
    forbidden: [ForbiddenActs; 2],
    keep: Keep,
    watch: &mut Watch<'_, Game>,
) -> Outcome<Game> {
    let [first, second] = players;
    let mut first = AbstainingBot { bot: first, forbidden: forbidden[0] };
    let mut second = AbstainingBot { bot: second, forbidden: forbidden[1] };
    let game = Game::new(Arc::clone(field), Diary::On);
    sandtable_engine::play(game, seed, [&mut first, &mut second], keep, watch)
}

/// A legal action for the side that decides.
fn fallback(view: &View<'_>) -> Action {
    let action = view.proposals().pop().or_else(|| view.required_action());
    action.unwrap_or(Action::EndActivation)
}

/// PB-6.4: whether any two pieces overlap.
pub fn has_overlap(game: &Game) -> bool {
    let shapes: Vec<_> =
        game.roster().piece_indices().filter_map(|piece| game.shape(piece)).collect();
    let mut pairs = shapes
        .iter()
        .enumerate()
        .flat_map(|(index, one)| shapes[index + 1..].iter().map(move |other| (one, other)));
    pairs.any(|(one, other)| one.overlaps(other))
}
