//! Observes games of Pub Battles.

use std::sync::Arc;

use sandtable_engine::Diary;
use sandtable_pack::{
    Arrival, Choice as _, GroundPoint, Language, Map, Pack, Polygon, WatercourseKind,
};
use sandtable_pub_battles::{
    Battlefield, EntryStatus, Event, Game, Happening, IdleReason, Location, Node, PieceCard,
    PieceIndex, RetreatCause, Role, SideIndex, VictoryKind,
};
use sandtable_terrain::Block;

use super::numbering::SquareGrid;
use super::{
    Act, Cast, CastCommand, CastDue, CastEnemy, CastFeature, CastPiece, CastTurn, GameObservation,
    Hindrance, PieceObservation, PieceRole,
};

/// The number of turns in a day (PB-3.17).
const TURNS_PER_DAY: u16 = 8;
/// The maximum distance from a crossing at which a move uses it.
const CROSSING_DISTANCE_CM: f64 = 6_000.0;

/// The data shared by all games of a battle.
#[derive(Debug)]
pub(crate) struct PubCast {
    pub(crate) cast: Cast,
    squares: SquareGrid,
    grounds: Vec<Ground>,
    crossings: Vec<GroundPoint>,
    first_turn: u16,
    /// The pieces whose arrival depends on a die roll (PB-3.10).
    by_die: Vec<bool>,
    /// The pieces out of supply before set-up, in all games (PB-31.4).
    cut_off: Vec<PieceIndex>,
}

/// A terrain feature with its bounding box.
#[derive(Debug)]
struct Ground {
    parts: Vec<Polygon>,
    low: GroundPoint,
    high: GroundPoint,
}

impl Ground {
    fn new(parts: &[Polygon]) -> Self {
        let corners = || parts.iter().flat_map(|part| &part.exterior);
        let minimum = |of: fn(&GroundPoint) -> i32| corners().map(of).min().unwrap_or_default();
        let maximum = |of: fn(&GroundPoint) -> i32| corners().map(of).max().unwrap_or_default();
        Self {
            parts: parts.to_vec(),
            low: GroundPoint::new(minimum(|at| at.x), minimum(|at| at.y)),
            high: GroundPoint::new(maximum(|at| at.x), maximum(|at| at.y)),
        }
    }

    fn contains(&self, at: GroundPoint) -> bool {
        let is_near = (self.low.x..=self.high.x).contains(&at.x)
            && (self.low.y..=self.high.y).contains(&at.y);
        is_near && self.parts.iter().any(|part| part.contains(at))
    }
}

/// Returns the number of a turn, counting from the first turn of the first day. A day has 8 turns.
fn ordinal(day: u8, turn: u8) -> u16 {
    u16::from(day.saturating_sub(1)) * TURNS_PER_DAY + u16::from(turn)
}

/// Returns the turn with the given number.
fn turn_at(ordinal: u16, days: u8) -> CastTurn {
    let day = ((ordinal - 1) / TURNS_PER_DAY + 1) as u8;
    let turn = (ordinal - 1) % TURNS_PER_DAY + 1;
    if days > 1 {
        CastTurn { name: format!("day {day}, turn {turn}"), short: format!("{day}/{turn}"), day }
    } else {
        CastTurn { name: format!("turn {turn}"), short: turn.to_string(), day }
    }
}

/// Returns the nearest enemy piece in line that blocks the supply of a piece at set-up (PB-31.2,
/// PB-A158).
fn supply_blocker(field: &Battlefield, card: &PieceCard) -> Option<CastEnemy> {
    let ground = |card: &PieceCard| match card.start {
        Arrival::Line(pose) => Some(Block::new(pose, card.footprint)),
        Arrival::Column(_) | Arrival::Reserve(_) | Arrival::Reinforcement => None,
    };
    let block = ground(card)?;
    let cards = field.roster.piece_indices().map(|piece| field.roster.piece(piece));
    let enemies =
        cards.filter(|other| other.side != card.side && matches!(other.role, Role::Combat(_)));
    let near = enemies.filter_map(|enemy| Some((ground(enemy)?.distance(&block), enemy)));
    let (away, nearest) = near.min_by_key(|(away, _)| *away)?;
    let bars = away <= field.distances().foot_third;
    bars.then(|| CastEnemy { name: nearest.name.clone(), away })
}

