//! FAB-V23: reserve markers.

use std::collections::BTreeMap;

use sandtable_pack::fab::{Mobility, Order};
use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::{AuthoredBattle, entries};
use sandtable_authored::Reporter;

/// FAB-V23: reserves at the start do not outnumber markers, and only eligible units are in reserve.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let reserve = &scenario.reserve;
    let markers = |side: &str| {
        let side_markers = reserve.markers.0.iter().find(|(id, _)| id.value == side);
        let side_markers = side_markers.map_or(0, |(_, count)| count.0);
        let of_formations = entries(&reserve.formation_markers);
        let belongs_to_side =
            |id: &str| written.formation(id).is_some_and(|one| one.side.value.0 == side);
        side_markers
            + of_formations
                .filter(|(id, _)| belongs_to_side(&id.value))
                .map(|(_, count)| count.0)
                .sum::<i64>()
    };
    for side in written.sides() {
        if markers(&side.value) == 0 {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_RESERVES,
                    message!("side `{}` has no reserve marker", side.value),
                )
                .rule("FAB-V23")
                .at(reserve.markers.span, "its units can neither react nor break through (FAB-7)")
                .help(format!("set `{}` to 1 or more, as the battle's rules allow", side.value)),
            );
        }
    }
    let mut reserves_by_side: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let eligible = reserve.eligible.as_ref();
    for (id, place) in entries(&scenario.setup.units) {
        let Some(reserve_flag) = place.reserve.as_ref().filter(|is| is.value) else { continue };
        let Some(unit) = written.unit(id) else { continue };
        let Some(side) = written.side_of_unit(unit) else { continue };
        reserves_by_side.entry(side).or_default().push(reserve_flag.span);
        let kinds = eligible.and_then(|eligible| eligible.types.as_ref());
        let excluded = eligible.and_then(|eligible| eligible.exclude.as_ref());
        let areas = eligible.and_then(|eligible| eligible.areas.as_ref());
        let has_type = |types: &Vec<_>| {
            types.iter().any(|one: &sandtable_source::Spanned<sandtable_authored::Id>| {
                one.value == unit.r#type.value
            })
        };
        let has_enemy = written.set_up_units().any(|((other, _), area)| {
            let other = written.unit(other).and_then(|other| written.side_of_unit(other));
            area == &**place.area && other.is_some_and(|other| other != side)
        });
        let moves = written.mobility(unit);
        let help = match moves {
            Mobility::Freely => "remove `reserve: true`, or change `reserve: eligible` (FAB-5.21)",
            Mobility::ByEvent | Mobility::Never => {
                "remove `reserve: true`, or set `moves: freely` (FAB-D5)"
            }
        };
        let reason = if moves != Mobility::Freely {
            "only units that move `freely` can start in reserve"
        } else if place.order.as_ref().is_some_and(|order| order.value.0 != Order::Good) {
            "a unit in reserve must be in good order"
        } else if has_enemy {
            "enemies are in its area"
        } else if kinds.is_some_and(|types| !has_type(types)) || excluded.is_some_and(has_type) {
            "units of this type are not eligible for a reserve marker"
        } else if areas.is_some_and(|areas| areas.iter().all(|one| one.value != place.area.value)) {
            "units in this area are not eligible for a reserve marker"
        } else {
            continue;
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::RESERVE_MARKER, message!("`{}` cannot be in reserve", id.value))
                .rule("FAB-V23")
                .at(reserve_flag.span, reason)
                .help(help),
        );
    }
    for (side, reserves) in reserves_by_side {
        let count = markers(side);
        if let Some(first_excess) = reserves.get(usize::try_from(count).unwrap_or(0)) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::RESERVE_MARKER,
                    message!(
                        "side `{side}` has {} units in reserve but only {count} reserve marker{}",
                        reserves.len(),
                        if count == 1 { "" } else { "s" }
                    ),
                )
                .rule("FAB-V23")
                .at(*first_excess, "no marker left")
                .also(reserve.markers.span, "markers")
                .help("remove a `reserve: true`, or give the side more markers"),
            );
        }
    }
}
