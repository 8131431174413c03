//! Each event as a sentence of the diary. Retreats and losses are in `retreats`.

use sandtable_pack::{Choice as _, GroundPoint, Status};

use super::Diarist;
use super::gazetteer::length;
use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::game::event::{Beginning, Event, Happening, IdleReason};
use crate::state::Alteration;
use crate::state::Stance;

impl Diarist<'_> {
    /// An event in words, without its rule.
    pub(super) fn sentence(&self, event: &Event) -> String {
        let name = |piece: &PieceIndex| self.names.piece(*piece);
        let is = |piece: &PieceIndex| name(piece).is();
        match &event.what {
            Happening::SetUp { piece, place: Beginning::OnMap(stands), .. } => {
                format!("{} {}", name(piece).does("begins", "begin"), self.at(stands))
            }
            Happening::SetUp { piece, place: Beginning::InReserve(leader), .. } => {
                let begins = name(piece).does("begins", "begin");
                format!("{begins} in reserve with {}", name(leader).text)
            }
            Happening::Assigned { piece, command, .. } => {
                format!("{} assigned to {}", is(piece), self.names.command(*command))
            }
            Happening::EdgeChosen { side, edge } => {
                format!("{} will enter from the {}", self.names.side(*side), edge.word())
            }
            Happening::Placed { piece, stands, .. } => {
                format!("{} set up {}", is(piece), self.at(stands))
            }
            Happening::TurnBegins { chits: 1 } => "one chit is in the cup".to_owned(),
            Happening::TurnBegins { chits } => format!("{chits} chits are in the cup"),
            Happening::ChitDrawn(chit) => {
                format!("Drawn from the cup: {}", self.leader_of(*chit))
            }
            Happening::AlterTried { roller, chit, alteration, die, success } => {
                let (roller, chit) = (name(roller).does("tries", "try"), self.names.command(*chit));
                let outcome = if *success { "and succeeds" } else { "and fails" };
                format!("{roller} to {} {chit}, rolls {die}, {outcome}", attempt_verb(*alteration))
            }
            Happening::Activated(command) => self.leader_of(*command),
            Happening::StoodIdle { idleness, .. } => idle_text(*idleness).to_owned(),
            Happening::Moved { piece, .. } => format!("{} {}", name(piece).text, self.march(event)),
            Happening::ArrivalRolled { piece, die, comes } => {
                let outcome = if *comes { "they arrive" } else { "they do not arrive yet" };
                format!(
                    "The arrival roll for {} and its group is {die}: {outcome}",
                    name(piece).text
                )
            }
            Happening::EntryChosen { piece, entry } => {
                let chooses = name(piece).does("chooses", "choose");
                format!("{chooses} another entry: {}", self.entry_title(*piece, *entry))
            }
            Happening::Entered { piece, stands } => {
                let enters = name(piece).does("enters", "enter");
                format!("{enters} the map {}", self.at(stands))
            }
            Happening::LeftMap { piece, at } => {
                let leaves = name(piece).does("leaves", "leave");
                format!("{leaves} the map for good, {}", self.gazetteer.describe(*at).at)
            }
            Happening::Turned { piece, stands } => {
                let turns = name(piece).does("turns", "turn");
                format!("{turns} to the {}", self.gazetteer.compass(stands.facing()))
            }
            Happening::Attacked { attacker, at, .. } => {
                format!("{} {}", name(attacker).text, self.assault(event, *at))
            }
            Happening::Disengaged { piece, enemy } => {
                format!("{} from {}", name(piece).does("disengages", "disengage"), name(enemy).text)
            }
            Happening::Pinned(piece) => {
                format!("{} unable to leave a field of fire", is(piece))
            }
            Happening::Disordered(piece) => {
                format!(
                    "{} buildings and {} Spent",
                    name(piece).does("enters", "enter"),
                    if name(piece).is_plural { "are" } else { "is" }
                )
            }
            Happening::Rallied { piece, .. } => self.rally(&[*piece]),
            Happening::Unpacked(piece) => format!("{} unpacked", is(piece)),
            Happening::Packed(piece) => format!("{} packed up", is(piece)),
            Happening::PushedAside { piece, from, stands } => {
                let way = stands.centre() - *from;
                let (far, direction) = (length(way.length()), self.gazetteer.direction(way));
                format!("{} pushed aside, {far} {direction}", is(piece))
            }
            Happening::JoinedReserve { piece, headquarters } => {
                let goes = name(piece).does("goes", "go");
                format!("{goes} into reserve with {}", name(headquarters).text)
            }
            Happening::LeftReserve { piece, headquarters, stands } => {
                let leaves = name(piece).does("leaves", "leave");
                let leader = &name(headquarters).text;
                format!("{leaves} the reserve of {leader}, {}", self.at(stands))
            }
            Happening::ReserveSpotted(headquarters) => {
                format!(
                    "{} spotted by the enemy, and the reserve must move onto the map",
                    is(headquarters)
                )
            }
            Happening::CombatBegins { places, supports, at } => {
                self.combat(places, supports, &[*at])
            }
            Happening::Enveloped { lead, support } => {
                let (lead, support) = (&name(lead).text, &name(support).text);
                format!("{lead} and {support} behind it are enveloped: they fight separately")
            }
            Happening::TookPlace { piece, lead, .. } => {
                let takes = name(piece).does("takes", "take");
                format!("{takes} the place of {}", name(lead).text)
            }
            Happening::Fired { .. } | Happening::Bombarded { .. } => {
                format!("{}{}", self.fire_of(event), self.effect_of(event))
            }
            Happening::HoldsInFire(piece) => {
                format!("{} in place, unable to retreat", name(piece).does("stays", "stay"))
            }
            Happening::Retreated { piece, .. } => {
                format!("{} {}", name(piece).text, self.withdrawal(event, false))
            }
            Happening::Pushed { piece, by, stands, .. } => {
                self.pushed_friends(&[self.pushed_friend(*piece, stands, false)], *by)
            }
            Happening::Destroyed { piece, .. } => format!("{} {}", is(piece), self.end_of(event)),
            Happening::TurnEnds { points } => self.score(*points),
            Happening::EndlessCombat => "The combat stops without a result".to_owned(),
            Happening::NightfallDecision { side, holds } => {
                let verb = if *holds { "stays on the field" } else { "withdraws from the field" };
                format!("At nightfall {} {verb}", self.names.side(*side))
            }
            Happening::NoRoomToReturn { side, count } => {
                let side = self.names.side(*side);
                format!("{side} cannot recover {count} more for lack of space near a headquarters")
            }
            Happening::Recovered { piece, stands, status } => {
                let side = self.field.roster.piece(*piece).side;
                self.recovery(side, &[self.recovered_at(*piece, stands, *status)])
            }
            Happening::CutOff { piece, points } => self.out_of_supply(&[*piece], *points),
            Happening::Decided(verdict) => self.decision(verdict, None),
            Happening::Ended(end) => self.outcome(end, None),
        }
    }

    /// The position of a piece.
    fn at(&self, stands: &Stance) -> String {
        self.gazetteer.describe(stands.centre()).at
    }

    /// The destination of a piece.
    pub(super) fn to(&self, stands: &Stance) -> String {
        self.gazetteer.describe(stands.centre()).to
    }

    /// Pieces that rally in succession.
    pub(super) fn rally(&self, pieces: &[PieceIndex]) -> String {
        match self.is_single(pieces) {
            true => format!("{} rallies and is Fresh again", self.names.list(pieces)),
            false => format!("{} rally and are Fresh again", self.names.list(pieces)),
        }
    }

    /// A side's pieces recovered in the night, each with its place.
    pub(super) fn recovery(&self, side: SideIndex, pieces: &[String]) -> String {
        format!("{} recovers {}", self.names.side(side), pieces.join("; "))
    }

    /// A recovered piece with its place, such as `Hays at Ziegler's Grove (Spent)`.
    pub(super) fn recovered_at(
        &self,
        piece: PieceIndex,
        stands: &Stance,
        status: Status,
    ) -> String {
        let spent = if status == Status::Spent { " (Spent)" } else { "" };
        format!("{} {}{spent}", self.names.piece(piece).text, self.at(stands))
    }

    /// One side's pieces that count as destroyed at the end because they are out of supply.
    pub(super) fn out_of_supply(&self, pieces: &[PieceIndex], points: u32) -> String {
        let (is, counts) = if self.is_single(pieces) { ("is", "counts") } else { ("are", "count") };
        let enemy = pieces.first().map(|&piece| self.field.roster.piece(piece).side.enemy());
        let enemy = enemy.map_or("the enemy", |enemy| self.names.side(enemy));
        let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
        let who = self.names.list(pieces);
        format!("{who} {is} out of supply and {counts} as destroyed: {points} for {enemy}")
    }

    /// Whether these pieces take a singular verb.
    fn is_single(&self, pieces: &[PieceIndex]) -> bool {
        matches!(pieces, [one] if !self.names.piece(*one).is_plural)
    }

    /// A combat with the places of the attacked pieces.
    pub(super) fn combat(
        &self,
        places: &[PieceIndex],
        supports: &[PieceIndex],
        at: &[GroundPoint],
    ) -> String {
        let mut sites: Vec<String> = Vec::new();
        for place in at.iter().map(|&at| self.gazetteer.describe(at).at) {
            if !sites.contains(&place) {
                sites.push(place);
            }
        }
        let [attackers, defenders] = self.sides_of(places, supports);
        format!("Combat {}: {attackers} against {defenders}", sites.join(" and "))
    }

    /// The predicate of a sentence about an attack on a piece at this place.
    pub(super) fn assault(&self, event: &Event, at: GroundPoint) -> String {
        let Happening::Attacked { attacker, defender, flank, river, .. } = &event.what else {
            return String::new();
        };
        let attacks = if self.names.piece(*attacker).is_plural { "attack" } else { "attacks" };
        let mut text = format!("{attacks} {}", self.names.piece(*defender).text);
        if *river {
            text += " across the river";
        }
        text += &format!(" {}", self.gazetteer.describe(at).at);
        if *flank {
            text += ", from the flank";
        }
        text
    }

    /// The predicate of a sentence about a move.
    pub(super) fn march(&self, event: &Event) -> String {
        let Happening::Moved { piece, from, stands, length: way, .. } = &event.what else {
            return String::new();
        };
        let verb = match self.names.piece(*piece).is_plural {
            true => self.manners(stands.is_column()),
            false => self.manner(*piece, stands.is_column()),
        };
        format!("{verb} {}", self.way(*from, stands.centre(), length(*way)))
    }

    /// The verb for the move of one piece.
    fn manner(&self, piece: PieceIndex, column: bool) -> &'static str {
        match self.field.roster.piece(piece).role {
            Role::Headquarters { .. } => "moves",
            _ if column => "moves in column",
            _ => "moves",
        }
    }

    /// The verb for the move of several pieces.
    fn manners(&self, column: bool) -> &'static str {
        if column { "move in column" } else { "move" }
    }

    /// A move in words, such as `1,070 m north-west to the Bliss house`.
    pub(super) fn way(&self, from: GroundPoint, to: GroundPoint, length: String) -> String {
        let direction = self.gazetteer.direction(to - from);
        let (left, reached) = (self.gazetteer.describe(from), self.gazetteer.describe(to));
        if left == reached {
            return format!("{length} {direction}, {}", reached.at);
        }
        format!("{length} {direction} {}", reached.to)
    }

    /// The attackers and defenders of a combat, with their Supports. The first place is the
    /// Defender's.
    fn sides_of(&self, places: &[PieceIndex], supports: &[PieceIndex]) -> [String; 2] {
        let side = |piece: PieceIndex| self.field.roster.piece(piece).side;
        let Some(defends) = places.first().map(|&piece| side(piece)) else {
            return Default::default();
        };
        [defends.enemy(), defends].map(|own| {
            let of_side = |pieces: &[PieceIndex]| {
                let own = pieces.iter().copied().filter(|&piece| side(piece) == own);
                own.collect::<Vec<_>>()
            };
            let (leads, behind) = (of_side(places), of_side(supports));
            let leads = self.names.list(&leads);
            if behind.is_empty() {
                return leads;
            }
            format!("{leads} (supported by {})", self.names.list(&behind))
        })
    }
}

/// The verb for an attempt to Alter the turn order.
const fn attempt_verb(alteration: Alteration) -> &'static str {
    match alteration {
        Alteration::Delay => "delay",
        Alteration::Jump => "jump with",
    }
}

const fn idle_text(idleness: IdleReason) -> &'static str {
    match idleness {
        IdleReason::Lost => "no troops are left to move",
        IdleReason::Awaited => "the troops have not entered yet",
        IdleReason::InContact => "all troops are in contact with the enemy and do not move",
        IdleReason::Holds => "the troops do not move",
    }
}
