//! The sequence of play (FAB-3).

use sandtable_house_style::words::{self, Words};

use super::ChartWriter;
use crate::charts::{Chart, ChartLine};

/// Each phase: its name, action and rule.
const PHASES: [(Words, Words, &str); 10] = [
    (words::area_charts::REINFORCEMENT, words::area_charts::REINFORCEMENT_ACTION, "3.1, 4.1"),
    (words::area_charts::ADMINISTRATION, words::area_charts::ADMINISTRATION_ACTION, "3.21, 4.2"),
    (words::area_charts::OPERATIONAL, words::area_charts::OPERATIONAL_ACTION, "3.22, 5.2"),
    (words::area_charts::STRATEGIC, words::area_charts::STRATEGIC_ACTION, "3.23, 5.4"),
    (words::area_charts::COMBAT, words::area_charts::COMBAT_ACTION, "3.24, 6"),
    (words::area_charts::REACTION, words::area_charts::REACTION_ACTION, "3.25, 7.2"),
    (words::area_charts::BREAKTHROUGH, words::area_charts::BREAKTHROUGH_ACTION, "3.26, 7.3"),
    (
        words::area_charts::BREAKTHROUGH_COMBAT,
        words::area_charts::BREAKTHROUGH_COMBAT_ACTION,
        "3.27, 7.4",
    ),
    (words::area_charts::SUPPLY, words::area_charts::SUPPLY_ACTION, "3.28, 9"),
    (words::VICTORY, words::area_charts::VICTORY_ACTION, "3.4, 3.5"),
];

impl ChartWriter<'_> {
    /// The phases of a turn. Each side in turn plays the phases of its player turn.
    pub(crate) fn sequence(&self) -> Chart {
        let columns = vec![
            self.column(words::area_charts::PHASE, 30.0),
            self.column(words::area_charts::ACTION_HEADING, 90.0),
            self.middle(words::area_charts::RULE, 18.0),
        ];
        let line = |(number, (name, done, rule)): (usize, &(Words, Words, &str))| {
            let cells = [self.word(*name), self.word(*done), (*rule).to_owned()];
            ChartLine::new(format!("sequence {number}"), cells)
        };
        let lines = PHASES.iter().enumerate().map(line).collect();
        let scene = self.pack.battle().scene();
        let first = self.pack.labels().sides.get(&scene.first_player);
        let first = first.map_or("", |banner| banner.name.get(self.language));
        let first = self.word(words::area_charts::FIRST_PLAYER).replace("{side}", first);
        let chart = self.chart("sequence", words::area_charts::SEQUENCE, columns, lines);
        Chart { aside: first, notes: vec![self.word(words::area_charts::PLAYER_TURNS)], ..chart }
    }
}
