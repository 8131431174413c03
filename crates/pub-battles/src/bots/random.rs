//! A bot that picks legal actions at random, to find positions without a legal continuation.

use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role};
use crate::game::Game;
use crate::game::action::{Action, Leg, March, Question};
use crate::view::View;
use sandtable_engine::Bot;
use sandtable_engine::RandomStream;

/// A bot that takes random legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

/// The number of attempts at a legal move before the bot ends an activation.
const MAX_ATTEMPTS: u32 = 8;

impl Bot<Game> for RandomBot {
    fn decide(&mut self, view: &View<'_>, question: Question, chance: &mut RandomStream) -> Action {
        if let Question::Activation(command) = question {
            return self.activation(view, command, chance);
        }
        if question == Question::SetUp {
            return set_up(view, chance);
        }
        // Passing is one of the proposals. The bot tries to Alter the turn order one time in four.
        if question == Question::Alter && chance.number_below(4) > 0 {
            return Action::Pass;
        }
        chance.pick(&view.proposals()).cloned().unwrap_or(Action::Pass)
    }
}

impl RandomBot {
    fn activation(
        &self,
        view: &View<'_>,
        command: CommandIndex,
        chance: &mut RandomStream,
    ) -> Action {
        let Some(card) = view.command(command) else { return Action::EndActivation };
        let blocks: Vec<PieceIndex> = std::iter::once(card.headquarters)
            .chain(view.commander())
            .chain(card.baggage.iter().copied())
            .chain(view.pieces_of(command))
            .chain(view.without_chit())
            .filter(|&piece| !view.has_acted(piece))
            .filter(|&piece| view.is_available(piece))
            .collect();
        if let Some(action) = super::staff::assign_detachment(view, command)
            && chance.number_below(4) == 0
        {
            return action;
        }
        if !blocks.is_empty() && chance.number_below(12) > 0 {
            for _ in 0..MAX_ATTEMPTS {
                let Some(&piece) = chance.pick(&blocks) else { break };
                let Some(action) = random_action(view, piece, chance) else { continue };
                if view.is_legal(&action) {
                    return action;
                }
            }
        }
        view.required_action().unwrap_or(Action::EndActivation)
    }
}

/// Places blocks anywhere in their zones, and assigns detachments to any command.
fn set_up(view: &View<'_>, chance: &mut RandomStream) -> Action {
    if chance.number_below(6) > 0 {
        for _ in 0..MAX_ATTEMPTS {
            let blocks: Vec<PieceIndex> = view.own().map(|(piece, _)| piece).collect();
            let Some(&piece) = chance.pick(&blocks) else { break };
            let Some(zone) = view.zone_of(piece) else { continue };
            let corners: Vec<GroundPoint> =
                zone.parts.iter().flat_map(|part| part.exterior.iter().copied()).collect();
            let (Some(&one), Some(&other)) = (chance.pick(&corners), chance.pick(&corners)) else {
                continue;
            };
            let part = chance.number_below(1_000) as i32;
            let between = |a: i32, b: i32| a + (b - a) / 1_000 * part;
            let centre = GroundPoint::new(between(one.x, other.x), between(one.y, other.y));
            let facing = Facing::from_steps(chance.number_below(u32::from(Facing::STEPS)) as i32);
            let place = Action::Place { piece, pose: Pose { centre, facing } };
            if view.is_legal(&place) {
                return place;
            }
        }
    }
    chance.pick(&view.proposals()).cloned().unwrap_or(Action::Ready)
}

