//! Resolves free games (PB-32): zones, entries and types. Omitted limits do not apply.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, ComponentPool, Edge, EntryId, ForceLimits, PieceType, SideId};
use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::pub_battles::context::Context;
use crate::pub_battles::forces::arrival::find_entry;
use crate::pub_battles::forces::{types, zones};
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::report_repeated;
use sandtable_authored::{FreeSide, Id, SetUpGround, TypeName};

/// Whether a side of the scenario is free.
pub(crate) fn is_free(scenario: &authored::Scenario, side: &str) -> bool {
    let free = scenario.free_game.as_ref();
    free.is_some_and(|free| free.sides.0.iter().any(|(id, _)| id.value == side))
}

/// Resolves the free game, without its unreadable parts.
pub(crate) fn resolve(reporter: &mut Reporter, context: &Context<'_>) -> Option<pack::FreeGame> {
    let free = context.scenario.free_game.as_ref()?;
    let mut sides = BTreeMap::new();
    for (id, side) in &free.sides.0 {
        let resolved = resolve_side(reporter, context, side);
        if let Ok(id) = SideId::new(id) {
            sides.insert(id, resolved);
        }
    }
    Some(pack::FreeGame { sides })
}

fn resolve_side(reporter: &mut Reporter, context: &Context<'_>, side: &FreeSide) -> pack::FreeSide {
    let sets_up = match side.sets_up.as_ref().map(|ground| &ground.value) {
        None => None,
        Some(SetUpGround::Anywhere) => Some(pack::SetUpGround::Anywhere),
        Some(SetUpGround::Zone(zone)) => zones::resolve(reporter, context, &zone.zone)
            .map(|zone| pack::SetUpGround::Zone(zone.value)),
    };
    let limits = limits(side);
    let written = side.entries.as_ref().map(|ids| entries(reporter, context, "entries", ids));
    let entries = match side.sets_up.is_some() && limits.reinforcements {
        true => written.unwrap_or_else(|| {
            context.ground.map.entries.iter().map(|entry| entry.id.clone()).collect()
        }),
        // Entries without effect are reported by a check.
        false => Vec::new(),
    };
    let mut enters = BTreeMap::new();
    for (edge, written) in edges(side) {
        let found = entries_on(reporter, context, edge, written);
        enters.insert(edge, found);
    }
    pack::FreeSide { sets_up, entries, enters, pool: pool(reporter, context, side), limits }
}

/// The edges in compass order, with their entries.
pub(crate) fn edges(side: &FreeSide) -> impl Iterator<Item = (Edge, &Spanned<Vec<Spanned<Id>>>)> {
    let edges = side.enters.iter().flat_map(|edges| {
        [
            (Edge::North, &edges.north),
            (Edge::East, &edges.east),
            (Edge::South, &edges.south),
            (Edge::West, &edges.west),
        ]
    });
    edges.filter_map(|(edge, entries)| Some((edge, entries.as_ref()?)))
}

/// Resolves the entries in a list, without duplicates.
fn entries(
    reporter: &mut Reporter,
    context: &Context<'_>,
    key: &str,
    written: &[Spanned<Id>],
) -> Vec<EntryId> {
    report_repeated(reporter, key, written.iter().map(|id| (id.0.as_str(), id.span)));
    let mut found: Vec<EntryId> = Vec::new();
    for id in written {
        let entry = find_entry(reporter, context, id);
        found.extend(entry.map(|entry| entry.id.clone()).filter(|id| !found.contains(id)));
    }
    found
}

/// Resolves the entries of an edge, and reports entries on other edges.
fn entries_on(
    reporter: &mut Reporter,
    context: &Context<'_>,
    edge: Edge,
    written: &[Spanned<Id>],
) -> Vec<EntryId> {
    let found = entries(reporter, context, edge.word(), written);
    let on = |id: &EntryId| {
        context.ground.map.entries.iter().find(|entry| entry.id == *id).map(|entry| entry.edge)
    };
    for id in written {
        let Some(is_on) = EntryId::new(id).ok().and_then(|id| on(&id)) else { continue };
        if is_on == edge {
            continue;
        }
        let mut finding = Diagnostic::new(
            code::ENTRY_OTHER_EDGE,
            message!("entry `{}` is not on the {} edge", id.0, edge.word()),
        )
        .rule("PB-32.3")
        .at(id.span, format!("on the {} edge", is_on.word()));
        if let Some(&drawn) = context.ground.entry_spans.get(&id.0) {
            finding = finding.also(drawn, "entry defined here");
        }
        reporter.diagnostics.push(finding.help(format!(
            "move it to `{}`, or use an entry of the {} edge here",
            is_on.word(),
            edge.word()
        )));
    }
    found.into_iter().filter(|id| on(id) == Some(edge)).collect()
}

fn pool(reporter: &mut Reporter, context: &Context<'_>, side: &FreeSide) -> Option<ComponentPool> {
    let written = side.pool.as_ref()?;
    let mut pool = ComponentPool::default();
    for (name, count) in &written.0 {
        let count = count.0 as u16;
        if let Some(arm) = PieceType::from_word(name) {
            pool.arms.insert(arm, count);
            continue;
        }
        let type_name = Spanned { value: TypeName::Own(Id(name.value.clone())), span: name.span };
        if let (_, Some(own)) = types::resolve(reporter, &context.ruleset.types, &type_name) {
            pool.types.insert(own, count);
        }
    }
    Some(pool)
}

fn limits(side: &FreeSide) -> ForceLimits {
    let limits = side.limits.as_ref();
    let ratings = limits.and_then(|limits| limits.ratings.as_ref());
    ForceLimits {
        commands: limits
            .and_then(|limits| limits.commands.as_ref())
            .map_or(ForceLimits::MAX_COMMANDS, |most| most.0 as u8),
        least_rating: ratings.map_or(0, |ratings| ratings.least.0 as u8),
        most_rating: ratings.map_or(6, |ratings| ratings.most.0 as u8),
        points: limits.and_then(|limits| limits.points.as_ref()).map(|most| most.0 as u32),
        baggage: limits.and_then(|limits| limits.baggage.as_ref()).map(|most| most.0 as u16),
        detachments: limits
            .and_then(|limits| limits.detachments.as_ref())
            .map(|most| most.0 as u16),
        reinforcements: limits
            .and_then(|limits| limits.reinforcements.as_ref())
            .is_none_or(|may| may.value),
    }
}
