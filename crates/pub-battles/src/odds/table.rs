//! The game in which a duel is fought: the pieces in contact in the middle of an empty field.

use std::sync::Arc;

use sandtable_pack::{
    Area, Arrival, Calendar, ColumnLengths, Command, Edge, Entry, Facing, Footprint, Footprints,
    GroundLength, GroundPoint, Headquarters, Labels, Map, MapStyle, Pack, PackParts, Piece,
    PieceType, Polygon, Polyline, Pose, Road, RoadKind, Ruleset, Scale, Scenario, Scenery, Side,
    Sources, Status, StatusEffect,
};
use sandtable_terrain::{Block, Face};

use super::{Duel, Fate, Fighter, Lead, RetreatPolicy, SIDES};
use crate::battlefield::Battlefield;
use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::game::Game;
use crate::game::action::Action;
use crate::state::victory::{BattleEnd, VictoryKind};
use crate::state::{Activation, Contact, Location, Task};
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Diary, Refusal, RuleId, refuse};

/// The side length of the field, in metres.
const FIELD: i32 = 8_000;
/// The first defender's centre, in metres from either edge.
const MIDDLE: i32 = 4_000;
/// The size of a block, 0.4 × 0.1 mile (PB-36.1). Any size would do, because only relative
/// positions matter.
const LENGTH: GroundLength = GroundLength::from_metres(644);
const DEPTH: GroundLength = GroundLength::from_metres(161);
const BLOCK: Footprint = Footprint { length: LENGTH, depth: DEPTH };
/// The distance of a bombardment, well within range.
const GUN_DISTANCE: GroundLength = GroundLength::from_metres(1_000);

/// A piece of a duel.
pub(super) struct Troop<'d> {
    pub(super) piece: PieceIndex,
    /// The attacker is 0, the defender 1.
    pub(super) side: usize,
    /// The number of the lead on its side, from zero.
    pub(super) number: usize,
    /// Whether this is the Support of that lead.
    pub(super) support: bool,
    pub(super) fighter: &'d Fighter,
    lead: &'d Lead,
    /// The places that it can hold: its own, and for a Support also its lead's.
    pub(super) places: Vec<Location>,
}

impl Troop<'_> {
    /// The outcome in a finished combat.
    pub(super) fn fate(&self, game: &Game) -> Fate {
        let mut fate = Fate::default();
        let now = game.state.piece(self.piece);
        *match (&now.place, now.status) {
            (Location::Destroyed { .. }, _) => &mut fate.eliminated,
            (place, _) if !self.places.contains(place) => &mut fate.retreated,
            (_, Status::Fresh) => &mut fate.fresh,
            (_, Status::Spent) => &mut fate.spent,
        } = 1.0;
        fate
    }

    /// The piece's name in notes.
    pub(super) fn name(&self) -> String {
        let lead = match self.number {
            0 => format!("the {}", SIDES[self.side]),
            number => format!("{} {}", SIDES[self.side], number + 1),
        };
        if self.support { format!("the Support of {lead}") } else { lead }
    }

    /// The reason why the piece cannot retreat by choice once Spent, if that is its policy.
    pub(super) fn never_retires(&self, ruleset: &Ruleset) -> Option<(&'static str, RuleId)> {
        if self.fighter.retreats != RetreatPolicy::WhenSpent {
            return None;
        }
        if self.fighter.row(ruleset).status == StatusEffect::OneState {
            return Some(("cannot be Spent, so it never retreats by choice", PB_A10));
        }
        let is_alone = self.fighter.kind == PieceType::Artillery && self.lead.support.is_none();
        is_alone.then_some(("has no Support, so it never retreats by choice", PB_14_4))
    }
}

/// A duel ready to be fought: the game and its pieces.
pub(super) struct Table<'d> {
    pub(super) game: Game,
    /// The attackers, each before its Support, then the defenders.
    pub(super) troops: Vec<Troop<'d>>,
}

