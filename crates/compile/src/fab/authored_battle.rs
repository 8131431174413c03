//! A scenario as authored, with lookups for its names.

use std::collections::BTreeSet;

use sandtable_pack::fab as pack;
use sandtable_source::{Diagnostic, Named, Span, Spanned, closest, code, message, with_article};

use sandtable_authored::Id;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{
    Area, AreaName, EntryArea, Formation, KindTitles, Scenario, SupplySource, Terrain, Unit,
    UnitType,
};
use sandtable_map::DrawnArea;

/// An authored scenario with its ruleset, if that could be read. Includes the titles of its border
/// and connection types.
pub(crate) struct AuthoredBattle<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) ruleset: Option<&'w pack::Ruleset>,
    pub(crate) titles: &'w KindTitles,
    /// The water on the map, which is not an area.
    pub(crate) water: &'w [DrawnArea],
}

/// The entries of an optional mapping.
pub(crate) fn entries<T>(named: &Option<Named<T>>) -> std::slice::Iter<'_, (Spanned<String>, T)> {
    named.as_ref().map_or(&[][..], |named| &named.0).iter()
}

/// An id with its span.
pub(crate) type LocatedId<'w> = (&'w str, Span);

impl<'w> AuthoredBattle<'w> {
    pub(crate) fn sides(&self) -> impl Iterator<Item = &'w Spanned<String>> + use<'w> {
        self.scenario.sides.0.iter().map(|(id, _)| id)
    }

    pub(crate) fn is_side(&self, id: &str) -> bool {
        self.sides().any(|side| side.value == id)
    }

    pub(crate) fn formation(&self, id: &str) -> Option<&'w Formation> {
        self.scenario.formations.iter().find(|one| **one.id == *id)
    }

    pub(crate) fn terrain(&self, id: &str) -> Option<&'w Terrain> {
        self.scenario.terrain.iter().find(|one| **one.id == *id)
    }

    pub(crate) fn unit_type(&self, id: &str) -> Option<&'w UnitType> {
        self.scenario.unit_types.iter().find(|one| **one.id == *id)
    }

    pub(crate) fn area(&self, id: &str) -> Option<&'w Area> {
        self.scenario.areas.iter().find(|one| **one.id == *id)
    }

    pub(crate) fn unit(&self, id: &str) -> Option<&'w Unit> {
        self.scenario.units.iter().find(|one| **one.id == *id)
    }

    /// The ways in which a unit may leave its area; by default, those of its type.
    pub(crate) fn mobility(&self, unit: &Unit) -> pack::Mobility {
        let of_type = || self.unit_type(&unit.r#type)?.moves.as_ref();
        unit.moves.as_ref().or_else(of_type).map_or(pack::Mobility::Freely, |moves| moves.value.0)
    }

    /// The side of an item; by default, the side of its formation.
    pub(crate) fn side_of(
        &self,
        side: Option<&'w Spanned<Id>>,
        formation: Option<&str>,
    ) -> Option<&'w str> {
        let own = side.map(|side| side.value.0.as_str());
        own.or_else(|| Some(self.formation(formation?)?.side.value.0.as_str()))
    }

    /// The side of a unit.
    pub(crate) fn side_of_unit(&self, unit: &'w Unit) -> Option<&'w str> {
        self.side_of(unit.side.as_ref(), Some(&unit.formation))
    }

    /// Whether a side can arrive at an entry area.
    pub(crate) fn is_open_to(entry: &EntryArea, side: &str) -> bool {
        [side, "both"].contains(&entry.side.value.0.as_str())
    }

    /// The areas of a supply source: the named area, or the areas of its side's entry letter.
    pub(crate) fn areas_of(&self, source: &'w SupplySource) -> Vec<&'w Spanned<AreaName>> {
        let of_letter = source.entry.iter().flat_map(|letter| {
            let all = self.scenario.entries.iter();
            let of_it = all.filter(|entry| {
                entry.letter.value == letter.value && Self::is_open_to(entry, &source.side)
            });
            of_it.flat_map(|entry| entry.areas.iter())
        });
        source.area.iter().chain(of_letter).collect()
    }

    /// Assets, events and Special Actions in file order.
    pub(crate) fn chits(&self) -> impl Iterator<Item = LocatedId<'w>> + use<'w> {
        let scenario = self.scenario;
        let assets = scenario.assets.iter().map(|one| &one.id);
        let events = scenario.events.iter().map(|one| &one.id);
        let actions = entries(&scenario.special_actions);
        let actions = actions.flat_map(|(_, actions)| actions).map(|one| &one.id);
        assets.chain(events).chain(actions).map(|id| (id.value.0.as_str(), id.span))
    }

    /// The set-up units with their areas.
    pub(crate) fn set_up_units(&self) -> impl Iterator<Item = (LocatedId<'w>, &'w str)> + use<'w> {
        let units = entries(&self.scenario.setup.units);
        units.map(|(id, place)| ((id.value.as_str(), id.span), place.area.value.0.as_str()))
    }

    /// The areas whose occupants are unknown because a unit or the area itself may be misspelt,
    /// which is reported elsewhere.
    pub(crate) fn uncertain_areas(&self) -> BTreeSet<&'w str> {
        let areas = || self.scenario.areas.iter().map(|area| area.id.value.0.as_str());
        let unclear = self.set_up_units().filter_map(|((unit, _), area)| {
            if self.area(area).is_none() {
                closest(area, areas())
            } else {
                self.unit(unit).is_none().then_some(area)
            }
        });
        unclear.collect()
    }

    /// The control of areas at the start.
    pub(crate) fn control(&self) -> Control<'w> {
        let mut control = Control { default: None, listed: Vec::new() };
        for (key, value) in &self.scenario.setup.control.0 {
            match value {
                sandtable_authored::fab::Control::Side(side) if key.value == "default" => {
                    control.default = Some((side.value.0.as_str(), side.span));
                }
                sandtable_authored::fab::Control::Areas(areas) => {
                    let of_side = areas
                        .iter()
                        .map(|area| ((area.value.0.as_str(), area.span), key.value.as_str()));
                    control.listed.extend(of_side);
                }
                sandtable_authored::fab::Control::Side(_) => {}
            }
        }
        control
    }
}

