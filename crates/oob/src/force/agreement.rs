//! Checks whether a force keeps the agreement of both players (PB-32), using only the committed
//! data and the base pack.
//!
//! Finally, the force passes the same checks as its author's file, so errors that `check` reports
//! are also breaches here. Only errors that existed when the scheme was frozen count
//! ([`FROZEN_CODES`]). A check added later cannot accuse a player who sealed earlier.

use std::collections::BTreeMap;

use sandtable_compile::{OrdersRejection, read_committed};
use sandtable_pack::{
    Area, ArrivalFacts, Excess, FeatureId, ForceCount, ForceFacts, FreeSide, GroundPoint,
    LimitedCount, Pack, PieceType, Quality, SetUpGround, Status, TypeId, Violation,
};
use sandtable_source::Severity;

use super::breach::Breach;
use super::words::{arm, edge, read_arm};
use super::{Block, BlockKind, Force, OrdersError, Piece, Place};
use crate::scheme::{is_invisible, is_known};

/// The result of checking a force.
pub struct Judgement {
    /// Breaches of the agreement; empty if it was kept.
    pub breaches: Vec<Breach>,
    /// Warnings for the force's author, with their codes.
    pub warnings: Vec<String>,
}

/// The error codes that count for orders committed with `oob/1`. The list is frozen with the
/// scheme.
pub(super) const FROZEN_CODES: &[&str] = &[
    "ST0201", "ST0202", "ST0203", "ST0204", "ST0205", "ST0206", "ST0207", "ST0208", "ST0301",
    "ST0302", "ST0303", "ST0307", "ST0308", "ST0310", "ST0315", "ST0318", "ST0337", "ST0339",
    "ST0340", "ST0341", "ST0342", "ST0343", "ST0344", "ST0345", "ST0401", "ST0402", "ST0404",
    "ST0407", "ST0408", "ST0411", "ST0412", "ST0414", "ST0430", "ST0501", "ST0502", "ST0503",
    "ST0504", "ST0505", "ST0507", "ST0509", "ST0511", "ST0512", "ST0513", "ST0515", "ST0520",
    "ST0521", "ST0522", "ST0523", "ST0524", "ST0531", "ST0541", "ST0542", "ST0543", "ST0604",
];

impl Force {
    /// Returns the breaches of the agreement; empty if it was kept.
    pub fn breaches(&self, base: &Pack) -> Vec<Breach> {
        self.judge(base).breaches
    }

    /// Returns the breaches of the agreement, and the warnings for the author.
    pub fn judge(&self, base: &Pack) -> Judgement {
        let Some(free) = base.scenario().free_side(&self.side) else {
            return Judgement { breaches: vec![Breach::NotFree], warnings: Vec::new() };
        };
        let mut found = Vec::new();
        self.check_agreement(base, free, &mut found);
        self.check_names(base, &mut found);
        self.check_commands(&mut found);
        self.check_battle(base, &mut found);
        found.sort();
        found.dedup();
        // After earlier breaches, the checks would only repeat them in other words.
        match self.committed_orders(base) {
            Ok(committed) if found.is_empty() => {
                let outcome = read_committed("the opening", base, &committed);
                let findings = outcome.diagnostics.sorted();
                let with_severity = |severity: Severity| {
                    let matching = findings.iter().filter(move |one| one.severity == severity);
                    matching.map(|one| {
                        (one.code.to_string(), format!("{} ({})", one.message, one.code))
                    })
                };
                let errors = with_severity(Severity::Error);
                let errors = errors.filter(|(code, _)| FROZEN_CODES.contains(&code.as_str()));
                Judgement {
                    breaches: errors.map(|(_, text)| Breach::Rejected(text)).collect(),
                    warnings: with_severity(Severity::Warning).map(|(_, text)| text).collect(),
                }
            }
            _ => Judgement { breaches: found, warnings: Vec::new() },
        }
    }

    fn blocks_on_map(&self) -> impl Iterator<Item = (&Block, GroundPoint)> {
        self.blocks.iter().filter_map(|block| match block.place {
            Place::Line(pose) | Place::Column(pose) => Some((block, pose.centre)),
            Place::Reserve(_) | Place::Arrival(_) => None,
        })
    }

