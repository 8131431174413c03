//! The limits that players agreed on before writing their orders of battle (PB-32.1 to PB-32.3). An
//! order of battle must keep to the choices that its base leaves free.

use crate::pub_battles::checks::blocks::zone;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{
    ArrivalFacts, Choice as _, EntryId, Excess, ForceCount, ForceFacts, FreeSide, LimitedCount,
    Pack, PieceType, SetUpGround, Violation,
};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use super::entry_edge::{WayOntoMap, edges};
use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use crate::pub_battles::forces::arrival::ArrivalKeys;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, Position, Side};

/// Checks an order of battle against all agreed limits.
pub(crate) fn check(
    reporter: &mut Reporter,
    base: &Pack,
    free: &FreeSide,
    way: &WayOntoMap,
    battle: &Battle<'_>,
) {
    let Some(forces) = battle.forces.first() else { return };
    let check =
        AgreementCheck { base, free_side: free, way, battle, id: forces.id, side: forces.authored };
    check.check_ground(reporter);
    check.check_troops(reporter);
    check.check_agreement(reporter);
    check.check_supply(reporter);
    // Forces with a wrong entry, or none, only seem far from their roads.
    let misplaced = [code::ORDERS_WAY, code::ORDERS_ENTRY, code::EDGE_WITHOUT_LINE];
    if reporter.diagnostics.iter().any(|found| misplaced.contains(&found.code)) {
        reporter.diagnostics.retain(|found| found.code != code::SUPPLY_LINE_ASIDE);
    }
}

/// An order of battle and its agreed limits.
struct AgreementCheck<'o, 'b> {
    base: &'o Pack,
    free_side: &'o FreeSide,
    way: &'o WayOntoMap,
    battle: &'o Battle<'b>,
    id: &'b Spanned<String>,
    side: &'b Side,
}

impl AgreementCheck<'_, '_> {
    /// Checks everything that is checked again when a committed order of battle is opened.
    fn check_agreement(&self, reporter: &mut Reporter) {
        let Some(forces) = self.battle.forces.first() else { return };
        let (zones, ratings) = (self.zones(), self.ratings(reporter));
        let places = self.places_by_limit(reporter, forces);
        let mut count: ForceCount =
            places.iter().map(|(of, places)| (of.clone(), places.len() as u32)).collect();
        count.insert(LimitedCount::Points, self.base.ruleset().worth(&forces.side));
        let named: Vec<Vec<(&EntryId, Span)>> = forces
            .arrivals
            .iter()
            .map(|arrival| arrival.entries().map(|(entry, at)| (&entry.id, at)).collect())
            .collect();
        let arrivals = forces.arrivals.iter().zip(&named).map(|(arrival, named)| ArrivalFacts {
            day: arrival.elements.day,
            turn: arrival.elements.turn,
            is_rolled: arrival.elements.roll.is_some(),
            entries: named.iter().map(|(entry, _)| *entry).collect(),
        });
        let facts = ForceFacts {
            edge: self.way.edge().map(|edge| edge.0),
            is_set_up: self.places().next().is_some(),
            zones: zones.iter().map(|zone| zone.0.as_str()).collect(),
            arrivals: arrivals.collect(),
            ratings: ratings.iter().map(|(rating, _)| *rating).collect(),
            count,
        };
        // Without a way onto the map, which is reported, entries and turns cannot be checked.
        let is_lost = matches!(self.way, WayOntoMap::Invalid);
        let has_way = !is_lost && (self.way.edge().is_some() || self.free_side.sets_up.is_some());
        // If no reinforcements are allowed, each of them is reported.
        let has_entries = self.way.edge().is_some() || self.free_side.limits.reinforcements;
        let first_turn = self.base.scenario().calendar.first_turn;
        for violation in self.free_side.violations(first_turn, &facts) {
            let finding = match violation {
                Violation::SetUpToo | Violation::MayNotSetUp | Violation::NothingSetUp
                    if !is_lost =>
                {
                    self.way_in(reporter)
                }
                Violation::Zone(number) if !is_lost => Some(self.other_zone(zones[number])),
                Violation::Entry { arrival, entry } if has_way && has_entries => {
                    let (id, at) = named[arrival][entry];
                    Some(self.other_entry(id, at))
                }
                Violation::Later(number) if has_way => {
                    self.unagreed_reinforcement(&forces.arrivals[number])
                }
                Violation::Rating(number) => Some(self.other_rating(ratings[number])),
                Violation::Excess(excess) => {
                    let beyond =
                        places.get(&excess.count).map(|places| places[excess.limit as usize]);
                    Some(self.limit_excess(&excess, beyond))
                }
                // `way_in` reported the edge.
                _ => None,
            };
            if let Some(finding) = finding {
                reporter.diagnostics.push(finding);
            }
        }
    }

