//! Joins similar successive events in one sentence.

use super::text::DiaryText;
use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::event::{Event, Happening};

impl<'a> DiaryText<'a> {
    pub(super) fn write_rallies(&mut self, event: &'a Event) {
        let rallied = |_: &Self, what: &Happening| match what {
            Happening::Rallied { piece, .. } => Some(*piece),
            _ => None,
        };
        let rallies = |what: &Happening| matches!(what, Happening::Rallied { .. });
        let all: Vec<PieceIndex> = self.text_for_each(event, rallies, rallied);
        self.write_details(&self.diarist.rally(&all), &[event.rule]);
    }

    pub(super) fn write_pushes(&mut self, event: &'a Event, by: PieceIndex) {
        let pushed = |text: &Self, what: &Happening| match what {
            Happening::Pushed { piece, stands, .. } => {
                let has_tired = text.ledger.has_tired(*piece);
                Some(text.diarist.pushed_friend(*piece, stands, has_tired))
            }
            _ => None,
        };
        let pushes =
            |what: &Happening| matches!(what, Happening::Pushed { by: other, .. } if *other == by);
        let all = self.text_for_each(event, pushes, pushed);
        self.write_details(&self.diarist.pushed_friends(&all, by), &[event.rule]);
    }

    pub(super) fn write_recoveries(&mut self, event: &'a Event, side: SideIndex) {
        let gathered = |text: &Self, what: &Happening| match what {
            Happening::Recovered { piece, stands, status } => {
                Some(text.diarist.recovered_at(*piece, stands, *status))
            }
            _ => None,
        };
        let diarist = self.diarist;
        let roster = &diarist.field.roster;
        let gathers = |what: &Happening| matches!(what, Happening::Recovered { piece, .. } if roster.piece(*piece).side == side);
        let all = self.text_for_each(event, gathers, gathered);
        self.paragraph(&self.diarist.recovery(side, &all), &[event.rule]);
    }

    pub(super) fn write_cut_off(&mut self, event: &'a Event, side: SideIndex) {
        let cut_off = |_: &Self, what: &Happening| match what {
            Happening::CutOff { piece, points } => Some((*piece, *points)),
            _ => None,
        };
        let diarist = self.diarist;
        let roster = &diarist.field.roster;
        let is_cut_off = |what: &Happening| matches!(what, Happening::CutOff { piece, .. } if roster.piece(*piece).side == side);
        let (all, points): (Vec<PieceIndex>, Vec<u32>) =
            self.text_for_each(event, is_cut_off, cut_off).into_iter().unzip();
        self.paragraph(&self.diarist.out_of_supply(&all, points.iter().sum()), &[event.rule]);
    }

    /// The texts of an event and of the following events that belong to it, each written when it is
    /// recorded. Headquarters that are pushed aside may come between them.
    fn text_for_each<T>(
        &mut self,
        event: &'a Event,
        belongs: impl Fn(&Happening) -> bool,
        describe: impl Fn(&Self, &Happening) -> Option<T>,
    ) -> Vec<T> {
        let mut all: Vec<T> = describe(self, &event.what).into_iter().collect();
        while let Some(next) = self.take_beyond_staffs(&belongs) {
            all.extend(describe(self, &next.what));
        }
        all
    }
}