impl PubCast {
    pub(crate) fn new(pack: &Pack, field: &Arc<Battlefield>) -> Self {
        let roster = &field.roster;
        let calendar = &pack.scenario().calendar;
        let first_turn = u16::from(calendar.first_turn);
        let (map, labels) = (pack.map(), pack.labels());
        let sides = pack.scenario().sides.each_ref().map(|side| {
            CastFeature::new(&side.id, "side", labels.sides[&side.id].title.get(Language::En))
        });
        let commands: Vec<CastCommand> = roster
            .commands
            .iter()
            .map(|card| CastCommand {
                id: card.id.to_string(),
                name: card.name.clone(),
                side: card.side.index(),
                rating: Some(card.rating),
            })
            .collect();
        let armies = pack
            .scenario()
            .sides
            .each_ref()
            .map(|side| side.commander.as_ref().map(|army| army.headquarters.id.to_string()));
        let pieces = roster.piece_indices().map(|piece| {
            let card = roster.piece(piece);
            let (role, kind, quality) = match card.role {
                Role::Headquarters { .. } => (PieceRole::Headquarters, "headquarters", ""),
                Role::Baggage => (PieceRole::Baggage, "baggage", ""),
                Role::Combat(arm) => (PieceRole::Combat, arm.kind.word(), arm.quality.word()),
            };
            let of_command = card.command.map(|command| roster.command(command).id.to_string());
            let of_army = || armies[card.side.index()].clone();
            let id = card.id.as_ref().map(ToString::to_string);
            CastPiece {
                id: id.or(of_command).or_else(of_army).unwrap_or_default(),
                name: card.name.clone(),
                side: card.side.index(),
                command: card.command.map(|command| command.index()),
                role,
                kind: kind.to_owned(),
                quality: quality.to_owned(),
                men: card.id.as_ref().and_then(|id| labels.pieces.get(id)?.strength),
                due: card.reinforcement.as_ref().map(|due| CastDue {
                    turn: (ordinal(due.day, due.turn) + 1).saturating_sub(first_turn),
                    when: format!("day {}, turn {}", due.day, due.turn),
                    entry: due.entry.to_string(),
                }),
                barred_by: supply_blocker(field, card),
            }
        });
        let pieces: Vec<CastPiece> = pieces.collect();
        let (grounds, shapes) = grounds(map, pack);
        let name = |id| labels.features.get(id).and_then(|label| label.name.as_ref());
        let name = |id| name(id).map(|name| name.get(Language::En).to_owned());
        let is_river = |id| {
            let mut rivers =
                map.watercourses.iter().filter(|water| water.kind == WatercourseKind::River);
            rivers.any(|water| water.id == id)
        };
        let over_rivers: Vec<_> =
            map.crossings.iter().filter(|crossing| is_river(crossing.over.clone())).collect();
        let crossings = over_rivers
            .iter()
            .map(|one| {
                let called = name(&one.id).unwrap_or_else(|| one.id.to_string());
                CastFeature::new(&one.id, "crossing", called)
            })
            .collect();
        let entries = map
            .entries
            .iter()
            .map(|entry| {
                let called = labels.entries.get(&entry.id).map(|name| name.get(Language::En));
                CastFeature::new(&entry.id, "entry", called.unwrap_or(entry.id.as_str()))
            })
            .collect();
        let squares = SquareGrid::for_map(map);
        let last = ordinal(calendar.days, calendar.last_turn);
        let cast = Cast {
            sides,
            pieces,
            commands,
            grounds,
            crossings,
            entries,
            turns: last + 1 - first_turn,
            calendar: (first_turn..=last).map(|turn| turn_at(turn, calendar.days)).collect(),
            spots: squares.columns * squares.rows,
            columns: Some(squares.columns),
            square: squares.metres(),
        };
        let crossings = over_rivers.iter().map(|crossing| crossing.at).collect();
        let schedules = pack.scenario().sides.each_ref().map(|side| &side.reinforcements);
        let by_die = roster.piece_indices().map(|piece| {
            let card = roster.piece(piece);
            let arrival = card.reinforcement.as_ref().map(|due| usize::from(due.arrival));
            arrival.is_some_and(|arrival| schedules[card.side.index()][arrival].roll.is_some())
        });
        let by_die = by_die.collect();
        let at_first = Game::new(Arc::clone(field), Diary::Off);
        let cut_off = SideIndex::BOTH.map(|side| at_first.unsupplied(side)).concat();
        Self { cast, squares, grounds: shapes, crossings, first_turn, by_die, cut_off }
    }
}

