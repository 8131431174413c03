//! Chart of the uses of Special Actions, staffs and engineers (FAB-8, FAB-4.3).

use sandtable_house_style::words::{self, Words};

use super::ChartWriter;
use crate::charts::{Chart, ChartLine};

/// Each use: who or what performs it, its effect and its rule.
const USES: [(Words, Words, &str); 15] = [
    (words::area_charts::ACTION, words::area_charts::MOVE_ON, "8.21"),
    (words::area_charts::ACTION, words::area_charts::FIGHT_ON, "8.22"),
    (words::area_charts::ACTION, words::area_charts::REINFORCE, "8.23"),
    (words::area_charts::ACTION, words::area_charts::RETREAT_FIRST, "8.24"),
    (words::area_charts::ACTION, words::area_charts::REORGANISE, "8.25"),
    (words::area_charts::ACTION, words::area_charts::REPLACE, "8.26"),
    (words::area_charts::ACTION, words::area_charts::REDIRECT, "8.27"),
    (words::area_charts::STAFF, words::area_charts::FOUND, "8.31"),
    (words::area_charts::STAFF, words::area_charts::INTELLIGENCE, "8.32"),
    (words::area_charts::STAFF, words::area_charts::GETS_RESERVE_MARKER, "8.33"),
    (words::area_charts::ENGINEERS, words::area_charts::BLOW_BRIDGES, "4.31"),
    (words::area_charts::ENGINEERS, words::area_charts::REPAIR_BRIDGE, "4.32"),
    (words::area_charts::ENGINEERS, words::area_charts::DIG, "4.33"),
    (words::area_charts::ENGINEERS, words::area_charts::BLOCK, "4.34"),
    (words::area_charts::ENGINEERS, words::area_charts::HOLD_BLOCK, "4.35"),
];

impl ChartWriter<'_> {
    /// The chart of Special Actions, staffs and engineers.
    pub(crate) fn actions(&self) -> Chart {
        let columns = vec![
            self.column(words::area_charts::BY, 26.0),
            self.column(words::area_charts::EFFECT, 96.0),
            self.middle(words::area_charts::RULE, 14.0),
        ];
        let line = |(by, what, rule): &(Words, Words, &str)| {
            let cells = [self.word(*by), self.word(*what), (*rule).to_owned()];
            ChartLine::new(format!("action {rule}"), cells)
        };
        let lines = USES.iter().map(line).collect();
        let chart = self.chart("actions", words::area_charts::ACTIONS, columns, lines);
        Chart {
            notes: vec![
                self.word(words::area_charts::ACTIONS_NOTE),
                self.word(words::area_charts::EVENTS_NOTE),
            ],
            ..chart
        }
    }
}