    /// Checks the agreement of both players (PB-32).
    fn check_agreement(&self, base: &Pack, free: &FreeSide, found: &mut Vec<Breach>) {
        let calendar = &base.scenario().calendar;
        let first = (1, calendar.first_turn);
        let zoned: Vec<(&Block, &FeatureId)> =
            self.blocks.iter().filter_map(|block| Some((block, block.zone.as_ref()?))).collect();
        let rated: Vec<(&str, u8)> = self
            .blocks
            .iter()
            .filter_map(|block| match &block.kind {
                BlockKind::Headquarters(counted) => Some((counted.id.as_str(), counted.rating)),
                BlockKind::Train { .. } | BlockKind::Piece(_) => None,
            })
            .collect();
        let arrivals = self.arrivals.iter().map(|arriving| ArrivalFacts {
            day: arriving.day,
            turn: arriving.turn,
            is_rolled: arriving.roll.is_some(),
            entries: std::iter::once(&arriving.entry).chain(&arriving.alternatives).collect(),
        });
        let facts = ForceFacts {
            edge: self.edge,
            is_set_up: self.blocks_on_map().next().is_some(),
            zones: zoned.iter().map(|(_, zone)| zone.as_str()).collect(),
            arrivals: arrivals.collect(),
            ratings: rated.iter().map(|(_, rating)| (*rating).into()).collect(),
            count: self.limited_counts(base, found),
        };
        for violation in free.violations(calendar.first_turn, &facts) {
            match violation {
                Violation::Edge(by) => found.push(Breach::Edge(edge(by))),
                Violation::SetUpToo => {
                    let blocks = self.blocks_on_map();
                    found.extend(blocks.map(|(block, _)| Breach::SetUp(block.id().to_owned())));
                }
                Violation::MayNotSetUp => found.push(Breach::MayNotSetUp),
                Violation::NothingSetUp => found.push(Breach::NothingSetUp),
                // If nothing is set up, report only that.
                Violation::Zone(_) if !facts.is_set_up => {}
                Violation::Zone(number) => {
                    found.push(Breach::OutsideZone(zoned[number].0.id().to_owned()));
                }
                Violation::Entry { arrival, entry } => {
                    found.push(Breach::Entry(facts.arrivals[arrival].entries[entry].to_string()));
                }
                Violation::Later(number) => {
                    let is_late = |block: &&Block| block.place == Place::Arrival(number);
                    let late = self.blocks.iter().filter(is_late);
                    found.extend(late.map(|block| Breach::LateArrival(block.id().to_owned())));
                }
                Violation::Rating(number) => {
                    let (id, rating) = rated[number];
                    found.push(Breach::Rating(id.to_owned(), rating));
                }
                Violation::Excess(excess) => found.push(excess_breach(excess)),
            }
        }
        if let (None, Some(ground)) = (self.edge, &free.sets_up) {
            self.check_ground(base, ground, found);
        }
        // Arrivals must be within the battle (PB-3.10).
        for arriving in &self.arrivals {
            let when = (arriving.day, arriving.turn);
            if when < first || when > (calendar.days, calendar.last_turn) {
                found.push(Breach::NoSuchTurn(format!("day {}, turn {}", when.0, when.1)));
            }
        }
    }

    /// Checks that the centre of every block on the map is within the agreed set-up ground
    /// (PB-32.3).
    fn check_ground(&self, base: &Pack, ground: &SetUpGround, found: &mut Vec<Breach>) {
        let map = base.map();
        let zone = |id: &FeatureId| map.zones.iter().find(|zone| zone.id == *id);
        let allowed: Option<Option<&Area>> = match ground {
            SetUpGround::Anywhere => None,
            SetUpGround::Zone(id) => Some(zone(id)),
        };
        let in_frame = |place: GroundPoint| {
            (0..=map.width.centimetres()).contains(&place.x)
                && (0..=map.height.centimetres()).contains(&place.y)
        };
        for (block, place) in self.blocks_on_map() {
            let holds = allowed.is_none_or(|zone| zone.is_some_and(|zone| zone.contains(place)));
            if !holds || !in_frame(place) {
                found.push(Breach::OutsideZone(block.id().to_owned()));
            }
        }
    }

    /// Counts everything that has a limit, and reports unknown types and qualities.
    fn limited_counts(&self, base: &Pack, found: &mut Vec<Breach>) -> ForceCount {
        let mut count = ForceCount::new();
        let mut add = |of: LimitedCount, more: u32| {
            let so_far = count.entry(of).or_default();
            *so_far = so_far.saturating_add(more);
        };
        for block in &self.blocks {
            match &block.kind {
                BlockKind::Headquarters(_) => {
                    add(LimitedCount::Commands, u32::from(block.command > 0));
                }
                BlockKind::Train { .. } => add(LimitedCount::Baggage, 1),
                BlockKind::Piece(piece) => {
                    match (read_arm(&piece.type_name), TypeId::new(&piece.type_name)) {
                        (Some(arm), _) => add(LimitedCount::Arm(arm), 1),
                        (None, Ok(own)) => add(LimitedCount::Type(own), 1),
                        // An unknown type has no worth; it is reported below.
                        (None, Err(_)) => {}
                    }
                    if read_arm(&piece.type_name) == Some(PieceType::Detachment) {
                        add(LimitedCount::Detachments, 1);
                    }
                    match piece.worth(base) {
                        Some(points) => add(LimitedCount::Points, points),
                        None => found.push(Breach::UnknownType(piece.id.to_string())),
                    }
                }
            }
        }
        let pool = self.detachments.len() as u32;
        let worth = base.ruleset().pieces.get(&PieceType::Detachment);
        let worth = worth.map_or(0, |rules| rules.points.of(Quality::Regular));
        add(LimitedCount::Points, pool.saturating_mul(worth));
        add(LimitedCount::Detachments, pool);
        add(LimitedCount::Arm(PieceType::Detachment), pool);
        count
    }

