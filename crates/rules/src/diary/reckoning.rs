//! Who fights, what each turn cost, and how the battle ended.

use std::collections::BTreeSet;

use super::Diarist;
use crate::roster::{PieceIndex, SideIndex};
use crate::victory::{BattleEnd, Verdict};

impl Diarist<'_> {
    /// Both sides with their commands and the troops of each, a line for each command.
    pub(super) fn order_of_battle(&self) -> String {
        SideIndex::BOTH.map(|side| self.order_of(side)).concat()
    }

    fn order_of(&self, side: SideIndex) -> String {
        let roster = &self.field.roster;
        let commander = roster.commanders[side.index()];
        let under = commander.map_or(String::new(), |commander| {
            format!(", under {}", self.names.piece(commander).text)
        });
        let mut text = format!("\n{}{under}\n", super::capital(self.names.side(side)));
        let beside = |pool: bool| -> Vec<PieceIndex> {
            let is_there = |&piece: &PieceIndex| {
                let card = roster.piece(piece);
                let is_beside = card.side == side && card.command.is_none() && card.pool == pool;
                is_beside && roster.arm(piece).is_some()
            };
            roster.piece_indices().filter(is_there).collect()
        };
        for (where_to, pieces) in
            [("with the army", beside(false)), ("for any command", beside(true))]
        {
            if !pieces.is_empty() {
                text += &format!("    {where_to}: {}\n", self.names.list(&pieces));
            }
        }
        for card in roster.commands.iter().filter(|card| card.side == side) {
            let leader = &self.names.piece(card.headquarters).text;
            let troops = match card.pieces.as_slice() {
                [] => "no troops".to_owned(),
                pieces => self.names.list(pieces),
            };
            text += &format!("    {leader}, {}: {troops}\n", card.name);
        }
        text
    }

    /// What a turn cost each side.
    pub(super) fn losses(&self, lost: &[PieceIndex]) -> String {
        let of = |side: SideIndex| {
            let is_own = |piece: PieceIndex| self.field.roster.piece(piece).side == side;
            let own: Vec<PieceIndex> =
                lost.iter().copied().filter(|&piece| is_own(piece)).collect();
            let who = if own.is_empty() { "nobody".to_owned() } else { self.names.list(&own) };
            format!("{} loses {who}", self.names.side(side))
        };
        SideIndex::BOTH.map(of).join("; ")
    }

    /// Points of both sides.
    pub(super) fn score(&self, points: [u32; 2]) -> String {
        let of = |side: SideIndex| format!("{} {}", self.names.side(side), points[side.index()]);
        format!("points so far: {}", SideIndex::BOTH.map(of).join(", "))
    }

    /// Who won and why, and the points. What they hold beyond those for destroyed enemies, if that
    /// is known, is for enemies cut off from supply (PB-31.4).
    pub(super) fn outcome(&self, end: &BattleEnd, destroyed: Option<[u32; 2]>) -> String {
        let result = match end.winner {
            Some(side) => format!("{} wins the battle", self.names.side(side)),
            None => "the battle is drawn".to_owned(),
        };
        let of = |side: SideIndex| {
            let total = end.totals()[side.index()];
            let (raw, times) = (end.raw[side.index()], end.multipliers[side.index()]);
            let mut how = if times == 1 { String::new() } else { format!("{raw} × {times}") };
            let known = destroyed.map_or(raw, |points| points[side.index()]);
            let cut_off = raw.saturating_sub(known);
            if cut_off > 0 {
                let comma = if how.is_empty() { "" } else { ", " };
                how += &format!("{comma}{cut_off} of {raw} for enemies cut off from supply");
            }
            let how = if how.is_empty() { how } else { format!(" ({how})") };
            format!("{} {total}{how}", self.names.side(side))
        };
        let points = SideIndex::BOTH.map(of).join(", ");
        let pyrrhic = if end.pyrrhic() { "; a victory that cost more than it gained" } else { "" };
        format!("{result}: {}; points: {points}{pyrrhic}", end.kind.reason())
    }

    /// Who has won and why, while the game goes on (PB-33.1).
    pub(super) fn decision(&self, verdict: &Verdict) -> String {
        let result = match verdict.winner {
            Some(side) => format!("{} has won the battle", self.names.side(side)),
            None => "neither side has won the battle".to_owned(),
        };
        let reason = verdict.kind.reason();
        format!("{result}: {reason}; it goes on until one side has left the field")
    }

    /// How much each side has lost of those that it had on the field.
    pub(super) fn toll(&self, lost: &[PieceIndex], entered: &BTreeSet<PieceIndex>) -> String {
        let roster = &self.field.roster;
        let of = |side: SideIndex| {
            let fights =
                |piece: PieceIndex| roster.piece(piece).side == side && roster.arm(piece).is_some();
            let came = |piece: PieceIndex| {
                let card = roster.piece(piece);
                (card.reinforcement.is_none() && !card.pool) || entered.contains(&piece)
            };
            let all = roster.piece_indices().filter(|&piece| fights(piece) && came(piece)).count();
            let own: Vec<PieceIndex> =
                lost.iter().copied().filter(|&piece| fights(piece)).collect();
            let who =
                if own.is_empty() { String::new() } else { format!(": {}", self.names.list(&own)) };
            format!("{} has lost {} of {all} pieces{who}", self.names.side(side), own.len())
        };
        SideIndex::BOTH.map(of).join("; ")
    }
}
