//! Observes FAB games. Formations count as commands, areas as terrain and river borders as
//! crossings. A unit in supply counts as in command.

use sandtable_fab::{Event, Game, Happening, Node, RetreatCause, UnitPlace};
use sandtable_pack::fab::{AreaIndex, Battlefield, EdgeIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{Pack, UnitStart};
use sandtable_pack::{Choice as _, Language, SideId};

use super::{
    Act, Cast, CastCommand, CastDue, CastFeature, CastPiece, CastTurn, GameObservation, Hindrance,
    PieceObservation, PieceRole,
};
use crate::game::battle::BattlePack as _;

/// The data shared by all games of a battle.
#[derive(Debug)]
pub(crate) struct AreaCast {
    pub(crate) cast: Cast,
    /// The scenario index of each side of the engine.
    places: [usize; 2],
    /// The crossing index of each edge.
    crossings: Vec<Option<usize>>,
    /// The scenario side that must lead by this many points to win at the end; otherwise, the other
    /// side wins. `None` if the side with more points wins.
    target: Option<(usize, i64)>,
}

impl AreaCast {
    pub(crate) fn new(pack: &Pack, field: &Battlefield) -> Self {
        let (scene, labels) = (pack.battle().scene(), pack.labels());
        let place = |side: &SideId| usize::from(scene.sides[0] != *side);
        let places = SideIndex::BOTH.map(|side| place(&field.sides()[side.index()]));
        let name_of = |area: AreaIndex| {
            let id = &field.area(area).id;
            let label = labels.areas.get(id);
            label.map_or_else(|| id.to_string(), |label| label.name.get(Language::En).to_owned())
        };
        let sides = scene
            .sides
            .each_ref()
            .map(|side| CastFeature::new(side, "side", labels.sides[side].name.get(Language::En)));
        let commands = field.formations().map(|formation| {
            let card = field.formation(formation);
            CastCommand {
                id: card.id.to_string(),
                name: labels.formations[&card.id].name.get(Language::En).to_owned(),
                side: places[card.side.index()],
                rating: None,
            }
        });
        let pieces = field.units().map(|unit| {
            let card = field.unit(unit);
            let due = match &card.unit.start {
                UnitStart::Reinforcement { turn, entry: (first, last), .. } => Some(CastDue {
                    turn: u16::from(*turn),
                    when: format!("turn {turn}"),
                    entry: if first == last {
                        first.to_string()
                    } else {
                        format!("{first}–{last}")
                    },
                }),
                UnitStart::SetUp { .. } | UnitStart::NotInPlay => None,
            };
            CastPiece {
                id: card.unit.id.to_string(),
                name: labels.units[&card.unit.id].get(Language::En).to_owned(),
                side: places[card.side.index()],
                command: Some(card.formation.index()),
                role: PieceRole::Combat,
                kind: card.class.word().to_owned(),
                quality: card.quality(card.max_steps()).word().to_owned(),
                men: None,
                due,
                barred_by: None,
            }
        });
        let grounds: Vec<CastFeature> = field
            .areas()
            .map(|area| CastFeature::new(&field.area(area).id, "area", name_of(area)))
            .collect();
        let mut crossings = Vec::new();
        let numbers = field.edges().map(|edge| {
            let card = field.edge(edge);
            card.river_for_assault.then(|| {
                let ids = card.areas.map(|area| field.area(area).id.to_string());
                let names = card.areas.map(name_of);
                let feature = CastFeature::new(ids.join("–"), "river crossing", names.join("–"));
                crossings.push(feature);
                crossings.len() - 1
            })
        });
        let numbers = numbers.collect();
        let entries = field.entries().iter().map(|entry| {
            let places: Vec<String> = entry.areas.iter().map(|area| name_of(*area)).collect();
            CastFeature::new(
                entry.letter,
                "entry",
                format!("{} ({})", entry.letter, places.join(", ")),
            )
        });
        let cast = Cast {
            sides,
            pieces: pieces.collect(),
            commands: commands.collect(),
            spots: grounds.len(),
            grounds,
            crossings,
            entries: entries.collect(),
            turns: scene.turn_track.len() as u16,
            calendar: CastTurn::without_days(scene.turn_track.len() as u16),
            columns: None,
            square: 0,
        };
        Self { cast, places, crossings: numbers, target: pack.target() }
    }

    /// Returns the side that would win with these points after the last turn: 1 for the first, -1
    /// for the other (FAB-3.5).
    fn lead(&self, points: [i64; 2]) -> i64 {
        match self.target {
            None => (points[0] - points[1]).signum(),
            Some((side, ahead)) => {
                let sign = if side == 0 { 1 } else { -1 };
                if sign * (points[0] - points[1]) >= ahead { sign } else { -sign }
            }
        }
    }
}

/// FAB-4.1c4: returns the reason why a due unit waits, from the entry areas on its label.
fn hindrance(game: &Game, unit: UnitIndex) -> Hindrance {
    let field = game.field();
    let card = field.unit(unit);
    let UnitStart::Reinforcement { entry: (first, last), .. } = card.unit.start else {
        return Hindrance::HeldBack;
    };
    let entries = field.entries().iter();
    let own = entries
        .filter(|entry| entry.sides[card.side.index()] && (first..=last).contains(&entry.letter));
    let is_the_enemys = |area: &AreaIndex| {
        let there = game.state().area(*area).control;
        there != card.side && !game.state().units_in(*area, there).is_empty()
    };
    let areas: Vec<AreaIndex> = own.flat_map(|entry| entry.areas.iter().copied()).collect();
    let room = usize::from(field.rules().stacking);
    let is_full = |area: &AreaIndex| game.state().units_in(*area, card.side).len() >= room;
    let (closed, others): (Vec<_>, Vec<_>) = areas.into_iter().partition(is_the_enemys);
    match (closed.len(), others.as_slice()) {
        (_, []) => Hindrance::Enemy,
        (_, others) if others.iter().all(is_full) => Hindrance::NoRoom,
        _ => Hindrance::HeldBack,
    }
}

/// Observes one game.
pub(crate) struct AreaObserver<'c> {
    of: &'c AreaCast,
    observation: GameObservation,
    /// The number of events processed so far.
    seen: usize,
    begun: bool,
    /// Whether the first turn is still being played. Units out of supply in that turn count as out
    /// of supply from the start.
    first_supply: bool,
    is_over: bool,
}

