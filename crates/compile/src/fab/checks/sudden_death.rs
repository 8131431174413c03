//! FAB-V35, FAB-V37: victory points and sudden death.

use sandtable_fab::SideIndex;
use sandtable_pack::fab::EndRule;
use sandtable_source::{Diagnostic, code};

use crate::fab::resolved::Resolved;
use crate::fab::written::{Written, entries};
use crate::session::Session;

/// FAB-V35: areas give points to both sides.
pub(super) fn points(session: &mut Session<'_>, written: &Written<'_>) {
    let scenario = written.scenario;
    let by_losses = scenario.victory.elimination_vp.as_ref().is_some_and(|vp| vp.0 > 0);
    for side in written.sides() {
        let vp = scenario.areas.iter().flat_map(|area| entries(&area.vp));
        let sum: i64 = vp.filter(|(id, _)| id.value == side.value).map(|(_, vp)| vp.0).sum();
        if sum == 0 && !by_losses {
            session.diagnostics.push(
                Diagnostic::new(
                    code::NO_POINTS,
                    format!("no area gives the side `{}` victory points", side.value),
                )
                .rule("FAB-V35")
                .at(side.span, "it can only keep the enemy from his")
                .help(format!("write `vp: {{ {}: 1 }}` at areas that it fights for; allow this for a side that only defends", side.value)),
            );
        }
    }
}

/// FAB-V37: no lead in points lets both sides win a turn.
pub(super) fn both(session: &mut Session<'_>, written: &Written<'_>) {
    for entry in written.scenario.turn_track.iter() {
        let Some(thresholds) = &entry.net_vp else { continue };
        let [(_, one), (_, other)] = thresholds.0.as_slice() else { continue };
        if one.0 + other.0 <= 0 {
            session.diagnostics.push(
                Diagnostic::new(
                    code::BOTH_WIN,
                    format!("in turn {} both sides could win at once", entry.turn.0),
                )
                .rule("FAB-V37")
                .at(
                    thresholds.span,
                    format!("{} and {} add up to {}", one.0, other.0, one.0 + other.0),
                )
                .help(
                    "let the two numbers add up to 1 or more: each is a lead over the other side",
                ),
            );
        }
    }
}

/// FAB-V35: sudden death is not there at the start, and can come.
pub(super) fn reach(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let scene = battle.scene();
    let elimination = scene.victory.elimination_vp;
    for side in SideIndex::BOTH {
        let id = battle.side_id(side);
        let vp = |area| battle.field.area(area).vp;
        let own: i32 =
            battle.field.areas().map(|area| i32::from(vp(area)[side.index()].max(0))).sum();
        let enemies = battle.field.units().filter(|&unit| battle.field.unit(unit).side != side);
        let most = own + i32::from(elimination) * enemies.count() as i32;
        let start: i32 = battle
            .field
            .areas()
            .map(|area| {
                let holder = &scene.control[&battle.field.area(area).id];
                let held = battle.field.side(holder);
                let points = i32::from(vp(area)[held.index()]);
                if held == side { points } else { -points }
            })
            .sum();
        let thresholds = scene.turn_track.iter().enumerate().filter_map(|(at, entry)| {
            let (_, lead) = entry.net_vp.iter().find(|(one, _)| one.as_str() == id)?;
            Some((at, i32::from(*lead)))
        });
        for (at, lead) in thresholds {
            let written = battle.scenario.turn_track.iter().find(|one| one.turn.0 == at as i64 + 1);
            let Some(net_vp) = written.and_then(|entry| entry.net_vp.as_ref()) else { continue };
            let (code, message, label, help) = if start >= lead {
                (
                    code::WON_AT_START,
                    format!(
                        "{id} leads by {start} points at the start, and wins turn {} with {lead}",
                        at + 1
                    ),
                    "met before anybody moves",
                    "raise the number, or leave the side out of this turn; allow this where the enemy must turn the battle in time",
                )
            } else if lead > most {
                (
                    code::WIN_OUT_OF_REACH,
                    format!(
                        "{id} needs a lead of {lead} points in turn {}, and there are {most} in all",
                        at + 1
                    ),
                    "more than all its victory points",
                    "lower the number, or leave the side out of this turn",
                )
            } else {
                continue;
            };
            session.diagnostics.push(
                Diagnostic::new(code, message).rule("FAB-V35").at(net_vp.span, label).help(help),
            );
            break;
        }
        if let EndRule::NetAtLeast { side: named, vp: lead } = &scene.victory.end
            && named.as_str() == id
            && i32::from(*lead) > most
            && let Some(end) = &battle.scenario.victory.end
        {
            session.diagnostics.push(
                Diagnostic::new(
                    code::WIN_OUT_OF_REACH,
                    format!(
                        "{id} needs a lead of {lead} points at the end, and there are {most} in all"
                    ),
                )
                .rule("FAB-V35")
                .at(end.span, "more than all its victory points")
                .help("lower `net_at_least`, or give it more victory points"),
            );
        }
    }
}
