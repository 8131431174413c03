//! A small scenario builder based on the sample battle, and a driver that plays it move by move
//! with given dice.

use sandtable_engine::{Diary, RuleId};
use sandtable_pack::{
    Area, Arrival, CommandId, Crossing, CrossingKind, Element, Facing, FeatureLabel, Formation,
    GroundLength, GroundPoint, Hill, Moment, Pack, PackParts, Piece, PieceLabel, PieceType,
    Polygon, Polyline, Pose, Quality, Reinforcement, Rulings, Status, Text, Watercourse,
    WatercourseKind, Weather, sample,
};
use sandtable_pub_battles::{
    Action, Battlefield, CommandIndex, Game, Happening, Input, Leg, Location, March, Node,
    PieceIndex, Question, SideIndex, Stance, View,
};

/// Dice that miss.
pub const MISS: [u8; 3] = [1, 1, 1];
/// Dice that all hit.
pub const KILL: [u8; 3] = [6, 6, 6];
pub const BLUE: SideIndex = SideIndex::First;
pub const RED: SideIndex = SideIndex::Second;

/// A point with coordinates in metres.
pub fn at(x: i32, y: i32) -> GroundPoint {
    GroundPoint::from_metres(x, y)
}

pub fn metres(metres: i32) -> GroundLength {
    GroundLength::from_metres(metres)
}

/// A battle before it begins. It has no pieces; HQs and trains are far to the rear.
#[derive(Clone, Debug)]
pub struct Setup {
    parts: PackParts,
}

impl Setup {
    /// The empty field: HQs at (4000, 1600) and (4000, 6400), army HQs at (7000, 1500) and (7000,
    /// 6500). Packed trains are at (1000, 600) and (1000, 7400).
    pub fn new() -> Self {
        let mut parts = sample::parts();
        for side in &mut parts.scenario.sides {
            for piece in side.commands[0].pieces.drain(..) {
                parts.labels.pieces.remove(&piece.id);
            }
        }
        let setup = Self { parts };
        let (up, down) = (Facing::UP, Facing::DOWN);
        setup
            .commander(BLUE, pose(7_000, 1_500, up))
            .commander(RED, pose(7_000, 6_500, down))
            .train(BLUE, pose(1_000, 600, up), true)
            .train(RED, pose(1_000, 7_400, down), true)
    }

    /// The whole sample battle: three infantry pieces, artillery and cavalry per side.
    pub fn sample() -> Self {
        Self { parts: sample::parts() }
    }

    /// Puts the first pieces of a side in reserve with their HQ.
    pub fn with_hidden_pieces(mut self, side: SideIndex, count: usize) -> Self {
        for piece in self.side(side).commands[0].pieces.iter_mut().take(count) {
            piece.start = Arrival::Reserve(sandtable_pack::Reserve::Command);
        }
        self
    }

    fn side(&mut self, side: SideIndex) -> &mut sandtable_pack::Side {
        &mut self.parts.scenario.sides[side.index()]
    }

    pub fn hq(mut self, side: SideIndex, pose: Pose) -> Self {
        self.side(side).commands[0].headquarters.start = Arrival::Line(pose);
        self
    }

    pub fn rating(mut self, side: SideIndex, rating: u8) -> Self {
        self.side(side).commands[0].headquarters.rating = rating;
        self
    }

    pub fn commander(mut self, side: SideIndex, pose: Pose) -> Self {
        if let Some(commander) = &mut self.side(side).commander {
            commander.headquarters.start = Arrival::Line(pose);
        }
        self
    }

    pub fn train(mut self, side: SideIndex, pose: Pose, packed: bool) -> Self {
        let train = &mut self.side(side).commands[0].baggage[0];
        (train.packed, train.start) = (packed, Arrival::Line(pose));
        self
    }

    /// A fresh regular piece in line.
    pub fn piece(self, side: SideIndex, name: &str, kind: PieceType, pose: Pose) -> Self {
        self.piece_starting(side, name, kind, Arrival::Line(pose))
    }

    pub fn infantry(self, side: SideIndex, name: &str, pose: Pose) -> Self {
        self.piece(side, name, PieceType::Infantry, pose)
    }

    /// Blue infantry `a` at (4000, 2000) faces up; red infantry `d` at (4000, 3000) faces down
    /// towards `a`.
    pub fn opposed(self) -> Self {
        self.opposed_by(PieceType::Infantry)
    }

