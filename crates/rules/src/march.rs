//! PB-6, PB-8: a move of one piece, leg by leg: its allowance, what stops it, what it costs.

use sandtable_pack::{Act, Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Barrier, Block, Shape};

use crate::action::{Leg, March};
use crate::allowance::Expense;
use crate::approach::Assault;
use crate::column::{self, Column, RoadSpot};
use crate::entry::Entrance;
use crate::event::{Happening, RetreatCause};
use crate::field_of_fire::{self, Remaining};
use crate::game::Game;
use crate::ground;
use crate::roster::{PieceIndex, Role};
use crate::rule::{Refusal, refuse};
use crate::rulings;
use crate::state::{Activation, Stance, Whereabouts};

/// The greatest angle of an oblique march: 45° to either side (PB-6.6).
pub(crate) const OBLIQUE: i32 = 512;

/// A judged move, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) struct MarchPlan {
    pub piece: PieceIndex,
    /// Where it came from; none when it enters the map.
    from: Option<GroundPoint>,
    /// It comes out of the reserve of this headquarters.
    leaves: Option<PieceIndex>,
    /// It goes into the reserve of this one.
    joins: Option<PieceIndex>,
    /// It leaves the map here (PB-A43).
    off: Option<GroundPoint>,
    /// What the reserve of a headquarters has been carried.
    expense: Expense,
    /// It enters in column: others that enter there follow it (PB-A19).
    by_road: bool,
    /// Where its centre began the move, at the place of entry when it enters.
    began: GroundPoint,
    stance: Stance,
    pub length: GroundLength,
    pub reduced: bool,
    /// Its legs in line: it may become disordered in buildings on the way (PB-A39).
    crossed: Vec<(Block, GroundPoint)>,
    /// It only turned.
    turned: bool,
    assault: Option<Assault>,
    /// Where it was heading at the end.
    heading: Facing,
    /// Enemies that it leaves (PB-11.1).
    left: Vec<PieceIndex>,
    /// The rule by which it may end there: PB-A71 if it leaves fields of fire only in part.
    rule: &'static str,
}

impl MarchPlan {
    pub(crate) const fn rule(&self) -> &'static str {
        self.rule
    }
}

/// A piece on its way; its way is that of its centre (PB-36.8).
struct Walk<'a> {
    game: &'a Game,
    piece: PieceIndex,
    began: GroundPoint,
    position: Position,
    expense: Expense,
    /// What its headquarters has carried it before (PB-A59).
    carried: Expense,
    heading: Facing,
    /// Legs in line, whose ground is looked at in the end.
    on_foot: Vec<(Block, GroundPoint)>,
    /// The last steps of an attack, up to the enemy's edge.
    closing: Option<(Block, GroundPoint)>,
    /// Into whose reserve it has gone (PB-9.2).
    joins: Option<PieceIndex>,
    /// Where it has left the map (PB-A43).
    off: Option<GroundPoint>,
}

enum Position {
    Line(Block),
    Column(Column),
}

impl Game {
    /// Judges a move and works out what it does.
    pub(crate) fn plan_march(
        &self,
        activation: &Activation,
        march: &March,
    ) -> Result<MarchPlan, Refusal> {
        self.plan_march_into(activation, march, Remaining::Fewest)
    }

