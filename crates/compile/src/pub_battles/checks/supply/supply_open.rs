//! PB-31.1, PB-31.2: at the start every train can be supplied, which an enemy within F3 of its line
//! of communication prevents.

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};
use sandtable_terrain::Shape;

use super::supply_reach;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, Standing};
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use crate::pub_battles::forces::Forces;
use sandtable_authored::Id;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    let clearance = battle.context.ruleset.distances.foot_third;
    for (side, forces) in battle.forces.iter().enumerate() {
        let lines = &forces.side.lines_of_communication;
        // A side without a line was reported, and so was a line that could not be used, which may
        // be the one by which its trains are supplied.
        let written = forces.authored.lines_of_communication.as_ref();
        let is_used = |name: &Spanned<Id>| lines.iter().any(|line| line.road.as_str() == name.0);
        let unused =
            |all: &Spanned<Vec<_>>| reporter.lost_items(all.span) || !all.value.iter().all(is_used);
        if lines.is_empty() || written.is_some_and(unused) {
            continue;
        }
        // An enemy who must move anyway may not cut anything where he comes to stand.
        let enemies: Vec<&Standing> = battle
            .standing
            .iter()
            .enumerate()
            .filter(|(index, _)| !battle.layout.is_misplaced(*index))
            .map(|(_, other)| other)
            .filter(|other| other.block.side != side && other.fights())
            .collect();
        let shapes: Vec<&Shape> = enemies.iter().filter_map(|one| one.shape.as_ref()).collect();
        let area = battle.terrain.supply_area(
            lines.iter().map(|line| &line.path),
            shapes.iter().copied(),
            clearance,
        );
        let trains = battle.standing.iter().enumerate().filter(|(index, one)| {
            one.block.side == side
                && one.block.kind == BlockKind::Baggage
                && !battle.layout.is_misplaced(*index)
        });
        let mut cut_off = Vec::new();
        for (index, train) in trains {
            let Some(block) = train.shape.as_ref().and_then(Shape::as_block) else { continue };
            if area.supplies(block) {
                continue;
            }
            let name = &train.block.name;
            let free = free_ground(proposals, battle, index, |moved| area.supplies(moved));
            let free = free.map(|free| format!("{name} would be in supply elsewhere: {free}"));
            let mut diagnostic =
                Diagnostic::new(code::SUPPLY_CUT, message!("{name} is cut off from the start"))
                    .rule("PB-31.2")
                    .at(train.block.at, "no clear way from here off the map");
            let near = |enemy: &&&Standing| {
                enemy.shape.as_ref().is_some_and(|enemy| enemy.within(&(*block).into(), clearance))
            };
            if let Some(enemy) = enemies.iter().find(near) {
                let mut diagnostic =
                    diagnostic.also(enemy.block.at, format!("stands within {clearance} of it"));
                diagnostic.help.extend(free);
                reporter.diagnostics.push(diagnostic.help("move the train back, or the enemy"));
            } else {
                let mut cut_somewhere = false;
                for line in lines {
                    if let Some((enemy, place)) = cut(&line.path.0, &enemies, clearance) {
                        cut_somewhere = true;
                        let from = enemy.shape.as_ref().map_or(place, Shape::place);
                        let way = battle.context.ground.frame.way(from, place);
                        diagnostic = diagnostic.also(
                            enemy.block.at,
                            format!(
                                "no supply passes within {clearance} of it: it cuts `{}` {way} of where it stands",
                                line.road
                            ),
                        );
                    }
                }
                diagnostic.help.extend(free);
                diagnostic = diagnostic.help(match cut_somewhere {
                    true => "no troops rally by a train that is cut off: move one of them, or name another line of communication",
                    false => "no passable ground leads from the train to a line of communication: move it, or name a road on its own bank",
                });
                cut_off.push((train.block.at, diagnostic));
            }
        }
        report(reporter, forces, cut_off);
    }
}

/// Reports the trains that are cut off from every line: several at the lines, which are then what is
/// wrong rather than the place of each train.
fn report(reporter: &mut Reporter, forces: &Forces<'_>, cut_off: Vec<(Span, Diagnostic)>) {
    let lines = forces.authored.lines_of_communication.as_ref().filter(|_| cut_off.len() > 1);
    let Some(lines) = lines else {
        cut_off.into_iter().for_each(|(_, finding)| reporter.diagnostics.push(finding));
        return;
    };
    let mut all = Diagnostic::new(
        code::SUPPLY_CUT,
        message!(
            "{} baggage trains of `{}` are cut off from the start",
            cut_off.len(),
            forces.id.value
        ),
    )
    .rule("PB-31.2")
    .at(lines.span, "no clear way from them to these roads and off the map");
    for (train, _) in &cut_off {
        all = all.also(*train, "a train stands here");
    }
    if let Some((_, first)) = cut_off.into_iter().next() {
        // Who cuts the lines is the same for all.
        all.labels.extend(first.labels.into_iter().skip(1));
        all.help.extend(first.help);
    }
    reporter.diagnostics.push(all);
}

/// The enemy that cuts a line nearest to the map's edge, and where; the line runs to the edge.
fn cut<'s>(
    line: &[GroundPoint],
    enemies: &[&'s Standing],
    clearance: GroundLength,
) -> Option<(&'s Standing, GroundPoint)> {
    supply_reach::places(line).rev().find_map(|place| {
        let near = |enemy: &&&Standing| {
            enemy.shape.as_ref().is_some_and(|shape| shape.within_of(place, clearance))
        };
        enemies.iter().find(near).map(|enemy| (*enemy, place))
    })
}
