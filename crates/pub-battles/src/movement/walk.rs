//! PB-6, PB-8: a piece in motion, leg by leg, with the position, cost and obstacles of each leg.
//! `march` judges the end position.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Barrier, Block, Bounds, Leg as Ground, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::action::{Leg, March};
use crate::game::plan::Assault;
use crate::movement::entry::Entrance;
use crate::state::column;
use crate::state::column::{Column, RoadSpot};
use crate::state::reserve::MoveCost;
use crate::state::{Location, Stance};
use sandtable_engine::{Refusal, refuse};

/// The maximum angle of an oblique move: 45° to either side (PB-6.6).
pub(crate) const OBLIQUE: i32 = 512;

/// A piece in motion. Distances are measured along the path of its centre (PB-36.8).
pub(crate) struct Walk<'a> {
    game: &'a Game,
    piece: PieceIndex,
    pub began: GroundPoint,
    /// The block at the start, if the piece was in line.
    first_block: Option<Block>,
    position: Position,
    pub expense: MoveCost,
    /// The cost of the piece's movement with its headquarters earlier this turn (PB-A59).
    carried: MoveCost,
    pub heading: Facing,
    /// Legs in line, whose terrain is checked at the end.
    pub on_foot: SmallVec<[(Block, GroundPoint); 3]>,
    /// The last leg of an attack, to the enemy's edge.
    pub closing: Option<(Block, GroundPoint)>,
    /// The block after the piece's last turn, before it shifted.
    turned_block: Option<Block>,
    /// Whether the piece left column within a third of the enemy (PB-A55).
    has_deployed_near_enemy: bool,
    /// The headquarters whose reserve the piece has joined (PB-9.2).
    pub joins: Option<PieceIndex>,
    /// The place where the piece has left the map (PB-A43).
    pub exit: Option<GroundPoint>,
}

enum Position {
    Line(Block),
    Column(Column),
}

impl Game {
    /// The piece at the start of its move.
    pub(crate) fn set_out(&self, march: &March) -> Result<Walk<'_>, Refusal> {
        let piece = march.piece;
        let mut walk = Walk {
            game: self,
            piece,
            began: GroundPoint::default(),
            first_block: None,
            position: Position::Line(
                self.line_block(piece, Pose { centre: GroundPoint::default(), facing: Facing::UP }),
            ),
            expense: MoveCost::default(),
            carried: self.state.carried(piece),
            heading: Facing::UP,
            on_foot: SmallVec::new(),
            closing: None,
            turned_block: None,
            has_deployed_near_enemy: false,
            joins: None,
            exit: None,
        };
        match &self.state.piece(piece).place {
            Location::OnMap(Stance::Line(pose)) => {
                walk.position = Position::Line(self.line_block(piece, *pose));
                walk.heading = pose.facing;
            }
            Location::OnMap(Stance::Column(column)) => {
                walk.heading = column.facing();
                walk.position = Position::Column(column.clone());
            }
            Location::Awaited => {
                let column = matches!(march.legs[0], Leg::Along(_));
                match self.entrance(piece, column)? {
                    Entrance::Line { block } => {
                        walk.heading = block.facing();
                        walk.position = Position::Line(block);
                    }
                    Entrance::Column { column, behind } => {
                        walk.heading = column.facing();
                        walk.position = Position::Column(column);
                        walk.expense.in_column = behind;
                    }
                }
            }
            // PB-A59: a piece in reserve starts from its slot.
            Location::InReserve => match self.slot(piece) {
                Some(Stance::Line(pose)) => {
                    walk.position = Position::Line(self.line_block(piece, pose));
                    walk.heading = pose.facing;
                }
                Some(Stance::Column(column)) => {
                    walk.heading = column.facing();
                    walk.position = Position::Column(column);
                }
                None => return refuse(PB_9_4, "its headquarters is not on the map"),
            },
            Location::Destroyed { .. } | Location::Withdrawn { .. } => {
                return refuse(PB_6_1, "the piece is not in play");
            }
        }
        walk.began = match &walk.position {
            Position::Line(block) => block.centre(),
            Position::Column(column) => column.head(),
        };
        walk.first_block = walk.last_block();
        Ok(walk)
    }
}

