//! The information that one side may have (PB-5.2, PB-17). Bots receive a view and never the state.

mod choices;
mod own;

use sandtable_pack::{Fight, GroundPoint, Ruleset};
use sandtable_terrain::{Block, Shape, Terrain};

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::Leg;
use crate::game::rule_experiment::ForbiddenActs;
use crate::sight::field_of_fire;
use crate::sight::sighting::Sighting;
use crate::sight::spotting;
use crate::state::victory::Verdict;
use crate::turn::objectives::ScoringGround;
use crate::turn::victory;

/// A game as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    side: SideIndex,
    forbidden: ForbiddenActs,
}

impl<'a> View<'a> {
    /// Returns the view of a side.
    pub fn new(game: &'a Game, side: SideIndex) -> Self {
        Self { game, side, forbidden: ForbiddenActs::default() }
    }

    /// Returns a view in which some actions appear illegal, for a player that abstains from them.
    pub const fn without(self, forbidden: ForbiddenActs) -> Self {
        Self { forbidden, ..self }
    }

    /// The side that this view belongs to.
    pub const fn side(&self) -> SideIndex {
        self.side
    }

    /// The day and turn.
    pub const fn day_and_turn(&self) -> (u8, u8) {
        (self.game.state.day, self.game.state.turn)
    }

    /// Whether it is the night turn (PB-30).
    pub const fn is_night(&self) -> bool {
        self.game.state.night
    }

