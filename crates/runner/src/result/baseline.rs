//! Significant changes since an earlier run.

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use serde::Deserialize;

use crate::interval::wilson;
use crate::result::RunResult;
use crate::run::part::MAX_GAMES;

/// The 95 % point of the standard normal distribution, two-sided.
const Z: f64 = 1.959_963_984_540_054;

/// The compared parts of an earlier result of `--format json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Baseline {
    scenario: String,
    play_digest: Digest,
    completed: u64,
    bots: [String; 2],
    digest: Digest,
    findings: Vec<EarlierFinding>,
    sides: BTreeMap<String, Side>,
    balance: Balance,
}

#[derive(Debug, Deserialize)]
struct EarlierFinding {
    code: String,
    severity: String,
    message: String,
    /// The subjects; results of version 0.1.0 have none.
    #[serde(default)]
    about: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Side {
    wins: u64,
}

#[derive(Debug, Deserialize)]
struct Balance {
    margins: BTreeMap<i64, u64>,
}

impl Baseline {
    /// Reads an earlier result.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let read: Self = serde_json::from_str(text)
            .map_err(|error| format!("not a result of `sandtable run --format json` ({error})"))?;
        let Self { completed, sides, balance, .. } = &read;
        let games = balance.margins.values().try_fold(0_u64, |sum, games| sum.checked_add(*games));
        if games.is_none_or(|games| games > *completed)
            || *completed > MAX_GAMES
            || sides.values().any(|side| side.wins > *completed)
        {
            return Err("corrupt result: its games do not add up".to_owned());
        }
        Ok(read)
    }

    /// Describes the changes in lines. `sides` are ids and names in the order of the scenario.
    pub(crate) fn changes(
        &self,
        now: &RunResult,
        sides: &[(String, String); 2],
    ) -> Result<String, String> {
        if self.scenario != now.scenario {
            return Err(format!(
                "it is of battle `{}`, but this is `{}`",
                self.scenario, now.scenario
            ));
        }
        let mut lines = Vec::new();
        if self.digest == now.digest {
            lines.push("No changes: every game is the same.".to_owned());
            return Ok(lines.join("\n") + "\n");
        }
        if self.play_digest != now.play_digest {
            lines.push("The battle or its rules have changed.".to_owned());
        }
        if self.bots != now.bots {
            lines.push(format!(
                "The bots have changed from {} to {}.",
                self.bots.join(" and "),
                now.bots.join(" and ")
            ));
        }
        for (id, name) in sides {
            let Some(side) = now.sides.get(id) else { continue };
            let then = self.sides.get(id).map_or(0, |side| side.wins);
            lines.push(compare_win_rates(name, [then, self.completed], [side.wins, now.completed]));
        }
        let [(_, first), _] = sides;
        lines.push(compare_margins(first, &self.balance.margins, &now.balance.margins));
        let serious = |severity: &str| severity != "note";
        let old: Vec<&str> = self
            .findings
            .iter()
            .filter(|one| serious(&one.severity))
            .map(|one| one.message.as_str())
            .collect();
        // Messages contain the number of games, so findings are compared by code and subjects.
        let then: Vec<_> = self.findings.iter().map(|one| (&one.code, &one.about)).collect();
        let today: Vec<_> = now.findings.iter().map(|one| (&one.code, &one.about)).collect();
        for (finding, key) in now.findings.iter().zip(&today) {
            if serious(finding.severity) && !then.contains(key) {
                lines.push(format!("New:  {} {}", finding.code, finding.message));
            }
        }
        for (finding, key) in self.findings.iter().zip(&then) {
            if old.contains(&finding.message.as_str()) && !today.contains(key) {
                lines.push(format!("Gone: {} {}", finding.code, finding.message));
            }
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// Compares a side's win rates. The confidence interval of the difference is method 10 of Newcombe,
/// "Interval estimation for the difference between independent proportions", Statistics in Medicine
/// 17 (1998).
fn compare_win_rates(side: &str, then: [u64; 2], now: [u64; 2]) -> String {
    let rate = |[wins, games]: [u64; 2]| if games == 0 { 0.0 } else { wins as f64 / games as f64 };
    let (before, after) = (rate(then), rate(now));
    let [low_before, high_before] = wilson(then[0], then[1]);
    let [low_after, high_after] = wilson(now[0], now[1]);
    let difference = after - before;
    let low = difference - hypotenuse(after - low_after, high_before - before);
    let high = difference + hypotenuse(high_after - after, before - low_before);
    let verdict = if low > 0.0 || high < 0.0 { "significant" } else { "not significant" };
    format!(
        "{side} wins {:.1} % (before {:.1} %): difference {:+.1} points, 95 % CI {:+.0} to {:+.0}: {verdict}.",
        after * 100.0,
        before * 100.0,
        difference * 100.0,
        low * 100.0,
        high * 100.0
    )
}

/// Compares the mean margins of the first side, with Welch's interval of the difference for large
/// samples.
fn compare_margins(side: &str, then: &BTreeMap<i64, u64>, now: &BTreeMap<i64, u64>) -> String {
    let ([before, error_before], [after, error_after]) = (mean(then), mean(now));
    let difference = after - before;
    let half = Z * hypotenuse(error_before, error_after);
    let verdict = if difference.abs() > half { "significant" } else { "not significant" };
    let ahead = |margin: f64| match margin {
        ..0.0 => format!("{:.1} points behind", -margin),
        _ => format!("{margin:.1} points ahead"),
    };
    format!(
        "{side} ends {} (before {}): difference {difference:+.1} ±{half:.1} points (95 % CI): {verdict}.",
        ahead(after),
        ahead(before)
    )
}

/// Returns the root of the sum of two squares.
fn hypotenuse(one: f64, other: f64) -> f64 {
    (one * one + other * other).sqrt()
}

/// Returns the mean and its standard error.
fn mean(margins: &BTreeMap<i64, u64>) -> [f64; 2] {
    let games: u64 = margins.values().sum();
    if games < 2 {
        return [margins.keys().next().map_or(0.0, |margin| *margin as f64), f64::INFINITY];
    }
    let count = games as f64;
    let sum: f64 = margins.iter().map(|(margin, games)| *margin as f64 * *games as f64).sum();
    let mean = sum / count;
    let square = |margin: i64| (margin as f64 - mean) * (margin as f64 - mean);
    let squares: f64 = margins.iter().map(|(margin, games)| square(*margin) * *games as f64).sum();
    [mean, (squares / (count - 1.0) / count).sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe's example (a): 56 of 70 against 48 of 80 is +0.0524 to +0.3339 by method 10.
    #[test]
    fn difference_matches_published_example() {
        let line = compare_win_rates("blue", [48, 80], [56, 70]);
        assert!(line.contains("+20.0 points, 95 % CI +5 to +33: significant"), "{line}");
        assert!(compare_win_rates("blue", [10, 20], [11, 20]).ends_with(": not significant."));
    }

    #[test]
    fn mean_has_standard_error() {
        let [mean, error] = mean(&[(1, 2), (3, 2)].into());
        assert!((mean - 2.0).abs() < 1e-12);
        // The variance is 4/3 of 4 games.
        assert!((error - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