    /// PB-32.3: a force is set up on the map or enters by one edge.
    fn way_in(&self, reporter: &Reporter) -> Option<Diagnostic> {
        let id = &self.id.value;
        let set_up = self.places().min_by_key(|place| place.start);
        let finding = match (self.way.edge(), set_up) {
            (Some(edge), Some(first)) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` enters by the {} edge but is also set up on the map", edge.0.word()),
            )
            .at(first, "set up here")
            .also(edge.span, "edge of entry")
            .help(match &self.free_side.sets_up {
                Some(_) => "remove `at` and `facing` and bring all of it as reinforcements, or remove `edge`",
                None => "remove `at` and `facing` and bring all of it as reinforcements",
            }),
            (_, Some(first)) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` cannot set up on the map"),
            )
            .at(first, "set up here")
            .help(format!(
                "set `edge:` to {}, and bring all of it as reinforcements, without `at` and `facing`",
                edges(self.free_side)
            )),
            (_, None) if self.may_lack_places(reporter) => return None,
            (_, None) => self.missing_way(),
        };
        Some(finding.rule("PB-32.3"))
    }

    fn missing_way(&self) -> Diagnostic {
        let id = &self.id.value;
        let by_edge = || format!("set `edge:` to {}", edges(self.free_side));
        let finding = match self.free_side.sets_up {
            Some(_) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` neither sets up on the map nor enters from its edge"),
            ),
            None => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` must enter by an edge, but `edge` is not set"),
            ),
        };
        const SET_UP: &str = "place HQs, pieces and trains with `at` and `facing`";
        finding.at(self.id.span, "no way onto the map").help(
            match (&self.free_side.sets_up, self.free_side.enters.is_empty()) {
                (None, _) => by_edge(),
                (Some(_), true) => SET_UP.to_owned(),
                (Some(_), false) => format!("{SET_UP}, or {}", by_edge()),
            },
        )
    }

    /// The spans of all positions on the map.
    fn places(&self) -> impl Iterator<Item = Span> {
        self.positions().filter(|at| !matches!(at.value, Position::Reserve(_))).map(|at| at.span)
    }

    fn positions(&self) -> impl Iterator<Item = &Spanned<Position>> {
        groups(self.side).into_iter().flat_map(|group| {
            let leader = group.leader.and_then(|leader| leader.at);
            let pieces = group.pieces.iter().filter_map(|piece| piece.at.as_ref());
            let trains = group.trains.into_iter().filter_map(|train| train.at);
            leader.into_iter().chain(pieces).chain(trains).collect::<Vec<_>>()
        })
    }

    /// Whether blocks may be missing because they could not be read. If so, that was reported.
    fn may_lack_places(&self, reporter: &Reporter) -> bool {
        let commands = &self.side.commands;
        reporter.has_lost_items(commands.span)
            || reporter.is_unread(self.side.span, "commands")
            || commands.iter().any(|command| {
                reporter.has_lost_items(command.pieces.span)
                    || reporter.is_unread(command.hq.span, "at")
                    || command.pieces.iter().any(|piece| reporter.is_unread(piece.span, "at"))
            })
    }

    /// PB-32.3: forces enter by the entries of their edge; a force that sets up uses the entries
    /// for its reinforcements.
    fn other_entry(&self, id: &EntryId, named: Span) -> Diagnostic {
        let list = match self.way.edge() {
            Some(edge) => format!("on the {} edge", edge.0.word()),
            None => "for reinforcements".to_owned(),
        };
        Diagnostic::new(code::ORDERS_ENTRY, message!("entry `{id}` is not an agreed entry {list}"))
            .rule("PB-32.3")
            .at(named, "not agreed")
            .help(match self.way.entries(self.free_side) {
                [] => "set up all troops on the map: no entries were agreed".to_owned(),
                offered => format!("use {}", list_of(offered.iter().map(EntryId::as_str))),
            })
    }

    /// PB-32.3, PB-3.9: the force is set up only in the agreed area.
    fn check_ground(&self, reporter: &mut Reporter) {
        let Some(SetUpGround::Zone(agreed)) = &self.free_side.sets_up else { return };
        let zones = &self.battle.context.ground.map.zones;
        let Some(area) = zones.iter().find(|zone| zone.id == *agreed) else { return };
        if !matches!(self.way, WayOntoMap::SetUp) {
            return;
        }
        for one in &self.battle.blocks {
            let Some(label) = zone::zone_error(area, one) else { continue };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ORDERS_GROUND,
                    message!(
                        "{} is outside zone `{agreed}`, where `{}` sets up",
                        one.block.name,
                        self.id.value
                    ),
                )
                .rule("PB-32.3")
                .at(one.block.at, label)
                .help(format!("move it into zone `{agreed}`, or bring it as a reinforcement")),
            );
        }
    }

    /// The blocks' zones, without unknown zones, which were reported.
    fn zones(&self) -> Vec<&Spanned<Id>> {
        let known = &self.battle.context.ground.map.zones;
        let of_commands = self.side.commands.iter().flat_map(|command| {
            command.zone.iter().chain(command.pieces.iter().filter_map(|piece| piece.zone.as_ref()))
        });
        let army = self.side.commander.iter().flat_map(|army| army.pieces.iter().flatten());
        let of_army = army.filter_map(|piece| piece.zone.as_ref());
        let zones = self.side.zone.iter().chain(of_commands).chain(of_army);
        zones.filter(|zone| known.iter().any(|known| known.id.as_str() == zone.0)).collect()
    }

    fn other_zone(&self, zone: &Spanned<Id>) -> Diagnostic {
        let finding = Diagnostic::new(
            code::ORDERS_GROUND,
            message!("zone `{}` is not where `{}` sets up", zone.0, self.id.value),
        )
        .rule("PB-32.3")
        .at(zone.span, "not the agreed zone");
        match &self.free_side.sets_up {
            Some(SetUpGround::Zone(agreed)) => {
                finding.help(format!("use `zone: {agreed}`, or remove `zone`"))
            }
            Some(SetUpGround::Anywhere) | None => finding,
        }
    }

    /// The spans of all items that may be limited, by limit (PB-32.1).
    fn places_by_limit(
        &self,
        reporter: &Reporter,
        forces: &Forces<'_>,
    ) -> BTreeMap<LimitedCount, Vec<Span>> {
        let groups = groups(self.side);
        let written: Vec<_> = groups.iter().flat_map(|group| group.pieces).collect();
        let pool = self.side.detachments.iter().flat_map(|pool| pool.pieces.iter());
        let pool: Vec<Span> = pool.map(|piece| piece.span).collect();
        let trains = groups.iter().flat_map(|group| &group.trains).map(|train| train.span);
        let pieces = forces.side.pieces().filter(|piece| piece.kind == PieceType::Detachment);
        let detached: BTreeSet<&str> = pieces.map(|piece| piece.id.as_str()).collect();
        let of_commands = written.iter().filter(|piece| detached.contains(&*piece.id.0));
        let detachments = of_commands.map(|piece| piece.span).chain(pool.iter().copied());
        let commands = self.side.commands.iter().map(|command| command.id.span);
        let mut places_by_limit: BTreeMap<LimitedCount, Vec<Span>> = [
            (LimitedCount::Commands, commands.collect()),
            (LimitedCount::Baggage, trains.collect()),
            (LimitedCount::Detachments, detachments.collect()),
        ]
        .into();
        let places: BTreeMap<&str, (Span, Span)> = written
            .iter()
            .map(|piece| (piece.id.0.as_str(), (piece.r#type.span, piece.span)))
            .collect();
        for piece in forces.side.pieces() {
            let Some(&(type_span, whole)) = places.get(piece.id.as_str()) else { continue };
            // An unknown type was reported.
            if reporter.is_unread(whole, "type") || self.is_unknown_type(reporter, type_span) {
                continue;
            }
            let kind =
                piece.own_type.clone().map_or(LimitedCount::Arm(piece.kind), LimitedCount::Type);
            places_by_limit.entry(kind).or_default().push(type_span);
        }
        places_by_limit.entry(LimitedCount::Arm(PieceType::Detachment)).or_default().extend(pool);
        places_by_limit
    }

    /// The diagnostic for more pieces of a type than the pool holds; `beyond` is the first excess
    /// piece.
    fn pool_excess(&self, excess: &Excess, beyond: Span) -> Diagnostic {
        let Excess { count: of, found, limit: most } = excess;
        let choices = self.free_side.pool.as_ref().map(choices).unwrap_or_default();
        let name = limit_name(of);
        let (message, help) = match most {
            0 => (
                message!("the pool has no `{name}`"),
                format!("use a type from the pool: {choices}"),
            ),
            _ => (
                message!("{found} `{name}` pieces are used, but the pool has {most}"),
                format!(
                    "remove {} of them, or change them to another type (pool: {choices})",
                    found - most,
                ),
            ),
        };
        Diagnostic::new(code::ORDERS_POOL, message)
            .rule("PB-32.1")
            .at(beyond, "first one beyond the pool")
            .help(help)
    }

    fn is_unknown_type(&self, reporter: &Reporter, type_span: Span) -> bool {
        reporter.diagnostics.iter().any(|found| {
            found.code == code::UNKNOWN_TYPE
                && found
                    .labels
                    .iter()
                    .any(|one| one.place == sandtable_source::Place::Text(type_span))
        })
    }

    /// PB-32.2: an order of battle has troops.
    fn check_troops(&self, reporter: &mut Reporter) {
        let commands = &self.side.commands;
        if commands.is_empty()
            && !reporter.has_lost_items(commands.span)
            && !reporter.is_unread(self.side.span, "commands")
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ORDERS_LIMIT,
                    message!("`{}` has no commands and therefore no troops", self.id.value),
                )
                .rule("PB-32.2")
                .at(commands.span, "empty list")
                .help(
                    "add at least one command: `- { id: …, title: …, hq: { … }, pieces: [ … ] }`",
                ),
            );
        }
    }

    /// The diagnostic for an exceeded limit; `beyond` is the first excess item, if items are
    /// counted.
    fn limit_excess(&self, excess: &Excess, beyond: Option<Span>) -> Diagnostic {
        let (id, Excess { count: of, found, limit: most }) = (&self.id.value, excess);
        if let (LimitedCount::Arm(_) | LimitedCount::Type(_), Some(beyond)) = (of, beyond) {
            return self.pool_excess(excess, beyond);
        }
        let Some(beyond) = beyond else {
            return Diagnostic::new(
                code::ORDERS_LIMIT,
                message!("the pieces of `{id}` are worth {found} points, but at most {most} were agreed"),
            )
            .rule("PB-29.1")
            .at(self.id.span, format!("{} too many", found - most))
            .help("remove pieces, or use pieces that are worth less: `sandtable explain ST0345` lists their values");
        };
        let agreed = match most {
            0 => "none".to_owned(),
            most => format!("at most {most}"),
        };
        Diagnostic::new(
            code::ORDERS_LIMIT,
            message!("`{id}` has {found} {}, but {agreed} were agreed", limit_name(of)),
        )
        .rule("PB-32.1")
        .at(beyond, "first one too many")
        .help(format!("remove {} of them", found - most))
    }

    /// The readable HQ ratings, with their spans.
    fn ratings(&self, reporter: &Reporter) -> Vec<(i64, Span)> {
        let army = self.side.commander.iter().map(|army| &army.rating);
        let commands = self.side.commands.iter().map(|command| &command.hq.rating);
        let read = army.chain(commands).filter(|rating| !reporter.is_stand_in(rating.span));
        read.map(|rating| (rating.0, rating.span)).collect()
    }

    fn other_rating(&self, (rating, at): (i64, Span)) -> Diagnostic {
        let (least, most) = (self.free_side.limits.least_rating, self.free_side.limits.most_rating);
        Diagnostic::new(
            code::ORDERS_LIMIT,
            message::out_of_range("`rating`", [least, most], rating),
        )
        .rule("PB-32.1")
        .at(at, "outside the agreed range")
        .help(format!("use a rating from {least} to {most}"))
    }

    /// PB-32.1: unless reinforcements are allowed, the whole force is on the map at the start.
    fn unagreed_reinforcement(&self, arrival: &ArrivalKeys<'_>) -> Option<Diagnostic> {
        if arrival.is_undated {
            return None;
        }
        let (brings, first) = (&arrival.elements, self.base.scenario().calendar.first_turn);
        let (place, label, help) = match self.way.edge() {
            Some(_) => (
                arrival
                    .authored
                    .roll
                    .as_ref()
                    .filter(|_| (brings.day, brings.turn) == (1, first))
                    .map_or(arrival.authored.turn.span, |roll| roll.span),
                format!("may arrive later than turn {first} of day 1"),
                format!("set `day: 1, turn: {first}`, without `roll`"),
            ),
            None => (
                arrival.authored.entry.span,
                "arrives later".to_owned(),
                "set up all its troops on the map, and remove this line".to_owned(),
            ),
        };
        let message = message!(
            "`{}` cannot have reinforcements: all of it is there at the start",
            self.id.value
        );
        Some(
            Diagnostic::new(code::ORDERS_LIMIT, message)
                .rule("PB-32.1")
                .at(place, label)
                .help(help),
        )
    }

    /// PB-A161: the edge of entry also carries the line of communication.
    fn check_supply(&self, reporter: &mut Reporter) {
        let (Some(edge), Some(forces)) = (self.way.edge(), self.battle.forces.first()) else {
            return;
        };
        let Some(written) = &self.side.lines_of_communication else { return };
        let lines = &forces.side.lines_of_communication;
        // An unusable line was reported, and may be the correct one.
        let all_read = lines.len() == written.len() && !reporter.has_lost_items(written.span);
        if lines.is_empty()
            || !all_read
            || forces.side.is_supplied_by(&self.battle.context.ground.map, edge.0)
        {
            return;
        }
        let word = edge.0.word();
        reporter.diagnostics.push(
            Diagnostic::new(
                code::EDGE_WITHOUT_LINE,
                message!(
                    "`{}` enters by the {word} edge but is not supplied from it",
                    self.id.value
                ),
            )
            .rule("PB-A161")
            .at(written.span, format!("none of these roads leaves the map in the {word}"))
            .also(edge.span, "edge of entry")
            .help(format!(
                "add a road that leaves the map in the {word} to `lines_of_communication`"
            )),
        );
    }
}

/// The name of a limited item, as in an order of battle.
fn limit_name(of: &LimitedCount) -> &str {
    match of {
        LimitedCount::Commands => "commands",
        LimitedCount::Baggage => "baggage trains",
        LimitedCount::Detachments => "detachments",
        LimitedCount::Points => "points",
        LimitedCount::Arm(arm) => arm.word(),
        LimitedCount::Type(own) => own.as_str(),
    }
}

/// The available types of a pool, in authored form.
pub(crate) fn choices(pool: &pack::ComponentPool) -> String {
    let arms = pool.arms.iter().map(|(&arm, &count)| (arm.word(), count));
    let own = pool.types.iter().map(|(own, &count)| (own.as_str(), count));
    let available = arms.chain(own).filter(|(_, count)| *count > 0);
    let available: Vec<String> = available.map(|(name, count)| format!("{name} {count}")).collect();
    available.join(", ")
}