    /// Like [`Self::opposed`], with a defender of this type.
    pub fn opposed_by(self, kind: PieceType) -> Self {
        self.infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP)).piece(
            RED,
            "d",
            kind,
            pose(4_000, 3_000, Facing::DOWN),
        )
    }

    pub fn column(self, side: SideIndex, name: &str, pose: Pose) -> Self {
        self.piece_starting(side, name, PieceType::Infantry, Arrival::Column(pose))
    }

    pub fn piece_starting(
        mut self,
        side: SideIndex,
        name: &str,
        kind: PieceType,
        start: Arrival,
    ) -> Self {
        let (quality, status) = (Quality::Regular, Status::Fresh);
        let id = sample::id(name);
        let piece = Piece { id, kind, own_type: None, quality, status, start, zone: None };
        let label = PieceLabel { name: name.to_owned(), strength: None };
        self.parts.labels.pieces.insert(piece.id.clone(), label);
        self.side(side).commands[0].pieces.push(piece);
        self
    }

    fn edit(mut self, name: &str, change: impl FnOnce(&mut Piece)) -> Self {
        let sides = self.parts.scenario.sides.iter_mut();
        let mut pieces = sides.flat_map(|side| &mut side.commands[0].pieces);
        change(pieces.find(|piece| piece.id.as_str() == name).expect("the case names its pieces"));
        self
    }

    pub fn quality(self, name: &str, quality: Quality) -> Self {
        self.edit(name, |piece| piece.quality = quality)
    }

    pub fn spent(self, name: &str) -> Self {
        self.edit(name, |piece| piece.status = Status::Spent)
    }

    /// Pieces that enter by the road, in order.
    pub fn reinforcements(mut self, side: SideIndex, turn: u8, names: &[&str]) -> Self {
        let entry = if side == BLUE { "south" } else { "north" };
        let command = self.side(side).commands[0].id.clone();
        self.side(side).reinforcements.push(Reinforcement {
            day: 1,
            turn,
            entry: sample::id(entry),
            command,
            alternatives: Vec::new(),
            roll: None,
            at_once: false,
            formation: Formation::Column,
            elements: names.iter().map(|name| Element::Piece(sample::id(name))).collect(),
        });
        self
    }

    fn feature(&mut self, id: &str) {
        let label =
            FeatureLabel { name: None, basis: sandtable_pack::Basis::Derived, accuracy_m: None };
        self.parts.labels.features.insert(sample::id(id), label);
    }

    pub fn woods(mut self, id: &str, from: GroundPoint, to: GroundPoint) -> Self {
        self.feature(id);
        self.parts.map.woods.push(area(id, from, to));
        self
    }

    pub fn buildings(mut self, id: &str, from: GroundPoint, to: GroundPoint) -> Self {
        self.feature(id);
        self.parts.map.buildings.push(area(id, from, to));
        self
    }

    pub fn marsh(mut self, id: &str, from: GroundPoint, to: GroundPoint) -> Self {
        self.feature(id);
        self.parts.map.marsh.push(area(id, from, to));
        self
    }

    pub fn impassable(mut self, id: &str, from: GroundPoint, to: GroundPoint) -> Self {
        self.feature(id);
        self.parts.map.impassable.push(area(id, from, to));
        self
    }

    pub fn hill(mut self, id: &str, level: u8, from: GroundPoint, to: GroundPoint) -> Self {
        self.feature(id);
        let parts = vec![rectangle(from, to)];
        self.parts.map.hills.push(Hill { id: sample::id(id), level, parts });
        self
    }

    /// A watercourse from the left to the right map edge at this y coordinate.
    pub fn water(mut self, id: &str, kind: WatercourseKind, y: i32) -> Self {
        self.feature(id);
        let width = metres(20);
        let parts = vec![Polyline(vec![at(0, y), at(8_000, y)])];
        self.parts.map.watercourses.push(Watercourse { id: sample::id(id), kind, width, parts });
        self
    }

    pub fn bridge(mut self, id: &str, over: &str, place: GroundPoint) -> Self {
        self.feature(id);
        self.parts.map.crossings.push(Crossing {
            id: sample::id(id),
            kind: CrossingKind::Bridge,
            at: place,
            over: sample::id(over),
            road: None,
        });
        self
    }

    /// Limits sight to this range from the first turn on.
    pub fn visibility(mut self, range: GroundLength) -> Self {
        let from = Moment { day: 1, turn: 1 };
        self.parts.scenario.weather = vec![Weather { from, visibility: Some(range) }];
        self.parts.labels.weather = vec![Text::plain("Mist")];
        self
    }

    /// Uses another ruleset.
    pub fn with_ruleset(self, ruleset: sandtable_pack::Ruleset) -> Self {
        self.change(|parts| parts.ruleset = ruleset)
    }

    /// Gives some pieces of a side a separate HQ and chit.
    pub fn another_command(self, side: SideIndex, names: &[&str], hq: Pose) -> Self {
        self.change(|parts| {
            let side = &mut parts.scenario.sides[side.index()];
            let mut own = side.commands[0].clone();
            let label = parts.labels.commands[&own.id].clone();
            let number = ["second", "third", "fourth"][side.commands.len() - 1];
            own.id = sample::id(&format!("{}-{number}", side.id));
            own.headquarters.id = own.id.clone();
            own.headquarters.start = Arrival::Line(hq);
            own.baggage.clear();
            let is_own = |piece: &Piece| names.contains(&piece.id.as_str());
            own.pieces.retain(is_own);
            side.commands[0].pieces.retain(|piece| !is_own(piece));
            parts.labels.commands.insert(own.id.clone(), label);
            side.commands.push(own);
        })
    }

    pub fn change(mut self, change: impl FnOnce(&mut PackParts)) -> Self {
        change(&mut self.parts);
        self
    }

    pub fn pack(self) -> Pack {
        Pack::new(self.parts).expect("the case's battle is valid")
    }

    /// Changes the rulings.
    pub fn with_rulings(self, rule: impl FnOnce(&mut Rulings)) -> Self {
        self.change(|parts| rule(&mut parts.ruleset.rulings))
    }

    /// `a` attacks `d`, and the turn proceeds to combat.
    pub fn fight(self) -> Table {
        let mut table = self.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.finish_moves();
        table
    }

    /// The game at its first node.
    pub fn begin(self) -> Table {
        let field = std::sync::Arc::new(Battlefield::new(self.pack()));
        Table { game: Game::new(field, Diary::On) }
    }
}

