//! How often each side wins, on the page.

use std::collections::BTreeMap;

use super::Report;
use super::text::percent;

impl Report<'_> {
    pub(crate) fn balance(&self) -> String {
        let result = self.result;
        let names = [self.side(0), self.side(1)];
        let mut section =
            "<section id=\"balance\">\n<h2>Who wins, when and how</h2>\n<div class=\"charts\">\n"
                .to_owned();
        section += &crate::report::charts::shares(self);
        section += &crate::report::charts::course(self, &names);
        section += &crate::report::charts::margins(self, &names);
        section += &crate::report::charts::ends(self);
        section += "</div>\n";
        let balance = &result.balance;
        section += &format!(
            "<p>The lead changes hands {:.1} times a game. On average {} ends {:.1} points {} {}.</p>\n",
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
                "<p>After the last turn {} wins if it is {lead}, and else {other} (FAB-3.5): the line with dots in the margins above.</p>\n",
                names[side]
            );
        }
        section +=
            "<table class=\"whole\"><caption>How games end</caption><thead><tr><th>Games</th>";
        for name in &names {
            section += &format!("<th>Won by {name}</th>");
        }
        section += "<th>How</th><th>Rule</th></tr></thead><tbody>\n";
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
            section += "<table class=\"whole\"><caption>How the bots fare, whichever side they had</caption><thead><tr><th>Bot</th><th>Wins</th><th>95 %</th></tr></thead><tbody>\n";
            for (bot, fared) in &result.bot_wins {
                let [low, high] = fared.interval;
                section += &format!(
                    "<tr><td>{bot}</td><td>{}</td><td>{} to {}</td></tr>\n",
                    fared.wins,
                    percent(low),
                    percent(high)
                );
            }
            section += "</tbody></table>\n";
        }
        section + "</section>\n"
    }
}
