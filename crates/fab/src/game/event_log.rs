//! The event log: one line of JSON for each event of a game.

use std::sync::Arc;

use sandtable_pack::fab::{Class, Labels, Order, Quality, Rulings};
use sandtable_pack::{Language, Text};
use serde::Serialize;

use crate::game::Game;
use crate::game::event::Event;
use crate::state::{ChitPlace, State, UnitPlace};
use sandtable_engine::{Diary, EventLog};
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{Battlefield, ChitRole};

#[derive(Serialize)]
struct LogHead<'a> {
    measures: LogMeasures,
    ruleset: &'a str,
    rulings: &'a Rulings,
    /// The sides in the order of play, as in all pairs.
    sides: [&'a str; 2],
    formations: Vec<LogFormation<'a>>,
    areas: Vec<LogArea<'a>>,
    borders: Vec<LogBorder<'a>>,
    units: Vec<LogUnit<'a>>,
    chits: Vec<LogChit<'a>>,
}

/// The units of the numbers in the log.
#[derive(Serialize)]
struct LogMeasures {
    strength: &'static str,
    dice: &'static str,
    numbers: &'static str,
    points: &'static str,
}

const MEASURES: LogMeasures = LogMeasures {
    strength: "steps",
    dice: "ten-sided dice",
    numbers: "the highest die that succeeds; 1 always does, 10 never",
    points: "victory points",
};

#[derive(Serialize)]
struct LogFormation<'a> {
    name: &'a str,
    side: SideIndex,
}

#[derive(Serialize)]
struct LogArea<'a> {
    name: &'a str,
    number: &'a str,
    difficulty: u8,
    points: [i16; 2],
    control: SideIndex,
    supplied: bool,
    fieldworks: Option<SideIndex>,
    roadblock: Option<SideIndex>,
}

#[derive(Serialize)]
struct LogBorder<'a> {
    areas: [AreaIndex; 2],
    border: &'a str,
    connection: &'a str,
    blown: bool,
}

/// A unit's label and starting state.
#[derive(Serialize)]
struct LogUnit<'a> {
    name: &'a str,
    side: SideIndex,
    formation: FormationIndex,
    class: Class,
    quality_by_step: &'a [Quality],
    place: UnitPlace,
    steps: u8,
    order: Order,
    supplied: bool,
    reserve: bool,
}

/// A counter's label and starting place.
#[derive(Serialize)]
struct LogChit<'a> {
    name: &'a str,
    side: SideIndex,
    formation: Option<FormationIndex>,
    kind: &'static str,
    place: ChitPlace,
}

/// The event log of a game as JSON lines. The first line names the rules in force and lists sides,
/// formations, areas, borders, units and chits. Later lines refer to these by their index in the
/// lists.
///
/// The log needs no pack: the first line contains the whole starting position. From the following
/// lines, a reader can track the location of every unit.
pub fn event_log(field: &Arc<Battlefield>, labels: &Labels, events: &[Event]) -> EventLog {
    let state = Game::set_up(Arc::clone(field), Diary::Off).state;
    EventLog::new(&head(field, labels, &state), events)
}

fn head<'a>(field: &'a Battlefield, labels: &'a Labels, state: &State) -> LogHead<'a> {
    let rules = field.rules();
    LogHead {
        measures: MEASURES,
        ruleset: &rules.name,
        rulings: &rules.rulings,
        sides: field.sides().each_ref().map(|id| english(&labels.sides[id].name)),
        formations: field
            .formations()
            .map(|formation| {
                let card = field.formation(formation);
                LogFormation { name: english(&labels.formations[&card.id].name), side: card.side }
            })
            .collect(),
        areas: field.areas().map(|area| log_area(field, labels, state, area)).collect(),
        borders: field.edges().map(|edge| log_border(field, state, edge)).collect(),
        units: field.units().map(|unit| log_unit(field, labels, state, unit)).collect(),
        chits: field.chits().map(|chit| log_chit(field, labels, state, chit)).collect(),
    }
}

fn log_area<'a>(
    field: &'a Battlefield,
    labels: &'a Labels,
    state: &State,
    area: AreaIndex,
) -> LogArea<'a> {
    let (card, now) = (field.area(area), state.area(area));
    let label = &labels.areas[&card.id];
    LogArea {
        name: english(&label.name),
        number: &label.number,
        difficulty: card.difficulty,
        points: card.vp,
        control: now.control,
        supplied: now.supplied != Some(false),
        fieldworks: now.fieldworks,
        roadblock: now.roadblock,
    }
}

fn log_border<'a>(field: &'a Battlefield, state: &State, edge: EdgeIndex) -> LogBorder<'a> {
    let authored = &field.battle().scene().edges[edge.index()];
    LogBorder {
        areas: field.edge(edge).areas,
        border: authored.border.as_str(),
        connection: authored.connection.as_str(),
        blown: state.is_blown(edge),
    }
}

fn log_unit<'a>(
    field: &'a Battlefield,
    labels: &'a Labels,
    state: &State,
    unit: UnitIndex,
) -> LogUnit<'a> {
    let (card, now) = (field.unit(unit), state.unit(unit));
    LogUnit {
        name: english(&labels.units[&card.unit.id]),
        side: card.side,
        formation: card.formation,
        class: card.class,
        quality_by_step: &card.unit.quality_by_step,
        place: now.place,
        steps: now.steps,
        order: now.order,
        supplied: now.supplied,
        reserve: now.reserve,
    }
}

fn log_chit<'a>(
    field: &'a Battlefield,
    labels: &'a Labels,
    state: &State,
    chit: ChitIndex,
) -> LogChit<'a> {
    let card = field.chit(chit);
    LogChit {
        name: english(&labels.chits[&card.id]),
        side: card.side,
        formation: card.formation,
        kind: match card.role {
            ChitRole::Asset(_) => "asset",
            ChitRole::Event(_) => "event",
            ChitRole::Reusable => "special-action",
        },
        place: state.chit(chit),
    }
}

fn english(text: &Text) -> &str {
    text.get(Language::En)
}
