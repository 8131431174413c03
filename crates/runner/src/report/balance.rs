//! The section of the page about results.

use std::collections::BTreeMap;

use super::Report;
use super::text::percent_range;

impl Report<'_> {
    pub(crate) fn balance(&self) -> String {
        let result = self.result;
        let names = [self.side(0), self.side(1)];
        let mut section =
            "<section id=\"balance\">\n<h2>Results</h2>\n<div class=\"charts\">\n".to_owned();
        section += &crate::report::charts::win_rates(self);
        section += &crate::report::charts::course(self, &names);
        section += &crate::report::charts::margins(self, &names);
        section += &crate::report::charts::ends(self);
        section += "</div>\n";
        let balance = &result.balance;
        section += &format!(
            "<p>The lead changes {:.1} times per game. On average, {} ends {:.1} points {} {}.</p>\n",
            balance.lead_changes,
            names[0],
            balance.mean_margin.abs(),
            if balance.mean_margin < 0.0 { "behind" } else { "ahead of" },
            names[1],
        );
        if let Some((side, points)) = self.target {
            let other = &names[1 - side];
            let lead = match points {
                ..0 => format!("at most {} points behind", -points),
                0 => "not behind".to_owned(),
                1 => "ahead".to_owned(),
                _ => format!("at least {points} points ahead"),
            };
            section += &format!(
                "<p>After the last turn, {} wins if it is {lead}; otherwise {other} wins (FAB-3.5). The dotted line in the chart of margins marks this limit.</p>\n",
                names[side]
            );
        }
        section +=
            "<table class=\"whole\"><caption>How games end</caption><thead><tr><th>Games</th>";
        for name in &names {
            section += &format!("<th>Won by {name}</th>");
        }
        section += "<th>Ending</th><th>Rule</th></tr></thead><tbody>\n";
        let count = |ways: &BTreeMap<String, u64>, kind| ways.get(kind).copied().unwrap_or(0);
        for [kind, reason, rule] in self.endings {
            section += &format!("<tr><td>{}</td>", count(&result.victories, *kind));
            for side in &self.cast.sides {
                let won = result.victories_of.get(&side.id);
                section += &format!("<td>{}</td>", won.map_or(0, |ways| count(ways, *kind)));
            }
            section += &format!("<td>{reason}</td><td>{rule}</td></tr>\n");
        }
        section += "</tbody></table>\n";
        if !result.bot_wins.is_empty() {
            section += "<table class=\"whole\"><caption>Wins by bot, on both sides</caption><thead><tr><th>Bot</th><th>Wins</th><th>95 % CI</th></tr></thead><tbody>\n";
            for (bot, tally) in &result.bot_wins {
                section += &format!(
                    "<tr><td>{bot}</td><td>{}</td><td>{}</td></tr>\n",
                    tally.wins,
                    percent_range(tally.interval)
                );
            }
            section += "</tbody></table>\n";
        }
        section + "</section>\n"
    }
}