    fn check_names(&self, base: &Pack, found: &mut Vec<Breach>) {
        let mut ids: BTreeMap<&str, u32> = BTreeMap::new();
        let mut leaders: BTreeMap<u8, u32> = BTreeMap::new();
        for block in &self.blocks {
            *ids.entry(block.id()).or_default() += 1;
            let is_hq = matches!(block.kind, BlockKind::Headquarters(_));
            *leaders.entry(block.command).or_default() += u32::from(is_hq);
        }
        for detachment in &self.detachments {
            *ids.entry(detachment.id.as_str()).or_default() += 1;
        }
        found.extend(
            ids.iter()
                .filter(|(_, count)| **count > 1)
                .map(|(id, _)| Breach::DuplicateId((*id).to_owned())),
        );
        let block_names = self.blocks.iter().flat_map(|block| {
            let names: Vec<&str> = match &block.kind {
                BlockKind::Headquarters(counted) => {
                    vec![&counted.leader, &counted.title, &counted.short]
                }
                BlockKind::Piece(counted) => vec![&counted.name],
                BlockKind::Train { .. } => Vec::new(),
            };
            names.into_iter().map(|name| (block.id(), name))
        });
        let pool_names = self.detachments.iter().map(|one| (one.id.as_str(), one.name.as_str()));
        for (id, name) in block_names.chain(pool_names) {
            let invisible = name.chars().filter(|c| is_invisible(*c));
            found.extend(invisible.map(|c| Breach::InvisibleCharacter(id.to_owned(), c)));
            let unknown = name.chars().filter(|c| !is_known(*c));
            found.extend(unknown.map(|c| Breach::UnknownCharacter(id.to_owned(), c)));
        }
        // Trains at army level need no commander (PB-3.14).
        let wrong = |(number, count): &(&u8, &u32)| **count > 1 || (**count == 0 && **number > 0);
        found.extend(leaders.iter().filter(wrong).map(|(number, _)| Breach::Headquarters(*number)));
        let map = base.map();
        let roads = self.lines.iter().filter(|road| !map.roads.iter().any(|one| one.id == **road));
        let zones = self.blocks.iter().filter_map(|block| block.zone.as_ref());
        let zones = zones.filter(|zone| !map.zones.iter().any(|one| one.id == **zone));
        found.extend(roads.chain(zones).map(|id| Breach::UnknownId(id.to_string())));
        let is_unknown = |id: &&sandtable_pack::CommandId| {
            !self
                .blocks
                .iter()
                .any(|block| matches!(&block.kind, BlockKind::Headquarters(counted) if counted.id == **id))
        };
        let unknown = self.detachment_commands.iter().filter(is_unknown);
        found.extend(unknown.map(|id| Breach::UnknownId(id.to_string())));
    }
}

impl Force {
    /// Checks the requirements that every side must meet (PB-2.2, PB-3.12, PB-3.26).
    fn check_commands(&self, found: &mut Vec<Breach>) {
        let mut pieces: BTreeMap<u8, u32> = BTreeMap::new();
        for block in &self.blocks {
            let is_piece = matches!(block.kind, BlockKind::Piece(_));
            if !is_piece && matches!(block.place, Place::Column(_)) {
                found.push(Breach::InColumn(block.id().to_owned()));
            }
            let count = pieces.entry(block.command).or_default();
            match &block.kind {
                BlockKind::Headquarters(counted) if block.command > 0 && !counted.has_chit => {
                    found.push(Breach::NoChit(block.command));
                }
                BlockKind::Piece(piece) => {
                    *count += 1;
                    let is_detachment = read_arm(&piece.type_name) == Some(PieceType::Detachment);
                    if is_detachment && piece.status == Status::Spent {
                        found.push(Breach::Spent(piece.id.to_string()));
                    }
                }
                BlockKind::Headquarters(_) | BlockKind::Train { .. } => {}
            }
        }
        let empty = pieces.iter().filter(|(number, count)| **number > 0 && **count == 0);
        found.extend(empty.map(|(number, _)| Breach::NoPieces(*number)));
        if pieces.keys().all(|number| *number == 0) {
            found.push(Breach::NoCommand);
        }
        let has_trains =
            self.blocks.iter().any(|block| matches!(block.kind, BlockKind::Train { .. }));
        if has_trains && self.lines.is_empty() {
            found.push(Breach::NoLine);
        }
    }

