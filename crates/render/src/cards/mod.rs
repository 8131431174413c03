//! What players have at hand beside map and blocks: sticks to measure with, charts, a turn track,
//! orders of battle, reserve cards.
//!
//! Every number on them comes from the pack; every fixed word from [`words`], in all languages.

mod booklet;
mod chart;
mod flow;
mod gauges;
mod order_of_battle;
mod panel;
mod paragraph;
mod reserve_card;
mod sticks;
mod telling;
#[cfg(test)]
mod tests;
mod turn_track;
mod words;

pub(crate) use booklet::booklet;
pub(crate) use chart::{
    Chart, ChartLine, Column, all as charts_of_battle, cards as charts,
    changes as changes_of_charts,
};
pub(crate) use flow::{ASCENT, LEADING, Row, paragraph};
pub(crate) use order_of_battle::{TWO_COLUMNS, order_of_battle};
pub(crate) use panel::{Livery, Panel};
pub(crate) use paragraph::{Span, TextLine, lines};
pub(crate) use reserve_card::reserve_cards;
pub(crate) use sticks::sticks;
pub(crate) use telling::comes_in_parts;
pub(crate) use turn_track::{mark, turn_track};

use sandtable_pack::{NightTurn, Pack};

use crate::paper::Size;
use crate::sticker::Making;

/// Does a battle go on after a day, and is the night between played (PB-4.4)?
fn has_night(pack: &Pack) -> bool {
    let calendar = &pack.scenario().calendar;
    pack.ruleset().rulings.night == NightTurn::Played && (calendar.days > 1 || calendar.open_ended)
}

/// The largest cards, in millimetres: they lie on A4 and on Letter, with what stands around them.
const LARGEST: (f64, f64) = (184.0, 234.0);

/// How wide and how high cards may be, in millimetres.
pub(crate) fn largest(making: &Making) -> (f64, f64) {
    let (width, height): Size = making.room;
    (LARGEST.0.min(width.millimetres()), LARGEST.1.min(height.millimetres()))
}