impl Walk<'_> {
    pub(crate) fn go(&mut self, leg: &Leg) -> Result<(), Refusal> {
        if self.joins.is_some() || self.exit.is_some() {
            return refuse(PB_A59, "a move ends when the piece leaves the map or joins a reserve");
        }
        match (leg, &self.position) {
            (Leg::Join(headquarters), _) => self.join(*headquarters),
            (Leg::Leave(exit), _) => self.leave(*exit),
            (Leg::Face(facing), Position::Line(block)) => {
                let turned = block.turned_to(*facing);
                self.pay(turned.centre(), leg);
                let Some(room) = self.game.room_on_the_way(self.piece, &turned) else {
                    return refuse(PB_A35, "an enemy leaves no space to turn");
                };
                self.turned_block = Some(turned);
                // PB-36.8: the shift moves the piece's centre, so it costs movement.
                self.expense.in_line += turned.centre().distance(room.centre());
                self.position = Position::Line(room);
                self.heading = *facing;
                Ok(())
            }
            (Leg::To(to), Position::Line(block)) => {
                let (block, to) = (*block, *to);
                self.walk_to(block, to)
            }
            (Leg::FormColumn(facing), Position::Line(block)) => {
                let (block, facing) = (*block, *facing);
                self.form_column(block, facing)
            }
            (Leg::Along(spot), Position::Column(column)) => {
                let (column, spot) = (column.clone(), *spot);
                self.march_along(&column, spot)
            }
            (Leg::FormLine(facing), Position::Column(column)) => {
                // PB-8.2: the block deploys at the head of its column, with any facing.
                let pose = self.game.deployment_pose(self.piece, column, *facing);
                let block = self.game.line_block(self.piece, pose);
                self.has_deployed_near_enemy = self.is_near_enemies(column);
                self.pay(pose.centre, leg);
                if self.game.room_on_the_way(self.piece, &block) != Some(block) {
                    return refuse(PB_6_5, "an enemy is where the column would form line");
                }
                self.position = Position::Line(block);
                self.heading = *facing;
                Ok(())
            }
            (Leg::Face(_) | Leg::To(_) | Leg::FormColumn(_), Position::Column(_)) => {
                refuse(PB_8_4, "a column can move only along a road")
            }
            (Leg::Along(_) | Leg::FormLine(_), Position::Line(_)) => {
                refuse(PB_8_2, "the piece is not in column")
            }
        }
    }

    /// PB-A35: settles the final position after the last turn, where friends also block. If there
    /// is none, the end-position check gives the reason.
    pub(crate) fn settle_turn(&mut self) {
        let (Some(turned), Position::Line(now)) = (self.turned_block, &self.position) else {
            return;
        };
        if let Some(room) = self.game.room_to_turn(self.piece, &turned) {
            let given_way = |to: &Block| turned.centre().distance(to.centre());
            self.expense.in_line += given_way(&room) - given_way(now);
            self.position = Position::Line(room);
        }
    }

    /// Adds the cost of a leg in line or into line.
    fn pay(&mut self, from: GroundPoint, leg: &Leg) {
        if let Some(cost) = self.game.cost_of(self.piece, from, leg) {
            self.expense = self.expense + cost;
        }
    }

    fn is_headquarters(&self) -> bool {
        matches!(self.game.roster().piece(self.piece).role, Role::Headquarters { .. })
    }

    /// PB-Q9: whether the piece is a headquarters that ignores difficult terrain.
    fn rides_freely(&self) -> bool {
        self.is_headquarters() && rulings::has_free_headquarters_moves(&self.game.field)
    }

    /// The block at the end of the walk so far.
    const fn last_block(&self) -> Option<Block> {
        match self.position {
            Position::Line(block) => Some(block),
            Position::Column(_) => None,
        }
    }

    /// PB-6.6: moves the piece straight or obliquely without turning.
    fn walk_to(&mut self, block: Block, to: GroundPoint) -> Result<(), Refusal> {
        let Some(direction) = Facing::from_vector(to - block.centre()) else {
            return refuse(PB_6_1, "a leg must lead to another place");
        };
        if !self.is_headquarters() && block.facing().turn_to(direction).abs() > OBLIQUE {
            return refuse(PB_6_6, "a piece can move only within 45° of its facing");
        }
        self.pay(block.centre(), &Leg::To(to));
        self.judge_allowance()?;
        self.on_foot.push((block, to));
        self.position = Position::Line(block.moved_to(to));
        self.heading = direction;
        Ok(())
    }

    /// PB-9.2, PB-A59: joins the reserve of a headquarters that the piece touches.
    fn join(&mut self, headquarters: PieceIndex) -> Result<(), Refusal> {
        let game = self.game;
        game.judge_card(self.piece, headquarters)?;
        let Some(leader) = game.shape(headquarters) else {
            return refuse(PB_9_4, "that headquarters is not on the map");
        };
        let in_column = matches!(self.position, Position::Column(_));
        // PB-9.4: the piece would otherwise get into column without paying the cost.
        if !in_column && game.state.in_column(headquarters) {
            return refuse(
                PB_9_4,
                "the headquarters is in column; a piece must be in column to join it",
            );
        }
        let shape = game.shape_of(self.piece, &self.stance(None));
        if !shape.within(leader, game.field.distances().contact_tolerance) {
            return refuse(PB_A59, "the piece has not reached the headquarters");
        }
        self.joins = Some(headquarters);
        Ok(())
    }

    /// PB-A43: leaves the map once the piece's centre passes the edge.
    fn leave(&mut self, exit: GroundPoint) -> Result<(), Refusal> {
        self.game.judge_exit(self.piece, exit)?;
        match &self.position {
            Position::Line(block) if block.centre() == exit => {}
            Position::Line(block) => {
                let block = *block;
                self.walk_to(block, exit)?;
            }
            Position::Column(column) => {
                let reach = self.game.field.distances().contact_tolerance * 5;
                if column.head().distance(exit) > reach {
                    return refuse(PB_A43, "the head of the column has not reached the edge");
                }
                // The centre of a column passes the edge after half its length.
                let length = self.game.roster().piece(self.piece).column_length;
                self.expense.in_column += length / 2;
                self.judge_allowance()?;
            }
        }
        self.exit = Some(exit);
        Ok(())
    }

    /// The stance at the end of the move.
    pub(crate) fn stance(&self, assault: Option<&Assault>) -> Stance {
        match (assault, &self.position) {
            (Some(assault), _) => Stance::Line(assault.block.pose()),
            (None, Position::Line(block)) => Stance::Line(block.pose()),
            (None, Position::Column(column)) => Stance::Column(column.clone()),
        }
    }

    /// PB-30.2: judges the piece's path at night, every half length of its block and at the end.
    pub(crate) fn judge_night(&self, stance: &Stance) -> Result<(), Refusal> {
        if !self.game.state.night {
            return Ok(());
        }
        for &(block, to) in &self.on_foot {
            let way = to - block.centre();
            let steps = way.length().centimetres() * 2 / block.length().centimetres() + 1;
            for step in 1..=steps {
                let part =
                    |whole: i32| (i64::from(whole) * i64::from(step) / i64::from(steps)) as i32;
                let centre = GroundPoint::new(
                    block.centre().x + part(way.x),
                    block.centre().y + part(way.y),
                );
                self.game.judge_night_step(self.piece, &block.moved_to(centre).into())?;
            }
        }
        self.game.judge_night_step(self.piece, &self.game.shape_of(self.piece, stance))
    }

    /// Judges the enemies and terrain along the legs in line, from the block's position before its
    /// first turn to that after its last.
    pub(crate) fn survey(&mut self) -> Result<(), Refusal> {
        for index in 0..self.on_foot.len() {
            let (block, to) = self.on_foot[index];
            self.survey_leg(&block, to)?;
        }
        // PB-A80: aligning with the enemy is part of the move, so terrain and enemies on this last
        // leg count too.
        if let Some((block, to)) = self.closing {
            self.survey_leg(&block, to)?;
        }
        // PB-A37: most of the piece may be in difficult terrain only before or after a turn.
        let terrain = &self.game.field.terrain;
        let by_buildings = rulings::buildings_reduce(&self.game.field);
        let is_difficult = |block: Block| {
            terrain.is_difficult(&block) || by_buildings && terrain.is_in_buildings(&block)
        };
        let mut ends = [self.first_block, self.last_block()].into_iter().flatten();
        let may_matter = !self.expense.reduced && self.expense.way() != GroundLength::ZERO;
        if may_matter && !self.rides_freely() && ends.any(is_difficult) {
            self.expense.reduced = true;
            self.judge_allowance()?;
        }
        Ok(())
    }

    fn survey_leg(&mut self, block: &Block, to: GroundPoint) -> Result<(), Refusal> {
        let game = self.game;
        let terrain = &game.field.terrain;
        let marsh = game.marsh_for_all(self.piece);
        let enemy = game.roster().piece(self.piece).side.enemy();
        let reach = block.centre().distance(to) + block.length();
        let moving = Shape::from(*block);
        let obstacles = game.solid_near(enemy, block.swept(to)).map(|(_, shape)| shape);
        // The cheapest checks come first: barriers, then gaps between enemies, then difficult
        // terrain.
        let leg = terrain.leg(block, to);
        self.judge_ground(&leg)?;
        // PB-6.3, PB-6.5, PB-A36: gaps must be wide enough.
        let passes = match self.exit {
            // PB-A43: this leg leaves the map.
            Some(exit) if exit == to => terrain.may_leave(block, to, obstacles, marsh),
            _ => terrain.may_pass(block, to, obstacles, marsh),
        };
        if !passes
            && game
                .solid_near(enemy, moving.reach(reach))
                .any(|(_, shape)| shape.within(&moving, reach))
        {
            return refuse(PB_6_5, "enemies leave too small a gap");
        }
        if !passes {
            return refuse(PB_6_3, "closed terrain leaves too small a gap");
        }
        // PB-6.8, PB-6.12, PB-34.10: difficult terrain costs once for the whole move. PB-6.14:
        // roads help only columns. PB-Q9: headquarters may ignore difficult terrain.
        let by_buildings = || rulings::buildings_reduce(&game.field) && leg.buildings().is_some();
        self.expense.reduced =
            self.expense.reduced || (!self.rides_freely() && (leg.reduces() || by_buildings()));
        self.judge_allowance()
    }

    /// Judges the barriers on one leg.
    fn judge_ground(&self, leg: &Ground<'_>) -> Result<(), Refusal> {
        let game = self.game;
        if let Some(barrier) = leg.barrier(game.marsh_for_all(self.piece)) {
            let (rule, reason) = match barrier {
                Barrier::River => (PB_6_11, "a river can be crossed only at a bridge or ford"),
                Barrier::Frame => (PB_A129, "the edge of the map cannot be crossed"),
                Barrier::Impassable => (PB_34_9, "the terrain is impassable"),
                Barrier::Marsh => (PB_6_13, "marsh is closed to this piece"),
            };
            return refuse(rule, reason);
        }
        Ok(())
    }

    /// PB-8.2: aligns the block with the road under it.
    fn form_column(&mut self, block: Block, facing: Facing) -> Result<(), Refusal> {
        let game = self.game;
        let roads = game.field.terrain.roads();
        let card = game.roster().piece(self.piece);
        let within = block.length() / 2;
        let Some(place) = roads.nearest(block.centre(), within) else {
            return refuse(PB_8_2, "there is no road under the piece");
        };
        let head = roads.point(place);
        if !block.holds(head) {
            return refuse(PB_8_2, "there is no road under the piece");
        }
        // PB-6.11: a road on the opposite bank is not under the block. PB-A56: terrain off the road
        // has no other effect.
        if head != block.centre() && game.field.terrain.leg(&block, head).river_met().is_some() {
            return refuse(PB_8_2, "the piece cannot reach the road there");
        }
        self.expense.in_line += block.centre().distance(head);
        self.expense.column_changes += 1;
        self.judge_allowance()?;
        let at = column::pose_toward(roads, place, facing);
        let column = Column::formed(roads, at, card.column_length);
        if column.strip(card.footprint.depth).is_none() {
            return refuse(PB_8_2, "the road is too short");
        }
        self.heading = column.facing();
        self.position = Position::Column(column);
        Ok(())
    }

    /// PB-8.4: moves along roads, ignoring terrain and facing, but not through friends or near
    /// enemies.
    fn march_along(&mut self, column: &Column, spot: RoadSpot) -> Result<(), Refusal> {
        let game = self.game;
        let roads = game.field.terrain.roads();
        let card = game.roster().piece(self.piece);
        let Some(march) = roads.route(column.at.into(), spot.into()) else {
            return refuse(PB_8_4, "no road leads there");
        };
        if march.length == GroundLength::ZERO {
            return refuse(PB_6_1, "a leg must lead to another place");
        }
        self.expense.in_column += march.length;
        self.judge_allowance()?;
        let arrived = column.marched(roads, &march, card.column_length);
        let width = card.footprint.depth;
        let swept = sandtable_terrain::Strip::new(march.line.clone(), width);
        let (Some(swept), Some(strip)) = (swept.map(Shape::from), arrived.strip(width)) else {
            return refuse(PB_8_4, "no road leads there");
        };
        let strip = Shape::from(strip);
        let is_in_the_way = |shape: &Shape| shape.overlaps(&swept) || shape.overlaps(&strip);
        let ground = swept.bounds().union(*strip.bounds());
        if !rulings::has_column_stand_off(&game.field) {
            // PB-Q7: a column may pass friends, and enemies that are off the road.
            let mut near = game.solid_near(card.side.enemy(), ground);
            if near.any(|(_, enemy)| is_in_the_way(enemy)) {
                return refuse(PB_6_5, "an enemy is on the road");
            }
            self.heading = arrived.facing();
            self.position = Position::Column(arrived);
            return Ok(());
        }
        let is_friend = |friend: PieceIndex| friend != self.piece;
        let mut near = game.solid_near(card.side, ground);
        if near.any(|(friend, shape)| is_friend(friend) && is_in_the_way(shape)) {
            return refuse(PB_8_4, "a column cannot pass through friendly pieces");
        }
        self.judge_stand_off(&[&swept, &strip])?;
        self.heading = arrived.facing();
        self.position = Position::Column(arrived);
        Ok(())
    }

    /// PB-8.4, PB-A54: no part of a column may come within a third of the enemy by its own
    /// movement. Exactly 760 m is too near. A column that starts within that distance may not come
    /// any closer.
    pub(crate) fn judge_stand_off(&self, parts: &[&Shape]) -> Result<(), Refusal> {
        let game = self.game;
        if !rulings::has_column_stand_off(&game.field) {
            return Ok(());
        }
        let stand_off = game.field.distances().foot_third;
        let start = game.shape(self.piece);
        let enemy = game.roster().piece(self.piece).side.enemy();
        let reaches = parts.iter().map(|part| part.reach(stand_off));
        let Some(near) = reaches.reduce(Bounds::union) else { return Ok(()) };
        for (_, enemy) in game.troops_near(enemy, near) {
            for part in parts.iter().filter(|part| part.within(enemy, stand_off)) {
                let before = start.map(|start| start.distance(enemy));
                if before.is_none_or(|before| before > stand_off || part.distance(enemy) < before) {
                    return refuse(PB_A54, "a column cannot come within a third of the enemy");
                }
            }
        }
        Ok(())
    }

    /// PB-8.4, PB-A54: whether a column is within a third of the enemy, even if it did not move
    /// there.
    fn is_near_enemies(&self, column: &Column) -> bool {
        let game = self.game;
        let strip = game.shape_of(self.piece, &Stance::Column(column.clone()));
        let stand_off = game.field.distances().foot_third;
        let enemy = game.roster().piece(self.piece).side.enemy();
        rulings::has_column_stand_off(&game.field)
            && game
                .troops_near(enemy, strip.reach(stand_off))
                .any(|(_, enemy)| enemy.within(&strip, stand_off))
    }

    /// PB-A80: brings the front flush with the enemy's edge.
    pub(crate) fn close_with(&mut self, target: PieceIndex) -> Result<Assault, Refusal> {
        let Position::Line(block) = self.position else {
            return refuse(PB_A55, "a column cannot attack");
        };
        if self.has_deployed_near_enemy {
            return refuse(
                PB_A55,
                "an attacker must leave column more than a third away from the enemy",
            );
        }
        let assault = self.game.square_up(self.piece, &block, target)?;
        let to = assault.block.centre();
        self.expense.in_line += block.centre().distance(to);
        let turns = assault.block.facing() != block.facing();
        if turns && rulings::squaring_up_is_a_facing_change(&self.game.field) {
            self.expense.facing_changes += 1;
        }
        if block.centre() != to {
            self.closing = Some((block.turned_to(assault.block.facing()), to));
        }
        self.heading = assault.block.facing();
        Ok(assault)
    }

    /// PB-P4: judges `line + column/2 + costs ≤ 3 thirds`.
    pub(crate) fn judge_allowance(&self) -> Result<(), Refusal> {
        let changes = (self.carried + self.expense).facing_changes;
        if changes > rulings::most_facing_changes(&self.game.field) {
            return refuse(PB_Q6, "a piece can change its facing at most twice");
        }
        // PB-6.7: one change of facing is free. PB-6.9: the costs are cumulative.
        if !(self.carried + self.expense).is_within(self.game.field.third(self.piece)) {
            return refuse(PB_6_10, "the move is too long");
        }
        self.game.judge_carrying(self.piece, self.expense)
    }
}