impl<'c> AreaObserver<'c> {
    pub(crate) fn new(of: &'c AreaCast) -> Self {
        let observation = GameObservation::new(&of.cast);
        Self { of, observation, seen: 0, begun: false, first_supply: true, is_over: false }
    }

    /// Processes the events since the last call.
    pub(crate) fn observe(&mut self, game: &Game) {
        if !self.begun {
            self.begun = true;
            for unit in game.field().units() {
                if let UnitPlace::Area(area) = game.state().unit(unit).place {
                    self.piece(unit).came = true;
                    self.visit(area);
                }
            }
        }
        for event in &game.diary()[self.seen..] {
            self.count_event(game, event);
        }
        self.seen = game.diary().len();
        if matches!(game.node(), Node::Over(_)) {
            self.end(game);
        }
    }

    fn piece(&mut self, unit: UnitIndex) -> &mut PieceObservation {
        &mut self.observation.pieces[unit.index()]
    }

    fn visit(&mut self, area: AreaIndex) {
        self.observation.grounds[area.index()] = true;
    }

    fn count_act(&mut self, side: SideIndex, act: Act) {
        self.observation.count_act(self.of.places[side.index()], act);
    }

    fn count_activation(&mut self, game: &Game, unit: UnitIndex) {
        let formation = game.field().unit(unit).formation.index();
        self.observation.commands[formation].active = true;
        self.observation.commands[formation].activations += 1;
    }

