//! FAB-V36, FAB-V41: what units can reach in the time they have, and what never changes hands.

use sandtable_fab::{AreaIndex, EdgeIndex, SideIndex, UnitCard, UnitIndex};
use sandtable_pack::fab::{Class, UnitStart};
use sandtable_source::{Diagnostic, Span, code};

use crate::fab::resolved::Resolved;
use crate::session::Session;

/// FAB-V36: areas with victory points, and sources of the enemy, that no unit of a side reaches;
/// points that stay whose they are; areas that nobody enters.
pub(super) fn check(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let field = &battle.field;
    let last = battle.scene().turn_track.len() as u8;
    let reach = SideIndex::BOTH.map(|side| reach_of(battle, side, last));
    for side in SideIndex::BOTH {
        let reached = &reach[side.index()];
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
    for area in field.areas() {
        let holder = battle.holder(area);
        let [own, enemy] =
            [holder, holder.other()].map(|side| (field.area(area).vp[side.index()], side));
        let is_reached = |side: SideIndex| reach[side.index()][area.index()];
        // That the enemy cannot get his own points there was told.
        if own.0 > 0 && enemy.0 <= 0 && !is_reached(enemy.1) {
            tell_fixed(session, battle, area, own);
        }
    }
    // Of a map in parts that was told.
    if !session.diagnostics.iter().any(|one| one.code == code::MAP_APART) {
        let is_reached = |area: AreaIndex| reach.iter().any(|reached| reached[area.index()]);
        let is_worth = |area: AreaIndex| field.area(area).vp.iter().any(|&vp| vp > 0);
        for area in field.areas().filter(|&area| !is_reached(area) && !is_worth(area)) {
            tell_unreached(session, battle, area);
        }
    }
}

/// The areas that a side's units can reach until the end of a turn, if nobody stood in their way.
pub(super) fn reach_of(battle: &Resolved<'_>, side: SideIndex, until: u8) -> Vec<bool> {
    let mut reached = vec![false; battle.scene().areas.len()];
    for unit in battle.field.units_of(side) {
        for area in within_reach(battle, unit, until, |_| true) {
            reached[area.index()] = true;
        }
    }
    reached
}

fn tell_fixed(
    session: &mut Session<'_>,
    battle: &Resolved<'_>,
    area: AreaIndex,
    (points, side): (i16, SideIndex),
) {
    let (id, holder) = (battle.area_id(area), battle.side_id(side));
    let enemy = battle.side_id(side.other());
    let points = match points {
        1 => "the point".to_owned(),
        more => format!("the {more} points"),
    };
    session.diagnostics.push(
        Diagnostic::new(
            code::POINTS_FIXED,
            format!("{points} of `{id}` stay with {holder}: no unit of {enemy} can reach it"),
        )
        .rule("FAB-V36")
        .at(battle.area_at(area), format!("{holder} controls it at the start, and nobody takes it"))
        .help(
            "take its `vp` out, or look for edges that are missing and for turns of arrival; allow \
             this where it is so meant",
        ),
    );
}

fn tell_unreached(session: &mut Session<'_>, battle: &Resolved<'_>, area: AreaIndex) {
    let turns = battle.scene().turn_track.len();
    session.diagnostics.push(
        Diagnostic::new(
            code::AREA_UNREACHED,
            format!("no unit of either side can reach `{}`", battle.area_id(area)),
        )
        .rule("FAB-5.32a")
        .at(battle.area_at(area), format!("not in {turns} turns, even if nobody stood in its way"))
        .help(
            "look for edges that are missing, for borders that are closed to all classes that come \
             near, and for turns of arrival; allow this for ground that only frames the battle",
        ),
    );
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
    let points = 2 * u32::from(allowance(card)) * turns;
    let costs = costs(battle, &starts, card, is_open);
    field.areas().filter(|area| costs[area.index()].is_some_and(|cost| cost <= points)).collect()
}

/// Movement points of a unit from some areas to each. No step costs more than its allowance, for one
/// area it may always enter (FAB-5.33). Through areas that its side controls at the start it comes by
/// strategic movement, for nothing, if that is not limited.
fn costs(
    battle: &Resolved<'_>,
    starts: &[AreaIndex],
    unit: &UnitCard,
    is_open: impl Fn(AreaIndex) -> bool,
) -> Vec<Option<u32>> {
    let (field, class) = (&battle.field, unit.class);
    let step = |cost: u8| u32::from(cost.min(allowance(unit)));
    let limits = &field.rules().strategic_movement;
    let is_unlimited = (limits.classes.is_empty() || limits.classes.contains(&class))
        && limits.max_areas.is_none()
        && limits.max_units_per_side != Some(0);
    let own = |area: AreaIndex| battle.holder(area) == unit.side;
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
            let there = if is_free { here } else { here + step(card.cost.of(class)) };
            let is_nearer = costs[next.index()].is_none_or(|known| there < known);
            if is_nearer && !card.impassable.of(class) && is_open(next) {
                costs[next.index()] = Some(there);
                open.push(next);
            }
        }
    }
    costs
}

/// Movement points of a unit; of one that has none, the one area that it may enter costs it one.
fn allowance(unit: &UnitCard) -> u8 {
    unit.allowance.max(1)
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
