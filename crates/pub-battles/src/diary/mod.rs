//! The staff diary: an account of a battle with the place names of its map. Each turn has a
//! heading; each activation and each combat has a paragraph. Each line cites its rule. Headquarters
//! that troops push aside by a short distance appear only in the event log.

mod calendar;
mod draws;
mod gazetteer;
mod ledger;
mod moves;
mod names;

mod results;
mod retreats;
mod shots;
mod text;
mod together;
mod words;

use sandtable_engine::{GameInfo, prose};
use sandtable_pack::Language;

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::game::event::Event;
use crate::turn::arrivals::entry_id;
use gazetteer::Gazetteer;
use names::Names;
use text::DiaryText;

/// A diary writer for one battle.
#[derive(Debug)]
pub struct Diarist<'a> {
    field: &'a Battlefield,
    gazetteer: Gazetteer<'a>,
    names: Names,
}

impl<'a> Diarist<'a> {
    /// Creates the diarist of a battle.
    pub fn new(field: &'a Battlefield) -> Self {
        Self { field, gazetteer: Gazetteer::new(&field.pack), names: Names::new(&field.roster) }
    }

    /// One event as a line, such as `Turn 5: McLaws attacks Birney in the Peach Orchard (PB-12.1)`.
    /// In a battle of several days, the line includes the day.
    pub fn line(&self, event: &Event) -> String {
        let days = self.field.pack.scenario().calendar.days;
        let when = match event.night {
            true => format!("Night after day {}", event.day),
            false if days > 1 => format!("Day {}, turn {}", event.day, event.turn),
            false => format!("Turn {}", event.turn),
        };
        format!("{when}: {} ({})", self.sentence(event), event.rule)
    }

    /// The whole diary of a game; its heading names the players, if known.
    pub fn diary(&self, played: Option<GameInfo<'_>>, events: &[Event]) -> String {
        let (head, order) = (self.head(played), self.order_of_battle(events));
        format!("{head}{order}{}", DiaryText::new(self, events).finish())
    }

    fn head(&self, played: Option<GameInfo<'_>>) -> String {
        let pack = &self.field.pack;
        let title = pack.labels().title.get(Language::En);
        let (scenario, ruleset) = (&pack.scenario().id, &pack.ruleset().id);
        let sides = SideIndex::BOTH.map(|side| self.names.side(side));
        prose::header(title, scenario, ruleset, &pack.play_digest(), sides, played)
    }

    /// A turn's heading, such as `2 July 1863, turn 4, 12:00 to 13:30`.
    fn heading(&self, event: &Event) -> String {
        let calendar = &self.field.pack.scenario().calendar;
        let date = calendar::date(calendar, event.day);
        if event.night {
            return format!("NIGHT AFTER {}", date.to_uppercase());
        }
        let hours = calendar::hours(calendar, event.turn);
        format!("TURN {}: {date}, {hours}", event.turn)
    }

    /// The printed name of a reinforcement's entry.
    fn entry_title(&self, piece: PieceIndex, entry: u8) -> &str {
        let titles = &self.field.pack.labels().entries;
        let id = entry_id(self.field, piece, entry);
        id.and_then(|id| titles.get(id)).map_or("", |title| title.get(Language::En))
    }

    /// A leader with the command, such as `Longstreet, First Corps`.
    fn leader_of(&self, command: CommandIndex) -> String {
        let card = self.field.roster.command(command);
        format!("{}, {}", self.names.piece(card.headquarters).text, card.name)
    }
}
