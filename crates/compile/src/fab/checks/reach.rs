//! FAB-V36: what units can reach in the time they have, and what never changes hands.
//!
//! What is told here is that nobody can ever be somewhere, so that more is let pass than will be played:
//! nobody stands in the way, everybody is in reserve when that helps, and in supply.

use std::collections::BTreeMap;

use sandtable_fab::{AreaIndex, EdgeIndex, SideIndex, UnitCard, UnitIndex};
use sandtable_pack::fab::{Class, UnitStart};
use sandtable_source::{Diagnostic, Span, code};

use super::entries::ways_in;
use super::graph::is_crossable;
use crate::fab::resolved::Resolved;
use crate::session::Session;

/// FAB-V36: areas with victory points, and sources of the enemy, that no unit of a side reaches;
/// points that stay whose they are; areas that nobody enters.
pub(super) fn check(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let field = &battle.field;
    let reach = SideIndex::BOTH.map(|side| first_reached(battle, side));
    let is_reached = |side: SideIndex, area: AreaIndex| reach[side.index()][area.index()].is_some();
    for side in SideIndex::BOTH {
        let is_far = |area: &AreaIndex| !is_reached(side, *area) && battle.holder(*area) != side;
        let is_worth = |area: &AreaIndex| field.area(*area).vp[side.index()] > 0;
        let far: Vec<AreaIndex> =
            field.areas().filter(|area| is_far(area) && is_worth(area)).collect();
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
            && sources.iter().all(|area| is_far(area) && !is_worth(area))
        {
            tell(session, battle, side, area, "where the enemy's supply comes from", written.span);
        }
    }
    for area in field.areas() {
        let holder = battle.holder(area);
        let [own, enemy] =
            [holder, holder.other()].map(|side| (field.area(area).vp[side.index()], side));
        // That the enemy cannot get his own points there was told.
        if own.0 > 0 && enemy.0 <= 0 && !is_reached(enemy.1, area) {
            tell_fixed(session, battle, area, own);
        }
    }
    let is_entered =
        |area: &AreaIndex| SideIndex::BOTH.into_iter().any(|side| is_reached(side, *area));
    // Of a part of the map in which nobody is, that was told (FAB-V6).
    let near = battle.reached(field.areas().filter(is_entered), |edge| is_crossable(battle, edge));
    let is_worth = |area: &AreaIndex| field.area(*area).vp.iter().any(|&vp| vp > 0);
    for area in field.areas().filter(|area| !is_entered(area) && !is_worth(area)) {
        if near[area.index()] {
            tell_unreached(session, battle, area);
        }
    }
}

/// Moves of a unit in a turn: FAB-3.22 and FAB-3.26 in its own player turn, FAB-3.25 in the enemy's.
const MOVES: usize = 3;

