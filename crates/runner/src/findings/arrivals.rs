//! Findings about reinforcements and their entries.

use std::collections::BTreeMap;

use sandtable_source::{Message, code, message};

use super::{Analysis, Finding, JAMMED_SHARE, LATE_SHARE, MIN_GAMES};
use crate::census::{CastPiece, ExampleGames, PieceCount, most_frequent};
use crate::interval::wilson;

/// Arrivals at one entry, over all games.
#[derive(Default)]
pub(crate) struct Arrivals {
    /// Arrivals that were late or never happened.
    late: u64,
    /// All expected arrivals.
    all: u64,
    /// Examples of games with a late or missed arrival.
    games: ExampleGames,
    kept_off: [u64; 4],
}

impl Arrivals {
    fn add(&mut self, count: &PieceCount) {
        self.late += count.late + count.missed;
        self.all += count.expected();
        self.games.join(&count.late_games);
        self.games.join(&count.missed_games);
        for (sum, turns) in self.kept_off.iter_mut().zip(count.kept_off) {
            *sum += turns;
        }
    }
}

impl Analysis<'_> {
    /// Reports reinforcements that enter late or never, and entries where most reinforcements do.
    pub(super) fn arrivals(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut by_entry: BTreeMap<&str, (&str, Arrivals)> = BTreeMap::new();
        for (piece, count) in self.each_piece() {
            let Some(due) = &piece.due else { continue };
            let (late, missed, expected) = (count.late, count.missed, count.expected());
            let (_, arrivals) =
                by_entry.entry(&due.entry).or_insert((&piece.id, Arrivals::default()));
            arrivals.add(count);
            let label = format!("due on {} at {}", due.when, due.entry);
            if expected == 0 && due.turn < self.cast.turns {
                let reached = self.census().games_reaching(due.turn);
                let over = match reached {
                    0 => "all end before it is due".to_owned(),
                    some => format!("{some} last until it is due, and none longer"),
                };
                found.push(Finding {
                    label,
                    help: "bring it in earlier, or remove it".to_owned(),
                    ..self.finding(
                        code::COMES_LATE,
                        &piece.id,
                        message!("{} enters {}: {over}", piece.name, self.game_proportion(0)),
                    )
                });
            } else if expected >= MIN_GAMES
                && (late + missed) as f64 >= LATE_SHARE * expected as f64
            {
                let few = if late > 0 { count.late_games } else { count.missed_games };
                let hindrance = count.hindrance();
                found.push(Finding {
                    label,
                    help: hindrance.map_or(String::new(), |hindrance| {
                        format!("the usual cause is {}: {}", hindrance.cause(), hindrance.help())
                    }),
                    game: few.games().next(),
                    ..self.finding(code::COMES_LATE, &piece.id, self.lateness(piece, count))
                });
            }
        }
        for (entry, (first, Arrivals { late, all, games, kept_off })) in by_entry {
            if all > 0 && late as f64 >= JAMMED_SHARE * all as f64 {
                let known = self.cast.entries.iter().find(|one| one.id == entry);
                let name = known.map_or(entry, |one| one.name.as_str());
                let cause = most_frequent(kept_off).map(|hindrance| hindrance.cause());
                found.push(Finding {
                    label: cause.map_or(String::new(), |cause| format!("usual cause: {cause}")),
                    help: "spread the arrivals over more turns or entries".to_owned(),
                    game: games.games().next(),
                    ..self.finding(
                        code::ENTRY_JAMMED,
                        // Entry areas have letters but no ids, so the first unit due there is the
                        // subject.
                        if self.of_areas { first } else { entry },
                        message!(
                            "{late} of {all} arrivals at {name} were late or never entered, over {} games ({})",
                            self.games(),
                            games.describe(late),
                        ),
                    )
                });
            }
        }
        found
    }

    /// Reports how often a piece enters late or never in games that last long enough, with
    /// confidence intervals and example seeds.
    pub(super) fn lateness(&self, piece: &CastPiece, count: &PieceCount) -> Message {
        let (late, missed, expected) = (count.late, count.missed, count.expected());
        let of = match expected == self.games() {
            true => format!("{expected} games"),
            false => format!("the {expected} games that lasted long enough"),
        };
        let ci = |games: u64| {
            let [low, high] = wilson(games, expected).map(|bound| bound * 100.0);
            format!("95 % CI {low:.0}-{high:.0} %")
        };
        let never = format!("{}; {}", ci(missed), count.missed_games.describe(missed));
        if late == 0 {
            return message!("{} never enters in {missed} of {of} ({never})", piece.name);
        }
        let turns = count.late_turns as f64 / late as f64;
        let seeds = count.late_games.describe(late);
        let never = match missed {
            0 => String::new(),
            missed => format!(", and never in {missed} ({never})"),
        };
        message!(
            "{} enters late in {late} of {of} ({}; {turns:.1} turns on average; {seeds}){never}",
            piece.name,
            ci(late)
        )
    }
}
