//! The umpire's findings about a battle with merged orders of battle. Each player checked one side
//! alone; this module checks the combination. Each finding names the side whose facts it reveals,
//! to keep them from the other side.

use sandtable_pack as pack;
use sandtable_pack::{
    Arrival, Choice as _, EntryId, Formation, GroundLength, GroundPoint, Pack, Pose, Side, SideId,
};
use sandtable_terrain::{Block, Shape, Strip, Terrain};

/// The owner of a finding's facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Facts of one side, which its owner may see.
    Side(SideId),
    /// Facts of both sides, which only the umpire may see.
    BothSides,
}

/// A finding for the umpire before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UmpireFinding {
    /// The owner of the finding's facts.
    pub concerns: Scope,
    /// The finding, as a sentence.
    pub message: String,
    /// The rule that the finding is based on.
    pub rule: &'static str,
}

impl UmpireFinding {
    fn for_side(side: &Side, rule: &'static str, message: String) -> Self {
        Self { concerns: Scope::Side(side.id.clone()), message, rule }
    }

    fn for_umpire(rule: &'static str, message: String) -> Self {
        Self { concerns: Scope::BothSides, message, rule }
    }
}

/// Returns the findings about a battle with merged orders of battle: first those about each side,
/// then those about both.
pub fn umpire_findings(merged: &Pack) -> Vec<UmpireFinding> {
    let terrain = Terrain::new(merged.map());
    let table = Table {
        pack: merged,
        blocks: merged
            .scenario()
            .sides
            .iter()
            .map(|side| placed_blocks(merged, &terrain, side))
            .collect(),
        terrain,
    };
    let mut findings = Vec::new();
    for number in 0..table.blocks.len() {
        table.entries_without_road(number, &mut findings);
        table.supply(number, &mut findings);
    }
    table.contacts(&mut findings);
    for number in 0..table.blocks.len() {
        table.entries_held(number, &mut findings);
        table.enemy_line(number, &mut findings);
    }
    findings
}

/// The kind of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Piece,
    Headquarters,
    Train,
}

/// A block on the map at the start.
struct PlacedBlock {
    name: String,
    kind: Kind,
    shape: Shape,
}

struct Table<'p> {
    pack: &'p Pack,
    terrain: Terrain,
    /// The blocks of each side, in the order of the sides.
    blocks: Vec<Vec<PlacedBlock>>,
}

