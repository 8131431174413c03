//! FAB-V16 to FAB-V18: supply.

use std::collections::BTreeSet;

use sandtable_pack::fab::UnitStart;
use sandtable_pack::fab::{AreaIndex, SideIndex};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{EntryArea, Letter, SupplySource};

/// FAB-V16: every side has a supply source, and controls it at the start where required.
pub(crate) fn sources(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let sources = &scenario.supply_sources;
    let is_unread = reporter.is_unread(scenario.span, "supply_sources");
    for side in written.sides() {
        let has = sources.iter().any(|source| source.side.value.0 == side.value);
        if !has && !is_unread && !reporter.has_lost_items(sources.span) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_SUPPLY_SOURCE,
                    message!("side `{}` has no supply source", side.value),
                )
                .rule("FAB-V16")
                .at(sources.span, "no source of this side")
                .also(side.span, "the side")
                .help(format!(
                    "add `- {{ side: {}, area: … }}`, the area where its supply comes from",
                    side.value
                )),
            );
        }
    }
    let control = written.control();
    for source in sources.iter() {
        let at = match (&source.area, &source.entry) {
            (Some(area), None) => area.span,
            (None, Some(letter)) => {
                let is_known = |entry: &EntryArea| entry.letter.value == letter.value;
                // An unknown letter was reported (FAB-V2).
                if written.areas_of(source).is_empty()
                    && scenario.entries.iter().any(is_known)
                    && written.is_side(&source.side)
                {
                    reporter.diagnostics.push(report_enemy_letter(source, letter));
                }
                letter.span
            }
            // An unreadable area or entry was reported.
            _ if ["area", "entry"].into_iter().any(|key| reporter.is_unread(source.span, key)) => {
                continue;
            }
            (area, _) => {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::SOURCE_PLACE,
                        "a supply source needs either `area` or `entry`",
                    )
                    .rule("FAB-V16")
                    .at(source.span, if area.is_some() { "both are set" } else { "neither is set" })
                    .help("write `area: gela`, or `entry: A`"),
                );
                continue;
            }
        };
        if source.needs_control.as_ref().is_some_and(|needs| !needs.value) {
            continue;
        }
        for area in written.areas_of(source) {
            let area = area.value.0.as_str();
            let Some(controller) = control.controller(area) else { continue };
            if controller != &**source.side && written.is_side(&source.side) {
                let finding = Diagnostic::new(
                    code::SOURCE_OF_ENEMY,
                    message!(
                        "{} controls `{area}`, a supply source of {}, at the start",
                        controller,
                        &**source.side
                    ),
                )
                .rule("FAB-V16")
                .at(at, "counts only while its side controls it");
                let finding = match control.listed_side(area) {
                    Some((named, _)) => finding.also(named, "controlled by the enemy"),
                    None => match control.default {
                        Some((_, default)) => finding.also(default, "controlled by the enemy"),
                        None => finding,
                    },
                };
                reporter.diagnostics.push(finding.help(format!(
                    "list `{area}` under `{}` in `control`, or write `needs_control: false`",
                    &**source.side
                )));
            }
        }
    }
}

/// The diagnostic for a supply source without areas, because its side does not enter by that
/// letter.
fn report_enemy_letter(source: &SupplySource, letter: &Spanned<Letter>) -> Diagnostic {
    let side: &str = &source.side;
    Diagnostic::new(
        code::SOURCE_PLACE,
        message!("`{side}` does not enter by letter `{}`, so no supply comes by it", letter.0),
    )
    .rule("FAB-V16")
    .at(letter.span, "a letter of the enemy")
    .help(format!(
        "write a letter of `{side}`, or `area:` and the area where its supply comes from"
    ))
}