/// A random action for a piece, which may be illegal.
fn random_action(view: &View<'_>, piece: PieceIndex, chance: &mut RandomStream) -> Option<Action> {
    let facing = Facing::from_steps(chance.number_below(u32::from(Facing::STEPS)) as i32);
    let choices = view.entry_choices(piece);
    if !choices.is_empty() && chance.number_below(3) == 0 {
        return chance.pick(&choices).map(|(choice, _)| choice.clone());
    }
    match chance.number_below(16) {
        0 => Some(Action::Rally { piece, facing: None }),
        1 => Some(Action::Rally { piece, facing: Some(facing) }),
        2 => Some(Action::Unpack(piece)),
        // Packing ends the battle, so it is rare.
        3 if chance.number_below(40) == 0 => Some(Action::Pack(piece)),
        4 => Some(Action::March(March::new(piece, vec![Leg::Face(facing)]))),
        5..=8 => {
            let enemies: Vec<_> = view.enemies().map(|sighting| sighting.piece).collect();
            let enemy = *chance.pick(&enemies)?;
            let approaches = view.approaches(piece, enemy);
            chance.pick(&approaches).cloned().map(Action::March)
        }
        9 if chance.number_below(3) == 0 => chance.pick(&view.bombardments(piece)).cloned(),
        9 if chance.number_below(2) == 0 => {
            let friends: Vec<_> = view.own().map(|(friend, _)| friend).collect();
            let lead = *chance.pick(&friends)?;
            let marches = view.marches_behind(piece, lead);
            chance.pick(&marches).cloned().map(Action::March)
        }
        9 => {
            let enemy = *chance.pick(&view.touching(piece))?;
            Some(Action::Face { piece, enemy })
        }
        10 if !view.exits(piece).is_empty() && chance.number_below(8) == 0 => {
            let exit = *chance.pick(&view.exits(piece))?;
            Some(Action::March(March::new(piece, vec![Leg::Leave(exit)])))
        }
        10 | 11 => road_march(view, piece, facing, chance),
        12 if view.is_in_reserve(piece) => Some(Action::Deploy(piece)),
        12 if chance.number_below(2) == 0 => into_reserve(view, piece, chance),
        _ => {
            let block = view.block(piece)?;
            let length = random_length(view.third(piece) * 3, chance);
            let to = block.centre() + facing.advance(length);
            let mut legs = vec![Leg::Face(facing), Leg::To(to)];
            if view.column(piece).is_some() {
                legs[0] = Leg::FormLine(facing);
            }
            Some(Action::March(March::new(piece, legs)))
        }
    }
}

fn random_length(longest: GroundLength, chance: &mut RandomStream) -> GroundLength {
    let longest = longest.centimetres().max(1) as u32;
    GroundLength::from_centimetres(chance.number_below(longest) as i32 + 1)
}

/// A march into the reserve of a headquarters (PB-9.2).
fn into_reserve(view: &View<'_>, piece: PieceIndex, chance: &mut RandomStream) -> Option<Action> {
    let leaders: Vec<_> = view
        .own()
        .filter(|&(leader, _)| matches!(view.role(leader), Some(Role::Headquarters { .. })))
        .collect();
    let &(leader, shape) = chance.pick(&leaders)?;
    let block = view.block(piece)?;
    let way = Facing::from_vector(shape.place() - block.centre())?;
    let turn = if view.column(piece).is_some() { Leg::FormLine(way) } else { Leg::Face(way) };
    let legs = vec![turn, Leg::To(shape.place()), Leg::Join(leader)];
    Some(Action::March(March::new(piece, legs)))
}

/// A march in column to a random place on the roads.
fn road_march(
    view: &View<'_>,
    piece: PieceIndex,
    facing: Facing,
    chance: &mut RandomStream,
) -> Option<Action> {
    let roads = view.terrain().roads();
    let block = view.block(piece)?;
    let mut legs = Vec::new();
    let from = match view.column(piece) {
        Some(column) => column.road_pose(),
        None => {
            let place = roads.nearest(block.centre(), block.length() / 2)?;
            if view.is_on_map(piece) {
                legs.push(Leg::FormColumn(facing));
            }
            crate::state::column::pose_toward(roads, place, facing)
        }
    };
    let length = random_length(view.third(piece) * 4, chance);
    let marches = roads.marches(from, length);
    let march = chance.pick(&marches)?;
    legs.push(Leg::Along(march.end.place.into()));
    Some(Action::March(March::new(piece, legs)))
}
