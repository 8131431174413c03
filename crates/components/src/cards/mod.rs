//! Player aids for use with map and blocks: measuring sticks, charts, a turn track, orders of
//! battle and reserve cards.
//!
//! Every number on them comes from the pack; every fixed phrase comes from [`words`], in all
//! languages.

pub(crate) mod booklet;
pub(crate) mod flow;
pub(crate) mod gauges;
pub(crate) mod order_of_battle;
pub(crate) mod panel;
pub(crate) mod phrases;
pub(crate) mod reserve_card;
pub(crate) mod small_blocks;
mod sticks;
#[cfg(test)]
pub mod tests;
pub(crate) mod turn_track;

use sandtable_pack::{NightTurn, Pack};

pub(crate) use crate::cards::order_of_battle::order_of_battle;
pub(crate) use crate::cards::reserve_card::reserve_cards;
pub(crate) use crate::cards::sticks::sticks;
pub(crate) use crate::cards::turn_track::turn_track;
pub(crate) use crate::charts::{
    all as charts_of_battle, cards as charts, changes as changes_of_charts,
};
use crate::paper::Size;
use crate::stickers::ComponentSettings;

/// Whether the battle lasts beyond one day and the nights are played (PB-4.4).
pub fn has_night(pack: &Pack) -> bool {
    let calendar = &pack.scenario().calendar;
    pack.ruleset().rulings.night == NightTurn::Played && (calendar.days > 1 || calendar.open_ended)
}

/// The maximum card size, in millimetres: cards fit on A4 and Letter with headings and rulers
/// around them.
const LARGEST: (f64, f64) = (184.0, 234.0);

/// The maximum width and height of cards, in millimetres.
pub(crate) fn largest(making: &ComponentSettings) -> (f64, f64) {
    let (width, height): Size = making.room;
    (LARGEST.0.min(width.millimetres()), LARGEST.1.min(height.millimetres()))
}
