//! FAB-V36: areas that units can reach in time, and areas that never change hands.
//!
//! These checks report that a side can never reach an area. They therefore assume more than real
//! play allows: no opposition, every unit in supply, and every unit in reserve where that helps.

use sandtable_pack::fab::{AreaIndex, SideIndex};
use sandtable_source::{Diagnostic, Span, code, message};

use super::moves::first_turns;
use crate::fab::checks::area_map::graph::is_crossable;
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-V36: reports areas with victory points, and enemy supply sources, that no unit of a side
/// reaches. Also reports points that never change hands, and areas that no unit enters.
pub(crate) fn check(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let field = &battle.field;
    let reach = first_turns(battle);
    let is_reached = |side: SideIndex, area: AreaIndex| reach[side.index()][area.index()].is_some();
    for side in SideIndex::BOTH {
        let is_far = |area: &AreaIndex| !is_reached(side, *area) && battle.holder(*area) != side;
        let is_worth = |area: &AreaIndex| field.area(*area).vp[side.index()] > 0;
        let far: Vec<AreaIndex> =
            field.areas().filter(|area| is_far(area) && is_worth(area)).collect();
        for area in far {
            report_out_of_reach(
                reporter,
                battle,
                side,
                area,
                "which gives it victory points",
                battle.area_at(area),
            );
        }
        let sources: Vec<AreaIndex> = field.sources(side.other()).map(|one| one.area).collect();
        let enemy = battle.side_id(side.other());
        let written = battle.scenario.supply_sources.iter();
        let written = written.into_iter().find(|source| &**source.side == enemy);
        if let Some(written) = written
            && let Some(&area) = sources.first()
            && sources.iter().all(|area| is_far(area) && !is_worth(area))
        {
            report_out_of_reach(
                reporter,
                battle,
                side,
                area,
                "a supply source of the enemy",
                written.span,
            );
        }
    }
    for area in field.areas() {
        let holder = battle.holder(area);
        let [own, enemy] =
            [holder, holder.other()].map(|side| (field.area(area).vp[side.index()], side));
        // If the enemy cannot reach its own points in this area, that was reported above.
        if own.0 > 0 && enemy.0 <= 0 && !is_reached(enemy.1, area) {
            report_fixed_points(reporter, battle, area, own);
        }
    }
    let is_entered =
        |area: &AreaIndex| SideIndex::BOTH.into_iter().any(|side| is_reached(side, *area));
    // A part of the map without units was reported (FAB-V6).
    let near =
        battle.reachable_areas(field.areas().filter(is_entered), |edge| is_crossable(battle, edge));
    let is_worth = |area: &AreaIndex| field.area(*area).vp.iter().any(|&vp| vp > 0);
    for area in field.areas().filter(|area| !is_entered(area) && !is_worth(area)) {
        if near[area.index()] {
            report_unreached(reporter, battle, area);
        }
    }
}

fn report_fixed_points(
    reporter: &mut Reporter,
    battle: &LocatedBattle<'_>,
    area: AreaIndex,
    (points, side): (i16, SideIndex),
) {
    let (id, holder) = (battle.area_id(area), battle.side_id(side));
    let enemy = battle.side_id(side.other());
    let points = match points {
        1 => "the point".to_owned(),
        more => format!("the {more} points"),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::POINTS_FIXED,
            message!("{points} of `{id}` stay with `{holder}`: no unit of `{enemy}` can reach it"),
        )
        .rule("FAB-V36")
        .at(battle.area_at(area), format!("controlled by `{holder}` at the start and never taken"))
        .help(
            "remove its `vp`, or check for missing edges and turns of arrival; allow \
             this if intended",
        ),
    );
}

fn report_unreached(reporter: &mut Reporter, battle: &LocatedBattle<'_>, area: AreaIndex) {
    let turns = battle.scene().turn_track.len();
    reporter.diagnostics.push(
        Diagnostic::new(
            code::AREA_UNREACHED,
            message!("no unit of either side can reach `{}`", battle.area_id(area)),
        )
        .rule("FAB-5.32a")
        .at(battle.area_at(area), format!("not in {turns} turns, even without opposition"))
        .help(
            "check for missing edges, for borders closed to all classes that come near, \
             and for turns of arrival; allow this for ground that only frames the battle",
        ),
    );
}

fn report_out_of_reach(
    reporter: &mut Reporter,
    battle: &LocatedBattle<'_>,
    side: SideIndex,
    area: AreaIndex,
    what: &str,
    at: Span,
) {
    reporter.diagnostics.push(
        Diagnostic::new(
            code::OUT_OF_REACH,
            message!(
                "no unit of `{}` can reach `{}`, {what}",
                battle.side_id(side),
                battle.area_id(area)
            ),
        )
        .rule("FAB-V36")
        .at(
            at,
            format!("not in {} turns, even without opposition", battle.scene().turn_track.len()),
        )
        .help("check for missing edges and turns of arrival; allow this if intended"),
    );
}