/// FAB-V16: all supply sources of a side depend on one edge.
pub(crate) fn single_supply_edge(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    for side in SideIndex::BOTH {
        let sources: BTreeSet<AreaIndex> = battle.field.sources(side).map(|one| one.area).collect();
        let mut sources = sources.into_iter();
        let (Some(only), None) = (sources.next(), sources.next()) else { continue };
        let neighbours = battle.field.area(only).neighbours.iter();
        let mut ways = neighbours.filter(|(_, edge)| !battle.field.edge(*edge).blocks_supply);
        let (Some((_, edge)), None) = (ways.next(), ways.next()) else { continue };
        let at = battle.scenario.supply_sources.iter();
        let at = at.into_iter().find(|source| &**source.side == battle.side_id(side));
        let Some(source) = at else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::SOURCE_ON_ONE_EDGE,
                message!(
                    "only one border leads to `{}`, the only supply source of `{}`",
                    battle.area_id(only),
                    battle.side_id(side)
                ),
            )
            .rule("FAB-V16")
            .at(source.span, "one adjacent enemy area, or one blown bridge, puts the whole side out of supply")
            .also(battle.edge_at(*edge), "the border")
            .help("add a second source, or an edge to another neighbour; allow this if that is historical"),
        );
    }
}

/// FAB-V17: units out of supply at the start, whether traced or declared.
pub(crate) fn at_start(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let scene = battle.scene();
    let declared = scene.out_of_supply.as_ref();
    let supplied = SideIndex::BOTH.map(|side| battle.field.supplied_areas(battle, side));
    for unit in battle.field.units().map(|unit| battle.field.unit(unit)) {
        let card = &unit.unit;
        let UnitStart::SetUp { area, .. } = &card.start else { continue };
        let Some(stands) = battle.field.find_area(area.as_str()) else { continue };
        let traces = supplied[unit.side.index()].contains(stands);
        let is_declared = declared.is_some_and(|(units, _)| units.contains(&card.id));
        let Some(at) = set_up_location(battle, card.id.as_str()) else { continue };
        if declared.is_some() && is_declared == traces {
            let (says, finds, help) = match is_declared {
                true => ("out of supply", "a route", "remove it from `setup: supply: units`"),
                false => ("in supply", "no route", "add it to `setup: supply: units`"),
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::SUPPLY_STATED,
                    message!(
                        "`{}` is declared {says} in `{area}`, but tracing finds {finds}",
                        card.id
                    ),
                )
                .rule("FAB-V17")
                .at(at, "set up here")
                .help(format!("{help}, or write `supply: computed`")),
            );
        } else if declared.is_none() && !traces {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::UNSUPPLIED_AT_START,
                    message!("`{}` starts out of supply in `{area}`", card.id),
                )
                .rule("FAB-V17")
                .at(at, "no route through friendly areas leads to a source")
                .help("check `control`, `supply_sources` and blown bridges; allow this where the unit was historically out of supply"),
            );
        }
    }
}

/// The source location of a unit's set-up.
fn set_up_location(battle: &LocatedBattle<'_>, unit: &str) -> Option<Span> {
    let units = &battle.scenario.setup.units.as_ref()?.0;
    units.iter().find(|(id, _)| id.value == unit).map(|(id, _)| id.span)
}

/// FAB-V18: an entry area that no supply source reaches, even if its side controls all areas.
pub(crate) fn entries_without_source(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    for entry in battle.field.entries() {
        for side in SideIndex::BOTH.into_iter().filter(|side| entry.sides[side.index()]) {
            let sources = battle.field.sources(side).map(|source| source.area);
            let passes = |edge| !battle.field.edge(edge).blocks_supply;
            let reached = battle.reachable_areas(sources, passes);
            let cut = entry.areas.iter().find(|area| !reached[area.index()]);
            let letter = battle.scenario.entries.iter().find(|one| {
                one.letter.0 == entry.letter
                    && AuthoredBattle::is_open_to(one, battle.side_id(side))
            });
            let (Some(cut), Some(letter)) = (cut, letter) else { continue };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ENTRY_UNSUPPLIED,
                    message!(
                        "no supply source of `{}` can be reached from entry area `{}`",
                        battle.side_id(side),
                        entry.letter
                    ),
                )
                .rule("FAB-V18")
                .at(letter.letter.span, format!("not from `{}`", battle.area_id(*cut)))
                .help(format!(
                    "add a source `{{ side: {}, entry: {} }}`, or the missing edges",
                    battle.side_id(side),
                    entry.letter
                )),
            );
        }
    }
}
