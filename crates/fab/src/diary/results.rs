//! Losses of each turn, and the end of the battle.

use sandtable_pack::fab::EndRule;

use super::Diarist;
use super::ledger::{Ledger, SideLosses};
use super::names::steps;
use crate::state::Verdict;
use sandtable_pack::fab::SideIndex;

impl Diarist<'_> {
    /// The losses of each side in a turn, and the points at its end.
    pub(super) fn turn(&self, ledger: &Ledger<'_>, points: [i32; 2]) -> String {
        let of = |side: SideIndex| {
            format!("{} loses {}", self.names.side(side), self.losses(ledger.turn_losses(side)))
        };
        let losses = match SideIndex::BOTH.iter().any(|&side| ledger.turn_losses(side).is_some()) {
            true => format!("This turn {}", SideIndex::BOTH.map(of).join("; ")),
            false => "There are no losses this turn".to_owned(),
        };
        format!("{losses}; victory points: {}", self.score(points))
    }

    /// Formats losses as `3 steps, and b2 is eliminated`.
    fn losses(&self, toll: &SideLosses) -> String {
        let units = self.names.units(&toll.units);
        match (toll.steps, toll.units.is_empty()) {
            (0, true) => "nothing".to_owned(),
            (0, false) => units,
            (count, true) => steps(count),
            (count, false) => {
                let are = if toll.units.len() == 1 { "is" } else { "are" };
                format!("{}, and {units} {are} eliminated", steps(count))
            }
        }
    }

    fn score(&self, points: [i32; 2]) -> String {
        let of = |side: SideIndex| format!("{} {}", self.names.side(side), points[side.index()]);
        SideIndex::BOTH.map(of).join(", ")
    }

    /// The winner, the reason, and the points.
    pub(super) fn outcome(&self, verdict: &Verdict) -> String {
        let result = match verdict.winner {
            Some(side) => format!("{} wins the battle", self.names.side(side)),
            None => "the battle is drawn".to_owned(),
        };
        format!(
            "{result}: {}; victory points: {}",
            self.reason(verdict),
            self.score(verdict.points)
        )
    }

    fn reason(&self, verdict: &Verdict) -> String {
        let scene = self.field.battle().scene();
        if verdict.sudden {
            let entry = &scene.turn_track[usize::from(verdict.turn) - 1];
            let ahead = verdict
                .winner
                .and_then(|side| entry.net_vp.get(&self.field.sides()[side.index()]).copied());
            let by =
                ahead.map_or(String::new(), |ahead| format!(", with a lead of at least {ahead}"));
            return format!("sudden death on turn {}{by}", verdict.turn);
        }
        match &scene.victory.end {
            EndRule::HigherVp if verdict.winner.is_none() => {
                "both sides have equal points after the last turn".to_owned()
            }
            EndRule::HigherVp => "it has more points after the last turn".to_owned(),
            EndRule::NetAtLeast { side, vp } => {
                let side = self.names.side(self.field.side(side));
                let had = if verdict.winner.map(|winner| self.names.side(winner)) == Some(side) {
                    "had it"
                } else {
                    "did not have it"
                };
                format!("{side} needed a lead of {vp} points after the last turn and {had}")
            }
        }
    }

    /// The losses of each side, compared with its units in the battle.
    pub(super) fn toll(&self, ledger: &Ledger<'_>) -> String {
        let of = |side: SideIndex| {
            let toll = ledger.battle_losses(side);
            let who = match toll.units.is_empty() {
                true => String::new(),
                false => format!(": {}", self.names.units(&toll.units)),
            };
            let (count, all) = (toll.units.len(), ledger.units_of(side));
            let units = if count == 0 { "none".to_owned() } else { count.to_string() };
            let lost = if toll.steps == 0 { "no steps".to_owned() } else { steps(toll.steps) };
            format!("{} has lost {lost} and {units} of {all} units{who}", self.names.side(side))
        };
        SideIndex::BOTH.map(of).join("; ")
    }
}
