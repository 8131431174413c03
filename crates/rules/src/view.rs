//! What one side may know (PB-5.2, PB-17). Bots receive this and never the state.

use sandtable_pack::{Area, Facing, Fight, GroundLength, GroundPoint, Ruleset};
use sandtable_terrain::{Block, Shape, Terrain};

use crate::action::{Action, Leg, March, Node, Question};
use crate::column::Column;
use crate::entry::Entrance;
use crate::field_of_fire;
use crate::game::Game;
use crate::ground;
use crate::objectives::Worthwhile;
use crate::roster::{Arm, CommandCard, CommandIndex, PieceIndex, Role, SideIndex};
use crate::rule::{Refusal, RuleId, refuse};
use crate::rulings;
use crate::sighting::{Shelter, Sighting};
use crate::state::{Activation, Stance, Task, Whereabouts};
use crate::supply;
use crate::victory::{self, Verdict};

/// A game as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    side: SideIndex,
}

impl<'a> View<'a> {
    /// The game as a side sees it.
    pub const fn new(game: &'a Game, side: SideIndex) -> Self {
        Self { game, side }
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

    /// What this side has to decide now, if it has.
    pub fn question(&self) -> Option<Question> {
        match self.game.node() {
            Node::Decision { side, question } if side == self.side => Some(question),
            _ => None,
        }
    }

    /// Numbers and rulings.
    pub fn ruleset(&self) -> &'a Ruleset {
        self.game.field.pack.ruleset()
    }

