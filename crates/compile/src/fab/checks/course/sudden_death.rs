//! FAB-V35, FAB-V37: victory points and sudden death.

use sandtable_pack::fab::{AreaIndex, SideIndex};
use sandtable_pack::fab::{EndRule, UnitStart};
use sandtable_source::{Diagnostic, Spanned, code, message};

use super::moves::first_turns;
use crate::fab::authored_battle::{AuthoredBattle, entries};
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;
use sandtable_authored::fab::End;

/// FAB-V35: areas give victory points to both sides.
pub(crate) fn points(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let by_losses = scenario.victory.elimination_vp.as_ref().is_some_and(|vp| vp.0 > 0);
    for side in written.sides() {
        let mut vp = scenario.areas.iter().flat_map(|area| entries(&area.vp));
        let has_points = vp.any(|(id, vp)| id.value == side.value && vp.0 > 0);
        if !has_points && !by_losses {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_POINTS,
                    message!("no area gives side `{}` victory points", side.value),
                )
                .rule("FAB-V35")
                .at(side.span, "it can only deny the enemy points")
                .help(format!("write `vp: {{ {}: 1 }}` at areas that it fights for; allow this for a side that only defends", side.value)),
            );
        }
    }
}

/// FAB-V37: no lead lets both sides win in the same turn.
pub(crate) fn conflicting_leads(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for entry in written.scenario.turn_track.iter() {
        let Some(thresholds) = &entry.net_vp else { continue };
        let [(_, one), (_, other)] = thresholds.0.as_slice() else { continue };
        if one.0 + other.0 <= 0 {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::BOTH_WIN,
                    message!("both sides could win at once in turn {}", entry.turn.0),
                )
                .rule("FAB-V37")
                .at(
                    thresholds.span,
                    format!("{} and {} add up to {}", one.0, other.0, one.0 + other.0),
                )
                .help(
                    "the two numbers must add up to 1 or more: each is a lead over the other side",
                ),
            );
        }
    }
}

/// FAB-V35: sudden death can be reached but is not met at the start, and either side can win at the
/// end.
pub(crate) fn attainable_leads(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let last = battle.scene().turn_track.len() as u8;
    let most_by = |side: SideIndex, turn: u8| best_lead(battle, side, turn);
    for side in SideIndex::BOTH {
        let id = battle.side_id(side);
        let start = lead_at_start(battle, side);
        let most = LargestLead {
            total: all_points(battle, side),
            reachable_by: &|turn| most_by(side, turn),
        };
        for (turn, lead) in thresholds(battle, side) {
            let track = battle.scenario.turn_track.iter();
            let written = track.into_iter().find(|one| one.turn.0 == i64::from(turn));
            let Some(net_vp) = written.and_then(|entry| entry.net_vp.as_ref()) else { continue };
            if start >= lead {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::WON_AT_START,
                        message!("`{id}` leads by {start} points at the start and wins turn {turn} with {lead}"),
                    )
                    .rule("FAB-V35")
                    .at(net_vp.span, "met before the first move")
                    .help("raise the number, or omit the side from this turn; allow this where the enemy must turn the battle in time"),
                );
                break;
            }
            if let Some((most, label)) = most.excess_reason(lead, turn) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::WIN_OUT_OF_REACH,
                        message!("`{id}` needs a lead of {lead} points in turn {turn}, but {most}"),
                    )
                    .rule("FAB-V35")
                    .at(net_vp.span, label)
                    .help("lower the number, or omit the side from this turn"),
                );
                break;
            }
        }
        // A side without any points was reported above.
        if battle.scene().victory.end == EndRule::HigherVp
            && most.total > 0
            && most_by(side, last) <= 0
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::WIN_OUT_OF_REACH,
                    message!("`{id}` cannot win at the end: it is never ahead of `{}`", battle.side_id(side.other())),
                )
                .rule("FAB-V35")
                .at(battle.scenario.victory.span, "the side with more points wins")
                .help(format!(
                    "give `{id}` victory points that its units can reach, or let it win by `net_at_least`"
                )),
            );
        }
        if let EndRule::NetAtLeast { side: named, vp: lead } = &battle.scene().victory.end
            && named.as_str() == id
            && let Some(Spanned { value: End::NetAtLeast(end), .. }) = &battle.scenario.victory.end
        {
            let lead = i32::from(*lead);
            if let Some((most, label)) = most.excess_reason(lead, last) {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::WIN_OUT_OF_REACH,
                        message!("`{id}` needs a lead of {lead} points at the end, but {most}"),
                    )
                    .rule("FAB-V35")
                    .at(end.net_at_least.span, label)
                    .help(format!("lower `net_at_least`, or give `{id}` more victory points")),
                );
            }
            let least = -most_by(side.other(), last);
            if least >= lead {
                let enemy = battle.side_id(side.other());
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::WIN_OUT_OF_REACH,
                        message!("`{enemy}` cannot win at the end: the lead of `{id}` is never below {least}, and {lead} is enough"),
                    )
                    .rule("FAB-V35")
                    .at(end.net_at_least.span, "always met")
                    .help("raise `net_at_least`, or give the enemy more victory points"),
                );
            }
        }
    }
}