/// Returns woods, towns, marshes and hills. Unnamed features use their ids.
fn grounds(map: &Map, pack: &Pack) -> (Vec<CastFeature>, Vec<Ground>) {
    let areas = [("woods", &map.woods), ("buildings", &map.buildings), ("marsh", &map.marsh)];
    let areas = areas.into_iter().flat_map(|(kind, areas)| {
        areas.iter().map(move |area| (kind, &area.id, area.parts.as_slice()))
    });
    let hills = map.hills.iter().map(|hill| ("hill", &hill.id, hill.parts.as_slice()));
    let all = areas.chain(hills).map(|(kind, id, parts)| {
        let label = pack.labels().features.get(id).and_then(|label| label.name.as_ref());
        let name = label.map_or(id.as_str(), |name| name.get(Language::En));
        (CastFeature::new(id, kind, name), Ground::new(parts))
    });
    all.unzip()
}

/// Observes one game.
pub(crate) struct PubObserver<'c> {
    of: &'c PubCast,
    observation: GameObservation,
    /// The number of events processed so far.
    seen: usize,
    /// The first turn in which each piece could have entered.
    due: Vec<Option<u16>>,
    /// What prevents each piece from entering this turn, if known.
    kept_off: Vec<Option<Hindrance>>,
    /// The command that moved last.
    active: Option<usize>,
    /// The commands that moved in this turn, in order.
    order: Vec<usize>,
    is_over: bool,
}

impl<'c> PubObserver<'c> {
    pub(crate) fn new(of: &'c PubCast) -> Self {
        // The diary counts turns from the first turn of the first day.
        let before = of.first_turn - 1;
        let due =
            of.cast.pieces.iter().map(|piece| piece.due.as_ref().map(|due| due.turn + before));
        Self {
            of,
            observation: GameObservation::new(&of.cast),
            seen: 0,
            // Pieces that wait for a die roll are not late.
            due: due.zip(&of.by_die).map(|(due, by_die)| due.filter(|_| !by_die)).collect(),
            kept_off: vec![None; of.cast.pieces.len()],
            active: None,
            order: Vec::new(),
            is_over: false,
        }
    }

    /// Processes the events since the last call.
    pub(crate) fn observe(&mut self, game: &Game) {
        if self.seen == 0 {
            self.begin();
        }
        for event in &game.diary()[self.seen..] {
            self.count_event(game, event);
        }
        self.seen = game.diary().len();
        if matches!(game.node(), Node::Over(_)) {
            self.end(game);
        }
    }

    fn begin(&mut self) {
        for piece in &self.of.cut_off {
            self.observation.pieces[piece.index()].cut_off = true;
        }
    }

    fn piece(&mut self, piece: PieceIndex) -> &mut PieceObservation {
        &mut self.observation.pieces[piece.index()]
    }