    /// The ruleset, with its numbers and rulings.
    pub fn ruleset(&self) -> &'a Ruleset {
        self.game.field.pack.ruleset()
    }

    /// The terrain.
    pub fn terrain(&self) -> &'a Terrain {
        &self.game.field.terrain
    }

    fn is_own(&self, piece: PieceIndex) -> bool {
        self.game.roster().piece(piece).side == self.side
    }

    /// The shape of a piece on the map.
    pub fn shape(&self, piece: PieceIndex) -> Option<&'a Shape> {
        self.game.shape(piece)
    }

    /// The enemies in contact with a piece.
    pub fn touching(&self, piece: PieceIndex) -> Vec<PieceIndex> {
        self.game.state.touching(piece).collect()
    }

    /// The number of friendly pieces that attacked this enemy this turn.
    pub fn attackers_of(&self, enemy: PieceIndex) -> usize {
        self.game.state.touching(enemy).count()
    }

    /// Whether an enemy in contact, with its centre at `from`, flanks a block in this role
    /// (PB-18.1, PB-Q18). `touching` is the number of enemies in contact. Cover is not considered.
    pub fn is_flanked_from(
        &self,
        block: &Block,
        fight: Fight,
        from: GroundPoint,
        touching: usize,
    ) -> bool {
        if !rulings::flank_is_rear_or_several(&self.game.field) {
            return block.is_behind_front(from);
        }
        let is_before_rear = block.turned_to(block.facing().reversed()).is_behind_front(from);
        fight == Fight::Defending && (touching > 1 || !is_before_rear)
    }

    /// Whether another block is in this place. Headquarters do not count, because they make way
    /// (PB-6.4).
    pub fn is_occupied(&self, piece: PieceIndex, block: &Block) -> bool {
        self.game.is_crowded(piece, &Shape::from(*block))
    }

    /// Whether these legs exceed the movement allowance of a friendly piece on the map, even on the
    /// best terrain (PB-6.10).
    pub fn is_too_far(&self, piece: PieceIndex, legs: &[Leg]) -> bool {
        self.block(piece).is_some_and(|block| self.game.is_too_long(piece, &block, legs))
    }

    /// Whether most of a block is in a Field of Fire, from this side's information. Every block is
    /// assumed to project one unless known not to.
    pub fn is_under_fire(&self, block: &Block) -> bool {
        field_of_fire::is_threatened(self.game, self.side, &Shape::from(*block), |enemy| {
            self.sighting(enemy).is_some_and(|sighting| sighting.may_have_field_of_fire())
        })
    }

    /// Whether the enemy may be able to see a friendly piece on the map (PB-17.1), from this side's
    /// information. Every enemy block is assumed to spot.
    pub fn may_be_seen(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && spotting::may_be_spotted(self.game, piece)
    }

    /// Whether the terrain under a block gives cover against an attack from a place (PB-34.11).
    pub fn shelters(&self, block: &Block, from: GroundPoint) -> bool {
        let terrain = &self.game.field.terrain;
        terrain.is_in_woods(block)
            || terrain.is_in_buildings(block)
            || terrain.is_above(block, terrain.level_at(from))
    }

    /// The place where a side's supply leaves the map.
    pub fn home(&self, side: SideIndex) -> GroundPoint {
        self.game.home(side)
    }

    /// The lines of communication of a side, which are public. Each ends where it leaves the map.
    pub fn lines(&self, side: SideIndex) -> impl Iterator<Item = &'a [GroundPoint]> + use<'a> {
        self.game.lines_of(side).map(|line| line.path.0.as_slice())
    }

    /// Objectives that are worth points to this side (PB-3.18).
    pub fn objectives(&self) -> impl Iterator<Item = ScoringGround> + use<'a> {
        self.game.scoring_ground(self.side)
    }

    /// The number of turns after this one on the last day; on earlier days, more than a day's
    /// turns.
    pub fn turns_left(&self) -> u8 {
        let calendar = &self.game.field.pack.scenario().calendar;
        let (day, turn) = self.day_and_turn();
        if calendar.open_ended || day < calendar.days {
            return u8::MAX;
        }
        calendar.last_turn.saturating_sub(turn)
    }

    /// Enemy pieces on the map, as this side sees them.
    pub fn enemies(&self) -> impl Iterator<Item = Sighting<'a>> + use<'a> {
        let game = self.game;
        game.on_map(self.side.enemy()).map(move |(piece, shape)| Sighting::new(game, piece, shape))
    }

    /// An enemy piece on the map, as this side sees it.
    pub fn sighting(&self, enemy: PieceIndex) -> Option<Sighting<'a>> {
        let shape = self.game.shape(enemy).filter(|_| !self.is_own(enemy))?;
        Some(Sighting::new(self.game, enemy, shape))
    }

    /// The verdict, when the game continues after a victory (PB-33.1).
    pub const fn verdict(&self) -> Option<Verdict> {
        self.game.state.verdict
    }

    /// The number of infantry pieces that count for a side's rout (PB-29.3), from this side's
    /// information. For the enemy, only pieces that have entered count, and unidentified blocks
    /// count as infantry.
    pub fn infantry(&self, side: SideIndex) -> u32 {
        if side == self.side {
            return victory::infantry(self.game, side).base;
        }
        let seen = self.enemies().filter(Sighting::may_be_troops).count() as u32;
        seen + victory::infantry(self.game, side).lost
    }

    /// The current points of each side (PB-29.1). Losses are public.
    pub fn points(&self) -> [u32; 2] {
        SideIndex::BOTH.map(|side| victory::points_so_far(self.game, side))
    }

    /// The side of the chit drawn last. Only its owner knows the command (PB-5.2).
    pub fn drawn_side(&self) -> Option<SideIndex> {
        let chit = self.game.state.drawn.last()?;
        Some(self.game.roster().command(*chit).side)
    }

    /// The number of a side's chits still in the cup this turn (PB-5.1).
    pub fn chits_left(&self, side: SideIndex) -> usize {
        let roster = self.game.roster();
        self.game.state.pool.iter().filter(|&&chit| roster.command(chit).side == side).count()
    }

    /// The chit drawn last, if it is this side's.
    pub fn drawn_chit(&self) -> Option<CommandIndex> {
        let chit = *self.game.state.drawn.last()?;
        (self.game.roster().command(chit).side == self.side).then_some(chit)
    }
}
