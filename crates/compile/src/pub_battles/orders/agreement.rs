//! What players agreed on before they wrote anything (PB-32.1 to PB-32.3): an order of battle keeps to
//! what its base leaves free.

use crate::pub_battles::checks::blocks::zone;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{
    ArrivalFacts, Choice as _, EntryId, Excess, ForceCount, ForceFacts, FreeSide, Limited, Pack,
    PieceType, SetUpGround, Violation,
};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use super::entry_edge::{Way, edges};
use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use crate::pub_battles::forces::arrival::Arriving;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, Position, Side};

/// Everything else that an order of battle has to keep to.
pub(crate) fn check(
    reporter: &mut Reporter,
    base: &Pack,
    free: &FreeSide,
    way: &Way,
    battle: &Battle<'_>,
) {
    let Some(forces) = battle.forces.first() else { return };
    let own = Own { base, free, way, battle, id: forces.id, side: forces.authored };
    own.ground(reporter);
    own.troops(reporter);
    own.agreement(reporter);
    own.supply(reporter);
    // Who comes where he may not, or not at all, seems to be far from his roads.
    let astray = [code::ORDERS_WAY, code::ORDERS_ENTRY, code::EDGE_WITHOUT_LINE];
    if reporter.diagnostics.iter().any(|found| astray.contains(&found.code)) {
        reporter.diagnostics.retain(|found| found.code != code::SUPPLY_LINE_ASIDE);
    }
}

/// An order of battle and what it has to keep to.
struct Own<'o, 'b> {
    base: &'o Pack,
    free: &'o FreeSide,
    way: &'o Way,
    battle: &'o Battle<'b>,
    id: &'b Spanned<String>,
    side: &'b Side,
}

impl Own<'_, '_> {
    /// All that is judged again when an order of battle that was committed to is opened.
    fn agreement(&self, reporter: &mut Reporter) {
        let Some(forces) = self.battle.forces.first() else { return };
        let (zones, ratings) = (self.zones(), self.ratings(reporter));
        let places = self.counted(reporter, forces);
        let mut count: ForceCount =
            places.iter().map(|(of, places)| (of.clone(), places.len() as u32)).collect();
        count.insert(Limited::Points, self.base.ruleset().worth(&forces.side));
        let named: Vec<Vec<(&EntryId, Span)>> = forces
            .arrivals
            .iter()
            .map(|arrival| arrival.entries().map(|(entry, at)| (&entry.id, at)).collect())
            .collect();
        let arrivals = forces.arrivals.iter().zip(&named).map(|(arrival, named)| ArrivalFacts {
            day: arrival.brings.day,
            turn: arrival.brings.turn,
            is_rolled: arrival.brings.roll.is_some(),
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
        // Without a way onto the map, which is reported, nobody knows what comes where and when.
        let is_lost = matches!(self.way, Way::Refused);
        let has_way = !is_lost && (self.way.edge().is_some() || self.free.sets_up.is_some());
        // That no reinforcement may come at all is told of each that does.
        let has_entries = self.way.edge().is_some() || self.free.limits.reinforcements;
        let first_turn = self.base.scenario().calendar.first_turn;
        for violation in self.free.violations(first_turn, &facts) {
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
                Violation::Later(number) if has_way => self.later(&forces.arrivals[number]),
                Violation::Rating(number) => Some(self.other_rating(ratings[number])),
                Violation::Excess(excess) => {
                    let beyond = places.get(&excess.of).map(|places| places[excess.most as usize]);
                    Some(self.too_much(&excess, beyond))
                }
                // `way` reported the edge.
                _ => None,
            };
            if let Some(finding) = finding {
                reporter.diagnostics.push(finding);
            }
        }
    }

    /// PB-32.3: set up on the map, or entering by one edge.
    fn way_in(&self, reporter: &Reporter) -> Option<Diagnostic> {
        let id = &self.id.value;
        let set_up = self.places().min_by_key(|place| place.start);
        let finding = match (self.way.edge(), set_up) {
            (Some(edge), Some(first)) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` enters by the {} edge, and is set up on the map too", edge.0.word()),
            )
            .at(first, "set up here")
            .also(edge.span, "it enters by this edge")
            .help(match &self.free.sets_up {
                Some(_) => "take `at` and `facing` out and let all of it come by reinforcements, or take `edge` out",
                None => "take `at` and `facing` out and let all of it come by reinforcements",
            }),
            (_, Some(first)) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` may not set up on the map"),
            )
            .at(first, "set up here")
            .help(format!(
                "write `edge:` with {}, and let all of it come by reinforcements, without `at` and `facing`",
                edges(self.free)
            )),
            (_, None) if self.may_lack_places(reporter) => return None,
            (_, None) => self.no_way(),
        };
        Some(finding.rule("PB-32.3"))
    }

