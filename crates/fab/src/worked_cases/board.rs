//! A board for setting up cases: the fixture without units on the map and with all assets
//! available. Blue is phasing and controls areas 1, 2 and 3.

use sandtable_engine::rule_ids::*;
use std::sync::Arc;

use sandtable_engine::Refusal;
use sandtable_pack::fab::{
    Battle, BattleParts, ChitBox, ChitStart, Class, Order, Phase, UnitStart, sample,
};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::{Action, Input, Node, Piece, Question};
use crate::game::event::Happening;
use crate::movement::Step;
use crate::state::{AtBorder, ChitPlace, Mode, Motion, Reveal, Task, UnitPlace};
use sandtable_engine::Diary;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

pub(crate) const BLUE: SideIndex = SideIndex::First;
pub(crate) const RED: SideIndex = SideIndex::Second;

pub(crate) struct Board {
    pub(crate) game: Game,
}

/// The board of the fixture.
pub(crate) fn board() -> Board {
    board_of(|_| {})
}

/// The board of a modified fixture.
pub(crate) fn board_of(change: impl FnOnce(&mut BattleParts)) -> Board {
    let mut parts = sample::parts();
    for unit in &mut parts.scene.units {
        unit.start = UnitStart::NotInPlay;
    }
    let available = ChitStart::In(ChitBox::Available);
    parts.scene.assets.iter_mut().for_each(|asset| asset.start = available);
    parts.scene.events.iter_mut().for_each(|event| event.start = available);
    change(&mut parts);
    let battle = Battle::new(parts).expect("the board is valid");
    let mut game = Game::set_up(Arc::new(Battlefield::new(battle)), Diary::On);
    game.state.phasing = BLUE;
    Board { game }
}

/// The board of the fixture with rivers that armour cannot cross.
pub(crate) fn board_with_gorges() -> Board {
    board_of(|parts| parts.ruleset.border_types[1].impassable_for = [Class::Armour].into())
}

/// Set-up.
impl Board {
    pub(crate) fn unit(&self, name: &str) -> UnitIndex {
        self.game.field.find_unit(name).expect("the fixture has this unit")
    }

    pub(crate) fn chit(&self, name: &str) -> ChitIndex {
        self.game.field.find_chit(name).expect("the fixture has this chit")
    }

    pub(crate) fn area(&self, number: u8) -> AreaIndex {
        self.game.field.find_area(&number.to_string()).expect("the fixture has this area")
    }

    pub(crate) fn edge(&self, a: u8, b: u8) -> EdgeIndex {
        self.game.field.edge_between(self.area(a), self.area(b)).expect("the areas share a border")
    }

    pub(crate) fn piece(&self, name: &str) -> Piece {
        match self.game.field.find_unit(name) {
            Some(unit) => Piece::Unit(unit),
            None => Piece::Asset(self.chit(name)),
        }
    }

    /// Places a unit at full strength, in good order and in supply; a sole occupant takes control.
    pub(crate) fn put(mut self, name: &str, area: u8) -> Self {
        let (unit, area) = (self.unit(name), self.area(area));
        self.game.put(unit, UnitPlace::Area(area));
        self.game.state.unit_mut(unit).supplied = true;
        if !self.game.is_contested(area) {
            self.game.state.area_mut(area).control = self.game.side_of(unit);
        }
        self
    }

    /// Places several units in an area.
    pub(crate) fn put_all(self, names: &[&str], area: u8) -> Self {
        names.iter().fold(self, |board, name| board.put(name, area))
    }

    pub(crate) fn steps(mut self, name: &str, steps: u8) -> Self {
        let unit = self.unit(name);
        self.game.state.unit_mut(unit).steps = steps;
        self
    }

    pub(crate) fn order(mut self, name: &str, order: Order) -> Self {
        let unit = self.unit(name);
        self.game.state.unit_mut(unit).order = order;
        self
    }

    pub(crate) fn unsupplied(mut self, name: &str) -> Self {
        let unit = self.unit(name);
        self.game.state.unit_mut(unit).supplied = false;
        self
    }

    pub(crate) fn reserve(mut self, name: &str) -> Self {
        let unit = self.unit(name);
        self.game.state.unit_mut(unit).reserve = true;
        self
    }

    pub(crate) fn exploit(mut self, name: &str) -> Self {
        let unit = self.unit(name);
        self.game.state.unit_mut(unit).exploit = true;
        self
    }

    pub(crate) fn face_up(mut self, names: &[&str]) -> Self {
        for name in names {
            let unit = self.unit(name);
            self.game.state.unit_mut(unit).reveal = Reveal::FaceUp;
        }
        self
    }

    /// Gives a side control of areas, in supply.
    pub(crate) fn with_control(mut self, side: SideIndex, areas: &[u8]) -> Self {
        for &number in areas {
            let area = self.area(number);
            let state = self.game.state.area_mut(area);
            state.control = side;
            state.supplied = Some(true);
        }
        self
    }