    /// Marks the terrain at a place as visited.
    fn visit(&mut self, at: GroundPoint) {
        for (visited, ground) in self.observation.grounds.iter_mut().zip(&self.of.grounds) {
            if !*visited {
                *visited = ground.contains(at);
            }
        }
    }

    fn fight(&mut self, at: GroundPoint) {
        self.observation.fought[self.of.squares.square_at(at)] += 1;
    }

    fn count_event(&mut self, game: &Game, event: &Event) {
        let side_of = |piece: PieceIndex| game.roster().piece(piece).side.index();
        match &event.what {
            Happening::TurnBegins { .. } => self.order.clear(),
            Happening::EntryChosen { piece, .. } => self.mark_rerouted(game, *piece),
            Happening::Activated(command) => {
                self.find_hindrances(game, ordinal(event.day, event.turn), self.active);
                self.active = Some(command.index());
                self.order.push(command.index());
                self.observation.commands[command.index()].activations += 1;
                self.observation.commands[command.index()].active = true;
                for piece in game.troops_of(*command) {
                    let in_command = game.is_within_command(*command, piece);
                    let is_there = matches!(game.state().piece(piece).place, Location::OnMap(_));
                    let observation = self.piece(piece);
                    observation.asked |= is_there;
                    observation.in_command |= is_there && in_command;
                }
            }
            Happening::StoodIdle { command, idleness } => {
                let holds = *idleness == IdleReason::Holds;
                self.observation.commands[command.index()].idle += u16::from(holds);
            }
            Happening::AlterTried { roller, .. } => {
                self.piece(*roller).altered = true;
                self.observation.count_act(side_of(*roller), Act::Alter);
            }
            Happening::Moved { piece, from, stands, .. } => {
                self.piece(*piece).moved = true;
                self.cross(*from, stands.centre());
                self.visit(stands.centre());
            }
            Happening::ArrivalRolled { piece, comes: true, .. } => {
                let now = ordinal(event.day, event.turn);
                let arrival = game.roster().piece(*piece).reinforcement.as_ref();
                let arrival = arrival.map(|due| due.arrival);
                for other in game.roster().piece_indices() {
                    let card = game.roster().piece(other);
                    let is_with = card.side == game.roster().piece(*piece).side
                        && card.reinforcement.as_ref().map(|due| due.arrival) == arrival;
                    if is_with {
                        self.due[other.index()] = Some(now);
                    }
                }
            }
            Happening::Entered { piece, stands } => {
                let now = ordinal(event.day, event.turn);
                let due = self.due[piece.index()].take();
                let observation = self.piece(*piece);
                observation.came = true;
                observation.moved = true;
                observation.late = due.map_or(0, |due| now.saturating_sub(due)).min(255) as u8;
                self.visit(stands.centre());
            }
            Happening::Attacked { attacker, defender, at, .. } => {
                self.observation.count_act(side_of(*attacker), Act::Attack);
                self.piece(*attacker).moved = true;
                self.piece(*attacker).fought = true;
                self.piece(*defender).fought = true;
                self.visit(*at);
            }
            Happening::CombatBegins { at, .. } => self.fight(*at),
            Happening::Fired { firer, target, .. } => {
                self.piece(*firer).fought = true;
                self.piece(*target).fought = true;
            }
            Happening::Bombarded { firer, target, .. } => {
                self.observation.count_act(side_of(*firer), Act::Bombard);
                self.piece(*firer).fought = true;
                self.piece(*target).fought = true;
            }
            Happening::Rallied { piece, .. } => {
                self.observation.count_act(side_of(*piece), Act::Rally)
            }
            Happening::SetUp { piece, .. } => {
                self.piece(*piece).unpacked = !game.roster().piece(*piece).packed;
            }
            Happening::Unpacked(train) => self.piece(*train).unpacked = true,
            Happening::LeftReserve { piece, stands, .. } => {
                self.piece(*piece).moved = true;
                self.observation.count_act(side_of(*piece), Act::LeaveReserve);
                self.visit(stands.centre());
            }
            Happening::Retreated { piece, stands, cause, .. } => {
                if *cause == RetreatCause::Choice {
                    self.observation.count_act(side_of(*piece), Act::Retire);
                }
                self.visit(stands.centre());
            }
            Happening::Destroyed { piece, points, .. } | Happening::CutOff { piece, points } => {
                // PB-31.4: pieces out of supply in the final count score points but were not lost
                // in combat.
                let observation = self.piece(*piece);
                match &event.what {
                    Happening::CutOff { .. } => observation.cut_off_at_end = true,
                    _ => observation.lost = true,
                }
                let winner = 1 - side_of(*piece);
                let rule = event.rule.0;
                self.observation.by_rule.entry(rule).or_default()[winner] += i64::from(*points);
            }
            Happening::Recovered { piece, .. } => self.piece(*piece).lost = false,
            Happening::TurnEnds { points } => {
                // The game is already in the next turn.
                let now = ordinal(event.day, event.turn);
                self.end_turn(game, now, event.night, *points);
            }
            Happening::Ended(end) => {
                let totals = end.totals().map(i64::from);
                self.observation.winner = end.winner.map(SideIndex::index);
                self.observation.margin = totals[0] - totals[1];
                self.observation.on_points = end.kind == VictoryKind::Points;
            }
            _ => {}
        }
    }