    fn no_way(&self) -> Diagnostic {
        let id = &self.id.value;
        let by_edge = || format!("write `edge:` with {}", edges(self.free));
        let finding = match self.free.sets_up {
            Some(_) => Diagnostic::new(
                code::ORDERS_WAY,
                message!("nothing of `{id}` is set up on the map, and it enters by no edge"),
            ),
            None => Diagnostic::new(
                code::ORDERS_WAY,
                message!("`{id}` enters by an edge, and none is chosen here"),
            ),
        };
        const SET_UP: &str = "give HQs, pieces and trains their places with `at` and `facing`";
        finding.at(self.id.span, "no way onto the map").help(
            match (&self.free.sets_up, self.free.enters.is_empty()) {
                (None, _) => by_edge(),
                (Some(_), true) => SET_UP.to_owned(),
                (Some(_), false) => format!("{SET_UP}, or {}", by_edge()),
            },
        )
    }

    /// Where blocks are given places on the map.
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

    /// May blocks be missing that could not be read, which was reported?
    fn may_lack_places(&self, reporter: &Reporter) -> bool {
        let commands = &self.side.commands;
        reporter.lost_items(commands.span)
            || reporter.is_unread(self.side.span, "commands")
            || commands.iter().any(|command| {
                reporter.lost_items(command.pieces.span)
                    || reporter.is_unread(command.hq.span, "at")
                    || command.pieces.iter().any(|piece| reporter.is_unread(piece.span, "at"))
            })
    }

    /// PB-32.3: by the entries of the edge, or by those for reinforcements of who sets up.
    fn other_entry(&self, id: &EntryId, named: Span) -> Diagnostic {
        let whose = match self.way.edge() {
            Some(edge) => format!("of the {} edge", edge.0.word()),
            None => "for reinforcements of who sets up".to_owned(),
        };
        Diagnostic::new(code::ORDERS_ENTRY, message!("the entry `{id}` is not among those {whose}"))
            .rule("PB-32.3")
            .at(named, "this entry was not agreed on")
            .help(match self.way.entries(self.free) {
                [] => "no entry was: give everybody a place on the map".to_owned(),
                offered => format!("write {}", list_of(offered.iter().map(EntryId::as_str))),
            })
    }