    pub(crate) fn area_unsupplied(mut self, number: u8, supplied: Option<bool>) -> Self {
        let area = self.area(number);
        self.game.state.area_mut(area).supplied = supplied;
        self
    }

    pub(crate) fn blow_bridge(mut self, a: u8, b: u8) -> Self {
        let edge = self.edge(a, b);
        self.game.state.blown[edge.index()] = true;
        self
    }

    pub(crate) fn fieldworks(mut self, number: u8, side: SideIndex) -> Self {
        let area = self.area(number);
        self.game.state.area_mut(area).fieldworks = Some(side);
        self
    }

    pub(crate) fn roadblock(mut self, number: u8, side: SideIndex) -> Self {
        let area = self.area(number);
        self.game.state.area_mut(area).roadblock = Some(side);
        self
    }

    pub(crate) fn river_assault(mut self, number: u8) -> Self {
        let area = self.area(number);
        self.game.state.area_mut(area).river_assault = true;
        self
    }

    /// Records that a unit came over this border.
    pub(crate) fn came_over(mut self, name: &str, a: u8, b: u8) -> Self {
        let (unit, edge) = (self.unit(name), self.edge(a, b));
        let blown = self.game.state.is_blown(edge);
        self.game.state.unit_mut(unit).came_by = Some((edge, blown));
        self
    }

    pub(crate) fn chit_at(mut self, name: &str, place: ChitPlace) -> Self {
        let chit = self.chit(name);
        self.game.move_chit(chit, place, FAB_S10);
        self
    }

    pub(crate) fn chit_in_box(self, name: &str, of: ChitBox) -> Self {
        self.chit_at(name, ChitPlace::In(of))
    }

    /// Takes a side's Special Actions away.
    pub(crate) fn without_special_actions(mut self, side: SideIndex) -> Self {
        for chit in self.game.special_actions(side).collect::<Vec<_>>() {
            self.game.move_chit(chit, ChitPlace::NotInPlay, FAB_S10);
        }
        self
    }

    pub(crate) fn with_defended_roadblock(self, name: &str, number: u8) -> Self {
        let area = self.area(number);
        self.chit_at(name, ChitPlace::OnMap(area))
    }

    /// Begins play with a phase of a side.
    pub(crate) fn begin(mut self, phase: Phase, side: SideIndex) -> Self {
        self.game.state.tasks = vec![Task::EndPhase, Task::Begin(phase, side)];
        self.game.advance();
        self
    }

    pub(crate) fn moves(self) -> Self {
        self.begin(Phase::OperationalMovement, BLUE)
    }

    /// Begins the round in an area as if the area were newly contested.
    pub(crate) fn fight(mut self, number: u8) -> Self {
        let area = self.area(number);
        self.game.state.phase = Phase::Combat;
        self.game.fight(area, None);
        self.game.advance();
        self
    }

    /// Begins the round in an area without Special Actions and assets.
    pub(crate) fn fight_without_assets(self, number: u8) -> Self {
        let mut board = self.fight(number);
        board.pass_to_points();
        board
    }
}

/// Play.
impl Board {
    pub(crate) fn judge(&self, action: &Action) -> Result<&'static str, &'static str> {
        self.game.judge(action).map(|rule| rule.0).map_err(|refusal| refusal.rule.0)
    }

    #[track_caller]
    pub(crate) fn act(&mut self, action: Action) -> &mut Self {
        self.input(&Input::Action(action))
    }

    #[track_caller]
    pub(crate) fn dice(&mut self, dice: &[u8]) -> &mut Self {
        self.input(&Input::Dice(dice.iter().copied().collect()))
    }

    /// Makes the awaited dice and all later ones miss.
    #[track_caller]
    pub(crate) fn miss_all(&mut self) -> &mut Self {
        while let Some(count) = self.dice_awaited() {
            self.dice(&vec![10; usize::from(count)]);
        }
        self
    }

    #[track_caller]
    pub(crate) fn input(&mut self, input: &Input) -> &mut Self {
        let before = self.game.clone();
        match self.game.apply(input) {
            Ok(_) => self,
            Err(Refusal { rule, reason }) => {
                assert_eq!(before.digest(), self.game.digest(), "a refused input has no effect");
                let node =
                    if self.game.state.tasks.is_empty() { None } else { Some(self.game.node()) };
                panic!("{input:?} at {node:?}: {reason} ({rule})")
            }
        }
    }

    pub(crate) fn march(&self, name: &str, way: &[u8]) -> Action {
        let way = way.iter().map(|&number| self.area(number)).collect();
        Action::March { unit: self.unit(name), way, by: None }
    }

    #[track_caller]
    pub(crate) fn marches(&mut self, name: &str, way: &[u8]) -> &mut Self {
        let march = self.march(name, way);
        self.act(march)
    }