    /// Marks pieces that were due together with this piece and wait because it entered by another
    /// road.
    fn mark_rerouted(&mut self, game: &Game, piece: PieceIndex) {
        let roster = game.roster();
        let arrival = |piece| roster.piece(piece).reinforcement.as_ref().map(|due| due.arrival);
        let side = roster.piece(piece).side;
        for other in roster.piece_indices() {
            if roster.piece(other).side == side && arrival(other) == arrival(piece) {
                self.kept_off[other.index()] = Some(Hindrance::OtherRoad);
            }
        }
    }

    /// Finds the hindrances of due pieces that still wait: pieces of a command, or all pieces whose
    /// hindrance in this turn is unknown.
    fn find_hindrances(&mut self, game: &Game, now: u16, command: Option<usize>) {
        for (number, piece) in self.of.cast.pieces.iter().enumerate() {
            let is_due = self.due[number].is_some_and(|due| due <= now);
            let waits = is_due && !self.observation.pieces[number].came;
            if !waits
                || self.kept_off[number].is_some()
                || command.is_some_and(|of| piece.command != Some(of))
            {
                continue;
            }
            let index = game.roster().piece_indices().nth(number);
            let way = index.and_then(|piece| game.entry_status(piece));
            self.kept_off[number] = way.map(|way| match way {
                EntryStatus::Enemy => Hindrance::Enemy,
                EntryStatus::Taken => Hindrance::NoRoom,
                EntryStatus::Open => Hindrance::HeldBack,
            });
        }
    }

    /// Counts the end of a turn. The end of a night belongs to the preceding turn.
    fn end_turn(&mut self, game: &Game, now: u16, is_night: bool, points: [u32; 2]) {
        self.find_hindrances(game, now, self.active);
        self.find_hindrances(game, now, None);
        self.active = None;
        for (kept_off, observation) in self.kept_off.iter_mut().zip(&mut self.observation.pieces) {
            if let Some(hindrance) = kept_off.take().filter(|_| !observation.came) {
                let turns = &mut observation.kept_off[hindrance as usize];
                *turns = turns.saturating_add(1);
            }
        }
        let points = points.map(i64::from);
        if is_night {
            self.observation.course.pop();
            self.observation.leads.pop();
        }
        self.observation.course.push(points);
        self.observation.leads.push((points[0] - points[1]).signum());
        for piece in game.roster().piece_indices() {
            if let Some(shape) = game.shape(piece) {
                let side = game.roster().piece(piece).side.index();
                let place = shape.place();
                self.observation.stood[side][self.of.squares.square_at(place)] +=
                    u32::from(!is_night);
                self.piece(piece).came = true;
                self.visit(place);
            }
        }
        let last = self.order.len().saturating_sub(1).max(1) as u32;
        for (place, &command) in self.order.iter().enumerate() {
            let observation = &mut self.observation.commands[command];
            observation.places += place as u32 * 1_000 / last;
            observation.drawn += 1;
        }
        self.order.clear();
    }

