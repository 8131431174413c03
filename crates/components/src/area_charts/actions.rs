//! What Special Actions, staffs and engineers do (FAB-8, FAB-4.3).

use sandtable_house_style::words::{Words, area_charts as words};

use super::Desk;
use crate::charts::{Chart, ChartLine};

/// Each use: who, what, when, and its rule.
const USES: [(Words, Words, &str); 15] = [
    (words::ACTION, words::MOVE_ON, "8.21"),
    (words::ACTION, words::FIGHT_ON, "8.22"),
    (words::ACTION, words::REINFORCE, "8.23"),
    (words::ACTION, words::RETREAT_FIRST, "8.24"),
    (words::ACTION, words::REORGANISE, "8.25"),
    (words::ACTION, words::REPLACE, "8.26"),
    (words::ACTION, words::REDIRECT, "8.27"),
    (words::STAFF, words::FOUND, "8.31"),
    (words::STAFF, words::INTELLIGENCE, "8.32"),
    (words::STAFF, words::AT_HAND, "8.33"),
    (words::ENGINEERS, words::BLOW_BRIDGES, "4.31"),
    (words::ENGINEERS, words::REPAIR_BRIDGE, "4.32"),
    (words::ENGINEERS, words::DIG, "4.33"),
    (words::ENGINEERS, words::BLOCK, "4.34"),
    (words::ENGINEERS, words::HOLD_BLOCK, "4.35"),
];

impl Desk<'_> {
    /// What Special Actions, staffs and engineers can be used for.
    pub(crate) fn actions(&self) -> Chart {
        let columns = vec![
            self.column(words::BY, 26.0),
            self.column(words::WHAT, 96.0),
            self.middle(words::RULE, 14.0),
        ];
        let line = |(by, what, rule): &(Words, Words, &str)| {
            let cells = [self.say(*by), self.say(*what), (*rule).to_owned()];
            ChartLine::new(format!("action {rule}"), cells)
        };
        let lines = USES.iter().map(line).collect();
        let chart = self.chart("actions", words::ACTIONS, columns, lines);
        Chart { notes: vec![self.say(words::ACTIONS_NOTE), self.say(words::EVENTS_NOTE)], ..chart }
    }
}
