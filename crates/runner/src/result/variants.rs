//! The results of a battle for several values of one of its numbers.

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use serde::Serialize;

use crate::game::battle::Facts;
use crate::result::SideResult;
use crate::run::tally::Tally;

/// Runs of a battle that differ in one number, over the same seeds.
#[derive(Debug, Serialize)]
pub(crate) struct VariedResult {
    pub(crate) scenario: String,
    /// The path of the number.
    pub(crate) path: String,
    /// The current value in the battle.
    pub(crate) now: u8,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) bots: [String; 2],
    pub(crate) values: Vec<Variant>,
}

/// The run with one value.
#[derive(Debug, Serialize)]
pub(crate) struct Variant {
    value: u8,
    /// Whether this is the current value.
    as_is: bool,
    completed: u64,
    digest: Digest,
    sides: BTreeMap<String, SideResult>,
    draws: u64,
}

impl Variant {
    pub(crate) fn new(facts: &Facts, value: u8, as_is: bool, tally: &Tally) -> Self {
        let counts = &tally.counts;
        Self {
            value,
            as_is,
            completed: counts.completed,
            digest: tally.digest(),
            sides: SideResult::for_sides(facts, counts),
            draws: counts.draws,
        }
    }
}

impl VariedResult {
    /// Returns the table.
    pub(crate) fn table(&self, facts: &Facts) -> String {
        let mut text = format!(
            "{}\n{}, {} games per value, seeds from {}\n\n",
            facts.title, self.path, self.games, self.seed
        );
        text += &format!("{:>7}", "value");
        for name in facts.headings(30) {
            text += &format!("  {name:>30}");
        }
        text.push('\n');
        for variant in &self.values {
            let mark = if variant.as_is { "*" } else { " " };
            text += &format!("{:>6}{mark}", variant.value);
            for (id, _) in &facts.sides {
                let tally = &variant.sides[id];
                let [low, high] = tally.interval.map(|bound| bound * 100.0);
                let cell = format!(
                    "{:.0} % ({low:.0}-{high:.0} %), {:.1} pts",
                    tally.win_rate * 100.0,
                    tally.mean_points
                );
                text += &format!("  {cell:>30}");
            }
            text.push('\n');
        }
        if self.values.iter().any(|variant| variant.as_is) {
            text += "\n* current value\n";
        }
        text + "Win rates with 95 % CI and mean points; all values use the same seeds.\n"
    }

    /// Returns one CSV line per value.
    pub(crate) fn csv(&self, facts: &Facts) -> String {
        let mut text = "value,as_is,completed,draws".to_owned();
        for (id, _) in &facts.sides {
            text += &format!(",{id}_wins,{id}_low,{id}_high,{id}_points");
        }
        text.push('\n');
        for variant in &self.values {
            text += &format!(
                "{},{},{},{}",
                variant.value, variant.as_is, variant.completed, variant.draws
            );
            for (id, _) in &facts.sides {
                let tally = &variant.sides[id];
                let [low, high] = tally.interval;
                text += &format!(",{},{low:.4},{high:.4},{:.3}", tally.wins, tally.mean_points);
            }
            text.push('\n');
        }
        text
    }
}
