//! The order of battle, the cost of each turn, and the result of the battle.

use sandtable_pack::Status;

use super::Diarist;
use super::ledger::{Ledger, LossTotal};
use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::event::{Event, Happening};
use crate::state::victory::{BattleEnd, Verdict, VictoryKind};
use sandtable_engine::prose::capitalise;

impl Diarist<'_> {
    /// Both sides with their commands and troops, one line for each command. Pieces that begin
    /// Spent are marked.
    pub(super) fn order_of_battle(&self, events: &[Event]) -> String {
        let is_spent = |piece: PieceIndex| {
            events.iter().any(|event| {
                matches!(event.what, Happening::SetUp { piece: one, status: Status::Spent, .. } if one == piece)
            })
        };
        let named = |pieces: &[PieceIndex]| {
            let names = pieces.iter().map(|&piece| {
                let spent = if is_spent(piece) { " (Spent)" } else { "" };
                format!("{}{spent}", self.names.piece(piece).text)
            });
            names.collect::<Vec<_>>().join(", ")
        };
        SideIndex::BOTH.map(|side| self.order_of_side(side, &named)).concat()
    }

    fn order_of_side(&self, side: SideIndex, named: &dyn Fn(&[PieceIndex]) -> String) -> String {
        let roster = &self.field.roster;
        let commander = roster.commanders[side.index()];
        let under = commander.map_or(String::new(), |commander| {
            format!(", under {}", self.names.piece(commander).text)
        });
        let mut text = format!("\n{}{under}\n", capitalise(self.names.side(side)));
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
                text += &format!("    {where_to}: {}\n", named(&pieces));
            }
        }
        for card in roster.commands.iter().filter(|card| card.side == side) {
            let leader = &self.names.piece(card.headquarters).text;
            let troops = match card.pieces.as_slice() {
                [] => "no troops".to_owned(),
                pieces => named(pieces),
            };
            text += &format!("    {leader}, {}: {troops}\n", card.name);
        }
        text
    }

    /// The losses of each side in a turn.
    pub(super) fn losses(&self, lost: &[PieceIndex]) -> String {
        let of = |side: SideIndex| {
            let is_own = |piece: PieceIndex| self.field.roster.piece(piece).side == side;
            let own: Vec<PieceIndex> =
                lost.iter().copied().filter(|&piece| is_own(piece)).collect();
            let who = if own.is_empty() { "nothing".to_owned() } else { self.names.list(&own) };
            format!("{} loses {who}", self.names.side(side))
        };
        SideIndex::BOTH.map(of).join("; ")
    }

    /// The points of both sides.
    pub(super) fn score(&self, points: [u32; 2]) -> String {
        let of = |side: SideIndex| format!("{} {}", self.names.side(side), points[side.index()]);
        format!("points so far: {}", SideIndex::BOTH.map(of).join(", "))
    }

    /// The winner, the reason and the points. With a ledger, points beyond those for destroyed
    /// enemies are listed: for enemies out of supply (PB-31.4), for objectives and by special
    /// rules.
    pub(super) fn outcome(&self, end: &BattleEnd, ledger: Option<&Ledger<'_>>) -> String {
        let result = match end.winner {
            Some(side) => format!("{} wins the battle", self.names.side(side)),
            None => "the battle is drawn".to_owned(),
        };
        let of = |side: SideIndex| {
            let total = end.totals()[side.index()];
            let (raw, times) = (end.raw[side.index()], end.multipliers[side.index()]);
            let mut how = Vec::new();
            if times != 1 {
                how.push(format!("{raw} × {times}"));
            }
            if let Some(ledger) = ledger {
                let cut_off = ledger.supply_points(side);
                let own = raw.saturating_sub(ledger.destroyed(side) + cut_off);
                let parts =
                    [(cut_off, "enemies out of supply"), (own, "objectives and special rules")];
                let parts = parts.into_iter().filter(|(points, _)| *points > 0);
                how.extend(parts.map(|(points, why)| match points == raw {
                    true => format!("all for {why}"),
                    false => format!("{points} of {raw} for {why}"),
                }));
            }
            let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join(", ")) };
            format!("{} {total}{how}", self.names.side(side))
        };
        let points = SideIndex::BOTH.map(of).join(", ");
        let pyrrhic = if end.pyrrhic() { "; a Pyrrhic victory" } else { "" };
        format!("{result}: {}; points: {points}{pyrrhic}", self.reason(end.kind, ledger))
    }

    /// The winner and the reason, when the game continues after a victory (PB-33.1).
    pub(super) fn decision(&self, verdict: &Verdict, ledger: Option<&Ledger<'_>>) -> String {
        let result = match verdict.winner {
            Some(side) => format!("{} has won the battle", self.names.side(side)),
            None => "neither side has won the battle".to_owned(),
        };
        let reason = self.reason(verdict.kind, ledger);
        format!("{result}: {reason}; play continues until one side has left the map")
    }

    /// The reason for a victory; for a rout, with its numbers.
    fn reason(&self, kind: VictoryKind, ledger: Option<&Ledger<'_>>) -> String {
        let (VictoryKind::Rout, Some(ledger)) = (kind, ledger) else {
            return kind.reason().to_owned();
        };
        let of = |side: SideIndex| {
            let LossTotal { lost, of } = ledger.infantry(side);
            format!("{} {lost} of {of}", self.names.side(side))
        };
        format!("{} (infantry lost: {})", kind.reason(), SideIndex::BOTH.map(of).join(", "))
    }

    /// Each side's losses, out of all pieces that it had on the map.
    pub(super) fn toll(&self, ledger: &Ledger<'_>) -> String {
        let roster = &self.field.roster;
        let of = |side: SideIndex| {
            let is_own = |piece: &PieceIndex| {
                roster.piece(*piece).side == side && roster.arm(*piece).is_some()
            };
            let own: Vec<PieceIndex> =
                ledger.unrecovered().iter().copied().filter(is_own).collect();
            let who =
                if own.is_empty() { String::new() } else { format!(": {}", self.names.list(&own)) };
            let LossTotal { lost, of } = ledger.pieces(side);
            format!("{} has lost {lost} of {of} pieces{who}", self.names.side(side))
        };
        SideIndex::BOTH.map(of).join("; ")
    }
}