    /// The ground.
    pub fn terrain(&self) -> &'a Terrain {
        &self.game.field.terrain
    }

    /// Is an action of this side legal now? Refuses everything while the enemy decides: what is
    /// legal for him would tell which chit he drew (PB-5.2) and whom he has in reserve (PB-9.1).
    ///
    /// The answer is that of the true state. It tells no more than an enemy must tell at the table
    /// who is asked whether a move may be made: blocks on the map are seen by everybody, where they
    /// stand and of what size they are; blocks in reserve, awaited and destroyed ones are refused in
    /// the same words, and nothing else depends on them; quality and rating never make an own action
    /// legal or not. Only a field of fire (PB-10.2) says more than its owner's block shows, and so
    /// does a packed train where such are not attacked (PB-A84): there the owner has to object.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        if self.question().is_none() {
            return refuse("PB-4.1", "the enemy decides now");
        }
        self.game.judge(action)
    }

    /// Would the march that was judged legal last make its piece Spent by leading through houses or
    /// into them (PB-34.2)?
    pub fn loses_order(&self, action: &Action) -> bool {
        self.question().is_some() && self.game.loses_order(action)
    }

    /// Every legal decision of this side where there are finitely many; of an activation only those
    /// without a move. None while the enemy decides.
    pub fn proposals(&self) -> Vec<Action> {
        self.question().map_or_else(Vec::new, |_| self.game.proposals())
    }

    /// The ways in which the piece that retreats now can go, the straightest first; each is found
    /// when it is asked for.
    pub fn retreats(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating().into_iter();
        order.flat_map(move |(piece, threats)| game.retreats(piece, threats))
    }

    /// The directions in which the piece that retreats now may look for a way, the straightest first
    /// (PB-P11).
    pub fn retreat_directions(&self) -> impl Iterator<Item = Facing> + use<'a> {
        let game = self.game;
        let order = self.retreating().into_iter();
        order.flat_map(move |(piece, threats)| game.retreat_directions(piece, threats))
    }

    /// The friends that the piece that retreats now would shove back if it went this way (PB-25.4);
    /// none where it cannot go.
    pub fn shoved(&self, way: Facing) -> Option<Vec<PieceIndex>> {
        let (piece, threats) = self.retreating()?;
        self.game.shoved(piece, threats, way)
    }

    /// The own piece that retreats now, and from whom.
    fn retreating(&self) -> Option<(PieceIndex, &'a [PieceIndex])> {
        match self.question().and_then(|_| self.game.state.tasks.last()) {
            Some(Task::Retreat { piece, threats, .. }) => Some((*piece, threats)),
            _ => None,
        }
    }

    /// Own commands.
    pub fn commands(&self) -> impl Iterator<Item = (CommandIndex, &'a CommandCard)> + use<'a> {
        let (roster, side) = (self.game.roster(), self.side);
        roster
            .command_indices()
            .map(move |index| (index, roster.command(index)))
            .filter(move |(_, card)| card.side == side)
    }

    /// One of the own commands; which pieces the enemy's have, nobody knows (PB-5.2).
    pub fn command(&self, command: CommandIndex) -> Option<&'a CommandCard> {
        let card = self.game.roster().command(command);
        (card.side == self.side).then_some(card)
    }

    /// The combat pieces of one of the own commands, with the detachments given to it.
    pub fn pieces_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let game = self.game;
        let own = self.command(command).map(|_| game.pieces_of(command));
        own.into_iter().flatten()
    }

    /// Own detachments that belong to no command yet (PB-A21).
    pub fn unassigned(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.unassigned(self.side)
    }

    /// The zone in which an own block may be set up (PB-3.9).
    pub fn zone_of(&self, piece: PieceIndex) -> Option<&'a Area> {
        let zone = self.game.roster().piece(piece).zone.as_ref().filter(|_| self.is_own(piece))?;
        self.game.field.pack.map().zones.iter().find(|area| area.id == *zone)
    }

    /// Own trains and troops of the army that move with any chit (PB-A23).
    pub fn without_chit(&self) -> impl Iterator<Item = PieceIndex> + use<'a> {
        self.game.roster().without_chit(self.side)
    }

    /// The own army HQ.
    pub fn commander(&self) -> Option<PieceIndex> {
        self.game.roster().commanders[self.side.index()]
    }

    /// Own pieces on the map.
    pub fn own(&self) -> impl Iterator<Item = (PieceIndex, &'a Shape)> + use<'a> {
        let game = self.game;
        game.on_map(self.side)
    }

    /// Arm and quality of an own piece that fights.
    pub fn arm(&self, piece: PieceIndex) -> Option<Arm> {
        self.is_own(piece).then(|| self.game.roster().arm(piece)).flatten()
    }

    /// What an own piece is.
    pub fn role(&self, piece: PieceIndex) -> Option<Role> {
        self.is_own(piece).then(|| self.game.roster().piece(piece).role)
    }

    fn is_own(&self, piece: PieceIndex) -> bool {
        self.game.roster().piece(piece).side == self.side
    }

    /// Is an own piece Spent?
    pub fn is_spent(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_spent(piece)
    }

    /// Has an own piece acted this turn?
    pub fn has_acted(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.state.piece(piece).acted
    }

    /// Is an own train unpacked?
    pub fn is_unpacked(&self, train: PieceIndex) -> bool {
        self.is_own(train) && self.game.state.piece(train).unpacked
    }

    /// Is an own train unpacked and in supply?
    pub fn train_serves(&self, train: PieceIndex) -> bool {
        self.is_own(train) && supply::serves(self.game, train)
    }

    /// Is an own piece on the map?
    pub fn is_on_map(&self, piece: PieceIndex) -> bool {
        self.game.shape(piece).is_some()
    }

    /// Is an own reinforcement due and not yet on the map?
    pub fn is_due(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.is_due(piece)
    }

    /// Is an own piece in reserve with a headquarters that is on the map?
    pub fn is_in_reserve(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.slot(piece).is_some()
    }

    /// The reserve of an own headquarters, in order (PB-9.4); nobody else knows of it.
    pub fn reserve_of(
        &self,
        headquarters: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + use<'a> {
        let own = self.is_own(headquarters).then(|| self.game.state.reserve_of(headquarters));
        own.into_iter().flatten()
    }

    /// May an own piece take part in the battle now: is it on the map, in reserve or due?
    pub fn is_at_hand(&self, piece: PieceIndex) -> bool {
        (self.is_own(piece) && self.is_on_map(piece))
            || self.is_due(piece)
            || self.is_in_reserve(piece)
    }

    /// The ground that a piece on the map covers.
    pub fn shape(&self, piece: PieceIndex) -> Option<&'a Shape> {
        self.game.shape(piece)
    }

    /// Where an own piece that enters in line starts now (PB-A19): its place of entry, or the
    /// nearest free one on the same edge.
    pub fn entrance(&self, piece: PieceIndex) -> Option<Block> {
        match self.game.entrance(piece, false) {
            Ok(Entrance::Line { block }) if self.is_own(piece) => Some(block),
            _ => None,
        }
    }

    /// The block of an own piece, in line, on the map, at its slot in reserve or at its place of
    /// entry.
    pub fn block(&self, piece: PieceIndex) -> Option<Block> {
        self.is_own(piece).then(|| self.game.start_block(piece)).flatten()
    }

    /// The column of an own piece in column.
    pub fn column(&self, piece: PieceIndex) -> Option<&'a Column> {
        match self.game.state.stance(piece) {
            Some(Stance::Column(column)) if self.is_own(piece) => Some(column),
            _ => None,
        }
    }

    /// A third of an own piece's move; of an enemy, who may be anybody, that of a foot move.
    pub fn third(&self, piece: PieceIndex) -> GroundLength {
        match self.is_own(piece) {
            true => self.game.field.third(piece),
            false => self.game.field.distances().foot_third,
        }
    }

    /// How far an own piece retreats (PB-A126); any enemy is taken for foot.
    pub fn retreat_length(&self, piece: PieceIndex) -> GroundLength {
        if self.is_own(piece) { self.game.retreat_distance(piece) } else { self.third(piece) }
    }

    /// Enemies that touch a piece.
    pub fn touching(&self, piece: PieceIndex) -> Vec<PieceIndex> {
        self.game.state.touching(piece).collect()
    }

    /// Did an own piece make the contact with this enemy, rather than be attacked by him?
    pub fn attacks(&self, piece: PieceIndex, enemy: PieceIndex) -> bool {
        let contact = self.game.state.contact(piece, enemy);
        self.is_own(piece) && contact.is_some_and(|contact| contact.attacker == piece)
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

    /// Does most of a block stand in a field of fire, as far as this side can tell: a block that is
    /// not known not to project one is taken to do it?
    pub fn is_under_fire(&self, block: &Block) -> bool {
        field_of_fire::is_threatened(self.game, self.side, &Shape::from(*block), |enemy| {
            self.sighting(enemy).is_some_and(|sighting| sighting.may_have_field_of_fire())
        })
    }

    /// Does the ground under a block give cover against an attack from a place (PB-34.11)?
    pub fn shelters(&self, block: &Block, from: GroundPoint) -> bool {
        let terrain = &self.game.field.terrain;
        Shelter::of(terrain, block).holds(terrain, from)
    }

    /// Is an own piece in buildings?
    pub fn is_in_buildings(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && ground::in_buildings(self.game, piece)
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
    pub fn objectives(&self) -> impl Iterator<Item = Worthwhile> + use<'a> {
        self.game.worthwhile(self.side)
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

    /// Are own pieces of this command still to make up their mind where HQs go?
    pub fn headquarters_may_move(&self) -> bool {
        matches!(
            self.game.state.tasks.last(),
            Some(Task::Activation(Activation { in_command: None, .. }))
        )
    }

    /// Is an own piece in command, as things stand?
    pub fn is_in_command(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.is_in_command(activation, piece)
            }
            _ => false,
        }
    }

    /// The Support of an own piece, as things stand (PB-13.1).
    pub fn support_of(&self, lead: PieceIndex) -> Option<PieceIndex> {
        self.is_own(lead).then(|| self.game.support_now(lead)).flatten()
    }

    /// Whom an own piece supports, in contact or not.
    pub fn supported_by(&self, piece: PieceIndex) -> Option<PieceIndex> {
        let mut leads =
            self.is_own(piece).then(|| self.game.standing_before(piece)).into_iter().flatten();
        leads.find(|&lead| self.game.support_now(lead) == Some(piece))
    }

    /// Does an own piece stand in support of one that is in contact (PB-13.5)?
    pub fn supports_in_contact(&self, piece: PieceIndex) -> bool {
        self.is_own(piece) && self.game.supports_in_contact(piece)
    }

    /// The place of a lead that is offered to its Support, and the enemies before whom it stood.
    pub fn vacant_place(&self) -> Option<(Block, &'a [PieceIndex])> {
        let Some(Task::Vacancy(vacancy)) = self.game.state.tasks.last() else {
            return None;
        };
        let block = self.game.line_block(vacancy.support, vacancy.pose);
        self.is_own(vacancy.support).then_some((block, vacancy.threats.as_slice()))
    }

    /// Marches by which an own piece could come up behind another as its Support. They are not
    /// judged.
    pub fn marches_behind(&self, piece: PieceIndex, lead: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.marches_behind(piece, lead) } else { Vec::new() }
    }

    /// Marches by which an own piece could attack an enemy. They are not judged, but for their
    /// length and for who stands where they end.
    pub fn approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.approaches(piece, enemy) } else { Vec::new() }
    }

    /// Marches by which an own piece could attack an enemy from before one of its edges, going there
    /// first. They are not judged, but for their length and for who stands where they end.
    pub fn approaches_around(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.approaches_around(piece, enemy) } else { Vec::new() }
    }

    /// Approaches of both kinds that are left out there: the judge refuses each, which tests hold.
    pub fn hopeless_approaches(&self, piece: PieceIndex, enemy: PieceIndex) -> Vec<March> {
        if self.is_own(piece) { self.game.hopeless_approaches(piece, enemy) } else { Vec::new() }
    }

    /// Would an own battery that stood there have an enemy under its guns (PB-15.1, PB-15.2)? The middle of
    /// the enemy stands for all of it.
    pub fn could_bombard(&self, battery: PieceIndex, there: &Block, enemy: &Shape) -> bool {
        self.is_own(battery) && self.game.could_bombard(battery, there, enemy)
    }

    /// Bombardments that an own battery could try, straight at each enemy that is near enough. They
    /// are not judged.
    pub fn bombardments(&self, piece: PieceIndex) -> Vec<Action> {
        let own = self.is_own(piece).then(|| self.game.bombardments(piece));
        own.into_iter().flatten().collect()
    }

    /// What must be done before the activation can end (PB-10.5, PB-3.10), if anything.
    pub fn obligation(&self) -> Option<Action> {
        let Some(Task::Activation(activation)) = self.game.state.tasks.last() else {
            return None;
        };
        self.question()?;
        self.game
            .owing(activation)
            .find_map(|piece| self.game.way_out(activation, piece))
            .or_else(|| self.game.must_enter(activation))
    }

    /// The entries by which an own reinforcement may come instead of the present one, with their
    /// places (PB-3.10).
    pub fn entry_choices(&self, piece: PieceIndex) -> Vec<(Action, GroundPoint)> {
        if self.is_own(piece) { self.game.entry_choices(piece) } else { Vec::new() }
    }

    /// Ways by which an own reinforcement could enter in column, so far. They are not judged.
    pub fn ways_in_column(&self, piece: PieceIndex, reaches: &[GroundLength]) -> Vec<Leg> {
        if self.is_own(piece) { self.game.ways_in_column(piece, reaches) } else { Vec::new() }
    }

    /// May an own piece stay where it is (PB-10.4)?
    pub fn may_stay(&self, piece: PieceIndex) -> bool {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                field_of_fire::may_stay(self.game, activation, piece)
            }
            _ => true,
        }
    }

    /// A move that takes an own piece out of the fields of fire in which it stands (PB-10.5).
    pub fn way_out(&self, piece: PieceIndex) -> Option<Action> {
        match self.game.state.tasks.last() {
            Some(Task::Activation(activation)) if self.is_own(piece) => {
                self.game.way_out(activation, piece)
            }
            _ => None,
        }
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

    /// Where an own piece may leave the map for good (PB-A43).
    pub fn exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.exits(piece) } else { Vec::new() }
    }

    /// Where an own piece may leave the map and a special rule gives this side points for it.
    pub fn rewarded_exits(&self, piece: PieceIndex) -> Vec<GroundPoint> {
        if self.is_own(piece) { self.game.rewarded_exits(piece) } else { Vec::new() }
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

    /// Was an own piece destroyed or has it left?
    pub fn is_gone(&self, piece: PieceIndex) -> bool {
        matches!(
            self.game.state.piece(piece).place,
            Whereabouts::Destroyed { .. } | Whereabouts::Withdrawn { .. }
        )
    }
}