/// The control of areas at the start, as authored.
pub(crate) struct Control<'w> {
    /// The side that controls all unlisted areas.
    pub(crate) default: Option<LocatedId<'w>>,
    /// The listed areas, each with the side of its list.
    pub(crate) listed: Vec<(LocatedId<'w>, &'w str)>,
}

impl<'w> Control<'w> {
    /// The span where an area is listed, with the side of the list.
    pub(crate) fn listed_side(&self, area: &str) -> Option<(Span, &'w str)> {
        self.listed.iter().find(|((id, _), _)| *id == area).map(|&((_, at), side)| (at, side))
    }

    /// The side that controls an area.
    pub(crate) fn controller(&self, area: &str) -> Option<&'w str> {
        self.listed_side(area).map(|(_, side)| side).or(self.default.map(|(side, _)| side))
    }
}

/// Reports a name that is not among the known ones, unless its definition could not be read. The
/// diagnostic cites a rule.
pub(crate) fn check_reference<'k>(
    reporter: &mut Reporter,
    rule: &'static str,
    noun: &str,
    name: &str,
    at: Span,
    known: impl IntoIterator<Item = &'k str>,
) {
    const MAX_LISTED: usize = 8;
    let known: Vec<&str> = known.into_iter().collect();
    if known.contains(&name) || reporter.excuses_entry(name) || reporter.is_stand_in(at) {
        return;
    }
    let mut finding = Diagnostic::new(code::UNKNOWN_NAME, message::not_found(noun, name))
        .rule(rule)
        .at(at, "not defined")
        .did_you_mean(name, known.iter().copied());
    finding = match known.as_slice() {
        [] => finding.help(format!("define {} first: none is defined yet", with_article(noun))),
        few if few.len() <= MAX_LISTED || few.iter().all(|one| one.len() == 1) => {
            finding.help(format!("use {}", sandtable_source::list_of(few.iter().copied())))
        }
        _ => finding.help(format!("use the id of a defined {noun}")),
    };
    reporter.diagnostics.push(finding);
}
