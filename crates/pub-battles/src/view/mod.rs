//! What one side may know (PB-5.2, PB-17). Bots receive this and never the state.

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
    /// The game as a side sees it.
    pub fn new(game: &'a Game, side: SideIndex) -> Self {
        Self { game, side, forbidden: ForbiddenActs::default() }
    }

    /// The same for a player who does without some acts: they look illegal.
    pub const fn without(self, forbidden: ForbiddenActs) -> Self {
        Self { forbidden, ..self }
    }

    /// Whose view it is.
    pub const fn side(&self) -> SideIndex {
        self.side
    }

    /// Day and turn.
    pub const fn now(&self) -> (u8, u8) {
        (self.game.state.day, self.game.state.turn)
    }

    /// Is it the night turn (PB-30)?
    pub const fn is_night(&self) -> bool {
        self.game.state.night
    }

    /// Numbers and rulings.
    pub fn ruleset(&self) -> &'a Ruleset {
        self.game.field.pack.ruleset()
    }

    /// The ground.
    pub fn terrain(&self) -> &'a Terrain {
        &self.game.field.terrain
    }

    fn is_own(&self, piece: PieceIndex) -> bool {
        self.game.roster().piece(piece).side == self.side
    }

    /// The ground that a piece on the map covers.
    pub fn shape(&self, piece: PieceIndex) -> Option<&'a Shape> {
        self.game.shape(piece)
    }

    /// Enemies that touch a piece.
    pub fn touching(&self, piece: PieceIndex) -> Vec<PieceIndex> {
        self.game.state.touching(piece).collect()
    }

    /// Own pieces that attacked this enemy this turn.
    pub fn attackers_of(&self, enemy: PieceIndex) -> usize {
        self.game.state.touching(enemy).count()
    }

    /// Is a block that fights so flanked by an enemy in contact whose centre is there, one of so many that
    /// touch it (PB-18.1, PB-Q18)? Cover is not asked for.
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

    /// Does another block stand there, other than a headquarters, which would step aside (PB-6.4)?
    pub fn is_taken(&self, piece: PieceIndex, block: &Block) -> bool {
        self.game.is_crowded(piece, &Shape::from(*block))
    }

    /// Are these legs longer than an own piece on the map can pay for, whatever ground it meets (PB-6.10)?
    pub fn is_too_far(&self, piece: PieceIndex, legs: &[Leg]) -> bool {
        self.block(piece).is_some_and(|block| self.game.is_too_long(piece, &block, legs))
    }

    /// Does most of a block stand in a field of fire, as far as this side can tell: a block that is
    /// not known not to project one is taken to do it?
    pub fn is_under_fire(&self, block: &Block) -> bool {
        field_of_fire::is_threatened(self.game, self.side, &Shape::from(*block), |enemy| {
            self.sighting(enemy).is_some_and(|sighting| sighting.may_have_field_of_fire())
        })
    }

    /// May the enemy see an own piece on the map (PB-17.1), as far as this side can tell: any block of his
    /// is taken to look about?
    pub fn may_be_seen(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && spotting::may_be_spotted(self.game, piece)
    }

    /// Does the ground under a block give cover against an attack from a place (PB-34.11)?
    pub fn shelters(&self, block: &Block, from: GroundPoint) -> bool {
        let terrain = &self.game.field.terrain;
        terrain.is_in_woods(block)
            || terrain.is_in_buildings(block)
            || terrain.is_above(block, terrain.level_at(from))
    }

    /// Where a side's supplies leave the map.
    pub fn home(&self, side: SideIndex) -> GroundPoint {
        self.game.home(side)
    }

    /// The lines of communication of a side: everybody knows the map. Each runs to where it leaves it.
    pub fn lines(&self, side: SideIndex) -> impl Iterator<Item = &'a [GroundPoint]> + use<'a> {
        self.game.lines_of(side).map(|line| line.path.0.as_slice())
    }

    /// Ground that is worth points to this side (PB-3.18).
    pub fn objectives(&self) -> impl Iterator<Item = ScoringGround> + use<'a> {
        self.game.scoring_ground(self.side)
    }

    /// How many turns of the last day are still to come after this one; more than a day's before it.
    pub fn turns_left(&self) -> u8 {
        let calendar = &self.game.field.pack.scenario().calendar;
        let (day, turn) = self.now();
        if calendar.open_ended || day < calendar.days {
            return u8::MAX;
        }
        calendar.last_turn.saturating_sub(turn)
    }

    /// Enemy pieces on the map, as far as they are seen.
    pub fn enemies(&self) -> impl Iterator<Item = Sighting<'a>> + use<'a> {
        let game = self.game;
        game.on_map(self.side.enemy()).map(move |(piece, shape)| Sighting::new(game, piece, shape))
    }

    /// What is seen of an enemy piece on the map.
    pub fn sighting(&self, enemy: PieceIndex) -> Option<Sighting<'a>> {
        let shape = self.game.shape(enemy).filter(|_| !self.is_own(enemy))?;
        Some(Sighting::new(self.game, enemy, shape))
    }

    /// Who has won, while the game goes on to the bitter end (PB-33.1).
    pub const fn verdict(&self) -> Option<Verdict> {
        self.game.state.verdict
    }

    /// How much infantry an army has whose rout (PB-29.3) is at stake, as far as this side knows: of
    /// the enemy's what has come onto the map, a block that shows nothing taken for infantry.
    pub fn infantry(&self, side: SideIndex) -> u32 {
        if side == self.side {
            return victory::infantry(self.game, side).base;
        }
        let seen = self.enemies().filter(Sighting::may_be_troops).count() as u32;
        seen + victory::infantry(self.game, side).lost
    }

    /// Points of each side so far (PB-29.1): everybody sees what was destroyed.
    pub fn points(&self) -> [u32; 2] {
        SideIndex::BOTH.map(|side| victory::points_so_far(self.game, side))
    }

    /// The side of the chit drawn last; which command it is, only its owner knows (PB-5.2).
    pub fn drawn_side(&self) -> Option<SideIndex> {
        let chit = self.game.state.drawn.last()?;
        Some(self.game.roster().command(*chit).side)
    }

    /// How many of a side's chits are still to be drawn this turn (PB-5.1).
    pub fn chits_left(&self, side: SideIndex) -> usize {
        let roster = self.game.roster();
        self.game.state.pool.iter().filter(|&&chit| roster.command(chit).side == side).count()
    }

    /// The own chit drawn last.
    pub fn drawn_chit(&self) -> Option<CommandIndex> {
        let chit = *self.game.state.drawn.last()?;
        (self.game.roster().command(chit).side == self.side).then_some(chit)
    }
}
