//! Findings about reinforcements and the entries by which they come.

use std::collections::BTreeMap;

use sandtable_source::code;

use super::{Finding, JAMMED_SHARE, LATE_SHARE, LEAST_GAMES, Look};
use crate::census::{CastPiece, ExampleGames, PieceCount, most_of};
use crate::interval::wilson;

/// Arrivals by one entry, over all games.
#[derive(Default)]
pub(crate) struct Arrivals {
    /// Those that came late or never.
    late: u64,
    /// All that should have come.
    all: u64,
    /// The first games with one that came late or never.
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

impl Look<'_> {
    /// Reinforcements that come late or never, and the entries by which most do.
    pub(super) fn arrivals(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut by_entry: BTreeMap<&str, (&str, Arrivals)> = BTreeMap::new();
        for (piece, count) in self.each_piece() {
            let Some(due) = &piece.due else { continue };
            let (late, missed, expected) = (count.late, count.missed, count.expected());
            let (_, arrivals) =
                by_entry.entry(&due.entry).or_insert((&piece.id, Arrivals::default()));
            arrivals.add(count);
            let label = format!("due on {} by {}", due.when, due.entry);
            if expected == 0 && due.turn < self.cast.turns {
                let reached = self.census().reached(due.turn);
                let over = match reached {
                    0 => "all are over before it is due".to_owned(),
                    some => format!("{some} last until it is due, and none longer"),
                };
                found.push(Finding {
                    label,
                    help: "let it come earlier, or leave it out".to_owned(),
                    ..self.finding(
                        code::COMES_LATE,
                        &piece.id,
                        format!("{} comes {}: {over}", piece.name, self.share(0)),
                    )
                });
            } else if expected >= LEAST_GAMES
                && (late + missed) as f64 >= LATE_SHARE * expected as f64
            {
                let few = if late > 0 { count.late_games } else { count.missed_games };
                let hindrance = count.hindrance();
                found.push(Finding {
                    label,
                    help: hindrance.map_or(String::new(), |hindrance| {
                        format!("most often it was {}: {}", hindrance.seen(), hindrance.help())
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
                let seen = most_of(kept_off).map(|hindrance| hindrance.seen());
                found.push(Finding {
                    label: seen.map_or(String::new(), |seen| format!("most often: {seen}")),
                    help: "spread them over more turns or entries".to_owned(),
                    game: games.games().next(),
                    ..self.finding(
                        code::ENTRY_JAMMED,
                        // Entry areas have letters and no ids: there it is said of who comes first.
                        if self.of_areas { first } else { entry },
                        format!(
                            "{late} of {all} arrivals by {name} were late or never came, over {} games ({})",
                            self.games(),
                            games.told(late),
                        ),
                    )
                });
            }
        }
        found
    }

    /// In how many of the games that lasted long enough a piece comes late or never, how sure that is, and where to see it.
    pub(super) fn lateness(&self, piece: &CastPiece, count: &PieceCount) -> String {
        let (late, missed, expected) = (count.late, count.missed, count.expected());
        let of = match expected == self.games() {
            true => format!("{expected} games"),
            false => format!("the {expected} games that lasted long enough"),
        };
        let sure = |games: u64| {
            let [low, high] = wilson(games, expected).map(|bound| bound * 100.0);
            format!("{low:.0} to {high:.0} % at 95 %")
        };
        let never = format!("{}; {}", sure(missed), count.missed_games.told(missed));
        if late == 0 {
            return format!("{} never comes in {missed} of {of} ({never})", piece.name);
        }
        let turns = count.late_turns as f64 / late as f64;
        let seeds = count.late_games.told(late);
        let mut message = format!(
            "{} comes late in {late} of {of} ({}; {turns:.1} turns on average; {seeds})",
            piece.name,
            sure(late)
        );
        if missed > 0 {
            message += &format!(", and never in {missed} ({never})");
        }
        message
    }
}
