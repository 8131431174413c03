//! The measured strength of planner, the strongest bot, in games against the other bots with sides
//! swapped. `docs/PERFORMANCE.md` lists the same games; a test compares both.

use crate::interval::wilson;

/// The games of planner against another bot.
struct Measurement {
    against: &'static str,
    won: u64,
    games: u64,
}

const fn measurement(against: &'static str, won: u64, games: u64) -> Measurement {
    Measurement { against, won, games }
}

/// Gettysburg in its current edition: seeds 1 to 200 and, except against random, 10001 to 10200.
const PUB_BATTLES: [Measurement; 5] = [
    measurement("random", 400, 400),
    measurement("cautious", 314, 400),
    measurement("cautious", 332, 400),
    measurement("aggressive", 314, 400),
    measurement("aggressive", 300, 400),
];

/// Sicily and Golan: 300 seeds from 20001.
const AREA_BATTLES: [Measurement; 6] = [
    measurement("random", 549, 600),
    measurement("random", 600, 600),
    measurement("cautious", 437, 600),
    measurement("cautious", 482, 600),
    measurement("aggressive", 535, 600),
    measurement("aggressive", 463, 600),
];

/// Returns planner's win rates in a sentence.
pub(crate) fn strength(of_areas: bool) -> String {
    let (battles, where_measured) = if of_areas {
        (AREA_BATTLES.as_slice(), "on Sicily and Golan")
    } else {
        (PUB_BATTLES.as_slice(), "on Gettysburg")
    };
    let rates = ["random", "cautious", "aggressive"].map(|bot| {
        let own = || battles.iter().filter(|one| one.against == bot);
        let (won, games) = (own().map(|one| one.won).sum(), own().map(|one| one.games).sum());
        let [low, high] = wilson(won, games).map(|bound| bound * 100.0);
        format!(
            "{:.0} % (95 % CI {low:.0}-{high:.0} %) of {games} games against {bot}",
            won as f64 * 100.0 / games as f64
        )
    });
    format!(
        "In measurements {where_measured} with sides swapped, planner won {}, {} and {}. Its strength against people has not been measured.",
        rates[0], rates[1], rates[2]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table rows of the document, as cells.
    fn rows() -> Vec<Vec<&'static str>> {
        let text = include_str!("../../../../docs/PERFORMANCE.md");
        let rows = text.lines().filter(|line| line.starts_with("| "));
        rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    #[test]
    fn measurements_match_the_document() {
        let (rows, number) = (rows(), |cell: &str| cell.parse::<u64>().ok());
        for Measurement { against, won, games } in &PUB_BATTLES {
            let is_it = |row: &Vec<&str>| {
                row.len() == 7
                    && row[0] == *against
                    && number(row[2]) == Some(*games)
                    && number(row[3]) == Some(*won)
            };
            assert!(rows.iter().any(is_it), "{against} {won}");
        }
        for pair in AREA_BATTLES.chunks(2) {
            let cells = |row: &Vec<&str>| {
                row.len() == 3
                    && row[0] == pair[0].against
                    && row[1..].iter().zip(pair).all(|(cell, one)| {
                        cell.starts_with(&format!("{} of {} ", one.won, one.games))
                    })
            };
            assert!(rows.iter().any(cells), "{}", pair[0].against);
        }
    }

    #[test]
    fn strength_lists_games_and_intervals() {
        let sentence = strength(false);
        assert!(
            sentence.contains(
                "planner won 100 % (95 % CI 99-100 %) of 400 games against random, 81 % (95 % CI 78-83 %) of 800"
            ),
            "{sentence}"
        );
        assert!(strength(true).contains("of 1200 games against cautious"), "{}", strength(true));
    }
}
