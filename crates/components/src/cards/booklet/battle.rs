//! The booklet of a Pub Battles battle.

use sandtable_house_style::battlefield::{BLACK, Livery};
use sandtable_house_style::figures::{date, format_time, metres};
use sandtable_house_style::words::{self, Words};
use sandtable_pack::{Calendar, Pack, Side, SideId, Subject as RuleSubject};
use sandtable_sheet::Sheet;
use sandtable_shop::Stock;

use super::{BookletLayout, DrawMap};
use crate::cards::flow::Row;
use crate::cards::order_of_battle::{CardWriter, key};
use crate::charts::victory;
use crate::stickers::ComponentSettings;

/// The pages of the booklet, with numbered names and the set-up of both sides or of one.
pub fn booklet(
    pack: &Pack,
    name: &str,
    only: Option<&SideId>,
    stock: &Stock,
    set_up_map: DrawMap<'_>,
    making: &ComponentSettings,
) -> Vec<Sheet> {
    let layout = BookletLayout::new(pack.into(), stock, making.language);
    let author = BookletWriter { pack, only, set_up_map, making, layout };
    author.layout.pages(name, &author.rows())
}

/// Writes the booklet.
struct BookletWriter<'a> {
    pack: &'a Pack,
    only: Option<&'a SideId>,
    set_up_map: DrawMap<'a>,
    making: &'a ComponentSettings,
    layout: BookletLayout<'a>,
}

impl BookletWriter<'_> {
    fn rows(&self) -> Vec<Row> {
        let pack = self.pack;
        let (labels, layout) = (pack.labels(), &self.layout);
        let language = self.making.language;
        let mut rows = Vec::new();
        rows.extend(layout.section(words::cards::SITUATION, labels.notes.as_ref()));
        rows.push(layout.map(self.set_up_map, words::cards::MAP_CAPTION));
        rows.push(Row::gap(3.0));
        rows.push(layout.heading(words::cards::HOW_TO_BEGIN));
        rows.extend(self.start_rows());
        rows.push(Row::gap(3.0));
        let of_order = |side: &&Side| self.only.is_none_or(|only| *only == side.id);
        let sides: Vec<&Side> = pack.scenario().sides.iter().filter(of_order).collect();
        for &side in &sides {
            let livery = Livery::from_side(pack, side);
            let (making, room) = (self.making, layout.room);
            let clerk = CardWriter { pack, side, making, room, livery };
            let title = labels.sides.get(&side.id).map_or("", |label| label.title.get(language));
            rows.push(layout.banner(title, livery));
            rows.extend(clerk.forces());
            rows.extend(clerk.schedule());
            rows.extend(clerk.supply());
            rows.push(Row::gap(3.0));
        }
        // One key for both sides.
        rows.extend(key(pack, &sides, BLACK, self.making, layout.room));
        rows.push(Row::gap(3.0));
        rows.extend(self.special_rules());
        rows.push(layout.heading(words::VICTORY));
        let chart = victory::chart(pack, language);
        for line in &chart.lines {
            if let [what, when, points] = &line.cells[..] {
                rows.extend(layout.lead(&format!("{what} ({points})."), when));
                rows.push(Row::gap(0.8));
            }
        }
        for note in &chart.notes {
            rows.extend(layout.text(note));
            rows.push(Row::gap(0.8));
        }
        rows.push(Row::gap(3.0));
        rows.extend(layout.section(words::cards::HISTORY, labels.history.as_ref()));
        rows.extend(layout.errata(labels.errata.as_ref()));
        rows.extend(layout.credits(&labels.credits));
        rows
    }

    /// First and last turn, the side that chooses the order of combats, and the weather.
    fn start_rows(&self) -> Vec<Row> {
        let language = self.layout.language;
        let (scenario, labels) = (self.pack.scenario(), self.pack.labels());
        let calendar = &scenario.calendar;
        let mut rows = Vec::new();
        let mut add = |words: Words, text: String| {
            rows.extend(self.layout.lead(
                &format!("{}{}", self.layout.word(words), self.layout.word(words::COLON)),
                &text,
            ));
            rows.push(Row::gap(0.8));
        };
        let at = |day: u8, turn: u8| {
            let date = date(&calendar.date, day.saturating_sub(1), language);
            let turn_words = self.layout.word(words::TURN);
            let hours =
                [turn, turn.saturating_add(1)].map(|turn| start_time(calendar, turn, language));
            format!("{date}, {turn_words} {turn} ({})", hours.join("\u{a0}–\u{a0}"))
        };
        add(words::cards::FIRST, at(1, calendar.first_turn));
        add(
            words::cards::LAST,
            match calendar.open_ended {
                true => self.layout.word(words::cards::OPEN_ENDED).to_owned(),
                false => at(calendar.days, calendar.last_turn),
            },
        );
        let chooser = labels.sides.get(&scenario.combat_order);
        let chooser = chooser.map_or("", |label| label.title.get(language));
        add(words::cards::COMBAT_ORDER, chooser.to_owned());
        for (index, weather) in scenario.weather.iter().enumerate() {
            let title = labels.weather.get(index).map_or("", |title| title.get(language));
            let range = weather
                .visibility
                .map_or(String::new(), |range| format!(" ({})", metres(range, language)));
            let from = at(weather.from.day, weather.from.turn);
            add(words::cards::WEATHER, format!("{title}{range}, {from}"));
        }
        rows
    }

    /// The special rules that concern the shown sides.
    fn special_rules(&self) -> Vec<Row> {
        let (scenario, labels) = (self.pack.scenario(), self.pack.labels());
        let language = self.layout.language;
        let concerns = |who: &[RuleSubject]| match self.only {
            None => true,
            Some(only) => {
                let side = scenario.sides.iter().find(|side| side.id == *only);
                who.is_empty() || who.iter().any(|subject| belongs_to(side, subject))
            }
        };
        let rules = scenario.special_rules.iter().filter(|rule| concerns(&rule.who));
        let texts = rules.filter_map(|rule| labels.special_rules.get(&rule.id));
        self.layout.rules(texts.map(|text| text.get(language)))
    }
}

/// Whether the subject of a rule belongs to a side.
fn belongs_to(side: Option<&Side>, subject: &RuleSubject) -> bool {
    side.is_some_and(|side| match subject {
        RuleSubject::Side(id) => *id == side.id,
        RuleSubject::Command(id) => side.headquarters().any(|hq| hq.id == *id),
        RuleSubject::Piece(id) => {
            side.pieces().any(|piece| piece.id == *id) || side.trains().any(|t| t.id == *id)
        }
    })
}

/// The start time of a turn.
fn start_time(calendar: &Calendar, turn: u8, language: sandtable_pack::Language) -> String {
    let minutes = u32::from(calendar.dawn_minutes) + 90 * u32::from(turn.saturating_sub(1));
    format_time(minutes, language)
}
