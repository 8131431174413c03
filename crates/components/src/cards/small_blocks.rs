//! The conversion card of Kriegsspiel (PB-1.6): the small blocks that replace each combat piece.

use sandtable_house_style::battlefield::{CREAM, GOLD};
use sandtable_house_style::figures::format_whole;
use sandtable_house_style::words;
use sandtable_pack::{Piece, PieceId, PieceType, Quality};
use sandtable_sheet::{Face, Ink};

use super::flow::{Row, keep_together};
use super::order_of_battle::{CardWriter, MOST_TOGETHER};
use crate::stickers::kriegsspiel;

impl CardWriter<'_> {
    /// The blocks of Kriegsspiel that replace each combat piece.
    pub(super) fn small_blocks(&self) -> Vec<Row> {
        let labels = self.pack.labels();
        let language = self.making.language;
        let mut rows = self.text(self.word(words::cards::SMALL_BLOCKS_TEXT), Face::Italic);
        let row = |kind: PieceType, id: &PieceId, ground: Ink| {
            let label = labels.pieces.get(id);
            let strength = label.and_then(|label| label.strength);
            let shares = kriegsspiel::shares(kind, strength);
            let numbers = format!("1–{}", shares.len());
            let men =
                shares.chunk_by(|one, other| one.strength == other.strength).filter_map(|same| {
                    let men = format_whole(i64::from(same[0].strength?), language);
                    Some(format!("{} × {men}", same.len()))
                });
            let men = men.collect::<Vec<_>>().join(" + ");
            let parts = if men.is_empty() { numbers } else { format!("{numbers}: {men}") };
            let whole =
                strength.map_or(String::new(), |men| format_whole(i64::from(men), language));
            let name = label.map_or("", |label| &label.name);
            self.block(self.sign(kind, ground), name, "", &whole, &parts)
        };
        let ground = |piece: &Piece| if piece.quality == Quality::Guard { GOLD } else { CREAM };
        let army = self.side.commander.iter().map(|army| (&army.headquarters, &army.pieces));
        let commands = self.side.commands.iter();
        let commands = commands.map(|command| (&command.headquarters, &command.pieces));
        for (hq, pieces) in army.chain(commands) {
            let mut own: Vec<Row> =
                pieces.iter().map(|piece| row(piece.kind, &piece.id, ground(piece))).collect();
            if !own.is_empty() {
                keep_together(&mut own, MOST_TOGETHER);
                rows.push(Row::gap(2.2));
                rows.push(self.command(hq));
                rows.append(&mut own);
            }
        }
        if let Some(pool) = &self.side.detachments {
            rows.push(Row::gap(2.2));
            rows.push(self.heading(words::cards::POOL));
            rows.extend(pool.pieces.iter().map(|id| row(PieceType::Detachment, id, CREAM)));
        }
        rows
    }
}