impl<'d> Table<'d> {
    /// Sets up all pieces at the beginning of the first round, or before the first bombardment.
    pub(super) fn set(ruleset: &Ruleset, duel: &'d Duel) -> Result<Self, Refusal> {
        let ground = Ground::lay_out(duel)?;
        let pack = Pack::new(parts(ruleset, duel, &ground)).expect("valid duel pack");
        let mut game = Game::new(Arc::new(Battlefield::new(pack)), Diary::On);
        let troops = troops(&game, duel);
        let mut table = Self { game: game.clone(), troops };
        for troop in &table.troops {
            let shape = game.shape(troop.piece).expect("all pieces are on the map");
            if game.is_crowded(troop.piece, shape) {
                return refuse(PB_6_4, "two pieces would stand in the same place");
            }
            let lead = table.lead(troop.side, troop.number).piece;
            if troop.support && game.support_of(lead) != Some(troop.piece) {
                return match troop.fighter.row(ruleset).supports {
                    true => refuse(PB_Q20, "these two types do not support each other"),
                    false => refuse(PB_13_4, "this arm cannot give Support"),
                };
            }
        }
        let absent =
            BattleEnd { kind: VictoryKind::Points, winner: None, raw: [0; 2], multipliers: [1; 2] };
        game.state.tasks = vec![Task::Over(absent)];
        // The diary of the set-up is not part of the duel.
        game.take_diary();
        if duel.bombards {
            let first = table.lead(0, 0).piece;
            let command = game.command_of(first).expect("each piece has a command");
            game.state.tasks.push(Task::Activation(Activation {
                command,
                in_command: None,
                earlier_attacks: 0,
            }));
            for troop in table.troops.iter().filter(|troop| troop.side == 0 && !troop.support) {
                let target = table.first_defender().piece;
                let action = Self::bombardment(&game, troop.piece, target);
                game.judge(&action.expect("both pieces are on the map"))?;
            }
        } else {
            // Setting a piece up in woods, in column or Spent has no other effect. This code makes
            // the contacts as moves would (PB-12.3).
            game.state.contacts = table.contacts(&game);
            game.split_enveloped();
            game.state.tasks.push(Task::ChooseCombat);
            game.advance();
        }
        table.game = game;
        Ok(table)
    }

    fn contacts(&self, game: &Game) -> Vec<Contact> {
        let attackers = self
            .troops
            .iter()
            .filter(|troop| !troop.support && (troop.side, troop.number) != (1, 0));
        let contact = |(order, troop): (u16, &Troop<'_>)| {
            let lead = troop.lead;
            let enemy = self.lead(1 - troop.side, lead.enemy);
            // PB-A110: an attack on the rear of a supported lead hits the Support.
            let support = self.support(enemy).filter(|_| lead.face == Face::Rear);
            let defender = support.unwrap_or(enemy).piece;
            Contact {
                attacker: troop.piece,
                defender,
                came_from: game.place_of(troop.piece),
                defender_pose: game.state.line(defender),
                across_river: lead.river,
                attacker_level: 0,
                order,
            }
        };
        (0..).zip(attackers).map(contact).collect()
    }

    pub(super) fn troop(&self, piece: PieceIndex) -> &Troop<'d> {
        let mut troops = self.troops.iter();
        troops.find(|troop| troop.piece == piece).expect("all pieces are troops of the duel")
    }

    fn lead(&self, side: usize, number: usize) -> &Troop<'d> {
        let is_it = |troop: &&Troop<'d>| (troop.side, troop.number) == (side, number);
        self.troops.iter().find(is_it).expect("each lead is a troop of the duel")
    }

    fn support(&self, lead: &Troop<'d>) -> Option<&Troop<'d>> {
        let is_it = |troop: &&Troop<'d>| {
            troop.support && (troop.side, troop.number) == (lead.side, lead.number)
        };
        self.troops.iter().find(is_it)
    }

    pub(super) fn first_defender(&self) -> &Troop<'d> {
        self.lead(1, 0)
    }

    /// A battery's bombardment without a turn.
    pub(super) fn bombardment(
        game: &Game,
        piece: PieceIndex,
        target: PieceIndex,
    ) -> Option<Action> {
        let facing = game.state.stance(piece)?.facing();
        Some(Action::Bombard { piece, target, facing })
    }
}