impl Game {
    /// Every legal decision where there are finitely many; of an activation only those without a
    /// move.
    pub(crate) fn proposals(&self) -> Vec<Action> {
        let Node::Decision { side, question } = self.node() else {
            return Vec::new();
        };
        match question {
            Question::SetUp => self.proposals_for_set_up(side),
            Question::Alter => {
                let mut proposals = self.attempts(side);
                proposals.push(Action::Pass);
                proposals
            }
            Question::Activation(command) => {
                let mut proposals = Vec::new();
                let without_chit = self.roster().without_chit(side);
                for piece in self.blocks_of(command).chain(without_chit) {
                    proposals.push(Action::Rally { piece, facing: None });
                    proposals.push(Action::Deploy(piece));
                    proposals.push(Action::Unpack(piece));
                    proposals.push(Action::Pack(piece));
                    proposals.extend(self.entry_choices(piece).into_iter().map(|(by, _)| by));
                    let enemies = self.state.touching(piece);
                    proposals.extend(enemies.map(|enemy| Action::Face { piece, enemy }));
                    proposals.extend(self.bombardments(piece));
                }
                let gifts = self.unassigned(side);
                proposals.extend(gifts.map(|piece| Action::Assign { piece, command }));
                proposals.push(Action::EndActivation);
                proposals.retain(|action| self.judge(action).is_ok());
                proposals
            }
            Question::ChooseCombat => {
                let (_, combats) = self.next_combats();
                combats.iter().map(|combat| Action::Resolve(combat.name)).collect()
            }
            Question::Target(piece) => self.engaging(piece).map(Action::FireAt).collect(),
            Question::StayOrRetire(_) => vec![Action::Stay, Action::Retire],
            Question::TakePlace(_) => {
                let mut proposals = vec![Action::TakePlace, Action::Retire, Action::Stay];
                proposals.retain(|action| self.judge(action).is_ok());
                proposals
            }
            Question::RetreatWay(piece) => match self.state.tasks.last() {
                Some(Task::Retreat { threats, .. }) => {
                    self.retreats(piece, threats).map(Action::RetreatToward).collect()
                }
                _ => Vec::new(),
            },
            Question::Nightfall => vec![Action::HoldField, Action::WithdrawFromField],
            Question::Recovery => self.recoverable().into_iter().map(Action::Recover).collect(),
        }
    }
}