pub fn pose(x: i32, y: i32, facing: Facing) -> Pose {
    Pose { centre: at(x, y), facing }
}

fn rectangle(from: GroundPoint, to: GroundPoint) -> Polygon {
    let corner = |x, y| GroundPoint::new(x, y);
    let exterior = vec![from, corner(to.x, from.y), to, corner(from.x, to.y)];
    Polygon { exterior, holes: Vec::new() }
}

pub fn area(id: &str, from: GroundPoint, to: GroundPoint) -> Area {
    Area { id: sample::id(id), parts: vec![rectangle(from, to)] }
}

/// A piece or command that enters in line by the northern entry on the last turn of the first day.
pub fn late_arrival(command: CommandId, element: Element) -> Reinforcement {
    Reinforcement {
        day: 1,
        turn: 8,
        entry: sample::id("north"),
        command,
        alternatives: Vec::new(),
        roll: None,
        at_once: false,
        formation: Formation::Line,
        elements: vec![element],
    }
}

/// A game in a test case.
#[derive(Clone)]
pub struct Table {
    pub game: Game,
}

impl Table {
    pub fn piece(&self, name: &str) -> PieceIndex {
        let roster = self.game.roster();
        roster
            .piece_indices()
            .find(|&piece| roster.piece(piece).name == name)
            .unwrap_or_else(|| panic!("cannot find piece {name}"))
    }

    pub fn hq(&self, side: SideIndex) -> PieceIndex {
        self.game.roster().command(self.command(side)).headquarters
    }

    pub fn train(&self, side: SideIndex) -> PieceIndex {
        let command = self.game.roster().command(self.command(side));
        *command.baggage.first().expect("both sides have a train")
    }

    pub fn command(&self, side: SideIndex) -> CommandIndex {
        let roster = self.game.roster();
        roster
            .command_indices()
            .find(|&command| roster.command(command).side == side)
            .expect("both sides have a command")
    }

    /// Draws the chit of a piece's command, without altering.
    pub fn activate_command_of(&mut self, name: &str) {
        let card = self.game.roster().piece(self.piece(name));
        let chit = card.command.expect("the piece has a command");
        self.apply(Input::Drawn(chit));
        self.pass();
        assert_eq!(self.question(), Question::Activation(chit));
    }

    pub fn apply(&mut self, input: Input) -> RuleId {
        self.game.apply(&input).unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"))
    }

    pub fn act(&mut self, action: Action) -> RuleId {
        self.apply(Input::Action(action))
    }

    /// Asserts that a rule refuses an action and that the state does not change.
    pub fn assert_refused(&mut self, action: Action, rule: &str) {
        let before = self.game.digest();
        let Err(refusal) = self.game.apply(&Input::Action(action.clone())) else {
            panic!("legal, but should be refused by {rule}: {action:?}");
        };
        assert_eq!(refusal.rule.0, rule, "{refusal}: {action:?}");
        assert_eq!(self.game.judge(&action), Err(refusal));
        assert_eq!(self.game.digest(), before);
    }

    pub fn dice(&mut self, dice: &[u8]) -> RuleId {
        self.apply(Input::Dice(dice.to_vec()))
    }

    pub fn draw(&mut self, side: SideIndex) {
        let chit = self.command(side);
        self.apply(Input::Drawn(chit));
    }

    pub fn question(&self) -> Question {
        match self.game.node() {
            Node::Decision { question, .. } => question,
            other => panic!("expected a decision, found {other:?}"),
        }
    }