fn troops<'d>(game: &Game, duel: &'d Duel) -> Vec<Troop<'d>> {
    let roster = game.roster();
    let mut troops: Vec<Troop<'d>> = Vec::new();
    for side in SideIndex::BOTH {
        let mut pieces = roster.piece_indices().filter(|&piece| {
            roster.piece(piece).side == side && matches!(roster.piece(piece).role, Role::Combat(_))
        });
        for (number, lead) in duel.sides()[side.index()].iter().enumerate() {
            let mut places = Vec::new();
            let both = [Some(&lead.fighter), lead.support.as_ref()];
            for fighter in both.into_iter().flatten() {
                let piece = pieces.next().expect("the pack has all pieces of the duel");
                places.insert(0, game.state.piece(piece).place.clone());
                let support = places.len() > 1;
                let (side, places) = (side.index(), places.clone());
                troops.push(Troop { piece, side, number, support, fighter, lead, places });
            }
        }
    }
    troops
}

/// The blocks of all leads, by side, each with the block of its Support.
struct Ground([Vec<(Block, Option<Block>)>; 2]);

impl Ground {
    /// Places each piece flush with the edge that it attacks, or at a distance to bombard it.
    fn lay_out(duel: &Duel) -> Result<Self, Refusal> {
        let with_support = |block: Block, lead: &Lead| {
            let support = || block.place_behind(BLOCK, GroundLength::ZERO);
            (block, lead.support.as_ref().map(|_| support()))
        };
        let gap = if duel.bombards { GUN_DISTANCE } else { GroundLength::ZERO };
        let place = |number: usize, lead: &Lead, enemies: &[(Block, Option<Block>)]| {
            let Some(&(enemy, behind)) = enemies.get(lead.enemy) else {
                return refuse(PB_12_1, "there is no such enemy");
            };
            let target = behind.filter(|_| lead.face == Face::Rear).unwrap_or(enemy);
            // Batteries stand side by side.
            let abreast =
                if duel.bombards { LENGTH * [0, 1, -1][number % 3] } else { GroundLength::ZERO };
            let flush = target.flush_block(lead.face, BLOCK, abreast);
            let back = flush.facing().reversed().advance(gap);
            Ok(with_support(flush.moved_to(flush.centre() + back), lead))
        };
        let first = &duel.defenders[0];
        let mut defenders = vec![with_support(first_defender_ground(first), first)];
        let attackers = duel.attackers.iter().enumerate();
        let attackers = attackers.map(|(number, lead)| place(number, lead, &defenders));
        let attackers = attackers.collect::<Result<Vec<_>, Refusal>>()?;
        for lead in &duel.defenders[1..] {
            defenders.push(place(0, lead, &attackers)?);
        }
        Ok(Self([attackers, defenders]))
    }
}

/// The first defender's block, or the strip of its column, which has its head in the middle.
fn first_defender_ground(lead: &Lead) -> Block {
    let centre = |south: GroundLength| {
        let middle = GroundPoint::from_metres(MIDDLE, MIDDLE);
        Pose { centre: middle + Facing::DOWN.advance(south), facing: Facing::UP }
    };
    match lead.column {
        true => Block::new(centre(LENGTH / 2), Footprint { length: DEPTH, depth: LENGTH }),
        false => Block::new(centre(GroundLength::ZERO), BLOCK),
    }
}

fn parts(ruleset: &Ruleset, duel: &Duel, ground: &Ground) -> PackParts {
    let sides = [side(duel, ground, SideIndex::First), side(duel, ground, SideIndex::Second)];
    let map = map(duel, ground);
    let roads = map.roads.iter().map(|road| &road.id);
    let features = roads.chain(map.woods.iter().map(|wood| &wood.id));
    let labels = Labels::from_ids("A duel", &sides, features);
    PackParts {
        scenario: Scenario {
            id: name("duel"),
            calendar: Calendar {
                date: "1815-06-18".to_owned(),
                first_turn: 1,
                last_turn: 8,
                days: 1,
                open_ended: false,
                dawn_minutes: 420,
            },
            combat_order: name("attacker"),
            footprints: Footprints {
                combat: BLOCK,
                headquarters: Footprint { length: DEPTH, depth: DEPTH },
                baggage: BLOCK,
            },
            column_lengths: ColumnLengths {
                infantry: LENGTH,
                artillery: LENGTH,
                cavalry: LENGTH,
                baggage: LENGTH,
                headquarters: DEPTH,
            },
            sides,
            weather: Vec::new(),
            objectives: Vec::new(),
            special_rules: Vec::new(),
            free_game: None,
        },
        map,
        ruleset: ruleset.clone(),
        labels,
        scenery: Scenery::default(),
        style: MapStyle::default(),
        elevation: None,
        sources: Sources::default(),
    }
}

