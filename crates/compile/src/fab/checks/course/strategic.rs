//! FAB-V41: limits of strategic movement.

use std::collections::BTreeSet;

use sandtable_pack::fab::{AreaIndex, EdgeIndex};
use sandtable_pack::fab::{Class, Mobility, UnitStart};
use sandtable_source::{Diagnostic, code};

use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-V41: limits that prevent all strategic movement.
pub(crate) fn check(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let Some(written) = &battle.scenario.strategic_movement else { return };
    let (field, scene) = (&battle.field, battle.scene());
    let limits = &field.rules().strategic_movement;
    let cards = field.units().map(|unit| field.unit(unit));
    let in_play = cards.filter(|card| {
        card.moves != Mobility::Never && !matches!(card.unit.start, UnitStart::NotInPlay)
    });
    let classes: BTreeSet<Class> = in_play.map(|card| card.class).collect();
    // FAB-5.4b: a chain must not enter a forbidden area, but may start in one.
    let is_open = |area: AreaIndex| !limits.forbidden_areas.contains(&field.area(area).id);
    let leads = |edge: EdgeIndex, class: Class| {
        let card = field.edge(edge);
        !card.blocks_strategic
            && !card.impassable.for_class(class)
            && card.areas.into_iter().any(is_open)
    };
    let moves = |class: &Class| {
        (limits.classes.is_empty() || limits.classes.contains(class))
            && field.edges().any(|edge| leads(edge, *class))
    };
    let turns = scene.start.turn..=scene.turn_track.len() as u8;
    let has_turn =
        limits.turns.is_none_or(|(from, to)| (from..=to).any(|turn| turns.contains(&turn)));
    let is_none = limits.max_units_per_side == Some(0) || limits.max_areas == Some(0);
    // If no units are in play, the limits are not the cause.
    if classes.is_empty() || (!is_none && has_turn && classes.iter().any(moves)) {
        return;
    }
    reporter.diagnostics.push(
        Diagnostic::new(
            code::NO_STRATEGIC_MOVE,
            "these limits allow no strategic movement",
        )
        .rule("FAB-V41")
        .at(written.span, "no two neighbouring areas, no unit, no turn or no connection remains")
        .help(
            "widen the limits; to rule out strategic movement, write only `max_units_per_side: 0` and allow this",
        ),
    );
}