    /// Judges a route; the error is the rule that forbids the route.
    pub(crate) fn way(&self, name: &str, way: &[u8]) -> Result<(), &'static str> {
        self.judge(&self.march(name, way)).map(|_| ())
    }

    /// The cost of each step of a route for a unit that sets out now.
    pub(crate) fn costs(&self, name: &str, way: &[u8]) -> Vec<u8> {
        let unit = self.unit(name);
        let mut here = self.game.state.area_of(unit).expect("the unit is on the map");
        let mut motion = Motion {
            unit,
            mode: Mode::Operational,
            steps: 0,
            points: self.game.field.unit(unit).allowance,
            left_contested: self.game.is_contested(here),
            started: here,
            way: SmallVec::new(),
            border: AtBorder::Open,
            stopped: false,
        };
        let mut costs = Vec::new();
        for &number in way {
            let next = self.area(number);
            let step = self.game.judge_step(&motion, here, next);
            let Step { cost, stops, .. } = step.expect("the step is legal");
            motion.steps += 1;
            motion.points = motion.points.saturating_sub(cost);
            motion.stopped = stops;
            here = next;
            costs.push(cost);
        }
        costs
    }

    /// Plays on to the points without Special Actions and assets; the first unit of each side
    /// leads.
    #[track_caller]
    pub(crate) fn pass_to_points(&mut self) -> &mut Self {
        while let Some((_, question)) = self.question() {
            match question {
                Question::Defend => self.act(Action::Done),
                Question::Assign => self.act(Action::Assign(SmallVec::new())),
                _ => break,
            };
        }
        self
    }

    /// The current question and the side that decides it.
    pub(crate) fn question(&self) -> Option<(SideIndex, Question)> {
        if self.is_done() { None } else { self.game.question() }
    }

    /// Whether all tasks are done.
    pub(crate) fn is_done(&self) -> bool {
        self.game.state.tasks.is_empty()
    }

    #[track_caller]
    pub(crate) fn lead(&mut self, name: &str) -> &mut Self {
        let piece = self.piece(name);
        self.act(Action::Lead(piece))
    }

    #[track_caller]
    pub(crate) fn lose(&mut self, name: &str) -> &mut Self {
        let piece = self.piece(name);
        self.act(Action::Lose(piece))
    }

    #[track_caller]
    pub(crate) fn assign(&mut self, names: &[&str]) -> &mut Self {
        let chits = self.chits(names);
        self.act(Action::Assign(chits))
    }

    pub(crate) fn chits(&self, names: &[&str]) -> SmallVec<[ChitIndex; 8]> {
        names.iter().map(|name| self.chit(name)).collect()
    }

    #[track_caller]
    pub(crate) fn retreat(&mut self, name: &str, to: u8) -> &mut Self {
        let (unit, to) = (self.unit(name), self.area(to));
        self.act(Action::Retreat { unit, to })
    }
}

/// Inspection.
impl Board {
    pub(crate) fn steps_of(&self, name: &str) -> u8 {
        self.game.state.unit(self.unit(name)).steps
    }

    pub(crate) fn order_of(&self, name: &str) -> Order {
        self.game.state.unit(self.unit(name)).order
    }

    pub(crate) fn reserve_of(&self, name: &str) -> bool {
        self.game.state.unit(self.unit(name)).reserve
    }

    pub(crate) fn exploits(&self, name: &str) -> bool {
        self.game.state.unit(self.unit(name)).exploit
    }

    pub(crate) fn is_face_up(&self, name: &str) -> bool {
        self.game.state.unit(self.unit(name)).reveal == Reveal::FaceUp
    }

    /// The number of a unit's area; 0 if the unit is off the map.
    pub(crate) fn at(&self, name: &str) -> u8 {
        let area = self.game.state.area_of(self.unit(name));
        area.map_or(0, |area| {
            self.game.field.area(area).id.as_str().parse().expect("area ids are numbers")
        })
    }

    pub(crate) fn controller(&self, number: u8) -> SideIndex {
        self.game.state.area(self.area(number)).control
    }

    pub(crate) fn works(&self, number: u8) -> Option<SideIndex> {
        self.game.state.area(self.area(number)).fieldworks
    }

    pub(crate) fn chit_place(&self, name: &str) -> ChitPlace {
        self.game.state.chit(self.chit(name))
    }

    pub(crate) fn is_in(&self, name: &str, of: ChitBox) -> bool {
        self.chit_place(name) == ChitPlace::In(of)
    }

    pub(crate) fn is_blown(&self, a: u8, b: u8) -> bool {
        self.game.state.is_blown(self.edge(a, b))
    }

    pub(crate) fn has_event(&self, what: impl Fn(&Happening) -> bool) -> bool {
        self.game.diary().iter().any(|event| what(&event.what))
    }

    fn dice_awaited(&self) -> Option<u8> {
        if self.is_done() {
            return None;
        }
        match self.game.node() {
            Node::Dice(count) => Some(count),
            Node::Decision { .. } | Node::Cup(_) | Node::Over(_) => None,
        }
    }

    /// The number of dice awaited.
    pub(crate) fn awaits_dice(&self) -> u8 {
        match self.game.node() {
            Node::Dice(count) => count,
            other => panic!("expected dice, found {other:?}"),
        }
    }
}
