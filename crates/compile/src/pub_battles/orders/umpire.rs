//! What an umpire should know of a battle whose orders of battle are merged. Each player checked his
//! own without the other's; what only both together show is seen here, and each finding says whose
//! facts it tells, so that none of one side's reaches the other.

use sandtable_pack as pack;
use sandtable_pack::{
    Arrival, Choice as _, EntryId, Formation, GroundLength, GroundPoint, Pack, Pose, Side, SideId,
};
use sandtable_terrain::{Block, Shape, Strip, Terrain};

/// Whose facts a finding tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concerns {
    /// Those of one side alone: its owner may be told.
    One(SideId),
    /// Those of both: it is for the umpire alone.
    Both,
}

/// Something that an umpire should know before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UmpireFinding {
    /// Whose facts it tells.
    pub concerns: Concerns,
    /// What is found, in a sentence.
    pub message: String,
    /// The rule behind it.
    pub rule: &'static str,
}

impl UmpireFinding {
    fn of(side: &Side, rule: &'static str, message: String) -> Self {
        Self { concerns: Concerns::One(side.id.clone()), message, rule }
    }

    fn of_both(rule: &'static str, message: String) -> Self {
        Self { concerns: Concerns::Both, message, rule }
    }
}

/// What an umpire should know of a battle with its orders of battle: those of each side first, then
/// what both make together.
pub fn umpire_findings(merged: &Pack) -> Vec<UmpireFinding> {
    let terrain = Terrain::new(merged.map());
    let table = Table {
        pack: merged,
        standing: merged
            .scenario()
            .sides
            .iter()
            .map(|side| standing(merged, &terrain, side))
            .collect(),
        terrain,
    };
    let mut findings = Vec::new();
    for number in 0..table.standing.len() {
        table.entries_without_road(number, &mut findings);
        table.supply(number, &mut findings);
    }
    table.on_one_ground(&mut findings);
    for number in 0..table.standing.len() {
        table.entries_held(number, &mut findings);
        table.enemy_line(number, &mut findings);
    }
    findings
}

/// What a block is, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Piece,
    Headquarters,
    Train,
}

/// A block on the map at the start.
struct Standing {
    name: String,
    kind: Kind,
    shape: Shape,
}

struct Table<'p> {
    pack: &'p Pack,
    terrain: Terrain,
    /// Those of each side, in the order of the sides.
    standing: Vec<Vec<Standing>>,
}