    fn count_event(&mut self, game: &Game, event: &Event) {
        let side_of = |unit: UnitIndex| game.field().unit(unit).side;
        match &event.what {
            Happening::Arrived { unit, area } => {
                let due = self.of.cast.pieces[unit.index()].due.as_ref().map(|due| due.turn);
                let now = u16::from(event.turn);
                let observation = self.piece(*unit);
                observation.came = true;
                observation.late = due.map_or(0, |due| now.saturating_sub(due)).min(255) as u8;
                self.count_activation(game, *unit);
                self.visit(*area);
            }
            Happening::Delayed { unit } => {
                let hindrance = hindrance(game, *unit);
                let turns = &mut self.piece(*unit).kept_off[hindrance as usize];
                *turns = turns.saturating_add(1);
            }
            Happening::Moved { unit, from, to } => {
                self.piece(*unit).moved = true;
                self.count_activation(game, *unit);
                self.visit(*to);
                if let Some(edge) = game.field().edge_between(*from, *to) {
                    self.cross(edge);
                }
            }
            Happening::Blown { edge, .. } => {
                let areas = game.field().edge(*edge).areas;
                let side = game.state().area(areas[0]).control;
                self.count_act(side, Act::BlowBridge);
            }
            Happening::Fieldworks { side, .. } => self.count_act(*side, Act::Entrench),
            Happening::Combat { area } => {
                self.observation.fought[area.index()] += 1;
                self.visit(*area);
            }
            Happening::FormedUp { attackers, defenders } => {
                if let Some(first) = attackers.first() {
                    self.count_act(side_of(*first), Act::Attack);
                }
                for unit in attackers.iter().chain(defenders) {
                    self.piece(*unit).fought = true;
                    self.count_activation(game, *unit);
                }
            }
            Happening::Eliminated { unit } => self.piece(*unit).lost = true,
            Happening::Retreated { unit, to, cause, .. } => {
                self.visit(*to);
                if *cause == RetreatCause::SpecialAction {
                    self.count_act(side_of(*unit), Act::Retire);
                }
            }
            Happening::Aborted { .. } => {
                let side = game.state().phasing;
                self.count_act(side, Act::Abort);
            }
            Happening::Exploits { unit } => self.count_act(side_of(*unit), Act::Exploit),
            Happening::Supply { unit, supplied } => {
                let is_first = self.first_supply;
                let observation = self.piece(*unit);
                observation.cut_off |= is_first && !supplied;
            }
            Happening::TurnEnds { points } => self.end_turn(game, *points),
            Happening::Over(verdict) => {
                let mut points = [0; 2];
                for side in SideIndex::BOTH {
                    points[self.of.places[side.index()]] = i64::from(verdict.points[side.index()]);
                }
                self.observation.winner = verdict.winner.map(|side| self.of.places[side.index()]);
                self.observation.margin = points[0] - points[1];
                self.observation.on_points = true;
                if self.observation.course.len() < usize::from(verdict.turn) {
                    self.observation.course.push(points);
                    self.observation.leads.push(match self.observation.winner {
                        Some(0) => 1,
                        Some(_) => -1,
                        None => 0,
                    });
                }
            }
            _ => {}
        }
    }

    fn cross(&mut self, edge: EdgeIndex) {
        if let Some(number) = self.of.crossings[edge.index()] {
            self.observation.crossings[number] += 1;
        }
    }

    fn end_turn(&mut self, game: &Game, points: [i32; 2]) {
        self.first_supply = false;
        let mut of_scenario = [0; 2];
        for side in SideIndex::BOTH {
            of_scenario[self.of.places[side.index()]] = i64::from(points[side.index()]);
        }
        self.observation.course.push(of_scenario);
        self.observation.leads.push(self.of.lead(of_scenario));
        for unit in game.field().units() {
            let state = game.state().unit(unit);
            if let UnitPlace::Area(area) = state.place {
                let side = self.of.places[game.field().unit(unit).side.index()];
                self.observation.stood[side][area.index()] += 1;
                let supplied = state.supplied;
                let observation = self.piece(unit);
                observation.asked = true;
                observation.in_command |= supplied;
            }
        }
    }

    fn end(&mut self, game: &Game) {
        for unit in game.field().units() {
            let place = game.state().unit(unit).place;
            let was_due = match place {
                UnitPlace::Delayed(due) => u16::from(due) < u16::from(game.state().turn),
                _ => false,
            };
            self.piece(unit).missed = was_due;
        }
        self.observation.count_losses(&self.of.cast);
        self.is_over = true;
    }

    /// Returns the observation if the game ended.
    pub(crate) fn finish(self, steps: u32) -> Option<GameObservation> {
        self.is_over.then_some(GameObservation { steps, ..self.observation })
    }
}