    fn cross(&mut self, from: GroundPoint, to: GroundPoint) {
        for (count, at) in self.observation.crossings.iter_mut().zip(&self.of.crossings) {
            if distance_to_leg(*at, from, to) <= CROSSING_DISTANCE_CM && from != to {
                *count += 1;
            }
        }
    }

    fn end(&mut self, game: &Game) {
        let end = ordinal(game.state().day, game.state().turn);
        for (observation, due) in self.observation.pieces.iter_mut().zip(&self.due) {
            observation.missed = due.is_some_and(|due| due < end) && !observation.came;
        }
        for piece in game.roster().piece_indices() {
            let came = !matches!(game.state().piece(piece).place, Location::Awaited);
            self.observation.pieces[piece.index()].came |= came;
        }
        // A battle that ends during a turn has one more turn than completed turns.
        let turns = usize::from(end.saturating_sub(self.of.first_turn)) + 1;
        if let Some(last) = self.observation.course.last().copied()
            && self.observation.course.len() < turns
        {
            self.observation.course.resize(turns, last);
            self.observation.leads.push(self.observation.margin.signum());
        }
        self.observation.count_losses(&self.of.cast);
        self.is_over = true;
    }

    /// Returns the observation if the game ended.
    pub(crate) fn finish(self, steps: u32) -> Option<GameObservation> {
        self.is_over.then_some(GameObservation { steps, ..self.observation })
    }
}

/// Returns the distance of a place from a straight leg, in centimetres.
fn distance_to_leg(at: GroundPoint, from: GroundPoint, to: GroundPoint) -> f64 {
    let way = to - from;
    let length = way.dot(way) as f64;
    let along = if length == 0.0 { 0.0 } else { (at - from).dot(way) as f64 / length };
    let along = along.clamp(0.0, 1.0);
    let [x, y] = [(from.x, at.x, way.x), (from.y, at.y, way.y)]
        .map(|(from, at, way)| f64::from(from) + along * f64::from(way) - f64::from(at));
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use sandtable_engine::BotKind;
    use sandtable_pack::sample;

    use super::*;
    use crate::game::battle::{Battle as _, PubBattle};
    use crate::run::{Hooks, RunOptions, tally_games};

    /// A train with `packed: false` counts as unpacked from the set-up on.
    #[test]
    fn counts_trains_that_start_unpacked() {
        const GAMES: u64 = 6;
        let mut parts = sample::parts();
        for command in parts.scenario.sides.iter_mut().flat_map(|side| &mut side.commands) {
            command.baggage.iter_mut().for_each(|train| train.packed = false);
        }
        let pack = Pack::new(parts).expect("valid sample");
        let battle = PubBattle::new(&pack);
        let options = RunOptions::new(GAMES, 1, [BotKind::Aggressive; 2]);
        let stop = AtomicBool::new(false);
        let hooks = Hooks { progress: &|| (), stop: &stop, on_game: &mut |_| () };
        let census = tally_games(&battle, options, 0..GAMES, hooks).counts.census;
        let pieces = battle.cast().pieces.iter().zip(&census.pieces);
        let trains = pieces.filter(|(card, _)| card.role == PieceRole::Baggage);
        let unpacked: Vec<u64> = trains.map(|(_, counts)| counts.unpacked).collect();
        assert_eq!(unpacked, [GAMES; 2]);
    }
}
