//! The observation of one game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cast, PieceRole};

/// An optional act whose frequency is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Bombardments (PB-15).
    Bombard,
    /// Rallies (PB-19).
    Rally,
    /// Attempts to Alter the turn order (PB-5.3).
    Alter,
    /// Attacks (PB-10, FAB-6).
    Attack,
    /// Retreats by choice (PB-22.4).
    Retire,
    /// Pieces leaving reserve (PB-9.2).
    LeaveReserve,
    /// Aborted attacks (FAB-6.41).
    Abort,
    /// Exploitations (FAB-6.8).
    Exploit,
    /// Blown bridges (FAB-4.3).
    BlowBridge,
    /// Fieldworks built.
    Entrench,
}

impl Act {
    /// A description of the act.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bombard => "bombardments",
            Self::Rally => "rallies",
            Self::Alter => "attempts to Alter the turn order",
            Self::Attack => "attacks",
            Self::Retire => "retreats by choice",
            Self::LeaveReserve => "pieces leaving reserve",
            Self::Abort => "aborted attacks",
            Self::Exploit => "exploitations",
            Self::BlowBridge => "bridges blown",
            Self::Entrench => "fieldworks built",
        }
    }
}

/// The reason why a due reinforcement does not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hindrance {
    /// Enemies hold the entry.
    Enemy,
    /// Friendly pieces occupy the entry or have used it up.
    NoRoom,
    /// Its player holds it back.
    HeldBack,
    /// Its player sent it to another road.
    OtherRoad,
}

impl Hindrance {
    /// All hindrances, in the order of the counts.
    pub const ALL: [Self; 4] = [Self::Enemy, Self::NoRoom, Self::HeldBack, Self::OtherRoad];

    /// Returns a description that completes "the usual cause is …".
    pub const fn cause(self) -> &'static str {
        match self {
            Self::Enemy => "enemies at the entry",
            Self::NoRoom => "friends in the way",
            Self::HeldBack => "its own player, who held it back",
            Self::OtherRoad => "its own player, who sent it to another road",
        }
    }

    /// Returns a suggestion for the designer.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Enemy => "bring it in earlier, or allow another entry (`or`)",
            Self::NoRoom => "spread the arrivals at this entry over more turns or entries",
            Self::HeldBack => "people may bring it in sooner than these bots",
            Self::OtherRoad => {
                "choosing another road makes it later; check that this is intentional"
            }
        }
    }
}

/// A piece in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceObservation {
    /// Whether it was on the map.
    pub came: bool,
    /// Whether it moved.
    pub moved: bool,
    /// Whether it fired or was fired at.
    pub fought: bool,
    /// Whether its command or supply was checked.
    pub asked: bool,
    /// Whether it was in command or in supply at least once.
    pub in_command: bool,
    /// Whether it was out of supply when the battle began.
    pub cut_off: bool,
    /// Whether it was lost in combat and did not return.
    pub lost: bool,
    /// Whether it was out of supply at the end and counted as destroyed (PB-31.4).
    pub cut_off_at_end: bool,
    /// The turns of delay.
    pub late: u8,
    /// Whether it was due before the end but never entered.
    pub missed: bool,
    /// Turns at the end of which it was due but still waiting, by [`Hindrance`].
    pub kept_off: [u8; 4],
    /// Whether a train was unpacked.
    pub unpacked: bool,
    /// Whether a headquarters tried to Alter the turn order.
    pub altered: bool,
}

/// A command in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandObservation {
    /// Whether it was active.
    pub active: bool,
    /// The number of activations.
    pub activations: u16,
    /// The activations in which it did nothing.
    pub idle: u16,
    /// The sum of chit positions per turn, from 0 (first) to 1,000 (last).
    pub places: u32,
    /// The number of turns in that sum.
    pub drawn: u16,
}

/// The observation of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameObservation {
    /// The number of inputs.
    pub steps: u32,
    /// The winner.
    pub winner: Option<usize>,
    /// The final margin of the first side of the scenario.
    pub margin: i64,
    /// Whether only points decided the game.
    pub on_points: bool,
    /// Points of both sides after each turn.
    pub course: Vec<[i64; 2]>,
    /// The side that would have won after each turn: 1 for the first side, -1 for the other, 0 for
    /// a draw.
    pub leads: Vec<i64>,
    /// Observations in the order of the cast.
    pub pieces: Vec<PieceObservation>,
    /// Observations in the order of the cast.
    pub commands: Vec<CommandObservation>,
    /// The side of each command.
    pub command_sides: Vec<usize>,
    /// Whether a piece entered each terrain feature.
    pub grounds: Vec<bool>,
    /// The number of uses of each crossing.
    pub crossings: Vec<u32>,
    /// Pieces of each side on each spot at the end of turns.
    pub stood: [Vec<u32>; 2],
    /// Combats on each spot.
    pub fought: Vec<u32>,
    /// Combat pieces that each side lost.
    pub lost: [u32; 2],
    /// Surviving combat pieces of each side that were out of supply at the end.
    pub cut_off_at_end: [u32; 2],
    /// The acts of each side.
    pub acts: [BTreeMap<Act, u32>; 2],
    /// Points of each side by rule.
    pub by_rule: BTreeMap<&'static str, [i64; 2]>,
}

