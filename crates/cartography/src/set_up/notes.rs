//! Text beside the blocks of a set-up: the pieces in reserve, and the reinforcements.

use sandtable_house_style::battlefield::side_ink;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Arrival, Language, Pack};
use sandtable_sheet::{Face, Lettering, TextRun, shape};

use super::Artist;
use super::arrivals::arrivals;
use super::positions::{CoveredPaper, SetUpSides};
use crate::frame::MapFrame;
use crate::style::Style;

/// Returns the text beside the blocks: the pieces in reserve at their headquarters, and the
/// reinforcements at their entries.
pub(crate) fn notes(
    pack: &Pack,
    frame: &MapFrame,
    shown: &SetUpSides,
    style: &Style,
    language: Language,
    blocks: &[CoveredPaper],
) -> Vec<TextRun> {
    let mut blocks = blocks.to_vec();
    let mut notes = Vec::new();
    for side in pack.scenario().sides.iter().filter(|side| shown.shows(&side.id)) {
        let artist = Artist { pack, side, frame, style, language, colour: side_ink(pack, side) };
        for note in artist.reserves(&blocks) {
            blocks.extend(CoveredPaper::of_text(&note));
            notes.push(note);
        }
    }
    notes.extend(arrivals(pack, frame, shown, style, language, &blocks));
    notes
}

impl Artist<'_> {
    /// Returns the pieces in reserve with each headquarters, next to it where no block is (PB-9.3).
    fn reserves(&self, blocks: &[CoveredPaper]) -> Vec<TextRun> {
        let mut notes = Vec::new();
        let depth = self.frame.length(self.pack.scenario().footprints.headquarters.depth);
        for hq in self.side.headquarters() {
            let (Arrival::Line(pose) | Arrival::Column(pose)) = hq.start else { continue };
            let hidden = self.side.blocks_in_reserve(&hq.id);
            if hidden.is_empty() {
                continue;
            }
            let names: Vec<&str> = hidden
                .iter()
                .map(|id| match self.pack.labels().pieces.get(*id) {
                    Some(label) => label.name.as_str(),
                    None => translate(words::BAGGAGE, self.language),
                })
                .collect();
            let text =
                format!("{}: {}", translate(words::IN_RESERVE, self.language), names.join(", "));
            let text = shape(&text, Lettering::new(Face::Italic, 7.5));
            let middle = self.frame.place(pose.centre);
            let beside = text.width() / 2.0 + depth / 2.0 + 2.0;
            let offsets = [
                (0.0, depth / 2.0 + 5.0),
                (0.0, -depth / 2.0 - 2.5),
                (beside, 1.0),
                (-beside, 1.0),
                (0.0, depth / 2.0 + 9.0),
                (0.0, -depth / 2.0 - 6.5),
            ];
            let place = |(across, down): (f64, f64)| {
                let run = text.centred(middle.translate(across, down), self.colour);
                run.with_halo(0.5, |_| self.style.sheet.paper)
            };
            let is_free = |run: &TextRun| {
                let bounds = run.bounds();
                bounds.is_none_or(|text| !blocks.iter().any(|block| block.is_under(&text)))
            };
            let free = offsets.into_iter().map(place).find(is_free);
            notes.push(free.unwrap_or_else(|| place(offsets[0])));
        }
        notes
    }
}