    /// Judges a move that may end in so many of the fields of fire in which it begins.
    pub(crate) fn plan_march_into(
        &self,
        activation: &Activation,
        march: &March,
        remaining: Remaining,
    ) -> Result<MarchPlan, Refusal> {
        let piece = march.piece;
        let card = self.roster().piece(piece);
        self.judge_special(piece, Act::Move)?;
        if march.attack.is_some() {
            self.judge_special(piece, Act::Attack)?;
        }
        let is_train = card.role == Role::Baggage;
        if is_train && self.state.piece(piece).unpacked {
            return refuse("PB-20.5", "an unpacked train stays where it is");
        }
        if march.legs.is_empty() || march.legs.len() > 8 {
            return refuse("PB-6.1", "a move has one to eight legs");
        }
        let last = march.legs.last();
        if march.attack.is_some() && matches!(last, Some(Leg::Join(_) | Leg::Leave(_))) {
            return refuse("PB-9.2", "a piece that leaves the map does not attack");
        }
        if let Some(target) = march.attack {
            self.judge_assault(activation, piece, target)?;
        }
        let enters_column = |leg: &Leg| matches!(leg, Leg::FormColumn(_));
        let by_road = matches!(march.legs[0], Leg::Along(_)) && !self.state.in_column(piece);
        if by_road || march.legs.iter().any(enters_column) {
            self.judge_special(piece, Act::Column)?;
        }
        let mut walk = self.set_out(march)?;
        for leg in &march.legs {
            walk.go(leg)?;
        }
        let assault = match march.attack {
            Some(target) => Some(walk.close_with(target)?),
            None => None,
        };
        walk.judge_allowance()?;
        // Where it ends is judged before the ground on the way, which costs more to look at.
        let stance = walk.stance(assault.as_ref());
        if matches!(last, Some(Leg::FormColumn(_))) {
            walk.judge_stand_off(&[&self.shape_of(piece, &stance)])?;
        }
        let rule = match walk.off {
            Some(_) => "PB-A43",
            None => self.judge_place(activation, march, &stance, remaining)?,
        };
        if self.state.night {
            walk.judge_night(&stance)?;
        }
        walk.survey()?;
        self.arrive(march, walk, stance, assault, rule)
    }

    fn set_out(&self, march: &March) -> Result<Walk<'_>, Refusal> {
        let piece = march.piece;
        let mut walk = Walk {
            game: self,
            piece,
            began: GroundPoint::default(),
            position: Position::Line(
                self.line_block(piece, Pose { centre: GroundPoint::default(), facing: Facing::UP }),
            ),
            expense: Expense::default(),
            carried: self.state.carried(piece),
            heading: Facing::UP,
            on_foot: Vec::new(),
            closing: None,
            joins: None,
            off: None,
        };
        match &self.state.piece(piece).place {
            Whereabouts::OnMap(Stance::Line(pose)) => {
                walk.position = Position::Line(self.line_block(piece, *pose));
                walk.heading = pose.facing;
            }
            Whereabouts::OnMap(Stance::Column(column)) => {
                walk.heading = column.facing();
                walk.position = Position::Column(column.clone());
            }
            Whereabouts::Awaited => {
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
            // PB-A59: from its slot.
            Whereabouts::InReserve => match self.slot(piece) {
                Some(Stance::Line(pose)) => {
                    walk.position = Position::Line(self.line_block(piece, pose));
                    walk.heading = pose.facing;
                }
                Some(Stance::Column(column)) => {
                    walk.heading = column.facing();
                    walk.position = Position::Column(column);
                }
                None => return refuse("PB-9.4", "its headquarters is not on the map"),
            },
            Whereabouts::Destroyed { .. } | Whereabouts::Withdrawn { .. } => {
                return refuse("PB-6.1", "the piece is not in play");
            }
        }
        walk.began = match &walk.position {
            Position::Line(block) => block.centre(),
            Position::Column(column) => column.head(),
        };
        Ok(walk)
    }