/// The turn in which units of a side can first be in each area, if nobody stood in their way; 0 where
/// they are set up.
///
/// What the side holds at the start or has reached before is entered for nothing. By strategic movement,
/// by retreats (FAB-6.6) and to reinforce a battle (FAB-8.23) units come to such ground, however that is limited.
pub(super) fn first_reached(battle: &Resolved<'_>, side: SideIndex) -> Vec<Option<u8>> {
    let field = &battle.field;
    let start = battle.scene().start.turn;
    let last = battle.scene().turn_track.len() as u8;
    let mut first: Vec<Option<u8>> = vec![None; battle.scene().areas.len()];
    // Units that move alike are one, wherever they are.
    let mut movers: BTreeMap<Mover, Vec<AreaIndex>> = BTreeMap::new();
    for turn in start..=last {
        for unit in field.units_of(side) {
            let card = field.unit(unit);
            let comes = match &card.unit.start {
                UnitStart::SetUp { area, .. } if turn == start => {
                    Some((0, field.area_of(area.as_str()).into_iter().collect()))
                }
                UnitStart::Reinforcement { turn: due, .. } if turn == start.max(*due) => {
                    Some((turn, ways_in(battle, card)))
                }
                UnitStart::SetUp { .. }
                | UnitStart::Reinforcement { .. }
                | UnitStart::NotInPlay => None,
            };
            for (since, area) in comes
                .into_iter()
                .flat_map(|(since, areas)| areas.into_iter().map(move |area| (since, area)))
            {
                first[area.index()].get_or_insert(since);
                movers.entry(Mover::of(card)).or_default().push(area);
            }
        }
        for _ in 0..MOVES {
            let own: Vec<bool> = field
                .areas()
                .map(|area| battle.holder(area) == side || first[area.index()].is_some())
                .collect();
            for (&mover, areas) in &mut movers {
                let most = u32::from(mover.allowance);
                let costs = costs(battle, areas, mover, most, |_| true, |way| own[way.to.index()]);
                *areas = field.areas().filter(|area| costs[area.index()].is_some()).collect();
                for area in areas {
                    first[area.index()].get_or_insert(turn);
                }
            }
        }
    }
    first
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

/// The areas that a unit can be in at the end of a turn, coming through those that are open to it by two
/// moves a turn and, where that has no limit, strategically through what its side holds at the start.
/// Before the first turn it is where it is set up.
pub(super) fn within_reach(
    battle: &Resolved<'_>,
    unit: UnitIndex,
    until: u8,
    is_open: impl Fn(AreaIndex) -> bool,
) -> Vec<AreaIndex> {
    let field = &battle.field;
    let card = field.unit(unit);
    let (starts, first): (Vec<AreaIndex>, u8) = match &card.unit.start {
        UnitStart::SetUp { area, .. } => {
            (field.area_of(area.as_str()).into_iter().collect(), battle.scene().start.turn)
        }
        UnitStart::Reinforcement { turn, entry: (from, to), .. } => {
            let letters = field.entries().iter().filter(|entry| {
                (*from..=*to).contains(&entry.letter) && entry.sides[card.side.index()]
            });
            let areas = letters.flat_map(|entry| entry.areas.iter().copied()).collect();
            if until < *turn {
                return Vec::new();
            }
            (areas, *turn)
        }
        UnitStart::NotInPlay => return Vec::new(),
    };
    let limits = &field.rules().strategic_movement;
    let is_unlimited = (limits.classes.is_empty() || limits.classes.contains(&card.class))
        && limits.max_areas.is_none()
        && limits.max_units_per_side != Some(0);
    let own = |area: AreaIndex| battle.holder(area) == card.side;
    let is_free = |way: Way| {
        is_unlimited && own(way.from) && own(way.to) && !field.edge(way.over).blocks_strategic
    };
    let mover = Mover::of(card);
    let turns = (u32::from(until) + 1).saturating_sub(u32::from(first));
    let most = 2 * u32::from(mover.allowance) * turns;
    if turns == 0 {
        return starts;
    }
    let costs = costs(battle, &starts, mover, most, is_open, is_free);
    field.areas().filter(|area| costs[area.index()].is_some()).collect()
}

/// Whatever decides how a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mover {
    class: Class,
    /// Movement points; of a unit that has none, the one area that it may enter costs it one.
    allowance: u8,
}

impl Mover {
    fn of(unit: &UnitCard) -> Self {
        Self { class: unit.class, allowance: unit.allowance.max(1) }
    }
}

/// From an area to its neighbour.
#[derive(Clone, Copy)]
struct Way {
    from: AreaIndex,
    to: AreaIndex,
    over: EdgeIndex,
}

/// Movement points from some areas to each that a unit comes to with so many at most. No step costs more
/// than its allowance, for one area it may always enter (FAB-5.33).
fn costs(
    battle: &Resolved<'_>,
    starts: &[AreaIndex],
    mover: Mover,
    most: u32,
    is_open: impl Fn(AreaIndex) -> bool,
    is_free: impl Fn(Way) -> bool,
) -> Vec<Option<u32>> {
    let field = &battle.field;
    let mut costs: Vec<Option<u32>> = vec![None; battle.scene().areas.len()];
    let mut open: Vec<AreaIndex> = starts.to_vec();
    for area in starts {
        costs[area.index()] = Some(0);
    }
    while let Some(from) = open.pop() {
        let Some(here) = costs[from.index()] else { continue };
        for &(to, over) in &field.area(from).neighbours {
            let card = field.edge(over);
            let step = u32::from(card.cost.of(mover.class).min(mover.allowance));
            let there = if is_free(Way { from, to, over }) { here } else { here + step };
            let is_nearer = there <= most && costs[to.index()].is_none_or(|known| there < known);
            if is_nearer && !card.impassable.of(mover.class) && is_open(to) {
                costs[to.index()] = Some(there);
                open.push(to);
            }
        }
    }
    costs
}
