//! FAB charts, made from the battle's ruleset: sequence of play, movement, combat, Special Actions,
//! staffs and engineers, supply and victory.

pub(crate) mod actions;
pub(crate) mod combat;
pub(crate) mod limits;
pub(crate) mod movement;
pub(crate) mod round;
pub(crate) mod sequence;
pub(crate) mod victory;

use sandtable_house_style::figures::{capitalise, format_signed};
use sandtable_house_style::words::areas::{class_name, quality_name};
use sandtable_house_style::words::{Words, translate};
use sandtable_pack::fab::{Class, Pack, Quality};

use crate::charts::{Chart, ChartLine, Column};
use crate::stickers::ComponentSettings;

/// All charts of a battle.
pub(crate) fn charts(pack: &Pack, making: &ComponentSettings) -> Vec<Chart> {
    let desk = ChartWriter { pack, language: making.language };
    vec![
        desk.sequence(),
        desk.movement(),
        desk.borders(),
        desk.round(),
        desk.hits(),
        desk.success_numbers(),
        desk.modifiers(),
        desk.assigned(),
        desk.actions(),
        desk.supply(),
        desk.victory(),
    ]
}

/// The chart of victory points.
pub(crate) fn victory_chart(pack: &Pack, language: sandtable_pack::Language) -> Chart {
    ChartWriter { pack, language }.victory()
}

/// Writes the charts of a battle.
struct ChartWriter<'a> {
    pack: &'a Pack,
    language: sandtable_pack::Language,
}

impl ChartWriter<'_> {
    fn word(&self, words: Words) -> String {
        translate(words, self.language).to_owned()
    }

    fn class(&self, class: Class) -> String {
        capitalise(translate(class_name(class), self.language))
    }

    fn quality(&self, quality: Quality) -> String {
        capitalise(translate(quality_name(quality), self.language))
    }

    fn column(&self, words: Words, share: f64) -> Column {
        Column::left(translate(words, self.language), share)
    }

    fn middle(&self, words: Words, share: f64) -> Column {
        Column::centred(translate(words, self.language), share)
    }

    fn chart(
        &self,
        key: &'static str,
        title: Words,
        columns: Vec<Column>,
        lines: Vec<ChartLine>,
    ) -> Chart {
        let (title, notes) = (self.word(title), Vec::new());
        Chart { key, title, aside: String::new(), columns, lines, notes }
    }
}

/// A number with its sign; a dash for zero.
fn change(n: i8) -> String {
    if n == 0 { "–".to_owned() } else { format_signed(n) }
}

/// A mark for yes or no.
fn mark(is: bool) -> String {
    if is { "•" } else { "–" }.to_owned()
}
