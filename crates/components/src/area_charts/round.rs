//! The nine steps of a combat round (FAB-6.2), and the ways to absorb or take hits (FAB-6.4).

use sandtable_house_style::words::{self, Words};

use super::ChartWriter;
use crate::charts::{Chart, ChartLine};

/// Each step: the acting side, its action and the rule.
const STEPS: [(Words, Words, &str); 9] = [
    (words::area_charts::IN_DEFENCE, words::area_charts::MAY_WITHDRAW, "6.21"),
    (words::area_charts::IN_ATTACK, words::area_charts::ASSIGNS, "6.22"),
    (words::area_charts::IN_DEFENCE, words::area_charts::ASSIGNS, "6.23"),
    (words::area_charts::EITHER, words::area_charts::NAMES_POINTS, "6.24"),
    (words::area_charts::IN_ATTACK, words::area_charts::ARTILLERY_FIRES, "6.25"),
    (words::area_charts::IN_DEFENCE, words::area_charts::ARTILLERY_FIRES, "6.26"),
    (words::area_charts::IN_DEFENCE, words::area_charts::DEFENSIVE_FIRE, "6.27"),
    (words::area_charts::IN_ATTACK, words::area_charts::OFFENSIVE_FIRE, "6.28"),
    (words::area_charts::EITHER, words::area_charts::ROUND_ENDS, "6.29"),
];

/// Each use of hits, in order: the side that is hit, the effect and the rule.
const HITS: [(Words, Words, &str); 7] = [
    (words::area_charts::IN_ATTACK, words::area_charts::FIRST_HIT, "6.41a"),
    (words::area_charts::IN_ATTACK, words::area_charts::ABORTS_OR_TAKES, "6.41b"),
    (words::area_charts::IN_DEFENCE, words::area_charts::FIELDWORKS_TAKE_ONE, "6.42a"),
    (words::area_charts::IN_DEFENCE, words::area_charts::DISORDER_TAKES_ONE, "6.42b"),
    (words::area_charts::IN_DEFENCE, words::area_charts::RETREAT_TAKES_ONE, "6.42c"),
    (words::area_charts::IN_DEFENCE, words::area_charts::TAKES_THE_REST, "6.42d"),
    (words::area_charts::EITHER, words::area_charts::ORDER_OF_LOSSES, "6.43"),
];

impl ChartWriter<'_> {
    /// The actions of a combat round, step by step.
    pub(crate) fn round(&self) -> Chart {
        self.table(
            "round",
            words::area_charts::COMBAT_ROUND,
            (words::area_charts::STEP, &STEPS),
            "FAB-6.2",
        )
    }

    /// The effects of hits.
    pub(crate) fn hits(&self) -> Chart {
        let chart = self.table(
            "hits",
            words::area_charts::HITS,
            (words::area_charts::HITS_ON, &HITS),
            "FAB-6.4",
        );
        Chart { notes: vec![self.word(words::area_charts::RESTART_EACH_STEP)], ..chart }
    }

    fn table(
        &self,
        id: &'static str,
        title: Words,
        (first, rows): (Words, &[(Words, Words, &str)]),
        aside: &str,
    ) -> Chart {
        let columns = vec![
            self.column(first, 26.0),
            self.column(words::area_charts::ACTION_HEADING, 94.0),
            self.middle(words::area_charts::RULE, 18.0),
        ];
        let is_numbered = id == "round";
        let line = |(number, (who, done, rule)): (usize, &(Words, Words, &str))| {
            let who = match is_numbered {
                true => format!("{}. {}", number + 1, self.word(*who)),
                false => self.word(*who),
            };
            let cells = [who, self.word(*done), (*rule).to_owned()];
            ChartLine::new(format!("{id} {number}"), cells)
        };
        let lines = rows.iter().enumerate().map(line).collect();
        Chart { aside: aside.to_owned(), ..self.chart(id, title, columns, lines) }
    }
}