    /// Judges where a move ends: nobody may stand there, no enemy be touched, no field of fire
    /// cover the place.
    fn judge_place(
        &self,
        activation: &Activation,
        march: &March,
        stance: &Stance,
        remaining: Remaining,
    ) -> Result<&'static str, Refusal> {
        let piece = march.piece;
        let side = self.roster().piece(piece).side;
        let shape = self.shape_of(piece, stance);
        if shape.as_block().is_some_and(|block| !self.field.terrain.holds(block.centre())) {
            return refuse("PB-A129", "the edge of the map is not crossed");
        }
        // PB-6.4: nobody stands on another; headquarters step aside for all but headquarters.
        let is_headquarters = matches!(self.roster().piece(piece).role, Role::Headquarters { .. });
        let joins = matches!(march.legs.last(), Some(Leg::Join(_)));
        // PB-9.2: in reserve it is not on the map.
        let is_crowded = if joins {
            false
        } else if is_headquarters {
            crate::roster::SideIndex::BOTH.into_iter().any(|side| {
                self.on_map(side).any(|(other, ground)| other != piece && ground.overlaps(&shape))
            })
        } else {
            self.is_crowded(piece, &shape)
        };
        if is_crowded {
            return refuse("PB-6.4", "another piece stands there");
        }
        // PB-10.3: an attack satisfies all fields of fire.
        if march.attack.is_some() {
            return Ok("PB-12.1");
        }
        // PB-36.5, PB-A81: only a declared attack makes contact.
        let tolerance = self.field.distances().contact_tolerance;
        let touches = !is_headquarters
            && self.solid(side.enemy()).any(|(_, enemy)| enemy.within(&shape, tolerance));
        if touches {
            return refuse("PB-A81", "only a declared attack makes contact");
        }
        self.judge_end(activation, piece, &shape, remaining)
    }

    /// The move as it will be carried out.
    fn arrive(
        &self,
        march: &March,
        walk: Walk<'_>,
        stance: Stance,
        assault: Option<Assault>,
        rule: &'static str,
    ) -> Result<MarchPlan, Refusal> {
        let piece = march.piece;
        if let Stance::Line(pose) = &stance
            && walk.off.is_none()
        {
            let block = self.line_block(piece, *pose);
            if self.is_closed(&block, self.marsh_for_all(piece)) {
                return refuse("PB-6.3", "the piece may not stand on this ground");
            }
        }
        let from = self.state.stance(piece).map(Stance::centre);
        Ok(MarchPlan {
            piece,
            from,
            leaves: self.state.in_reserve_with(piece),
            joins: walk.joins,
            off: walk.off,
            expense: walk.expense,
            by_road: self.state.piece(piece).place == Whereabouts::Awaited
                && matches!(march.legs[0], Leg::Along(_)),
            began: walk.began,
            stance,
            length: walk.expense.way(),
            reduced: walk.expense.reduced,
            crossed: walk.on_foot.into_iter().chain(walk.closing).collect(),
            turned: walk.expense.way() == GroundLength::ZERO && from.is_some(),
            assault,
            heading: walk.heading,
            left: self.state.touching(piece).collect(),
            rule,
        })
    }

    /// PB-10.2, PB-11.1 (c): a move does not end in an enemy's field of fire. PB-10.6: on the way
    /// they do not matter.
    fn judge_end(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        shape: &Shape,
        remaining: Remaining,
    ) -> Result<&'static str, Refusal> {
        const RULE: &str = "PB-6.1";
        if !self.minds_fields_of_fire(piece) {
            return Ok(RULE);
        }
        let side = self.roster().piece(piece).side;
        let fields = field_of_fire::covering(self, side, shape);
        if fields.is_empty() {
            // PB-A47: by the alternative, outside fields of fire too.
            if rulings::support_needs_command(&self.field)
                && let Some(Err(refusal)) = self.judge_moving_up(activation, piece, shape)
                && refusal.rule.0 == "PB-A47"
            {
                return Err(refusal);
            }
            return Ok(RULE);
        }
        // Turning where one may stay is staying (PB-10.4).
        let stays = self.shape(piece).is_some_and(|now| now.place() == shape.place());
        if stays && field_of_fire::may_stay(self, activation, piece) {
            return Ok("PB-10.4");
        }
        let moving_up = self.judge_moving_up(activation, piece, shape);
        if let Some(Ok(rule)) = moving_up {
            return Ok(rule.0);
        }
        // PB-A71: without a way out of all, it leaves as many as it can.
        let before = self.shape(piece).map(|now| field_of_fire::covering(self, side, now));
        let leaves_some = before.is_some_and(|before| field_of_fire::leaves_some(&before, &fields));
        if leaves_some && self.leaves_enough(activation, piece, fields.len(), remaining)? {
            return Ok("PB-A71");
        }
        if let Some(Err(refusal)) = moving_up {
            return Err(refusal);
        }
        refuse("PB-10.2", "a move may not end in an enemy's field of fire")
    }

    /// PB-34.2, PB-A39: does a piece become disordered in buildings, on its way or where it ends?
    fn is_disordered_by(&self, plan: &MarchPlan) -> bool {
        let terrain = &self.field.terrain;
        let passes =
            |&(block, to): &(Block, GroundPoint)| terrain.leg(&block, to).buildings().is_some();
        let ends = match &plan.stance {
            Stance::Line(pose) if plan.off.is_none() => {
                terrain.is_in_buildings(&self.line_block(plan.piece, *pose))
            }
            Stance::Line(_) | Stance::Column(_) => false,
        };
        ends || (rulings::spent_in_passing(&self.field) && plan.crossed.iter().any(passes))
    }

    /// Carries a judged move out.
    pub(crate) fn carry_out_march(&mut self, plan: MarchPlan) {
        let piece = plan.piece;
        let disordered = self.is_disordered_by(&plan);
        if !matches!(self.roster().piece(piece).role, Role::Headquarters { .. }) {
            self.close_headquarters_phase();
        }
        if self.state.piece(piece).place == Whereabouts::Awaited {
            self.state.came.push(piece);
        }
        if plan.by_road {
            self.state.entered.push(piece);
        }
        // PB-A113: a train that has packed up and moves off, on this turn or a later one.
        if self.state.packed_up.contains(&piece) && rulings::moving_off_forces_back(&self.field) {
            self.state.packed_up.retain(|&train| train != piece);
            self.force_back(piece);
        }
        for &enemy in &plan.left {
            self.record("PB-11.1", Happening::Disengaged { piece, enemy });
        }
        // PB-11.3, PB-A79: the Support of a lead that breaks off acts at once.
        let vacancy = (!plan.left.is_empty())
            .then(|| self.vacancy(piece, &plan.left, RetreatCause::Choice))
            .flatten();
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        self.carry_reserve(piece, plan.expense, disordered);
        if let Some(exit) = plan.off {
            self.march_off(piece, exit);
            self.offer(vacancy);
            return;
        }
        let stands = plan.stance;
        self.put(piece, Whereabouts::OnMap(stands.clone()));
        self.state.piece_mut(piece).acted = true;
        let (length, reduced) = (plan.length, plan.reduced);
        match (plan.leaves, plan.from) {
            (Some(headquarters), _) => {
                self.record("PB-9.2", Happening::LeftReserve { piece, headquarters, stands });
            }
            (None, None) => self.record("PB-A19", Happening::Entered { piece, stands }),
            (None, Some(_)) if plan.turned && plan.assault.is_none() => {
                self.record("PB-6.7", Happening::Turned { piece, stands });
            }
            (None, Some(from)) => {
                let rule = if stands.is_column() { "PB-8.1" } else { "PB-6.1" };
                self.record(rule, Happening::Moved { piece, from, stands, length, reduced });
            }
        }
        if disordered {
            self.disorder(piece);
        }
        if let Some(headquarters) = plan.joins {
            self.hide(piece, headquarters);
            self.record("PB-9.2", Happening::JoinedReserve { piece, headquarters });
        }
        self.make_room_for(piece, plan.heading);
        if let Some(assault) = plan.assault {
            self.make_contact(piece, assault, plan.began);
        }
        self.offer(vacancy);
    }

    /// PB-A39: a piece that has turned may have come into buildings with most of it.
    pub(crate) fn disorder_in_buildings(&mut self, piece: PieceIndex) {
        if ground::in_buildings(self, piece) && !self.state.in_column(piece) {
            self.disorder(piece);
        }
    }

    /// PB-34.2: a Fresh piece in buildings becomes Spent.
    pub(crate) fn disorder(&mut self, piece: PieceIndex) {
        let was_spent = self.is_spent(piece);
        self.make_spent(piece);
        // PB-2.6: a detachment has one state.
        if self.is_spent(piece) && !was_spent {
            self.record("PB-34.2", Happening::Disordered(piece));
        }
    }
}

