//! FAB-V36, FAB-V41: what units can reach in the time they have.

use sandtable_fab::{AreaIndex, EdgeIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{Class, UnitStart};
use sandtable_source::{Diagnostic, Span, code};

use crate::fab::resolved::Resolved;
use crate::session::Session;

/// FAB-V36: areas with victory points, and sources of the enemy, that no unit of a side reaches.
pub(super) fn check(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let field = &battle.field;
    for side in SideIndex::BOTH {
        let mut reached = vec![false; battle.scene().areas.len()];
        for unit in field.units().filter(|&unit| field.unit(unit).side == side) {
            let last = battle.scene().turn_track.len() as u8;
            for area in within_reach(battle, unit, last, |_| true) {
                reached[area.index()] = true;
            }
        }
        let worth = |area: &AreaIndex| field.area(*area).vp[side.index()] > 0;
        let far: Vec<AreaIndex> =
            field.areas().filter(|area| !reached[area.index()] && worth(area)).collect();
        for area in far {
            tell(
                session,
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
            && sources.iter().all(|area| !reached[area.index()] && !worth(area))
        {
            tell(session, battle, side, area, "where the enemy's supply comes from", written.span);
        }
    }
}

fn tell(
    session: &mut Session<'_>,
    battle: &Resolved<'_>,
    side: SideIndex,
    area: AreaIndex,
    what: &str,
    at: Span,
) {
    session.diagnostics.push(
        Diagnostic::new(
            code::OUT_OF_REACH,
            format!("no unit of {} can reach `{}`, {what}", battle.side_id(side), battle.area_id(area)),
        )
        .rule("FAB-V36")
        .at(at, format!("not in {} turns, even if nobody stood in its way", battle.scene().turn_track.len()))
        .help("look for edges that are missing and for turns of arrival; allow this where it is so meant"),
    );
}

/// The areas that a unit can reach until the end of a turn through those that are open to it: by its
/// movement points and a strategic move each turn. Before the first turn it is where it starts.
pub(super) fn within_reach(
    battle: &Resolved<'_>,
    unit: UnitIndex,
    until: u8,
    is_open: impl Fn(AreaIndex) -> bool,
) -> Vec<AreaIndex> {
    let field = &battle.field;
    let card = field.unit(unit);
    let (starts, first): (Vec<AreaIndex>, u32) = match &card.unit.start {
        UnitStart::SetUp { area, .. } => (field.area_of(area.as_str()).into_iter().collect(), 1),
        UnitStart::Reinforcement { turn, entry: (from, to), .. } => {
            let letters = field.entries().iter().filter(|entry| {
                (*from..=*to).contains(&entry.letter) && entry.sides[card.side.index()]
            });
            (letters.flat_map(|entry| entry.areas.iter().copied()).collect(), u32::from(*turn))
        }
        UnitStart::NotInPlay => return Vec::new(),
    };
    let turns = match (u32::from(until) + 1).checked_sub(first) {
        Some(0) if first == 1 => return starts,
        Some(0) | None => return Vec::new(),
        Some(turns) => turns,
    };
    // An operational and a breakthrough move each turn.
    let points = 2 * u32::from(card.allowance) * turns;
    let costs = costs(battle, &starts, card.side, card.class, is_open);
    field.areas().filter(|area| costs[area.index()].is_some_and(|cost| cost <= points)).collect()
}

/// Movement points from some areas to each, of a class. Through areas that its side controls at the
/// start a unit comes by strategic movement, for nothing, if that is not limited.
fn costs(
    battle: &Resolved<'_>,
    starts: &[AreaIndex],
    side: SideIndex,
    class: Class,
    is_open: impl Fn(AreaIndex) -> bool,
) -> Vec<Option<u32>> {
    let field = &battle.field;
    let limits = &field.rules().strategic_movement;
    let is_unlimited = (limits.classes.is_empty() || limits.classes.contains(&class))
        && limits.max_areas.is_none()
        && limits.max_units_per_side != Some(0);
    let own = |area: AreaIndex| {
        battle.scene().control[&field.area(area).id] == field.sides()[side.index()]
    };
    let mut costs: Vec<Option<u32>> = vec![None; battle.scene().areas.len()];
    let mut open: Vec<AreaIndex> = starts.to_vec();
    for area in starts {
        costs[area.index()] = Some(0);
    }
    while let Some(area) = open.pop() {
        let Some(here) = costs[area.index()] else { continue };
        for &(next, edge) in &field.area(area).neighbours {
            let card = field.edge(edge);
            let is_free = is_unlimited && own(area) && own(next) && !card.blocks_strategic;
            let there = if is_free { here } else { here + u32::from(card.cost.of(class)) };
            let is_nearer = costs[next.index()].is_none_or(|known| there < known);
            if is_nearer && !card.impassable.of(class) && is_open(next) {
                costs[next.index()] = Some(there);
                open.push(next);
            }
        }
    }
    costs
}

/// FAB-V41: limits of strategic movement that leave no way for anybody.
pub(super) fn strategic(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let Some(written) = &battle.scenario.strategic_movement else { return };
    let field = &battle.field;
    let limits = &field.rules().strategic_movement;
    let allowed = |class: Class| limits.classes.is_empty() || limits.classes.contains(&class);
    let open = |area: AreaIndex| !limits.forbidden_areas.contains(&field.area(area).id);
    let leads = |edge: EdgeIndex| {
        let card = field.edge(edge);
        !card.blocks_strategic && card.areas.into_iter().all(open)
    };
    let none = limits.max_units_per_side == Some(0) || limits.max_areas == Some(0);
    for class in Class::ALL.into_iter().filter(|&class| allowed(class)) {
        let mut units = field.units();
        let has = units.any(|unit| field.unit(unit).class == class);
        let mut edges = field.edges();
        let moves = edges.any(|edge| leads(edge) && !field.edge(edge).impassable.of(class));
        if has && (none || !moves) {
            session.diagnostics.push(
                Diagnostic::new(
                    code::NO_STRATEGIC_MOVE,
                    "these limits leave no strategic movement to anybody",
                )
                .rule("FAB-V41")
                .at(written.span, "no two neighbouring areas, no unit or no connection is left")
                .help("widen the limits; write `max_units_per_side: 0` alone, and allow this, where there is none"),
            );
            return;
        }
    }
}
