//! Names of areas, units, formations and counters in the diary.

use std::collections::BTreeMap;

use sandtable_engine::prose::{is_plural, join_names, with_article};
use sandtable_pack::fab::Labels;
use sandtable_pack::{Language, Text};

use crate::game::action::Piece;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{Battlefield, ChitRole};

/// All names of a battle.
#[derive(Debug)]
pub(super) struct Names {
    areas: Vec<String>,
    borders: Vec<[AreaIndex; 2]>,
    units: Vec<String>,
    formations: Vec<String>,
    chits: Vec<String>,
    sides: [String; 2],
}

impl Names {
    pub fn new(field: &Battlefield, labels: &Labels) -> Self {
        let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
        for label in labels.areas.values() {
            *bearers.entry(english(&label.name)).or_default() += 1;
        }
        let area = |area: AreaIndex| {
            let label = &labels.areas[&field.area(area).id];
            let name = english(&label.name);
            let is_clear = bearers.get(name) == Some(&1);
            if is_clear { sentence_name(name) } else { format!("{name} ({})", label.number) }
        };
        let chit = |chit: ChitIndex| {
            let card = field.chit(chit);
            match card.role {
                ChitRole::Reusable => "a Special Action".to_owned(),
                _ if card.is_special_action() => "a Special Action".to_owned(),
                _ => sentence_name(english(&labels.chits[&card.id])),
            }
        };
        let formation = |formation: FormationIndex| {
            english(&labels.formations[&field.formation(formation).id].name).to_owned()
        };
        Self {
            areas: field.areas().map(area).collect(),
            borders: field.edges().map(|edge| field.edge(edge).areas).collect(),
            units: field
                .units()
                .map(|unit| sentence_name(english(&labels.units[&field.unit(unit).unit.id])))
                .collect(),
            formations: field.formations().map(formation).collect(),
            chits: field.chits().map(chit).collect(),
            sides: field
                .sides()
                .each_ref()
                .map(|id| sentence_name(english(&labels.sides[id].name))),
        }
    }

    pub fn area(&self, area: AreaIndex) -> &str {
        &self.areas[area.index()]
    }

    pub fn unit(&self, unit: UnitIndex) -> &str {
        &self.units[unit.index()]
    }

    pub fn formation(&self, formation: FormationIndex) -> &str {
        &self.formations[formation.index()]
    }

    pub fn chit(&self, chit: ChitIndex) -> &str {
        &self.chits[chit.index()]
    }

    pub fn side(&self, side: SideIndex) -> &str {
        &self.sides[side.index()]
    }

    pub fn piece(&self, piece: Piece) -> &str {
        match piece {
            Piece::Unit(unit) => self.unit(unit),
            Piece::Asset(chit) => self.chit(chit),
        }
    }

    /// The name of a bridge, such as `the bridge between Alpha and Delta`.
    pub fn bridge(&self, edge: EdgeIndex) -> String {
        let [a, b] = self.borders[edge.index()];
        format!("the bridge between {} and {}", self.area(a), self.area(b))
    }

    /// A list of units, such as `A`, `A and B` or `A, B and C`.
    pub fn units(&self, units: &[UnitIndex]) -> String {
        join_names(&units.iter().map(|&unit| self.unit(unit)).collect::<Vec<_>>())
    }

    /// The verb for these units, such as `moves` or `move`.
    pub fn verb_for_units<'b>(
        &self,
        units: &[UnitIndex],
        one: &'b str,
        several: &'b str,
    ) -> &'b str {
        match units {
            [unit] if !is_plural(self.unit(*unit)) => one,
            _ => several,
        }
    }

    /// A list of areas.
    pub fn areas(&self, areas: &[AreaIndex]) -> String {
        join_names(&areas.iter().map(|&area| self.area(area)).collect::<Vec<_>>())
    }

    /// A list of counters.
    pub fn chits(&self, chits: &[ChitIndex]) -> String {
        join_names(&chits.iter().map(|&chit| self.chit(chit)).collect::<Vec<_>>())
    }
}

/// A name as written in a sentence; numbers and codes take no article.
fn sentence_name(name: &str) -> String {
    let last = name.split(' ').next_back().unwrap_or(name);
    let is_code = last.contains(|c: char| c.is_ascii_digit()) || last.len() < 4;
    if is_code { name.to_owned() } else { with_article(name) }
}

/// The verb for this number, such as `moves` or `move`.
pub(super) fn verb<'a>(count: usize, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

/// A number of steps, such as `1 step` or `3 steps`.
pub(super) fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

pub(super) fn english(text: &Text) -> &str {
    text.get(Language::En)
}