    /// The current question, if a side has to decide one.
    pub fn question_if_any(&self) -> Option<Question> {
        match self.game.node() {
            Node::Decision { question, .. } => Some(question),
            _ => None,
        }
    }

    /// Passes until the window to Alter is closed.
    pub fn pass(&mut self) {
        while matches!(self.game.node(), Node::Decision { question: Question::Alter, .. }) {
            self.act(Action::Pass);
        }
    }

    /// Draws a chit of the side, without altering.
    pub fn activate(&mut self, side: SideIndex) {
        self.draw(side);
        self.pass();
        assert_eq!(self.question(), Question::Activation(self.command(side)));
    }

    pub fn end(&mut self) {
        self.act(Action::EndActivation);
    }

    pub fn march(&self, name: &str, legs: Vec<Leg>) -> Action {
        Action::March(March::new(self.piece(name), legs))
    }

    pub fn view(&self, side: SideIndex) -> View<'_> {
        View::new(&self.game, side)
    }

    /// The first legal attack of one piece on another, as an action.
    pub fn assault(&self, attacker: &str, defender: &str) -> Option<Action> {
        let (attacker, defender) = (self.piece(attacker), self.piece(defender));
        let side = self.game.roster().piece(attacker).side;
        let marches = self.view(side).approaches(attacker, defender);
        marches.into_iter().map(Action::March).find(|march| self.game.judge(march).is_ok())
    }

    pub fn attack(&mut self, attacker: &str, defender: &str) {
        let action = self
            .assault(attacker, defender)
            .unwrap_or_else(|| panic!("{attacker} cannot attack {defender}"));
        self.act(action);
    }

    /// A piece attacks the train of a side.
    pub fn attack_train(&mut self, attacker: &str, owner: SideIndex) {
        let (attacker, train) = (self.piece(attacker), self.train(owner));
        let marches = self.view(owner.enemy()).approaches(attacker, train);
        let mut attacks = marches.into_iter().map(Action::March);
        let attack = attacks.find(|attack| self.game.judge(attack).is_ok());
        self.act(attack.expect("the train can be reached"));
    }

    /// An attack along the given legs.
    pub fn attack_by(&self, attacker: &str, defender: &str, legs: Vec<Leg>) -> Action {
        let attack = Some(self.piece(defender));
        Action::March(March { piece: self.piece(attacker), legs, attack })
    }

    /// Draws and ends the remaining activations of the turn.
    pub fn finish_moves(&mut self) {
        let turn = self.game.state().turn;
        while self.game.state().turn == turn {
            match self.game.node() {
                Node::Cup(chits) => {
                    self.apply(Input::Drawn(chits[0]));
                }
                Node::Decision { question: Question::Alter, .. } => {
                    self.act(Action::Pass);
                }
                Node::Decision { question: Question::Activation(_), .. } => self.end(),
                _ => return,
            }
        }
    }

    pub fn stay(&mut self) {
        self.act(Action::Stay);
    }

    /// Declines all withdrawals of cavalry before the dice (PB-27.1).
    pub fn stand_fast(&mut self) {
        if matches!(self.game.node(), Node::Decision { question: Question::StayOrRetire(_), .. }) {
            self.stay();
        }
    }

    /// The retreating piece takes the straightest direction.
    pub fn retreat(&mut self) {
        let side = match self.game.node() {
            Node::Decision { side, question: Question::RetreatDirection(_) } => side,
            other => panic!("expected a retreat, found {other:?}"),
        };
        let way = self.view(side).proposals().remove(0);
        self.act(way);
    }

    pub fn place(&self, name: &str) -> Location {
        self.game.state().piece(self.piece(name)).place.clone()
    }

    pub fn centre(&self, piece: PieceIndex) -> GroundPoint {
        self.game.state().stance(piece).map(Stance::centre).expect("the piece is on the map")
    }

    pub fn place_of(&self, name: &str) -> GroundPoint {
        self.centre(self.piece(name))
    }

    pub fn is_destroyed(&self, name: &str) -> bool {
        matches!(self.place(name), Location::Destroyed { .. })
    }

    pub fn status(&self, name: &str) -> Status {
        self.game.state().piece(self.piece(name)).status
    }

    /// The hits of each fire so far.
    pub fn hits(&self) -> Vec<u8> {
        let events = self.game.diary().iter();
        let fired = events.filter_map(|event| match event.what {
            Happening::Fired { hits, .. } => Some(hits),
            _ => None,
        });
        fired.collect()
    }

    /// The modifier of each fire so far.
    pub fn modifiers(&self) -> Vec<i8> {
        let events = self.game.diary().iter();
        let fired = events.filter_map(|event| match event.what {
            Happening::Fired { modifiers, .. } => Some(modifiers.total()),
            _ => None,
        });
        fired.collect()
    }

    pub fn in_contact(&self, name: &str) -> bool {
        self.game.state().in_contact(self.piece(name))
    }
}