    /// PB-32.3, PB-3.9: set up on the ground that was agreed on, and nowhere else.
    fn ground(&self, reporter: &mut Reporter) {
        let Some(SetUpGround::Zone(agreed)) = &self.free.sets_up else { return };
        let zones = &self.battle.context.ground.map.zones;
        let Some(area) = zones.iter().find(|zone| zone.id == *agreed) else { return };
        if !matches!(self.way, Way::SetUp) {
            return;
        }
        for one in &self.battle.standing {
            let Some(label) = zone::beyond(area, one) else { continue };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ORDERS_GROUND,
                    message!(
                        "{} does not stand in `{agreed}`, where `{}` is set up",
                        one.block.name,
                        self.id.value
                    ),
                )
                .rule("PB-32.3")
                .at(one.block.at, label)
                .help(format!(
                    "move it into the zone `{agreed}`, or let it come by a reinforcement"
                )),
            );
        }
    }

    /// The zones that are named for blocks; an unknown one was reported.
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
            message!("the zone `{}` is not where `{}` is set up", zone.0, self.id.value),
        )
        .rule("PB-32.3")
        .at(zone.span, "this zone was not agreed on");
        match &self.free.sets_up {
            Some(SetUpGround::Zone(agreed)) => {
                finding.help(format!("write `zone: {agreed}`, or leave `zone` out"))
            }
            Some(SetUpGround::Anywhere) | None => finding,
        }
    }

    /// Where there is some of what may be limited (PB-32.1), one place for each.
    fn counted(&self, reporter: &Reporter, forces: &Forces<'_>) -> BTreeMap<Limited, Vec<Span>> {
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
        let mut counted: BTreeMap<Limited, Vec<Span>> = [
            (Limited::Commands, commands.collect()),
            (Limited::Baggage, trains.collect()),
            (Limited::Detachments, detachments.collect()),
        ]
        .into();
        let places: BTreeMap<&str, (Span, Span)> = written
            .iter()
            .map(|piece| (piece.id.0.as_str(), (piece.r#type.span, piece.span)))
            .collect();
        for piece in forces.side.pieces() {
            let Some(&(of_type, whole)) = places.get(piece.id.as_str()) else { continue };
            // An unknown type was reported.
            if reporter.is_unread(whole, "type") || self.is_unknown_type(reporter, of_type) {
                continue;
            }
            let kind = piece.own_type.clone().map_or(Limited::Arm(piece.kind), Limited::Type);
            counted.entry(kind).or_default().push(of_type);
        }
        counted.entry(Limited::Arm(PieceType::Detachment)).or_default().extend(pool);
        counted
    }

    /// More of a type of pieces than there are to choose from; `beyond` is the first that is not there.
    fn beyond_pool(&self, excess: &Excess, beyond: Span) -> Diagnostic {
        let Excess { of, found, most } = excess;
        let choices = self.free.pool.as_ref().map(choices).unwrap_or_default();
        let name = word(of);
        let (message, help) = match most {
            0 => (
                format!("there is no `{name}` to choose from"),
                format!("take a type that there is: {choices}"),
            ),
            _ => (
                format!("{found} pieces of `{name}` are used, and there are {most} to choose from"),
                format!(
                    "take {} of them out, or make them another type of which there are more: {choices}",
                    found - most,
                ),
            ),
        };
        Diagnostic::new(code::ORDERS_POOL, message)
            .rule("PB-32.1")
            .at(beyond, "the first one that is not there")
            .help(help)
    }

    fn is_unknown_type(&self, reporter: &Reporter, of_type: Span) -> bool {
        reporter.diagnostics.iter().any(|found| {
            found.code == code::UNKNOWN_TYPE
                && found
                    .labels
                    .iter()
                    .any(|one| one.place == sandtable_source::Place::Text(of_type))
        })
    }

    /// PB-32.2: somebody must be there.
    fn troops(&self, reporter: &mut Reporter) {
        let commands = &self.side.commands;
        if commands.is_empty()
            && !reporter.lost_items(commands.span)
            && !reporter.is_unread(self.side.span, "commands")
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ORDERS_LIMIT,
                    message!("`{}` has no command, and so no troops", self.id.value),
                )
                .rule("PB-32.2")
                .at(commands.span, "an empty list")
                .help(
                    "write at least one command: `- { id: …, title: …, hq: { … }, pieces: [ … ] }`",
                ),
            );
        }
    }

    /// More of something than was agreed on; `beyond` is the first that is too many, where it can be counted.
    fn too_much(&self, excess: &Excess, beyond: Option<Span>) -> Diagnostic {
        let (id, Excess { of, found, most }) = (&self.id.value, excess);
        if let (Limited::Arm(_) | Limited::Type(_), Some(beyond)) = (of, beyond) {
            return self.beyond_pool(excess, beyond);
        }
        let Some(beyond) = beyond else {
            return Diagnostic::new(
                code::ORDERS_LIMIT,
                message!("the pieces of `{id}` are worth {found} points together, and at most {most} were agreed on"),
            )
            .rule("PB-29.1")
            .at(self.id.span, format!("{} too many", found - most))
            .help("take pieces out, or choose some that are worth less: `sandtable explain ST0345` tells what they are worth");
        };
        let agreed = match most {
            0 => "none".to_owned(),
            most => format!("at most {most}"),
        };
        Diagnostic::new(
            code::ORDERS_LIMIT,
            message!("`{id}` has {found} {}, and {agreed} were agreed on", word(of)),
        )
        .rule("PB-32.1")
        .at(beyond, "the first one too many")
        .help(format!("take {} of them out", found - most))
    }

    /// The ratings of headquarters that could be read.
    fn ratings(&self, reporter: &Reporter) -> Vec<(i64, Span)> {
        let army = self.side.commander.iter().map(|army| &army.rating);
        let commands = self.side.commands.iter().map(|command| &command.hq.rating);
        let read = army.chain(commands).filter(|rating| !reporter.is_stand_in(rating.span));
        read.map(|rating| (rating.0, rating.span)).collect()
    }

    fn other_rating(&self, (rating, at): (i64, Span)) -> Diagnostic {
        let (least, most) = (self.free.limits.least_rating, self.free.limits.most_rating);
        Diagnostic::new(code::ORDERS_LIMIT, message!("a rating of {rating} was not agreed on"))
            .rule("PB-32.1")
            .at(at, format!("not from {least} to {most}"))
            .help(format!("write a rating from {least} to {most}"))
    }

    /// PB-32.1: in parts, or all of it at the start.
    fn later(&self, arrival: &Arriving<'_>) -> Option<Diagnostic> {
        if arrival.undated {
            return None;
        }
        let (brings, first) = (&arrival.brings, self.base.scenario().calendar.first_turn);
        let (place, label, help) = match self.way.edge() {
            Some(_) => (
                arrival
                    .written
                    .roll
                    .as_ref()
                    .filter(|_| (brings.day, brings.turn) == (1, first))
                    .map_or(arrival.written.turn.span, |roll| roll.span),
                format!("not for certain on turn {first} of day 1"),
                format!("write `day: 1, turn: {first}`, and no `roll`"),
            ),
            None => (
                arrival.written.entry.span,
                "comes later".to_owned(),
                "give all that it brings a place on the map, and take this line out".to_owned(),
            ),
        };
        let message =
            message!("`{}` has no reinforcements: all of it is there at the start", self.id.value);
        Some(
            Diagnostic::new(code::ORDERS_LIMIT, message)
                .rule("PB-32.1")
                .at(place, label)
                .help(help),
        )
    }

    /// PB-A161: the edge by which it comes carries its line of communication too.
    fn supply(&self, reporter: &mut Reporter) {
        let (Some(edge), Some(forces)) = (self.way.edge(), self.battle.forces.first()) else {
            return;
        };
        let Some(written) = &self.side.lines_of_communication else { return };
        let lines = &forces.side.lines_of_communication;
        // A line that could not be used was reported, and may be the one.
        let all_read = lines.len() == written.len() && !reporter.lost_items(written.span);
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
                    "`{}` enters by the {word} edge, and is not supplied by it",
                    self.id.value
                ),
            )
            .rule("PB-A161")
            .at(written.span, format!("none of these roads leaves the map by the {word}"))
            .also(edge.span, "it enters by this edge")
            .help(format!(
                "add a road that leaves the map by the {word} to `lines_of_communication`"
            )),
        );
    }
}

/// What is counted, in the words of an order of battle.
fn word(of: &Limited) -> &str {
    match of {
        Limited::Commands => "commands",
        Limited::Baggage => "baggage trains",
        Limited::Detachments => "detachments",
        Limited::Points => "points",
        Limited::Arm(arm) => arm.word(),
        Limited::Type(own) => own.as_str(),
    }
}

/// The types of a pool of which there are some, as they are written.
pub(crate) fn choices(pool: &pack::ComponentPool) -> String {
    let arms = pool.arms.iter().map(|(&arm, &count)| (arm.word(), count));
    let own = pool.types.iter().map(|(own, &count)| (own.as_str(), count));
    let there = arms.chain(own).filter(|(_, count)| *count > 0);
    let there: Vec<String> = there.map(|(name, count)| format!("{name} {count}")).collect();
    there.join(", ")
}