/// The maximum lead of a side.
struct LargestLead<'m> {
    /// The lead with control of all areas.
    total: i32,
    /// The lead with control of everything that the side's units can reach by the end of a turn.
    reachable_by: &'m dyn Fn(u8) -> i32,
}

impl LargestLead<'_> {
    /// The reason why a lead is too high, in two phrases; `None` if the lead is possible.
    fn excess_reason(&self, lead: i32, turn: u8) -> Option<(String, &'static str)> {
        if lead > self.total {
            let most = format!("only {} exist", self.total);
            return Some((most, "more than all victory points"));
        }
        let most = (self.reachable_by)(turn);
        let label = "more than its units can reach by then, even without opposition";
        (lead > most).then(|| (format!("it can lead by at most {most}"), label))
    }
}

/// The turns of sudden death for a side, each with the lead that wins, from the start of play.
fn thresholds(battle: &LocatedBattle<'_>, side: SideIndex) -> Vec<(u8, i32)> {
    let (id, start) = (battle.side_id(side), battle.scene().start.turn);
    let track = (1..).zip(&battle.scene().turn_track).filter(|(turn, _)| *turn >= start);
    let leads = track.filter_map(|(turn, entry)| {
        let (_, lead) = entry.net_vp.iter().find(|(one, _)| one.as_str() == id)?;
        Some((turn, i32::from(*lead)))
    });
    leads.collect()
}

fn lead_at_start(battle: &LocatedBattle<'_>, side: SideIndex) -> i32 {
    let areas = battle.field.areas();
    areas.map(|area| area_lead(battle, side, area, battle.holder(area))).sum()
}

/// The contribution of an area to a side's lead if `holder` controls the area.
fn area_lead(
    battle: &LocatedBattle<'_>,
    side: SideIndex,
    area: AreaIndex,
    holder: SideIndex,
) -> i32 {
    let points = i32::from(battle.field.area(area).vp[holder.index()]);
    if holder == side { points } else { -points }
}

/// All points of a side, including negative points that the enemy may get for areas.
fn all_points(battle: &LocatedBattle<'_>, side: SideIndex) -> i32 {
    let best = |area: AreaIndex| {
        let leads = SideIndex::BOTH.map(|holder| area_lead(battle, side, area, holder));
        leads.into_iter().fold(0, i32::max)
    };
    let areas: i32 = battle.field.areas().map(best).sum();
    areas + losses(battle, side.other(), u8::MAX)
}

/// The best possible lead of a side at the end of a turn. Each area belongs to its controller at
/// the start, or to a side that can reach it by then (FAB-2.4d).
fn best_lead(battle: &LocatedBattle<'_>, side: SideIndex, turn: u8) -> i32 {
    let reach = first_turns(battle);
    let best = |area: AreaIndex| {
        let may_hold = |one: &SideIndex| {
            let first = reach[one.index()][area.index()];
            battle.holder(area) == *one || first.is_some_and(|first| first <= turn)
        };
        let holders = SideIndex::BOTH.into_iter().filter(may_hold);
        holders.map(|holder| area_lead(battle, side, area, holder)).max()
    };
    let areas: i32 = battle.field.areas().filter_map(best).sum();
    areas + losses(battle, side.other(), turn)
}

/// The points for eliminating all units of a side that are in play by a turn.
fn losses(battle: &LocatedBattle<'_>, side: SideIndex, by: u8) -> i32 {
    let units =
        battle.field.units_of(side).filter(|&unit| match battle.field.unit(unit).unit.start {
            UnitStart::SetUp { .. } => true,
            UnitStart::Reinforcement { turn, .. } => turn <= by,
            UnitStart::NotInPlay => false,
        });
    i32::from(battle.scene().victory.elimination_vp) * units.count() as i32
}