impl GameObservation {
    /// Creates an empty observation.
    pub fn new(cast: &Cast) -> Self {
        Self {
            pieces: vec![PieceObservation::default(); cast.pieces.len()],
            commands: vec![CommandObservation::default(); cast.commands.len()],
            command_sides: cast.commands.iter().map(|command| command.side).collect(),
            grounds: vec![false; cast.grounds.len()],
            crossings: vec![0; cast.crossings.len()],
            stood: [vec![0; cast.spots], vec![0; cast.spots]],
            fought: vec![0; cast.spots],
            ..Self::default()
        }
    }

    pub(crate) fn count_act(&mut self, side: usize, act: Act) {
        *self.acts[side].entry(act).or_default() += 1;
    }

    pub(crate) fn count_losses(&mut self, cast: &Cast) {
        for (piece, observation) in cast.pieces.iter().zip(&self.pieces) {
            if piece.role == PieceRole::Combat {
                self.lost[piece.side] += u32::from(observation.lost);
                self.cut_off_at_end[piece.side] += u32::from(observation.cut_off_at_end);
            }
        }
    }

    /// Returns the number of lead changes.
    pub fn lead_changes(&self) -> u32 {
        let leaders: Vec<i64> = self.leads.iter().copied().filter(|lead| *lead != 0).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32
    }

    /// Returns the turn, from 1, after which the lead was final.
    pub fn decisive_turn(&self) -> u16 {
        let Some(last) = self.leads.last() else { return 1 };
        let since = self.leads.iter().rposition(|lead| lead != last);
        since.map_or(1, |turn| turn as u16 + 2)
    }

    /// Returns the rulings whose points change the winner on points.
    pub fn decisive_rulings(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rules = self.by_rule.iter().filter(|(rule, _)| is_ruling(rule));
        rules
            .filter(|(_, points)| {
                let without = self.margin - (points[0] - points[1]);
                self.on_points && without.signum() != self.margin.signum()
            })
            .map(|(rule, _)| *rule)
    }
}

/// Whether this is the id of a ruling (`PB-A43`) or of a choice in the ruleset (`PB-Q6`).
fn is_ruling(rule: &str) -> bool {
    let rest = rule.strip_prefix("PB-").or_else(|| rule.strip_prefix("FAB-"));
    rest.is_some_and(|rest| rest.starts_with(['A', 'Q', 'V']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(leads: &[i64]) -> GameObservation {
        let leads = leads.iter().map(|lead: &i64| lead.signum()).collect();
        GameObservation { leads, ..GameObservation::default() }
    }

    /// PB-31.4: pieces out of supply in the final count are not lost in combat.
    #[test]
    fn losses_exclude_final_supply() {
        let cast = crate::findings::tests::cast();
        let mut game = GameObservation::new(&cast);
        game.pieces[2].lost = true;
        game.pieces[3].cut_off_at_end = true;
        game.pieces[0].cut_off_at_end = true;
        game.count_losses(&cast);
        assert_eq!((game.lost, game.cut_off_at_end), ([1, 0], [1, 0]), "headquarters do not fight");
    }

    #[test]
    fn lead_changes_are_counted() {
        assert_eq!(course(&[0, 0, 0]).lead_changes(), 0);
        assert_eq!(course(&[1, 0, 2]).lead_changes(), 0, "the other side never led");
        assert_eq!(course(&[1, -1, -2, 0, 3]).lead_changes(), 2);
    }

    #[test]
    fn decisive_turn_has_final_lead() {
        assert_eq!(course(&[]).decisive_turn(), 1);
        assert_eq!(course(&[2, 3, 4]).decisive_turn(), 1);
        assert_eq!(course(&[-1, 0, 2, 3]).decisive_turn(), 3);
        assert_eq!(course(&[1, 1, -1]).decisive_turn(), 3);
    }

    #[test]
    fn decisive_rulings_change_the_winner() {
        let mut game = GameObservation { margin: 2, on_points: true, ..GameObservation::default() };
        game.by_rule.insert("PB-A158", [3, 0]);
        game.by_rule.insert("PB-A9", [1, 0]);
        game.by_rule.insert("PB-24.2", [9, 0]);
        assert_eq!(game.decisive_rulings().collect::<Vec<_>>(), ["PB-A158"]);
        game.on_points = false;
        assert_eq!(game.decisive_rulings().count(), 0, "points do not decide a rout");
    }
}