    /// Merges the force into the base pack, to check pack requirements.
    fn check_battle(&self, base: &Pack, found: &mut Vec<Breach>) {
        let Err(rejections) = self.orders(base) else { return };
        // Pack errors would repeat earlier breaches in other words.
        let already_reported = found.iter().any(Breach::does_not_fit);
        found.extend(rejections.into_iter().filter_map(|refused| match refused {
            OrdersError::Headquarters(number) => Some(Breach::Headquarters(number)),
            OrdersError::Gap(number) => Some(Breach::Gap(number)),
            OrdersError::Type(id) => Some(Breach::UnknownType(id.to_string())),
            OrdersError::Rejected(OrdersRejection::NoRoad(id)) => {
                Some(Breach::UnknownId(id.to_string()))
            }
            OrdersError::Rejected(OrdersRejection::RoadInside(id)) => {
                Some(Breach::RoadInside(id.to_string()))
            }
            OrdersError::Rejected(OrdersRejection::EdgeWithoutLine) => {
                Some(Breach::EdgeWithoutLine)
            }
            OrdersError::Rejected(OrdersRejection::Fault(_) | OrdersRejection::NoPlace(_))
                if already_reported =>
            {
                None
            }
            OrdersError::Rejected(OrdersRejection::Fault(fault)) => {
                let (_, place) = fault.place.split_once(": ").unwrap_or(("", &fault.place));
                Some(Breach::Impossible(format!("{} {}", counted_from_one(place), fault.message)))
            }
            OrdersError::Rejected(OrdersRejection::NoPlace(error)) => {
                Some(Breach::Impossible(error.to_string()))
            }
        }));
    }
}

/// Returns the breach for an exceeded limit.
fn excess_breach(Excess { count: counted, found, limit: most }: Excess) -> Breach {
    let type_name = match counted {
        LimitedCount::Commands => return Breach::Commands(found, most),
        LimitedCount::Points => return Breach::Points(found, most),
        LimitedCount::Baggage => return Breach::Baggage(found, most),
        LimitedCount::Detachments => return Breach::Detachments(found, most),
        LimitedCount::Arm(counted) => arm(counted).to_owned(),
        LimitedCount::Type(own_type) => own_type.to_string(),
    };
    Breach::Pool { type_name, found, most }
}

/// Renumbers the reinforcement that an error names, to count from 1; packs count from 0.
fn counted_from_one(place: &str) -> String {
    let number = place.strip_prefix("reinforcement ").and_then(|rest| rest.split_once(' '));
    match number.and_then(|(number, rest)| Some((number.parse::<u32>().ok()?, rest))) {
        Some((number, rest)) => format!("reinforcement {} {rest}", number + 1),
        None => place.to_owned(),
    }
}

impl Force {
    /// The total worth of the force's pieces (PB-29.1), including the detachment pool.
    pub fn points(&self, base: &Pack) -> u32 {
        let pieces = self.blocks.iter().filter_map(|block| match &block.kind {
            BlockKind::Piece(piece) => piece.worth(base),
            BlockKind::Headquarters(_) | BlockKind::Train { .. } => None,
        });
        let detachment = base.ruleset().pieces.get(&PieceType::Detachment);
        let detachment = detachment.map_or(0, |rules| rules.points.of(Quality::Regular));
        let pool = (self.detachments.len() as u32).saturating_mul(detachment);
        pieces.fold(pool, u32::saturating_add)
    }
}

impl Piece {
    /// The victory points for losing the piece (PB-29.1), or `None` if the ruleset lacks its type
    /// or quality (PB-3.27).
    pub fn worth(&self, base: &Pack) -> Option<u32> {
        let ruleset = base.ruleset();
        let (kind, own_type, rules) = match read_arm(&self.type_name) {
            Some(arm) => (arm, None, ruleset.pieces.get(&arm)?),
            None => {
                let id = TypeId::new(&self.type_name).ok()?;
                let own_type = ruleset.types.get(&id)?;
                (own_type.like, Some(id), &own_type.rules)
            }
        };
        let qualities = ruleset.allowed_qualities(kind, own_type.as_ref());
        qualities.contains(&self.quality).then(|| rules.points.of(self.quality))
    }
}
