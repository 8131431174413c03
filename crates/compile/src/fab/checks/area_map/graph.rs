//! FAB-V6, FAB-V13: connections between the parts of the map.

use sandtable_pack::fab::Class;
use sandtable_pack::fab::EdgeIndex;
use sandtable_source::{Diagnostic, code, message};

use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-V6: separate parts of the map, with no route between them.
pub(crate) fn disconnected_parts(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let Some(first) = battle.field.areas().next() else { return };
    let reached = battle.reachable_areas([first], |edge| is_crossable(battle, edge));
    let Some(apart) = battle.field.areas().find(|area| !reached[area.index()]) else { return };
    let others = match reached.iter().filter(|is| !**is).count() - 1 {
        0 => String::new(),
        1 => " and one other area".to_owned(),
        more => format!(" and {more} other areas"),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::MAP_APART,
            message!(
                "no route leads from `{}` to `{}`{others}",
                battle.area_id(first),
                battle.area_id(apart)
            ),
        )
        .rule("FAB-V6")
        .at(battle.area_at(apart), "in a separate part of the map")
        .also(battle.area_at(first), "in the other part")
        .help("add edges between the parts; allow this where sea separates them"),
    );
}

/// Whether any class can move across a border.
pub(crate) fn is_crossable(battle: &LocatedBattle<'_>, edge: EdgeIndex) -> bool {
    let card = battle.field.edge(edge);
    Class::ALL.into_iter().any(|class| !card.impassable.for_class(class))
}

/// FAB-V13: a bridge that is the only route between two parts of the map.
pub(crate) fn bridges(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    for edge in battle.field.edges() {
        let card = battle.field.edge(edge);
        if !card.blown_capable {
            continue;
        }
        let [a, b] = card.areas;
        let reached = battle.reachable_areas([a], |other| other != edge);
        if reached[b.index()] {
            continue;
        }
        let count = reached.iter().filter(|is| **is).count();
        let small = count.min(reached.len() - count);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::BRIDGE_ALONE,
                message!(
                    "the bridge between `{}` and `{}` is the only route between two parts of the map",
                    battle.area_id(a),
                    battle.area_id(b)
                ),
            )
            .rule("FAB-V13")
            .at(
                battle.edge_at(edge),
                format!("if blown, it cuts off {small} of {} areas", reached.len()),
            )
            .help(
                "add another edge between the parts; allow this where there was only one crossing",
            ),
        );
    }
}