impl Table<'_> {
    fn side(&self, number: usize) -> &Side {
        &self.pack.scenario().sides[number]
    }

    fn entry(&self, id: &EntryId) -> Option<&pack::Entry> {
        self.pack.map().entries.iter().find(|entry| entry.id == *id)
    }

    /// The entries that a side uses, each once, in the order in which it comes.
    fn entries_of(&self, number: usize) -> Vec<&pack::Entry> {
        let arrivals = self.side(number).reinforcements.iter();
        let ids = arrivals
            .flat_map(|arrival| std::iter::once(&arrival.entry).chain(&arrival.alternatives));
        let mut entries: Vec<&pack::Entry> = Vec::new();
        for entry in ids.filter_map(|id| self.entry(id)) {
            if entries.iter().all(|known| known.id != entry.id) {
                entries.push(entry);
            }
        }
        entries
    }

    /// PB-8.1: nobody comes in column where no road does.
    fn entries_without_road(&self, number: usize, findings: &mut Vec<UmpireFinding>) {
        let side = self.side(number);
        for entry in self.entries_of(number).into_iter().filter(|entry| entry.road.is_none()) {
            let in_column = side.reinforcements.iter().any(|arrival| {
                let by = arrival.entry == entry.id || arrival.alternatives.contains(&entry.id);
                by && arrival.formation == Formation::Column
            });
            let edge = entry.edge.word();
            let message = match in_column {
                true => format!(
                    "`{}` means to come in column at `{}` on the {edge} edge, where there is no road",
                    side.id, entry.id
                ),
                false => format!(
                    "`{}` comes at `{}` on the {edge} edge, where there is no road for a column",
                    side.id, entry.id
                ),
            };
            findings.push(UmpireFinding::of(side, "PB-8.1", message));
        }
    }

    /// PB-31.1, PB-31.2: a clear way to a line of communication, for trains on the map and for who
    /// enters; without an enemy, and with those who stand on the map at the start.
    fn supply(&self, number: usize, findings: &mut Vec<UmpireFinding>) {
        let side = self.side(number);
        if side.commands.is_empty() {
            return;
        }
        if side.lines_of_communication.is_empty() {
            let message = format!(
                "`{}` has no line of communication: all its pieces count as destroyed at the end",
                side.id
            );
            findings.push(UmpireFinding::of(side, "PB-31.4", message));
            return;
        }
        let clearance = self.pack.ruleset().distances.foot_third;
        let paths = || side.lines_of_communication.iter().map(|line| &line.path);
        let enemies = self.enemies(number).filter(|one| one.kind == Kind::Piece);
        let enemies: Vec<&Shape> = enemies.map(|one| &one.shape).collect();
        let alone = self.terrain.supply_area(paths(), [], clearance);
        let now = self.terrain.supply_area(paths(), enemies.iter().copied(), clearance);
        for train in self.standing[number].iter().filter(|one| one.kind == Kind::Train) {
            let Some(block) = train.shape.as_block() else { continue };
            if !alone.supplies(block) {
                let message = format!(
                    "{} of `{}` has no passable way to a line of communication",
                    train.name, side.id
                );
                findings.push(UmpireFinding::of(side, "PB-31.2", message));
            } else if !now.supplies(block) {
                let message = format!(
                    "{} of `{}` is cut off by the enemy from the start",
                    train.name, side.id
                );
                findings.push(UmpireFinding::of_both("PB-31.2", message));
            }
        }
        for entry in self.entries_of(number) {
            let block = self.entering(entry);
            if !alone.supplies(&block) {
                let message = format!(
                    "who of `{}` comes at `{}` has no passable way from there to a line of communication",
                    side.id, entry.id
                );
                findings.push(UmpireFinding::of(side, "PB-31.1", message));
            } else if !now.supplies(&block) {
                let message = format!(
                    "who of `{}` comes at `{}` is cut off there by the enemy from the start",
                    side.id, entry.id
                );
                findings.push(UmpireFinding::of_both("PB-31.1", message));
            }
        }
    }

    /// A train that has just come in, its back to the edge.
    fn entering(&self, entry: &pack::Entry) -> Block {
        let footprint = self.pack.scenario().footprints.baggage;
        let facing = entry.edge.inward();
        Block::new(
            Pose { centre: entry.at + facing.advance(footprint.depth / 2), facing },
            footprint,
        )
    }

    /// PB-3.28, PB-3.30: blocks of both sides on one ground, or in contact.
    fn on_one_ground(&self, findings: &mut Vec<UmpireFinding>) {
        let [first, second] = self.standing.as_slice() else { return };
        let tolerance = self.pack.ruleset().distances.contact_tolerance;
        for one in first {
            for other in second {
                let (message, rule) = if one.shape.overlaps(&other.shape) {
                    ("stand on the same ground", "PB-3.28")
                } else if one.kind != Kind::Headquarters
                    && other.kind != Kind::Headquarters
                    && one.shape.within(&other.shape, tolerance)
                {
                    ("start in contact", "PB-3.30")
                } else {
                    continue;
                };
                let [a, b] = [0, 1].map(|number| &self.side(number).id);
                findings.push(UmpireFinding::of_both(
                    rule,
                    format!("{} of `{a}` and {} of `{b}` {message}", one.name, other.name),
                ));
            }
        }
    }

    /// PB-A19: nobody enters where the enemy stands.
    fn entries_held(&self, number: usize, findings: &mut Vec<UmpireFinding>) {
        let side = self.side(number);
        let reach = self.pack.ruleset().distances.foot_third;
        for entry in self.entries_of(number) {
            let holds =
                |one: &&Standing| one.kind == Kind::Piece && one.shape.within_of(entry.at, reach);
            if let Some(holder) = self.enemies(number).find(holds) {
                findings.push(UmpireFinding::of_both(
                    "PB-A19",
                    format!(
                        "{} of the enemy holds the entry `{}`, by which `{}` comes, from the start",
                        holder.name, entry.id, side.id
                    ),
                ));
            }
        }
    }

    /// PB-31.1: reinforcements that come where the enemy is supplied.
    fn enemy_line(&self, number: usize, findings: &mut Vec<UmpireFinding>) {
        const AT_ITS_END: GroundLength = GroundLength::from_metres(200);
        let side = self.side(number);
        for entry in self.entries_of(number) {
            let others = self.pack.scenario().sides.iter().filter(|other| other.id != side.id);
            for other in others {
                let mut lines = other.lines_of_communication.iter();
                let ends_here = |line: &&pack::LineOfCommunication| {
                    let end: Option<&GroundPoint> = line.path.0.last();
                    end.is_some_and(|end| end.distance(entry.at) <= AT_ITS_END)
                };
                if let Some(line) = lines.find(ends_here) {
                    findings.push(UmpireFinding::of_both(
                        "PB-31.1",
                        format!("`{}` comes at `{}`, where the line of communication of `{}` along `{}` leaves the map", side.id, entry.id, other.id, line.road),
                    ));
                }
            }
        }
    }

    fn enemies(&self, number: usize) -> impl Iterator<Item = &Standing> {
        let others = self.standing.iter().enumerate().filter(move |(other, _)| *other != number);
        others.flat_map(|(_, standing)| standing)
    }
}

/// The blocks of a side that stand on the map at the start.
fn standing(pack: &Pack, terrain: &Terrain, side: &Side) -> Vec<Standing> {
    let battle = pack.scenario();
    let (footprints, columns) = (battle.footprints, battle.column_lengths);
    let shape = |start: Arrival, footprint: pack::Footprint, length: GroundLength| match start {
        Arrival::Line(pose) => Some(Shape::Block(Block::new(pose, footprint))),
        Arrival::Column(pose) => {
            let head = terrain.roads().head(pose)?;
            Strip::new(terrain.roads().trail(head, length), footprint.depth).map(Shape::Strip)
        }
        Arrival::Reserve(_) | Arrival::Reinforcement => None,
    };
    let leaders = side.headquarters().filter_map(|hq| {
        let shape = shape(hq.start, footprints.headquarters, columns.headquarters)?;
        Some(Standing { name: format!("the HQ `{}`", hq.id), kind: Kind::Headquarters, shape })
    });
    let pieces = side.pieces().filter_map(|piece| {
        let shape = shape(piece.start, footprints.combat, columns.of(piece.kind))?;
        Some(Standing { name: format!("the piece `{}`", piece.id), kind: Kind::Piece, shape })
    });
    let trains = side.trains().filter_map(|train| {
        let shape = shape(train.start, footprints.baggage, columns.baggage)?;
        Some(Standing { name: format!("the train `{}`", train.id), kind: Kind::Train, shape })
    });
    leaders.chain(pieces).chain(trains).collect()
}