impl Walk<'_> {
    fn go(&mut self, leg: &Leg) -> Result<(), Refusal> {
        if self.joins.is_some() || self.off.is_some() {
            return refuse("PB-A59", "who leaves the map, if only into reserve, ends its move");
        }
        match (leg, &self.position) {
            (Leg::Join(headquarters), _) => self.join(*headquarters),
            (Leg::Leave(exit), _) => self.leave(*exit),
            (Leg::Face(facing), Position::Line(block)) => {
                let turned = block.turned_to(*facing);
                self.pay(turned.centre(), leg);
                self.position = Position::Line(turned);
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
                // PB-8.2: the block deploys where its head is, looking anywhere.
                let pose = self.game.behind_head(self.piece, column, *facing);
                self.pay(pose.centre, leg);
                self.position = Position::Line(self.game.line_block(self.piece, pose));
                self.heading = *facing;
                Ok(())
            }
            (Leg::Face(_) | Leg::To(_) | Leg::FormColumn(_), Position::Column(_)) => {
                refuse("PB-8.4", "a column marches along its road")
            }
            (Leg::Along(_) | Leg::FormLine(_), Position::Line(_)) => {
                refuse("PB-8.2", "the piece is not in column")
            }
        }
    }

    /// Pays for a leg in line or into line.
    fn pay(&mut self, from: GroundPoint, leg: &Leg) {
        if let Some(cost) = self.game.cost_of(self.piece, from, leg) {
            self.expense = self.expense + cost;
        }
    }

    fn is_headquarters(&self) -> bool {
        matches!(self.game.roster().piece(self.piece).role, Role::Headquarters { .. })
    }

    /// PB-6.6: straight or obliquely, the facing kept.
    fn walk_to(&mut self, block: Block, to: GroundPoint) -> Result<(), Refusal> {
        let Some(direction) = Facing::of(to - block.centre()) else {
            return refuse("PB-6.1", "a leg leads somewhere");
        };
        if !self.is_headquarters() && block.facing().turn_to(direction).abs() > OBLIQUE {
            return refuse("PB-6.6", "a piece moves within 45° of its facing");
        }
        self.pay(block.centre(), &Leg::To(to));
        self.judge_allowance()?;
        self.on_foot.push((block, to));
        self.position = Position::Line(block.moved_to(to));
        self.heading = direction;
        Ok(())
    }

    /// PB-9.2, PB-A59: it has come up to the headquarters, touching it.
    fn join(&mut self, headquarters: PieceIndex) -> Result<(), Refusal> {
        let game = self.game;
        game.judge_card(self.piece, headquarters)?;
        let Some(leader) = game.shape(headquarters) else {
            return refuse("PB-9.4", "that headquarters is not on the map");
        };
        let in_column = matches!(self.position, Position::Column(_));
        // PB-9.4: else it would have formed column for nothing.
        if !in_column && game.state.in_column(headquarters) {
            return refuse("PB-9.4", "behind a headquarters in column one marches in column");
        }
        let shape = game.shape_of(self.piece, &self.stance(None));
        if !shape.within(leader, game.field.distances().contact_tolerance) {
            return refuse("PB-A59", "it has not come up to the headquarters");
        }
        self.joins = Some(headquarters);
        Ok(())
    }

    /// PB-A43: its centre passes the edge of the map.
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
                    return refuse("PB-A43", "the head of the column has not come to the edge");
                }
                // Its middle passes the edge when half of it has.
                let length = self.game.roster().piece(self.piece).column_length;
                self.expense.in_column += length / 2;
                self.judge_allowance()?;
            }
        }
        self.off = Some(exit);
        Ok(())
    }

    /// Where it stands at the end.
    fn stance(&self, assault: Option<&Assault>) -> Stance {
        match (assault, &self.position) {
            (Some(assault), _) => Stance::Line(assault.block.pose()),
            (None, Position::Line(block)) => Stance::Line(block.pose()),
            (None, Position::Column(column)) => Stance::Column(column.clone()),
        }
    }

    /// PB-30.2: looked at every half length of the block, and where it ends.
    fn judge_night(&self, stance: &Stance) -> Result<(), Refusal> {
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

    /// What it meets on its way in line: enemies first, then the ground.
    fn survey(&mut self) -> Result<(), Refusal> {
        let game = self.game;
        let terrain = &game.field.terrain;
        let marsh = game.marsh_for_all(self.piece);
        let enemy = game.roster().piece(self.piece).side.enemy();
        for index in 0..self.on_foot.len() {
            let (block, to) = self.on_foot[index];
            let reach = block.centre().distance(to) + block.length();
            let moving = Shape::from(block);
            let obstacles = game
                .solid(enemy)
                .map(|(_, shape)| shape)
                .filter(|shape| shape.within(&moving, reach));
            // PB-6.3, PB-6.5, PB-A36.
            let passes = match self.off {
                // PB-A43.
                Some(exit) if exit == to => terrain.may_leave(&block, to, obstacles, marsh),
                _ => terrain.may_pass(&block, to, obstacles, marsh),
            };
            self.cross(&block, to)?;
            if !passes && game.solid(enemy).any(|(_, shape)| shape.within(&moving, reach)) {
                return refuse("PB-6.5", "enemies leave too small a gap");
            }
            if !passes {
                return refuse("PB-6.3", "closed ground leaves too small a gap");
            }
            self.judge_allowance()?;
        }
        // PB-A80: being brought flush to the enemy is part of the move: what lies there counts too.
        if let Some((block, to)) = self.closing {
            self.cross(&block, to)?;
            self.judge_allowance()?;
        }
        Ok(())
    }

    /// The ground of one leg: what stops the piece, what makes the whole move Reduced.
    fn cross(&mut self, block: &Block, to: GroundPoint) -> Result<(), Refusal> {
        let game = self.game;
        let leg = game.field.terrain.leg(block, to);
        if let Some(barrier) = leg.barrier(game.marsh_for_all(self.piece)) {
            let (rule, reason) = match barrier {
                Barrier::River => ("PB-6.11", "a river is crossed at bridges and fords"),
                Barrier::Frame => ("PB-A129", "the edge of the map is not crossed"),
                Barrier::Impassable => ("PB-34.9", "the ground cannot be passed"),
                Barrier::Marsh => ("PB-6.13", "marsh is closed to this piece"),
            };
            return refuse(rule, reason);
        }
        // PB-6.8, PB-6.12, PB-34.10: once for the whole move. PB-6.14: roads help columns only.
        // PB-Q9.
        let rides_freely = self.is_headquarters() && rulings::headquarters_ride_freely(&game.field);
        let by_buildings = || rulings::buildings_reduce(&game.field) && leg.buildings().is_some();
        self.expense.reduced =
            self.expense.reduced || (!rides_freely && (leg.reduces() || by_buildings()));
        Ok(())
    }

    /// PB-8.2: the block is turned lengthwise along the road that lies under it.
    fn form_column(&mut self, block: Block, facing: Facing) -> Result<(), Refusal> {
        let game = self.game;
        let roads = game.field.terrain.roads();
        let card = game.roster().piece(self.piece);
        let within = block.length() / 2;
        let Some(place) = roads.nearest(block.centre(), within) else {
            return refuse("PB-8.2", "there is no road under the piece");
        };
        let head = roads.point(place);
        if !block.holds(head) {
            return refuse("PB-8.2", "there is no road under the piece");
        }
        // PB-6.11: the road on the other bank is not under it. PB-A56: nothing else is asked of the
        // ground beside the road.
        if head != block.centre() && game.field.terrain.leg(&block, head).river_met().is_some() {
            return refuse("PB-8.2", "the piece does not come onto the road there");
        }
        self.expense.in_line += block.centre().distance(head);
        self.expense.column_changes += 1;
        self.judge_allowance()?;
        let at = column::pose_toward(roads, place, facing);
        let column = Column::formed(roads, at, card.column_length);
        if column.strip(card.footprint.depth).is_none() {
            return refuse("PB-8.2", "the road is too short");
        }
        self.heading = column.facing();
        self.position = Position::Column(column);
        Ok(())
    }

    /// PB-8.4: along the roads, terrain and facing ignored, not through friends, not near enemies.
    fn march_along(&mut self, column: &Column, spot: RoadSpot) -> Result<(), Refusal> {
        let game = self.game;
        let roads = game.field.terrain.roads();
        let card = game.roster().piece(self.piece);
        let Some(march) = roads.route(column.at.into(), spot.into()) else {
            return refuse("PB-8.4", "no road leads there");
        };
        if march.length == GroundLength::ZERO {
            return refuse("PB-6.1", "a leg leads somewhere");
        }
        self.expense.in_column += march.length;
        self.judge_allowance()?;
        let arrived = column.marched(roads, &march, card.column_length);
        let width = card.footprint.depth;
        let swept = sandtable_terrain::Strip::new(march.line.clone(), width);
        let (Some(swept), Some(strip)) = (swept.map(Shape::from), arrived.strip(width)) else {
            return refuse("PB-8.4", "no road leads there");
        };
        let strip = Shape::from(strip);
        let is_in_the_way = |shape: &Shape| shape.overlaps(&swept) || shape.overlaps(&strip);
        if !rulings::columns_keep_clear(&game.field) {
            // PB-Q7: it passes friends, and enemies beside the road.
            if game.solid(card.side.enemy()).any(|(_, enemy)| is_in_the_way(enemy)) {
                return refuse("PB-6.5", "an enemy stands on the road");
            }
            self.heading = arrived.facing();
            self.position = Position::Column(arrived);
            return Ok(());
        }
        let is_friend = |friend: PieceIndex| friend != self.piece;
        if game.solid(card.side).any(|(friend, shape)| is_friend(friend) && is_in_the_way(shape)) {
            return refuse("PB-8.4", "a column does not pass through friends");
        }
        self.judge_stand_off(&[&swept, &strip])?;
        self.heading = arrived.facing();
        self.position = Position::Column(arrived);
        Ok(())
    }

    /// PB-8.4, PB-A54: no part of a column comes within a third of the enemy by its own movement.
    /// 760 m exactly is too near; one that began nearer may not get nearer still.
    fn judge_stand_off(&self, parts: &[&Shape]) -> Result<(), Refusal> {
        let game = self.game;
        if !rulings::columns_keep_clear(&game.field) {
            return Ok(());
        }
        let stand_off = game.field.distances().foot_third;
        let start = game.shape(self.piece);
        let enemy = game.roster().piece(self.piece).side.enemy();
        for (_, enemy) in game.troops(enemy) {
            for part in parts.iter().filter(|part| part.within(enemy, stand_off)) {
                let before = start.map(|start| start.distance(enemy));
                if before.is_none_or(|before| before > stand_off || part.distance(enemy) < before) {
                    return refuse("PB-A54", "a column keeps a third away from the enemy");
                }
            }
        }
        Ok(())
    }

    /// PB-A80: brought flush to the enemy's edge.
    fn close_with(&mut self, target: PieceIndex) -> Result<Assault, Refusal> {
        let Position::Line(block) = self.position else {
            return refuse("PB-A55", "a column does not attack");
        };
        let assault = self.game.square_up(self.piece, &block, target)?;
        let to = assault.block.centre();
        self.expense.in_line += block.centre().distance(to);
        if block.centre() != to {
            self.closing = Some((block.turned_to(assault.block.facing()), to));
        }
        self.heading = assault.block.facing();
        Ok(assault)
    }

    /// PB-P4: `line + column/2 + costs ≤ 3 thirds`.
    fn judge_allowance(&self) -> Result<(), Refusal> {
        let changes = (self.carried + self.expense).facing_changes;
        if changes > rulings::most_facing_changes(&self.game.field) {
            return refuse("PB-Q6", "a piece changes its facing twice at most");
        }
        // PB-6.7: one change of facing is free. PB-6.9: the costs add up.
        if !(self.carried + self.expense).is_within(self.game.field.third(self.piece)) {
            return refuse("PB-6.10", "the move is too long");
        }
        self.game.judge_carrying(self.piece, self.expense)
    }
}