fn map(duel: &Duel, ground: &Ground) -> Map {
    let leads = duel.sides().into_iter().flatten().zip(ground.0.iter().flatten());
    let covered = leads.filter(|(lead, _)| lead.cover);
    let woods = covered.map(|(_, (block, _))| Polygon {
        exterior: [(1, 1), (-1, 1), (-1, -1), (1, -1)]
            .map(|corner| corner_of(block, corner))
            .into(),
        holes: Vec::new(),
    });
    let woods: Vec<Polygon> = woods.collect();
    let point = GroundPoint::from_metres;
    let road = Polyline(vec![point(MIDDLE, 0), point(MIDDLE, FIELD)]);
    let field = GroundLength::from_metres(FIELD);
    Map {
        woods: match woods.is_empty() {
            true => Vec::new(),
            false => vec![Area { id: name("woods"), parts: woods }],
        },
        roads: vec![Road { id: name("road"), kind: RoadKind::Road, parts: vec![road] }],
        entries: vec![Entry {
            id: name("south"),
            at: point(MIDDLE, 0),
            edge: Edge::South,
            road: Some(name("road")),
        }],
        ..Map::empty(name("duel"), field, field, Scale::PUB_BATTLES)
    }
}

/// A corner of the woods on a block, which are a little larger than the block.
fn corner_of(block: &Block, (right, ahead): (i32, i32)) -> GroundPoint {
    let Footprint { length, depth } = block.footprint();
    let margin = GroundLength::from_metres(1);
    let sideways = block.facing().turned_by(1024);
    let way =
        |facing: Facing, sign: i32, half: GroundLength| facing.advance((half + margin) * sign);
    block.centre() + way(sideways, right, length / 2) + way(block.facing(), ahead, depth / 2)
}

fn side(duel: &Duel, ground: &Ground, side: SideIndex) -> Side {
    let (id, hq_y) = [("attacker", 7_000), ("defender", 1_000)][side.index()];
    let hq = Pose { centre: GroundPoint::from_metres(1_000, hq_y), facing: Facing::UP };
    let command = format!("{id}-command");
    let mut pieces = Vec::new();
    for (lead, (block, behind)) in duel.sides()[side.index()].iter().zip(&ground.0[side.index()]) {
        let both = [Some((&lead.fighter, block)), lead.support.as_ref().zip(behind.as_ref())];
        for (fighter, block) in both.into_iter().flatten() {
            let head = block.pose().centre + block.facing().advance(block.depth() / 2);
            pieces.push(Piece {
                id: name(&format!("{id}-piece-{}", pieces.len())),
                kind: fighter.kind,
                own_type: fighter.own_type.clone(),
                quality: fighter.quality,
                status: fighter.status,
                start: match lead.column {
                    true => Arrival::Column(Pose { centre: head, ..block.pose() }),
                    false => Arrival::Line(block.pose()),
                },
                zone: None,
            });
        }
    }
    Side {
        id: name(id),
        commander: None,
        commands: vec![Command {
            id: name(&command),
            headquarters: Headquarters {
                id: name(&command),
                rating: 3,
                start: Arrival::Line(hq),
                zone: None,
            },
            baggage: Vec::new(),
            pieces,
        }],
        baggage: Vec::new(),
        detachments: None,
        lines_of_communication: Vec::new(),
        edges_of_choice: Vec::new(),
        reinforcements: Vec::new(),
    }
}

/// An ID in the pack of a duel.
fn name<T: TryFrom<String, Error: std::fmt::Debug>>(text: &str) -> T {
    T::try_from(text.to_owned()).expect("duel names are valid IDs")
}