impl Table<'_> {
    fn side(&self, number: usize) -> &Side {
        &self.pack.scenario().sides[number]
    }

    fn entry(&self, id: &EntryId) -> Option<&pack::Entry> {
        self.pack.map().entries.iter().find(|entry| entry.id == *id)
    }

    /// The entries that a side uses, without duplicates, in order of use.
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

    /// PB-8.1: columns enter only by road.
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
                    "`{}` has a column that enters at `{}` on the {edge} edge, where there is no road",
                    side.id, entry.id
                ),
                false => format!(
                    "`{}` enters at `{}` on the {edge} edge, where there is no road for a column",
                    side.id, entry.id
                ),
            };
            findings.push(UmpireFinding::for_side(side, "PB-8.1", message));
        }
    }

    /// PB-31.1, PB-31.2: trains on the map and entering troops have a clear route to a line of
    /// communication. This is checked without enemies, and with the enemies on the map at the
    /// start.
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
            findings.push(UmpireFinding::for_side(side, "PB-31.4", message));
            return;
        }
        let clearance = self.pack.ruleset().distances.foot_third;
        let paths = || side.lines_of_communication.iter().map(|line| &line.path);
        let enemies = self.enemies(number).filter(|one| one.kind == Kind::Piece);
        let enemies: Vec<&Shape> = enemies.map(|one| &one.shape).collect();
        let alone = self.terrain.supply_area(paths(), [], clearance);
        let now = self.terrain.supply_area(paths(), enemies.iter().copied(), clearance);
        for train in self.blocks[number].iter().filter(|one| one.kind == Kind::Train) {
            let Some(block) = train.shape.as_block() else { continue };
            if !alone.supplies(block) {
                let message = format!(
                    "{} of `{}` has no passable route to a line of communication",
                    train.name, side.id
                );
                findings.push(UmpireFinding::for_side(side, "PB-31.2", message));
            } else if !now.supplies(block) {
                let message = format!(
                    "{} of `{}` is out of supply from the start, because of the enemy",
                    train.name, side.id
                );
                findings.push(UmpireFinding::for_umpire("PB-31.2", message));
            }
        }
        for entry in self.entries_of(number) {
            let block = self.entering_train(entry);
            if !alone.supplies(&block) {
                let message = format!(
                    "troops of `{}` that enter at `{}` have no passable route to a line of communication",
                    side.id, entry.id
                );
                findings.push(UmpireFinding::for_side(side, "PB-31.1", message));
            } else if !now.supplies(&block) {
                let message = format!(
                    "troops of `{}` that enter at `{}` are out of supply there from the start, because of the enemy",
                    side.id, entry.id
                );
                findings.push(UmpireFinding::for_umpire("PB-31.1", message));
            }
        }
    }

    /// A train that has just entered, with its back to the map edge.
    fn entering_train(&self, entry: &pack::Entry) -> Block {
        let footprint = self.pack.scenario().footprints.baggage;
        let facing = entry.edge.inward();
        Block::new(
            Pose { centre: entry.at + facing.advance(footprint.depth / 2), facing },
            footprint,
        )
    }

    /// PB-3.28, PB-3.30: reports blocks of both sides that overlap or are in contact.
    fn contacts(&self, findings: &mut Vec<UmpireFinding>) {
        let [first, second] = self.blocks.as_slice() else { return };
        let tolerance = self.pack.ruleset().distances.contact_tolerance;
        for one in first {
            for other in second {
                let (message, rule) = if one.shape.overlaps(&other.shape) {
                    ("overlap", "PB-3.28")
                } else if one.kind != Kind::Headquarters
                    && other.kind != Kind::Headquarters
                    && one.shape.within(&other.shape, tolerance)
                {
                    ("start in contact", "PB-3.30")
                } else {
                    continue;
                };
                let [a, b] = [0, 1].map(|number| &self.side(number).id);
                findings.push(UmpireFinding::for_umpire(
                    rule,
                    format!("{} of `{a}` and {} of `{b}` {message}", one.name, other.name),
                ));
            }
        }
    }

    /// PB-A19: reports entries that the enemy blocks.
    fn entries_held(&self, number: usize, findings: &mut Vec<UmpireFinding>) {
        let side = self.side(number);
        let reach = self.pack.ruleset().distances.foot_third;
        for entry in self.entries_of(number) {
            let holds = |one: &&PlacedBlock| {
                one.kind == Kind::Piece && one.shape.within_of(entry.at, reach)
            };
            if let Some(holder) = self.enemies(number).find(holds) {
                findings.push(UmpireFinding::for_umpire(
                    "PB-A19",
                    format!(
                        "{} of the enemy holds entry `{}`, which `{}` uses, from the start",
                        holder.name, entry.id, side.id
                    ),
                ));
            }
        }
    }

    /// PB-31.1: reports reinforcements that enter by an enemy line of communication.
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
                    findings.push(UmpireFinding::for_umpire(
                        "PB-31.1",
                        format!("`{}` enters at `{}`, where the line of communication of `{}` along `{}` leaves the map", side.id, entry.id, other.id, line.road),
                    ));
                }
            }
        }
    }

    fn enemies(&self, number: usize) -> impl Iterator<Item = &PlacedBlock> {
        let others = self.blocks.iter().enumerate().filter(move |(other, _)| *other != number);
        others.flat_map(|(_, blocks)| blocks)
    }
}

/// Returns the blocks of a side that start on the map.
fn placed_blocks(pack: &Pack, terrain: &Terrain, side: &Side) -> Vec<PlacedBlock> {
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
        Some(PlacedBlock { name: format!("HQ `{}`", hq.id), kind: Kind::Headquarters, shape })
    });
    let pieces = side.pieces().filter_map(|piece| {
        let shape = shape(piece.start, footprints.combat, columns.for_kind(piece.kind))?;
        Some(PlacedBlock { name: format!("piece `{}`", piece.id), kind: Kind::Piece, shape })
    });
    let trains = side.trains().filter_map(|train| {
        let shape = shape(train.start, footprints.baggage, columns.baggage)?;
        Some(PlacedBlock { name: format!("train `{}`", train.id), kind: Kind::Train, shape })
    });
    leaders.chain(pieces).chain(trains).collect()
}
